"""Identifiers as values, errors, the command, types and doctests."""

import copy
import doctest
import importlib
import inspect
import io
import json
import pathlib
import pickle
import re
import unittest

import urigram
from urigram import Iri, IriRef, Uri, UriRef, Urn
from urigram.__main__ import main


def load_tests(loader, tests, pattern):
    for name in ("urigram", "urigram.errors", "urigram.columns"):
        tests.addTests(doctest.DocTestSuite(importlib.import_module(name)))
    return tests


class Values(unittest.TestCase):
    def test_the_text_selects_the_type(self):
        for text, kind, grammar in [
            ("http://a/", Uri, "rfc3986"),
            ("../a", UriRef, "rfc3986"),
            ("http://é/", Iri, "rfc3987"),
            ("é", IriRef, "rfc3987"),
            ("urn:isbn:0451450523", Urn, "rfc8141"),
        ]:
            value = urigram.parse(text)
            self.assertIs(type(value), kind, text)
            self.assertEqual((str(value), value.grammar), (text, grammar))
        self.assertEqual(urigram.parse("http://a_b/", "rfc2396").host, None)
        with self.assertRaisesRegex(ValueError, "did you mean `rfc3986`"):
            urigram.parse("http://a/", "rfc3968")

    def test_values_are_equal_by_their_text_and_their_type(self):
        self.assertEqual(Uri("http://a/"), Uri("http://a/", "rfc2396"))
        self.assertNotEqual(Uri("http://a/"), UriRef("http://a/"))
        self.assertNotEqual(Uri("http://a/"), "http://a/")
        self.assertEqual(len({Uri("http://a/"), Uri("http://a/"), Uri("http://b/")}), 2)
        self.assertEqual(sorted([Uri("b:"), Uri("a:")]), [Uri("a:"), Uri("b:")])
        with self.assertRaises(TypeError):
            Uri("a:") < UriRef("a:")

    def test_values_survive_pickling_copying_and_repr(self):
        names = {"Uri": Uri, "UriRef": UriRef, "Iri": Iri, "IriRef": IriRef, "Urn": Urn}
        for value in [
            Uri("http://a'b/"),
            Uri("http://a/", "rfc2396"),
            Uri("http://info.cern.ch/", "url-1993", reading="printed"),
            UriRef("../a"),
            Iri("http://é/"),
            IriRef("é"),
            Urn("urn:a1:b"),
        ]:
            pickled = pickle.loads(pickle.dumps(value))
            for again in (pickled, copy.deepcopy(value), eval(repr(value), names)):
                self.assertEqual(again, value)
                self.assertEqual((again.grammar, again.reading), (value.grammar, value.reading))

    def test_components(self):
        uri = Uri("ftp://u:p@[::1]:21/a?q#f")
        parts = (uri.scheme, uri.authority, uri.userinfo, uri.host, uri.port, uri.path)
        self.assertEqual(parts, ("ftp", "u:p@[::1]:21", "u:p", "[::1]", 21, "/a"))
        self.assertEqual((uri.query, uri.fragment), ("q", "f"))
        self.assertEqual(uri.components["host"], "[::1]")
        self.assertNotIn("nid", uri.components)
        urn = Urn("urn:example:a?+r?=q#f")
        self.assertEqual((urn.nid, urn.nss), ("example", "a"))
        self.assertEqual((urn.r_component, urn.q_component), ("r", "q"))
        self.assertTrue(UriRef("a").is_relative)

    def test_changes_make_new_values(self):
        uri = Uri("http://a/b?q")
        self.assertEqual(str(uri.replace(scheme="https", host="b.example", port=8080)),
                         "https://b.example:8080/b?q")
        self.assertEqual(str(uri.replace(query=None, fragment="x")), "http://a/b#x")
        self.assertEqual(str(uri / "c/d"), "http://a/b/c%2Fd?q")
        self.assertEqual(str((uri / "c").parent), "http://a/b?q")
        self.assertEqual(str(uri), "http://a/b?q")
        for wrong in (lambda: uri / "..", lambda: uri.replace(fragment="x y")):
            with self.assertRaises(ValueError):
                wrong()
        with self.assertRaises(TypeError):
            uri.replace(hots="a")

    def test_meaning(self):
        uri = Uri("HTTP://A/%7Eb/../c")
        self.assertEqual(str(uri.normalize()), "http://a/c")
        self.assertTrue(uri.equivalent(Uri("http://a/c")))
        self.assertEqual(urigram.equivalent("http://a/%7E", "http://a/~"), True)
        self.assertIsNone(urigram.equivalent("../a", "../a"))
        target = urigram.resolve("http://a/b/c/d;p?q", "../../../g", "rfc2396")
        self.assertEqual(target, "http://a/../g")
        self.assertEqual(str(Uri("http://a/b").resolve("?x")), "http://a/b?x")
        self.assertEqual(urigram.surt("http://www.archive.org/goo/?b&a"), "org,archive)/goo?a&b")
        self.assertIn("rfc3986", urigram.accepting("http://[::1]/"))
        self.assertIn("RFC 3986", [document.number for document in urigram.grammars()])


