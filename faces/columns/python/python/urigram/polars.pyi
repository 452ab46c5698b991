# Printed by stubs.py from the table of functions. Change faces/columns/arrow/src/function.rs.
from collections.abc import Sequence

import polars as pl

class UrigramExpr:
    def __init__(self, expr: pl.Expr) -> None: ...
    def accepts(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """Whether the grammar's start rule, or the rule that is named, accepts the whole text."""
    def accepting(self) -> pl.Expr:
        """The ids of the grammars that accept the text, in order of date."""
    def split(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """All components by the grammar's start rule, or the rule that is named; null where the text is rejected."""
    def scheme(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The scheme, without its colon."""
    def authority(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The authority: userinfo, host and port."""
    def userinfo(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The userinfo."""
    def host(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The host, with the brackets of an IPv6 address."""
    def port(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The port, as text: no digit is lost and none is too many."""
    def path(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The path; empty where there is none."""
    def nid(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The namespace identifier of a URN."""
    def nss(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The namespace-specific string of a URN."""
    def r_component(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The r-component of a URN."""
    def q_component(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The q-component of a URN."""
    def query(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The query, without its question mark."""
    def fragment(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The fragment, without its number sign."""
    def error(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Expr:
        """The error by which the grammar's start rule, or the rule that is named, rejects the text; null where it accepts."""
    def normalize(self, grammar: str = 'rfc3986', addresses: bool = False) -> pl.Expr:
        """The normal form by all that the grammar's document says; by RFC 5952, too, if asked."""
    def key(self, grammar: str = 'rfc3986', addresses: bool = False) -> pl.Expr:
        """A text that is equal exactly for texts that the document calls equivalent."""
    def resolve(self, base: str | pl.Expr, grammar: str = 'rfc3986') -> pl.Expr:
        """The target of a reference by the document's own algorithm."""
    def select(self, how: str = 'auto') -> pl.Expr:
        """The id of the grammar that reads the text; null where none does."""
    def changes(self, from_: str, to: str) -> pl.Expr:
        """The changes between two grammars: lost, gained, split, normalization."""
    def surt(self, with_scheme: bool = False, trailing_comma: bool = False, keep_www: bool = False) -> pl.Expr:
        """The sort-friendly form by which web archives index URLs."""
    def agrees(self, grammars: Sequence[str]) -> pl.Expr:
        """Whether the accepting grammars find one scheme, userinfo, host and port."""
    def vetted(self, allow: str, readers: Sequence[str]) -> pl.Expr:
        """Whether every reader takes the text to a host of the list; bytes are not vetted."""
    def denied(self, allow: str, readers: Sequence[str]) -> pl.Expr:
        """The reason for which a text is not vetted; null where it is."""
    def browser(self) -> pl.Expr:
        """The URL that a browser makes of the text, its parts, and whether RFC 3986 reads its host."""
    def host_type(self, grammar: str = 'rfc3986') -> pl.Expr:
        """The kind of the host: name, ipv4, ipv6, future or irregular."""
    def query_pairs(self, grammar: str = 'rfc3986') -> pl.Expr:
        """The pairs of the query, decoded and in order."""
    def query_value(self, name: str, grammar: str = 'rfc3986') -> pl.Expr:
        """The first value of a name in the query, decoded."""
    def without_params(self, names: Sequence[str], grammar: str = 'rfc3986') -> pl.Expr:
        """The text without the pairs of these names in its query; a name may end with a star."""
    def url_decode(self, form: bool = False) -> pl.Expr:
        """The text with its percent-encodings decoded; of a form, with spaces for plus signs."""
    def to_unicode(self) -> pl.Expr:
        """The IRI to be shown for a URI, with the host by ToUnicode."""
    def to_ascii(self) -> pl.Expr:
        """The URI to connect to for an IRI, with the host by ToASCII."""

class UrigramSeries:
    def __init__(self, series: pl.Series) -> None: ...
    def accepts(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """Whether the grammar's start rule, or the rule that is named, accepts the whole text."""
    def accepting(self) -> pl.Series:
        """The ids of the grammars that accept the text, in order of date."""
    def split(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """All components by the grammar's start rule, or the rule that is named; null where the text is rejected."""
    def scheme(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The scheme, without its colon."""
    def authority(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The authority: userinfo, host and port."""
    def userinfo(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The userinfo."""
    def host(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The host, with the brackets of an IPv6 address."""
    def port(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The port, as text: no digit is lost and none is too many."""
    def path(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The path; empty where there is none."""
    def nid(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The namespace identifier of a URN."""
    def nss(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The namespace-specific string of a URN."""
    def r_component(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The r-component of a URN."""
    def q_component(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The q-component of a URN."""
    def query(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The query, without its question mark."""
    def fragment(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The fragment, without its number sign."""
    def error(self, grammar: str = 'rfc3986', rule: str = '') -> pl.Series:
        """The error by which the grammar's start rule, or the rule that is named, rejects the text; null where it accepts."""
    def normalize(self, grammar: str = 'rfc3986', addresses: bool = False) -> pl.Series:
        """The normal form by all that the grammar's document says; by RFC 5952, too, if asked."""
    def key(self, grammar: str = 'rfc3986', addresses: bool = False) -> pl.Series:
        """A text that is equal exactly for texts that the document calls equivalent."""
    def resolve(self, base: str | pl.Series, grammar: str = 'rfc3986') -> pl.Series:
        """The target of a reference by the document's own algorithm."""
    def select(self, how: str = 'auto') -> pl.Series:
        """The id of the grammar that reads the text; null where none does."""
    def changes(self, from_: str, to: str) -> pl.Series:
        """The changes between two grammars: lost, gained, split, normalization."""
    def surt(self, with_scheme: bool = False, trailing_comma: bool = False, keep_www: bool = False) -> pl.Series:
        """The sort-friendly form by which web archives index URLs."""
    def agrees(self, grammars: Sequence[str]) -> pl.Series:
        """Whether the accepting grammars find one scheme, userinfo, host and port."""
    def vetted(self, allow: str, readers: Sequence[str]) -> pl.Series:
        """Whether every reader takes the text to a host of the list; bytes are not vetted."""
    def denied(self, allow: str, readers: Sequence[str]) -> pl.Series:
        """The reason for which a text is not vetted; null where it is."""
    def browser(self) -> pl.Series:
        """The URL that a browser makes of the text, its parts, and whether RFC 3986 reads its host."""
    def host_type(self, grammar: str = 'rfc3986') -> pl.Series:
        """The kind of the host: name, ipv4, ipv6, future or irregular."""
    def query_pairs(self, grammar: str = 'rfc3986') -> pl.Series:
        """The pairs of the query, decoded and in order."""
    def query_value(self, name: str, grammar: str = 'rfc3986') -> pl.Series:
        """The first value of a name in the query, decoded."""
    def without_params(self, names: Sequence[str], grammar: str = 'rfc3986') -> pl.Series:
        """The text without the pairs of these names in its query; a name may end with a star."""
    def url_decode(self, form: bool = False) -> pl.Series:
        """The text with its percent-encodings decoded; of a form, with spaces for plus signs."""
    def to_unicode(self) -> pl.Series:
        """The IRI to be shown for a URI, with the host by ToUnicode."""
    def to_ascii(self) -> pl.Series:
        """The URI to connect to for an IRI, with the host by ToASCII."""
