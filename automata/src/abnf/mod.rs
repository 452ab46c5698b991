//! Grammars in ABNF (RFC 5234, with RFC 7405's case-sensitive strings) and their automata.

mod copy;
mod error;
mod expr;
mod labels;
mod live;
mod naive;
mod nfa;
mod parse;
mod reachable;
mod subset;
mod written;

pub use copy::peg_name;
pub use error::{Error, ErrorKind, Refused};
pub use expr::Expr;
pub use live::{Live, Place};
pub use written::Written;

use std::collections::HashMap;

/// What the terminal values of a grammar are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terminals {
    /// Unicode scalar values, 0 to 10FFFF, encoded as UTF-8; the surrogates D800 to DFFF match nothing.
    CodePoints,
    /// Bytes, 00 to FF.
    Octets,
}

impl Terminals {
    /// The greatest value there is.
    pub fn greatest(self) -> u32 {
        match self {
            Terminals::CodePoints => 0x10_FFFF,
            Terminals::Octets => 0xFF,
        }
    }
}

/// A rule of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The name, as spelled where the rule is defined.
    pub name: String,
    /// What it stands for; all its `=/` alternatives included.
    pub expr: Expr,
    /// The lines that define it, without the margin on the left of the first; `=/` lines follow on lines of their own.
    pub source: String,
    /// The comment lines directly above it, without semicolons, one a line; empty if there are none.
    pub comment: String,
    /// The line of its definition, from 1.
    pub line: usize,
}

/// Rules in ABNF, in order.
///
/// ```
/// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
/// let grammar = Grammar::parse("port = *DIGIT\nDIGIT = %x30-39\n")?;
/// let port = grammar.dfa("port", Terminals::CodePoints, Limits::default())?;
/// assert!(port.accepts(b"8080") && !port.accepts(b"http"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Grammar {
    rules: Vec<Rule>,
    index: HashMap<String, usize>,
}

impl Grammar {
    /// Reads a grammar. Lines end in LF or CRLF; the last one may lack its end. Rules may all be indented alike.
    ///
    /// Names without a rule are no error here, because a patch uses the rules of its base: see [`Grammar::undefined`].
    ///
    /// # Errors
    /// With line and column: anything that RFC 5234 and RFC 7405 do not allow, prose values, a rule defined twice, an
    /// `=/` before its `=`, bounds the wrong way round, numbers above 4294967295, and groups nested hopelessly deep.
    pub fn parse(text: &str) -> Result<Grammar, Error> {
        parse::grammar(text)
    }

    /// The rules, in the order of their definition.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule of this name; case does not matter, and `-` and `_` are the same.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.index_of(name).map(|index| &self.rules[index])
    }

    /// The names that rules use and no rule defines, each once with the first rule that uses it, in order.
    pub fn undefined(&self) -> Vec<(&str, &Rule)> {
        let mut seen = std::collections::HashSet::new();
        let mut missing = Vec::new();
        for rule in &self.rules {
            rule.expr.visit_rules(&mut |name| {
                if self.index_of(name).is_none() && seen.insert(key(name)) {
                    missing.push((name, rule));
                }
            });
        }
        missing
    }

    /// The base with the rules of the patch: a rule of the patch replaces the base's rule of that name, in its place and
    /// wherever it is used; new rules follow at the end.
    pub fn overlay(base: &Grammar, patch: &Grammar) -> Grammar {
        let mut both = base.clone();
        for rule in &patch.rules {
            match both.index_of(&rule.name) {
                Some(index) => both.rules[index] = rule.clone(),
                None => both.add(rule.clone()),
            }
        }
        both
    }

    pub(crate) fn index_of(&self, name: &str) -> Option<usize> {
        self.index.get(&key(name)).copied()
    }

    fn add(&mut self, rule: Rule) {
        self.index.insert(key(&rule.name), self.rules.len());
        self.rules.push(rule);
    }
}

/// What makes two names the same.
fn key(name: &str) -> String {
    name.chars().map(|c| if c == '_' { '-' } else { c.to_ascii_lowercase() }).collect()
}
