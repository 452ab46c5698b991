//! From a base and a reference to a target, by each document's own algorithm.
//!
//! One file holds one document's algorithm, with the document's step labels; [`algorithm`] says which grammar has which.

mod algorithm;
mod components;
mod error;
mod one_pass;
mod relativize;
mod rfc1630;
mod rfc1808;
mod rfc2396;
pub(crate) mod rfc3986;
pub(crate) mod segments;
mod target;
mod trace;
mod uri_2003;
mod url_1993;
mod url_1997;

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use urigram_grammars::{Grammar, Reading};

pub use error::ResolveError;
pub use target::Target;
pub use trace::Step;

use crate::{Uri, UriRef};
use crate::UriBuf;
use algorithm::{row_of, Algorithm, Row};
use trace::Trace;

/// What becomes of a reference that has the base's own scheme, as `http:g` has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SameScheme {
    /// It is absolute: what the documents call strict or validating.
    #[default]
    Absolute,
    /// Its scheme is ignored: what they call backward compatible or not validating.
    Relative,
}

/// What becomes of the `..` that are left when a reference climbs above the root (RFC 2396, 5.2 step 6 g).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Leftover {
    /// They stay in the target's path.
    #[default]
    Kept,
    /// They are discarded.
    Removed,
    /// The reference is refused with [`ResolveError::AboveRoot`].
    Refused,
}

/// Resolves references by the algorithm of one document.
///
/// ```
/// use urigram::{Grammar, Leftover, Resolver, Target};
///
/// let base = "http://a/b/c/d;p?q";
/// let resolver = Resolver::new(Grammar::Uri2003);
/// assert_eq!(resolver.resolve(base, "../../../g")?.to_string(), "http://a/../g");
/// assert_eq!(resolver.leftover(Leftover::Removed).resolve(base, "../../../g")?.to_string(), "http://a/g");
/// assert_eq!(resolver.resolve(base, "#s")?, Target::CurrentDocument { fragment: Some("s".into()) });
/// # Ok::<(), urigram::ResolveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Resolver {
    grammar: Grammar,
    reading: Reading,
    same_scheme: SameScheme,
    leftover: Leftover,
}

/// One task, as the algorithms take it.
#[derive(Clone, Copy)]
struct Attempt<'a> {
    base: &'a str,
    reference: &'a str,
    reading: Reading,
    same_scheme: SameScheme,
    leftover: Leftover,
}

/// What an algorithm gives.
enum Outcome {
    Target(Composed),
    CurrentDocument(Option<String>),
    NotAbsolute,
    Unsuitable(&'static str),
    AboveRoot,
}

struct Composed {
    text: String,
    /// Whether the text comes apart into the components that it was put together from.
    intact: bool,
}

impl Composed {
    fn intact(text: String) -> Composed {
        Composed { text, intact: true }
    }
}

impl Resolver {
    /// The algorithm of a grammar's document, with the first of the answers that it prints.
    pub const fn new(grammar: Grammar) -> Resolver {
        Resolver { grammar, reading: Reading::Corrected, same_scheme: SameScheme::Absolute, leftover: Leftover::Kept }
    }

    /// Sets the reading by which base, reference and target are checked.
    pub const fn reading(mut self, reading: Reading) -> Resolver {
        self.reading = reading;
        self
    }

    /// Sets what becomes of a reference with the base's own scheme. Without effect where
    /// [`has_same_scheme`](Resolver::has_same_scheme) is false.
    pub const fn same_scheme(mut self, same_scheme: SameScheme) -> Resolver {
        self.same_scheme = same_scheme;
        self
    }

    /// Sets what becomes of leftover `..`. Without effect where [`has_leftover`](Resolver::has_leftover) is false.
    pub const fn leftover(mut self, leftover: Leftover) -> Resolver {
        self.leftover = leftover;
        self
    }

    /// The grammar.
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Whether the document says how references resolve.
    pub fn is_defined(&self) -> bool {
        row_of(self.grammar).is_some_and(|row| row.algorithm.is_some())
    }

    /// The section of the document that holds the algorithm.
    pub fn section(&self) -> Option<&'static str> {
        row_of(self.grammar).filter(|row| row.algorithm.is_some()).map(|row| row.section)
    }

    /// Whether the document prints two answers for a reference with the base's own scheme.
    pub fn has_same_scheme(&self) -> bool {
        row_of(self.grammar).is_some_and(|row| row.same_scheme)
    }

    /// Whether the document leaves open what becomes of leftover `..`.
    pub fn has_leftover(&self) -> bool {
        row_of(self.grammar).is_some_and(|row| row.leftover)
    }

