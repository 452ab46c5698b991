//! PEGs in pest's notation, as minimal automata with PEG's exact meaning.
//!
//! A rule's language is the set of inputs that the rule matches from the start and consumes whole. An ordered choice
//! commits to the first alternative that matches, a repetition never gives back, and lookahead sees to the end.
//!
//! ```
//! use urigram_automata::{peg::{Grammar, Which}, Terminals};
//! let grammar = Grammar::parse(r#"early = { ("a" | "ab") ~ "c" }"#)?;
//! let dfa = grammar.dfa("early", Which::Optimized, Terminals::CodePoints, Default::default())?;
//! assert!(dfa.accepts(b"ac"));
//! assert!(!dfa.accepts(b"abc")); // "a" matched, so "ab" is never tried
//! # Ok::<(), urigram_automata::peg::Error>(())
//! ```

mod charset;
mod continuation;
mod decision;
mod differences;
mod error;
mod expr;
mod hashing;
mod memory;
mod mutate;
mod naive;
mod program;
mod reachable;
mod read;
mod recursion;
mod source;
mod trace;
mod utf8;
mod written;

pub use charset::CharSet;
pub use differences::Difference;
pub use error::{Error, Origin};
pub use expr::Expr;
pub use mutate::{Mutant, Mutation};
pub use trace::{Happening, Step, Trace};
pub(crate) use written::escaped;
pub use written::Written;

use crate::{build, Dfa, Limits, Terminals};
use continuation::Automaton;
use std::collections::HashMap;

/// A grammar in pest's notation, read and validated.
#[derive(Clone, Debug)]
pub struct Grammar {
    source: String,
    doc: String,
    rules: Vec<Rule>,
    by_name: HashMap<String, usize>,
}

/// One rule of a [`Grammar`].
#[derive(Clone, Debug)]
pub struct Rule {
    name: String,
    doc: String,
    kind: Kind,
    raw: Expr,
    optimized: Expr,
}

/// What a rule leaves in the tree. None of this changes what it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// `name = { … }`
    Normal,
    /// `name = _{ … }`: no node of its own.
    Silent,
    /// `name = @{ … }`: a node without inner ones.
    Atomic,
    /// `name = ${ … }`
    CompoundAtomic,
    /// `name = !{ … }`
    NonAtomic,
}

/// Which form of the rules is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// As pest's optimizer rewrites them: what runs.
    Optimized,
    /// As they are written.
    Raw,
}

impl Grammar {
    /// Reads a grammar.
    ///
    /// # Errors
    /// What pest refuses, with line and column; the stack (`PUSH`, `POP`, `PEEK`, `DROP`), implicit `WHITESPACE` and
    /// `COMMENT`, by name; rules beyond 10,000 nodes with repetitions unrolled, or 100 levels of nesting.
    pub fn parse(source: &str) -> Result<Grammar, Error> {
        read::grammar(source::Source::new(source))
    }

    /// Reads a grammar that consists of a base and a patch: a rule of the patch replaces the base's of that name,
    /// wherever it is used, and keeps its documentation where it has none itself. Further rules come last.
    ///
    /// # Errors
    /// As [`Grammar::parse`]; the two are validated as one, and a position is one in the text that it came from.
    pub fn overlay(base: &str, patch: &str) -> Result<Grammar, Error> {
        read::grammar(source::Source::overlay(base, patch)?)
    }

    fn new(source: String, doc: String, rules: Vec<Rule>) -> Grammar {
        let by_name = rules.iter().enumerate().map(|(index, rule)| (rule.name.clone(), index)).collect();
        Grammar { source, doc, rules, by_name }
    }

    /// The text of the grammar; after [`Grammar::overlay`], the merged text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The `//!` lines, without the marks.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// The rules, in the order of the text.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule of this exact name.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.by_name.get(name).map(|&index| &self.rules[index])
    }

    fn index(&self, name: &str) -> Result<usize, Error> {
        self.by_name.get(name).copied().ok_or_else(|| Error::UnknownRule { name: name.to_owned() })
    }

    /// The minimal automaton of a rule: the inputs that it matches from the start and consumes whole.
    ///
    /// # Errors
    /// No such rule; recursion that is not regular, or never ends, in a rule that this one uses; a limit.
    ///
    /// # Cost
    /// The states are Boolean combinations of what may follow, at worst doubly exponential in the size of the
    /// rule, in practice linear: milliseconds for a whole URI syntax.
    pub fn dfa(&self, rule: &str, which: Which, chars: Terminals, limits: Limits) -> Result<Dfa, Error> {
        let root = self.index(rule)?;
        recursion::check(self, which, &[root])?;
        let mut automaton = Automaton::new(self, which, chars, &[root], limits)?;
        automaton.start_at(root)?;
        Ok(build(&mut automaton, limits)?)
    }

    /// The automaton of every rule, in order. Rules share what they have in common, so this costs less than one by one.
    pub fn dfa_all(&self, which: Which, chars: Terminals, limits: Limits) -> Vec<(&str, Result<Dfa, Error>)> {
        let checks: Vec<_> = (0..self.rules.len()).map(|root| recursion::check(self, which, &[root])).collect();
        let sound: Vec<usize> = (0..self.rules.len()).filter(|&root| checks[root].is_ok()).collect();
        let mut shared = Automaton::new(self, which, chars, &sound, limits).ok();
        let one = |(root, check): (usize, Result<(), Error>)| {
            check?;
            if let Some(mut automaton) = shared.take() {
                let built = automaton.start_at(root).and_then(|()| build(&mut automaton, limits));
                match built {
                    // What came before counts against this limit, so a rule deserves a try of its own.
                    Err(undecided) if undecided.what == "nodes" => {}
                    built => {
                        shared = Some(automaton);
                        return built.map_err(Error::from);
                    }
                }
            }
            self.dfa(&self.rules[root].name, which, chars, limits)
        };
        let dfas = checks.into_iter().enumerate().map(one);
        self.rules.iter().map(Rule::name).zip(dfas).collect()
    }
}

impl Rule {
    /// The name, as written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The `///` lines before the rule, without the marks.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// What the rule leaves in the tree.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the rule leaves no node of its own.
    pub fn is_silent(&self) -> bool {
        self.kind == Kind::Silent
    }

    /// What the rule matches.
    pub fn expr(&self, which: Which) -> &Expr {
        match which {
            Which::Optimized => &self.optimized,
            Which::Raw => &self.raw,
        }
    }
}
