"""Parts, queries, building, changing and typing of identifiers, and lists of hosts."""

import copy
import datetime
import ipaddress
import json
import os
import pickle
import unittest

import urigram
from urigram import AllowList, BuildError, Iri, IriRef, ParseError, Uri, UriRef, Urn


class Queries(unittest.TestCase):
    def test_pairs_are_decoded_and_in_order(self):
        uri = Uri("http://h/?b=2&a=%C3%A9&&b&c=x%3Dy+z")
        pairs = [("b", "2"), ("a", "é"), ("b", None), ("c", "x=y+z")]
        self.assertEqual(uri.query_pairs, pairs)
        self.assertEqual(uri.query_map, {"b": ["2", None], "a": ["é"], "c": ["x=y+z"]})
        self.assertEqual(uri.query_values("b"), ["2", None])
        self.assertEqual((uri.query_value("b"), uri.query_value("q", 5)), ("2", 5))
        # A name without a value is there, so that the default is not taken.
        self.assertIsNone(Uri("http://h/?b").query_value("b", "default"))
        self.assertEqual(uri.form_pairs[-1], ("c", "x=y z"))
        self.assertEqual((Uri("http://h/").query_pairs, UriRef("?a").query_map), ([], {"a": [None]}))

    def test_changes_keep_what_they_do_not_name(self):
        uri = Uri("http://h/?a=%7e&b=1&&a=2#f")
        for changed, wanted in [
            (uri.extend_query(c="d e"), "a=%7e&b=1&&a=2&c=d%20e"),
            (uri.update_query(b=3), "a=%7e&b=3&a=2"),
            (uri.update_query(a=3, z=None), "a=3&b=1&z"),
            (uri.update_query([("a", "1"), ("a", "2"), ("n", "é")]), "a=1&a=2&b=1&n=%C3%A9"),
            (uri.without_query_params("b"), "a=%7e&a=2"),
            (uri.without_query_params("nothing"), "a=%7e&b=1&&a=2"),
            (uri.extend_query(bc=1).without_query_params("b*", "c"), "a=%7e&a=2"),
            (uri.with_query({"x": [1, "y"], "z": 2.5}, t=True), "x=1&x=y&z=2.5&t=True"),
            (uri.with_query([("&=", "#+")]), "%26%3D=%23%2B"),
        ]:
            self.assertEqual(str(changed), f"http://h/?{wanted}#f")
            self.assertIs(type(changed), Uri)
        for gone in (uri.without_query_params("a", "b"), uri.with_query(), uri.with_query({})):
            self.assertEqual(str(gone), "http://h/#f")
        self.assertEqual(str(Iri("http://h/").extend_query(a="é")), "http://h/?a=%C3%A9")
        self.assertEqual(str(UriRef("a?").extend_query(a="1")), "a?a=1")

    def test_what_is_written_is_read_again(self):
        texts = ["", "a b", "é&=", "%41", "+", "\0", "\U0010ffff", "#?/", "a" * 1000]
        for name in texts[1:]:
            for value in [*texts, None]:
                for base in (Uri("http://h/?x=1"), Iri("http://é/?x=1")):
                    self.assertEqual(
                        base.extend_query([(name, value)]).query_pairs, [("x", "1"), (name, value)]
                    )
                    again = base.extend_query([(name, value)]).update_query([(name, "v")])
                    self.assertEqual(again.query_values(name), ["v"])

    def test_other_values_are_refused(self):
        uri = Uri("http://h/")
        for wrong in ({"a": b"x"}, {"a": object()}, "a=b", [("a",)], [1], {1: "a"}, 5):
            with self.assertRaises((TypeError, ValueError)):
                uri.with_query(wrong)
        with self.assertRaises(ParseError):
            uri.with_query({"a": "\ud800"})

    def test_many_pairs_take_linear_time(self):
        uri = Uri("http://h/?" + "&".join(f"a{i}={i}" for i in range(50_000)))
        changed = uri.update_query({f"a{i}": "x" for i in range(50_000)})
        self.assertEqual(changed.query_value("a49999"), "x")
        self.assertEqual(len(changed.without_query_params("a0").query_pairs), 49_999)


