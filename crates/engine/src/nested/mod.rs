//! Recursive rules: pest's whole language, with trees.
//!
//! A [`Program`] is a PEG as expressions. The machine that runs them has a stack of its own, so no
//! input exhausts that of the process, and it keeps the result of each rule at each place of the
//! input: what a PEG's rule matches depends on the place only, so a rule is tried once in a place.
//!
//! For example, with the rules
//!
//! ```text
//! sum  = { term ~ "+" ~ sum | term }
//! term = { "(" ~ sum ~ ")" | '0'..'9' }
//! ```
//!
//! and the input `((7))`, the first alternative of `sum` reads a `term` to the end and then finds
//! no `+`. The second alternative begins with the same `term`. pest reads it again, and the `sum`
//! inside it twice, and so on: 2^n times with n parentheses. Here the second call of `term` at byte
//! 0 finds the result of the first one, with its nodes:
//!
//! ```text
//! sum @0, term @0, "(", sum @1, term @1, "(", sum @2, term @2, '7'
//!   kept: term @2 = 2..3
//!   no "+" @3; term @2 is known; kept: sum @2 = 2..3
//!   ")", kept: term @1 = 1..4; no "+" @4; term @1 is known; kept: sum @1 = 1..4
//!   ")", kept: term @0 = 0..5; no "+" @5; term @0 is known; kept: sum @0 = 0..5
//! ```
//!
//! Nodes are cells that point to the cell before them and to the last cell inside them. They are
//! never changed, so a result that is used again shares its cells. When the input is matched, the
//! cells become a flat list in the order of the text.
//!
//! Where the next byte decides, no result is kept: `direct` makes the tree in one pass then,
//! and this machine runs where that finds no match.
//!
//! # From file to file
//!
//! ```text
//! packed ─ program ─┬─ direct              one pass, where the next byte decides
//! (expr, set)       └─ machine ─ memo      else: each result is kept
//!                          │
//! packed_pushdown ─ pushdown ─── readings  an automaton with a stack checks, or every reading by
//! (numbers)            │                   the net of all rules: open rules and the tree
//!                  constant                the same check of a literal, while compiling
//!                          │
//!                        tree ─┬─ typed, expression     a type for each rule and operator
//!                              └─ pairs                 pest's own
//! ```
//!
//! `operators` gives expressions their precedence, and `words` chooses what an error names.
//!
//! # Limits
//!
//! Rules that use the stack of texts (`PUSH` and its relatives) depend on more than the place. So
//! their results are not kept. For these, and for repetitions inside alternatives that fail, steps
//! are limited ([`Limits::steps`]): an input takes time linear in its length, or is a limit error.

mod constant;
mod direct;
mod expr;
mod expression;
mod machine;
mod memo;
mod net;
mod numbers;
mod operators;
mod packed;
mod packed_pushdown;
#[cfg(feature = "pest")]
mod pairs;
mod program;
mod pushdown;
mod readings;
mod rule_name;
mod set;
mod tree;
mod typed;
mod words;

#[cfg(feature = "pest")]
pub use ::pest;
pub use expr::{Entry, Expr};
pub use net::Net;
pub use numbers::{Lists, Numbers};
pub use operators::{operate, Affix, Operation, OperatorError};
pub use program::Program;
pub use pushdown::Pushdown;
pub use rule_name::RuleName;
pub use set::Set;
pub use tree::{Event, Events, Node, Nodes, Tree};
pub use typed::{Each, Inside};
#[doc(hidden)]
pub use {expression::read_expression, packed::Packed, rule_name::plain_name, typed::check_text};

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{Expected, Found};
use machine::tried::expected_at_end;
use machine::Machine;
use words::{words, Seen};

/// Limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most expressions that are begun.
    pub steps: u64,
    /// The most rules inside each other.
    pub depth: u32,
    /// The most open rules, alternatives and sequences. Each takes 32 bytes.
    pub frames: usize,
    /// The most nodes, those of alternatives that failed included. Each takes 20 bytes.
    pub nodes: usize,
}

