//! The machine of nested rules beside pest: the same verdicts and the same trees.

use std::fmt::Write;
use std::panic::{catch_unwind, AssertUnwindSafe};

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{optimize, OptimizedExpr, OptimizedRule};
use pest_vm::Vm;
use urigram_automata::peg::{self, Grammar};
use urigram_automata::Random;
use urigram_engine::nested::{Error, Limits, Nodes, Program, Tree};
use urigram_generate::nested::program;

/// pest accepts prefixes, so each rule is run inside one that demands the end of the input.
struct Pest(Vm);

impl Pest {
    fn new(source: &str) -> Pest {
        let pairs =
            pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, source).unwrap();
        let mut rules = optimize(pest_meta::parser::consume_rules(pairs).unwrap());
        let call = |name: &str| Box::new(OptimizedExpr::Ident(name.to_owned()));
        for name in rules.iter().map(|rule| rule.name.clone()).collect::<Vec<_>>() {
            let spaced = format!("spaced {name}");
            let expr = OptimizedExpr::Seq(call(&spaced), call("EOI"));
            let (name, spaced_expr) = (format!("whole {name}"), *call(&name));
            rules.push(OptimizedRule { name: spaced, ty: RuleType::NonAtomic, expr: spaced_expr });
            rules.push(OptimizedRule { name, ty: RuleType::CompoundAtomic, expr });
        }
        Pest(Vm::new(rules))
    }

    /// Returns the tree, or `None` if the rule does not match the whole input; `Err` where pest
    /// panics, because `PEEK` or `POP` finds no text on the stack.
    fn tree(&self, rule: &str, input: &str) -> Result<Option<String>, ()> {
        let whole = format!("whole {rule}");
        let parse = || {
            let whole = self.0.parse(&whole, input).ok()?.next()?;
            let mut tree = String::new();
            // Inside `whole` is `spaced`, and inside that the rule.
            pairs(whole.into_inner().next()?.into_inner(), &mut tree);
            Some(tree)
        };
        catch_unwind(AssertUnwindSafe(parse)).map_err(drop)
    }
}

fn pairs(pairs: pest::iterators::Pairs<'_, &str>, tree: &mut String) {
    for pair in pairs {
        let span = pair.as_span();
        write!(tree, "({} {} {}", pair.as_rule(), span.start(), span.end()).unwrap();
        self::pairs(pair.into_inner(), tree);
        tree.push(')');
    }
}

fn nodes(nodes: Nodes<'_>, tree: &mut String) {
    for node in nodes {
        write!(tree, "({} {} {}", node.rule(), node.start(), node.end()).unwrap();
        self::nodes(node.children(), tree);
        tree.push(')');
    }
}

/// Returns the tree, which is the same by the next byte and by the machine that keeps results.
fn ours(program: &Program, rule: &str, input: &str) -> Option<String> {
    let limits = Limits::for_length(input.len());
    let written = |found: Tree<'_, '_>| {
        let mut tree = String::new();
        nodes(found.roots(), &mut tree);
        tree
    };
    let kept = match program.parse_keeping(rule, input, limits) {
        Ok(found) => Some(written(found)),
        Err(Error::Rejected { .. }) => None,
        Err(error) => panic!("{error}: {rule} on {input:?}"),
    };
    let direct = program.parse_directly(rule, input, limits).map(written);
    assert!(direct.is_none() || direct == kept, "{rule} on {input:?}: {direct:?}, {kept:?}");
    assert_eq!(program.parse(rule, input, limits).ok().map(written), kept, "{rule} on {input:?}");
    kept
}

pub(crate) fn strings(alphabet: &[&str], longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|head| alphabet.iter().map(move |tail| format!("{head}{tail}")))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Compares every rule on every short string, and returns how many are matched.
fn agree(source: &str, alphabet: &[&str], longest: usize) -> usize {
    agree_on(source, &strings(alphabet, longest))
}

