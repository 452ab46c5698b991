//! Branches of a PEG that won although a later branch, read as BNF, could match more.

use std::collections::HashMap;

use urigram::proof::peg::{Expr, Grammar, Happening, Trace, Which};
use urigram::proof::{abnf, Terminals};

/// The most positions that are explored for one branch at one place.
const PLACES: usize = 20_000;

/// The most branches at places that are examined.
const BRANCHES: usize = 200;

/// A branch that won too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WonEarly {
    /// The index of the step where the branch matched.
    pub(super) step: usize,
    /// The furthest offset that a later branch could match up to, in bytes of the input.
    pub(super) could: usize,
}

/// Returns the branches of a trace that won too early, in the order of their steps.
///
/// A later branch is read as BNF: any of its branches may match, and its repetitions may end at any
/// time. For example, `label = { a | a ~ a* ~ a }` is read as in ABNF, where `aa` is a label,
/// although the PEG's second branch never matches it. Branches with lookahead have no such meaning
/// and are left out.
///
/// `byte` gives the offset in `input` of an offset in the trace.
pub(super) fn won_early(
    peg: &Grammar,
    trace: &Trace,
    terminals: Terminals,
    input: &[u8],
    byte: impl Fn(usize) -> usize,
) -> Vec<WonEarly> {
    let rules = as_abnf(peg);
    let mut known: HashMap<(String, usize), Option<usize>> = HashMap::new();
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        if step.happening == Happening::Try {
            open.push(*step);
            continue;
        }
        let begun = open.pop();
        let (Some(begun), Some(outer)) = (begun, open.last()) else { continue };
        if step.happening == Happening::Fail || outer.rule != step.rule || step.expr == 0 {
            continue;
        }
        let name = later_name(step.rule, step.expr);
        if rules.rule(&name).is_none() {
            continue;
        }
        let (start, end) = (byte(begun.at), byte(step.at));
        let examined = known.len();
        let could = known.entry((name, start)).or_insert_with_key(|(name, _)| {
            let live = (examined < BRANCHES)
                .then(|| rules.live(name, terminals, &input[start..], PLACES).ok())??;
            live.iter().rev().find(|live| live.end).map(|live| start + live.at)
        });
        if let Some(could) = could.filter(|could| *could > end) {
            found.push(WonEarly { step: index, could });
        }
    }
    found
}

/// Returns the name of the ABNF rule for the branches after a branch.
fn later_name(rule: usize, expr: usize) -> String {
    format!("later-{rule}-{expr}")
}

/// Returns the PEG's rules as those of an ABNF, and a rule for the branches after each branch.
fn as_abnf(peg: &Grammar) -> abnf::Grammar {
    let numbers: HashMap<&str, usize> =
        peg.rules().iter().enumerate().map(|(number, rule)| (rule.name(), number)).collect();
    let renamed = |expr: &Expr| expr.renamed(&|name| Some(format!("r{}", numbers.get(name)?)));
    let mut rules = abnf::Grammar::default();
    for (number, rule) in peg.rules().iter().enumerate() {
        let expr = rule.expr(Which::Raw);
        rules.define(&format!("r{number}"), renamed(expr));
        for (at, expr) in expr.all().into_iter().enumerate() {
            let Expr::Choice(parts) = expr else { continue };
            let mut branch = at + 1;
            for (index, part) in parts.iter().enumerate() {
                let rest = parts[index + 1..].iter().filter(|part| !part.looks_around());
                let rest: Vec<Expr> = rest.map(renamed).collect();
                if !rest.is_empty() {
                    rules.define(&later_name(number, branch), Expr::choice(rest));
                }
                branch += part.size();
            }
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the name of the rule, the branch's text and `could`, for each branch that won early.
    fn early(peg: &str, input: &str) -> Vec<(String, String, usize)> {
        let peg = Grammar::parse(peg).unwrap();
        let trace = peg.trace(peg.rules()[0].name(), Which::Raw, input, 10_000).unwrap();
        let found = won_early(
            &peg,
            &trace,
            Terminals::CodePoints,
            input.as_bytes(),
            std::convert::identity,
        );
        let won = found.into_iter().map(|early| {
            let step = trace.steps[early.step];
            let rule = &peg.rules()[step.rule];
            let written = rule.expr(Which::Raw).in_pest();
            let text = written.text[written.spans[step.expr].clone()].to_owned();
            (rule.name().to_owned(), text, early.could)
        });
        won.collect()
    }

    #[test]
    fn a_branch_won_early_if_a_later_one_could_match_more() {
        let won = |rule: &str, text: &str, could| (rule.to_owned(), text.to_owned(), could);
        assert_eq!(early(r#"a = { "a" | "ab" }"#, "ab"), [won("a", r#""a""#, 2)]);
        // The second branch never matches as a PEG: the repetition gives nothing back.
        let label = r#"label = { x | x ~ (x | "-")* ~ x } x = { 'a'..'z' }"#;
        assert_eq!(early(label, "a-b"), [won("label", "x", 3)]);
        // The order does no harm, or the later branch does not match here.
        assert_eq!(early(r#"a = { "ab" | "a" }"#, "ab"), []);
        assert_eq!(early(r#"a = { ("a" | "b")* }"#, "abab"), []);
        assert_eq!(early(r#"a = { "a" | "ac" }"#, "ab"), []);
        assert_eq!(early(r#"a = { ^"a" | "Ab" }"#, "Ab"), [won("a", r#"^"a""#, 2)]);
        // Lookahead has no meaning in BNF.
        assert_eq!(early(r#"a = { "a" | &"a" ~ "ab" }"#, "ab"), []);
    }
}
