#!/usr/bin/env python3
"""Holds `urigram surt` against the Internet Archive's package `surt` of PyPI.

Usage: compare.py URIGRAM [LINES [SEED]]

The lines are the identifiers in this repository's tests, vectors and documents, then changed copies
of them, the same for the same seed and commit. Each difference has to have a reason of REASONS;
`crates/extract/src/surt/departures.tsv` has a case for each. A difference without a reason fails, and so does
a reason without a difference.
"""

import pathlib
import random
import re
import subprocess
import sys
from urllib.parse import unquote_to_bytes

from surt import surt

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["checks", "faces/cli/tests", "crates/extract", "docs", "examples", "grammars", "specs", "tests"]
SOURCES = {".json", ".md", ".rs", ".toml", ".txt"}
IDENTIFIER = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*:(?!:)[^\s\"`]+")

# Bytes and texts that the rules of keys know.
PIECES = [
    b"%25", b"%2541", b"%41", b"%", b"%2F", b"%3F", b"%23", b"%26", b"%3D", b"%20", b" ", b"/",
    b"//", b"/./", b"/../", b"?", b"&", b"&a=1", b"=", b";", b"#", b"#a?b", b":", b":80", b":443", b"@",
    b"u:p@", b"www.", b"www2.", b"WWW.", b".", b"..", b"http://", b"https://", b"ftp:", b"[::1]",
    b"\xc3\xbc", b"\xff", b"\\", b"|", b"A", b"1.2.3.4", b"017.1", b"3279880203", b"index.ASPX",
    b"(S(4hqa0555fwsecu455xqckv45))/", b"(4hqa0555fwsecu455xqckv45)/",
    b"jsessionid=0123456789abcdefghijklemopqrstuv", b"sid=9682993c8daa2c5497996114facdc805",
    b";jsessionid=0123456789abcdefghijklemopqrstuv", b"CFID=1&CFTOKEN=2&",
    b"ASPSESSIONIDABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX",
]


def seeds():
    """Returns the identifiers in the repository's files, in order, each once."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SOURCES and "target" not in path.parts and path.is_file():
                found.update(dict.fromkeys(IDENTIFIER.findall(path.read_bytes())))
    return [one for one in found if len(one) < 300]


def changed(one, chance):
    """Returns a copy with one to three changes after the scheme."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(one.find(b":") + 1, len(one))
        kind = chance.randrange(4)
        if kind == 0:
            one = one[:at] + one[at + chance.randint(1, 4) :]
        elif kind == 1:
            one = one[:at] + one[at : at + 1].swapcase() + one[at + 1 :]
        else:
            one = one[:at] + chance.choice(PIECES) + one[at:]
    return one


def lines(count, seed):
    """Returns the lines of the comparison."""
    chance = random.Random(seed)
    known = seeds()
    web = [one for one in known if b"://" in one]
    made = known[:count]
    while len(made) < count:
        made.append(changed(chance.choice(web if chance.random() < 0.8 else known), chance))
    return [one.replace(b"\n", b"").replace(b"\r", b"") for one in made]


def theirs(url):
    """Returns the package's key, or None where it raises an exception."""
    try:
        return surt(url)
    except Exception:
        return None


def ours(urigram, urls):
    """Returns urigram's keys."""
    text = b"".join(url + b"\0" for url in urls)
    command = [urigram, "surt", "--lines", "--null"]
    run = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True)
    keys = run.stdout.split(b"\0")[:-1]
    assert len(keys) == len(urls), (len(keys), len(urls))
    return keys


FRONT = re.compile(rb"[^/?#]*/*[^/?#]*", re.S)
AUTHORITY = re.compile(rb"^([^:/?#]*:)?(/*)([^/?#]*)", re.S)


def in_authority(change):
    """Returns a change of the authority alone."""
    def whole(url):
        found = AUTHORITY.match(url)
        return url[: found.start(3)] + change(found[3]) + url[found.end(3) :]
    return whole


def in_front(change):
    """Returns a change of what precedes the path."""
    def whole(url):
        end = FRONT.match(url).end()
        return change(url[:end]) + url[end:]
    return whole


def replaced(pattern, new):
    return lambda text: re.sub(pattern, new, text, flags=re.S | re.I)