class Paths(unittest.TestCase):
    def test_suffixes_are_those_of_splitext(self):
        for name in ["a", "a.b", "a.tar.gz", ".bashrc", "..a", "a.", "...", ".a.b", "a..b"]:
            uri = Uri("http://h/x/").joinpath(name)
            self.assertEqual((uri.name, uri.stem, uri.suffix), (name, *os.path.splitext(name)))

    def test_segments(self):
        for path, segments in [
            ("", ()), ("/", ("",)), ("/a", ("a",)), ("/a%2Fb/c%20d/", ("a/b", "c d", "")),
            ("//a", ("", "a")), ("/%FF", ("\ufffd",)), ("/%C3%A9", ("é",)),
        ]:
            self.assertEqual(Uri("http://h" + path).segments, segments)
        self.assertEqual(Uri("http://h/a%2Fb").raw_segments, ("a%2Fb",))
        self.assertEqual(UriRef("a/b").segments, ("a", "b"))
        latin = Uri("http://h/%E9", "rfc1738")
        self.assertIn(latin.segments[0], ("é", "\ufffd"))

    def test_the_last_segment_is_replaced(self):
        for text, name, wanted in [
            ("http://h/a/b?q#f", "c d", "http://h/a/c%20d?q#f"),
            ("http://h/a/", "c", "http://h/a/c"),
            ("http://h", "c", "http://h/c"),
            ("mailto:a", "b", "mailto:b"),
        ]:
            self.assertEqual(str(Uri(text).with_name(name)), wanted)
        self.assertEqual(str(UriRef("a/b").with_name("é")), "a/%C3%A9")
        self.assertEqual(str(IriRef("a/b.x").with_suffix(".é")), "a/b.%C3%A9")
        self.assertEqual(str(Uri("http://h/a.b/c.d").with_suffix("")), "http://h/a.b/c")
        for wrong in (lambda: Uri("http://h/a").with_name(".."),
                      lambda: Uri("http://h/").with_suffix(".a"),
                      lambda: Uri("http://h/a").with_suffix("a"),
                      lambda: Uri("http://h/a").with_suffix(".a/b"),
                      lambda: UriRef("a").with_name("") / ".."):
            with self.assertRaises(ValueError):
                wrong()

    def test_paths_of_files(self):
        for style, path, text in [
            ("unix", "/tmp/a b%", "file:///tmp/a%20b%25"),
            ("windows", "C:\\a\\b", "file:///C:/a/b"),
        ]:
            uri = Uri.from_file_path(path, style)
            self.assertEqual(str(uri), text)
            self.assertEqual(str(uri.to_file_path(style)), path)
        for wrong in (lambda: Uri.from_file_path("a"), lambda: Uri("http://a/").to_file_path(),
                      lambda: Uri("file:///a").to_file_path("dos")):
            with self.assertRaises(ValueError):
                wrong()


class Browsers(unittest.TestCase):
    def test_what_a_browser_repairs_is_repaired(self):
        for text, repaired in [
            (" HTTPS:\\\\u:p@É.example:0443/a b/../c?q=1+2&q#f\n",
             "https://u:p@xn--9ca.example/c?q=1+2&q#f"),
            ("http://0x7f.1", "http://127.0.0.1/"), ("http:a", "http://a/"),
        ]:
            self.assertEqual(str(Uri.from_browser(text)), repaired)
        # RFC 3986 has no `|`.
        for text, offset in [("http://h/?|", 10), ("", 0), ("/a", 0), ("a b", 1), ("http://", 7),
                             ("http://a b/", 8), ("http://1.2.3.4.5/", 7), ("http://h:70000/", 9),
                             ("http://\ud800/", 7)]:
            with self.assertRaises(ParseError, msg=text) as raised:
                Uri.from_browser(text)
            self.assertEqual(raised.exception.offset, offset, text)


