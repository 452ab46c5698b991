# Printed by stubs.py from the table of functions. Change faces/columns/arrow/src/function.rs.
from collections.abc import Sequence
from typing import Any

import pandas as pd

class UrigramSeries:
    def __init__(self, series: pd.Series[Any]) -> None: ...
    def accepts(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """Whether the grammar's start rule, or the rule that is named, accepts the whole text."""
    def accepting(self) -> pd.Series[Any]:
        """The ids of the grammars that accept the text, in order of date."""
    def split(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """All components by the grammar's start rule, or the rule that is named; null where the text is rejected."""
    def scheme(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The scheme, without its colon."""
    def authority(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The authority: userinfo, host and port."""
    def userinfo(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The userinfo."""
    def host(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The host, with the brackets of an IPv6 address."""
    def port(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The port, as text: no digit is lost and none is too many."""
    def path(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The path; empty where there is none."""
    def nid(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The namespace identifier of a URN."""
    def nss(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The namespace-specific string of a URN."""
    def r_component(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The r-component of a URN."""
    def q_component(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The q-component of a URN."""
    def query(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The query, without its question mark."""
    def fragment(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The fragment, without its number sign."""
    def error(self, grammar: str = 'rfc3986', rule: str = '') -> pd.Series[Any]:
        """The error by which the grammar's start rule, or the rule that is named, rejects the text; null where it accepts."""
    def normalize(self, grammar: str = 'rfc3986', addresses: bool = False) -> pd.Series[Any]:
        """The normal form by all that the grammar's document says; by RFC 5952, too, if asked."""
    def key(self, grammar: str = 'rfc3986', addresses: bool = False) -> pd.Series[Any]:
        """A text that is equal exactly for texts that the document calls equivalent."""
    def resolve(self, base: str | pd.Series[Any], grammar: str = 'rfc3986') -> pd.Series[Any]:
        """The target of a reference by the document's own algorithm."""
    def select(self, how: str = 'auto') -> pd.Series[Any]:
        """The id of the grammar that reads the text; null where none does."""
    def changes(self, from_: str, to: str) -> pd.Series[Any]:
        """The changes between two grammars: lost, gained, split, normalization."""
    def surt(self, with_scheme: bool = False, trailing_comma: bool = False, keep_www: bool = False) -> pd.Series[Any]:
        """The sort-friendly form by which web archives index URLs."""
    def agrees(self, grammars: Sequence[str]) -> pd.Series[Any]:
        """Whether the accepting grammars find one scheme, userinfo, host and port."""
    def vetted(self, allow: str, readers: Sequence[str]) -> pd.Series[Any]:
        """Whether every reader takes the text to a host of the list; bytes are not vetted."""
    def denied(self, allow: str, readers: Sequence[str]) -> pd.Series[Any]:
        """The reason for which a text is not vetted; null where it is."""
    def browser(self) -> pd.Series[Any]:
        """The URL that a browser makes of the text, its parts, and whether RFC 3986 reads its host."""
    def host_type(self, grammar: str = 'rfc3986') -> pd.Series[Any]:
        """The kind of the host: name, ipv4, ipv6, future or irregular."""
    def query_pairs(self, grammar: str = 'rfc3986') -> pd.Series[Any]:
        """The pairs of the query, decoded and in order."""
    def query_value(self, name: str, grammar: str = 'rfc3986') -> pd.Series[Any]:
        """The first value of a name in the query, decoded."""
    def without_params(self, names: Sequence[str], grammar: str = 'rfc3986') -> pd.Series[Any]:
        """The text without the pairs of these names in its query; a name may end with a star."""
    def url_decode(self, form: bool = False) -> pd.Series[Any]:
        """The text with its percent-encodings decoded; of a form, with spaces for plus signs."""
    def to_unicode(self) -> pd.Series[Any]:
        """The IRI to be shown for a URI, with the host by ToUnicode."""
    def to_ascii(self) -> pd.Series[Any]:
        """The URI to connect to for an IRI, with the host by ToASCII."""
