"""Writes a rule as printed in the notation of RFC 5234.

RFC 822's notation with a bar becomes ABNF: a bar is a slash, an underscore in a name a hyphen. A
list of all letters of one case is a range, because its point is the case (erratum alphabet-case of
the documents). A name in angle brackets is the rule of that name, as in RFC 3986's path-empty.
"""

import re
import string

PROSE = {
    '<">': "%x22",
    '"""': "%x22",
    "<US-ASCII coded characters 00-1F and 7F hexadecimal>": "( %x00-1F / %x7F )",
    "<US-ASCII coded character 20 hexadecimal>": "%x20",
}
CASES = {"%x61-7A": string.ascii_lowercase, "%x41-5A": string.ascii_uppercase}
CORE = {"alpha", "digit", "hexdig", "ctl", "sp", "dquote"}
REPEAT = re.compile(r"[0-9]*\*[0-9]*|[0-9]+")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class Untranslatable(Exception):
    """Says what of a rule has no translation."""


def name(text):
    """Returns the name of a rule as ABNF spells it."""
    return text.replace("_", "-")


def key(text):
    """Returns the form of a name that is equal for names of one rule."""
    return name(text).lower()


def names(tokens):
    """Returns the names that a right side uses."""
    found = [token for token in tokens if NAME.fullmatch(token)]
    found += [token[1:-1] for token in tokens if re.fullmatch(r"<[A-Za-z][\w-]*>", token)]
    return found


def letters(tokens):
    """Returns the range that a list of letters is, if it is one."""
    if tokens[1::2] != ["|"] * (len(tokens) // 2):
        return None
    listed = "".join(token.strip('"') for token in tokens[::2])
    return next((text for text, case in CASES.items() if listed == case), None)


def one(token):
    """Returns one symbol in ABNF."""
    if token in PROSE:
        return PROSE[token]
    if token == "|":
        return "/"
    if token.startswith("<"):
        inner = token[1:-1]
        if not NAME.fullmatch(inner):
            raise Untranslatable(f"prose: {token}")
        return name(inner)
    return name(token) if NAME.fullmatch(token) else token


def expression(tokens):
    """Returns a right side in ABNF.

    Raises Untranslatable for prose and for brackets that do not match.
    """
    open_brackets = []
    for token in tokens:
        if token in "([":
            open_brackets.append(token)
        elif token in ")]":
            if not open_brackets or open_brackets.pop() + token not in ("()", "[]"):
                raise Untranslatable(f"brackets that do not match: {' '.join(tokens)}")
    if open_brackets:
        raise Untranslatable(f"brackets that do not match: {' '.join(tokens)}")
    whole = letters(tokens)
    if whole:
        return whole
    text = ""
    for token in tokens:
        # A repetition is written to what it repeats.
        text += one(token) + ("" if REPEAT.fullmatch(token) else " ")
    return text.strip()
