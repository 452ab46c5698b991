//! Tests that a string with several derivations has the tree that the document means.

use urigram_core::tree::Tree;
use urigram_grammars::{Grammar, Reading};

/// Returns the text of the first node of a rule.
fn text<'i>(grammar: Grammar, input: &'i str, rule: &str) -> Option<&'i str> {
    let tree = Tree::parse(grammar, Reading::Corrected, None, input.as_bytes())
        .expect("the input is accepted");
    let id = grammar.document().rule(rule).expect("the rule exists").id;
    let node = tree.nodes().find(|node| node.rule().id == id)?;
    Some(&input[node.start()..node.end()])
}

/// Checks each rule's first text in the tree of an input; `None` if the rule must not occur.
fn expect(grammar: Grammar, input: &str, expected: &[(&str, Option<&str>)]) {
    for (rule, part) in expected {
        assert_eq!(text(grammar, input, rule), *part, "{rule} in {input} by {grammar}");
    }
}

// url-1993, "Internet protocol parts": user@ before the host, a decimal port behind it, though
// hostname takes it all.
#[test]
fn url_1993_parts_user_host_and_port() {
    let telnet = "telnet://guest@info.cern.ch:23";
    expect(
        Grammar::Url1993,
        telnet,
        &[("user", Some("guest")), ("host", Some("info.cern.ch")), ("port", Some("23"))],
    );
    expect(Grammar::Url1993, telnet, &[("telnetaddress", Some(telnet)), ("generic", None)]);
    expect(Grammar::Url1993, "ftp://u:p@h/a", &[("user", Some("u:p")), ("host", Some("h"))]);
    expect(
        Grammar::Url1993,
        "http://128.141.201.74:80/",
        &[("hostnumber", Some("128.141.201.74")), ("port", Some("80"))],
    );
}

// url-1993: the rule of a scheme before the generic one; the first colon ends the scheme
// ("Scheme").
#[test]
fn url_1993_prefers_the_rule_of_the_scheme() {
    let wais = "wais://quake.think.com/wais-discussion-archives?lynch";
    expect(
        Grammar::Url1993,
        wais,
        &[("waisindex", Some(wais)), ("database", Some("wais-discussion-archives"))],
    );
    expect(Grammar::Url1993, wais, &[("search", Some("lynch")), ("generic", None)]);
    expect(
        Grammar::Url1993,
        "news:a@b",
        &[("article", Some("a@b")), ("group", None), ("host", Some("b"))],
    );
    expect(Grammar::Url1993, "a:b:c", &[("scheme", Some("a")), ("path", Some("b:c"))]);
    expect(
        Grammar::Url1993,
        "http:a",
        &[("generic", Some("http:a")), ("scheme", Some("http")), ("httpaddress", None)],
    );
}

// url-1993, "Prospero": the name ends at the first %00.
#[test]
fn url_1993_ends_a_prospero_name_at_its_version() {
    let link = "prospero://h/a/b%001%00x%00y";
    let parts =
        [("hsoname", Some("a/b")), ("version", Some("1")), ("attributes", Some("%00x%00y"))];
    expect(Grammar::Url1993, link, &parts);
    expect(
        Grammar::Url1993,
        "prospero://h/a%00%00x",
        &[("version", Some("")), ("attribute", Some("x"))],
    );
}

// url-1993, "Gopher": the first character is the type, the rest the selector.
#[test]
fn url_1993_parts_a_gopher_selector() {
    let input = "gopher://gopher.micro.umn.edu/00/Information%20About%20Gopher/About%20Gopher";
    let selector = "0/Information%20About%20Gopher/About%20Gopher";
    expect(Grammar::Url1993, input, &[("gtype", Some("0")), ("selector", Some(selector))]);
}