class Errors(unittest.TestCase):
    def test_an_error_has_everything_in_it(self):
        with self.assertRaises(urigram.ParseError) as raised:
            urigram.Iri("http://é/ b")
        error = raised.exception
        self.assertIsInstance(error, ValueError)
        # The offset counts bytes, as every answer of urigram does, and the index code points.
        self.assertEqual((error.offset, error.index, error.found), (10, 9, "a space"))
        self.assertEqual((error.grammar, error.reading), ("rfc3987", "corrected"))
        self.assertEqual(error.kind, "whitespace")
        self.assertIn("^", error.diagnosis)
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.index), (str(error), 9))
        self.assertEqual(again.expected, error.expected)

    def test_the_cause_of_a_failed_resolution_is_the_rejected_text(self):
        with self.assertRaises(urigram.ResolveError) as raised:
            urigram.resolve("http://a b/", "g")
        self.assertEqual((raised.exception.base, raised.exception.reference), ("http://a b/", "g"))
        self.assertEqual(raised.exception.__cause__.offset, 8)
        with self.assertRaises(urigram.ResolveError) as raised:
            urigram.resolve("b", "g")
        self.assertIsNone(raised.exception.__cause__)

    def test_no_text_makes_a_panic(self):
        # A PanicException is no ValueError.
        texts = ["", "\0", "%", "://", "[", "\U0010ffff", "urn:", "<", "a" * 100_000, "/" * 100_000]
        questions = [urigram.parse, urigram.normalize, urigram.key, urigram.surt, Urn, Iri, UriRef]
        for text in texts:
            for ask in questions:
                try:
                    ask(text)
                except ValueError:
                    pass


class Command(unittest.TestCase):
    def run_on(self, *arguments, lines):
        out = io.StringIO()
        status = main(list(arguments), lines, out)
        return status, [json.loads(line) for line in out.getvalue().splitlines()]

    def test_check_and_split(self):
        status, answers = self.run_on("check", lines=[b"http://a/\r\n", b"a b\n", b"\xff"])
        self.assertEqual((status, [one["accepted"] for one in answers]), (1, [True, False, False]))
        self.assertEqual(answers[1]["error"]["offset"], 1)
        status, answers = self.run_on("split", "-g", "rfc8141", lines=[b"urn:ab:c?+r"])
        self.assertEqual((status, answers[0]["components"]["r-component"]), (0, "r"))


class Stubs(unittest.TestCase):
    def test_the_stubs_have_what_the_package_has(self):
        stubs = pathlib.Path(urigram.__file__).with_name("_urigram.pyi").read_text("utf-8")
        for name in urigram.__all__:
            if not name.endswith("Error"):
                self.assertRegex(stubs, rf"(?m)^(class |def )?{re.escape(name)}\b")
        for kind in (Uri, UriRef, Iri, IriRef, Urn):
            shared = ["_Identifier", "_Located", kind.__name__]
            bodies = [stubs.split(f"class {name}")[1].split("\nclass ")[0] for name in shared]
            for member, _ in inspect.getmembers(kind):
                if not member.startswith("_"):
                    self.assertRegex("".join(bodies), rf"def {member}\b", (kind, member))


if __name__ == "__main__":
    unittest.main()
