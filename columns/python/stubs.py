"""Prints the stubs that follow from the table of functions, and compares or writes them.

    python stubs.py           compares; status 1 if a stub is stale
    python stubs.py --write   writes

The package has to be installed. Types of a parameter follow from its kind, and of a result from the
package that is asked: a `Column`, a Series, an expression.
"""

import pathlib
import sys

from urigram import columns as columns_module
from urigram.columns import TABLE, python_name

FOLDER = pathlib.Path(__file__).parent / "python" / "urigram"
HEAD = "# Printed by stubs.py from the table of functions. Change columns/arrow/src/function.rs.\n"
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
        if kind == "key":
            shown.append(f"{python_name(name)}: str | None = None")
        elif default is None:
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


def main():
    """Compares or writes the stubs, and returns the status."""
    stale = 0
    for name, text in stubs().items():
        path = FOLDER / name
        if "--write" in sys.argv[1:]:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            print(f"{name} is stale: run `python stubs.py --write`")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
