"""Functions for SQL in DuckDB.

>>> import duckdb
>>> import urigram.duckdb
>>> connection = urigram.duckdb.register(duckdb.connect())
>>> connection.sql("select uri_host('http://a_b/', 'rfc3986')").fetchall()
[('a_b',)]
"""

import inspect

import pyarrow as pa

from .columns import TABLE
from .sql import PREFIX, TYPES, answer

_PARAMETERS = {"grammars": "VARCHAR[]", "flag": "BOOLEAN"}


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


def register(connection):
    """Registers every function as `uri_NAME(url, …)`, and returns the connection.

    SQL gives every argument: `uri_host(url, 'rfc3986')`, `uri_resolve(url, base, 'rfc3986')`,
    `uri_agrees(url, ['rfc2396', 'rfc3986'])`, `uri_surt(url, false, false, false)`,
    `uri_parse_url(url, 'HOST', null)`: a key of null is none.
    """
    for name, row in TABLE.items():
        kinds = [kind for _, kind, _ in row["parameters"]]
        connection.create_function(
            PREFIX + name,
            _function(name),
            ["VARCHAR", *(_PARAMETERS.get(kind, "VARCHAR") for kind in kinds)],
            _sql_type(TYPES[row["returns"]]),
            type="arrow",
            null_handling="special",
        )
    return connection
