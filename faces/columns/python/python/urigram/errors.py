"""The exceptions of urigram. Each is a ValueError.

`offset` counts bytes of UTF-8, as every other answer of urigram does; `index` counts code points, as
texts of Python do.
"""


class _Error(ValueError):
    def __init__(self, message, **attributes):
        super().__init__(message)
        for name in type(self).__annotations__:
            setattr(self, name, attributes.get(name))

    def __reduce__(self):
        return _make, (type(self), str(self), vars(self))


def _make(cls, message, attributes):
    return cls(message, **attributes)


class ParseError(_Error):
    """A text that a grammar rejects, or that a program refuses whose practice the grammar is.

    >>> import urigram
    >>> try:
    ...     urigram.Uri("http://é b/", "rfc3986")
    ... except urigram.ParseError as error:
    ...     error.index, error.offset, error.grammar, error.input
    (7, 7, 'rfc3986', 'http://é b/')
    >>> try:
    ...     urigram.Iri("http://é b/")
    ... except urigram.ParseError as error:
    ...     error.kind, error.index, error.offset, error.rule, error.section
    ...     print(error.diagnosis)
    ('whitespace', 8, 9, 'iauthority', '2.2')
    a space is not allowed in a host
      | http://é b/
      |         ^ byte 9
      = rule `iauthority`, RFC 3987 section 2.2 (2005-01-01)
      = help: a host name cannot contain this character, not even percent-encoded
    """

    #: The text that was rejected, and the id of the grammar and the reading that reject it; None
    #: for a text with a lone surrogate, which is not text for any.
    input: str
    grammar: str | None
    reading: str | None
    #: The cause: "no-scheme", "host", "port" and so on.
    kind: str | None
    #: Where the first character is that cannot be right: in bytes of UTF-8, and in code points.
    offset: int
    index: int
    #: What is there, and what could be.
    found: str | None
    expected: list[str] | None
    #: The rule of the document, and its section.
    rule: str | None
    section: str | None
    #: The error with a drawing of its place, in several lines.
    diagnosis: str


class BuildError(_Error):
    """Components that make no identifier.

    >>> import urigram
    >>> try:
    ...     urigram.Uri("http://a/").replace(path="/ü?")
    ... except urigram.BuildError as error:
    ...     error.component, error.offset, error.rule
    ('path', 1, 'path-abempty')
    """

    #: The component that is refused, if it is one, as `components` names it.
    component: str | None
    #: Where in the text of the component; None where it was data, or another component would move.
    offset: int | None
    index: int | None
    #: The rule of the document, its section, and what could be there.
    rule: str | None
    section: str | None
    expected: list[str] | None


class ResolveError(_Error):
    """A reference that has no target. Its cause is a ParseError where one text is rejected."""

    base: str
    reference: str


class DeniedError(_Error):
    """A text that a list of hosts denies.

    >>> import urigram
    >>> allow = urigram.AllowList(["whatwg"], schemes=["https"], hosts=["good.example"])
    >>> try:
    ...     allow.check("https://good.example@evil.example/")
    ... except urigram.DeniedError as error:
    ...     error.reader, error.component, error.why
    ('rfc3986', 'userinfo', 'a userinfo is not allowed')
    """

    #: The text, the id of the reader that does not take it, and the component, if it is one.
    input: str
    reader: str
    component: str | None
    #: The reason.
    why: str
