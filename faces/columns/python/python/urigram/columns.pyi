# Printed by stubs.py from the table of functions. Change faces/columns/arrow/src/function.rs.
from collections.abc import Sequence
from inspect import Signature
from typing import Any, Protocol, TypeAlias

from ._urigram import Column, Plan
from ._urigram import _Function as _Row

class _Array(Protocol):
    def __arrow_c_array__(
        self, requested_schema: Any = None
    ) -> tuple[Any, Any]: ...

class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

_Arrow: TypeAlias = _Array | _Stream

TABLE: dict[str, _Row]
__all__ = [
    "TABLE",
    "components",
    "named_arguments",
    "plan",
    "signature",
    "accepts",
    "accepting",
    "split",
    "scheme",
    "authority",
    "userinfo",
    "host",
    "port",
    "path",
    "nid",
    "nss",
    "r_component",
    "q_component",
    "query",
    "fragment",
    "error",
    "normalize",
    "key",
    "resolve",
    "select",
    "changes",
    "surt",
    "agrees",
    "vetted",
    "denied",
    "browser",
    "host_type",
    "query_pairs",
    "query_value",
    "without_params",
    "url_decode",
    "to_unicode",
    "to_ascii",
]

def python_name(parameter: str) -> str: ...
def named_arguments(
    function: _Row, positional: Sequence[Any], named: dict[str, Any]
) -> dict[str, Any]: ...
def signature(row: _Row, first: Sequence[str]) -> Signature: ...
def plan(name: str, /, *positional: Any, **named: Any) -> Plan: ...
def is_column(value: object) -> bool: ...
def components() -> list[str]: ...

def accepts(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """Whether the grammar's start rule, or the rule that is named, accepts the whole text."""
def accepting(column: _Arrow, /) -> Column:
    """The ids of the grammars that accept the text, in order of date."""
def split(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """All components by the grammar's start rule, or the rule that is named; null where the text is rejected."""
def scheme(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The scheme, without its colon."""
def authority(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The authority: userinfo, host and port."""
def userinfo(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The userinfo."""
def host(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The host, with the brackets of an IPv6 address."""
def port(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The port, as text: no digit is lost and none is too many."""
def path(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The path; empty where there is none."""
def nid(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The namespace identifier of a URN."""
def nss(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The namespace-specific string of a URN."""
def r_component(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The r-component of a URN."""
def q_component(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The q-component of a URN."""
def query(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The query, without its question mark."""
def fragment(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The fragment, without its number sign."""
def error(column: _Arrow, /, grammar: str = 'rfc3986', rule: str = '') -> Column:
    """The error by which the grammar's start rule, or the rule that is named, rejects the text; null where it accepts."""
def normalize(column: _Arrow, /, grammar: str = 'rfc3986', addresses: bool = False) -> Column:
    """The normal form by all that the grammar's document says; by RFC 5952, too, if asked."""
def key(column: _Arrow, /, grammar: str = 'rfc3986', addresses: bool = False) -> Column:
    """A text that is equal exactly for texts that the document calls equivalent."""
def resolve(column: _Arrow, /, base: str | _Arrow, grammar: str = 'rfc3986') -> Column:
    """The target of a reference by the document's own algorithm."""
def select(column: _Arrow, /, how: str = 'auto') -> Column:
    """The id of the grammar that reads the text; null where none does."""
def changes(column: _Arrow, /, from_: str, to: str) -> Column:
    """The changes between two grammars: lost, gained, split, normalization."""
def surt(column: _Arrow, /, with_scheme: bool = False, trailing_comma: bool = False, keep_www: bool = False) -> Column:
    """The sort-friendly form by which web archives index URLs."""
def agrees(column: _Arrow, /, grammars: Sequence[str]) -> Column:
    """Whether the accepting grammars find one scheme, userinfo, host and port."""
def vetted(column: _Arrow, /, allow: str, readers: Sequence[str]) -> Column:
    """Whether every reader takes the text to a host of the list; bytes are not vetted."""
def denied(column: _Arrow, /, allow: str, readers: Sequence[str]) -> Column:
    """The reason for which a text is not vetted; null where it is."""
def browser(column: _Arrow, /) -> Column:
    """The URL that a browser makes of the text, its parts, and whether RFC 3986 reads its host."""
def host_type(column: _Arrow, /, grammar: str = 'rfc3986') -> Column:
    """The kind of the host: name, ipv4, ipv6, future or irregular."""
def query_pairs(column: _Arrow, /, grammar: str = 'rfc3986') -> Column:
    """The pairs of the query, decoded and in order."""
def query_value(column: _Arrow, /, name: str, grammar: str = 'rfc3986') -> Column:
    """The first value of a name in the query, decoded."""
def without_params(column: _Arrow, /, names: Sequence[str], grammar: str = 'rfc3986') -> Column:
    """The text without the pairs of these names in its query; a name may end with a star."""
def url_decode(column: _Arrow, /, form: bool = False) -> Column:
    """The text with its percent-encodings decoded; of a form, with spaces for plus signs."""
def to_unicode(column: _Arrow, /) -> Column:
    """The IRI to be shown for a URI, with the host by ToUnicode."""
def to_ascii(column: _Arrow, /) -> Column:
    """The URI to connect to for an IRI, with the host by ToASCII."""
