//! Sixty wrong URIs: each error has the right kind, its sentence names the cause, and the text that
//! is suggested leads where `url` goes from the wrong one.
//!
//! `tests/data/wrong-uris.md` shows the sentences beside those of other packages; `just bless`
//! writes it. A sentence names the cause if it has one of the row's words.

use std::fmt::{Display, Write};
use std::fs;
use std::path::Path;

use urigram::errors::mistake;
use urigram::errors::SyntaxErrorKind as Kind;
use urigram::errors::SyntaxErrorKind::*;
use urigram::Uri;

use super::suggestions::server;

/// A wrong text, its kind, and words. A sentence names the cause if it has one of the words.
type Row = (&'static str, Kind, &'static [&'static str]);

const SCHEME: &[&str] = &["scheme", "without a base", "relative IRI"];
const HOST: &[&str] = &["host", "domain"];
const BRACKETS: &[&str] = &["bracket", "IPv6", "IP literal"];
const PORT: &[&str] = &["port"];
const ESCAPE: &[&str] = &["percent", "hexadecimal", "`%`"];
const SPACE: &[&str] = &["space"];
const ASCII: &[&str] = &["ASCII"];

const ROWS: [Row; 60] = [
    ("", NoScheme, SCHEME),
    ("example.org", NoScheme, SCHEME),
    ("www.example.org", NoScheme, SCHEME),
    ("example.org/a/b", NoScheme, SCHEME),
    ("//example.org/a", NoScheme, SCHEME),
    ("/a/b", NoScheme, SCHEME),
    ("../a", NoScheme, SCHEME),
    ("?q=1", NoScheme, SCHEME),
    ("#top", NoScheme, SCHEME),
    ("http//example.org/", NoScheme, SCHEME),
    ("jane@example.org", NoScheme, SCHEME),
    ("://example.org/", NoScheme, SCHEME),
    (r"\\server\share", NoScheme, SCHEME),
    ("[::1]:80", NoScheme, SCHEME),
    ("127.0.0.1:80", Scheme, SCHEME),
    ("1http://example.org/", Scheme, SCHEME),
    ("my_app://open", Scheme, SCHEME),
    ("ht!tp://example.org/", Scheme, SCHEME),
    ("\"http://example.org/\"", Scheme, SCHEME),
    ("<http://example.org/>", Scheme, SCHEME),
    ("{scheme}://example.org/", Scheme, SCHEME),
    (" http://example.org/", Whitespace, SPACE),
    ("http ://example.org/", Whitespace, SPACE),
    ("http://a b/", Whitespace, SPACE),
    ("http://example.org/a b", Whitespace, SPACE),
    ("http://example.org/?q=a b", Whitespace, SPACE),
    ("http://example.org/ ", Whitespace, SPACE),
    ("http://example.org/\t", Whitespace, &["tab", "white"]),
    ("http://example.org/\n", Whitespace, &["line", "white"]),
    ("http://example.org/\u{a0}", Whitespace, &["A0", "white", "ASCII"]),
    ("http://example.org/\0", ControlCharacter, &["control"]),
    ("http://example.org/\u{7f}", ControlCharacter, &["control"]),
    ("http://{host}/", Host, HOST),
    ("http://a|b/", Host, HOST),
    ("http://<host>/", Host, HOST),
    (r"http://example.org\a", Host, HOST),
    ("http://u@a^b/", Host, HOST),
    ("http://a]/", Host, &["host", "domain", "bracket"]),
    ("http://a:b@c@d/", Host, HOST),
    ("http://[::1/", IpLiteral, BRACKETS),
    ("http://[1:2]/", IpLiteral, BRACKETS),
    ("http://[::1]]/", Host, &["host", "bracket", "authority", "IPv6"]),
    ("http://[fe80::1%eth0]/", IpLiteral, BRACKETS),
    ("http://[::g]/", IpLiteral, BRACKETS),
    ("http://[]/", IpLiteral, BRACKETS),
    ("http://a:b:c/", Port, PORT),
    ("http://a:port/", Port, PORT),
    ("http://a:80:80/", Port, PORT),
    ("http://a:-1/", Port, PORT),
    ("http://a:80x", Port, PORT),
    ("http://2001:db8::1/", Port, PORT),
    ("http://user:pa#ss@a/", Port, PORT),
    ("http://u|x:y@a/", Host, &["host", "user"]),
    ("http://a/b|c", Path, &["path"]),
    ("http://a/{id}", Path, &["path"]),
    ("http://a/?a[0]=1", Query, &["query"]),
    ("http://a/#b#c", Fragment, &["fragment"]),
    ("http://a/100%", Escape, ESCAPE),
    ("http://a/?q=%zz", Escape, ESCAPE),
    ("http://\u{fc}/", BeyondAscii, ASCII),
];

fn sentence(error: Option<impl Display>) -> String {
    error.map_or("accepted".to_owned(), |error| error.to_string())
}

/// Returns a cell: the sentence, with a mark in front if it names the cause.
fn cell(sentence: &str, words: &[&str]) -> String {
    let names = words.iter().any(|word| sentence.contains(word));
    format!("{} {}", if names { "yes:" } else { "no:" }, sentence.replace('|', "\\|"))
}

#[test]
fn each_error_names_its_cause_in_a_fresh_table() {
    let mut table = String::from(
        "# Sixty wrong URIs\n\nWritten by `tests/values/wrong_uris.rs`. `yes` is before a sentence that \
         names the cause.\n\n| text | kind | urigram | help | url | fluent-uri | iri-string |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut complaints = Vec::new();
    for (text, kind, words) in ROWS {
        let error = Uri::parse(text).expect_err(text);
        let ours = error.to_string();
        let ours = ours.split(" (byte ").next().unwrap_or_default();
        if error.kind() != kind || !words.iter().any(|word| ours.contains(word)) {
            complaints.push(format!("{text:?}: {} instead of {kind}: {ours}", error.kind()));
        }
        let mistake = mistake(&error, text);
        if let Some(suggestion) = mistake.as_ref().and_then(|mistake| mistake.suggestion()) {
            assert!(Uri::parse(suggestion).is_ok(), "{text:?}");
            let known = server(text);
            assert!(known.is_none() || known == server(suggestion), "{text:?}: {suggestion}");
        }
        let help =
            mistake.map(|mistake| mistake.to_string().replace('|', "\\|")).unwrap_or_default();
        let peers = [
            sentence(url::Url::parse(text).err()),
            sentence(fluent_uri::Uri::parse(text).err()),
            sentence(iri_string::types::UriStr::new(text).err()),
        ];
        let peers = peers.map(|sentence| cell(&sentence, words)).join(" | ");
        let shown = text.escape_debug().to_string().replace('|', "\\|");
        let _ =
            writeln!(table, "| `{shown}` | {kind} | {} | {help} | {peers} |", cell(ours, words));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/wrong-uris.md");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &table).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(written, table, "`just bless` writes {}", file.display());
}

/// Every sentence is of the kind, so that no two kinds share one.
#[test]
fn the_table_has_every_kind_of_a_uri() {
    let rare =
        [Authority, Userinfo, Nid, Nss, RComponent, QComponent, NotUtf8, Form, TooLong, Other];
    for kind in Kind::ALL.into_iter().filter(|kind| !rare.contains(kind)) {
        assert!(ROWS.iter().any(|row| row.1 == kind), "{kind}");
    }
}
