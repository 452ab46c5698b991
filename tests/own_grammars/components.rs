//! A loaded grammar is split by its own rules in every way to ask.

use urigram::agreement::{agree, check, Outcome, Refusal};
use urigram::migrate::{Migration, Outcome as Migrated};
use urigram::proof::Side;
use urigram::{Component, Grammar, IriBuf, Reading, UriBuf, UrnBuf};

use crate::own_grammars::folder::folders::{grammar, loaded, Scratch};

fn side(grammar: Grammar) -> Side<'static> {
    Side { grammar, reading: Reading::Corrected, rule: None }
}

/// Returns the components of an accepted text with their texts.
fn split(grammar: Grammar, input: &str) -> Vec<(&'static str, &str)> {
    let table = grammar.tables(Reading::Corrected).start();
    let found = table.components(input.as_bytes(), Reading::Corrected).unwrap();
    found
        .iter()
        .map(|one| {
            assert_eq!(found.span(one.component), Some(one.span));
            (one.component.name(), &input[one.span.start as usize..one.span.end as usize])
        })
        .collect()
}

/// A host that ends at `\` and one that holds it: RFC 3986's delimiters are the same, the rules are
/// not.
const HOSTS: [(&str, &str); 2] = [
    (
        "a.abnf",
        "URL = \"http://\" host path\nhost = 1*( %x21-2E / %x30-39 / %x3B-3E / %x41-7E )\n\
         path = [ \"/\" *%x21-7E ]\n",
    ),
    (
        "b.abnf",
        "URL = \"http://\" host path\nhost = 1*( %x21-2E / %x30-39 / %x3B-3E / %x41-5B / %x5D-7E )\n\
         path = [ ( \"/\" / \"\\\" ) *%x21-7E ]\n",
    ),
];

/// RFC 3986 would take what follows `@` for the host.
const LABELS: [(&str, &str); 2] = [
    ("label.abnf", "url = \"http://\" label \"@\" host \"/\"\nlabel = 1*ALPHA\nhost = 1*ALPHA\n"),
    ("host.abnf", "url = \"http://\" host \"@\" label \"/\"\nlabel = 1*ALPHA\nhost = 1*ALPHA\n"),
];

#[test]
fn equal_shapes_of_text_are_not_equal_rules() {
    let scratch = Scratch::new("own-hosts");
    for (files, shortest, text, hosts) in
        [(HOSTS, 9, r"http://a\b", [r"a\b", "a"]), (LABELS, 11, "http://aa@b/", ["b", "aa"])]
    {
        let [a, b] = files.map(|(name, text)| grammar(&scratch.file(name, text)));
        let found = agree(side(a), side(b), Component::Host, None).unwrap();
        let Outcome::Differs(difference) = &found.outcome else { panic!("{found:?}") };
        assert_eq!(difference.input.len(), shortest, "{difference:?}");
        assert_eq!(found.definitions[0].to_string(), "by the rule host");
        let Err(Refusal::Conflict(conflict)) = check(text, &[a, b]) else { panic!("{text}") };
        assert_eq!(conflict.component, Component::Host);
        for (grammar, host) in [a, b].into_iter().zip(hosts) {
            let value = UriBuf::parse_by(grammar, Reading::Corrected, text).unwrap();
            assert_eq!(value.host(), Some(host));
            assert_eq!(value.as_uri().components().text(Component::Host), Some(host.as_bytes()));
            assert!(split(grammar, text).contains(&("host", host)));
            // No rule is named so.
            assert_eq!((value.scheme(), value.userinfo(), value.port()), ("", None, None));
            assert_eq!((value.authority(), value.query(), value.fragment()), (None, None, None));
            let again = UriBuf::from_positions(text.to_owned(), &value.as_uri().positions());
            assert!(again.is_err(), "a grammar without a scheme makes references alone");
            assert!(check(text, &[grammar]).unwrap().host().is_some());
            assert!(value.as_uri().with_host("c").is_err(), "the delimiters are not known");
        }
        let value = UriBuf::parse_by(a, Reading::Corrected, text).unwrap();
        assert!(
            value.as_uri().agrees_with(&[a]).is_ok() && value.as_uri().agrees_with(&[b]).is_err()
        );
        let judged = Migration::new(a, b).judge(text.as_bytes());
        let Migrated::Differs(causes) = judged else { panic!("{judged:?}") };
        assert!(causes[0].to_string().contains("host"), "{}", causes[0]);
        // With itself it agrees, and with a published document it differs.
        assert_eq!(
            agree(side(a), side(a), Component::Host, None).unwrap().outcome,
            Outcome::Agrees
        );
    }
}

#[test]
fn a_component_that_no_rule_names_is_not_applicable() {
    let scratch = Scratch::new("own-missing");
    let own = grammar(&scratch.file("own.abnf", "own = \"http://\" site\nsite = 1*ALPHA\n"));
    for component in [Component::Host, Component::Scheme, Component::Authority] {
        let found = agree(side(own), side(Grammar::Rfc3986), component, None).unwrap();
        assert_eq!(found.outcome, Outcome::NotApplicable, "{component}");
    }
    assert_eq!(split(own, "http://ab"), [("site", "ab")]);
    // RFC 3986 finds a host, and this grammar finds none.
    assert!(matches!(check("http://ab", &[own, Grammar::Rfc3986]), Err(Refusal::Conflict(_))));
    assert_eq!(check("http://ab", &[own]).unwrap().host(), None);
    let site = Component::Rule("site");
    let found = agree(side(own), side(own), site, None).unwrap();
    assert_eq!(found.outcome, Outcome::Agrees);
}