impl Limits {
    /// Returns the limits for an input of this many bytes: 1,000 expressions for each byte, and as
    /// many rules inside each other as there are bytes, up to 10 million.
    pub fn for_length(bytes: usize) -> Limits {
        Limits {
            steps: 100_000 + 1_000 * bytes as u64,
            depth: 10_000_000,
            frames: 40_000_000,
            nodes: 60_000_000,
        }
    }

    /// Returns these limits with another number of rules inside each other.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Limits {
        Limits { depth, ..self }
    }

    /// Returns these limits with another number of expressions.
    #[must_use]
    pub fn with_steps(self, steps: u64) -> Limits {
        Limits { steps, ..self }
    }
}

/// A rule that was open at an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The name of the rule.
    pub rule: String,
    /// The byte offset of its start.
    pub start: usize,
}

/// A reason why a rule gives no tree for an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The rule does not match the whole input.
    Rejected {
        /// The length in bytes of the longest prefix that some accepted input begins with, at the
        /// beginning of a character, if `bytes` is there. Otherwise the offset of the furthest
        /// failure: a PEG may fail further on in an alternative that it leaves.
        offset: usize,
        /// The character at the offset, or the end.
        found: Found,
        /// The rules, texts and characters that can follow, as an error shows them. What continues
        /// a token, white space and comments are left out unless nothing else can follow. Without
        /// `bytes` they were tried outside of negative lookaheads, and need not lead to an accepted
        /// input; the list is empty where looking for them takes too many steps.
        expected: Vec<String>,
        /// The bytes that can follow, where that is decided: the error is exact.
        bytes: Option<Expected>,
        /// The rules that are open, outermost first: those of every derivation that goes on, or
        /// those with a node at the first that was tried. Empty where looking for them takes more
        /// than the limit of steps.
        open: Vec<Open>,
    },
    /// A limit was hit, and nothing is decided.
    Limit {
        /// The unit that there is too much of.
        what: &'static str,
    },
    /// There is no rule of this name.
    UnknownRule,
}

impl Error {
    /// Returns the reason in words, without its place: ``expected "a" or "b", found `c` ``. It ends
    /// in "(furthest failure)" if the place is that of a PEG's furthest failure, which need not be
    /// exact.
    pub fn reason(&self) -> String {
        match self {
            Error::Rejected { found, expected, bytes, .. } => {
                let kind = if bytes.is_some() { "" } else { " (furthest failure)" };
                let what = match &expected[..] {
                    [] => "no alternative goes on here".into(),
                    [only] => format!("expected {only}"),
                    [before @ .., last] => format!("expected {} or {last}", before.join(", ")),
                };
                format!("{what}, found {found}{kind}")
            }
            Error::Limit { what } => format!("not decided: too many {what}"),
            Error::UnknownRule => "there is no such rule".into(),
        }
    }

    /// Returns true if nothing is decided.
    pub fn is_limit(&self) -> bool {
        matches!(self, Error::Limit { .. })
    }
}

impl fmt::Display for Error {
    /// Writes the place and the reason. `{:#}` also writes the bytes that can follow, where they
    /// are decided.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Error::Rejected { offset, bytes, open, .. } = self else {
            return f.write_str(&self.reason());
        };
        write!(f, "byte {offset}: {}", self.reason())?;
        if let Some(Open { rule, start }) = open.last() {
            write!(f, ", inside `{rule}`, which begins at byte {start}")?;
        }
        match bytes {
            Some(bytes) if f.alternate() => write!(f, ", by bytes: {bytes}"),
            _ => Ok(()),
        }
    }
}

impl core::error::Error for Error {}

