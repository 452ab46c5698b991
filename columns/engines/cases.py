"""The cases of columns/cases.json, as engines of SQL and data frames ask them."""

import json
import pathlib

from urigram.columns import TABLE

CASES = json.loads((pathlib.Path(__file__).parents[1] / "cases.json").read_text("utf-8"))


def answers():
    """Yields each case of texts: function, arguments, inputs, answers."""
    for case in CASES["answers"]:
        rows = [row for row in case["rows"] if not isinstance(row[0], dict)]
        if rows:
            inputs, wanted = zip(*rows)
            yield case["function"], case["arguments"], list(inputs), list(wanted)


def literal(value, array):
    """Returns a value as SQL writes it; `array` is how the engine writes a list."""
    if value is None:
        return "cast(null as string)"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return array.format(", ".join(literal(one, array) for one in value))
    return "'" + value.replace("'", "''") + "'"


def sql_call(function, arguments, array, column="url", base=None):
    """Returns the call of a function, with every argument in the order of the table."""
    given = [column]
    for name, kind, default in TABLE[function]["parameters"]:
        if kind == "base" and base:
            given.append(base)
        else:
            value = arguments.get(name, kind != "flag" and default)
            given.append(literal(value, array))
    return f"uri_{function}({', '.join(given)})"