#[test]
fn an_ambiguous_host_is_never_agreed_on() {
    let scratch = Scratch::new("own-ambiguous");
    let text = "own = \"http://\" ( host / name ) [ path ]\nhost = 1*ALPHA\nname = 1*ALPHA\n\
                path = \"/\" *ALPHA\n";
    let path = scratch.file("own.abnf", text);
    let own = grammar(&path);
    let left_out = loaded(&path).left_out;
    let reason = left_out.iter().find(|line| line.starts_with("no component `host`")).unwrap();
    assert!(reason.contains("two places in \"http://"), "{reason}");
    assert_eq!(split(own, "http://a/b"), [("path", "/b")]);
    let found = agree(side(own), side(own), Component::Host, None).unwrap();
    assert_eq!(found.outcome, Outcome::Undecided);
    assert!(found.definitions[0].to_string().contains("two places"), "{found:?}");
    let Err(Refusal::Conflict(conflict)) = check("http://a/b", &[own]) else { panic!() };
    assert_eq!((conflict.component, conflict.unknown), (Component::Host, Some(own)));
    assert_eq!(conflict.to_string(), "the rules of own do not give the host one place");
    assert!(UriBuf::parse_by(own, Reading::Corrected, "http://a/b")
        .unwrap()
        .as_uri()
        .agrees_with(&[own])
        .is_err());
    assert_eq!(Migration::new(own, own).judge(b"http://a/b"), Migrated::Undecided);
    assert_eq!(
        agree(side(own), side(own), Component::Path, None).unwrap().outcome,
        Outcome::Agrees
    );
}

/// A file for pest's users: its start rule is between `SOI` and `EOI`, and a lookahead refuses some
/// of what a copy in ABNF derives.
#[test]
fn a_peg_is_split_by_its_rules() {
    let scratch = Scratch::new("own-peg");
    let peg = "uri = { SOI ~ scheme ~ \":\" ~ host ~ (\"/\" ~ tail)? ~ EOI }\n\
               scheme = { ASCII_ALPHA+ }\nhost = { !\"-\" ~ (ASCII_ALPHA | \"-\")+ }\n\
               tail = { (!\"?\" ~ ANY)* }\n";
    let own = grammar(&scratch.file("own.pest", peg));
    let expected = [("scheme", "ab"), ("host", "c-d"), ("tail", "é/")];
    assert_eq!(split(own, "ab:c-d/é/"), expected);
    // Its rules go beyond US-ASCII, so its values are IRIs.
    let value = IriBuf::parse_by(own, Reading::Corrected, "ab:c/d").unwrap();
    assert_eq!((value.scheme(), value.host(), value.path()), ("ab", Some("c"), ""));
    let table = own.tables(Reading::Corrected).start();
    assert!(!table.accepts(b"ab:-d"));
    let abnf = "uri = scheme \":\" host [ \"/\" tail ]\nscheme = 1*ALPHA\n\
                host = ALPHA *( ALPHA / \"-\" )\ntail = *( %x0-3E / %x40-10FFFF )\n";
    let abnf = grammar(&scratch.file("own.abnf", abnf));
    for component in [Component::Scheme, Component::Host, Component::Rule("tail")] {
        let found = agree(side(own), side(abnf), component, None).unwrap();
        assert_eq!(found.outcome, Outcome::Agrees, "{component}");
    }
}

/// `nid` and `nss` of a URN are those that rules are named so, not what is between two colons.
#[test]
fn a_name_is_split_by_its_rules() {
    let scratch = Scratch::new("own-name");
    let files = [
        ("document.toml", "id = \"own-urn\"\nform = \"urn\"\n"),
        ("a.abnf", "urn = \"urn:\" nss \":\" nid\nnss = 1*ALPHA\nnid = 1*DIGIT\n"),
    ];
    let own = grammar(&scratch.folder("own-urn", &files));
    let value = UrnBuf::parse_by(own, Reading::Corrected, "urn:ab:12").unwrap();
    assert_eq!((value.as_urn().nid(), value.as_urn().nss()), ("12", "ab"));
    let files = [
        ("document.toml", "id = \"no-urn\"\nform = \"urn\"\n"),
        ("a.abnf", "urn = \"urn:\" *( ALPHA / \":\" )\n"),
    ];
    let own = grammar(&scratch.folder("no-urn", &files));
    let value = UrnBuf::parse_by(own, Reading::Corrected, "urn:ab:c").unwrap();
    assert_eq!((value.as_urn().nid(), value.as_urn().nss()), ("", ""));
}

/// Components that the library's parts can hold are in them, so that references resolve.
#[test]
fn rules_with_the_names_of_components_make_parts() {
    let scratch = Scratch::new("own-parts");
    let files = [
        (
            "document.toml",
            "id = \"own-parts\"\n[components]\nscheme = [\"scheme\"]\nauthority = [\"site\"]\n\
             host = [\"site\"]\npath = [\"place\"]\nquery = [\"search\"]\n",
        ),
        (
            "a.abnf",
            "url = scheme \"://\" site place [ \"?\" search ]\nscheme = 1*ALPHA\nsite = *ALPHA\n\
             place = *( \"/\" *ALPHA )\nsearch = *ALPHA\n",
        ),
    ];
    let own = grammar(&scratch.folder("own-parts", &files));
    let value = UriBuf::parse_by(own, Reading::Corrected, "ab://c/d?e").unwrap();
    assert_eq!(value.as_uri().parts().host().map(|host| host.of(value.as_str())), Some("c"));
    assert_eq!((value.host(), value.path(), value.query()), (Some("c"), "/d", Some("e")));
    let changed = value.as_uri().with_query("f").unwrap();
    assert_eq!(changed.as_str(), "ab://c/d?f");
}
