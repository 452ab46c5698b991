//! Certificates: the checker accepts those of every document, and no altered one.
#![cfg(feature = "compare")]

use std::collections::HashSet;

use urigram_certificates::{check, missing, Sources};
use urigram_grammars::proof::{Dfa, Limits, Random, Transcriptions};
use urigram_grammars::{Encoding, Grammar, Reading};

fn sources(grammar: Grammar, reading: Reading) -> Sources {
    Sources {
        abnf: vec![grammar.abnf(reading).to_owned()],
        pest: vec![grammar.pest(reading).to_owned()],
        octets: grammar.document().encoding == Encoding::Octets,
    }
}

fn certificates(grammar: Grammar, reading: Reading) -> String {
    let rules = Transcriptions::of(grammar, reading).expect("the rules can be read");
    let mut text = rules.certificate_heading();
    for rule in rules.certifiable() {
        text.push_str(&rules.certify(rule).expect("the rule has a certificate").to_string());
    }
    text
}

/// Certifies and checks every rule, and returns the number of theorems.
fn accepted(grammar: Grammar, reading: Reading) -> usize {
    let (text, sources) = (certificates(grammar, reading), sources(grammar, reading));
    let theorems = check(&text, &sources).unwrap_or_else(|refused| panic!("{grammar}: {refused}"));
    assert_eq!(missing(&sources, &theorems), Ok(Vec::new()), "{grammar}");
    let rules = Transcriptions::of(grammar, reading).expect("the rules can be read");
    assert_eq!(theorems.len(), rules.certifiable().count());
    theorems.len()
}

#[test]
fn some_documents_are_certified() {
    for id in ["rfc2141", "rfc1808", "urc-1993"] {
        let grammar: Grammar = id.parse().expect("a grammar");
        assert!(accepted(grammar, Reading::Printed) > 10);
    }
}

#[test]
#[ignore = "half a minute"]
fn every_rule_of_every_document_is_certified() {
    let mut theorems = 0;
    for &grammar in Grammar::ALL {
        let rules = |reading| (grammar.abnf(reading), grammar.pest(reading));
        let [printed, corrected] = [Reading::Printed, Reading::Corrected];
        theorems += accepted(grammar, printed);
        if rules(corrected) != rules(printed) {
            theorems += accepted(grammar, corrected);
        }
    }
    assert!(theorems > 1_000, "{theorems}");
}

/// The rules of the smallest document, and a file for each of its theorems.
struct Small {
    files: Vec<String>,
    sources: Sources,
}

impl Small {
    fn new() -> Small {
        let (grammar, reading) = (Grammar::Rfc2141, Reading::Printed);
        let rules = Transcriptions::of(grammar, reading).expect("the rules can be read");
        let heading = rules.certificate_heading();
        let one = |rule| format!("{heading}{}", rules.certify(rule).expect("it has one"));
        Small { files: rules.certifiable().map(one).collect(), sources: sources(grammar, reading) }
    }

    fn is_accepted(&self, text: &str) -> bool {
        check(text, &self.sources).is_ok()
    }
}

/// Calls a function with each line's number, section and words.
fn each_line(text: &str, mut see: impl FnMut(usize, &str, &[&str])) {
    let mut section = "";
    for (number, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        if let "theorem" | "states" | "abnf" | "peg" | "runs" | "end" = words[0] {
            section = words[0];
        }
        see(number, section, &words);
    }
}

/// Returns a text with another line, or without it.
fn with(text: &str, number: usize, line: Option<&str>) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    match line {
        Some(line) => lines[number] = line,
        None => drop(lines.remove(number)),
    }
    lines.join("\n") + "\n"
}

/// The automata of a text, in order: for each state whether it accepts, and its row.
fn automata(text: &str) -> Vec<Vec<(bool, Vec<usize>)>> {
    let mut all = Vec::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("states") => all.push(Vec::new()),
            Some(word @ ("+" | "-")) => {
                let row = words.map(|word| word.parse().expect("a state")).collect();
                all.last_mut().expect("an automaton").push((word == "+", row));
            }
            _ => {}
        }
    }
    all
}

