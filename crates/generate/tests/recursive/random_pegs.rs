//! Random PEGs beside pest, tree by tree: what an alternative leaves open when what follows fails.

use urigram_automata::peg::Grammar;
use urigram_automata::Random;

use crate::recursive::pest_trees::{agree_on, strings};

/// The texts of the expressions. Some begin alike.
const TEXTS: [&str; 9] =
    ["\"a\"", "\"b\"", "\"c\"", "\"ab\"", "\"ba\"", "\"é\"", "'a'..'b'", "ANY", "^\"B\""];

/// Writes an expression that reads something, if `reads`, and calls rules behind a text only.
fn expression(random: &mut Random, depth: usize, reads: bool, source: &mut String) {
    let leaf = depth == 0 || random.below(5) == 0;
    match if leaf { 0 } else { 1 + random.below(9) } {
        0 => source.push_str(TEXTS[random.below(TEXTS.len())]),
        1 | 2 => {
            source.push('(');
            expression(random, depth - 1, reads, source);
            source.push_str(" | ");
            expression(random, depth - 1, reads, source);
            source.push(')');
        }
        3 | 4 => {
            source.push('(');
            expression(random, depth - 1, reads, source);
            source.push_str(" ~ ");
            expression(random, depth - 1, false, source);
            source.push(')');
        }
        5 => {
            source.push_str(TEXTS[random.below(4)]);
            source.push_str([" ~ r", " ~ s", " ~ t"][random.below(3)]);
        }
        6 if !reads => {
            source.push_str(["&", "!"][random.below(2)]);
            expression(random, depth - 1, true, source);
        }
        kind => {
            source.push('(');
            expression(random, depth - 1, true, source);
            let optional = ["*", "?", "{,2}"][random.below(3)];
            source.push_str(if reads || kind == 7 { ")+" } else { ")" });
            source.push_str(if reads || kind == 7 { "" } else { optional });
        }
    }
}

/// Returns three mutually recursive rules, with and without blanks between their parts.
fn rules(random: &mut Random) -> String {
    let mut source = String::new();
    if random.below(3) == 0 {
        source.push_str("WHITESPACE = _{ \"c\" }\n");
    }
    for name in ["r", "s", "t"] {
        let kind = ["", "", "_", "@", "$", "!"][random.below(6)];
        source.push_str(&format!("{name} = {kind}{{ "));
        expression(random, 3, true, &mut source);
        source.push_str(" }\n");
    }
    source
}

/// An alternative that opened no way fails as soon as nothing can follow it. It must not, where an
/// earlier way of the same rule is open: so rules are compared alone, and inside each other.
fn compared(seed: u64, grammars: usize) {
    let mut random = Random::seeded(seed);
    let inputs = strings(&["a", "b", "c", "é"], 4);
    let (mut read, mut matched) = (0, 0);
    while read < grammars {
        let source = rules(&mut random);
        // pest refuses alternatives behind one that cannot fail, and rules without an end.
        if Grammar::parse(&source).is_ok() {
            read += 1;
            matched += agree_on(&source, &inputs);
        }
    }
    assert!(matched > 20 * grammars, "{matched}");
}

/// In each rule something ends before a byte that cannot follow, behind a way that is still open:
/// an alternative, a round, a lookahead, a rule that calls it. It must end there, and not go back.
#[test]
fn what_nothing_can_follow_ends_where_a_way_is_open() {
    let source = r#"
        chosen = { ("a" ~ ("b" ~ "c")? | "ab") ~ "b" ~ "d" }
        round = { ("a" ~ "x" ~ "b"?)* ~ "a" ~ "x" ~ "d" }
        looked = { !("a" ~ "b"?) ~ "ad" }
        alone = { "a" ~ ("b" ~ "c")? | "abd" }
        called = { (inner ~ "x" | "abd") ~ "a"? }
        inner = { "a" ~ ("b" ~ inner)? ~ "c"? }
        last = { "x" ~ alone }
    "#;
    assert!(agree_on(source, &strings(&["a", "b", "c", "d", "x"], 5)) > 20);
}

#[test]
fn random_rules_have_the_trees_of_pest() {
    compared(2026, 60);
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn many_random_rules_have_the_trees_of_pest() {
    compared(1994, 4_000);
}