// rfc1738, 3.4.1: %09 ends selector and search; 3.2.2: ;type= ends an FTP path; 3.6: an @ makes an
// article.
#[test]
fn rfc1738_parts_what_its_schemes_part() {
    let gopher = "gopher://h/7sel%09search%09plus";
    expect(
        Grammar::Rfc1738,
        gopher,
        &[("gtype", Some("7")), ("selector", Some("sel")), ("search", Some("search"))],
    );
    expect(Grammar::Rfc1738, gopher, &[("gopher+_string", Some("plus")), ("otherurl", None)]);
    expect(
        Grammar::Rfc1738,
        "ftp://u:p@h/a/b;type=i",
        &[("user", Some("u")), ("password", Some("p"))],
    );
    expect(
        Grammar::Rfc1738,
        "ftp://u:p@h/a/b;type=i",
        &[("fpath", Some("a/b")), ("ftptype", Some("i"))],
    );
    expect(
        Grammar::Rfc1738,
        "news:a@b.c",
        &[("article", Some("a@b.c")), ("host", Some("b.c")), ("group", None)],
    );
    expect(
        Grammar::Rfc1738,
        "x-new://u@h:1/p",
        &[("user", Some("u")), ("port", Some("1")), ("urlpath", Some("p"))],
    );
}

// url-1997, 4.4: the site takes what it can, but //host?q is not a net_path.
#[test]
fn url_1997_is_greedy_about_the_site() {
    expect(
        Grammar::Url1997,
        "//u:p@h:1/a",
        &[("site", Some("u:p@h:1")), ("host", Some("h")), ("abs_path", Some("/a"))],
    );
    expect(
        Grammar::Url1997,
        "http://a/b/c/d;p?q",
        &[("site", Some("a")), ("query", Some("q")), ("opaque-URL", None)],
    );
    expect(
        Grammar::Url1997,
        "//host?q",
        &[("site", None), ("abs_path", Some("//host?q")), ("query", Some("q"))],
    );
}

// uri-2003, 3.2: server where it fits, else reg-name; IPv4address before hostname.
#[test]
fn uri_2003_prefers_server_to_reg_name() {
    expect(
        Grammar::Uri2003,
        "http://1.2.3.4:8/",
        &[("IPv4address", Some("1.2.3.4")), ("port", Some("8")), ("reg-name", None)],
    );
    expect(
        Grammar::Uri2003,
        "http://1.2.3.4.example/",
        &[("IPv4address", None), ("hostname", Some("1.2.3.4.example"))],
    );
    expect(Grammar::Uri2003, "http://a$b/", &[("server", None), ("reg-name", Some("a$b"))]);
    expect(Grammar::Uri2003, "mailto:a?b", &[("opaque-part", Some("a?b")), ("query", None)]);
}

// rfc3986, 3.2.2: an IPv4address wins over a reg-name, and only whole.
#[test]
fn rfc3986_matches_ipv4_first() {
    expect(
        Grammar::Rfc3986,
        "http://10.2.3.4/",
        &[("IPv4address", Some("10.2.3.4")), ("reg-name", None)],
    );
    expect(
        Grammar::Rfc3986,
        "http://1.2.3.45x/",
        &[("IPv4address", None), ("reg-name", Some("1.2.3.45x"))],
    );
    expect(Grammar::Rfc3986, "http://[2001:db8::7]/", &[("IPv6address", Some("2001:db8::7"))]);
}

// urc-1993, rule 2 and the summary: the dot opens the language, the slash the representation.
#[test]
fn urc_1993_tells_the_tags_apart() {
    let input = "<Title.sv/Text/Plain/charset:SEN_850200_B=Likformiga;URN:IANA:0::drafts:1204;>";
    let parts = [
        ("field_name", Some("Title")),
        ("lang_tag", Some("sv")),
        ("repr_tag", Some("Text/Plain/charset:SEN_850200_B")),
        ("value", Some("Likformiga")),
        ("URL_URN", Some("URN:IANA:0::drafts:1204")),
    ];
    expect(Grammar::Urc1993, input, &parts);
}
