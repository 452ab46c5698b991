//! The tracked rule of an error, state by state.

use urigram_automata::abnf::{Grammar, Terminals};
use urigram_automata::{Dfa, Limits, StateId};

const RULES: &str = r#"
ref = uri / rel
uri = scheme ":" path [ "?" query ]
rel = path [ "?" query ]
scheme = letter *( letter / digit )
path = segment [ "/" path ]
segment = *( letter / digit / pct )
query = *( letter / "?" )
pct = "%" hex hex
hex = digit / %x41-46
letter = %x61-7A
digit = %x30-39
"#;

fn labelled(rule: &str, tracked: &[&str]) -> (Dfa, Vec<Option<usize>>) {
    let grammar = Grammar::parse(RULES).expect("well-formed");
    grammar.labelled_dfa(rule, Terminals::CodePoints, tracked, Limits::default()).expect("regular")
}

/// Returns the label, by name, of the last state before an input can no longer be completed.
fn place<'a>(rule: &str, tracked: &[&'a str], input: &str) -> Option<&'a str> {
    let (dfa, labels) = labelled(rule, tracked);
    let offset = dfa.reject_offset(input.as_bytes()).expect("rejected");
    let state = input.bytes().take(offset).fold(0, |state, byte| dfa.next(state, byte));
    labels[state as usize].map(|number| tracked[number])
}

#[test]
fn an_error_lies_in_the_deepest_rule_that_all_readings_share() {
    let all = ["ref", "uri", "rel", "scheme", "path", "segment", "query", "pct"];
    // Scheme or segment: only the whole is certain.
    assert_eq!(place("ref", &all, "ab!"), Some("ref"));
    assert_eq!(place("ref", &all, "!"), Some("ref"));
    // A scheme cannot begin with a digit; the rest is still a segment.
    assert_eq!(place("ref", &all, "1!"), Some("segment"));
    // Inside a triplet, in every reading.
    assert_eq!(place("ref", &all, "%4!"), Some("pct"));
    assert_eq!(place("ref", &all, "a:b/%"), Some("pct"));
    assert_eq!(place("ref", &all, "a:b?c!"), Some("query"));
    // The colon was read by uri itself; next comes a segment, a slash or a question mark.
    assert_eq!(place("ref", &all, "a:!"), Some("uri"));
    // Two ways to be in a query, and the rules around it differ.
    assert_eq!(place("ref", &all, "b?c!"), Some("query"));
    assert_eq!(place("segment", &["pct"], "a!"), None);
}

/// After "%4" the last byte and the next one are both inside pct; after "%" and two digits the next
/// one is outside.
#[test]
fn rules_that_are_not_tracked_are_seen_through() {
    assert_eq!(place("ref", &["ref", "hex"], "%4!"), Some("hex"));
    assert_eq!(place("ref", &["ref"], "%4!"), Some("ref"));
    assert_eq!(place("path", &["segment"], "a%4F!"), Some("segment"));
    assert_eq!(place("path", &[], "a!"), None);
}

/// A tracked recursive rule is one place at every depth.
#[test]
fn recursion_does_not_deepen_the_place() {
    assert_eq!(place("path", &["path"], "a/b/c/!"), Some("path"));
    let (dfa, labels) = labelled("path", &["path"]);
    assert_eq!(
        labels.iter().filter(|label| label.is_none()).count(),
        1,
        "only the dead state has no place"
    );
    assert_eq!(dfa.len(), labels.len());
}

#[test]
fn labels_do_not_change_the_language() {
    let grammar = Grammar::parse(RULES).expect("well-formed");
    let all = [
        "ref", "uri", "rel", "scheme", "path", "segment", "query", "pct", "hex", "letter", "digit",
    ];
    for rule in all {
        let plain = grammar.dfa(rule, Terminals::CodePoints, Limits::default()).expect("regular");
        let (dfa, labels) = labelled(rule, &all);
        assert_eq!((0..dfa.len() as StateId).filter(|&state| dfa.is_dead(state)).count(), 1);
        assert_eq!(labels.len(), dfa.len());
        let table = |dfa: &Dfa| -> (Vec<StateId>, Vec<bool>) {
            let states = 0..dfa.len() as StateId;
            let next = states
                .clone()
                .flat_map(|s| (0..dfa.classes().len()).map(move |c| dfa.next_by_class(s, c)));
            (next.collect(), states.map(|s| dfa.is_accepting(s)).collect())
        };
        let (next, accepting) = table(&dfa);
        assert_eq!(Dfa::from_table(dfa.classes().clone(), next, accepting), plain, "{rule}");
    }
}

/// A reading that can never be completed is dropped, so a state before the dead one is always
/// alive.
#[test]
fn readings_without_an_end_are_no_readings() {
    let rules = "s = a / b\na = \"x\" %xD800 / \"y\" %xD800\nb = \"x\"";
    assert_eq!(after(rules, &["s", "a", "b"], b'x'), Some("b"));
    assert_eq!(after(rules, &["s", "a", "b"], b'y'), None, "nothing begins with y");
}

/// Returns the label after one byte, by name, under rules whose start is `s`.
fn after<'a>(rules: &str, tracked: &[&'a str], byte: u8) -> Option<&'a str> {
    let grammar = Grammar::parse(rules).expect("well-formed");
    let (dfa, labels) = grammar
        .labelled_dfa("s", Terminals::CodePoints, tracked, Limits::default())
        .expect("regular");
    labels[dfa.next(0, byte) as usize].map(|number| tracked[number])
}

#[test]
fn the_deeper_of_last_and_next_byte_decides() {
    let rules = "s = a c\na = \"x\"\nc = d\nd = \"y\"";
    assert_eq!(after(rules, &["a", "c"], b'x'), Some("a"), "the last byte on a tie");
    assert_eq!(
        after(rules, &["a", "c", "d"], b'x'),
        Some("d"),
        "the next byte where it lies deeper"
    );
    assert_eq!(after(rules, &["s", "c"], b'x'), Some("c"));
}

/// `a` is at depth 1 or 3, so it counts as 1, and the next byte's `u` at depth 2 is deeper.
#[test]
fn the_least_depth_counts() {
    let rules = "s = a t / p t\np = q\nq = a\na = \"x\"\nt = u\nu = \"y\"";
    assert_eq!(after(rules, &["p", "q", "a", "t", "u"], b'x'), Some("u"));
    assert_eq!(after(rules, &["p", "q", "a", "t"], b'x'), Some("a"));
}

/// Both alternatives end in the same call in front of the same end, but inside different rules.
#[test]
fn a_call_shared_by_two_rules_lies_in_neither() {
    let rules = "s = a / b\na = c\nb = c\nc = \"x\" \"y\"";
    assert_eq!(after(rules, &["a", "b"], b'x'), None);
    assert_eq!(after(rules, &["s", "a", "b"], b'x'), Some("s"));
    assert_eq!(after(rules, &["s", "a", "b", "c"], b'x'), Some("c"));
}
