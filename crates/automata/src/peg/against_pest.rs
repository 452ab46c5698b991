//! This package's reader compared with pest's: both accept the same texts, with the same rules.
//!
//! These differences are intended: a blank after `^` (pest reads `^ "a"` as the string `"a`), tags
//! (pest drops them), control characters and rules beyond a limit are refused; pest panics at a
//! group that begins with `|` and at escapes that do not denote a character. pest also refuses
//! repetitions that may never end because of the texts on the stack: where those run, there is a
//! limit of steps.

use super::names::{called, Names};
use super::source::Source;
use super::{read, CharSet, Expr, Grammar, Kind, Stack};
use crate::Random;
use pest_meta::ast::{Expr as Raw, Rule as RawRule, RuleType};
use pest_meta::optimizer::{optimize, OptimizedExpr};
use pest_meta::{parser, validator};
use std::collections::{HashMap, HashSet};
use std::panic::catch_unwind;

/// Returns the rules as pest reads them; `None` where it refuses or panics.
fn by_pest(source: &str) -> Option<Vec<RawRule>> {
    let read = || {
        let pairs = parser::parse(parser::Rule::grammar_rules, source).ok()?;
        validator::validate_pairs(pairs.clone()).ok()?;
        parser::consume_rules(pairs).ok()
    };
    catch_unwind(read).ok().flatten()
}

fn by_us(source: &str) -> Result<Grammar, String> {
    read::grammar(Source::new(source)).map_err(|error| error.to_string())
}

/// Returns pest's expression as one of ours.
fn written(expr: &Raw) -> Expr {
    let boxed = |expr: &Raw| Box::new(written(expr));
    match expr {
        Raw::Str(text) => Expr::Text(text.clone()),
        Raw::Insens(text) => Expr::TextAnyCase(text.clone()),
        Raw::Range(low, high) => range(low, high),
        Raw::Ident(name) => called(name),
        Raw::PeekSlice(start, end) => Expr::Stack(Stack::PeekSlice { start: *start, end: *end }),
        Raw::PosPred(inner) => Expr::And(boxed(inner)),
        Raw::NegPred(inner) => Expr::Not(boxed(inner)),
        Raw::Seq(left, right) => Expr::Sequence(vec![written(left), written(right)]),
        Raw::Choice(left, right) => Expr::Choice(vec![written(left), written(right)]),
        Raw::Opt(inner) => Expr::repeat(written(inner), 0, Some(1)),
        Raw::Rep(inner) => Expr::repeat(written(inner), 0, None),
        Raw::RepOnce(inner) => Expr::repeat(written(inner), 1, None),
        Raw::RepExact(inner, n) => Expr::repeat(written(inner), *n, Some(*n)),
        Raw::RepMin(inner, min) => Expr::repeat(written(inner), *min, None),
        Raw::RepMax(inner, max) => Expr::repeat(written(inner), 0, Some(*max)),
        Raw::RepMinMax(inner, min, max) => Expr::repeat(written(inner), *min.min(max), Some(*max)),
        Raw::Push(inner) => Expr::Stack(Stack::Push(boxed(inner))),
        other => panic!("{other}"),
    }
}

/// Returns an expression of pest's optimizer as one of ours.
fn run(expr: &OptimizedExpr) -> Expr {
    let boxed = |expr: &OptimizedExpr| Box::new(run(expr));
    match expr {
        OptimizedExpr::Str(text) => Expr::Text(text.clone()),
        OptimizedExpr::Insens(text) => Expr::TextAnyCase(text.clone()),
        OptimizedExpr::Range(low, high) => range(low, high),
        OptimizedExpr::Ident(name) => called(name),
        OptimizedExpr::PeekSlice(start, end) => {
            Expr::Stack(Stack::PeekSlice { start: *start, end: *end })
        }
        OptimizedExpr::PosPred(inner) => Expr::And(boxed(inner)),
        OptimizedExpr::NegPred(inner) => Expr::Not(boxed(inner)),
        OptimizedExpr::Seq(left, right) => Expr::Sequence(vec![run(left), run(right)]),
        OptimizedExpr::Choice(left, right) => Expr::Choice(vec![run(left), run(right)]),
        OptimizedExpr::Opt(inner) => Expr::repeat(run(inner), 0, Some(1)),
        OptimizedExpr::Rep(inner) => Expr::repeat(run(inner), 0, None),
        OptimizedExpr::Skip(stops) => {
            let stops = Expr::Choice(stops.iter().cloned().map(Expr::Text).collect());
            let any = Expr::Rule("ANY".to_owned());
            Expr::repeat(Expr::Sequence(vec![Expr::Not(Box::new(stops)), any]), 0, None)
        }
        OptimizedExpr::Push(inner) => Expr::Stack(Stack::Push(boxed(inner))),
        OptimizedExpr::RestoreOnErr(inner) => Expr::Stack(Stack::Restore(boxed(inner))),
        #[allow(unreachable_patterns)] // pest has more with a feature
        other => panic!("{other}"),
    }
}