/// Decides whether two automata over the same classes accept the same texts.
fn are_equal(a: &[(bool, Vec<usize>)], b: &[(bool, Vec<usize>)]) -> bool {
    let (mut seen, mut open) = (HashSet::from([(0, 0)]), vec![(0, 0)]);
    while let Some((x, y)) = open.pop() {
        if a[x].0 != b[y].0 {
            return false;
        }
        let next = a[x].1.iter().copied().zip(b[y].1.iter().copied());
        open.extend(next.filter(|&pair| seen.insert(pair)));
    }
    true
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn no_altered_automaton_passes() {
    let small = Small::new();
    let mut altered = 0;
    for file in &small.files {
        let before = automata(file);
        each_line(file, |number, section, words| {
            if section != "states" || !matches!(words[0], "+" | "-") {
                return;
            }
            for at in 0..words.len() {
                let mut words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
                words[at] = match words[at].as_str() {
                    "+" => "-".to_owned(),
                    "-" => "+".to_owned(),
                    "0" => "1".to_owned(),
                    _ => "0".to_owned(),
                };
                let text = with(file, number, Some(&words.join(" ")));
                // An automaton that accepts the same texts would alter no theorem.
                let is_same = are_equal(&before[0], &automata(&text)[0]);
                assert!(is_same || !small.is_accepted(&text), "line {}: {words:?}", number + 1);
                altered += 1;
            }
        });
    }
    assert!(altered > 500, "{altered}");
}

/// The lists hold exactly the keys that the start leads to. So after any change of a key, the key
/// that was there is missing; and after a change of its state, the state accepts other texts,
/// because the automaton is minimal.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn no_altered_list_passes() {
    let small = Small::new();
    let mut altered = 0;
    for file in &small.files {
        each_line(file, |number, section, words| {
            if !matches!(section, "abnf" | "peg" | "runs") || words.len() < 2 {
                return;
            }
            let text = with(file, number, None);
            assert!(!small.is_accepted(&text), "without line {}", number + 1);
            for at in 1..words.len() {
                let Ok(value) = words[at].parse::<u32>() else { continue };
                // Digits in sets are characters.
                let other = if words[0] == "set" { continue } else { value ^ 1 };
                let mut words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
                words[at] = other.to_string();
                let text = with(file, number, Some(&words.join(" ")));
                assert!(!small.is_accepted(&text), "line {}: {words:?}", number + 1);
                altered += 1;
            }
        });
    }
    assert!(altered > 1_000, "{altered}");
}

#[test]
fn bad_files_are_refused() {
    let small = Small::new();
    let message = |text: &str| check(text, &small.sources).expect_err("it is refused").to_string();
    let file = small.files.iter().max_by_key(|file| file.len()).expect("there are theorems");
    assert!(small.is_accepted(file));
    assert!(message("").contains("cut short"));
    assert!(message("PNG\n").contains("no file of certificates"));
    assert!(message(&file.replacen("certificates 1", "certificates 2", 1)).contains("version 2"));
    let many = file.replacen("\nstates ", "\nstates 1000000000\nstates ", 1);
    assert!(message(&many).contains("`1000000000` is not a number"), "{}", message(&many));
    let lines: Vec<&str> = file.lines().collect();
    for length in 0..lines.len() {
        let text: String = lines[..length].iter().flat_map(|line| [line, "\n"]).collect();
        assert!(!small.is_accepted(&text), "{length} lines");
    }
    let other = sources(Grammar::Rfc3986, Reading::Printed);
    assert!(check(file, &other).is_err());
    // Rules that never end, at the first character and in nested repetitions.
    for endless in ["URN = { URN ~ \"a\" }", "URN = { (\"a\"?)* }", "URN = { &URN ~ \"a\" }"] {
        let pest = vec![small.sources.pest[0].clone(), endless.to_owned()];
        let sources = Sources { pest, ..small.sources.clone() };
        let refused = small.files.iter().filter(|file| check(file, &sources).is_err()).count();
        assert!(refused > 0, "{endless}");
    }
}

/// Returns the automata of the rules that have certificates, by both notations; `None` where there
/// aren't any. The list is empty if a text cannot be read.
fn languages(abnf: &str, pest: &str) -> Vec<Option<(Dfa, Dfa)>> {
    let rules = Transcriptions::from_sources(Grammar::Rfc2141, Reading::Printed, abnf, pest);
    let Ok(rules) = rules else { return Vec::new() };
    let rules = rules.with_limits(Limits { states: 5_000, nodes: 500_000 });
    let of = |rule| Some((rules.abnf_automaton(rule).ok()?, rules.peg_automaton(rule).ok()?));
    rules.certifiable().map(of).collect()
}

/// Alters every seventh character of both grammars. A theorem is refused then, unless it is decided
/// that its rule has its language still.
#[test]
#[ignore = "half a minute; `.ci/run` runs it"]
fn no_altered_grammar_passes() {
    let small = Small::new();
    let (abnf, pest) = (&small.sources.abnf[0], &small.sources.pest[0]);
    let before = languages(abnf, pest);
    assert!(before.len() == small.files.len() && before.iter().all(Option::is_some));
    let (mut random, mut refused, mut kept) = (Random::seeded(2141), 0, 0);
    for is_abnf in [true, false] {
        let text = if is_abnf { abnf } else { pest };
        for (at, c) in text.char_indices().skip(3).step_by(7) {
            const OTHERS: &[u8] = b"aZ09-/|*~\"\\ ()[]{}%;=\n.";
            let other = char::from(OTHERS[random.below(OTHERS.len())]);
            if other == c {
                continue;
            }
            let altered = format!("{}{other}{}", &text[..at], &text[at + c.len_utf8()..]);
            let mut sources = small.sources.clone();
            *(if is_abnf { &mut sources.abnf } else { &mut sources.pest }) = vec![altered];
            let after = languages(&sources.abnf[0], &sources.pest[0]);
            for (number, file) in small.files.iter().enumerate() {
                if check(file, &sources).is_err() {
                    refused += 1;
                    continue;
                }
                let is_same = after.get(number) == Some(&before[number]);
                assert!(is_same, "{c:?} at {at} to {other:?}, ABNF: {is_abnf}, theorem {number}");
                kept += 1;
            }
        }
    }
    // Most theorems are about other rules than the one that is altered.
    assert!(refused > 0 && kept > 0, "{refused} refused, {kept} kept");
}
