"""`browser` beside ada-url, which Node and others read URLs by: no difference on 10^6 strings.

The strings are the lines of the file that URIGRAM_URLS names, as they were collected; without it,
the URLs in the texts of this repository. Then come pieces and changes of the URLs, by a fixed seed,
in turns with the lines of the file that URIGRAM_STRINGS names, each in hexadecimal digits.
"""

import itertools
import os
import pathlib
import random
import re
import subprocess
import unicodedata
import unittest

import ada_url
import pyarrow as pa

from urigram import columns

ROOT = pathlib.Path(__file__).parents[3]
URL = re.compile(rb"\b(?:https?|ftp|wss?|file|mailto|urn|git|data):[^\s\"'<>`]{1,500}")
COUNT = int(os.environ.get("URIGRAM_COUNT", 1_000_000))
SIGNS = "\\/@:?#[]%.0x \t|^<>{}é\u200b\u00ad１。ßA;=&+'\"`$!*,~-_"
#: What ada-url calls a kind of host, by ours.
KINDS = {0: {"domain", "opaque", "empty", None}, 1: {"ipv4"}, 2: {"ipv6"}}


def collected():
    """Returns the URLs that were collected, in a fixed order."""
    if "URIGRAM_URLS" in os.environ:
        lines = pathlib.Path(os.environ["URIGRAM_URLS"]).read_bytes().split(b"\n")
    else:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
        paths = [ROOT / os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
        files = [path for path in paths if path.is_file() and path.stat().st_size < 2_000_000]
        lines = sorted({line for path in files for line in URL.findall(path.read_bytes())})
    return [line.decode("utf-8", "replace") for line in lines if line]


def strings():
    """Yields the URLs, and then changes of them without end, in turns with the lines of the file:
    most of those are no URLs, and there may be more of them than are asked for."""
    known, lines = collected(), iter(())
    yield from known
    if "URIGRAM_STRINGS" in os.environ:
        lines = iter(pathlib.Path(os.environ["URIGRAM_STRINGS"]).read_text().split())
    pick = random.Random(7)
    while True:
        line = next(lines, None)
        if line is not None:
            yield bytes.fromhex(line).decode("utf-8", "replace")
        one, other = pick.choice(known), pick.choice(known)
        at, until, way = pick.randrange(len(one) + 1), pick.randrange(len(other) + 1), pick.random()
        if way < 0.5:
            yield one[:at] + other[until:]
        elif way < 0.8:
            yield one[:at] + pick.choice(SIGNS) + one[at:]
        else:
            yield one[:at] + one[at + 1 :]


def theirs_of(text):
    try:
        return ada_url.URL(text)
    except ValueError:
        return None


def pairs(search):
    try:
        return list(ada_url.URLSearchParams(search).items())
    except UnicodeDecodeError:
        return None  # ada-url gives bytes there that are no text; the Standard says U+FFFD.


def breaks_bidi_rule(host):
    """Returns whether a host has letters from right to left and a label from left to right that
    RFC 5893, section 2, does not allow beside them: `1` in `1.xn--4dbc`. ada-url asks the rule of
    each label alone; the Standard asks it of all labels of such a name (3.3, CheckBidi)."""
    labels = [
        label[4:].encode().decode("punycode") if label.startswith("xn--") else label
        for label in host.split(".")
    ]
    kinds = [[unicodedata.bidirectional(sign) for sign in label] for label in labels if label]
    if not any({"R", "AL", "AN"} & set(one) for one in kinds):
        return False
    ends = [(one[0], [kind for kind in one if kind != "NSM"][-1:]) for one in kinds]
    wrong = [first not in ("L", "R", "AL") or (first == "L" and last not in (["L"], ["EN"]))
             for first, last in ends]
    return any(wrong)


def difference(text, ours):
    """Returns how the two differ on a text; None if they agree, or if a listed rule says why."""
    theirs = theirs_of(text)
    if theirs is None or ours is None:
        is_listed = theirs is not None and breaks_bidi_rule(theirs.hostname)
        return None if theirs is ours or is_listed else "verdict"
    if theirs.href != ours["href"]:
        return "href"
    port = str(ours["port"]) if theirs.port else ""
    wanted = (theirs.protocol[:-1], theirs.hostname, theirs.port, theirs.pathname)
    if wanted != (ours["scheme"], ours["host"] or "", port, ours["path"]):
        return "parts"
    if ours["host_type"] not in KINDS[int(theirs.host_type)]:
        return "kind of host"
    query = [(pair["name"], pair["value"]) for pair in ours["query"]]
    if theirs.search and pairs(theirs.search) not in (None, query):
        return "query"
    return None


class Ada(unittest.TestCase):
    def test_no_string_is_read_otherwise(self):
        found, accepted, left = [], 0, itertools.islice(strings(), COUNT)
        while texts := list(itertools.islice(left, 10_000)):
            answers = pa.array(columns.browser(pa.array(texts))).to_pylist()
            accepted += sum(ours is not None for ours in answers)
            kinds = ((difference(text, ours), text) for text, ours in zip(texts, answers))
            found += [one for one in kinds if one[0] is not None]
        self.assertEqual(found[:20], [])
        print(f"{COUNT} strings, {accepted} accepted, none read otherwise")
        self.assertGreater(accepted, COUNT // 20)


if __name__ == "__main__":
    unittest.main()