    /// Resolves a reference. Time and memory are linear in the lengths of base and reference.
    ///
    /// # Errors
    /// [`ResolveError`] for a document without an algorithm (`rfc1738`), for a base or a reference that the grammar
    /// rejects, for a base without a scheme (`g`), for an opaque base (`mailto:a` in RFC 2396), and where what the
    /// algorithm gives does not stand for its own components.
    pub fn resolve(&self, base: &str, reference: &str) -> Result<Target, ResolveError> {
        self.run(base, reference, &mut ())
    }

    /// Resolves a reference and reports the steps that were taken, also when it fails.
    ///
    /// ```
    /// use urigram::{Grammar, Resolver};
    ///
    /// let (target, steps) = Resolver::new(Grammar::Rfc3986).resolve_with_steps("http://a/b/c", "../g");
    /// assert_eq!(target.unwrap().to_string(), "http://a/g");
    /// assert_eq!((steps[1].label, &*steps[1].value), ("5.2.3 merge", "/b/../g"));
    /// ```
    pub fn resolve_with_steps(&self, base: &str, reference: &str) -> (Result<Target, ResolveError>, Vec<Step>) {
        let mut steps = Vec::new();
        (self.run(base, reference, &mut steps), steps)
    }

    fn run(&self, base: &str, reference: &str, trace: &mut impl Trace) -> Result<Target, ResolveError> {
        let grammar = self.grammar;
        let missing = ResolveError::NoAlgorithm { grammar, section: "" };
        let Some(row) = row_of(grammar) else { return Err(missing) };
        let Some(algorithm) = row.algorithm else {
            return Err(ResolveError::NoAlgorithm { grammar, section: row.section });
        };
        self.check(algorithm, base, reference)?;
        let attempt =
            Attempt { base, reference, reading: self.reading, same_scheme: self.same_scheme, leftover: self.leftover };
        match algorithm.run(&attempt, trace) {
            Outcome::Target(Composed { text, intact: true }) => Target::checked(text, grammar, self.reading),
            outcome => self.refuse(row, outcome),
        }
    }

    /// What is left when there is no target that stands for its components.
    fn refuse(&self, row: &Row, outcome: Outcome) -> Result<Target, ResolveError> {
        let grammar = self.grammar;
        Err(match outcome {
            Outcome::CurrentDocument(fragment) => return Ok(Target::CurrentDocument { fragment }),
            Outcome::Target(Composed { text, .. }) => {
                ResolveError::SplitOtherwise { grammar, section: row.section, text }
            }
            Outcome::NotAbsolute => ResolveError::BaseNotAbsolute { grammar, section: row.base_section },
            Outcome::Unsuitable(why) => ResolveError::UnsuitableBase { grammar, section: row.base_section, why },
            Outcome::AboveRoot => ResolveError::AboveRoot { grammar, section: row.section },
        })
    }

    /// Whether the grammar accepts the base, and the reference where it has a rule for references. An empty base is
    /// an unknown one: RFC 1808 (4, step 1) and url-1997 (5.1.4) take the reference for absolute then.
    fn check(&self, algorithm: Algorithm, base: &str, reference: &str) -> Result<(), ResolveError> {
        let tables = self.grammar.tables(self.reading);
        let may_be_empty = matches!(algorithm, Algorithm::Rfc1808 | Algorithm::Url1997);
        if !(base.is_empty() && may_be_empty) {
            let table = tables.start();
            table.check(base.as_bytes(), self.reading).map_err(|error| ResolveError::Base(Box::new(error)))?;
        }
        if let Some(table) = tables.reference {
            let checked = table.check(reference.as_bytes(), self.reading);
            checked.map_err(|error| ResolveError::Reference(Box::new(error)))?;
        }
        Ok(())
    }
}

impl Uri<'_> {
    /// Resolves a reference against this base, by the algorithm of the base's own grammar.
    ///
    /// For RFC 3986 in one pass with one allocation, and the result is always [`Target::Uri`]. [`Resolver`] has the
    /// documents' options and steps.
    ///
    /// ```
    /// use urigram::{Uri, UriRef};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = base.resolve(&UriRef::parse("../g?y#s")?)?;
    /// assert_eq!(target.to_string(), "http://a/b/g?y#s");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Resolver::resolve`].
    pub fn resolve(&self, reference: &UriRef<'_>) -> Result<Target, ResolveError> {
        let (grammar, reading) = (self.grammar(), self.reading());
        if (grammar, reference.grammar()) != (Grammar::Rfc3986, Grammar::Rfc3986) {
            return Resolver::new(grammar).reading(reading).resolve(self.as_str(), reference.as_str());
        }
        match one_pass::resolve(self, reference) {
            one_pass::Written::Target(text, parts) => {
                Ok(Target::Uri(UriBuf::from_parts(text, parts, grammar, reading)))
            }
            one_pass::Written::SplitOtherwise(text) => {
                Err(ResolveError::SplitOtherwise { grammar, section: "5.2", text })
            }
            one_pass::Written::TooLong => Err(ResolveError::TooLong),
        }
    }
}
