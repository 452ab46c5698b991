//! Operators with precedence, held against pest's own Pratt parser.

use pest::pratt_parser as theirs;
use urigram_engine::nested::{operate, Affix, Operation, OperatorError};

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

/// The levels of operators, the loosest first, in the order in which their characters stand.
const TABLES: [&[&[(char, Affix)]]; 3] = {
    use Affix::{Left, Postfix, Prefix, Right};
    [
        &[
            &[('?', Prefix)],
            &[('+', Left), ('-', Left)],
            &[('*', Left), ('%', Postfix)],
            &[('^', Right)],
            &[('~', Prefix)],
            &[('!', Postfix)],
        ],
        &[
            &[('!', Postfix)],
            &[('~', Prefix), ('?', Prefix)],
            &[('^', Right)],
            &[('*', Left)],
            &[('+', Left), ('-', Left), ('%', Postfix)],
        ],
        &[
            &[('^', Right), ('~', Prefix)],
            &[('+', Left), ('-', Left), ('!', Postfix), ('?', Prefix)],
            &[('*', Left)],
            &[('%', Postfix)],
        ],
    ]
};

/// Returns the place and the level of a character.
fn level(table: &[&[(char, Affix)]], c: char) -> Option<(Affix, u32)> {
    let levels = table.iter().zip(1..);
    let mut all = levels.flat_map(|(level, number)| level.iter().map(move |one| (*one, number)));
    all.find_map(|((operator, affix), number)| (operator == c).then_some((affix, number)))
}

/// Returns the table as pest's, whose rules are the names in `TOKENS`.
fn of_pest(table: &[&[(char, Affix)]]) -> theirs::PrattParser<&'static str> {
    use theirs::{Assoc, Op, PrattParser};
    let op = |&(c, affix): &(char, Affix)| {
        let names = ["n", "add", "sub", "mul", "pow", "neg", "low", "fac", "pct"];
        let name = names[TOKEN.iter().position(|&token| token == c).unwrap()];
        match affix {
            Affix::Prefix => Op::prefix(name),
            Affix::Postfix => Op::postfix(name),
            Affix::Left => Op::infix(name, Assoc::Left),
            Affix::Right => Op::infix(name, Assoc::Right),
        }
    };
    table.iter().fold(PrattParser::new(), |pratt, level| {
        pratt.op(level.iter().map(op).reduce(|all, one| all | one).unwrap())
    })
}

fn by_ours(table: &[&[(char, Affix)]], text: &str) -> Result<String, OperatorError<()>> {
    let written = operate(
        text.chars(),
        |&c| level(table, c),
        100,
        |step| {
            Ok(match step {
                Operation::Primary(c) => c.to_string(),
                Operation::Prefix(c, right) => format!("({c}{right})"),
                Operation::Postfix(left, c) => format!("({left}{c})"),
                Operation::Infix(left, c, right) => format!("({left}{c}{right})"),
            })
        },
    );
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

#[test]
fn every_short_expression_is_read_as_pest_reads_it() {
    // A rule of pest's virtual machine is a text that lives as long as it does.
    let pest: &'static pest_vm::Vm = Box::leak(Box::new({
        let pairs =
            pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, TOKENS).unwrap();
        let rules = pest_meta::parser::consume_rules(pairs).unwrap();
        pest_vm::Vm::new(pest_meta::optimizer::optimize(rules))
    }));
    let theirs = TABLES.map(of_pest);
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
            for (ours, theirs) in TABLES.iter().zip(&theirs) {
                let written = by_ours(ours, text);
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
    let millions = 1_000_000;
    for (text, wanted) in [
        ("1^".repeat(millions) + "1", millions),
        ("1+".repeat(millions) + "1", millions),
        ("~".repeat(millions) + "1", millions),
        ("1".to_owned() + &"!".repeat(millions), millions),
    ] {
        let count = |most| {
            operate(
                text.chars(),
                |&c| level(TABLES[0], c),
                most,
                |step| {
                    Ok(match step {
                        Operation::Primary(_) => 0,
                        Operation::Prefix(_, one) | Operation::Postfix(one, _) => one + 1,
                        Operation::Infix(left, _, right) => left + right + 1,
                    })
                },
            )
        };
        assert_eq!(count(millions), Ok(wanted));
        // Operators to the left and behind their operand never wait.
        let waits = text.starts_with("1^") || text.starts_with('~');
        assert_eq!(count(1_000) == Err(OperatorError::Limit), waits);
    }
}
