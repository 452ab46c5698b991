"""The exceptions of urigram. Each is a ValueError."""


class _Error(ValueError):
    _names = ()

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

    _names = ("base", "reference")
