use std::sync::LazyLock;

use pest::Parser;
use pest::iterators::Pairs;
use pest::pratt_parser::{Assoc, Op, PrattParser};

static PRATT: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    PrattParser::new()
        .op(Op::infix(Rule::add, Assoc::Left) | Op::infix(Rule::sub, Assoc::Left))
        .op(Op::infix(Rule::mul, Assoc::Left) | Op::infix(Rule::div, Assoc::Left))
        .op(Op::infix(Rule::pow, Assoc::Right))
        .op(Op::prefix(Rule::neg))
        .op(Op::postfix(Rule::fac))
});

/// A calculation as a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Int(u64),
    Neg(Box<Expr>),
    Fac(Box<Expr>),
    Op(Box<Expr>, char, Box<Expr>),
}

fn expr(pairs: Pairs<Rule>) -> Expr {
    PRATT
        .map_primary(|primary| match primary.as_rule() {
            Rule::int => Expr::Int(primary.as_str().parse().unwrap()),
            Rule::expr => expr(primary.into_inner()),
            rule => unreachable!("{rule:?}"),
        })
        .map_prefix(|op, right| match op.as_rule() {
            Rule::neg => Expr::Neg(Box::new(right)),
            rule => unreachable!("{rule:?}"),
        })
        .map_postfix(|left, op| match op.as_rule() {
            Rule::fac => Expr::Fac(Box::new(left)),
            rule => unreachable!("{rule:?}"),
        })
        .map_infix(|left, op, right| {
            let sign = op.as_str().chars().next().unwrap();
            Expr::Op(Box::new(left), sign, Box::new(right))
        })
        .parse(pairs)
}

/// Reads a calculation, or returns the message of the error.
pub fn read(text: &str) -> Result<Expr, String> {
    match Calculator::parse(Rule::calculation, text) {
        Ok(mut pairs) => Ok(expr(pairs.next().unwrap().into_inner())),
        Err(error) => Err(format!("{error}")),
    }
}