def without(pattern):
    """Returns a change that drops a pattern, also where it appears by decoding."""
    def whole(text):
        while True:
            once = re.sub(pattern, b"", text, flags=re.S | re.I)
            once = unquote_to_bytes(once).replace(b"\0", b"")
            if once == text:
                return text
            text = once
    return whole


PORT = re.compile(
    rb"[A-Za-z][A-Za-z0-9+-]*:[0-9]{1,5}([/?#]|$)"
    rb"|(?=[^:/?#]*\.)[A-Za-z][A-Za-z0-9+.-]*:(?!//)"
)
SESSION = (
    rb"(jsessionid|phpsessid|sid)=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}"
    rb"|cfid=[^&]+&cftoken=[^&]+"
)

# A reason is a change that takes the cause out of a URL: the changed URL has one key. Changes add
# up in this order.
REASONS = [
    (
        "a host may have a port where no scheme is",
        lambda url: b"http://" + url if PORT.match(url.strip()) else url,
    ),
    (
        "a scheme is in lower case",
        lambda url: re.sub(rb"^[A-Za-z][A-Za-z0-9+.-]*:", lambda found: found[0].lower(), url),
    ),
    (
        "a second web scheme takes the place of the first after any number of slashes",
        replaced(rb"^(https?:/*)+(?=https?:/)", b""),
    ),
    (
        "`http:` may be followed by any number of slashes",
        replaced(rb"^(https?:)/*(?=[^/])", rb"\1//"),
    ),
    ("an address in brackets keeps them", in_front(replaced(rb"[^/]*\[[^/?#]*", b"h"))),
    (
        "a byte that is not UTF-8 stays in the host, and IDNA is that of UTS #46",
        in_front(without(rb"[\x80-\xFF]+")),
    ),
    (
        "a web URL without a host has no host",
        replaced(rb"^(http[^:/?#]*:)/*([^/?#]*@)?[:0-9]*(?=[/?#]|$)", rb"\1//h"),
    ),
    ("one colon is before a port", in_authority(replaced(rb":+(?=:|$)", b""))),
    ("no dots in excess are in a host", in_authority(replaced(rb"^\.+|\.+$|\.+(?=[.:])", b""))),
    ("`www.` stays before one label", in_authority(replaced(rb"www[0-9]*\.(?=[^.]*$)", b""))),
    ("`;jsessionid=` is dropped from a path", replaced(rb";jsessionid=[0-9a-z]{32}", b"")),
    ("a session id is a whole parameter, and each is dropped", without(SESSION)),
]


RAISES = "the package raises an exception"


def check_departures(urigram):
    """Fails if a row of crates/extract/src/surt/departures.tsv is wrong, or one is missing."""
    path = ROOT / "crates/extract/src/surt/departures.tsv"
    rows = [row.split("\t") for row in path.read_text().splitlines()[1:]]
    for url, package, own, reason in rows:
        key = theirs(url.encode())
        assert (key or b"!").decode() == package, (url, key)
        assert ours(urigram, [url.encode()]) == [own.encode()], url
    assert {row[3] for row in rows} == {RAISES, *(reason for reason, _ in REASONS)}


def main():
    urigram, count, seed = (sys.argv[1:] + ["100000", "1"][len(sys.argv) - 2 :])[:3]
    check_departures(urigram)
    urls = lines(int(count), int(seed))
    found = zip(urls, ours(urigram, urls), map(theirs, urls))
    left = [(url, url, key, other) for url, key, other in found if key != other]
    print(f"{len(urls)} lines of {len(seeds())} seeds, {len(left)} with another key:")
    all_left = len(left)
    left = [one for one in left if one[3] is not None]
    print(f"{all_left - len(left):7}  {RAISES}")
    for reason, change in REASONS:
        changed = [change(one[1]) for one in left]
        keys = ours(urigram, changed)
        rest = [
            (one[0], url, one[2], one[3])
            for one, url, key in zip(left, changed, keys)
            if key != theirs(url)
        ]
        print(f"{len(left) - len(rest):7}  {reason}")
        assert len(rest) < len(left), f"no line differs because {reason}"
        left = rest
    for url, _, key, other in left:
        print(f"{url}: {key}, by the package {other}: no reason")
    return bool(left)


if __name__ == "__main__":
    sys.exit(main())
