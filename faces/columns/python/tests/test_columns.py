"""The cases of faces/columns/cases.json by pyarrow, and what columns refuse."""

import json
import pathlib
import unittest

import pyarrow as pa

import urigram
from urigram import columns

CASES = json.loads((pathlib.Path(__file__).parents[2] / "cases.json").read_text("utf-8"))
TEXTS = [pa.string(), pa.large_string(), pa.string_view()]
BYTES = [pa.binary(), pa.large_binary(), pa.binary_view()]


def value(given):
    return bytes.fromhex(given["hex"]) if isinstance(given, dict) else given


def as_text(answer):
    """Returns an answer with texts in place of bytes, as the cases have it."""
    if isinstance(answer, bytes):
        return answer.decode()
    if isinstance(answer, dict):
        return {name: as_text(one) for name, one in answer.items()}
    if isinstance(answer, list):
        return [as_text(one) for one in answer]
    return answer


class Cases(unittest.TestCase):
    def test_every_type_has_the_answers_of_the_cases(self):
        compared = 0
        for case in CASES["answers"]:
            call = getattr(columns, case["function"])
            for types in (BYTES, TEXTS):
                is_text = types is TEXTS
                rows = [row for row in case["rows"] if not (is_text and isinstance(row[0], dict))]
                given = [value(row[0]) for row in rows]
                encoded = [one.encode() if isinstance(one, str) else one for one in given]
                for of in types:
                    column = pa.array(encoded if of in BYTES else given, of)
                    found = pa.array(call(column, **case["arguments"])).to_pylist()
                    found = [as_text(one) for one in found]
                    self.assertEqual(found, [row[1] for row in rows], (case["function"], of))
                    compared += len(rows)
        self.assertGreater(compared, 500)

    def test_readers_that_want_another_type_get_it(self):
        hosts = columns.host(pa.chunked_array([["http://a/"], ["b c"]]))
        for wanted in [*TEXTS, *BYTES, None]:
            for read in (pa.array, pa.chunked_array):
                found = read(hosts, type=wanted)
                self.assertEqual(found.type, wanted or pa.string())
                self.assertEqual([as_text(one) for one in found.to_pylist()], ["a", None])

    def test_bases_are_a_column(self):
        for case in CASES["bases"]:
            references, bases, wanted = zip(*case["rows"])
            call = getattr(columns, case["function"])
            found = call(pa.array(references), base=pa.array(bases), **case["arguments"])
            self.assertEqual(pa.array(found).to_pylist(), list(wanted))

    def test_bad_calls_are_refused_without_a_column(self):
        for case in CASES["refused"]:
            with self.assertRaises(ValueError) as raised:
                columns.plan(case["function"], **case["arguments"])
            self.assertEqual(str(raised.exception), case["message"])
        with self.assertRaisesRegex(TypeError, "host: grammar is given twice"):
            columns.plan("host", "rfc3986", grammar="rfc3986")
        with self.assertRaisesRegex(TypeError, "host takes 2 arguments after the column"):
            columns.plan("host", "rfc3986", "", "rfc2396")
        for function, given, message in [
            ("host", {"grammar": 1}, "grammar is a text, not int"),
            ("host", {"grammar": None}, "grammar is a text, not NoneType"),
            ("host", {"grammar": b"rfc3986"}, "grammar is a text, not bytes"),
            ("agrees", {"grammars": ["rfc3986", None]}, "grammars is a list of texts, not list"),
            ("surt", {"keep_www": 1}, "keep_www is true or false, not int"),
        ]:
            with self.assertRaises(TypeError) as raised:
                columns.plan(function, **given)
            self.assertEqual(str(raised.exception), f"{function}: {message}")
        with self.assertRaisesRegex(ValueError, "no such argument `grammer`: it takes grammar, rule"):
            columns.plan("host", grammer=1)


class Verdicts(unittest.TestCase):
    def test_values_and_columns_give_the_verdicts_of_the_table(self):
        table = pathlib.Path(__file__).parents[2] / "verdicts.json"
        for row in json.loads(table.read_text("utf-8"))["rows"]:
            text, rule = row["input"], row.get("rule")
            if isinstance(text, dict):
                continue
            asked = {"grammar": row["grammar"]} | ({"rule": rule} if rule else {})
            is_accepted = row["verdict"] == "accepted"
            self.assertEqual(urigram.accepts(text, **asked), is_accepted, row)
            if is_accepted:
                self.assertEqual(urigram.split(text, **asked), row["components"], row)
            else:
                with self.assertRaises(urigram.ParseError) as raised:
                    urigram.split(text, **asked)
                offset = row["verdict"].split()[-1]
                self.assertEqual(str(raised.exception.offset), offset, row)
            column = pa.array([text])
            found = pa.array(columns.accepts(column, **asked)).to_pylist()
            self.assertEqual(found, [is_accepted], row)
            if "serialized" in row:
                [url] = pa.array(columns.browser(column)).to_pylist()
                self.assertEqual(url["host"], row["serialized"], row)


class Chunks(unittest.TestCase):
    def test_chunks_and_slices_and_dictionaries(self):
        chunked = pa.chunked_array([["http://a/", None], [], ["http://b/"]], pa.string())
        found = pa.chunked_array(columns.host(chunked))
        self.assertEqual(found.to_pylist(), ["a", None, "b"])
        self.assertEqual(pa.array(columns.host(chunked)).to_pylist(), ["a", None, "b"])
        self.assertEqual(pa.array(columns.host(chunked.chunk(0)[1:])).to_pylist(), [None])
        encoded = chunked.combine_chunks().dictionary_encode()
        self.assertEqual(pa.array(columns.host(encoded)).to_pylist(), ["a", None, "b"])
        empty = columns.host(pa.chunked_array([], pa.string()))
        self.assertEqual((len(empty), pa.chunked_array(empty).type), (0, pa.string()))

    def test_more_rows_than_are_answered_at_once(self):
        many = pa.array(["http://a/", None, "b c"] * 400_000)
        found = columns.accepts(many)
        self.assertEqual(len(found), len(many))
        chunks = pa.chunked_array(found)
        self.assertEqual(chunks.num_chunks, 2)
        self.assertEqual(chunks[-3:].to_pylist(), [True, None, False])
        bases = pa.array(["http://a/"] * len(many))
        targets = pa.chunked_array(columns.resolve(many, bases))
        self.assertEqual(targets[-3:].to_pylist(), ["http://a/", None, None])

    def test_other_columns_are_refused_by_name(self):
        for column, name in [(pa.array([1]), "Int64"), (pa.array([["a"]]), "List")]:
            with self.assertRaisesRegex(TypeError, f"host: the column is {name}"):
                columns.host(column)
        with self.assertRaisesRegex(TypeError, "list is not a column"):
            columns.host(["http://a/"])
        with self.assertRaisesRegex(ValueError, "have 1 and 2 rows"):
            columns.resolve(pa.array(["a"]), pa.array(["b", "c"]))
        with self.assertRaisesRegex(TypeError, "resolve: the column is Int64"):
            columns.resolve(pa.array(["a"]), pa.array([1]))
        self.assertEqual(pa.array(columns.host(pa.nulls(2))).to_pylist(), [None, None])

    def test_a_column_says_what_it_is(self):
        found = columns.host(pa.array(["http://a/"]))
        self.assertEqual(repr(found), "<urigram.Column of 1 rows: Utf8>")
        self.assertEqual(columns.host.__doc__, "The host, with the brackets of an IPv6 address.")