fn kind(ty: RuleType) -> Kind {
    match ty {
        RuleType::Normal => Kind::Normal,
        RuleType::Silent => Kind::Silent,
        RuleType::Atomic => Kind::Atomic,
        RuleType::CompoundAtomic => Kind::CompoundAtomic,
        RuleType::NonAtomic => Kind::NonAtomic,
    }
}

fn range(low: &str, high: &str) -> Expr {
    Expr::Class(CharSet::from_ranges(low.chars().next().zip(high.chars().next())))
}

/// Returns how our rules differ from pest's, as they are written and as they run.
fn difference(ours: &Grammar, theirs: Vec<RawRule>) -> Option<String> {
    let defined: HashSet<String> = theirs.iter().map(|rule| rule.name.clone()).collect();
    let mut names = Names { defined: &defined, known: HashMap::new() };
    let mut resolved = |rule: &str, expr: Expr| names.resolve(rule, &expr, 0).unwrap();
    let all = ours.rules().iter().zip(&theirs).zip(optimize(theirs.clone()));
    if ours.rules().len() != theirs.len() {
        return Some("other rules".to_owned());
    }
    let mut differs = all.filter_map(|((ours, theirs), optimized)| {
        if ours.name != theirs.name || kind(theirs.ty) != ours.kind {
            return Some(format!("{} and {}", ours.name, theirs.name));
        }
        let pairs = [
            (&ours.raw, resolved(&theirs.name, written(&theirs.expr))),
            (&ours.optimized, resolved(&theirs.name, run(&optimized.expr))),
        ];
        let differs = pairs.into_iter().find(|(ours, theirs)| *ours != theirs);
        differs.map(|(ours, theirs)| format!("{ours:?} and {theirs:?}"))
    });
    differs.next()
}

/// The differences that are meant, by our message.
const MEANT: [&str; 5] =
    ["directly after", "control character", "more than", "is no character", "grammar-extras"];

/// Whether both accept, or how the two differ.
fn compare(source: &str) -> Result<bool, String> {
    match (by_us(source), by_pest(source)) {
        (Ok(ours), Some(theirs)) => match difference(&ours, theirs) {
            Some(how) => Err(format!("{how} in {source:?}")),
            None => Ok(true),
        },
        (Ok(_), None) => Err(format!("only we accept {source:?}")),
        (Err(message), Some(_)) if !MEANT.iter().any(|meant| message.contains(meant)) => {
            Err(format!("only pest accepts {source:?}: {message}"))
        }
        (Err(_), _) => Ok(false),
    }
}