impl Program {
    /// Matches a rule with a whole input and returns the tree.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the rule does not match the whole input, [`Error::Limit`] if a limit
    /// is hit or the input has 4 GiB or more, and [`Error::UnknownRule`].
    ///
    /// # Cost
    /// One pass where the next byte decides. It reads again at most 16 times the input and 1 KiB;
    /// where that is not enough, or nothing matches, the machine follows, with at most the limit of
    /// steps. By it a rule that calls others and does not use the stack of texts is tried at most
    /// once in each place of the input.
    pub fn parse<'p, 'i>(
        &'p self,
        rule: &str,
        input: &'i str,
        limits: Limits,
    ) -> Result<Tree<'p, 'i>, Error> {
        match self.parse_directly(rule, input, limits) {
            Some(tree) => Ok(tree),
            None => self.parse_keeping(rule, input, limits),
        }
    }

    /// Matches a rule with a whole input in one pass, where the next byte decides. `None` where it
    /// is not matched so: then nothing is said.
    #[doc(hidden)]
    pub fn parse_directly<'p, 'i>(
        &'p self,
        rule: &str,
        input: &'i str,
        limits: Limits,
    ) -> Option<Tree<'p, 'i>> {
        let number = self.numbered(rule, input).ok()?;
        let nodes = self.direct.as_ref()?.nodes(&self.code, number, input, limits)?;
        let names = tree::Names::Program(&self.code);
        Some(Tree { names, input, nodes, ambiguous: Vec::new() })
    }

    /// Matches a rule by the machine that keeps results, whether or not the next byte decides.
    ///
    /// # Errors
    /// The errors of [`Program::parse`].
    #[doc(hidden)]
    pub fn parse_keeping<'p, 'i>(
        &'p self,
        rule: &str,
        input: &'i str,
        limits: Limits,
    ) -> Result<Tree<'p, 'i>, Error> {
        self.run(rule, input, limits, true)
    }

    /// Matches a rule with the beginning of an input and returns the tree. The rule may end before
    /// the input does.
    ///
    /// # Errors
    /// The errors of [`Program::parse`], except where the rule matches and more input follows.
    pub fn parse_prefix<'p, 'i>(
        &'p self,
        rule: &str,
        input: &'i str,
        limits: Limits,
    ) -> Result<Tree<'p, 'i>, Error> {
        match self.parse_directly(rule, input, limits) {
            Some(tree) => Ok(tree),
            None => self.run(rule, input, limits, false),
        }
    }

    fn run<'p, 'i>(
        &'p self,
        rule: &str,
        input: &'i str,
        limits: Limits,
        is_whole: bool,
    ) -> Result<Tree<'p, 'i>, Error> {
        let number = self.numbered(rule, input)? as u32;
        let mut machine = Machine::new(&self.code, input, limits);
        let end = machine.run(number)?;
        if is_whole && end as usize != input.len() {
            return Err(machine.rejected(number));
        }
        let names = tree::Names::Program(&self.code);
        Ok(Tree { names, input, nodes: machine.tree()?, ambiguous: Vec::new() })
    }

    /// Returns the number of a rule for an input that is not too long.
    fn numbered(&self, rule: &str, input: &str) -> Result<usize, Error> {
        let number = self.code.rules.iter().position(|entry| entry.name == rule);
        if number.is_some() && input.len() >= (u32::MAX - 8) as usize {
            return Err(Error::Limit { what: "bytes" });
        }
        number.ok_or(Error::UnknownRule)
    }

    /// Returns the words for the bytes that can follow a prefix of an input, and the open rules.
    fn words_at(
        &self,
        rule: &str,
        prefix: &str,
        bytes: Option<&Expected>,
        limits: Limits,
    ) -> (Vec<String>, Vec<Open>) {
        match self.numbered(rule, prefix) {
            Ok(rule) => expected_at_end(&self.code, rule as u32, prefix, bytes, limits),
            Err(_) => (words(&Seen::default(), bytes, &|_| ""), Vec::new()),
        }
    }
}
