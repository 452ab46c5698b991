//! Operators with precedence, held against pest's own Pratt parser.

use pest::pratt_parser as theirs;
use urigram_automata::peg::Grammar;
use urigram_engine::nested::pest::pratt_parser as ours;
use urigram_engine::nested::{Limits, OperatorError, Pairs, Program};
use urigram_engine::nested_rules;
use urigram_generate::nested::program;

nested_rules! {
    /// The rules of the grammar below.
    enum Rule { n, add, sub, mul, pow, neg, low, fac, pct }
}

/// Nodes in any order: what is not an expression has to be found.
const TOKENS: &str = r#"
    all = _{ (n | add | sub | mul | pow | neg | low | fac | pct)* }
    n = { "1" }
    add = { "+" }
    sub = { "-" }
    mul = { "*" }
    pow = { "^" }
    neg = { "~" }
    low = { "?" }
    fac = { "!" }
    pct = { "%" }
"#;
const TOKEN: [char; 9] = ['1', '+', '-', '*', '^', '~', '?', '!', '%'];

/// Makes a function that makes a table of operators: the calls are the same for pest and for ours.
macro_rules! table {
    ($name:ident, $from:ident, $rule:ty, $names:expr) => {
        fn $name(order: usize) -> $from::PrattParser<$rule> {
            use $from::{Assoc, Op, PrattParser};
            let [plus, minus, times, up, tilde, question, bang, percent]: [$rule; 8] = $names;
            let sums = Op::infix(plus, Assoc::Left) | Op::infix(minus, Assoc::Left);
            let product = Op::infix(times, Assoc::Left);
            let power = Op::infix(up, Assoc::Right);
            match order {
                0 => PrattParser::new()
                    .op(Op::prefix(question))
                    .op(sums)
                    .op(product | Op::postfix(percent))
                    .op(power)
                    .op(Op::prefix(tilde))
                    .op(Op::postfix(bang)),
                1 => PrattParser::new()
                    .op(Op::postfix(bang))
                    .op(Op::prefix(tilde) | Op::prefix(question))
                    .op(power)
                    .op(product)
                    .op(sums | Op::postfix(percent)),
                _ => PrattParser::new()
                    .op(power | Op::prefix(tilde))
                    .op(sums | Op::postfix(bang) | Op::prefix(question))
                    .op(product)
                    .op(Op::postfix(percent)),
            }
        }
    };
}