pub(crate) fn agree_on(source: &str, inputs: &[String]) -> usize {
    let grammar = Grammar::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let (program, pest) = (program(&grammar), Pest::new(source));
    let mut matched = 0;
    for rule in grammar.rules().iter().map(peg::Rule::name) {
        for input in inputs {
            let ours = ours(&program, rule, input);
            if let Ok(theirs) = pest.tree(rule, input) {
                matched += usize::from(ours.is_some());
                assert_eq!(ours, theirs, "{rule} on {input:?} in\n{source}");
            }
        }
    }
    matched
}

const JSON: &str = r#"
    WHITESPACE = _{ " " | "\t" | "\n" }
    text = { SOI ~ value ~ EOI }
    value = _{ object | array | string | number | "true" | "null" }
    object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
    pair = { string ~ ":" ~ value }
    array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
    string = ${ "\"" ~ inner ~ "\"" }
    inner = @{ (!"\"" ~ ANY)* }
    number = @{ "-"? ~ ("0" | '1'..'9' ~ ASCII_DIGIT*) }
"#;

#[test]
fn nested_rules_have_the_trees_of_pest() {
    assert!(agree(JSON, &["{", "}", "[", "]", ",", ":", "\"", "1", " "], 4) > 100);
    let sums = r#"
        sum = { term ~ "+" ~ sum | term ~ "-" ~ sum | term }
        term = { "(" ~ sum ~ ")" | digit+ }
        digit = _{ '0'..'1' }
        ahead = { &(sum ~ "+") ~ term ~ "+" | !sum ~ ANY }
        counted = { ("(" ~ counted{1,2} ~ ")"){2} | "1"? }
    "#;
    assert!(agree(sums, &["(", ")", "+", "-", "0", "1"], 5) > 100);
    let palindromes = r#"
        odd = { "a" ~ odd ~ "a" | "b" ~ odd ~ "b" | "a" }
        same = { "a" ~ same ~ "b" | "" }
        both = ${ &(same ~ "c") ~ "a"+ ~ other }
        other = !{ "b" ~ other ~ "c" | "bc" }
    "#;
    assert!(agree(palindromes, &["a", "b", "c"], 8) > 20);
}

#[test]
fn contexts_leave_the_nodes_of_pest() {
    let kinds = r##"
        WHITESPACE = { " " }
        COMMENT = @{ "#" ~ mark? }
        mark = { "!" }
        a = { b ~ c* ~ d? }
        b = @{ "x" ~ mark ~ e? }
        c = ${ "y" ~ mark ~ e }
        d = !{ "z" ~ mark }
        e = { mark ~ d | c | "(" ~ a ~ ")" }
        f = _{ (e | b)+ ~ EOI }
        g = @{ d ~ c ~ EOI }
    "##;
    assert!(agree(kinds, &["x", "y", "z", "!", " ", "#", "("], 5) > 100);
}

/// Alternatives that begin alike, lookaheads, bounds, and characters of several bytes.
#[test]
fn choices_that_the_next_byte_leaves_open_are_those_of_pest() {
    let choices = r#"
        a = { b ~ c? ~ "é" | b ~ ("x" | "xy")? ~ "y"? | &("z" ~ a) ~ ANY ~ a | c+ }
        b = { "x"{1,3} | !("xé" | "y") ~ 'x'..'é' ~ d* | "y" ~ &"z" }
        c = ${ "y" ~ (!"yx" ~ d){,2} | ^"Xy" | d ~ &(d | EOI) }
        d = @{ 'é'..'ê' | !("z" | "x") ~ ANY ~ "x"? }
        e = _{ (d ~ "x"* | "xy" ~ e ~ "y" | "x" ~ "z"?)* ~ (SOI ~ EOI | EOI | b) }
    "#;
    assert!(agree(choices, &["x", "y", "z", "é", "ê", "X"], 5) > 1_000);
}

/// A bound that is too high for steps is left to the machine that keeps results.
#[test]
fn high_bounds_are_those_of_pest() {
    let high = r#"a = { !("x"{,400} ~ "y") ~ ("x" | "y")* }"#;
    assert!(agree(high, &["x", "y"], 4) > 4);
}

