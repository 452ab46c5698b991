"""Functions for SQL and data frames in Spark.

`with_columns` adds answers to a data frame by `mapInArrow`, in Spark 3.5 and later. It checks the
columns and the arguments before any row is read:

    import urigram.spark
    urigram.spark.with_columns(frame, host=("url", "host", "rfc3986"))

`register` makes every function known to SQL in a line, in Spark 4.1 and later:

    urigram.spark.register(spark)
    spark.sql("select uri_host(url, 'rfc3986') as host, count(*) from crawl group by host")

The workers need the package, too. They run the Python that the variable `PYSPARK_PYTHON` names: set
it to `sys.executable` before the session starts if the package is in an environment of its own.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from .columns import TABLE, plan
from .sql import PREFIX, TYPES, answer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def _spark_type(arrow_type):
    # Spark is imported where it is used, so that this module loads without a session and in every
    # version of Spark.
    from pyspark.sql import types

    if pa.types.is_struct(arrow_type):
        fields = [types.StructField(field.name, _spark_type(field.type)) for field in arrow_type]
        return types.StructType(fields)
    if pa.types.is_list(arrow_type):
        return types.ArrayType(_spark_type(arrow_type.value_type))
    if pa.types.is_boolean(arrow_type):
        return types.BooleanType()
    return types.LongType() if pa.types.is_integer(arrow_type) else types.StringType()


def _udf(name):
    from pyspark.sql.functions import ArrowUDFType, arrow_udf

    def call(*columns):
        return answer(name, *columns)

    call.__name__ = PREFIX + name
    call.__doc__ = TABLE[name]["summary"]
    return arrow_udf(call, _spark_type(TYPES[TABLE[name]["returns"]]), ArrowUDFType.SCALAR)


def register(spark: SparkSession) -> SparkSession:
    """Registers every function as `uri_NAME(url, …)`, and returns the session.

    SQL gives every argument: `uri_host(url, 'rfc3986')`, `uri_resolve(url, base, 'rfc3986')`,
    `uri_agrees(url, array('rfc2396', 'rfc3986'))`, `uri_surt(url, false, false, false)`.
    """
    import pyspark
    import pyspark.sql.functions

    if not hasattr(pyspark.sql.functions, "arrow_udf"):
        raise RuntimeError(
            f"register: Spark {pyspark.__version__} has no Arrow functions for SQL, which came "
            "with 4.1: use urigram.spark.with_columns, which needs 3.5"
        )
    with warnings.catch_warnings():
        # Spark prefers type hints, which cannot be given where the number of columns is data.
        warnings.filterwarnings("ignore", "It is preferred to specify type hints")
        for name in TABLE:
            spark.udf.register(PREFIX + name, _udf(name))
    return spark


def _resolver(frame):
    """Returns a function that gives the position of a column by its name, as Spark finds it."""
    session = frame.sparkSession
    exact = session.conf.get("spark.sql.caseSensitive", "false").lower() == "true"
    fold = (lambda name: name) if exact else str.lower

    def find(name):
        return [at for at, known in enumerate(frame.columns) if fold(known) == fold(name)]

    return find


def _source(frame, find, function, column):
    """Returns the position of the column that a function reads."""
    found = find(column)
    if not found:
        raise ValueError(f"{function}: no column `{column}`; there are {', '.join(frame.columns)}")
    if len(found) > 1:
        raise ValueError(f"{function}: {len(found)} columns are called `{column}`")
    kind = frame.schema.fields[found[0]].dataType.simpleString()
    if kind.split("(")[0] not in ("string", "varchar", "char"):
        raise ValueError(
            f"{function}: the column `{column}` is {kind}: write "
            f"frame.withColumn({column!r}, frame[{column!r}].cast('string')) first"
        )
    return found[0]


def with_columns(frame: DataFrame, **answers: tuple[Any, ...]) -> DataFrame:
    """Adds columns to a data frame: each is the name of a column, a function and its arguments.

    A new column with the name of an old one takes its place, as with Spark's own `withColumns`.
    Every function reads the frame that was given.
    """
    from pyspark.sql.types import StructField, StructType

    find = _resolver(frame)
    fields = list(frame.schema.fields)
    asked = []
    for new, (column, name, *arguments) in answers.items():
        # Plans are checked here; the workers check them again when they arrive.
        checked = plan(name, *arguments)
        if any(argument is ... for argument in arguments):
            raise ValueError(f"{name}: the base has to be a text; a column of bases needs SQL")
        source = _source(frame, find, name, column)
        arrow_type = TYPES[TABLE[name]["returns"]]
        field = StructField(new, _spark_type(arrow_type))
        places = find(new)
        if not places:
            places = [len(fields)]
            fields.append(field)
        for place in places:
            fields[place] = field
            asked.append((place, source, checked, arrow_type))
    names = [field.name for field in fields]

    def answer_batches(batches):
        for batch in batches:
            columns = list(batch.columns) + [None] * (len(names) - batch.num_columns)
            for place, source, made, arrow_type in asked:
                found = pa.array(made(batch.column(source)))
                columns[place] = found.cast(arrow_type)
            yield pa.RecordBatch.from_arrays(columns, names)

    # `mapInArrow` looks every column up by its name, and finds none with a dot in it.
    numbered = frame.toDF(*(f"column{at}" for at in range(len(frame.columns))))
    return numbered.mapInArrow(answer_batches, StructType(fields))
