"""Functions over columns, by the Arrow PyCapsule interface.

A column is any object with `__arrow_c_array__` or `__arrow_c_stream__`: an array of pyarrow, a
Series of Polars or of pandas. So is the answer. It has no index, so ask Series of pandas by
`urigram.pandas`. Each function is a row of `TABLE`; its arguments are checked before a column is
read.

>>> import pyarrow as pa
>>> from urigram import columns
>>> urls = pa.array(["http://a_b/", None, "not a url"])
>>> pa.array(columns.host(urls, "rfc3986")).to_pylist()
['a_b', None, None]
>>> columns.host(urls, "rfc3968")
Traceback (most recent call last):
ValueError: host: grammar = `rfc3968`: no such grammar; did you mean `rfc3986`?
"""

import inspect
import keyword

from ._urigram import Column, Plan, component_names, functions


def python_name(parameter):
    """Returns the name of a parameter in Python: `from_` for `from`, which is a keyword."""
    return parameter + "_" if keyword.iskeyword(parameter) else parameter


def named_arguments(function, positional, named):
    """Returns the arguments of a call by name: those without one in the order of the table."""
    named = {name.removesuffix("_"): value for name, value in named.items()}
    names = [parameter[0] for parameter in function["parameters"]]
    if len(positional) > len(names):
        raise TypeError(f"{function['name']} takes {len(names)} arguments after the column")
    by_position = dict(zip(names, positional))
    twice = sorted(by_position.keys() & named.keys())
    if twice:
        raise TypeError(f"{function['name']}: {twice[0]} is given twice")
    return by_position | named


def signature(row, first):
    """Returns the signature of a function of the table, after parameters of its caller.

    A flag may be left out, as all that has a default. `help` and editors show it.
    """
    given = [inspect.Parameter(one, inspect.Parameter.POSITIONAL_ONLY) for one in first]
    for name, kind, default in row["parameters"]:
        if default is None:
            shown = inspect.Parameter.empty
        else:
            shown = default == "true" if kind == "flag" else default
        position = inspect.Parameter.POSITIONAL_OR_KEYWORD
        given.append(inspect.Parameter(python_name(name), position, default=shown))
    return inspect.Signature(given)


def plan(name, /, *positional, **named):
    """Checks a function and its arguments, and returns a plan, to be called with columns."""
    row = TABLE.get(name)
    if row is None:
        return Plan(name)
    return Plan(name, **named_arguments(row, positional, named))


def _remake(name, arguments):
    """Makes a plan again that was pickled."""
    return Plan(name, **arguments)


def is_column(value):
    """Returns whether a value has the Arrow PyCapsule interface."""
    return hasattr(value, "__arrow_c_array__") or hasattr(value, "__arrow_c_stream__")


def _function(row):
    def call(column, /, *positional, **named):
        arguments = named_arguments(row, positional, named)
        base = arguments.get("base")
        if is_column(base):
            return Plan(row["name"], **(arguments | {"base": ...}))(column, base)
        return Plan(row["name"], **arguments)(column)

    call.__name__ = call.__qualname__ = row["name"]
    call.__doc__ = row["summary"]
    call.__signature__ = signature(row, ["column"])
    return call


#: The table of functions, by name.
TABLE = {row["name"]: row for row in functions()}


def components():
    """Returns the names of the components, in the order of the struct that `split` gives."""
    return component_names()


globals().update({name: _function(row) for name, row in TABLE.items()})

__all__ = ["TABLE", "Column", "Plan", "components", "named_arguments", "plan", "signature", *TABLE]
