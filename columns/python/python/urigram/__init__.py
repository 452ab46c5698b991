"""Every URI grammar since 1993, executable, proved and comparable.

One text:

>>> import urigram
>>> uri = urigram.parse("http://example.org:8080/a?q")
>>> uri
Uri('http://example.org:8080/a?q')
>>> uri.host, uri.port, uri.path, uri.query
('example.org', '8080', '/a', 'q')
>>> uri.replace(port=None, query=None) / "b c"
Uri('http://example.org/a/b%20c')
>>> uri.resolve("../x")
Uri('http://example.org:8080/x')

An error says where, what, and by which rule of which document:

>>> try:
...     urigram.parse("http://a/%G")
... except urigram.ParseError as error:
...     error.offset, error.found, error.expected, error.rule, error.section
(10, '`G`', ['HEXDIG'], 'path-abempty', '3.3')

Columns of pyarrow, Polars, pandas and whatever else has the Arrow PyCapsule interface are read by
the functions of `urigram.columns`.
"""

from ._urigram import (
    Column,
    Document,
    Iri,
    IriRef,
    Plan,
    Uri,
    UriRef,
    Urn,
    __version__,
    accepting,
    accepts,
    equivalent,
    functions,
    grammars,
    key,
    normalize,
    parse,
    resolve,
    split,
    surt,
)
from .errors import ParseError, ResolveError

__all__ = [
    "Column",
    "Document",
    "Iri",
    "IriRef",
    "ParseError",
    "Plan",
    "ResolveError",
    "Uri",
    "UriRef",
    "Urn",
    "__version__",
    "accepting",
    "accepts",
    "equivalent",
    "functions",
    "grammars",
    "key",
    "normalize",
    "parse",
    "resolve",
    "split",
    "surt",
]


def _restore(type_name, text, grammar, reading):
    """Makes a value again that was pickled."""
    return globals()[type_name](text, grammar, reading=reading)
