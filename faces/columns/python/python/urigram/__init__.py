"""Every URI grammar since 1993, executable, proved and comparable.

One text:

>>> import urigram
>>> uri = urigram.Uri("http://example.org:8080/a?q")
>>> uri
Uri('http://example.org:8080/a?q')
>>> uri.host, uri.port, uri.path, uri.query
('example.org', 8080, '/a', 'q')
>>> uri.replace(port=None, query=None) / "b c"
Uri('http://example.org/a/b%20c')
>>> uri.resolve("../x")
Uri('http://example.org:8080/x')

A text whose type is not known is parsed to the one that it has:

>>> urigram.parse("urn:isbn:0451450523"), urigram.parse("../é")
(Urn('urn:isbn:0451450523'), IriRef('../é'))

An error says where, what, and by which rule of which document:

>>> try:
...     urigram.Uri("http://a/%G")
... except urigram.ParseError as error:
...     error.offset, error.found, error.expected, error.rule, error.section
(10, '`G`', ['HEXDIG'], 'path-abempty', '3.3')

JSON takes the texts of values: `json.dumps(document, default=str)`. COOKBOOK.md in the package
has twenty tasks, next to the lines of yarl, rfc3986 and urllib. The exceptions are in
`urigram.errors`, formats of JSON Schema in `urigram.jsonschema`.

Columns of pyarrow, Polars, pandas and others with the Arrow PyCapsule interface are read by
the functions of `urigram.columns`.
"""

# For annotations: `grammars` and `AllowList.check` make these.
from ._urigram import Document as Document
from ._urigram import Vetted as Vetted
from ._urigram import (
    AllowList,
    Iri,
    IriRef,
    Uri,
    UriRef,
    Urn,
    __version__,
    accepting,
    accepts,
    grammars,
    parse,
    quote,
    resolve,
    split,
    surt,
    unquote,
    urlencode,
)
from .errors import BuildError, DeniedError, ParseError, ResolveError

__all__ = [
    "AllowList",
    "BuildError",
    "DeniedError",
    "Iri",
    "IriRef",
    "ParseError",
    "ResolveError",
    "Uri",
    "UriRef",
    "Urn",
    "__version__",
    "accepting",
    "accepts",
    "grammars",
    "parse",
    "quote",
    "resolve",
    "split",
    "surt",
    "unquote",
    "urlencode",
]


def __dir__():
    return __all__


def _restore(type_name, text, grammar, reading):
    """Makes a value again that was pickled."""
    return globals()[type_name](text, grammar, reading=reading)
