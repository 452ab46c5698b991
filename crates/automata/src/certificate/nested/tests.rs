//! The checker accepts what is proved, and decides the conditions itself: here it gets certificates
//! of rules for which they need not hold, and altered ones.

use super::*;
use crate::certificate::Certificate;
use crate::Random;
use urigram_certificates::{check, Sources};

const LIMITS: Limits = Limits { states: 2_000, nodes: 200_000 };

fn heading(peg: &peg::Grammar) -> String {
    crate::certificate::heading("own", "printed", peg)
}

/// Returns the certificate of the rule `a`, whether or not the conditions hold.
fn unchecked(abnf: &str, pest: &str) -> Result<String, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let abnf = abnf::Grammar::parse(abnf).map_err(|error| text(&error))?;
    let peg = peg::Grammar::parse(pest).map_err(|error| text(&error))?;
    if peg.undecided("a").is_none() || abnf.recursion("a", LIMITS).is_none() {
        return Err("the rule is not recursive".to_owned());
    }
    let mut written = heading(&peg) + "theorem a a\n";
    rewritten(&mut written, (&abnf, "a"), (&peg, "a"), Terminals::CodePoints, LIMITS)
        .map_err(|refused| text(&refused))?;
    Ok(written + "end\n")
}

fn certified(abnf: &str, pest: &str) -> Result<String, Refused> {
    let (rules, peg) = (abnf::Grammar::parse(abnf).unwrap(), peg::Grammar::parse(pest).unwrap());
    let certificate = Certificate::new((&rules, "a"), (&peg, "a"), Terminals::CodePoints, LIMITS)?;
    Ok(heading(&peg) + &certificate.to_string())
}

fn verdict(text: &str, abnf: &str, pest: &str) -> Result<(), String> {
    let sources = Sources { abnf: vec![abnf.into()], pest: vec![pest.into()], octets: false };
    check(text, &sources).map(drop).map_err(|refused| refused.to_string())
}

fn all(alphabet: &str, longest: usize) -> Vec<String> {
    let mut strings = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = strings.len();
        for at in from..to {
            let longer: Vec<_> = alphabet.chars().map(|c| format!("{}{c}", strings[at])).collect();
            strings.extend(longer);
        }
        from = to;
    }
    strings
}

/// Returns a short string on which the rules `a` differ.
fn differing(abnf: &str, pest: &str, strings: &[String]) -> Option<String> {
    let (abnf, peg) = (abnf::Grammar::parse(abnf).ok()?, peg::Grammar::parse(pest).ok()?);
    let differ = |text: &&String| {
        let derived = abnf.matches_naively("a", Terminals::CodePoints, text.as_bytes(), 20_000);
        [Which::Raw, Which::Optimized].into_iter().any(|which| {
            let trace = peg.trace("a", which, text, 40_000).unwrap();
            let matched = trace.end == Some(text.len());
            trace.cut.is_none() && derived.as_ref().is_ok_and(|derived| *derived != matched)
        })
    };
    strings.iter().find(differ).cloned()
}

