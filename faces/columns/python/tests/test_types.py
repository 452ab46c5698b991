"""Types: mypy --strict over every documented example, and stubtest."""

import doctest
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.M | re.S)
#: Mistakes that examples make on purpose: a wrong argument is shown with its exception.
ON_PURPOSE = ("rfc3968",)


def run(*arguments, folder):
    environment = os.environ | {"MYPYPATH": ""}
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )


def examples():
    """Returns the sources of the documented examples by a name for each."""
    from urigram import columns, duckdb, errors, jsonschema, pandas, polars

    parser = doctest.DocTestParser()
    found = {}
    for number, block in enumerate(BLOCK.findall((FOLDER / "README.md").read_text("utf-8"))):
        if ">>>" not in block:
            found[f"readme_{number}"] = block
    texts = {"cookbook": (FOLDER / "COOKBOOK.md").read_text("utf-8"),
             "readme": (FOLDER / "README.md").read_text("utf-8")}
    import urigram

    for module in (urigram, columns, errors, jsonschema, pandas, polars, duckdb):
        for test in doctest.DocTestFinder(exclude_empty=True).find(module):
            texts[test.name.replace(".", "_")] = test.docstring or ""
    for name, text in texts.items():
        lines = []
        for example in parser.get_examples(text):
            if example.exc_msg is None and not any(word in example.source for word in ON_PURPOSE):
                lines.append(example.source)
        if lines:
            found[name] = "".join(lines)
    return found


class Printed(unittest.TestCase):
    def test_stubs_and_reference_are_those_of_the_package(self):
        command = [sys.executable, FOLDER / "stubs.py"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "mypy is not installed")
class Types(unittest.TestCase):
    def test_documented_examples_are_strict(self):
        sources = examples()
        self.assertGreater(len(sources), 8, sources.keys())
        with tempfile.TemporaryDirectory() as folder:
            for name, source in sources.items():
                pathlib.Path(folder, f"example_{name}.py").write_text(source, "utf-8")
            config = str(FOLDER / "mypy.ini")
            ran = run("mypy", "--strict", "--config-file", config, ".", folder=folder)
        # The name space `.urigram` of other packages' classes is made at run time.
        errors = [line for line in ran.stdout.splitlines()
                  if ": error: " in line and 'has no attribute "urigram"' not in line]
        self.assertEqual(errors, [], ran.stderr)
        self.assertIn("source files", ran.stdout)

    def test_the_stubs_are_those_of_the_package(self):
        ran = run(
            "mypy.stubtest", "urigram", "--concise", "--ignore-unused-allowlist",
            "--mypy-config-file", str(FOLDER / "mypy.ini"),
            "--allowlist", str(FOLDER / "stubtest.txt"), folder=FOLDER,
        )
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)


if __name__ == "__main__":
    unittest.main()
