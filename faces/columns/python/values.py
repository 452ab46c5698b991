"""Prints what follows from `faces/columns/table`: the stub of the package."""

import ast
import pathlib
import re
import tomllib

COLUMNS = pathlib.Path(__file__).resolve().parents[1]
ABOUT = "Printed by python/stubs.py from faces/columns/table. Change it there."

IMPORTS = """\
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from ipaddress import IPv4Address, IPv6Address
from os import PathLike
from pathlib import PurePath
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar, final, overload

from typing_extensions import Self

_T = TypeVar("_T")

"""
ALIASES = """\
_Text: TypeAlias = str | _Identifier
_Datum: TypeAlias = str | int | float | None
_Query: TypeAlias = (
    Mapping[str, _Datum | list[_Datum] | tuple[_Datum, ...] | list[str] | list[int]]
    | Mapping[str, str]
    | Mapping[str, int]
    | Mapping[str, list[str]]
    | Iterable[tuple[str, _Datum]]
)
_Address: TypeAlias = IPv4Address | IPv6Address
"""
ROW = """\
class _Function(TypedDict):
    name: str
    summary: str
    returns: str
    parameters: list[tuple[str, str, str | None]]

"""
#: The decorators of a method by its kind.
DECORATORS = {"class": "@classmethod", "static": "@staticmethod", "overload": "@overload"}


def table():
    """Returns the rows of both files."""
    texts = [COLUMNS / "table" / f"{name}.toml" for name in ("values", "functions")]
    rows = {}
    for path in texts:
        rows |= tomllib.loads(path.read_text("utf-8"))
    return rows


def literal(words):
    return "Literal[" + ", ".join(f'"{word}"' for word in words) + "]"


def wrapped(head, items, tail, indent):
    """Returns a call in one line, with its parameters in one, or with a line for each."""
    line = f"{indent}{head}({', '.join(items)}){tail}\n"
    if len(line) <= 101:
        return line
    inner = f"{indent}    {', '.join(items)}\n"
    if len(inner) > 101:
        inner = "".join(f"{indent}    {one},\n" for one in items)
    return f"{indent}{head}(\n{inner}{indent}){tail}\n"


def split(parameters):
    """Returns the parameters of a list, which may have commas in brackets."""
    return re.findall(r"(?:[^,\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])+", parameters.replace(", ", ","))


def member(row, shared):
    """Returns a member of a value."""
    if len(row) == 2:
        name, returns = row
        return "    @property\n" + wrapped(f"def {name}", ["self"], f" -> {returns}: ...", "    ")
    name, kind, parameters, returns = row
    if kind == "field":
        return f"    {name}: {returns}\n"
    for key, text in shared.items():
        parameters = parameters.replace("{" + key + "}", text)
    first = {"static": [], "class": ["cls"]}.get(kind, ["cls" if name == "__new__" else "self"])
    given = [one.strip().replace(",", ", ") for one in split(parameters)] if parameters else []
    decorator = f"    {DECORATORS[kind]}\n" if kind in DECORATORS else ""
    return decorator + wrapped(f"def {name}", first + given, f" -> {returns}: ...", "    ")


def python_function(row, rows):
    own = row["python"]
    given = [f"{name}: {rows['parameters'][name]}" for name in row["parameters"]]
    for option in own["options"]:
        if option not in ("grammar", "chosen") and "*" not in given:
            given.append("*")
        given.append(rows["options"][option])
    return wrapped(f"def {row['name']}", given, f" -> {own['returns']}: ...", "")


def python_stub():
    """Returns the text of `_urigram.pyi`."""
    rows = table()
    words = rows["words"]
    public = [row["name"] for row in rows["value"] if not row["name"].startswith("_")]
    public += [row["name"] for row in rows["function"]]
    names = sorted([*public, "__version__"])
    out = [f"# {ABOUT}\n", IMPORTS, "__all__ = [\n"]
    out += [f'    "{name}",\n' for name in names]
    out += ["]\n__version__: str\n\n", ALIASES]
    for name, key in [("Level", "levels"), ("Kind", "kinds"), ("BrowserKind", "browser_kinds"),
                      ("Style", "styles")]:
        one = f"_{name}: TypeAlias = {literal(words[key])}"
        if len(one) > 100:
            one = one.replace("Literal[", "Literal[\n    ")[:-1] + "\n]"
        out.append(one + "\n")
    out.append("\n")
    for row in rows["value"]:
        out.append("@final\n" if row.get("final") else "")
        out.append(f"class {row['name']}" + (f"({row['of']})" if "of" in row else "") + ":\n")
        out += [member(one, rows["shared"]) for one in row["members"]]
        out.append("\n")
    out.append(ROW)
    out += [python_function(row, rows) for row in rows["function"]]
    return "".join(out)


def wrong_exceptions():
    """Returns sentences about exceptions of Python that are not those of the table."""
    source = (COLUMNS / "python/python/urigram/errors.py").read_text("utf-8")
    classes = {one.name: one for one in ast.parse(source).body if isinstance(one, ast.ClassDef)}
    wrong = []
    for row in table()["error"]:
        wanted = {one["name"]: one["python"] for one in row["fields"]}
        body = classes[row["python"]].body
        typed = {one.target.id: ast.unparse(one.annotation)
                 for one in body if isinstance(one, ast.AnnAssign)}
        [names] = [ast.literal_eval(one.value) for one in body if isinstance(one, ast.Assign)]
        if typed != wanted or set(names) != set(wanted):
            wrong.append(f"errors.py: {row['python']} is not the row of the table: {wanted}")
    return wrong
