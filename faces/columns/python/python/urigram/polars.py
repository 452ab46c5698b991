"""The name space `.urigram` for expressions and Series of Polars.

>>> import polars as pl
>>> import urigram.polars
>>> frame = pl.DataFrame({"url": ["http://a_b/x", "http://a/", None]})
>>> frame.select(pl.col("url").urigram.host("rfc2396"))["url"].to_list()
[None, 'a', None]
>>> frame["url"].urigram.host().to_list()
['a_b', 'a', None]

An expression has to know the type of its result while it is planned: it takes columns of String,
Categorical and Enum. A Series may be of Binary, too.
"""

import functools

import polars as pl

from ._urigram import Plan
from .columns import TABLE, components, named_arguments, signature

_ERROR = pl.Struct(
    {"offset": pl.Int64, "rule": pl.String, "section": pl.String, "message": pl.String}
)
_PAIRS = pl.List(pl.Struct({"name": pl.String, "value": pl.String}))
_TYPES = {
    "boolean": pl.Boolean,
    "value": pl.String,
    "word": pl.String,
    "words": pl.List(pl.String),
    "components": pl.Struct({name: pl.String for name in components()}),
    "error": _ERROR,
    "changes": pl.List(pl.Struct({"kind": pl.String, "message": pl.String})),
    "pairs": _PAIRS,
    "browser": pl.Struct(
        {
            "href": pl.String,
            "scheme": pl.String,
            "host": pl.String,
            "host_type": pl.String,
            "port": pl.Int64,
            "path": pl.String,
            "query": _PAIRS,
            "fragment": pl.String,
            "agrees": pl.Boolean,
        }
    ),
}


def _series(plan, column, *others):
    return pl.Series(column.name, plan(column, *others))


def _on_texts(plan, function, columns):
    for column in columns:
        if not isinstance(column.dtype, (pl.String, pl.Null, pl.Categorical, pl.Enum)):
            raise TypeError(
                f"{function}: the column {column.name} is {column.dtype}: "
                "cast it to String, or call the function of the Series"
            )
    rows = max(len(column) for column in columns)
    if rows > 1:
        # A literal is one row beside any column.
        columns = [one.new_from_index(0, rows) if len(one) == 1 else one for one in columns]
    return _series(plan, *columns)


def _expression_method(row):
    def call(self, *positional, **named):
        arguments = named_arguments(row, positional, named)
        columns = [self._expr]
        if isinstance(arguments.get("base"), pl.Expr):
            columns.append(arguments["base"])
            arguments["base"] = ...
        plan = Plan(row["name"], **arguments)
        # A function of this module and its arguments: a lazy frame with it can be serialized.
        answer = functools.partial(_on_texts, plan, row["name"])
        return pl.map_batches(
            columns, answer, return_dtype=_TYPES[row["returns"]], is_elementwise=True
        )

    return call


def _series_method(row):
    def call(self, *positional, **named):
        arguments = named_arguments(row, positional, named)
        others = []
        if isinstance(arguments.get("base"), pl.Series):
            others.append(arguments["base"])
            arguments["base"] = ...
        return _series(Plan(row["name"], **arguments), self._series, *others)

    return call


class UrigramExpr:
    """The functions of urigram for an expression."""

    def __init__(self, expr):
        self._expr = expr


class UrigramSeries:
    """The functions of urigram for a Series."""

    def __init__(self, series):
        self._series = series


for _name, _row in TABLE.items():
    for _class, _make in ((UrigramExpr, _expression_method), (UrigramSeries, _series_method)):
        _call = _make(_row)
        _call.__name__ = _name
        _call.__doc__ = _row["summary"]
        _call.__signature__ = signature(_row, ["self"])
        setattr(_class, _name, _call)

pl.api.register_expr_namespace("urigram")(UrigramExpr)
pl.api.register_series_namespace("urigram")(UrigramSeries)
