//! The places of a rule in the one parse of a PEG.

use urigram_automata::marked::Marked;
use urigram_automata::peg::{Grammar, Which};
use urigram_automata::Limits;

fn marked(source: &str, component: &str) -> Marked {
    let grammar = Grammar::parse(source).unwrap();
    grammar.marked("start", &[component], Which::Optimized, Limits::default()).unwrap()
}

#[test]
fn order_and_possession_decide_the_place() {
    let both = "start = { (server | name) ~ tail? }\nserver = { host ~ &(\"/\" | !ANY) }\n\
        host = { 'a'..'z'+ }\nname = { ('a'..'z' | \".\")+ }\ntail = { \"/\" ~ ANY* }";
    let host = marked(both, "host");
    assert_eq!(host.markings(b"ab"), [Some(0..2)]);
    assert_eq!(host.markings(b"ab/c"), [Some(0..2)]);
    // The first alternative fails after the host, so the parse has no host.
    assert_eq!(host.markings(b"a.b"), [None]);
    assert!(host.markings(b"A").is_empty());
    assert_eq!(marked(both, "name").markings(b"a.b/"), [Some(0..3)]);
    assert_eq!(host.ambiguity(Limits::default()).unwrap(), None);
}

#[test]
fn lookahead_and_repetition_skip_marks() {
    let source = "start = { scheme? ~ path }\nscheme = { 'a'..'z'{1,3} ~ &\":\" }\n\
        path = { (!\"?\" ~ ANY)* ~ query? }\nquery = { \"?\" ~ ANY* }";
    assert_eq!(marked(source, "scheme").markings(b"ab:c"), [Some(0..2)]);
    assert_eq!(marked(source, "scheme").markings(b"ab/c"), [None]);
    assert_eq!(marked(source, "path").markings(b"ab:c?d"), [Some(2..6)]);
    assert_eq!(marked(source, "query").markings(b"a:b?d?"), [Some(3..6)]);
    assert_eq!(marked(source, "query").markings(b"abcd:"), [None]);
}
