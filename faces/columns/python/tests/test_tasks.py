"""Thirty tasks of users of urllib.parse, yarl and rfc3986, each as its first try was written.

Whoever wrote a try knew the first example of README.md and `dir(urigram)`, and no more. Tries that
failed are in `FAILED` with what is right, so that an answer that changes is seen here.
"""

import unittest

import urigram
from urigram import Uri

#: The task, the first try, and the answer.
TASKS = [
    # urllib.parse
    ("urlsplit, host", lambda: urigram.parse("https://bob@example.org:8080/a?q=1").host,
     "example.org"),
    ("hostname", lambda: Uri("http://EXAMPLE.org/").hostname, "example.org"),
    ("username, password", lambda: (Uri("http://b%C3%B6b:x@h/").username,
                                    Uri("http://bob:x@h/").password), ("böb", "x")),
    ("urljoin", lambda: urigram.resolve("http://a/b/c", "../d"), "http://a/d"),
    ("parse_qsl", lambda: Uri("http://h/?a=1&b=x%20y").query_pairs, [("a", "1"), ("b", "x y")]),
    ("parse_qs", lambda: dict(Uri("http://h/?a=1&b=2").query_pairs), {"a": "1", "b": "2"}),
    ("urlencode", lambda: urigram.urlencode({"q": "a b", "n": 1}), "q=a+b&n=1"),
    ("quote, unquote", lambda: (urigram.quote("a b/é"), urigram.unquote("a%20b")),
     ("a%20b/%C3%A9", "a b")),
    ("_replace", lambda: str(Uri("http://h/a?b").replace(scheme="https", path="/c")),
     "https://h/c?b"),
    ("urldefrag", lambda: str(Uri("http://h/a#b").replace(fragment=None)), "http://h/a"),
    # yarl
    ("URL.build", lambda: str(Uri.build(scheme="https", host="h", port=8080, path="/a",
                                        query={"q": "x y"})), "https://h:8080/a?q=x%20y"),
    ("/ with two segments", lambda: str(Uri("http://h/a") / "b/c"), "http://h/a/b/c"),
    ("joinpath", lambda: str(Uri("http://h/a").joinpath("b", "c")), "http://h/a/b/c"),
    ("with_query", lambda: str(Uri("http://h/?x").with_query({"a": "1"})), "http://h/?a=1"),
    ("update_query with a list", lambda: str(Uri("http://h/").update_query({"a": 1, "b": ["x"]})),
     "http://h/?a=1&b=x"),
    ("origin", lambda: str(Uri("https://u@H:443/a?b").origin()), "https://h"),
    ("parent, name, suffix", lambda: (str(Uri("http://h/a/b.c").parent),
                                      Uri("http://h/a/b.c").name,
                                      Uri("http://h/a/b.c").suffix), ("http://h/a", "b.c", ".c")),
    ("join", lambda: str(Uri("http://h/a/b").resolve("../c")), "http://h/c"),
    ("the port to connect to", lambda: Uri("https://h/").port, 443),
    ("human_repr", lambda: Uri("http://xn--9ca.example/%C3%BC").human_repr(),
     "http://é.example/ü"),
    # rfc3986
    ("uri_reference", lambda: urigram.parse("../a?b").query, "b"),
    ("is_valid_uri", lambda: (urigram.accepts("http://a/"), urigram.accepts("http://a b/")),
     (True, False)),
    ("authority_info", lambda: (Uri("http://u@h:1/").userinfo, Uri("http://u@h:1/").host,
                                Uri("http://u@h:1/").port), ("u", "h", 1)),
    ("normalize", lambda: str(Uri("HTTP://H/%7ea/../b").normalize()), "http://h/b"),
    ("normalized_equality", lambda: Uri("HTTP://h").normalize() == Uri("http://h/").normalize(),
     True),
    ("resolve_with", lambda: str(urigram.UriRef("../c").resolve("http://h/a/b")), "http://h/c"),
    ("is_absolute", lambda: urigram.UriRef("../c").is_absolute(), False),
    ("copy_with, unsplit", lambda: str(Uri("http://h/a").replace(query="b=c")), "http://h/a?b=c"),
    ("IRI.encode", lambda: str(urigram.Iri("http://h/ü").to_uri()), "http://h/%C3%BC"),
    ("require_presence_of", lambda: type(refused("//h/a")), urigram.ParseError),
]
#: Tries that fail, and what is right.
FAILED = {
    "the port to connect to": lambda: Uri("https://h/").effective_port,
    "human_repr": lambda: str(Uri("http://xn--9ca.example/%C3%BC").to_unicode()),
    "resolve_with": lambda: str(Uri("http://h/a/b").resolve("../c")),
}


def refused(text):
    """Returns the exception for a text that is no URI."""
    try:
        Uri(text)
    except ValueError as error:
        return error


class Tasks(unittest.TestCase):
    def test_thirty_tasks_are_written_at_first_try(self):
        self.assertEqual(len(TASKS), 30)
        failed = []
        for task, tried, wanted in TASKS:
            try:
                found = tried()
            except AttributeError:
                found = None
            if found != wanted:
                failed.append(task)
                self.assertEqual(FAILED[task](), wanted, task)
        self.assertEqual(failed, list(FAILED))


if __name__ == "__main__":
    unittest.main()
