//! A PEG as ABNF, for the places of components.
//!
//! The copy leaves lookaheads out and forgets the order of alternatives. Every way in which the PEG
//! reads a string is a derivation of the copy. So where the copy accepts the same strings and gives
//! a component one place, the PEG gives it that place too.

use urigram_automata::peg::{Expr, Which};
use urigram_automata::{abnf, peg, Limits, Terminals};

/// Returns the copy, proved equal rule by rule.
///
/// # Errors
/// A message with the rule whose copy has other strings, or that ABNF cannot say.
pub(super) fn abnf(peg: &peg::Grammar, terminals: Terminals) -> Result<String, String> {
    let mut text = String::new();
    for rule in peg.rules() {
        for line in rule.doc().lines() {
            text.push_str(&format!("; {}\n", line.trim()));
        }
        let name = name(rule.name())?;
        text.push_str(&format!("{name} = {}\n\n", shown(rule.expr(Which::Raw), 0)?));
    }
    let copy =
        abnf::Grammar::parse(&text).map_err(|error| format!("the copy of the PEG: {error}"))?;
    for rule in peg.rules() {
        let wrong = |why: String| format!("the copy of `{}` in ABNF: {why}", rule.name());
        let limits = Limits::default();
        let (own, copied) = (
            peg.dfa(rule.name(), Which::Optimized, terminals, limits)
                .map_err(|why| wrong(why.to_string()))?,
            copy.dfa(&name(rule.name())?, terminals, limits)
                .map_err(|why| wrong(why.to_string()))?,
        );
        let compared = copied.compare(&own, limits).map_err(|why| wrong(why.to_string()))?;
        if let Some(more) = compared.only_a {
            return Err(wrong(format!("it accepts \"{}\", too", more.escape_ascii())));
        }
    }
    Ok(text)
}

/// Returns a rule's name as ABNF has it.
fn name(rule: &str) -> Result<String, String> {
    let name = rule.replace('_', "-");
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        Ok(name)
    } else {
        Err(format!("the name `{rule}` begins with no letter"))
    }
}

/// Returns an expression in ABNF. `depth` is 0 at the outside, 1 in a choice, 2 in a sequence.
fn shown(expr: &Expr, depth: usize) -> Result<String, String> {
    let parts = |parts: &[Expr], between: &str, own: usize| -> Result<String, String> {
        let parts: Vec<String> = parts
            .iter()
            .map(|part| shown(part, own))
            .filter(|part| part.as_ref().map_or(true, |part| !part.is_empty()))
            .collect::<Result<_, _>>()?;
        let text = parts.join(between);
        Ok(if depth >= own && parts.len() > 1 { format!("( {text} )") } else { text })
    };
    Ok(match expr {
        Expr::Text(text) => values(text),
        Expr::TextAnyCase(text)
            if text.bytes().all(|byte| (0x20..0x7F).contains(&byte) && byte != b'"') =>
        {
            format!("\"{text}\"")
        }
        Expr::TextAnyCase(text) => return Err(format!("{text:?} without regard to case")),
        Expr::Class(set) => {
            let ranges: Vec<String> = set
                .ranges()
                .map(|(low, high)| format!("%x{:X}-{:X}", u32::from(low), u32::from(high)))
                .collect();
            if ranges.len() > 1 {
                format!("( {} )", ranges.join(" / "))
            } else {
                ranges.concat()
            }
        }
        Expr::Rule(rule) => name(rule)?,
        Expr::Sequence(list) => parts(list, " ", 2)?,
        Expr::Choice(list) => parts(list, " / ", 1)?,
        Expr::Repeat { expr, min, max } => {
            let most = max.map(|max| max.to_string()).unwrap_or_default();
            format!("{min}*{most}( {} )", shown(expr, 0)?)
        }
        // A lookahead reads nothing.
        Expr::And(_) | Expr::Not(_) => String::new(),
        other => return Err(format!("{other:?} has no ABNF")),
    })
}

fn values(text: &str) -> String {
    let values: Vec<String> = text.chars().map(|c| format!("{:X}", u32::from(c))).collect();
    if values.is_empty() {
        "\"\"".to_owned()
    } else {
        format!("%x{}", values.join("."))
    }
}
