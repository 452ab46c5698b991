//! Automata with a stack beside a matcher that follows RFC 5234 to the letter.

use std::collections::BTreeSet;

use urigram_automata::abnf::{Expr, Grammar};
use urigram_automata::{Limits as Size, Random, Terminals};
use urigram_engine::nested::{Error, Limits, Nodes, Pushdown};
use urigram_engine::Span;
use urigram_generate::{net, pushdown};

pub(crate) fn rules(source: &str) -> Grammar {
    Grammar::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

pub(crate) fn made(grammar: &Grammar, rule: &str) -> Result<Pushdown, String> {
    let bodies = grammar.bodies(rule, Terminals::CodePoints, Size::default());
    let all = grammar.bodies_of_all(rule, Terminals::CodePoints, Size::default());
    let bodies = bodies.map_err(|error| error.to_string())?;
    pushdown(&bodies, &all.map_err(|error| error.to_string())?).map_err(|error| error.to_string())
}

pub(crate) fn strings(alphabet: &[u8], longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for at in from..to {
            for &byte in alphabet {
                let mut longer = all[at].clone();
                longer.push(byte);
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

/// Compares verdicts on all strings up to a length. On those up to `checked`, also the places of
/// errors and what can follow: the strings up to `longest` have to show what goes on.
pub(crate) fn agree(
    source: &str,
    rule: &str,
    alphabet: &[u8],
    longest: usize,
    checked: usize,
) -> usize {
    let grammar = rules(source);
    let table = made(&grammar, rule).unwrap_or_else(|error| panic!("{error}\n{source}"));
    compared(&grammar, &table, rule, alphabet, longest, checked)
}

/// Returns rules that run by all readings of a text at once.
pub(crate) fn by_readings(grammar: &Grammar, rule: &str) -> Pushdown {
    let all = grammar.bodies_of_all(rule, Terminals::CodePoints, Size::default()).unwrap();
    Pushdown::of_all_readings(net(&all))
}

/// Compares as [`agree`] does, for rules that run in any way.
pub(crate) fn compared(
    grammar: &Grammar,
    table: &Pushdown,
    rule: &str,
    alphabet: &[u8],
    longest: usize,
    checked: usize,
) -> usize {
    let all = strings(alphabet, longest);
    let mut accepted: BTreeSet<Vec<u8>> = BTreeSet::new();
    for input in &all {
        let truth = grammar.matches_naively(rule, Terminals::CodePoints, input, 10_000_000);
        let truth = truth.unwrap_or_else(|error| panic!("{error}: {}", input.escape_ascii()));
        let found = table.accepts(input, Limits::for_length(input.len()));
        assert_eq!(found, Some(truth), "{rule} on {:?} in\n{grammar:?}", input.escape_ascii());
        if truth {
            accepted.insert(input.clone());
        }
    }
    let prefixes: BTreeSet<&[u8]> =
        accepted.iter().flat_map(|input| (0..=input.len()).map(|to| &input[..to])).collect();
    for input in all.iter().filter(|input| input.len() <= checked) {
        let error = table.check(input, Limits::for_length(input.len())).err();
        let Some(Error::Rejected { offset, bytes: Some(expected), .. }) = error else {
            assert!(error.is_none() && accepted.contains(input), "{error:?}");
            continue;
        };
        let begins = |to: &usize| prefixes.contains(&input[..*to]);
        let truth = (0..=input.len()).rev().find(begins).unwrap_or(0);
        assert_eq!(offset, truth, "{rule} on {:?} in\n{grammar:?}", input.escape_ascii());
        let mut prefix = input[..truth].to_vec();
        assert_eq!(expected.end(), accepted.contains(&prefix), "{}", input.escape_ascii());
        for &byte in alphabet {
            prefix.push(byte);
            let goes_on = prefixes.contains(&*prefix);
            let message = || format!("{rule} after {:?} in\n{grammar:?}", prefix.escape_ascii());
            assert_eq!(expected.bytes().contains(byte), goes_on, "{}", message());
            prefix.pop();
        }
    }
    accepted.len()
}

/// RFC 8259 over fewer characters; blanks are ambiguous, as they are there.
const JSON: &str = r#"
text = ws value ws
begin-array = ws "[" ws
begin-object = ws "{" ws
end-array = ws "]" ws
end-object = ws "}" ws
name-separator = ws ":" ws
value-separator = ws "," ws
ws = *%x20
value = object / array / number / string
object = begin-object [ member *( value-separator member ) ] end-object
member = string name-separator value
array = begin-array [ value *( value-separator value ) ] end-array
number = [ "-" ] 1*"1"
string = "'" *"1" "'"
"#;

#[test]
fn ambiguous_blanks_are_no_obstacle() {
    assert!(agree(JSON, "text", b"[],1", 8, 3) > 20);
    assert!(agree(JSON, "text", b"[]1 ", 8, 3) > 100);
    assert!(agree(JSON, "text", b"{}:'", 8, 4) > 2);
    assert!(agree(JSON, "member", b"[':]1", 7, 3) > 5);
}

#[test]
fn recursion_of_every_kind_is_followed() {
    let merged = "a = \"x\" a \"y\" / \"x\" a \"z\" / \"z\"";
    assert!(agree(merged, "a", b"xyz", 9, 3) > 10);
    let nullable = "a = [ \"(\" a \")\" ] b\nb = *( \"x\" / a2 )\na2 = \"[\" a \"]\"";
    assert!(agree(nullable, "a", b"()[]x", 7, 2) > 100);
    let mutual = "a = \"x\" [ b ] \"y\" / \"y\"\nb = \"(\" a \")\" / \"[\" b \"]\"";
    assert!(agree(mutual, "a", b"xy()", 8, 2) > 3);
    let tail = "a = \"(\" a \")\" / \"x\" a / \"x\"";
    assert!(agree(tail, "a", b"()x", 9, 3) > 50);
}

#[test]
fn what_is_not_shown_is_refused_with_a_text() {
    let refused = |source: &str| made(&rules(source), "p").unwrap_err();
    let error = refused("p = \"a\" p \"a\" / \"b\" p \"b\" / \"\"");
    assert!(
        error.starts_with("not shown deterministic: the number of `p` that are open"),
        "{error}"
    );
    // How often `a` has a `b` is known at the end only, and then no more than their number.
    assert!(refused("p = \"a\" p \"b\" / \"a\" p / \"\"").contains("not shown"));
}

#[test]
fn a_rule_without_strings_derives_nothing() {
    let grammar = rules("p = \"(\" p \")\" q\nq = \"x\" q \"y\"");
    let table = made(&grammar, "p").unwrap();
    assert_eq!(table.accepts(b"", Limits::for_length(0)), Some(false));
    assert_eq!(table.accepts(b"(", Limits::for_length(0)), Some(false));
}

/// Left recursion is followed as it is: the matcher to the letter does not follow it, so that the
/// rules without it are compared.
#[test]
fn left_recursion_is_followed() {
    let left = "expr = expr \"+\" term / term\nterm = term \"*\" factor / factor\n\
                factor = \"(\" expr \")\" / \"1\"";
    let plain = "expr = term *( \"+\" term )\nterm = factor *( \"*\" factor )\n\
                 factor = \"(\" expr \")\" / \"1\"";
    let (left, plain) = (made(&rules(left), "expr").unwrap(), made(&rules(plain), "expr").unwrap());
    let mut accepted = 0;
    for input in strings(b"()+*1", 7) {
        let limits = Limits::for_length(input.len());
        let same = left.accepts(&input, limits) == plain.accepts(&input, limits);
        assert!(same, "{}", input.escape_ascii());
        accepted += usize::from(left.accepts(&input, limits) == Some(true));
    }
    assert!(accepted > 50, "{accepted}");
    assert!(
        agree(
            "expr = term *( \"+\" term )\nterm = \"(\" expr \")\" / \"1\"",
            "expr",
            b"()+1",
            8,
            2
        ) > 20
    );
}

/// Rules made by a seed: each is followed exactly, or refused.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn random_rules_are_followed_exactly() {
    let mut random = Random::seeded(35);
    let (mut followed, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut source = String::new();
        for rule in ["a", "b", "c"] {
            source.push_str(&format!("{rule} = {}\n", expression(&mut random, 3)));
        }
        let grammar = rules(&source);
        let Ok(table) = made(&grammar, "a") else {
            refused += 1;
            continue;
        };
        let inputs = strings(b"xy(", 6);
        let truth = |input: &Vec<u8>| {
            grammar.matches_naively("a", Terminals::CodePoints, input, 200_000).ok()
        };
        // The matcher to the letter follows no left recursion, and takes long.
        let truths: Option<Vec<bool>> = inputs.iter().map(truth).collect();
        let Some(truths) = truths else { continue };
        followed += 1;
        for (input, truth) in inputs.iter().zip(truths) {
            let found = table.accepts(input, Limits::for_length(input.len()));
            assert_eq!(found, Some(truth), "{:?} in\n{source}", input.escape_ascii());
        }
    }
    assert!(followed > 100 && refused > 20, "{followed} {refused}");
}

pub(crate) fn expression(random: &mut Random, depth: usize) -> String {
    let one = |random: &mut Random| match random.below(6) {
        0 => "a".to_owned(),
        1 => "b".to_owned(),
        2 => "c".to_owned(),
        3 => "\"x\"".to_owned(),
        4 => "\"y\"".to_owned(),
        _ => "\"(\"".to_owned(),
    };
    if depth == 0 {
        return one(random);
    }
    let part = |random: &mut Random| expression(random, depth - 1);
    match random.below(7) {
        0 | 1 => format!("( {} / {} )", part(random), part(random)),
        2 | 3 => format!("\"{}\" {} {}", ["x", "y"][random.below(2)], part(random), part(random)),
        4 => format!("[ {} ]", part(random)),
        5 => format!("*( \"x\" {} )", part(random)),
        _ => one(random),
    }
}

/// A match by one derivation: its end, and the spans of a rule in it, the outermost ones.
type Match = (usize, Vec<(usize, usize)>);

/// Returns the matches by every derivation from an offset on; `None` where that takes too long.
fn matches(
    grammar: &Grammar,
    expr: &Expr,
    wanted: &str,
    input: &[u8],
    at: usize,
    (depth, left): (u32, &mut u32),
) -> Option<BTreeSet<Match>> {
    *left = left.checked_sub(1)?;
    let depth = depth.checked_sub(1)?;
    let mut each =
        |expr: &Expr, at: usize| matches(grammar, expr, wanted, input, at, (depth, &mut *left));
    let here = BTreeSet::from([(at, Vec::new())]);
    let mut then = |before: &BTreeSet<Match>, expr: &Expr| {
        let mut all = BTreeSet::new();
        for (end, spans) in before {
            for (end, more) in each(expr, *end)? {
                all.insert((end, spans.iter().chain(&more).copied().collect()));
            }
        }
        Some(all)
    };
    match expr {
        Expr::Choice(parts) => {
            let mut all = BTreeSet::new();
            for part in parts {
                all.extend(then(&here, part)?);
            }
            Some(all)
        }
        Expr::Sequence(parts) => parts.iter().try_fold(here, |before, part| then(&before, part)),
        Expr::Repeat { in_brackets: true, expr: inner, .. } => {
            let mut all = then(&here, inner)?;
            all.extend(here);
            Some(all)
        }
        Expr::Repeat { min: 0, max: None, expr, .. } => {
            let (mut all, mut last) = (here.clone(), here);
            while !last.is_empty() {
                last = then(&last, expr)?.difference(&all).cloned().collect();
                all.extend(last.clone());
            }
            Some(all)
        }
        Expr::Rule(name) => {
            let found = then(&here, &grammar.rule(name)?.expr)?;
            let span = |(end, inside)| (end, if name == wanted { vec![(at, end)] } else { inside });
            Some(found.into_iter().map(span).collect())
        }
        Expr::TextAnyCase(text) => {
            let end = at + text.len();
            let is_there =
                input.get(at..end).is_some_and(|it| it.eq_ignore_ascii_case(text.as_bytes()));
            Some(if is_there { BTreeSet::from([(end, Vec::new())]) } else { BTreeSet::new() })
        }
        other => panic!("{other:?}"),
    }
}

/// The spans of a rule are those of every derivation, or are said to differ.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn places_are_those_of_every_derivation() {
    let mut random = Random::seeded(9);
    let (mut same, mut differing) = (0, 0);
    for _ in 0..300 {
        let mut source = String::new();
        for rule in ["a", "b", "c"] {
            source.push_str(&format!("{rule} = {}\n", expression(&mut random, 3)));
        }
        let grammar = rules(&source);
        let Ok(table) = made(&grammar, "a") else { continue };
        'inputs: for input in strings(b"xy(", 5) {
            for wanted in ["b", "c"] {
                let start = &grammar.rule("a").unwrap().expr;
                let found = matches(&grammar, start, wanted, &input, 0, (60, &mut 5_000));
                let Some(found) = found else { break 'inputs };
                let whole = found.into_iter().filter(|(end, _)| *end == input.len());
                let truth: BTreeSet<Vec<(usize, usize)>> = whole.map(|found| found.1).collect();
                let places = table.places(wanted, &input, Limits::for_length(input.len()));
                let message = format!("{wanted} in {:?} by\n{source}", input.escape_ascii());
                match places {
                    Err(Error::UnknownRule) => {}
                    Err(_) => assert!(truth.is_empty(), "{message}"),
                    Ok(None) => {
                        // A rule that is empty in several ways is ambiguous.
                        differing += usize::from(truth.len() > 1);
                    }
                    Ok(Some(spans)) => {
                        let span = |span: &Span| (span.start as usize, span.end as usize);
                        let spans: Vec<(usize, usize)> = spans.iter().map(span).collect();
                        assert_eq!(truth, BTreeSet::from([spans]), "{message}");
                        same += 1;
                    }
                }
            }
        }
    }
    assert!(same > 200 && differing > 20, "{same} {differing}");
}

#[test]
fn trees_have_a_node_for_each_rule() {
    let grammar = rules(JSON);
    let table = made(&grammar, "text").unwrap();
    let shown = |input: &str| {
        let tree = table.parse(input, Limits::for_length(input.len())).unwrap();
        fn show(nodes: Nodes<'_>, text: &mut String) {
            for node in nodes.filter(|node| !node.text().is_empty()) {
                text.push_str(node.rule());
                text.push_str(if node.is_ambiguous() { "?(" } else { "(" });
                show(node.children(), text);
                text.push(')');
            }
        }
        let mut text = String::new();
        show(tree.roots(), &mut text);
        text
    };
    assert_eq!(shown("[1]"), "text(value(array(begin-array()value(number())end-array())))");
    assert_eq!(shown("[ 1]"), "text(value(array(begin-array(ws())value(number())end-array())))");
    assert_eq!(shown("[ []]"), "text(value(array?()))");
}

#[test]
fn errors_name_the_rules_that_are_open() {
    let table = made(&rules(JSON), "text").unwrap();
    let said = |input: &str| {
        table.check(input.as_bytes(), Limits::for_length(input.len())).unwrap_err().to_string()
    };
    assert_eq!(
        said("{'1':[1,11}"),
        "byte 10: expected value-separator or end-array, found `}`, inside `array`, which begins \
         at byte 5"
    );
    let number = "byte 4: expected \"1\", found `]`, inside `number`, which begins at byte 3";
    assert_eq!(said("[1,-]"), number);
    let end = "byte 3: expected the end, found `]`, inside `text`, which begins at byte 0";
    assert_eq!(said("[1]]"), end);
    // An error inside a character is one at its beginning.
    assert!(said("[\u{e9}").starts_with("byte 1: expected "));
}

/// Text of any depth takes a step for each byte, and no more of the process's stack.
#[test]
fn depth_is_limited_by_a_limit_only() {
    let table = made(&rules(JSON), "text").unwrap();
    let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
    let limits = Limits::for_length(deep.len());
    assert_eq!(table.accepts(deep.as_bytes(), limits), Some(true));
    assert_eq!(table.accepts(deep.as_bytes(), limits.with_depth(999_000)), None);
    assert!(table.check(deep.as_bytes(), limits.with_depth(9)).unwrap_err().is_limit());
}

/// Grammars that are large or deep end soon.
#[test]
fn hostile_rules_end_soon() {
    let chain: String =
        (0..2_000).map(|n| format!("r{n} = \"(\" r{} \")\" / \"x\"\n", (n + 1) % 2_000)).collect();
    let _ = made(&rules(&chain), "r0");
    let wide: String = (0..60)
        .map(|n| {
            format!("r{n} = \"{n}(\" *( r{} / r{} ) \")\"\n", (n * 7 + 1) % 60, (n * 3 + 2) % 60)
        })
        .collect();
    assert!(made(&rules(&wide), "r0").is_ok());
    let mess: String = (0..12)
        .map(|n| {
            format!(
                "r{n} = [ \"a\" r{} ] r{} / *r{} \"b\"\n",
                (n * 5 + 1) % 12,
                (n * 7 + 2) % 12,
                (n + 3) % 12
            )
        })
        .collect();
    assert!(made(&rules(&mess), "r0").unwrap_err().contains("not shown"));
}
