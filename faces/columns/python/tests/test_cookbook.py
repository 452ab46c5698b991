"""The lines of COOKBOOK.md, which are those of other packages, too."""

import doctest
import importlib.util
import pathlib
import unittest

import urigram

# As it is installed: the wheel has it.
COOKBOOK = pathlib.Path(urigram.__file__).with_name("COOKBOOK.md")
PEERS = ("yarl", "rfc3986", "jsonschema", "pydantic", "duckdb", "pandas", "polars")


def load_tests(loader, tests, pattern):
    missing = [name for name in PEERS if importlib.util.find_spec(name) is None]
    if missing:
        class Skipped(unittest.TestCase):
            @unittest.skip(f"{', '.join(missing)} not installed")
            def test_the_cookbook(self):
                pass

        tests.addTest(Skipped("test_the_cookbook"))
        return tests
    flags = doctest.ELLIPSIS
    tests.addTests(doctest.DocFileSuite(str(COOKBOOK), module_relative=False, optionflags=flags))
    for name in ("jsonschema", "duckdb", "pandas", "polars"):
        tests.addTests(doctest.DocTestSuite(f"urigram.{name}", optionflags=flags))
    return tests


class Cookbook(unittest.TestCase):
    def test_there_are_twenty_tasks(self):
        text = COOKBOOK.read_text("utf-8")
        numbers = [int(line[2:].split(".")[0]) for line in text.splitlines()
                   if line.startswith("**") and line[2:3].isdigit()]
        self.assertEqual(numbers, list(range(1, 21)))


if __name__ == "__main__":
    unittest.main()
