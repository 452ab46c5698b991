"""The formats of JSON Schema for identifiers, by the documents that define them.

For the package `jsonschema`:

>>> import jsonschema
>>> from urigram.jsonschema import format_checker
>>> schema = {"type": "string", "format": "uri"}
>>> jsonschema.validate("http://[::1]/", schema, format_checker=format_checker())
>>> try:
...     jsonschema.validate("http://[::12345]/", schema, format_checker=format_checker())
... except jsonschema.ValidationError as error:
...     print(error.message)
...     print(error.cause)
'http://[::12345]/' is not a 'uri'
`5` is not allowed in an IP address in brackets (byte 14, ...

For others, `FORMATS` has a function from a text to a bool for each format: `fastjsonschema` takes
it as `formats`.
"""

import re

from . import Iri, IriRef, ParseError, Uri, UriRef

# RFC 6901, 3. A text of Python can hold a lone surrogate, which is not a character.
_POINTER = re.compile("(?:/(?:[^/~\ud800-\udfff]|~[01])*)*")


class _Pointer:
    def __new__(cls, text):
        read = _POINTER.match(text).end()
        if read == len(text):
            return text
        # Within a token, what follows `~` is wrong.
        at = read + 1 if read > 0 and text[read] == "~" else read
        message = f"character {at} of the JSON Pointer is not allowed (RFC 6901, 3)"
        raise ParseError(
            message,
            input=text,
            index=at,
            offset=len(text[:at].encode("utf-8", "surrogatepass")),
            section="3",
            diagnosis=message,
        )


_TYPES = {
    "uri": Uri,
    "uri-reference": UriRef,
    "iri": Iri,
    "iri-reference": IriRef,
    "json-pointer": _Pointer,
}


def _parses(kind):
    def check(value):
        # A format says nothing of values that are no texts (JSON Schema Validation, 7.2).
        if isinstance(value, str):
            kind(value)
        return True

    return check


def _accepts(kind):
    def accepts(value):
        try:
            return _parses(kind)(value)
        except ParseError:
            return False

    return accepts


#: For each format, a function that returns whether a value has it; a value that is not text has.
FORMATS = {name: _accepts(kind) for name, kind in _TYPES.items()}


def register(checker):
    """Puts the five formats into a `jsonschema.FormatChecker` in place of its own, and returns it.

    The cause of a validation error is the ParseError, with offset, rule and section.
    """
    for name, kind in _TYPES.items():
        checker.checks(name, raises=ParseError)(_parses(kind))
    return checker


def format_checker():
    """Returns a `jsonschema.FormatChecker` that knows these five formats and its own others."""
    import jsonschema

    return register(jsonschema.FormatChecker())
