"""Functions for SQL in DuckDB.

>>> import duckdb
>>> import urigram.duckdb
>>> connection = urigram.duckdb.register(duckdb.connect())
>>> connection.sql("select uri_host('http://a_b/'), uri_host('http://a_b/', 'rfc2396')").fetchall()
[('a_b', None)]
"""

import inspect

import duckdb
import pyarrow as pa

from .columns import TABLE
from .sql import PREFIX, TYPES, answer

#: The prefix of the functions that the macros call with every argument.
_RAW = "_" + PREFIX
_PARAMETERS = {"grammars": "VARCHAR[]", "names": "VARCHAR[]", "flag": "BOOLEAN"}


def _sql_type(arrow_type):
    if pa.types.is_struct(arrow_type):
        fields = ", ".join(f'"{field.name}" {_sql_type(field.type)}' for field in arrow_type)
        return f"STRUCT({fields})"
    if pa.types.is_list(arrow_type):
        return f"{_sql_type(arrow_type.value_type)}[]"
    return {pa.string(): "VARCHAR", pa.bool_(): "BOOLEAN", pa.int64(): "BIGINT"}[arrow_type]


def _function(name):
    def call(*columns):
        return answer(name, *columns)

    # DuckDB counts the parameters of a function.
    names = ["column", *(parameter for parameter, _, _ in TABLE[name]["parameters"])]
    of_position = inspect.Parameter.POSITIONAL_ONLY
    parameters = [inspect.Parameter(one, of_position) for one in names]
    call.__signature__ = inspect.Signature(parameters)
    return call


def _default(kind, default):
    """Returns the SQL of a parameter that is left out; None if it has to be given."""
    if default is None:
        return None
    return default if kind == "flag" else f"'{default}'"


def _macro(name, row):
    """Returns the statement for the macro that users call: one form for each number of arguments.

    DuckDB's functions in Python take every argument. A macro with several forms takes the defaults
    of the table for those that are left out.
    """
    parameters = row["parameters"]
    forms = []
    for count in range(len(parameters) + 1):
        rest = [_default(kind, default) for _, kind, default in parameters[count:]]
        if None not in rest:
            named = [f'"{PREFIX}{parameter}"' for parameter, _, _ in parameters[:count]]
            given = ", ".join(['"uri_column"', *named])
            call = ", ".join(['"uri_column"', *named, *rest])
            forms.append(f"({given}) as {_RAW}{name}({call})")
    return f"create or replace temp macro {PREFIX}{name} {', '.join(forms)}"


def register(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Registers every function as `uri_NAME(url, …)`, and returns the connection.

    Arguments at the end may be left out where they have a default: `uri_host(url)` is
    `uri_host(url, 'rfc3986')`. Further: `uri_resolve(url, base)`,
    `uri_agrees(url, ['rfc2396', 'rfc3986'])`, `uri_surt(url, false, false, false)`. Registering
    again replaces.
    """
    for name, row in TABLE.items():
        kinds = [kind for _, kind, _ in row["parameters"]]
        try:
            connection.remove_function(_RAW + name)
        except duckdb.InvalidInputException:
            pass  # It was not registered here.
        # DuckDB takes these words; its stubs know only enums, which have moved between versions.
        connection.create_function(  # type: ignore[call-overload]
            _RAW + name,
            _function(name),
            ["VARCHAR", *(_PARAMETERS.get(kind, "VARCHAR") for kind in kinds)],
            _sql_type(TYPES[row["returns"]]),
            type="arrow",
            null_handling="special",
        )
        connection.execute(_macro(name, row))
    return connection
