//! PEGs in pest's notation, as minimal automata with PEG's exact meaning.
//!
//! A rule's language is the set of inputs that the rule matches from the start and consumes whole.
//! An ordered choice commits to the first alternative that matches, a repetition never gives back,
//! and lookahead sees to the end.
//!
//! ```
//! use urigram_automata::{peg::{Grammar, Which}, Terminals};
//! let grammar = Grammar::parse(r#"early = { ("a" | "ab") ~ "c" }"#)?;
//! let dfa = grammar.dfa("early", Which::Optimized, Terminals::CodePoints, Default::default())?;
//! assert!(dfa.accepts(b"ac"));
//! assert!(!dfa.accepts(b"abc")); // "a" matched, so "ab" is never tried
//! # Ok::<(), urigram_automata::peg::Error>(())
//! ```

#[cfg(test)]
mod against_pest;
mod bodies;
mod brackets;
mod charset;
mod check;
mod contexts;
pub(crate) mod continuation;
pub(crate) mod decision;
mod differences;
mod error;
mod made;
mod marks;
mod memo;
mod names;
mod optimizer;
mod program;
mod read;
mod recursion;
mod sound;
mod source;
mod text;
mod trace;

pub use crate::char_set::CharSet;
pub use crate::expr::{Expr, Stack};
pub(crate) use crate::written::escaped;
pub use crate::written::Written;
pub use differences::Difference;
pub use error::{Error, NotInAbnf, Origin};
pub(crate) use sound::Facts;
pub use sound::Refusal;
pub use trace::{Happening, Step, Trace};

use crate::questions::Rules;
use crate::{build, Dfa, Limits, Terminals};
use continuation::Automaton;
use std::borrow::Cow;
use std::collections::HashMap;

/// A grammar in pest's notation, parsed and validated.
#[derive(Clone, Debug)]
pub struct Grammar {
    source: String,
    doc: String,
    rules: Vec<Rule>,
    by_name: HashMap<String, usize>,
    /// True if nothing is skipped but what the expressions say.
    is_explicit: bool,
}

/// One rule of a [`Grammar`].
#[derive(Clone, Debug)]
pub struct Rule {
    name: String,
    doc: String,
    kind: Kind,
    raw: Expr,
    optimized: Expr,
    /// True if the rule leaves a node, and true if an `EOI` in it does.
    leaves_node: bool,
    leaves_end: bool,
}

/// The node that a rule leaves in the tree. This does not change what the rule matches.
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

/// The form of the rules: as written, or as pest runs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// The rules as pest's optimizer rewrites them. These run.
    Optimized,
    /// The rules as they are written.
    Raw,
}

impl Grammar {
    /// Parses a grammar.
    ///
    /// # Errors
    /// [`Error`] for texts that pest rejects and for control characters, with line and column; and
    /// for rules that grow by more than 10,000 nodes when repetitions are unrolled, or nest 100
    /// levels.
    ///
    /// A rule without an automaton is not an error here. [`Grammar::undecided`] gives the reason.
    pub fn parse(source: &str) -> Result<Grammar, Error> {
        read::grammar(source::Source::new(source))
    }

    /// Parses a grammar that consists of a base and a patch. A rule of the patch replaces the
    /// base's rule of that name in every use. Without documentation of its own it keeps the base's.
    /// New rules come last.
    ///
    /// # Errors
    /// [`Error`] if base and patch together are not a valid grammar, or contain an unsupported
    /// construct. Its position is in the text that contains the error.
    pub fn overlay(base: &str, patch: &str) -> Result<Grammar, Error> {
        read::grammar(source::Source::overlay(base, patch)?)
    }

    fn new(source: String, doc: String, rules: Vec<Rule>) -> Grammar {
        let by_name =
            rules.iter().enumerate().map(|(index, rule)| (rule.name.clone(), index)).collect();
        Grammar { source, doc, rules, by_name, is_explicit: false }
    }

