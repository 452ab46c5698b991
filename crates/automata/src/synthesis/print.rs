//! The text of the PEG: names, comments and order of the ABNF, and a line for each repair.

use super::{Cause, EditKind, Repair};
use crate::abnf;
use crate::peg::{CharSet, Expr};
use std::rc::Rc;

/// A rule is broken into lines where it would be wider, in characters.
const WIDTH: usize = 100;

/// The way that a rule was written.
pub(super) enum Written {
    /// A copy, with or without edits.
    Edited,
    /// The rules of its automaton.
    Made(Made),
    /// An expression that never matches: pest refuses every other that was found.
    Nothing,
}

/// The rules that an automaton becomes.
pub(super) struct Made {
    /// The expression of the rule itself.
    pub(super) expr: Rc<Expr>,
    /// The silent rules of its states, as text.
    pub(super) helpers: String,
}

pub(super) fn source(
    abnf: &abnf::Grammar,
    exprs: &[Rc<Expr>],
    repairs: &[Vec<Repair>],
    made: &[Written],
) -> String {
    let mut out = String::new();
    for (index, rule) in abnf.rules().iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        for line in rule.comment.lines() {
            out.push_str(&format!("/// {line}\n").replace("///  \n", "///\n"));
        }
        for line in printed(&rule.source) {
            out.push_str(&format!("/// {line}\n"));
        }
        repairs[index].iter().for_each(|repair| out.push_str(&note(&rule.name, repair)));
        let name = abnf::peg_name(&rule.name);
        if let Written::Nothing = &made[index] {
            out.push_str("// Not written: pest refuses the copy, and no repair of it was found.\n");
        }
        if let Written::Made(made) = &made[index] {
            out.push_str("// Made of the minimal automaton: no repair of the copy was found.\n");
            out.push_str(&format!("{name} = {{ {} }}\n{}", text(&made.expr), made.helpers));
            continue;
        }
        let text = text(&exprs[index]);
        let line = format!("{name} = {{ {text} }}\n");
        match &*exprs[index] {
            Expr::Choice(parts) if line.chars().count() > WIDTH => {
                out.push_str(&format!("{name} = {{\n"));
                for (at, part) in parts.iter().enumerate() {
                    let lead = if at == 0 { "    " } else { "    | " };
                    out.push_str(&format!("{lead}{}\n", operand(part, 1)));
                }
                out.push_str("}\n");
            }
            _ => out.push_str(&line),
        }
    }
    out
}

/// Returns the ABNF of a rule in few lines: blanks between tokens are one blank.
fn printed(source: &str) -> Vec<String> {
    source
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect()
}

/// Returns the line that says which string or which refusal broke the copy.
fn note(rule: &str, repair: &Repair) -> String {
    let kinds: Vec<String> = repair
        .kinds
        .iter()
        .fold(Vec::new(), |mut kinds: Vec<EditKind>, kind| {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
            kinds
        })
        .iter()
        .map(EditKind::to_string)
        .collect();
    format!("// Not the copy ({}): {}\n", kinds.join(", "), why(rule, &repair.cause))
}

/// Returns the cause in words.
fn why(rule: &str, cause: &Cause) -> String {
    match cause {
        Cause::Refused { expr, refusal } => {
            format!("pest refuses {} in `{rule}`, {}.", cut(expr), refusal.message())
        }
        Cause::Words { only_abnf: Some(word), .. } => {
            format!("the copy of `{rule}` rejects {}.", quoted(word))
        }
        Cause::Words { only_peg: Some(word), .. } => {
            format!("the copy of `{rule}` accepts {}.", quoted(word))
        }
        Cause::Words { .. } => format!("the copy of `{rule}` differs."),
        Cause::Undecided(message) => format!("`{rule}`: {message}."),
    }
}

/// Returns an expression on one line, cut to a length that a reader takes in.
fn cut(expr: &str) -> String {
    match expr.char_indices().nth(48) {
        Some((at, _)) => format!("`{}…`", &expr[..at]),
        None => format!("`{expr}`"),
    }
}

fn quoted(word: &[u8]) -> String {
    let inner: String = word
        .utf8_chunks()
        .flat_map(|chunk| {
            let valid = chunk.valid().chars().map(|c| crate::peg::escaped(c, '"'));
            let invalid = chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}"));
            valid.chain(invalid).collect::<Vec<_>>()
        })
        .collect();
    format!("\"{inner}\"")
}

/// Returns an expression in pest's notation. A class of one character is a string.
pub(super) fn text(expr: &Expr) -> String {
    simple(expr).in_pest().text
}

fn operand(expr: &Expr, above: u8) -> String {
    let text = text(expr);
    match expr {
        Expr::Choice(parts) if parts.len() != 1 && above > 0 => format!("({text})"),
        _ => text,
    }
}

fn simple(expr: &Expr) -> Expr {
    match expr {
        Expr::Class(set) => single(set).map_or_else(|| expr.clone(), |c| Expr::Text(c.to_string())),
        _ => expr.with_inner(&mut simple),
    }
}

fn single(set: &CharSet) -> Option<char> {
    let mut ranges = set.ranges();
    let (low, high) = ranges.next()?;
    (low == high && ranges.next().is_none()).then_some(low)
}
