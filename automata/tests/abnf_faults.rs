//! Texts with errors: each costs the rules that need it, and no other.

use std::time::Instant;
use urigram_automata::abnf::{core_rules, Grammar};
use urigram_automata::synthesis::{synthesize, Budget, Cause};
use urigram_automata::{Limits, Terminals};

fn accepts(grammar: &Grammar, rule: &str, input: &str) -> Result<bool, String> {
    let dfa = grammar.dfa(rule, Terminals::CodePoints, Limits::default());
    dfa.map(|dfa| dfa.accepts(input.as_bytes())).map_err(|refused| refused.to_string())
}

/// Every kind of error in one text, each with rules that need it and rules that do not.
const TEXT: &str = "\
first = second / third
second = <some words>
third = %x30-39
orphan =/ \"x\"
uses-orphan = orphan
twice = \"a\"
twice = \"b\"
same = \"a\"
same = \"a\"
This is no rule.

cut = \"x\"
/ \"y\"
uses-cut = 1*cut

after = \"z\"
uses-missing = nowhere
loop = \"(\" [ loop ] \")\"
above = %x110000 / loop
\x20\x20\x20\x20deeper = \"d\"
named = <third>
";

#[test]
fn each_error_costs_the_rules_that_need_it() {
    let grammar = Grammar::read(TEXT);
    let faults: Vec<(usize, Option<&str>)> =
        grammar.faults().iter().map(|fault| (fault.error.line, fault.rule.as_deref())).collect();
    assert_eq!(
        faults,
        [
            (2, Some("second")),
            (4, Some("orphan")),
            (7, Some("twice")),
            (9, None),
            (10, Some("same")),
            (13, Some("cut")),
        ]
    );
    for (rule, input) in [("third", "7"), ("after", "z"), ("deeper", "d"), ("named", "7")] {
        assert_eq!(accepts(&grammar, rule, input), Ok(true), "{rule}");
        assert_eq!(accepts(&grammar, rule, "x"), Ok(false), "{rule}");
    }
    for rule in ["first", "second", "orphan", "uses-orphan", "twice", "cut", "uses-cut", "loop"] {
        assert!(accepts(&grammar, rule, "x").is_err(), "{rule}");
    }
    let undecided: Vec<&str> = grammar.undecided().iter().map(|(rule, _)| &*rule.name).collect();
    assert_eq!(undecided, ["first", "uses-orphan", "uses-cut", "uses-missing"]);
}

#[test]
fn a_rule_reads_in_a_text_with_errors_as_it_does_alone() {
    let whole = Grammar::read(TEXT);
    let lines: Vec<&str> = TEXT.lines().collect();
    let mut compared = 0;
    for rule in whole.decided().rules() {
        let alone = whole.used_by(&rule.name);
        let text: Vec<String> =
            alone.rules().iter().map(|rule| format!("{} = {}", rule.name, rule.expr)).collect();
        assert!(lines[rule.line - 1].trim().starts_with(&rule.name));
        let alone = Grammar::parse(&(text.join("\n") + "\n")).unwrap();
        let dfa = |grammar: &Grammar| {
            grammar.dfa(&rule.name, Terminals::CodePoints, Limits::default()).ok()
        };
        assert_eq!(dfa(&alone), dfa(&whole), "{}", rule.name);
        compared += usize::from(dfa(&whole).is_some());
    }
    assert_eq!(compared, 4);
}

#[test]
fn a_text_without_errors_is_read_alike_by_both() {
    for text in [
        "a = b ; c\n  / d\n\nb = \"x\"\nA =/ \"y\"\nd = 2*3( %x30 )",
        "   a = b\n      c\n   ; comment\n   b = c\r\n   c = \"=\"\r\n",
    ] {
        assert_eq!(Grammar::parse(text).unwrap(), Grammar::read(text));
    }
    assert_eq!(
        Grammar::read(&TEXT[..22]).rules()[0],
        Grammar::parse(&TEXT[..22]).unwrap().rules()[0]
    );
}

#[test]
fn a_peg_is_written_for_the_rules_that_are_left() {
    let found = synthesize(&Grammar::read(TEXT), Terminals::CodePoints, Budget::default());
    for rule in found.rules() {
        let is_proved = ["third", "after", "deeper", "named"].contains(&&*rule.rule);
        assert_eq!(rule.proof.is_ok(), is_proved, "{}: {:?}", rule.rule, rule.proof);
    }
    let first = &found.rules()[0];
    assert!(matches!(&first.proof, Err(Cause::Undecided(why)) if why.contains("some words")));
}

#[test]
fn prose_takes_a_rule_from_the_rfc_that_it_cites_and_from_no_other() {
    let text = "host = <host, see [RFC3986], Section 3.2.2>\n\
        port = <port, see [RFC2396]>\nboth = host port\nDIGIT = <words>\nd = DIGIT\n";
    let mut grammar = Grammar::read(text);
    let library = Grammar::parse("host = name\nname = \"n\"\nport = \"8\"\n").unwrap();
    let imports = grammar.import(&[("RFC 5234", &core_rules()), ("RFC 3986", &library)]);
    assert!(imports.iter().map(|import| &*import.rule).eq(["host", "name"]));
    assert_eq!(accepts(&grammar, "host", "n"), Ok(true));
    assert!(accepts(&grammar, "both", "n8")
        .unwrap_err()
        .contains("\"port\", which is not defined"));
    // A definition that cannot be read is still one: the core rule does not replace it.
    assert!(accepts(&grammar, "d", "1").unwrap_err().contains("line 4, column 9"));
    let cited: Vec<_> = grammar.cited().map(|(rule, cited)| (rule, cited.rfc)).collect();
    assert_eq!(cited, [("host", Some(3986)), ("port", Some(2396))]);
}

#[test]
fn odd_line_ends_and_marks_are_read_and_said() {
    let grammar = Grammar::read("\u{FEFF}a = \"x\"\r\n\x0C\nb = a\rc = b ; \0\n");
    assert!(grammar.rules().iter().map(|rule| &*rule.name).eq(["a", "b", "c"]));
    assert!(grammar.faults().iter().all(|fault| fault.error.kind.is_harmless()));
    let lines: Vec<usize> = grammar.faults().iter().map(|fault| fault.error.line).collect();
    assert_eq!(lines, [1, 2, 3]);
    assert!(Grammar::read("a = \"\0\"\n").rules().is_empty());
}

#[test]
fn hostile_texts_are_read_in_linear_time() {
    // 200,000 errors: counting lines from the beginning for each would take minutes.
    for text in
        ["no rule\n\n".repeat(200_000), "a = <\n".repeat(200_000), "x = y _ z\r".repeat(90_000)]
    {
        let start = Instant::now();
        assert!(Grammar::read(&text).rules().is_empty());
        assert!(start.elapsed().as_secs() < 20);
    }
    assert_eq!(Grammar::read(&" ".repeat((16 << 20) + 1)).faults().len(), 1);
}