class Authorities(unittest.TestCase):
    def test_hosts_are_typed(self):
        for host, kind, address in [
            ("h", "name", None),
            ("1.2.3.4", "ipv4", ipaddress.IPv4Address("1.2.3.4")),
            ("1.2.3.400", "name", None),
            ("[::1]", "ipv6", ipaddress.IPv6Address("::1")),
            ("[v1.x]", "future", None),
        ]:
            uri = Uri(f"x://{host}/")
            self.assertEqual((uri.host_type, uri.address), (kind, address))
        zone = Uri("http://[fe80::1%25en1]/", "rfc6874").address
        self.assertEqual((zone, zone.scope_id), (ipaddress.IPv6Address("fe80::1%en1"), "en1"))
        self.assertEqual((Uri("a:b").host_type, Uri("a:b").address), (None, None))

    def test_host_names_are_in_lower_case_and_without_brackets(self):
        for host, name in [("EXAMPLE.org", "example.org"), ("[2001:DB8::1]", "2001:db8::1"),
                           ("[FE80::1%25En1]", "fe80::1%25En1"), ("", "")]:
            self.assertEqual(Uri(f"x://{host}/", "rfc6874").hostname, name)
        self.assertEqual((Iri("http://É.example/").hostname, Uri("a:b").hostname), ("é.example", None))

    def test_origins_are_equal_where_scheme_host_and_port_are(self):
        for text, origin in [
            ("HTTPS://bob:x@Example.org:443/a?b#c", "https://example.org"),
            ("http://h:080/", "http://h"), ("http://h:8080", "http://h:8080"),
            ("x://[::1]:", "x://[::1]"),
        ]:
            self.assertEqual(str(Uri(text).origin()), origin)
        self.assertIs(type(Iri("http://é/ü").origin()), Iri)
        for none in (Uri("mailto:a@b"), UriRef("//h/"), Uri("file:///a")):
            with self.assertRaisesRegex(ValueError, "there is no origin"):
                none.origin()

    def test_ports_are_numbers(self):
        for text, port, effective in [
            ("http://h", None, 80), ("http://h:", None, 80), ("x://h", None, None),
            ("http://h:8080", 8080, 8080), ("http://h:00080", 80, 80),
            ("http://h:99999999", 99999999, None),
        ]:
            self.assertEqual((Uri(text).port, Uri(text).effective_port), (port, effective), text)
        long = Uri("http://h:" + "9" * 100_000)
        with self.assertRaisesRegex(ValueError, "read port_text"):
            long.port
        self.assertEqual(len(long.port_text), 100_000)

    def test_passwords_are_masked_where_they_are_shown(self):
        uri = Uri("http://bob:s%40@h/")
        self.assertEqual((uri.username, uri.password), ("bob", "s@"))
        self.assertEqual(repr(uri), "Uri('http://bob:***@h/')")
        self.assertEqual(uri.masked, "http://bob:***@h/")
        self.assertEqual(str(pickle.loads(pickle.dumps(uri))), "http://bob:s%40@h/")
        self.assertEqual(str(uri.replace(username="a:b")), "http://a%3Ab:s%40@h/")
        self.assertEqual(str(uri.replace(password=None)), "http://bob@h/")
        self.assertEqual(str(uri.replace(username=None, password=None)), "http://h/")
        self.assertEqual((Uri("http://h/").username, Uri("http://@h/").username), (None, ""))


class Building(unittest.TestCase):
    def test_values_are_built_of_parts(self):
        for made, wanted in [
            (Uri.build(scheme="https", host="h", port=1, segments=["a/b", ""], query={"x": "&"},
                       fragment="f", username="u", password=":"), "https://u:%3A@h:1/a%2Fb/?x=%26#f"),
            (Uri.build(scheme="x", path="a"), "x:a"),
            (Uri.build(scheme="x", host=ipaddress.ip_address("::1")), "x://[::1]"),
            (UriRef.build(path="a/b", query="q"), "a/b?q"),
            (IriRef.build(authority="é", path="/ü"), "//é/ü"),
            (Iri.build(scheme="x", host="é", segments=["ü"]), "x://é/%C3%BC"),
            (Urn.build("isbn", "04 5"), "urn:isbn:04%205"),
        ]:
            self.assertEqual(str(made), wanted)
        for wrong in [dict(host="h"), dict(scheme="x", host="a b"), dict(scheme="x", port=1),
                      dict(scheme="x", host="h", path="a"), dict(scheme="x", path="a?b"),
                      dict(scheme="x", segments=["a", ".."])]:
            with self.assertRaises(BuildError, msg=wrong):
                Uri.build(**wrong)
        with self.assertRaisesRegex(ValueError, "the path is given twice"):
            Uri.build(scheme="x", path="a", segments=["b"])
        with self.assertRaisesRegex(TypeError, "no component `hots`; there are scheme"):
            Uri.build(scheme="x", hots="h")

    def test_parts_that_only_fit_together_are_replaced_at_once(self):
        self.assertEqual(str(Uri("a:b").replace(authority="h", path="/c")), "a://h/c")
        self.assertEqual(str(UriRef("//h/p").replace(authority=None, path="q")), "q")
        self.assertEqual(str(Uri("a://h/b").replace(authority=None, path="c")), "a:c")

    def test_an_error_says_where_in_which_component(self):
        with self.assertRaises(BuildError) as raised:
            Uri("http://h/").replace(fragment="éa b")
        error = raised.exception
        self.assertEqual((error.component, error.index, error.offset), ("fragment", 0, 0))
        with self.assertRaises(BuildError) as raised:
            Iri("http://h/").replace(fragment="éa b")
        error = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((error.index, error.offset, error.rule), (2, 3, "ifragment"))
        for port in (99999999, -1, 1 << 100):
            with self.assertRaisesRegex(ValueError, "from 0 to 65535"):
                Uri("http://h/").replace(port=port)
        for port in (True, "80", 80.0):
            with self.assertRaises(TypeError):
                Uri("http://h/").replace(port=port)