/// Grammars with every construct. Both readers refuse three of them for what their rules mean
/// (loops without progress, choices that nothing reaches, left recursion), so that mutations cross
/// the border from both sides.
const GRAMMARS: [&str; 15] = [
    "//! Doc.\n//! More\n\n/// On a.\na = { \"x\" ~ b* | ^\"y\"+ }\n// note\nb = _{ 'a'..'z' | !\"z\" ~ ANY }\n",
    "a=@{b{2}|b{1,}|b{,3}|b{1,2}}b=${\"q\"?}c=!{&a~b}",
    "a=@{b{2}~b{1,}~b{,3}|b{1,2}}b=${\"q\"~\"r\"?}c=!{&a~b}",
    "a = { | \"a\" | (\"b\" ~ (\"c\" | \"d\"))? } /* x /* y */ z */ b = { a ~ EOI }",
    "r = { (a | b) ~ a* } a = { \"\\u{41}\\x42\\n\\\"\\\\\" } b = { '\\''..'\\u{7F}' }",
    "a = { b? ~ c } b = { \"x\"* } c = { (!\"y\" ~ (ASCII_DIGIT | LETTER))+ ~ SOI }",
    "x = { y ~ \"1\" | z } y = { \"a\" ~ x? } z = { y{2,3} ~ (z2)? } z2 = { \"\" | y }",
    "a = { (\"a\" | \"b\"?) ~ \"c\" } b = { a ~ !(a | \"d\") ~ &(^\"e\") }",
    "WHITESPACE = _{ \" \" | c } c = { \"#\" } COMMENT = @{ \"/\" ~ a } a = { \"x\" ~ \"y\" }",
    "a = { PUSH(\"x\" | b) ~ PEEK[1..-2] ~ PEEK[ -1 .. ] ~ PEEK[..] ~ POP } b = { DROP ~ PEEK_ALL }",
    "a = @{ (!b ~ ANY)* ~ b | (!(\"x\" | c | \"y\") ~ ANY)* ~ !\"x\" } b = { \"x\" | c } c = { \"z\" | \"q\" }",
    "a = @{ (b ~ c)* ~ b ~ (\"x\" ~ \"y\")* ~ \"xy\" | b ~ c | b } b = { \"p\" } c = ${ b ~ b{2} | b ~ b | b }",
    "a = { (b ~ c{2})* ~ b | (b | c){1} | b ~ c } b = { \"p\" } c = @{ (b ~ \"q\"{2}) ~ ^\"r\"{2} ~ ^\"s\" }",
    "a = { (b | POP ~ \"x\" | POP_ALL ~ \"y\" | PUSH(\"z\")) ~ b* ~ (b | DROP)? } b = { c ~ \"1\"? } c = { PUSH(\"q\") ~ PEEK }",
    "l = { m? ~ n } m = { !\"a\" ~ \"b\" } n = { &m ~ \"c\" | (l) }",
];

#[test]
fn committed_grammars_are_read_alike() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../grammars");
    let mut count = 0;
    let all = [folder.to_owned(), format!("{folder}/practices")];
    for entry in all.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap()) {
        for file in ["printed.pest", "corrected.pest"] {
            if let Ok(source) = std::fs::read_to_string(entry.as_ref().unwrap().path().join(file)) {
                // A patch alone uses rules of its base, so both refuse it.
                count += usize::from(compare(&source).unwrap());
            }
        }
    }
    assert!(count >= 10, "only {count} grammars were read");
}

#[test]
fn grammars_of_both_kinds_are_mutated() {
    assert_eq!(GRAMMARS.iter().filter(|source| compare(source).unwrap()).count(), 12);
}

#[test]
fn mutated_grammars_are_read_alike() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {})); // pest panics at some of them
    let pieces = [
        "(",
        ")",
        "{",
        "}",
        "|",
        "~",
        "*",
        "+",
        "?",
        "!",
        "&",
        "\"",
        "'",
        "\\",
        "..",
        "{2}",
        "{0}",
        "{,1}",
        " ",
        "\n",
        "//",
        "///",
        "//!",
        "/*",
        "*/",
        "a",
        "b",
        "x",
        "_",
        "@",
        "$",
        "=",
        "#t =",
        "^",
        "\"\"",
        "é",
        "\r",
        "1",
        ",",
        "PUSHED",
        "PEEK",
        "POP",
        "EOI",
        "SOI",
        "PUSH(",
        "PEEK[",
        "-1",
        "[",
        "]",
        "WHITESPACE",
        "COMMENT",
    ];
    let mut random = Random::seeded(1);
    let (mut accepted, mut wrong) = (0, Vec::new());
    for _ in 0..16_000 {
        let mut chars: Vec<char> = GRAMMARS[random.below(GRAMMARS.len())].chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(chars.len().max(1)).min(chars.len());
            let to = (at + random.below(4)).min(chars.len());
            let by: Vec<char> = match random.below(3) {
                0 => Vec::new(),
                1 => pieces[random.below(pieces.len())].chars().collect(),
                _ => {
                    let from = random.below(chars.len().max(1)).min(chars.len());
                    chars[from..(from + random.below(8)).min(chars.len())].to_vec()
                }
            };
            chars.splice(at..to, by);
        }
        match compare(&chars.into_iter().collect::<String>()) {
            Ok(both) => accepted += usize::from(both),
            Err(how) => wrong.push(how),
        }
    }
    std::panic::set_hook(hook);
    assert!(wrong.is_empty(), "{} differ: {:#?}", wrong.len(), &wrong[..wrong.len().min(8)]);
    assert!(accepted >= 1_000, "only {accepted} were accepted");
}

