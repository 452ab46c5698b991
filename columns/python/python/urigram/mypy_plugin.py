"""A plugin for mypy: `Uri("http://exa mple/")` is an error before the program runs.

In the configuration of mypy:

    [mypy]
    plugins = urigram.mypy_plugin

Literals, and constants that are `Final`, are checked in calls of `Uri`, `UriRef`, `Iri`, `IriRef`,
`Urn`, `Template`, of `parse` and `parse_by`, and of the functions of `urigram.literals`.
"""

from collections.abc import Callable
from typing import Any

from mypy.nodes import Context, Expression, StrExpr
from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.types import Instance, LiteralType, NoneType, Type, get_proper_type

import urigram

_VALUES = ("Uri", "UriRef", "Iri", "IriRef", "Urn", "Template")
_LITERALS = {
    "uri": "Uri",
    "uri_ref": "UriRef",
    "iri": "Iri",
    "iri_ref": "IriRef",
    "urn": "Urn",
    "template": "Template",
}
_CHECKS = {
    **{f"urigram._urigram.{name}": name for name in (*_VALUES, "parse", "parse_by")},
    **{f"urigram.literals.{name}": of for name, of in _LITERALS.items()},
}


def _literal(kind: Type) -> object:
    """Returns the value that a type has alone; the type itself if it has several."""
    proper = get_proper_type(kind)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    if isinstance(proper, LiteralType):
        return proper.value
    return None if isinstance(proper, NoneType) else proper


def _given(context: FunctionContext | MethodContext) -> dict[str, tuple[Expression, object]]:
    """Returns the arguments by the names of their parameters, with the values that are known."""
    found = {}
    for name, args, kinds in zip(context.callee_arg_names, context.args, context.arg_types):
        if name is not None and len(args) == 1:
            found[name] = (args[0], _literal(kinds[0]))
    return found


def _place(path: str, text: Expression, error: urigram.ParseError) -> Context:
    """Returns the place of an error: its character, where the literal is written without escapes,
    else the literal."""
    place = Context(text.line, text.column)
    place.end_line, place.end_column = text.end_line, text.end_column
    if isinstance(text, StrExpr):
        try:
            with open(path, encoding="utf-8") as source:
                line = source.read().split("\n")[text.line - 1]
        except (OSError, UnicodeDecodeError, IndexError):
            return place
        # mypy counts bytes of UTF-8 in a line.
        written = line.encode()[text.column :].decode("utf-8", "replace")
        if written[:1] in ("'", '"') and written[1:].startswith(text.value):
            place.column = text.column + 1 + error.byte_offset
            place.end_column = place.column + 1
    return place


def _check(context: FunctionContext | MethodContext, name: str) -> Type:
    given = _given(context)
    text, value = given.get("text", (None, None))
    if text is None or not isinstance(value, str):
        return context.default_return_type
    options: dict[str, Any] = {}
    for option in ("grammar", "reading"):
        if option in given:
            known = given[option][1]
            if not (known is None or isinstance(known, str)):
                return context.default_return_type
            options[option] = known
    if name == "parse_by":
        call: Callable[[], object] = lambda: urigram.parse(value, **options)
    else:
        call = lambda: getattr(urigram, name)(value, **options)
    try:
        call()
    except urigram.ParseError as error:
        path = str(getattr(context.api, "path", ""))
        context.api.fail(str(error), _place(path, text, error))
    except ValueError as error:
        context.api.fail(str(error), text)
    return context.default_return_type


class UrigramPlugin(Plugin):
    """Checks literals."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Returns the check of a call."""
        name = _CHECKS.get(fullname)
        return None if name is None else lambda context: _check(context, name)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Returns the check of `Uri.parse_by`."""
        owner, _, method = fullname.rpartition(".")
        name = owner.removeprefix("urigram._urigram.")
        if method != "parse_by" or name not in _VALUES:
            return None
        return lambda context: _check(context, name)


def plugin(version: str) -> type[Plugin]:
    """Returns the plugin, for mypy."""
    return UrigramPlugin
