"""Identifiers as values, errors, the command, types and doctests."""

import copy
import doctest
import importlib
import inspect
import io
import json
import pickle
import sys
import unittest
import urllib.parse

import urigram
from urigram import Iri, IriRef, Uri, UriRef, Urn
from urigram.__main__ import main


def load_tests(loader, tests, pattern):
    for name in ("urigram", "urigram.errors", "urigram.columns"):
        tests.addTests(doctest.DocTestSuite(importlib.import_module(name)))
    examples = list(native_examples())
    assert len(examples) > 20, examples
    tests.addTests(doctest.DocTestCase(example) for example in examples)
    return tests


def native_examples():
    """Yields the examples of the native half that `doctest` does not find in the module."""
    native, names = urigram.parse.__module__, vars(urigram)
    owners = [one for one in vars(sys.modules["urigram._urigram"]).values()
              if inspect.isclass(one) and one not in names.values()]
    members = [member for owner in owners for member in vars(owner).values()]
    functions = [names[name] for name in urigram.__all__ if inspect.isroutine(names[name])]
    for member in [*owners, *members, *functions]:
        text = inspect.getdoc(member) or ""
        if ">>>" in text:
            name = getattr(member, "__name__", str(member))
            yield doctest.DocTestParser().get_doctest(text, dict(names), name, native, 0)


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
        self.assertEqual((UriRef("a").is_absolute(), Uri("a:").is_absolute()), (False, True))

    def test_changes_make_new_values(self):
        uri = Uri("http://a/b?q")
        self.assertEqual(str(uri.replace(scheme="https", host="b.example", port=8080)),
                         "https://b.example:8080/b?q")
        self.assertEqual(str(uri.replace(query=None, fragment="x")), "http://a/b#x")
        self.assertEqual(str(uri / "c/d"), "http://a/b/c/d?q")
        with self.assertRaisesRegex(ValueError, r"write resolve\(text\)"):
            uri / "/c"
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
        self.assertIsNone(UriRef("../a").equivalent("../a"))
        target = urigram.resolve("http://a/b/c/d;p?q", "../../../g", "rfc2396")
        self.assertEqual(target, "http://a/../g")
        self.assertEqual(str(Uri("http://a/b").resolve("?x")), "http://a/b?x")
        self.assertEqual(urigram.surt("http://www.archive.org/goo/?b&a"), "org,archive)/goo?a&b")
        self.assertIn("rfc3986", urigram.accepting("http://[::1]/"))
        known = urigram.grammars()
        self.assertIn("RFC 3986", [one.number for one in known if not one.is_practice])
        self.assertIn("whatwg", [one.id for one in known if one.is_practice])


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
        questions = [urigram.parse, urigram.split, urigram.surt, Urn, Iri, UriRef, Uri.from_browser]
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


class Names(unittest.TestCase):
    def test_a_newcomer_sees_twenty_names(self):
        shown = [name for name in dir(urigram) if not name.startswith("_")]
        self.assertEqual(len(shown), 20, shown)
        for name in shown:
            self.assertTrue(inspect.getdoc(getattr(urigram, name)), name)


class Encoding(unittest.TestCase):
    def test_texts_are_encoded_as_urllib_does(self):
        texts = ["", "a b/é?&=+~*'%", "\0\U0010ffff", "".join(map(chr, range(256)))]
        for text in texts:
            self.assertEqual(urigram.quote(text), urllib.parse.quote(text))
            self.assertEqual(urigram.quote(text, safe=""), urllib.parse.quote(text, safe=""))
            self.assertEqual(urigram.unquote(urigram.quote(text)), text)
            self.assertEqual(urigram.unquote(text), urllib.parse.unquote(text))
            self.assertEqual(urigram.quote(text, plus=True), urllib.parse.quote_plus(text, "/"))
            self.assertEqual(urigram.unquote(text, plus=True), urllib.parse.unquote_plus(text))
            pairs = [("q", text), (text + "x", "1"), ("q", "2")]
            self.assertEqual(urllib.parse.parse_qsl(urigram.urlencode(pairs), True), pairs)
        self.assertEqual(urigram.unquote("%ff%C3%"), "\ufffd\ufffd%")
        self.assertEqual(urigram.urlencode({"a": [1, None], "b": ()}), "a=1&a")


if __name__ == "__main__":
    unittest.main()