#[test]
fn the_stack_of_texts_is_that_of_pest() {
    let stack = r#"
        quoted = { PUSH("a" | "b") ~ (!PEEK ~ ANY)* ~ POP }
        twice = { PUSH("a"*) ~ "b" ~ POP }
        nested = { PUSH("a" | "b") ~ nested? ~ POP }
        all = { PUSH("a") ~ PUSH("b"+) ~ "c" ~ (POP_ALL | PEEK_ALL ~ "c") }
        slice = { PUSH("a") ~ PUSH("b") ~ PUSH("c") ~ (PEEK[1..] | PEEK[..-2] | PEEK[0..2]) }
        lost = { PUSH("a") ~ (POP ~ "c" | PEEK) }
        kept = { PUSH("a") ~ PUSH("b") ~ (POP_ALL | "c") ~ (DROP | "b") }
        looked = { PUSH("a") ~ &(POP ~ "b") ~ !DROP{2} ~ (POP ~ DROP? ~ "b")+ }
        maybe = { PUSH("a") ~ (PUSH("b") ~ "c")? ~ POP* ~ DROP? }
        empty = { "a" ~ DROP | PEEK_ALL ~ "b" | POP_ALL ~ "c" }
    "#;
    assert!(agree(stack, &["a", "b", "c"], 7) > 100);
}

#[test]
fn mutants_of_documents_have_the_trees_of_pest() {
    let document = r#"{ "a" : [1, -20, {"b": "ü}"}, []], "c\t": true,"d":{} , "e": [[null]] }"#;
    let pieces = ["{", "}", "[", "]", ",", ":", "\"", "1", "-", " ", "\n", "true", "é", "\"x\":"];
    let mut random = Random::seeded(7);
    let mut inputs = vec![document.to_owned()];
    for _ in 0..1_500 {
        let mut chars: Vec<char> = document.chars().collect();
        for _ in 0..=random.below(2) {
            let at = random.below(chars.len());
            let to = (at + random.below(3)).min(chars.len());
            chars.splice(at..to, pieces[random.below(pieces.len())].chars());
        }
        inputs.push(chars.into_iter().collect());
    }
    assert!(agree_on(JSON, &inputs) > 100);
}

/// Every text that a rule matches has its tree in one pass.
#[test]
fn documents_are_read_in_one_pass() {
    let program = program(&Grammar::parse(JSON).unwrap());
    for text in strings(&["{", "}", "[", "]", ",", ":", "\"", "1", " "], 4) {
        let limits = Limits::for_length(text.len());
        for rule in ["text", "value", "object", "pair", "array", "string", "number"] {
            let kept = program.parse_keeping(rule, &text, limits).is_ok();
            assert_eq!(program.parse_directly(rule, &text, limits).is_some(), kept, "{text:?}");
        }
    }
    let long = "[1, {\"a\": [true ] }, [ [ ] ], -20 ]".repeat(1_000);
    let long = format!("[{}]", long.replace("][", "],["));
    assert!(program.parse_directly("text", &long, Limits::for_length(long.len())).is_some());
}

/// Input that is read again and again is left to the machine that keeps results.
#[test]
fn input_that_is_read_again_is_left_to_the_machine_with_results() {
    let source = "sum = { term ~ \"+\" ~ sum | term }\nterm = { \"(\" ~ sum ~ \")\" | '0'..'9' }";
    let program = program(&Grammar::parse(source).unwrap());
    for (depth, is_direct) in [(3, true), (200, false)] {
        let input = format!("{}7{}", "(".repeat(depth), ")".repeat(depth));
        let limits = Limits::for_length(input.len());
        assert_eq!(program.parse_directly("sum", &input, limits).is_some(), is_direct);
        assert!(program.parse("sum", &input, limits).is_ok());
    }
}

/// pest takes 2^n steps here, and twice the input takes twice the steps.
#[test]
fn alternatives_with_the_same_beginning_are_read_once() {
    let source = "sum = { term ~ \"+\" ~ sum | term }\nterm = { \"(\" ~ sum ~ \")\" | '0'..'9' }";
    let program = program(&Grammar::parse(source).unwrap());
    for depth in [100, 100_000] {
        let input = format!("{}7{}", "(".repeat(depth), ")".repeat(depth));
        let limits = Limits::for_length(input.len()).with_steps(40 * input.len() as u64);
        let tree = program.parse("sum", &input, limits).unwrap();
        assert_eq!(tree.len(), 2 * depth + 2);
    }
}

