//! Grammars in ABNF (RFC 5234, with RFC 7405's case-sensitive strings) and their automata.

mod analysis;
mod bodies;
mod brackets;
mod cited;
mod cited_rules;
mod copies;
mod error;
mod imports;
mod labels;
mod marks;
mod naive;
mod nfa;
mod node;
mod parse;
mod peg_name;
mod positions;
mod prefer;
mod prose;
mod read;
mod splitter;
mod subset;
mod undecided;

pub use cited::Cited;
pub use error::{Error, ErrorKind, Refused};
pub use imports::{core_rules, Import, Missing};
pub use marks::Marking;
pub use parse::leading_name;
pub use peg_name::peg_name;
pub use positions::{Live, Place};
pub use prose::described;
pub use read::{plain, Fault};
pub use splitter::{Named, Noted, Splitter, Unsplit};

pub use crate::expr::Expr;
pub use crate::written::Written;
pub use crate::Terminals;

use std::collections::HashMap;

/// A rule of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The name, as spelled where the rule is defined.
    pub name: String,
    /// The definition, with all `=/` alternatives.
    pub expr: Expr,
    /// The lines of the definition, without the margin of the first one, followed by the `=/`
    /// lines.
    pub source: String,
    /// The comment lines directly above it, without semicolons, one a line; may be empty.
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
    /// The errors that [`Grammar::read`] passed over, in the order of the text.
    faults: Vec<Fault>,
    /// The names whose definition has an error, each with the number of its fault.
    broken: HashMap<String, usize>,
    /// The prose values that name a rule, each with the rule that has it.
    cited: Vec<(String, Cited)>,
    /// The prose values that describe characters, each with what it would be as an error.
    sets: Vec<(prose::Set, Error)>,
    /// The alternatives that `=/` adds to rules which are not defined above: they are lost, unless
    /// another document defines the rule.
    extensions: Vec<Rule>,
}

impl Grammar {
    /// Parses a grammar. Lines end in LF or CRLF; the last one may lack its end. Rules may all be
    /// indented alike.
    ///
    /// Undefined names are not an error, because a patch uses the rules of its base: see
    /// [`Grammar::undefined`].
    ///
    /// # Errors
    /// [`Error`], with line and column, for anything that RFC 5234 and RFC 7405 do not allow, prose
    /// values, a rule defined twice, an `=/` before its `=`, reversed bounds, numbers above
    /// 4294967295, and groups that are nested too deeply.
    pub fn parse(text: &str) -> Result<Grammar, Error> {
        read::strict(text)
    }

    /// Returns the rules in the order of their definition.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the rule of this name. Case does not matter, and `-` and `_` are the same.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.index_of(name).map(|index| &self.rules[index])
    }

    /// Returns the undefined names in order, each once with the first rule that uses it. A name
    /// whose definition has an error is not among them: see [`Grammar::faults`].
    pub fn undefined(&self) -> Vec<(&str, &Rule)> {
        let mut seen = std::collections::HashSet::new();
        let mut missing = Vec::new();
        for rule in &self.rules {
            rule.expr.visit_rules(&mut |name| {
                let is_known = self.index_of(name).is_some() || self.error_of(name).is_some();
                if !is_known && seen.insert(key(name)) {
                    missing.push((name, rule));
                }
            });
        }
        missing
    }

    /// Returns the base with the rules of the patch. A rule of the patch replaces the base's rule
    /// of that name, in its place and in every use. New rules follow at the end.
    pub fn overlay(base: &Grammar, patch: &Grammar) -> Grammar {
        let mut both = base.clone();
        for rule in &patch.rules {
            match both.index_of(&rule.name) {
                Some(index) => both.rules[index] = rule.clone(),
                None => both.add(rule.clone()),
            }
            both.broken.remove(&key(&rule.name));
        }
        both
    }

    /// Adds a rule that no text defines, and that its name means from now on. Its source and
    /// comment are empty, and its line is 0. An operator that ABNF does not have counts as a name
    /// that is not defined.
    pub fn define(&mut self, name: &str, expr: Expr) {
        let (source, comment) = (String::new(), String::new());
        self.add(Rule { name: name.to_owned(), expr, source, comment, line: 0 });
    }

    pub(crate) fn index_of(&self, name: &str) -> Option<usize> {
        self.index.get(&key(name)).copied()
    }

    fn add(&mut self, rule: Rule) {
        self.index.insert(key(&rule.name), self.rules.len());
        self.rules.push(rule);
    }
}

/// Returns the form of a name that is equal for names that mean the same rule: case does not
/// matter, and `-` and `_` are the same.
pub fn key(name: &str) -> String {
    name.chars().map(|c| if c == '_' { '-' } else { c.to_ascii_lowercase() }).collect()
}
