"""Constants that are checked when the module is imported, and made once.

>>> from urigram.literals import uri
>>> HOME = uri("https://example.org/")
>>> uri("https://example.org/") is HOME
True
>>> uri("https://exa mple.org/")
Traceback (most recent call last):
urigram.errors.ParseError: a space is not allowed at byte 11 of a `URI` ...

A wrong constant fails where it is written, as soon as anything imports the module. With the plugin
`urigram.mypy_plugin` a type checker says so before.
"""

import functools

from . import Iri, IriRef, Template, Uri, UriRef, Urn

# No program has infinitely many literals: they are in its source.
_cached = functools.lru_cache(maxsize=None)


@_cached
def uri(text, grammar=None):
    """Returns the Uri of a literal."""
    return Uri(text, grammar)


@_cached
def uri_ref(text, grammar=None):
    """Returns the UriRef of a literal."""
    return UriRef(text, grammar)


@_cached
def iri(text, grammar=None):
    """Returns the Iri of a literal."""
    return Iri(text, grammar)


@_cached
def iri_ref(text, grammar=None):
    """Returns the IriRef of a literal."""
    return IriRef(text, grammar)


@_cached
def urn(text, grammar=None):
    """Returns the Urn of a literal."""
    return Urn(text, grammar)


@_cached
def template(text):
    """Returns the Template of a literal."""
    return Template(text)
