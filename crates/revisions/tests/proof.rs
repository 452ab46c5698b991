//! Every frame is proved, broken frames are broken, and the ends of the lines meet the documents.

use std::collections::BTreeMap;

use urigram_automata::abnf::{core_rules, Grammar};
use urigram_automata::{Limits, Terminals::CodePoints};
use urigram_revisions::{Change, Frame, Kind, Prover, Relation, Revision};

const LIMITS: Limits = Limits { states: 50_000, nodes: 5_000_000 };

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_frame_is_proved() {
    let mut prover = Prover::default();
    let mut total = 0;
    for frame in Frame::all() {
        let (proved, lacking) = prover.prove(frame).unwrap();
        assert!(lacking.is_empty(), "{frame:?}: {lacking:?}");
        assert!(proved > 5, "{frame:?}");
        total += proved;
    }
    assert!(total > 1_000, "{total}");
}

/// The rules of a frame are those of its files. `.ci/long` makes everything else again.
#[test]
fn rules_are_those_of_the_files() {
    let frames = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("frames");
    for frame in Frame::all() {
        let texts = [("printed.abnf", frame.patch_abnf()), ("printed.pest", frame.patch_pest())];
        for (file, text) in texts {
            let written = std::fs::read_to_string(frames.join(frame.folder()).join(file));
            assert_eq!(written.unwrap_or_default(), text, "{frame:?}: {file}");
        }
    }
}