class Meaning(unittest.TestCase):
    def test_any_reference_is_resolved(self):
        base = Uri("http://a/b/c")
        for reference, kind, wanted in [
            ("../d", Uri, "http://a/d"), (UriRef("?x"), Uri, "http://a/b/c?x"),
            (Uri("x:y"), Uri, "x:y"), (IriRef("é"), Iri, "http://a/b/é"),
            (Iri("x:é"), Iri, "x:é"), (Urn("urn:ab:c"), Uri, "urn:ab:c"),
        ]:
            target = base.resolve(reference)
            self.assertEqual((type(target), str(target)), (kind, wanted))
        self.assertEqual(str(Iri("http://é/").resolve(UriRef("a"))), "http://é/a")
        with self.assertRaises(ParseError):
            base.resolve("é")
        with self.assertRaises(TypeError):
            base / 5

    def test_references_lead_back(self):
        for base, target in [("http://a/b/c", "http://a/b/d?x"), ("http://a/b", "http://a/"),
                             ("http://a/", "x:y")]:
            reference = Uri(base).relativize(Uri(target))
            self.assertIs(type(reference), UriRef)
            self.assertEqual(Uri(base).resolve(reference), Uri(target))
        self.assertIs(type(Iri("http://a/é").relativize("http://a/ü")), IriRef)

    def test_levels(self):
        uri = Uri("HTTP://A:80/%7e/../x")
        found = [str(uri.normalize(level)) for level in
                 ("simple-string", "case", "percent-encoding", "path-segments", "scheme")]
        self.assertEqual(found, ["HTTP://A:80/%7e/../x", "http://a:80/%7E/../x",
                                 "http://a:80/~/../x", "http://a:80/x", "http://a/x"])
        self.assertEqual(str(Uri("x://[0::0:1]").normalize("address")), "x://[::1]/")
        self.assertTrue(uri.equivalent("http://a/x"))
        self.assertFalse(uri.equivalent("http://a/x", level="case"))
        with self.assertRaisesRegex(ValueError, "no level `host`; there are simple-string"):
            uri.normalize("host")
        with self.assertRaises(ParseError):
            uri.equivalent("a b")

    def test_grammars_are_chosen_by_name_and_by_day(self):
        self.assertEqual(Uri("http://a/", "rfc2396").grammar, "rfc2396")
        self.assertEqual(urigram.parse("http://a/", "rfc1738").grammar, "rfc1738")
        for day in ("2000-01-01", datetime.date(2000, 1, 1)):
            self.assertEqual(urigram.parse("http://a/", as_of=day).grammar, "rfc2732")
        with self.assertRaises(ParseError) as raised:
            urigram.parse("http://a_b^/", as_of="2000-01-01")
        self.assertEqual(raised.exception.grammar, "rfc2732")
        for day in ("auto", "2000", "newest", ""):
            with self.assertRaises(ValueError):
                urigram.parse("http://a/", as_of=day)
        with self.assertRaisesRegex(ValueError, "not both"):
            urigram.parse("http://a/", "rfc3986", as_of="2000-01-01")
        self.assertTrue(Uri.accepts("http://a_b/") and not Uri.accepts("../a"))
        self.assertTrue(UriRef.accepts("../a") and not Urn.accepts("../a"))

    def test_iris_and_uris_are_mapped(self):
        iri = Iri("http://résumé.example/é")
        self.assertEqual(str(iri.to_uri()), "http://r%C3%A9sum%C3%A9.example/%C3%A9")
        self.assertEqual(str(iri.to_ascii()), "http://xn--rsum-bpad.example/%C3%A9")
        self.assertEqual(iri.to_ascii().to_unicode(), iri)
        self.assertEqual(iri.to_uri().to_iri(), iri)
        self.assertEqual(IriRef("é").to_uri(), UriRef("%C3%A9"))
        self.assertEqual(UriRef("%C3%A9").to_iri(), IriRef("é"))
        with self.assertRaises(ValueError):
            Iri("http://a_é/").to_ascii()


