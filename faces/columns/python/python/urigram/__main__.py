"""Checks or splits lines: `python -m urigram split --grammar rfc2396 < urls.txt`.

Each line of standard input is an identifier, and each answer an object of JSON under the keys that
the command `urigram` uses, too. The status is 1 if a line is rejected, and 2 for a wrong call.
"""

import argparse
import json
import sys

from . import ParseError, __version__, split


def answer(number, line, grammar, with_components):
    """Returns the answer to a line, and whether it is accepted."""
    shown = {"line": number, "input": line.decode("utf-8", "backslashreplace")}
    try:
        # Bytes that are not UTF-8 become characters that no grammar takes at their place.
        components = split(line.decode("utf-8", "replace"), grammar)
    except ParseError as error:
        names = ("offset", "expected", "rule", "section")
        found = {name: getattr(error, name) for name in names}
        shown["error"] = found | {"message": str(error)}
        return shown | ({} if with_components else {"accepted": False}), False
    if not with_components:
        return shown | {"accepted": True}, True
    named = {name.replace("_", "-"): text for name, text in components.items()}
    return shown | {"grammar": grammar, "components": named}, True


def main(arguments=None, lines=None, out=None):
    """Runs the command, and returns its status."""
    parser = argparse.ArgumentParser(prog="python -m urigram", description=__doc__)
    parser.add_argument("task", choices=["check", "split"])
    parser.add_argument("-g", "--grammar", default="rfc3986", help="the id of a grammar")
    parser.add_argument("--version", action="version", version=__version__)
    given = parser.parse_args(arguments)
    out = out or sys.stdout
    status = 0
    try:
        for number, line in enumerate(lines or sys.stdin.buffer, 1):
            line = line.removesuffix(b"\n").removesuffix(b"\r")
            shown, accepted = answer(number, line, given.grammar, given.task == "split")
            print(json.dumps(shown, ensure_ascii=False), file=out)
            status = status if accepted else 1
    except ValueError as error:
        print(f"urigram: {error}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
