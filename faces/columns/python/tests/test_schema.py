"""The formats of JSON Schema on the project's vectors: none is answered wrong."""

import json
import pathlib
import unittest

from urigram import ParseError
from urigram.jsonschema import _TYPES, FORMATS

VECTORS = pathlib.Path(__file__).parents[4] / "checks" / "conform" / "vectors" / "json-schema"


class Vectors(unittest.TestCase):
    def test_no_vector_is_answered_wrong(self):
        count = 0
        for name, accepts in FORMATS.items():
            groups = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
            for test in (test for group in groups for test in group["tests"]):
                self.assertEqual(accepts(test["data"]), test["valid"], (name, test["data"]))
                count += 1
        self.assertGreater(count, 5_000)

    def test_an_error_is_at_the_place_of_the_vectors(self):
        groups = json.loads((VECTORS / "json-pointer.json").read_text("utf-8"))
        for test in (test for group in groups for test in group["tests"]):
            if not test["valid"]:
                with self.assertRaises(ParseError) as raised:
                    _TYPES["json-pointer"](test["data"])
                told = test["description"]
                end = len(test["data"].encode())
                at = end if told == "ends too early" else int(told.removeprefix("wrong at byte "))
                self.assertEqual(raised.exception.offset, at, test["data"])

    def test_values_that_are_no_texts_have_every_format(self):
        for accepts in FORMATS.values():
            self.assertTrue(accepts(5) and accepts(None) and accepts([]))
            self.assertFalse(accepts("\ud800") or accepts("/~\ud800"))

    def test_hostile_pointers_take_linear_time(self):
        pointer = FORMATS["json-pointer"]
        self.assertTrue(pointer("/~0" * 300_000))
        self.assertFalse(pointer("/~0" * 300_000 + "~"))


if __name__ == "__main__":
    unittest.main()
