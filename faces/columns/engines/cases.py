"""The cases of faces/columns/cases.json and verdicts.json, as engines of SQL and data frames ask them."""

import json
import pathlib

from urigram.columns import TABLE

FOLDER = pathlib.Path(__file__).parents[1]
CASES = json.loads((FOLDER / "cases.json").read_text("utf-8"))
VERDICTS = json.loads((FOLDER / "verdicts.json").read_text("utf-8"))["rows"]


def verdicts():
    """Yields the rows of texts by grammar and rule: arguments, inputs, rows."""
    groups = {}
    for row in VERDICTS:
        if isinstance(row["input"], str):
            groups.setdefault((row["grammar"], row.get("rule", "")), []).append(row)
    for (grammar, rule), rows in groups.items():
        yield {"grammar": grammar, "rule": rule}, [row["input"] for row in rows], rows


def present(components):
    """Returns the components that are there."""
    if components is None:
        return None
    return {name: text for name, text in components.items() if text is not None}


def answers():
    """Yields each case of texts: function, arguments, inputs, answers."""
    for case in CASES["answers"]:
        rows = [row for row in case["rows"] if not isinstance(row[0], dict)]
        if rows:
            inputs, wanted = zip(*rows)
            yield case["function"], case["arguments"], list(inputs), list(wanted)


def literal(value, array):
    """Returns a value as SQL writes it; `array` is how the engine writes a list."""
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