    /// Returns the text of the grammar; after [`Grammar::overlay`], the merged text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the `//!` lines, without the marks.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// Returns the rules, in the order of the text.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the rule of this exact name.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.by_name.get(name).map(|&index| &self.rules[index])
    }

    /// Returns a rule and every rule that it uses, from the grammar as written. The rule comes
    /// first, each other one after the first rule that uses it. Returns `None` if there is no such
    /// rule. Rules that pest builds in are omitted.
    ///
    /// ```
    /// use urigram_automata::peg::Grammar;
    /// let grammar = Grammar::parse("a = { &c ~ b }\nd = { a }\nb = { ASCII }\nc = { b }")?;
    /// let rules = grammar.reachable("a").unwrap();
    /// assert!(rules.iter().map(|rule| rule.name()).eq(["a", "c", "b"]));
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    ///
    /// Takes time linear in the size of the grammar.
    pub fn reachable(&self, rule: &str) -> Option<Vec<&Rule>> {
        let used = self.questions(Which::Raw).reachable(*self.by_name.get(rule)?);
        Some(used.into_iter().map(|rule| &self.rules[rule]).collect())
    }

    /// Returns the rules, to be asked about.
    pub(crate) fn questions(&self, which: Which) -> Rules<'_> {
        let exprs = self.rules.iter().map(|rule| rule.expr(which));
        Rules::new(exprs, |name| self.by_name.get(name).copied())
    }

    /// Returns for each rule whether it uses the stack of texts, or a rule that does.
    ///
    /// Takes time linear in the size of the grammar.
    pub fn stateful(&self, which: Which) -> Vec<bool> {
        let rules = self.questions(which);
        let uses = |expr: &Expr| expr.all().iter().any(|part| matches!(part, Expr::Stack(_)));
        let open = (0..self.rules.len()).filter(|&rule| uses(rules.exprs[rule])).collect();
        rules.users(open)
    }

    fn index(&self, name: &str) -> Result<usize, Error> {
        self.by_name.get(name).copied().ok_or_else(|| Error::UnknownRule { name: name.to_owned() })
    }

    /// Returns the reason why a rule has no automaton: recursion that is not regular, or an
    /// operation on the stack (`PUSH`, `POP`, `PEEK`, `DROP`), in the rule or in one that it uses.
    /// Other rules are not concerned. `None` if only limits can prevent an automaton.
    ///
    /// ```
    /// use urigram_automata::peg::Grammar;
    /// let text = "a = { \"(\" ~ a? ~ \")\" }\nb = { a ~ \"x\" }\nc = { \"x\"* }";
    /// let grammar = Grammar::parse(text)?;
    /// assert!(grammar.undecided("a").is_some() && grammar.undecided("b").is_some());
    /// assert!(grammar.undecided("c").is_none());
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    ///
    /// Takes time linear in the grammar for each call.
    pub fn undecided(&self, rule: &str) -> Option<Error> {
        let meaning = self.meaning();
        let root = meaning.index(rule);
        root.and_then(|root| recursion::check(&meaning, Which::Optimized, &[root])).err()
    }

    /// Returns the grammar with the skipping written out, where there is any.
    fn meaning(&self) -> Cow<'_, Grammar> {
        if self.skips() {
            Cow::Owned(self.explicit())
        } else {
            Cow::Borrowed(self)
        }
    }

    /// Returns the minimal automaton of a rule: the inputs that it matches from the start and
    /// consumes whole.
    ///
    /// # Errors
    /// [`Error`] if there is no such rule, if a rule that it uses has recursion that is not regular
    /// or never ends, or if a limit is hit.
    ///
    /// # Cost
    /// The states are Boolean combinations of continuations: at worst doubly exponential in the
    /// size of the rule, in practice linear. A whole URI syntax takes milliseconds.
    pub fn dfa(
        &self,
        rule: &str,
        which: Which,
        chars: Terminals,
        limits: Limits,
    ) -> Result<Dfa, Error> {
        let root = self.index(rule)?;
        let meaning = self.meaning();
        recursion::check(&meaning, which, &[root])?;
        let mut automaton = Automaton::new(&meaning, which, chars, &[root], limits)?;
        automaton.start_at(root)?;
        Ok(build(&mut automaton, limits)?)
    }

    /// Returns the automaton of every rule, in order. Rules share common parts, so this costs less
    /// than one by one.
    pub fn dfa_all(
        &self,
        which: Which,
        chars: Terminals,
        limits: Limits,
    ) -> Vec<(&str, Result<Dfa, Error>)> {
        let meaning = self.meaning();
        let checks: Vec<_> =
            (0..self.rules.len()).map(|root| recursion::check(&meaning, which, &[root])).collect();
        let sound: Vec<usize> =
            (0..self.rules.len()).filter(|&root| checks[root].is_ok()).collect();
        let mut shared = Automaton::new(&meaning, which, chars, &sound, limits).ok();
        let one = |(root, check): (usize, Result<(), Error>)| {
            check?;
            if let Some(mut automaton) = shared.take() {
                let built = automaton.start_at(root).and_then(|()| build(&mut automaton, limits));
                match built {
                    // Earlier rules count against this limit, so this rule is tried on its own.
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
    /// Returns the name, as written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the `///` lines before the rule, without the marks.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// Returns the kind of node that the rule leaves in the tree.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the name without the mark of a copy that [`Grammar::explicit`] makes.
    pub fn shown_name(&self) -> &str {
        self.name.trim_end_matches(['@', '$'])
    }

    /// Returns true if the rule leaves a node in the tree when an input begins with it; of a copy
    /// that [`Grammar::explicit`] makes, when it is called.
    pub fn leaves_node(&self) -> bool {
        self.leaves_node
    }

    /// Returns true if `EOI` in this rule leaves a node of that name, as [`Rule::leaves_node`].
    pub fn leaves_end(&self) -> bool {
        self.leaves_end
    }

    /// Returns true if the rule leaves no node of its own.
    pub fn is_silent(&self) -> bool {
        self.kind == Kind::Silent
    }

    /// Returns the rule's expression.
    pub fn expr(&self, which: Which) -> &Expr {
        match which {
            Which::Optimized => &self.optimized,
            Which::Raw => &self.raw,
        }
    }
}
