"""Prints the stubs, declarations and reference that follow from the package and its tables.

    python stubs.py           compares; status 1 if a file is stale
    python stubs.py --write   writes

The package has to be installed. Types of a parameter follow from its kind, and of a result from the
package that is asked: a `Column`, a Series, an expression.
"""

import inspect
import pathlib
import sys
import textwrap

import urigram
from urigram import columns as columns_module
from urigram.columns import TABLE, python_name

import values

FOLDER = pathlib.Path(__file__).parent / "python" / "urigram"
HEAD = "# Printed by stubs.py from the table of functions. Change faces/columns/arrow/src/function.rs.\n"
TYPES = {"grammars": "Sequence[str]", "names": "Sequence[str]", "flag": "bool"}

COLUMNS = '''from collections.abc import Sequence
from inspect import Signature
from typing import Any, Protocol, TypeAlias

from ._urigram import Column, Plan
from ._urigram import _Function as _Row

class _Array(Protocol):
    def __arrow_c_array__(
        self, requested_schema: Any = None
    ) -> tuple[Any, Any]: ...

class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

_Arrow: TypeAlias = _Array | _Stream

TABLE: dict[str, _Row]
__all__ = [
NAMES]

def python_name(parameter: str) -> str: ...
def named_arguments(
    function: _Row, positional: Sequence[Any], named: dict[str, Any]
) -> dict[str, Any]: ...
def signature(row: _Row, first: Sequence[str]) -> Signature: ...
def plan(name: str, /, *positional: Any, **named: Any) -> Plan: ...
def is_column(value: object) -> bool: ...
def components() -> list[str]: ...

'''

POLARS = '''from collections.abc import Sequence

import polars as pl

'''

PANDAS = '''from collections.abc import Sequence
from typing import Any

import pandas as pd

'''


def parameters(row, base):
    """Returns the parameters of a function as a stub has them."""
    shown = []
    for name, kind, default in row["parameters"]:
        type_name = f"str | {base}" if kind == "base" else TYPES.get(kind, "str")
        if default is None:
            shown.append(f"{python_name(name)}: {type_name}")
        else:
            value = default.capitalize() if kind == "flag" else repr(default)
            shown.append(f"{python_name(name)}: {type_name} = {value}")
    return shown


def function(name, first, row, base, result, indent=""):
    """Returns a function of a stub, with its documentation."""
    given = ", ".join([first, *parameters(row, base)])
    return (
        f"{indent}def {name}({given}) -> {result}:\n"
        f'{indent}    """{row["summary"]}"""\n'
    )


def accessor(name, of, kind, result):
    """Returns the class of an accessor."""
    body = "".join(function(n, "self", row, kind, result, "    ") for n, row in TABLE.items())
    return f"class {name}:\n    def __init__(self, {of}: {kind}) -> None: ...\n{body}\n"


def stubs():
    """Returns the text of each stub by its name."""
    names = "".join(f'    "{name}",\n' for name in columns_module.__all__)
    columns = "".join(
        function(name, "column: _Arrow, /", row, "_Arrow", "Column") for name, row in TABLE.items()
    )
    expressions = accessor("UrigramExpr", "expr", "pl.Expr", "pl.Expr")
    series = accessor("UrigramSeries", "series", "pl.Series", "pl.Series")
    frames = accessor("UrigramSeries", "series", "pd.Series[Any]", "pd.Series[Any]")
    head = COLUMNS.replace("NAMES", names)
    return {
        "columns.pyi": HEAD + head + columns,
        "polars.pyi": (HEAD + POLARS + expressions + series).rstrip("\n") + "\n",
        "pandas.pyi": (HEAD + PANDAS + frames).rstrip("\n") + "\n",
    }


PAGE = """\
# Reference

Printed by `stubs.py` from the package: what `help()` says, on one page. COOKBOOK.md has tasks.

A text is a `str` or a value. `grammar` is the id of a document or a practice (`rfc3986`, `whatwg`;
`urigram.grammars()` lists the documents), and `reading` is `corrected` or `printed`.
"""
#: Members that every value has by the language, in one line.
LANGUAGE = """\
Values are compared, ordered and hashed as their texts, each with values of its own type. `str`
gives the text, `repr` masks a password. They are copied, pickled, formatted, matched, and fields of
models of pydantic.
"""