#[test]
fn limits_are_reported() {
    let source =
        "a = { \"(\" ~ a ~ \")\" | \"\" }\nb = { PUSH(\"\") ~ PEEK ~ c }\nc = { \"x\" ~ c? }";
    let program = program(&Grammar::parse(source).unwrap());
    let input = "(".repeat(1_000);
    let limits = Limits::for_length(1_000);
    let deep = program.parse("a", &input, limits.with_depth(999)).unwrap_err();
    assert_eq!(deep.to_string(), "not decided: too many rules inside each other");
    assert!(program.parse("a", &input, limits.with_steps(10)).unwrap_err().is_limit());
    assert_eq!(program.parse("d", "", limits).unwrap_err(), Error::UnknownRule);
}

#[test]
fn errors_have_the_rules_that_are_open() {
    let program = program(&Grammar::parse(JSON).unwrap());
    let parse = |input: &str| {
        let error = program.parse("text", input, Limits::for_length(input.len())).unwrap_err();
        let Error::Rejected { offset, open, .. } = error else { panic!("{error}") };
        let open: Vec<String> =
            open.iter().map(|open| format!("{} {}", open.rule, open.start)).collect();
        (offset, open.join(", "))
    };
    // Rules without a node are left out, and so are those that begin at the error.
    let open = "text 0, object 0, pair 1, array 6";
    assert_eq!(parse("{\"a\": [1, 2}"), (11, open.to_owned()));
    assert_eq!(parse("[1 x"), (3, "text 0, array 0".to_owned()));
    assert_eq!(parse("[1] x").0, 4);
    assert_eq!(parse("").0, 0);
}

/// An expression of two rules with every operator.
fn expression(random: &mut Random, depth: usize) -> String {
    let leaves = [
        "\"x\"", "\"y\"", "\"(\"", "\")\"", "\"(x\"", "\"yy\"", "\"\"", "^\"X\"", "^\"xY\"",
        "'x'..'y'", "ANY", "a", "b", "s", "EOI", "SOI",
    ];
    if depth == 0 || random.below(6) == 0 {
        return leaves[random.below(leaves.len())].to_owned();
    }
    let one = |random: &mut Random| expression(random, depth - 1);
    match random.below(10) {
        0..=2 => format!("{} ~ {}", one(random), one(random)),
        3..=5 => format!("({} | {})", one(random), one(random)),
        6 => format!("({}){}", one(random), ["?", "*", "+", "{2}", "{1,2}"][random.below(5)]),
        7 => format!("{}({})", ["!", "&"][random.below(2)], one(random)),
        _ => format!("\"(\" ~ {} ~ \")\"", one(random)),
    }
}

/// Random grammars: what pest accepts is read with pest's trees, in one pass or by the machine.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn random_rules_have_the_trees_of_pest() {
    let mut random = Random::seeded(2021);
    let inputs = strings(&["x", "y", "(", ")"], 4);
    let (mut grammars, mut matched) = (0, 0);
    while grammars < 4_000 {
        let modifier = |random: &mut Random| ["", "", "_", "@", "$", "!"][random.below(6)];
        let rules = ["a", "b", "s"].map(|name| {
            let depth = 1 + random.below(3);
            format!("{name} = {}{{ {} }}\n", modifier(&mut random), expression(&mut random, depth))
        });
        let spaces = if random.below(4) == 0 { "WHITESPACE = _{ \"y\" }\n" } else { "" };
        let source = format!("{}{spaces}", rules.concat());
        if Grammar::parse(&source).is_err() {
            continue;
        }
        grammars += 1;
        let agreed = catch_unwind(AssertUnwindSafe(|| agree_on(&source, &inputs)));
        matched += agreed.unwrap_or_else(|_| panic!("{source}"));
    }
    assert!(matched > 20_000, "{matched}");
}
