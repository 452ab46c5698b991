"""Answers of the workspace for `.ci/run` and `.ci/long`. Reads the output of `cargo metadata --no-deps`."""

import json
import pathlib
import re
import sys

FACADE = "urigram"

metadata = json.load(sys.stdin)
# Without the field, which cargo prints since 1.71, all members are default ones.
defaults = metadata.get("workspace_default_members", metadata["workspace_members"])
packages = [package for package in metadata["packages"] if package["id"] in defaults]
facade = next(package for package in packages if package["name"] == FACADE)


def sources(target):
    """The files of an integration test: one file, or a folder with a `main.rs`."""
    path = pathlib.Path(target["src_path"])
    return path.parent.rglob("*.rs") if path.name == "main.rs" else [path]


def tests():
    """Each integration test of the workspace with its package and its text."""
    for package in packages:
        for target in package["targets"]:
            if "test" in target["kind"]:
                text = "\n".join(path.read_text() for path in sources(target))
                yield package, target["name"], text


def selected(what, pattern):
    """The arguments of `cargo test` that select the tests whose text matches."""
    names = sorted({name for _, name, text in tests() if re.search(pattern, text)})
    if not names:
        sys.exit(f"the workspace has no {what} tests")
    return " ".join(f"--test {name}" for name in names)


def own_features(package):
    return [name for name in package["features"] if name != "default"]


def main(question):
    if question == "long":
        # A reason that begins with "until" marks a test that is not yet demanded.
        print(selected("long", r'#\[ignore(?! = "until )'))
    elif question == "browser":
        print(selected("browser", r"\bURIGRAM_BROWSER\b"))
    elif question == "features":
        for package in packages:
            # Packages that are not published have features for tests alone.
            if package["publish"] != []:
                for feature in own_features(package):
                    print(package["name"], feature)
    elif question == "others":
        features = own_features(facade)
        for feature in features:
            print(",".join(other for other in features if other != feature))
    else:
        sys.exit(f"unknown question `{question}`")


main(*sys.argv[1:])