def sentence(documented, name):
    """Returns the documentation of a member as one paragraph; nothing may be without."""
    text = inspect.getdoc(documented)
    if not text:
        raise SystemExit(f"{name} has no documentation")
    return " ".join(text.split())


def shown(name, member, of):
    """Returns a member as it is written in a program."""
    try:
        given = inspect.signature(member)
    except (TypeError, ValueError):
        return name
    parameters = [one for one in given.parameters.values() if one.name not in ("self", "cls")]
    return f"{of}{name}{given.replace(parameters=parameters)}"


def members(kind):
    """Returns the public members of a class with their lines of a table, by name."""
    return {
        name: f"| `{shown(name, member, '')}` | {sentence(member, name)} |"
        for name, member in inspect.getmembers(kind)
        if not name.startswith("_")
    }


def paragraph(text, indent=""):
    return textwrap.fill(text, 100, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False)


def table(rows):
    return "| | |\n| --- | --- |\n" + "".join(row + "\n" for row in rows)


def reference():
    """Returns the text of the page."""
    located = [urigram.Uri, urigram.UriRef, urigram.Iri, urigram.IriRef]
    of_each = {kind: members(kind) for kind in located}
    in_all = [name for name in of_each[urigram.Uri] if all(name in of for of in of_each.values())]
    out = [PAGE, "## Uri, UriRef, Iri, IriRef\n"]
    for kind in located:
        out.append(paragraph(f"* `{kind.__name__}`: {sentence(kind, kind.__name__)}", "  "))
    out += ["", LANGUAGE, "In all four:\n", table(of_each[urigram.Uri][name] for name in in_all)]
    for kind, own in of_each.items():
        rows = [row for name, row in own.items() if name not in in_all]
        out += [f"`{kind.__name__}` alone, or with others:\n", table(rows)]
    others = [
        kind
        for name in urigram.__all__
        if inspect.isclass(kind := getattr(urigram, name))
        and kind not in located
        and not issubclass(kind, Exception)
    ]
    for kind in others:
        out += [f"## {kind.__name__}\n", paragraph(sentence(kind, kind.__name__)), ""]
        rows = members(kind).values()
        out += [table(rows)] if rows else []
    functions = [name for name in urigram.__all__ if inspect.isroutine(getattr(urigram, name))]
    rows = [
        f"| `{shown(name, getattr(urigram, name), 'urigram.')}` "
        f"| {sentence(getattr(urigram, name), name)} |"
        for name in functions
    ]
    out += ["## Functions\n", table(rows), "## Exceptions\n", "Each is a `ValueError`.\n"]
    for name in urigram.__all__:
        kind = getattr(urigram, name)
        if inspect.isclass(kind) and issubclass(kind, Exception):
            fields = ", ".join(f"`{field}`" for field in kind._names)
            first = inspect.getdoc(kind).split("\n\n")[0]
            item = f"* `{name}`: {' '.join(first.split())} Fields: {fields}."
            out.append(paragraph(item, "  "))
    out += ["", "## Columns\n", COLUMNS_PAGE]
    rows = []
    for name, row in TABLE.items():
        given = ", ".join(parameters(row, "column"))
        call = f"{name}({given})".replace("|", "\\|")
        rows.append(f"| `{call}` | {row['returns']} | {row['summary']} |")
    out.append("| | gives | |\n| --- | --- | --- |\n" + "".join(row + "\n" for row in rows))
    return "\n".join(out).rstrip("\n") + "\n"


COLUMNS_PAGE = """\
`urigram.columns.NAME(column, …)`, `.urigram.NAME(…)` of Series and expressions of Polars and of
Series of pandas, `uri_NAME(column, …)` in SQL of DuckDB and Spark. A `value` has the type of the
column, a `word` is a text, `pairs` are a list of `name` and `value`.
"""


def main():
    """Compares or writes the files, and returns the status."""
    stale = 0
    for wrong in values.wrong_exceptions():
        print(wrong)
        stale = 1
    of_values = {"_urigram.pyi": values.python_stub()}
    for name, text in (stubs() | of_values | {"../../REFERENCE.md": reference()}).items():
        path = FOLDER / name
        if "--write" in sys.argv[1:]:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            print(f"{name} is stale: run `python stubs.py --write`")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
