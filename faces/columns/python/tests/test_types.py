"""Types: mypy --strict and pyright over every documented example, and stubtest."""

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
    import urigram
    from test_cookbook import COOKBOOK
    from test_values import native_examples

    texts = {"cookbook": COOKBOOK.read_text("utf-8"),
             "readme": (FOLDER / "README.md").read_text("utf-8")}
    for module in (urigram, columns, errors, jsonschema, pandas, polars, duckdb):
        for test in doctest.DocTestFinder(exclude_empty=True).find(module):
            texts[test.name.replace(".", "_")] = test.docstring or ""
    for number, test in enumerate(native_examples()):
        texts[f"native_{number}"] = test.docstring or ""
    for name, text in texts.items():
        needs = "import urigram" not in text
        lines = ["from urigram import *\n"] if needs else []
        for example in parser.get_examples(text):
            if example.exc_msg is None and not any(word in example.source for word in ON_PURPOSE):
                lines.append(example.source)
        if len(lines) > needs:
            found[name] = "".join(lines)
    return found


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "mypy is not installed")
class Types(unittest.TestCase):
    def test_documented_examples_are_strict(self):
        sources = examples()
        self.assertGreater(len(sources), 40, sources.keys())
        with tempfile.TemporaryDirectory() as folder:
            for name, source in sources.items():
                pathlib.Path(folder, f"example_{name}.py").write_text(source, "utf-8")
            config = str(FOLDER / "mypy.ini")
            strict = run("mypy", "--strict", "--config-file", config, ".", folder=folder)
            self.assertIn("source files", strict.stdout, strict.stderr)
            found = [strict]
            if importlib.util.find_spec("pyright"):
                found.append(run("pyright", "--pythonpath", sys.executable, folder=folder))
                self.assertRegex(found[1].stdout, r"\d+ errors?, ", found[1].stderr)
        for ran in found:
            # The name space `.urigram` of other packages' classes is made at run time.
            errors = [line for line in ran.stdout.splitlines()
                      if re.search(r":\d+(:\d+ -|:) error: ", line)
                      and not re.search(r"""attribute "urigram\"""", line)]
            self.assertEqual(errors, [])

    def test_wrong_calls_are_errors(self):
        calls = ['Uri("a:b").update_query({"a": [object()]})', "Uri(5)", "Uri.build(hots='h')",
                 "UriRef('a').resolve('b')", "parse('a', as_of=5)", "urlencode('a=b')"]
        with tempfile.TemporaryDirectory() as folder:
            lines = ["from urigram import Uri, UriRef, parse, urlencode", *calls]
            pathlib.Path(folder, "wrong.py").write_text("\n".join(lines) + "\n", "utf-8")
            ran = run("mypy", "--strict", ".", folder=folder)
        wrong = {int(line.split(":")[1]) for line in ran.stdout.splitlines() if ": error: " in line}
        self.assertEqual(wrong, set(range(2, 2 + len(calls))), ran.stdout)

    def test_the_stubs_are_those_of_the_package(self):
        ran = run(
            "mypy.stubtest", "urigram", "--concise", "--ignore-unused-allowlist",
            "--mypy-config-file", str(FOLDER / "mypy.ini"),
            "--allowlist", str(FOLDER / "stubtest.txt"), folder=FOLDER,
        )
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)


if __name__ == "__main__":
    unittest.main()
