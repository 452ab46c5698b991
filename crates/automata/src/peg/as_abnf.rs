//! A PEG as ABNF, for the places of components.
//!
//! The copy leaves lookaheads, `SOI` and `EOI` out and forgets the order of alternatives. Every way
//! in which the PEG reads a string is a derivation of the copy. So where the copy gives a component
//! one place in a string that the PEG reads, the PEG gives it that place too.

use std::error::Error;
use std::fmt;

use super::{Expr, Grammar, Which};

/// The reason why ABNF cannot write a PEG.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotInAbnf {
    /// White space or comments are skipped implicitly, which has no notation in ABNF.
    Skips,
    /// A rule has a name or an expression that has no notation in ABNF.
    Rule {
        /// The name of the rule.
        rule: String,
        /// The reason, in words.
        reason: String,
    },
}

impl fmt::Display for NotInAbnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotInAbnf::Skips => f.write_str("ABNF has no implicit WHITESPACE and COMMENT"),
            NotInAbnf::Rule { rule, reason } => {
                write!(f, "the copy of `{rule}` in ABNF: {reason}")
            }
        }
    }
}

impl Error for NotInAbnf {}

impl Grammar {
    /// Returns rules in ABNF that derive a string in every way in which this PEG can read it.
    ///
    /// The rules derive more strings than the PEG reads where lookahead or the order of
    /// alternatives refuses some.
    ///
    /// ```
    /// use urigram_automata::peg::Grammar;
    ///
    /// let grammar = Grammar::parse("word = { SOI ~ letter+ ~ EOI }\nletter = { 'a'..'z' }")?;
    /// assert_eq!(grammar.as_abnf()?, "word = 1*( letter )\n\nletter = %x61-7A\n\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotInAbnf`] with the rule that ABNF cannot write.
    pub fn as_abnf(&self) -> Result<String, NotInAbnf> {
        if self.skips() {
            return Err(NotInAbnf::Skips);
        }
        let mut text = String::new();
        for rule in self.rules() {
            for line in rule.doc().lines() {
                text.push_str(&format!("; {}\n", line.trim()));
            }
            let wrong = |reason| NotInAbnf::Rule { rule: rule.name().to_owned(), reason };
            let name = name(rule.name()).map_err(wrong)?;
            let definition = shown(rule.expr(Which::Raw), 0).map_err(wrong)?;
            let definition = if definition.is_empty() { "\"\"" } else { &definition };
            text.push_str(&format!("{name} = {definition}\n\n"));
        }
        Ok(text)
    }
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
        // These read nothing.
        Expr::And(_) | Expr::Not(_) | Expr::StartOfInput | Expr::EndOfInput => String::new(),
        Expr::Stack(stack) => return Err(format!("ABNF has no {}", stack.name())),
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