class Python(unittest.TestCase):
    def test_match_takes_values_apart(self):
        match Uri("http://h/p?q#f"):
            case Uri(scheme, authority, path, query, fragment):
                found = (scheme, authority, path, query, fragment)
        self.assertEqual(found, ("http", "h", "/p", "q", "f"))
        match Urn("urn:isbn:1"):
            case Urn("isbn", nss):
                self.assertEqual(nss, "1")
            case _:
                self.fail("no match")

    def test_json_formats_and_copies(self):
        uri = Uri("http://a/")
        self.assertEqual(json.dumps([uri], default=str), '["http://a/"]')
        self.assertEqual(f"{uri:>12}|{uri}", "   http://a/|http://a/")
        self.assertEqual(copy.copy(uri), uri)
        self.assertEqual({uri: 1}[Uri("http://a/")], 1)
        self.assertEqual(Uri(UriRef("a:b")), Uri("a:b"))
        self.assertEqual(sorted([Urn("urn:ab:2"), Urn("urn:ab:1")])[0].nss, "1")

    def test_a_lone_surrogate_is_an_error_at_its_place(self):
        for ask in (Uri, Iri, UriRef, Urn, urigram.parse, urigram.quote,
                    Uri("a:b").resolve, lambda text: Uri("a:b") / text,
                    lambda text: Uri("a:b").replace(query=text), Uri.accepts):
            with self.assertRaises(ParseError) as raised:
                ask("é:\udc00b")
            error = raised.exception
            self.assertEqual((error.index, error.offset), (2, 3), ask)
            self.assertEqual(pickle.loads(pickle.dumps(error)).input, "é:\udc00b")
        for wrong in (None, 5, b"a:b"):
            with self.assertRaisesRegex(TypeError, "a text is a str or an identifier"):
                Uri(wrong)

    def test_hostile_texts_are_answered(self):
        texts = ["\0" * 1000, "%" * 100_000, "&" * 100_000, "a:" + "/" * 100_000,
                 "a://" + "@" * 50_000, "a:?" + "&a=%" * 20_000, "a://h/" + "../" * 50_000]
        for text in texts:
            for kind in (Uri, UriRef, Iri, IriRef):
                try:
                    value = kind(text)
                except ValueError:
                    continue
                value.segments, value.query_pairs, value.query_map, value.form_pairs
                value.name, value.suffix, value.username, value.masked, value.normalize()
                value.update_query(a="b"), value.without_query_params("a")


class Lists(unittest.TestCase):
    def test_only_hosts_of_the_list_are_vetted(self):
        allow = AllowList(["whatwg", "rfc2396"], schemes=["https"], hosts=["good.example"],
                          suffixes=["cdn.example"], ports=[8443])
        vetted = allow.check("https://GOOD.example:8443/x")
        self.assertEqual((vetted.host, vetted.port, vetted.address), ("good.example", 8443, None))
        self.assertEqual((str(vetted), vetted.uri.path), ("https://GOOD.example:8443/x", "/x"))
        self.assertEqual(allow.check(Uri("https://a.cdn.example/")).host, "a.cdn.example")
        for text, component in [
            ("https://good.example@evil.example/", "userinfo"), ("http://good.example/", "scheme"),
            ("https://evil.example\\@good.example/", "authority"), ("https://good.example:22/", "port"),
            ("https://127.0.0.1/", "host"), ("https://good%2Eexample/", "host"),
        ]:
            with self.assertRaises(urigram.DeniedError) as raised:
                allow.check(text)
            error = pickle.loads(pickle.dumps(raised.exception))
            self.assertEqual((error.input, error.component), (text, component))
        self.assertFalse(allow.admits_address("10.0.0.1"))
        self.assertTrue(allow.admits_address(ipaddress.ip_address("9.9.9.9")))

    def test_lists_are_read_and_checked(self):
        with self.assertRaises(ValueError):
            AllowList(["no-such-reader"])
        for wrong in (dict(schemes=["https:"]), dict(hosts=["a b"]), dict(ports=[70000])):
            with self.assertRaises(ValueError):
                AllowList(["whatwg"], **wrong)
        with self.assertRaises(TypeError):
            urigram.Vetted()


if __name__ == "__main__":
    unittest.main()