table!(of_pest, theirs, &'static str, ["add", "sub", "mul", "pow", "neg", "low", "fac", "pct"]);
table!(of_ours, ours, Rule, {
    use Rule::{add, fac, low, mul, neg, pct, pow, sub};
    [add, sub, mul, pow, neg, low, fac, pct]
});

fn by_ours(
    table: &ours::PrattParser<Rule>,
    pairs: Pairs<'_, Rule>,
) -> Result<String, OperatorError<()>> {
    let written = table
        .map_primary(|pair| pair.as_str().to_owned())
        .map_prefix(|op, right| format!("({}{right})", op.as_str()))
        .map_postfix(|left, op| format!("({left}{})", op.as_str()))
        .map_infix(|left, op, right| format!("({left}{}{right})", op.as_str()))
        .try_parse(pairs);
    written.map_err(|error| match error {
        OperatorError::Misplaced(_) => OperatorError::Misplaced(()),
        OperatorError::NoOperand => OperatorError::NoOperand,
        error => panic!("{error}"),
    })
}

fn by_pest(
    table: &theirs::PrattParser<&'static str>,
    pairs: pest::iterators::Pairs<'_, &'static str>,
) -> String {
    table
        .map_primary(|pair| pair.as_str().to_owned())
        .map_prefix(|op, right| format!("({}{right})", op.as_str()))
        .map_postfix(|left, op| format!("({left}{})", op.as_str()))
        .map_infix(|left, op, right| format!("({left}{}{right})", op.as_str()))
        .parse(pairs)
}

/// Returns whether a text is an expression, by the order of its characters.
fn is_expression(text: &str) -> Result<(), OperatorError<()>> {
    let mut has_operand = false;
    for c in text.chars() {
        has_operand = match (c, has_operand) {
            ('1', false) | ('!' | '%', true) => true,
            ('~' | '?', false) | ('+' | '-' | '*' | '^', true) => false,
            _ => return Err(OperatorError::Misplaced(())),
        };
    }
    if has_operand {
        Ok(())
    } else {
        Err(OperatorError::NoOperand)
    }
}

fn machine() -> Program {
    program(&Grammar::parse(TOKENS).unwrap())
}

fn pairs<'i>(program: &'i Program, text: &'i str) -> Pairs<'i, Rule> {
    program.parse("all", text, Limits::for_length(text.len())).unwrap().pairs().unwrap()
}

#[test]
fn every_short_expression_is_read_as_pest_reads_it() {
    let program = machine();
    // A rule of pest's virtual machine is a text that lives as long as it does.
    let pest: &'static pest_vm::Vm = Box::leak(Box::new({
        let pairs =
            pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, TOKENS).unwrap();
        let rules = pest_meta::parser::consume_rules(pairs).unwrap();
        pest_vm::Vm::new(pest_meta::optimizer::optimize(rules))
    }));
    let ours: Vec<_> = (0..3).map(of_ours).collect();
    let theirs: Vec<_> = (0..3).map(of_pest).collect();
    let (mut texts, mut expressions) = (vec![String::new()], 0);
    for length in 0..=6 {
        for text in &texts {
            let text: &'static str = Box::leak(text.clone().into_boxed_str());
            let wanted = is_expression(text);
            let is_wanted = wanted.is_ok();
            // Of the longest ones only expressions.
            if length > 4 && !is_wanted {
                continue;
            }
            for (ours, theirs) in ours.iter().zip(&theirs) {
                let written = by_ours(ours, pairs(&program, text));
                assert_eq!(written.clone().map(drop), wanted, "{text}");
                if let Ok(written) = written {
                    assert_eq!(written, by_pest(theirs, pest.parse("all", text).unwrap()));
                    expressions += 1;
                }
            }
        }
        let longer = texts.iter().flat_map(|text| TOKEN.map(|c| format!("{text}{c}")));
        // What is wrong already stays wrong.
        let can_become = |text: &String| {
            length < 4 || !matches!(is_expression(text), Err(OperatorError::Misplaced(())))
        };
        texts = longer.filter(can_become).collect();
    }
    assert!(expressions > 3_000, "{expressions}");
}

#[test]
fn chains_of_a_million_operators_end() {
    let (program, table) = (machine(), of_ours(0));
    let millions = 1_000_000;
    for (text, wanted) in [
        ("1^".repeat(millions) + "1", millions),
        ("1+".repeat(millions) + "1", millions),
        ("~".repeat(millions) + "1", millions),
        ("1".to_owned() + &"!".repeat(millions), millions),
    ] {
        let pairs = pairs(&program, &text);
        let count = |table: &ours::PrattParser<Rule>| {
            table
                .map_primary(|_| 0)
                .map_prefix(|_, right| right + 1)
                .map_postfix(|left, _| left + 1)
                .map_infix(|left, _, right| left + right + 1)
                .try_parse(pairs.clone())
        };
        assert_eq!(count(&table).unwrap(), wanted);
        let limited = table.clone().with_depth(1_000);
        // Operators to the left and behind their operand never wait.
        let waits = text.starts_with("1^") || text.starts_with('~');
        assert_eq!(matches!(count(&limited), Err(OperatorError::Limit)), waits);
    }
}

#[test]
fn an_operator_without_a_function_is_named() {
    let (program, table) = (machine(), of_ours(0));
    let found = table.map_primary(|_| ()).try_parse(pairs(&program, "1+1"));
    assert!(matches!(&found, Err(OperatorError::Unmapped(_))), "{found:?}");
    assert_eq!(found.unwrap_err().to_string(), "there is no function for add(1, 2)");
    let found = table.map_primary(|_| ()).try_parse(pairs(&program, "11"));
    assert_eq!(found.unwrap_err().to_string(), "n(1, 2) cannot be here");
}
