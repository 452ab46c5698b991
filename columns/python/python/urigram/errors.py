"""The exceptions of urigram. Each is a ValueError."""


from typing import ClassVar


class _Error(ValueError):
    _names: ClassVar[tuple[str, ...]] = ()

    def __init__(self, message, **attributes):
        super().__init__(message)
        for name in self._names:
            setattr(self, name, attributes.get(name))

    def __reduce__(self):
        return _make, (type(self), str(self), {name: getattr(self, name) for name in self._names})


def _make(cls, message, attributes):
    return cls(message, **attributes)


class ParseError(_Error):
    """A text that a grammar rejects.

    >>> import urigram
    >>> try:
    ...     urigram.Uri("http://é b/", "rfc3986")
    ... except ParseError as error:
    ...     error.offset, error.index, error.grammar, error.input
    (7, 7, 'rfc3986', 'http://é b/')
    """

    #: The text that was rejected, and the id of the grammar and the reading that reject it.
    input: str
    grammar: str
    reading: str
    #: Where the first character is that cannot be right: in bytes of UTF-8, and in characters.
    offset: int
    index: int
    #: What is there, and what could be.
    found: str
    expected: list[str]
    #: The rule of the document, and its section.
    rule: str
    section: str
    #: The error with a drawing of its place, in several lines.
    diagnosis: str

    _names = (
        "input",
        "grammar",
        "reading",
        "offset",
        "index",
        "found",
        "expected",
        "rule",
        "section",
        "diagnosis",
    )


class ResolveError(_Error):
    """A reference that has no target. Its cause is a ParseError where one text is rejected."""

    base: str
    reference: str

    _names = ("base", "reference")
