"""The accessor `.urigram` for Series of pandas.

>>> import pandas as pd
>>> import urigram.pandas
>>> frame = pd.DataFrame({"url": ["http://b/", "http://a/", None]}).sort_values("url")
>>> frame["host"] = frame["url"].urigram.host()
>>> frame["host"].dropna().to_dict()
{1: 'a', 0: 'b'}

The answer is a Series with the index and the name of the Series that was asked, so that it can be
assigned to a sorted, filtered or grouped frame. Texts, bytes and categories are read; a missing
value gives a missing value.
"""

import pandas as pd
import pyarrow as pa

from ._urigram import Plan
from .columns import TABLE, named_arguments, signature


def _arrow(series, function):
    """Returns the values of a Series in its order, as Arrow."""
    name = series.name if series.name is not None else "without a name"
    try:
        column = pa.array(series.array, from_pandas=True)
    except (TypeError, pa.ArrowInvalid) as error:
        message = f"{function}: the Series {name} has values of several types: {error}"
        raise TypeError(message) from error
    if pa.types.is_null(column.type):
        return column.cast(pa.string())
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    texts = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    octets = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view)
    if not any(has(kind) for has in (*texts, *octets)):
        raise TypeError(f"{function}: the Series {name} is {kind}: it has to be texts or bytes")
    return column


def _method(row):
    def call(self, *positional, **named):
        series = self._series
        arguments = named_arguments(row, positional, named)
        columns = [_arrow(series, row["name"])]
        base = arguments.get("base")
        if isinstance(base, pd.Series):
            # By position where both come from one frame; never by position against the index.
            if not base.index.equals(series.index):
                raise ValueError(
                    f"{row['name']}: the base has another index than the Series: "
                    "take both from one frame, or write base.reindex(series.index)"
                )
            columns.append(_arrow(base, row["name"]))
            arguments["base"] = ...
        found = pa.chunked_array(Plan(row["name"], **arguments)(*columns))
        values = pd.arrays.ArrowExtensionArray(found)
        return pd.Series(values, index=series.index, name=series.name)

    call.__name__ = call.__qualname__ = row["name"]
    call.__doc__ = row["summary"]
    call.__signature__ = signature(row, ["self"])
    return call


@pd.api.extensions.register_series_accessor("urigram")
class UrigramSeries:
    """The functions of urigram for a Series."""

    def __init__(self, series):
        self._series = series


for _name, _row in TABLE.items():
    setattr(UrigramSeries, _name, _method(_row))
