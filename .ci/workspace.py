"""Answers of the workspace for `.ci/run`, `.ci/long` and `.ci/machines`.

`executables NAME…` and `used FILE` read what
`cargo test --no-run --message-format=json` prints,
`newer` the output of `cargo metadata --all-features`, and all other questions that of
`cargo metadata --no-deps`.
"""

import collections
import json
import pathlib
import re
import sys

FACADE = "urigram"


def executables(names):
    """The package's folder and the program of each test with one of the names."""
    found = collections.defaultdict(list)
    for line in sys.stdin:
        message = json.loads(line)
        target = message.get("target", {})
        if message["reason"] == "compiler-artifact" and "test" in target["kind"]:
            folder = pathlib.Path(message["manifest_path"]).parent
            found[target["name"]].append((folder, message["executable"]))
    for name in names:
        if name not in found:
            sys.exit(f"no test of the workspace is called {name}")
        for test in found[name]:
            print(*test, sep="\t")


# What `cargo run` compiles for a minute, and `cargo test` would compile again for other features.
LARGE = ["urigram-automata", "urigram-core", "urigram-generate", "urigram-study"]


def used(built):
    """Refuses a large package that `cargo run` and `cargo test` compile with other features.

    `checks/conform/Cargo.toml` asks for the features that tests have.
    """

    def made(lines):
        messages = [json.loads(line) for line in lines]
        return {
            (package, file)
            for message in messages
            if message["reason"] == "compiler-artifact" and not message["profile"]["test"]
            for package in LARGE
            if re.search(rf"\b{package}\b", message["package_id"])
            and "lib" in message["target"]["kind"]
            for file in message["filenames"]
        }

    first, second = made(open(built)), made(sys.stdin)
    if {package for package, _ in first} != set(LARGE):
        sys.exit(f"of {LARGE} the command needs {first}")
    if again := sorted({package for package, _ in first - second}):
        sys.exit(f"compiled again for the tests, with other features: {again}")


if sys.argv[1] == "used":
    used(sys.argv[2])
    sys.exit()

if sys.argv[1] == "executables":
    executables(sys.argv[2:])
    sys.exit()

metadata = json.load(sys.stdin)
# Without the field, which cargo prints since 1.71, all members are default ones.
defaults = metadata.get("workspace_default_members", metadata["workspace_members"])
packages = [package for package in metadata["packages"] if package["id"] in defaults]
facade = next(package for package in packages if package["name"] == FACADE)


def sources(target):
    """The files of an integration test: one file, or a folder with a `main.rs` or an `all.rs`."""
    path = pathlib.Path(target["src_path"])
    return path.parent.rglob("*.rs") if path.name in ("main.rs", "all.rs") else [path]


def tests():
    """Each integration test of the workspace with its package and its text."""
    for package in packages:
        for target in package["targets"]:
            if "test" in target["kind"]:
                text = "\n".join(path.read_text() for path in sources(target))
                yield package, target["name"], text


def in_browser():
    """The names of the tests that ask for a browser."""
    names = sorted({name for _, name, text in tests() if "URIGRAM_BROWSER" in text})
    if not names:
        sys.exit("the workspace has no tests in a browser")
    return names


def own_features(package):
    return [name for name in package["features"] if name != "default"]


def published():
    """The packages that are published: others have features for tests alone."""
    return [package for package in packages if package["publish"] != []]


def declared(package):
    """The Rust version that a package declares, as three numbers."""
    numbers = [int(number) for number in (package["rust_version"] or "0").split(".")]
    return numbers + [0] * (3 - len(numbers))


def newer():
    """Each published package with a dependency that declares a newer Rust version."""
    by_id = {package["id"]: package for package in metadata["packages"]}
    needed = {
        node["id"]: [
            one["pkg"]
            for one in node["deps"]
            if any(kind["kind"] != "dev" for kind in one["dep_kinds"])
        ]
        for node in metadata["resolve"]["nodes"]
    }
    for package in published():
        found, left = set(), [package["id"]]
        while left:
            one = left.pop()
            if one not in found:
                found.add(one)
                left += needed[one]
        for one in sorted(found):
            if declared(by_id[one]) > declared(package):
                yield package, by_id[one]


def main(question):
    if question == "newer":
        complaints = [
            f"{package['name']} declares Rust {package['rust_version']}, but needs "
            f"{one['name']} {one['version']}, which declares {one['rust_version']}"
            for package, one in newer()
        ]
        if complaints:
            sys.exit("\n".join(complaints))
    elif question == "minimum":
        # Every combination that users are told of: nothing, each feature alone, everything.
        for package in published():
            sets = ["--no-default-features", "--all-features"]
            sets += [f"--no-default-features --features {name}" for name in own_features(package)]
            for flags in sets:
                print(package["rust_version"], package["name"], flags)
    elif question == "browser":
        print(" ".join(in_browser()))
    elif question == "features":
        for package in published():
            for feature in own_features(package):
                print(package["name"], feature)
    elif question == "others":
        features = own_features(facade)
        for feature in features:
            print(",".join(other for other in features if other != feature))
    else:
        sys.exit(f"unknown question `{question}`")


main(*sys.argv[1:])