/// pest asks about `r0` 2^60 times.
#[test]
fn rules_that_use_rules_twice_are_checked_at_once() {
    let rules: Vec<String> =
        (0..60).map(|n| format!("r{n} = {{ r{0} ~ r{0} | r{0}? ~ \"a\" }}", n + 1)).collect();
    let source = format!("{}\nr60 = {{ \"b\" }}", rules.join("\n"));
    assert!(by_us(&source).is_ok());
    // Sixty thousand rules in one cycle, and more than a grammar may have.
    for (rules, expected) in [
        (60_000, "left-recursive"),
        (330_000, "line 65536, column 1: there are more than 65535 rules"),
    ] {
        let cycle: Vec<String> =
            (0..rules).map(|n| format!("r{n} = {{ r{} }}", (n + 1) % rules)).collect();
        assert!(by_us(&cycle.join("\n")).is_err_and(|message| message.contains(expected)));
    }
}

#[test]
fn hostile_texts_are_refused_with_a_place() {
    let deep = |open: &str, close: &str| {
        format!("a = {{ {}\"x\"{} }}", open.repeat(100_000), close.repeat(100_000))
    };
    for source in [
        deep("(", ")"),
        deep("!", ""),
        deep("", "?"),
        deep("/*", "*/"),
        deep("(\"y\" | ", ")"),
        format!("a = {{ \"x\"{} }}", " ~ \"x\"".repeat(1_000_000)),
        "a = {".repeat(100_000),
        "/*".repeat(1_000_000),
        "a = { \"\0\" }".to_owned(),
        "// \u{7F}".to_owned(),
    ] {
        assert!(by_us(&source).is_err(), "{}", &source[..source.len().min(60)]);
    }
}

#[test]
fn refusals_say_where() {
    let refused = |source: &str| by_us(source).unwrap_err();
    for (source, message) in [
        ("a = { \"x\"\n  | (| \"y\") }", "line 2, column 6: expected expression"),
        ("a = { b{0} } b = { \"x\" }", "line 1, column 9: cannot repeat 0 times"),
        ("a = { \"x\"{99999999999} }", "line 1, column 11: number cannot overflow u32"),
        ("a = { \"\\q\" }", "line 1, column 8: expected an escape: \\\", \\\\, \\', \\r, \\n, \\t, \\0, \\xHH or \\u{HHHH}"),
        ("a = { 'xy'..'z' }", "line 1, column 7: expected a character in single quotes"),
        ("a = { \"x\" } \0", "line 1, column 13: the control character U+0000 is not allowed: delete it, or write \\u{00} if it is meant"),
        ("ANY = { \"x\" }", "line 1, column 1: ANY is a pest keyword"),
        ("a = { b } b = { c } c = { \"x\"? ~ a }", "line 1, column 7: rule b is left-recursive (b -> c -> a -> b): write what repeats as a repetition"),
        ("a = { PUSH \"x\" }", "line 1, column 12: expected `(`"),
        ("a = { \"x\"\n  ~ #t = \"y\" }", "line 2, column 5: a tag needs pest's feature `grammar-extras`, which is not supported"),
        ("a = { PUSH_LITERAL(\"x\") }", "line 1, column 7: `PUSH_LITERAL` needs pest's feature `grammar-extras`, which is not supported"),
        ("a = { PEEK[99999999999..] }", "line 1, column 12: number cannot overflow i32"),
        ("WHITESPACE = { \"\" }", "line 1, column 16: WHITESPACE cannot fail and will repeat infinitely"),
        ("COMMENT = { !\"x\" }", "line 1, column 13: COMMENT is non-progressing and will repeat infinitely"),
    ] {
        assert_eq!(refused(source), message, "{source:?}");
    }
}
