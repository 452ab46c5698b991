//! Queries inside brackets, as SQL has them: the next byte does not say what a bracket opens, and
//! pest reads each bracket again for each reading. The machine that keeps results does not.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::Arc;

use urigram_automata::peg::Grammar;
use urigram_automata::Random;
use urigram_engine::nested::{Error, Limits, Node, Program, Tree};
use urigram_generate::nested::program;

/// A value in brackets, a query in brackets and a row in brackets begin alike, and so does what
/// stands before `from`, before `in` and before an operator.
const SQL: &str = r#"
    WHITESPACE = _{ " " | "\n" }
    COMMENT = _{ "--" ~ (!"\n" ~ ANY)* ~ "\n" }
    file = { SOI ~ query ~ ";"? ~ EOI }
    query = { union | select }
    union = { part ~ (^"union" ~ ^"all"? ~ part)+ }
    part = _{ "(" ~ query ~ ")" | select }
    select = { ^"select" ~ (every | columns) ~ (^"from" ~ sources)? ~ (^"where" ~ condition)? }
    every = { "*" }
    columns = { column ~ ("," ~ column)* }
    column = { value ~ ^"as" ~ name | value }
    sources = { source ~ ("," ~ source)* }
    source = { "(" ~ query ~ ")" ~ name | name ~ !"(" | call }
    condition = { both ~ (^"or" ~ both)* }
    both = { test ~ (^"and" ~ test)* }
    test = { "(" ~ condition ~ ")" | value ~ order ~ value | value ~ ^"in" ~ set | value }
    set = { "(" ~ query ~ ")" | "(" ~ value ~ ("," ~ value)* ~ ")" }
    order = { "<=" | "<" | "=" }
    value = { term ~ (sign ~ term)* }
    sign = { "+" | "-" }
    term = _{ row | "(" ~ value ~ ")" | inner | call | number | name }
    row = { "(" ~ value ~ ("," ~ value)+ ~ ")" }
    inner = { "(" ~ query ~ ")" }
    call = { name ~ "(" ~ (value ~ ("," ~ value)*)? ~ ")" }
    number = @{ ASCII_DIGIT+ }
    name = @{ !(word ~ !ASCII_ALPHANUMERIC) ~ ASCII_ALPHA ~ ASCII_ALPHANUMERIC* }
    word = { ^"select" | ^"from" | ^"where" | ^"union" | ^"all" | ^"as" | ^"and" | ^"or" | ^"in" }
"#;

fn written(node: Node<'_>, out: &mut String) {
    write!(out, "({} {} {}", node.rule(), node.start(), node.end()).unwrap();
    node.children().for_each(|inner| written(inner, out));
    out.push(')');
}

fn shown(tree: Tree<'_, '_>) -> String {
    let mut out = String::new();
    tree.roots().for_each(|node| written(node, &mut out));
    out
}

fn of_pest(pair: pest::iterators::Pair<'_, &str>, out: &mut String) {
    let span = pair.as_span();
    write!(out, "({} {} {}", pair.as_rule(), span.start(), span.end()).unwrap();
    pair.into_inner().for_each(|inner| of_pest(inner, out));
    out.push(')');
}

fn pests() -> Vec<pest_meta::optimizer::OptimizedRule> {
    let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, SQL).unwrap();
    pest_meta::optimizer::optimize(pest_meta::parser::consume_rules(pairs).unwrap())
}

fn machine() -> Program {
    program(&Grammar::parse(SQL).unwrap())
}

#[test]
fn queries_have_the_trees_of_pest() {
    let pest = pest_vm::Vm::new(pests());
    let texts = [
        "select * from t where a in (select (b) + 1 from u)",
        "select ((select (a) + 1)), (select (a) + 1 from u) as x from (select 1) v;",
        "(select 1) union all (select (1), (2, f(3 - a)) from t) union select b -- end\n",
        "select f() from t, g(1), h where ((a = 1) or (a, b) = (select 1, 2)) and c < 3",
        "select selected, from1 from t where ((a)) <= (((1))) or (b in (1, (2)))",
    ];
    let (program, mut random, mut seen) = (machine(), Random::seeded(35), [0, 0]);
    let pieces =
        ["(1)", "(select 1)", "(a, b)", "f(1)", "1 + 2", "a", "(", ")", ",", " from t", "=", "--"];
    for text in texts {
        let mut inputs = vec![text.to_owned()];
        for _ in 0..400 {
            let mut changed = text.to_owned();
            let at = random.below(changed.len() + 1);
            // Most changes put something in place of an operand.
            let operands = changed.match_indices(['1', 'a', 'b', 'c']).map(|(at, _)| at);
            let operands: Vec<usize> = operands.collect();
            let (at, length) = match random.below(3) {
                0 => (at, random.below(3)),
                _ => (operands[random.below(operands.len())], 1),
            };
            let end = (at + length).min(changed.len());
            changed.replace_range(at..end, pieces[random.below(pieces.len())]);
            inputs.push(changed);
        }
        for input in inputs {
            let limits = Limits::for_length(input.len());
            let ours = program.parse("file", &input, limits).map(shown);
            let theirs = pest.parse("file", &input).map(|pairs| {
                let mut out = String::new();
                pairs.for_each(|pair| of_pest(pair, &mut out));
                out
            });
            assert_eq!(ours.as_ref().ok(), theirs.as_ref().ok(), "{input:?}");
            let kept = program.parse_keeping("file", &input, limits).map(shown);
            assert_eq!(kept, ours, "{input:?}");
            seen[usize::from(ours.is_ok())] += 1;
        }
    }
    assert!(seen[0] > 500 && seen[1] > 100, "{seen:?}");
}

/// pest calls twice as many rules for each bracket more, at least.
#[test]
fn each_bracket_doubles_the_calls_of_pest() {
    let calls = |depth: usize| {
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let listener = move |_: String, _: &pest::Position<'_>| {
            counted.fetch_add(1, Relaxed);
            false
        };
        let pest = pest_vm::Vm::new_with_listener(pests(), Box::new(listener));
        let text = format!("select {}1{}", "(".repeat(depth), ")".repeat(depth));
        assert!(pest.parse("file", &text).is_ok());
        count.load(Relaxed)
    };
    let calls: Vec<usize> = (3..7).map(calls).collect();
    assert!(calls.windows(2).all(|pair| pair[1] > 2 * pair[0]), "{calls:?}");
}

/// So many steps a byte are enough at each depth.
#[test]
fn nested_queries_take_steps_in_proportion_to_their_length() {
    let program = machine();
    for depth in [1, 10, 100, 2_000] {
        let open = "(select (a) + ".repeat(depth);
        let texts = [
            format!("select {open}1{} from t", ")".repeat(depth)),
            format!("select {open}1{} from t", " from u)".repeat(depth)),
            format!("select {}1{}", "(".repeat(depth), ")".repeat(depth)),
            format!("select 1 where {}1{}", "(".repeat(depth), ")".repeat(depth)),
            // The last bracket is missing.
            format!("select {open}1{} from t", ")".repeat(depth - 1)),
        ];
        for (number, text) in texts.iter().enumerate() {
            let limits = Limits::for_length(0).with_steps(STEPS * text.len() as u64);
            let found = program.parse_keeping("file", text, limits);
            let is_limit = found.as_ref().is_err_and(Error::is_limit);
            assert!(!is_limit, "{depth} brackets, text {number}");
            assert_eq!(found.is_ok(), number < 4, "{depth} brackets, text {number}");
        }
    }
}

/// The operations for each byte, at most.
const STEPS: u64 = 400;