const LISTS: (&str, &str) = (
    "a = \"(\" [ b *( \",\" b ) ] close\nb = a / 1*%x30-39 / \"[\" a \"]\"\nclose = *\" \" \")\"\n",
    "a = { \"(\" ~ (b ~ (\",\" ~ b)*)? ~ close }
b = { a | '0'..'9'+ | \"[\" ~ a ~ \"]\" }
close = { \" \"* ~ \")\" }
",
);

#[test]
fn rules_that_call_themselves_are_certified() {
    for (abnf, pest) in [
        LISTS,
        ("a = \"(\" [ a ] \")\"", "a = { \"(\" ~ a? ~ \")\" }"),
        // Sets of several ranges, and one across the surrogates.
        (
            "a = \"(\" [ a ] \")\" / %x5D-10FFFF / \"#\" h\nh = %x30-39 / %x41-46 / %x61-66",
            "a = { \"(\" ~ a? ~ \")\" | ']'..'\\u{10FFFF}' | \"#\" ~ ASCII_HEX_DIGIT }",
        ),
        ("a = *( \"(\" a \")\" / %x78 )", "a = { (\"(\" ~ a ~ \")\" | \"x\")* }"),
    ] {
        match certified(abnf, pest) {
            Ok(text) => assert_eq!(verdict(&text, abnf, pest), Ok(()), "{pest}"),
            Err(why) => panic!("{pest}: {why}"),
        }
    }
    let (abnf, pest) = LISTS;
    assert!(certified(abnf, pest).unwrap().contains("\nletters 2\n"));
    // Only the optimizer takes the opening out of two alternatives; and a predicate reads what a
    // call begins with.
    for (abnf, pest) in [
        ("a = \"[\" a \"]\" / \"[\" \"]\"", "a = { \"[\" ~ a ~ \"]\" | \"[\" ~ \"]\" }"),
        ("a = \"(\" *\"x\" [ a ] \")\"", "a = { \"(\" ~ (!a ~ \"x\")* ~ a? ~ \")\" }"),
    ] {
        let refused = certified(abnf, pest).unwrap_err();
        assert!(matches!(refused, Refused::Nested(_)), "{refused}");
    }
}

/// The rules of JSON and of LDAP's filters, whole.
#[test]
fn json_and_filters_are_certified() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs/nested");
    let core = "DIGIT = %x30-39\nHEXDIG = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"\n\
                ALPHA = %x41-5A / %x61-7A\n";
    for (grammar, pairs) in [
        ("json", &[("JSON-text", "JSON_text"), ("value", "value"), ("member", "member")][..]),
        ("ldap-filter", &[("filter", "filter"), ("and", "and")]),
    ] {
        let read = |ending| std::fs::read_to_string(format!("{folder}/{grammar}/printed.{ending}"));
        let (abnf, pest) = (read("abnf").unwrap() + core, read("pest").unwrap());
        let (rules, copy) = (abnf::Grammar::parse(&abnf), peg::Grammar::parse(&pest));
        let (rules, copy) = (rules.unwrap(), copy.unwrap());
        let mut text = heading(&copy);
        let limits = Limits { states: 100_000, nodes: 10_000_000 };
        for &(rule, name) in pairs {
            let (rule, name) = ((&rules, rule), (&copy, name));
            let certificate = Certificate::new(rule, name, Terminals::CodePoints, limits).unwrap();
            text.push_str(&certificate.to_string());
        }
        assert_eq!(verdict(&text, &abnf, &pest), Ok(()), "{grammar}");
    }
}

/// The writer is made to write certificates where a condition fails, and the checker refuses them.
/// The pairs that it accepts have no short string on which the two differ.
#[test]
fn the_checker_decides_the_conditions() {
    const ELSE: &str = "something else is asked where a letter may begin, or the mark";
    const GOES_ON: &str = "a match goes on where a letter fails";
    let parens = "a = \"(\" [ a ] \")\"";
    let rows = [
        // A predicate in front of the opening is asked before the letter.
        (parens, "a = { \"(\" ~ (!\"q\" ~ a)? ~ \")\" }", None),
        (parens, "a = { \"(\" ~ !EOI ~ a? ~ \")\" }", None),
        (
            "a = \"(\" b\nb = c \")\"\nc = \"<\" b \">\"",
            "a = { \"(\" ~ b }\nb = { (!EOI ~ c) ~ \")\" }\nc = { \"<\" ~ (!EOI ~ b) ~ \">\" }",
            None,
        ),
        // One that looks behind it asks for something beside the letter.
        (parens, "a = { !\"(x\" ~ \"(\" ~ a? ~ \")\" }", Some(ELSE)),
        (
            "a = \"(\" [ a ] \")\" / \"<\"",
            "a = { \"<\" | &(\"(\" ~ !EOI) ~ \"(\" ~ a? ~ \")\" }",
            Some(ELSE),
        ),
        // So does another alternative with the same opening, a text or a letter of its own.
        (
            "a = \"(\" a \")\" / \"<\" / \"(>\"",
            "a = { \"(\" ~ a ~ \")\" | \"(>\" | \"<\" }",
            Some(ELSE),
        ),
        (
            "a = \"(\" a \")\" / \"(\" a \">\" / \"<\"",
            "a = { \"(\" ~ a ~ \")\" | \"(\" ~ a ~ \">\" | \"<\" }",
            Some(ELSE),
        ),
        (
            "a = \"(\" ( a / \"(\" ) \")\" / \"<\"",
            "a = { \"(\" ~ (a | \"(\") ~ \")\" | \"<\" }",
            Some(ELSE),
        ),
        // Without the letter the opening alone matches.
        ("a = \"(\" a \")\" / \"(\"", "a = { \"(\" ~ a ~ \")\" | \"(\" }", Some(GOES_ON)),
        // The end of a match depends on what follows, and in a bracket that is known.
        (parens, "a = { \"(\" ~ a? ~ \")\" ~ !\"q\" }", None),
        (
            "a = \"(\" [ b ] \")\"\nb = \"<\" a \">\" *%s\"x\"",
            "a = { \"(\" ~ b? ~ \")\" }\nb = { \"<\" ~ a ~ \">\" ~ \"x\"* ~ &\")\" }",
            None,
        ),
        // There is no text behind `a` that ends a bracket, so nothing is a letter.
        (
            "a = %s\"x\" [ a %s\"y\" ]",
            "a = { \"x\" ~ (a ~ \"y\")? }",
            Some("more than 2000 states, the limit"),
        ),
    ];
    let strings = all("()<>x", 6);
    for (abnf, pest, why) in rows {
        let verdict = unchecked(abnf, pest).and_then(|text| verdict(&text, abnf, pest));
        match (verdict, why) {
            (Ok(()), None) => assert_eq!(differing(abnf, pest, &strings), None, "{pest}"),
            (Err(refused), Some(why)) => assert!(refused.ends_with(why), "{pest}: {refused}"),
            (verdict, why) => panic!("{pest}: {verdict:?}, {why:?}"),
        }
    }
}

/// The writer's letters stand behind openings. Here one stands for another letter.
#[test]
fn a_letter_does_not_begin_with_a_letter() {
    let (abnf, pest) = ("a = \"(\" a \")\" / \"<\"", "a = { \"(\" ~ a ~ \")\" | \"<\" }");
    // The nodes are numbered from 0: the first letter is node 8, the second one the sequence.
    let rules = "rule a\nset 29\nsequence 0 1\nset 28\nset 200000\nsequence 3 4\nset 3C\n\
                 choice 5 6\nset 200001\nletter 8\nletter 2\nbody a 7\n";
    let theorem = |name: &str, next: &str, table: &str| {
        let conts = format!("rule {name}\nset {next}\nthen 0 0\nthen 1 0\n");
        let formulas = "if 2 1 0\nif 3 1 0\nif 0 1 0\nin 0 2\nin 1 0\nin 2 3\nin 3 4\n";
        format!(
            "{table}abnf\n{conts}in 0 2\nin 1\nin 2 3\nin 3 0\n\
             peg\n{conts}{formulas}runs\n{conts}{formulas}"
        )
    };
    let whole = "class 0-27,29-3B,3D-D7FF,E000-10FFFF,200001-200002\n\
                 class 28\nclass 3C\nclass 200000\nstates 4\n\
                 - 1 2 3 1\n- 1 1 1 1\n- 1 1 1 3\n+ 1 1 1 1\n";
    let letter = "class 0-D7FF,E000-10FFFF,200000\nclass 200001\nclass 200002\nstates 4\n\
                  - 1 2 1\n- 1 1 1\n- 1 1 3\n+ 1 1 1\n";
    let text = heading(&peg::Grammar::parse(pest).unwrap())
        + "theorem a a\nletters 2\n"
        + &["abnf", "peg", "runs"].map(|word| format!("{word}\n{rules}")).concat()
        + &theorem("a", "200000", whole)
        + &theorem("#0", "200002", letter);
    let refused = verdict(&text, abnf, pest).unwrap_err();
    let why = "what stands for a letter begins with a letter, or is empty";
    assert!(refused.ends_with(why), "{refused}");
}

/// Returns an expression in both notations. Where the order of alternatives matters, they differ.
fn expression(random: &mut Random, depth: usize) -> (String, String) {
    let one = |random: &mut Random| expression(random, depth - 1);
    if depth == 0 {
        let text = ["(", ")", "x", "y", "x"][random.below(5)];
        return match random.below(5) {
            0 => ("a".to_owned(), "a".to_owned()),
            1 => ("b".to_owned(), "b".to_owned()),
            _ => (format!("%s\"{text}\""), format!("\"{text}\"")),
        };
    }
    let (left, right) = (one(random), one(random));
    match random.below(9) {
        0 | 1 => (format!("( {} / {} )", left.0, right.0), format!("({} | {})", left.1, right.1)),
        2 => (format!("{} {}", left.0, right.0), format!("{} ~ {}", left.1, right.1)),
        3..=5 => (format!("\"(\" {} \")\"", left.0), format!("\"(\" ~ {} ~ \")\"", left.1)),
        6 => (format!("[ {} ]", left.0), format!("({})?", left.1)),
        7 => (format!("*( %s\"x\" {} )", left.0), format!("(\"x\" ~ {})*", left.1)),
        _ => {
            let looks = ["!\"x\"", "&\"(\"", "!\"(x\"", "!a", "&b", "!EOI", "!(\"x\" ~ EOI)"];
            let look = looks[random.below(looks.len())];
            if random.below(2) == 0 {
                (left.0, format!("{look} ~ {}", left.1))
            } else {
                (left.0, format!("{} ~ {look}", left.1))
            }
        }
    }
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn whatever_the_checker_accepts_holds_on_short_strings() {
    let mut random = Random::seeded(3512);
    let strings = all("()xy", 5);
    let (mut accepted, mut refused, mut proved) = (0, 0, 0);
    for _ in 0..800 {
        let (a, b) = (expression(&mut random, 3), expression(&mut random, 3));
        let abnf = format!("a = {}\nb = {}\n", a.0, b.0);
        let pest = format!("a = {{ {} }}\nb = {{ {} }}\n", a.1, b.1);
        let Ok(text) = unchecked(&abnf, &pest) else { continue };
        match verdict(&text, &abnf, &pest) {
            Ok(()) => {
                assert_eq!(differing(&abnf, &pest, &strings), None, "{abnf}{pest}");
                accepted += 1;
            }
            Err(_) => refused += 1,
        }
        // What the writer certifies by its own account is accepted.
        if let Ok(text) = certified(&abnf, &pest) {
            assert_eq!(verdict(&text, &abnf, &pest), Ok(()), "{abnf}{pest}");
            proved += 1;
        }
    }
    assert!(accepted > 50 && refused > 10 && proved > 50, "{accepted} {refused} {proved}");
}

/// Every line is needed: with another number in it, or without it, the certificate is refused.
#[test]
fn no_altered_certificate_passes() {
    let (abnf, pest) = LISTS;
    let text = certified(abnf, pest).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("theorem")).unwrap() + 1;
    let mut altered = [0, 0, 0, 0, 0];
    for at in first..lines.len() {
        let with = |line: Option<String>| {
            let before = lines[..at].iter().map(ToString::to_string);
            let behind = lines[at + 1..].iter().map(ToString::to_string);
            let all: Vec<String> = before.chain(line).chain(behind).collect();
            all.join("\n") + "\n"
        };
        let refused = |text: &str, what: &str| {
            assert!(verdict(text, abnf, pest).is_err(), "line {}: {what}", at + 1);
        };
        refused(&with(None), "left out");
        let words: Vec<&str> = lines[at].split(' ').collect();
        let kind = ["letters", "letter", "body", "in", "+"].iter().position(|it| *it == words[0]);
        for place in 1..words.len() {
            // The ranges of a set are characters, and a name is not a number.
            let Some(value) = words[place].parse::<u32>().ok().filter(|_| words[0] != "set") else {
                continue;
            };
            let mut other: Vec<String> = words.iter().map(ToString::to_string).collect();
            other[place] = (value ^ 1).to_string();
            // Another word for the same language is the same theorem.
            if words[0] != "class" {
                refused(&with(Some(other.join(" "))), &other.join(" "));
            }
        }
        if let Some(kind) = kind {
            altered[kind] += 1;
        }
    }
    assert!(altered.iter().all(|&count| count > 0), "{altered:?}");
    // Another letter, and one letter in place of another.
    assert!(verdict(&text.replace("200000", "200001"), abnf, pest).is_err());
    assert!(verdict(&text.replace("set 200001\n", "set 200000\n"), abnf, pest).is_err());
}

/// A certificate is refused for altered rules, unless they have the language still.
#[test]
fn no_altered_rules_pass() {
    let (abnf, pest) = LISTS;
    let text = certified(abnf, pest).unwrap();
    let strings = all("(),1 []", 4);
    let (mut random, mut refused, mut kept) = (Random::seeded(35), 0, 0);
    for is_abnf in [true, false] {
        let rules = if is_abnf { abnf } else { pest };
        for (at, c) in rules.char_indices() {
            const OTHERS: &[u8] = b"ab0(),*[]\"/|~ ?+";
            let other = char::from(OTHERS[random.below(OTHERS.len())]);
            let altered = format!("{}{other}{}", &rules[..at], &rules[at + c.len_utf8()..]);
            let (abnf, pest) = if is_abnf { (&*altered, pest) } else { (abnf, &*altered) };
            if other == c || verdict(&text, abnf, pest).is_err() {
                refused += usize::from(other != c);
                continue;
            }
            assert_eq!(differing(abnf, pest, &strings), None, "{altered}");
            kept += 1;
        }
    }
    assert!(refused > 100 && kept > 0, "{refused} refused, {kept} kept");
}
