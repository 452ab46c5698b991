"""Functions for SQL and data frames in Spark 4.1 and later.

`register` makes every function known to SQL in a line:

    import urigram.spark
    urigram.spark.register(spark)
    spark.sql("select uri_host(url, 'rfc3986') as host, count(*) from crawl group by host")

`with_columns` adds answers to a data frame by `mapInArrow`, and checks the arguments before any row
is read:

    urigram.spark.with_columns(frame, host=("url", "host", "rfc3986"))
"""

import warnings

import pyarrow as pa
from pyspark.sql.functions import ArrowUDFType, arrow_udf

from .columns import TABLE, named_arguments, plan
from .sql import PREFIX, TYPES, answer


def _ddl(arrow_type):
    if pa.types.is_struct(arrow_type):
        fields = ", ".join(f"`{field.name}`: {_ddl(field.type)}" for field in arrow_type)
        return f"struct<{fields}>"
    if pa.types.is_list(arrow_type):
        return f"array<{_ddl(arrow_type.value_type)}>"
    return {pa.string(): "string", pa.bool_(): "boolean", pa.int64(): "bigint"}[arrow_type]


def _udf(name):
    def call(*columns):
        return answer(name, *columns)

    call.__name__ = PREFIX + name
    call.__doc__ = TABLE[name]["summary"]
    return arrow_udf(call, _ddl(TYPES[TABLE[name]["returns"]]), ArrowUDFType.SCALAR)


def register(spark):
    """Registers every function as `uri_NAME(url, …)`, and returns the session.

    SQL gives every argument: `uri_host(url, 'rfc3986')`, `uri_resolve(url, base, 'rfc3986')`,
    `uri_agrees(url, array('rfc2396', 'rfc3986'))`, `uri_surt(url, false, false, false)`,
    `uri_parse_url(url, 'HOST', cast(null as string))`: a key of null is none.
    """
    with warnings.catch_warnings():
        # Spark prefers type hints, which cannot be given where the number of columns is data.
        warnings.filterwarnings("ignore", "It is preferred to specify type hints")
        for name in TABLE:
            spark.udf.register(PREFIX + name, _udf(name))
    return spark


def with_columns(frame, **answers):
    """Adds columns to a data frame: each is the name of a column, a function and its arguments."""
    asked = {}
    for new, (column, name, *arguments) in answers.items():
        # Plans are checked here and made again by the workers, which have no copy of them.
        plan(name, *arguments)
        asked[new] = (column, name, named_arguments(TABLE[name], arguments, {}))

    def answer_batches(batches):
        plans = {new: plan(name, **named) for new, (_, name, named) in asked.items()}
        for batch in batches:
            for new, (column, name, _) in asked.items():
                found = pa.array(plans[new](batch.column(column)))
                batch = batch.append_column(new, found.cast(TYPES[TABLE[name]["returns"]]))
            yield batch

    types = {new: _ddl(TYPES[TABLE[name]["returns"]]) for new, (_, name, _) in asked.items()}
    added = [f"`{new}` {type_name}" for new, type_name in types.items()]
    known = [f"`{field.name}` {field.dataType.simpleString()}" for field in frame.schema.fields]
    return frame.mapInArrow(answer_batches, ", ".join([*known, *added]))
