from collections.abc import Callable
from typing import TypeVar

from jsonschema import FormatChecker

_C = TypeVar("_C", bound=FormatChecker)

FORMATS: dict[str, Callable[[object], bool]]

def register(checker: _C) -> _C: ...
def format_checker() -> FormatChecker: ...
