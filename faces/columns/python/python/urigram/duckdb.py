"""Functions for SQL in DuckDB.

>>> import duckdb
>>> import urigram.duckdb
>>> connection = urigram.duckdb.register(duckdb.connect())
>>> connection.sql("select uri_host('http://a_b/'), uri_host('http://a_b/', 'rfc2396')").fetchall()
[('a_b', None)]
>>> connection.cursor().sql("select uri_surt('http://www.a.org/', true)").fetchall()
[('http://(org,a)/',)]
"""

import duckdb
import pyarrow as pa

from .columns import TABLE
from .sql import PREFIX, TYPES, answer


def _sql_type(arrow_type):
    if pa.types.is_struct(arrow_type):
        fields = ", ".join(f'"{field.name}" {_sql_type(field.type)}' for field in arrow_type)
        return f"STRUCT({fields})"
    if pa.types.is_list(arrow_type):
        return f"{_sql_type(arrow_type.value_type)}[]"
    return {pa.string(): "VARCHAR", pa.bool_(): "BOOLEAN", pa.int64(): "BIGINT"}[arrow_type]


def _function(name):
    return lambda *columns: answer(name, *columns)


# DuckDB drops a function with the connection that registered it, and cursors that are still open
# call it: a segmentation fault. These are never freed.
_FUNCTIONS = {name: _function(name) for name in TABLE}


def register(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Registers every function as `uri_NAME(url, …)`, and returns the connection.

    Arguments at the end may be left out where they have a default: `uri_host(url)` is
    `uri_host(url, 'rfc3986')`. Further: `uri_resolve(url, base)`,
    `uri_agrees(url, ['rfc2396', 'rfc3986'])`, `uri_surt(url, false, false, false)`.

    Every cursor of the database has the functions. Registering again replaces those that this
    connection registered, and changes nothing where another connection did.
    """
    for name, row in TABLE.items():
        try:
            connection.remove_function(PREFIX + name)
        except duckdb.InvalidInputException:
            pass  # This connection did not register it.
        try:
            # DuckDB takes these words; its stubs know only enums, which moved between versions.
            connection.create_function(  # type: ignore[call-overload]
                PREFIX + name,
                _FUNCTIONS[name],
                # Any number of arguments, of any types: `answer` checks them.
                None,
                _sql_type(TYPES[row["returns"]]),
                type="arrow",
                null_handling="special",
            )
        except duckdb.CatalogException:
            pass  # The database has it from another connection.
    return connection
