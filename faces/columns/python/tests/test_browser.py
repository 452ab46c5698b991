"""What browsers read, as values."""

import copy
import pickle
import unittest

import urigram
from urigram import browser


class Browser(unittest.TestCase):
    def test_what_a_browser_repairs_is_repaired(self):
        found = browser(" HTTPS:\\\\u:p@É.example:0443/a b/../c?q=1+2&q#f\n")
        self.assertEqual(found.href, "https://u:p@xn--9ca.example/c?q=1+2&q#f")
        self.assertEqual((found.scheme, found.host, found.host_type), ("https", "xn--9ca.example", "domain"))
        self.assertEqual((found.port, found.path, found.query, found.fragment), (443, "/c", "q=1+2&q", "f"))
        self.assertEqual(found.query_pairs, [("q", "1 2"), ("q", "")])
        self.assertIsNone(found.agrees)
        self.assertEqual(repr(found), "<urigram.Browser https://u:***@xn--9ca.example/c?q=1+2&q#f>")
        self.assertEqual(found.uri.path, "/c")
        self.assertIsNone(browser("http://h/?|").uri)
        match found:
            case urigram.Browser("https", host, 443):
                self.assertEqual(host, "xn--9ca.example")
            case _:
                self.fail("no match")

    def test_rfc_3986_may_read_another_host(self):
        for text, host, agrees in [("http://EXAMPLE.com", "example.com", True),
                                   ("http://0x7f.1/", "127.0.0.1", False),
                                   ("http://a\\@b/", "a", None)]:
            self.assertEqual((browser(text).host, browser(text).agrees), (host, agrees))

    def test_values_are_compared_copied_and_pickled(self):
        one = browser("HTTP://A/")
        self.assertEqual(one, browser("http://a"))
        self.assertEqual(len({one, browser("http://a")}), 1)
        for again in (copy.copy(one), pickle.loads(pickle.dumps(browser("http://a\\@b/")))):
            self.assertIsInstance(again, urigram.Browser)
        # It is read again, so that it disagrees as before.
        self.assertIsNone(pickle.loads(pickle.dumps(browser("http://a\\@b/"))).agrees)

    def test_what_no_browser_takes_is_refused(self):
        for text in ["", "/a", "a b", "http://", "http://a b/", "http://1.2.3.4.5/", "http://h:70000/"]:
            with self.assertRaisesRegex(ValueError, "no URL for a browser"):
                browser(text)
        with self.assertRaises(urigram.ParseError):
            browser("http://\ud800/")
        with self.assertRaises(TypeError):
            urigram.Browser("http://a/")


if __name__ == "__main__":
    unittest.main()
