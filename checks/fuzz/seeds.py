"""Writes seeds and a dictionary for the fuzzers: `seeds.py FOLDER`.

A seed is an identifier that a document prints, a conformance vector, or a rule. Where the first
byte of an input chooses a grammar, each seed is written for several.
"""

import hashlib
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The targets whose first byte chooses, with how many choices a seed is written for.
CHOOSING = {"engines": 8, "lines": 4, "meaning": 4, "extract": 4, "values": 8}
# The fuzzers read at most 512 bytes.
LONGEST = 500


def examples():
    """Every identifier that a document prints."""
    for file in sorted(ROOT.glob("grammars/**/examples.toml")):
        for example in tomllib.loads(file.read_text())["example"]:
            if "hex" in example:
                yield bytes.fromhex(example["hex"])
            else:
                # A source is text around identifiers.
                yield example.get("text", example.get("source")).encode()


def vectors():
    """The inputs of the conformance vectors, in which \\xHH is a byte."""
    lines = (ROOT / "checks/conform/vectors/rfc3986.tsv").read_text().splitlines()
    inputs = [line.split("\t")[2] for line in lines if line and not line.startswith("#")]
    # Each hundredth is enough: the fuzzer finds what is near.
    return [text.encode().decode("unicode_escape").encode("latin-1") for text in inputs[::100]]


def rules():
    """Each line of rules in both notations."""
    for file in sorted([*ROOT.glob("grammars/**/*.abnf"), *ROOT.glob("grammars/**/*.pest")]):
        for line in file.read_text().splitlines():
            if re.match(r"[A-Za-z_][\w-]* *=", line):
                yield (line + "\n").encode()


def words():
    """The strings of every ABNF, as a dictionary."""
    found = set()
    for file in ROOT.glob("grammars/**/*.abnf"):
        for line in file.read_text().splitlines():
            if not line.startswith(";"):
                found.update(re.findall(r'"([^"]+)"', line))
    return sorted(found | {"%41", "%7E", "%C3%A9", "[::1]", "127.0.0.1", "/../", "/./", "//"})


def main(folder):
    seeds = {text for text in [*examples(), *vectors()] if len(text) <= LONGEST}
    targets = {"accepting": seeds, "peers": seeds, "urc": seeds, "rules": set(rules())}
    for target, choices in CHOOSING.items():
        targets[target] = {
            bytes([(int.from_bytes(hashlib.sha256(text).digest()[:2]) + number * 29) % 256]) + text
            for text in seeds
            for number in range(choices)
        }
    for target, inputs in targets.items():
        (folder / target).mkdir(parents=True, exist_ok=True)
        for text in inputs:
            (folder / target / hashlib.sha256(text).hexdigest()[:16]).write_bytes(text)
    escape = lambda word: "".join(f"\\x{byte:02X}" for byte in word.encode())
    (folder / "words.dict").write_text("".join(f'"{escape(word)}"\n' for word in words()))
    print(f"{sum(map(len, targets.values()))} seeds, {len(words())} words")


main(pathlib.Path(sys.argv[1]))
