"""The calls of SQL engines, whose arguments are columns: `uri_host(url, 'rfc3986')`."""

import functools

import pyarrow as pa

from ._urigram import Plan
from .columns import TABLE, components

PREFIX = "uri_"

_WORD = pa.string()
_PAIRS = pa.list_(pa.struct([("name", _WORD), ("value", _WORD)]))

#: The types of results for columns of text.
TYPES = {
    "boolean": pa.bool_(),
    "value": _WORD,
    "word": _WORD,
    "words": pa.list_(_WORD),
    "components": pa.struct([(name, _WORD) for name in components()]),
    "error": pa.struct(
        [("offset", pa.int64()), ("rule", _WORD), ("section", _WORD), ("message", _WORD)]
    ),
    "changes": pa.list_(pa.struct([("kind", _WORD), ("message", _WORD)])),
    "pairs": _PAIRS,
    "browser": pa.struct(
        [
            ("href", _WORD),
            ("scheme", _WORD),
            ("host", _WORD),
            ("host_type", _WORD),
            ("port", pa.int64()),
            ("path", _WORD),
            ("query", _PAIRS),
            ("fragment", _WORD),
            ("agrees", pa.bool_()),
        ]
    ),
}


@functools.lru_cache(maxsize=256)
def _plan(name, arguments):
    given = {key: list(value) if isinstance(value, tuple) else value for key, value in arguments}
    return Plan(name, **given)


def _constant(function, parameter, column):
    """Returns the one value that an argument has in all rows."""
    first = column[0].as_py()
    values = column.unique() if not pa.types.is_nested(column.type) else set(
        tuple(value or ()) for value in column.to_pylist()
    )
    if len(values) != 1 or first is None or (isinstance(first, list) and None in first):
        raise ValueError(f"{function}: {parameter} has to be one text for all rows")
    return tuple(first) if isinstance(first, list) else first


def answer(name, column, *arguments):
    """Answers a call of SQL for a batch: the arguments are columns, in the order of the table."""
    row = TABLE[name]
    if len(column) == 0:
        return pa.array([], TYPES[row["returns"]])
    if len(arguments) > len(row["parameters"]):
        most = len(row["parameters"])
        raise TypeError(f"{name} takes at most {most} arguments after the text")
    given, others = [], []
    for (parameter, kind, _), argument in zip(row["parameters"], arguments):
        if kind == "base":
            given.append((parameter, ...))
            others.append(argument)
        else:
            given.append((parameter, _constant(name, parameter, argument)))
    found = pa.array(_plan(name, tuple(given))(column, *others))
    return found.cast(TYPES[row["returns"]])