/// A shape takes an identifier apart only where its rule `hier` matches. In 2003 the query left
/// that rule, and an identifier with a query had no components but its path.
#[test]
fn shapes_use_rules_that_hold_the_query() {
    let mut prover = Prover::default();
    let mut seen = 0;
    for frame in Frame::all() {
        for (key, input) in [("hier", "//h/p?x"), ("net", "//h/p?x"), ("server", "u@h:1")] {
            let named = |line: &'static str| line.strip_prefix(key)?.strip_prefix(" = \"");
            let Some(rule) = frame.facts().lines().find_map(named) else { continue };
            let rule = rule.trim_end_matches('"');
            let dfa = prover.dfa(frame, rule).unwrap();
            assert!(dfa.accepts(input.as_bytes()), "{frame:?}: {key}{rule}: {input}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

/// The film cites a sentence of each issue that a message names.
#[test]
fn issues_are_cited_by_a_sentence() {
    let issues: Vec<_> = Frame::all().flat_map(Frame::issues).collect();
    assert!(issues.len() > 20, "{}", issues.len());
    for issue in issues {
        assert!(!issue.title.is_empty() && !issue.by.is_empty(), "{issue:?}");
        assert!((1..250).contains(&issue.quote.len()), "{issue:?}");
        let ends = issue.quote.trim_end_matches(['.', '?']);
        assert!(!ends.contains("? ") && !ends.replace("i.e. ", "").contains(". "), "{issue:?}");
    }
}

/// A port follows 255 characters, and user information begins a new count. The reference accepts
/// more: what is not an authority is a path.
#[test]
fn reg_name_counts_to_255_in_february_2004() {
    let frame = named("rfc2396bis@73");
    let dfa = Prover::default().dfa(frame, "authority").unwrap();
    let long = "a".repeat(255);
    assert!(dfa.accepts(format!("{long}@{long}:80").as_bytes()));
    assert!(!dfa.accepts(format!("{long}a").as_bytes()));
    assert_eq!(frame.accepts(format!("//{long}a").as_bytes()), Some(true));
    assert_eq!(frame.accepts(b"//:@[::]"), Some(false), "the colon left the user information");
}

/// The verdicts come from tables, and these from the rules.
#[test]
fn a_verdict_is_that_of_the_rules() {
    let mut prover = Prover::default();
    for frame in Frame::all().step_by(5) {
        let dfa = prover.dfa(frame, frame.start());
        for input in ["", "http://a/b?x=y#z", "http://[::1]/", "a~b", "//", "http://a:b", "?", "%7"]
        {
            let wanted = dfa.as_ref().ok().map(|dfa| dfa.accepts(input.as_bytes()));
            assert_eq!(frame.accepts(input.as_bytes()), wanted, "{frame:?} {input:?}");
        }
    }
}

/// A frame without a verdict says which rules are broken, and none of these has a definition.
#[test]
fn broken_frames_say_so() {
    for frame in Frame::all() {
        let grammar = frame.grammar().unwrap();
        for broken in frame.broken() {
            assert!(grammar.rule(broken.rule).is_none(), "{frame:?}: {}", broken.rule);
        }
        assert_eq!(frame.accepts(b"").is_none(), grammar.rule(frame.start()).is_none());
        assert!(frame.accepts(b"").is_some() || !frame.broken().is_empty(), "{frame:?}");
    }
}

/// Returns the rules that differ in language between a frame and a document, by name: those that
/// only the frame has, only the document has, or both have.
fn differences(frame: Frame, document: &str) -> BTreeMap<String, &'static str> {
    let mut document = Grammar::parse(document).unwrap();
    document.import(&[("RFC 5234", &core_rules())]);
    let mine = frame.grammar().unwrap();
    let mut found = BTreeMap::new();
    for rule in mine.rules() {
        match document.rule(&rule.name) {
            None => drop(found.insert(rule.name.clone(), "only in the frame")),
            Some(theirs) => {
                let a = mine.dfa(&rule.name, CodePoints, LIMITS).unwrap();
                if a != document.dfa(&theirs.name, CodePoints, LIMITS).unwrap() {
                    found.insert(rule.name.clone(), "different");
                }
            }
        }
    }
    for rule in document.rules().iter().filter(|rule| mine.rule(&rule.name).is_none()) {
        found.insert(rule.name.clone(), "only in the document");
    }
    found
}

fn last(line: &str) -> Frame {
    Revision::all().filter(|revision| revision.line.id == line).last().unwrap().frame
}

fn named(name: &str) -> Frame {
    name.parse::<Revision>().unwrap().frame
}

#[test]
fn the_ends_meet() {
    type Renamed = &'static [(&'static str, &'static str)];
    let cases: [(Frame, &str, Renamed); 6] = [
        (last("relative-url"), include_str!("../../../grammars/rfc1808/printed.abnf"), &RFC_1808),
        (last("uri"), include_str!("../../../grammars/rfc2396/printed.abnf"), &[]),
        (last("rfc2396bis"), include_str!("../../../grammars/rfc3986/printed.abnf"), &[]),
        (last("zones"), include_str!("../../../grammars/rfc3986/printed.abnf"), &[]),
        (named("url-syntax-05"), include_str!("../../../grammars/url-1997/printed.abnf"), &[]),
        (named("rfc2396bis-01"), include_str!("../../../grammars/uri-2003/printed.abnf"), &[]),
    ];
    for (frame, document, wanted) in cases {
        let wanted: BTreeMap<String, &str> =
            wanted.iter().map(|(rule, how)| ((*rule).to_owned(), *how)).collect();
        assert_eq!(differences(frame, document), wanted, "{frame:?}");
    }
}

/// The last frame of the URL Standard has the rules of the practice, as far as it has them.
#[test]
fn the_url_standard_ends_in_the_practice() {
    let practice = include_str!("../../../grammars/practices/whatwg/printed.abnf");
    let mut found = differences(last("url-standard"), practice);
    found.retain(|_, how| *how != "only in the document");
    assert_eq!(found, BTreeMap::new());
}

/// The findings about the last frame of relative-url and RFC 1808.
const RFC_1808: [(&str, &str); 0] = [];

/// Eleven revisions have the title rfc2396bis-01: 30 to 40. The first three have the rules of the
/// published draft, and no later one has.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn the_published_draft_01_is_found() {
    let published = include_str!("../../../grammars/uri-2003/printed.abnf");
    let same: Vec<u32> = Revision::all()
        .filter(|one| one.line.id == "rfc2396bis")
        .filter(|one| one.number.is_some_and(|number| (30..=40).contains(&number)))
        .filter(|one| differences(one.frame, published).is_empty())
        .filter_map(|one| one.number)
        .collect();
    assert_eq!(same, [30, 31, 32]);
}

#[test]
fn there_are_changes_of_text_that_are_none_of_language() {
    let equal =
        |change: &&&Change| change.kind == Kind::Text && change.relation == Some(Relation::Equal);
    let all: Vec<&Change> = Change::all().filter(|c| equal(&c)).collect();
    assert!(all.iter().any(|change| change.rule == "h16" && change.was == Some("h4")));
    for change in all {
        assert_eq!((change.only_before, change.only_after), (None, None));
    }
}

#[test]
fn there_are_171_revisions() {
    let is_editors = |revision: &Revision| {
        let line = revision.line.id;
        revision.commit.is_some() && !["zones", "url-standard"].contains(&line)
    };
    assert_eq!(Revision::all().filter(is_editors).count(), 171);
}

/// The shortest strings are members of one side only.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn a_shortest_string_is_accepted_on_one_side_alone() {
    let mut prover = Prover::default();
    let mut seen = 0;
    for change in Change::all().filter(|change| change.relation.is_some()).step_by(3) {
        let now = prover.dfa(change.frame, change.rule).unwrap();
        for (string, accepted) in [(change.only_before, false), (change.only_after, true)] {
            if let Some(string) = string {
                assert_eq!(now.accepts(string), accepted, "{change:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
