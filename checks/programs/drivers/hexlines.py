"""Lines of hexadecimal digits in, JSON objects out: what the drivers in Python share."""

import json
import sys


def run(version, answer):
    """Prints the version, and an answer to each line; an exception of the program is a refusal."""
    print(version, flush=True)
    for line in sys.stdin:
        print(said(answer, text(line.strip())), flush=sys.stdin.isatty())


def text(digits):
    """Decodes UTF-8 in which lone surrogates have three octets."""
    return bytes.fromhex(digits).decode("utf-8", "surrogatepass")


def said(answer, text):
    try:
        parts = answer(text)
    except Exception as refused:  # The classes of errors are part of no promise.
        return json.dumps({"error": type(refused).__name__})
    kept = {name: value for name, value in parts.items() if value is not None}
    return json.dumps({name: scalar(str(value)) for name, value in kept.items()})


def scalar(text):
    """Replaces what is no Unicode scalar value."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
