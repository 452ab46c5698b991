"""`browser` beside ada-url, which Node and others read URLs by: no difference on 10^6 strings.

The strings are those of the file that URIGRAM_STRINGS names, a line each in hexadecimal digits, or
the lines of the file that URIGRAM_URLS names, as collected; then pieces and changes of them, by a
fixed seed.
"""

import os
import pathlib
import random
import unittest

import ada_url

import urigram

COUNT = int(os.environ.get("URIGRAM_COUNT", 1_000_000))
SIGNS = "\\/@:?#[]%.0x \t|^<>{}é\u200b\u00ad１。ßA;=&+'\"`$!*,~-_"
#: What ada-url calls a kind of host, by ours.
KINDS = {0: {"domain", "opaque", "empty", None}, 1: {"ipv4"}, 2: {"ipv6"}}


def strings():
    """Yields the strings, and then changes of them without end."""
    if "URIGRAM_URLS" in os.environ:
        lines = pathlib.Path(os.environ["URIGRAM_URLS"]).read_bytes().split(b"\n")
        known = [line.decode("utf-8", "replace") for line in lines if line]
    else:
        lines = pathlib.Path(os.environ["URIGRAM_STRINGS"]).read_text().split()
        known = [bytes.fromhex(line).decode("utf-8", "replace") for line in lines]
    yield from known
    pick = random.Random(7)
    while True:
        one, other = pick.choice(known), pick.choice(known)
        at, until, way = pick.randrange(len(one) + 1), pick.randrange(len(other) + 1), pick.random()
        if way < 0.5:
            yield one[:at] + other[until:]
        elif way < 0.8:
            yield one[:at] + pick.choice(SIGNS) + one[at:]
        else:
            yield one[:at] + one[at + 1 :]


def read(kind, text):
    try:
        return kind(text)
    except ValueError:
        return None


def pairs(search):
    try:
        return list(ada_url.URLSearchParams(search).items())
    except UnicodeDecodeError:
        return None  # ada-url gives bytes there that are no text; the Standard says U+FFFD.


def difference(text):
    """Returns how the two differ on a text; None if they agree."""
    theirs, ours = read(ada_url.URL, text), read(urigram.browser, text)
    if theirs is None or ours is None:
        return None if theirs is ours else "verdict"
    if theirs.href != ours.href:
        return "href"
    port = str(ours.port) if theirs.port else ""
    wanted = (theirs.protocol[:-1], theirs.hostname, theirs.port, theirs.pathname)
    if wanted != (ours.scheme, ours.host or "", port, ours.path):
        return "parts"
    if ours.host_type not in KINDS[int(theirs.host_type)]:
        return "kind of host"
    if theirs.search and pairs(theirs.search) not in (None, ours.query_pairs):
        return "query"
    return None


class Ada(unittest.TestCase):
    def test_no_string_is_read_otherwise(self):
        found, accepted = [], 0
        for number, text in enumerate(strings()):
            if number == COUNT:
                break
            kind = difference(text)
            accepted += read(urigram.browser, text) is not None
            if kind is not None:
                found.append((kind, text))
        self.assertEqual(found[:20], [])
        print(f"{COUNT} strings, {accepted} accepted, none read otherwise")
        self.assertGreater(accepted, COUNT // 20)


if __name__ == "__main__":
    unittest.main()
