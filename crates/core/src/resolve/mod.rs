//! Resolution of references against a base, by each document's own algorithm.
//!
//! The algorithms are the engine's. A document's folder names its algorithm and options.

mod error;
mod one_pass;
#[cfg(feature = "url")]
mod read_url;
mod relative_base;
mod relativize;
mod target;
mod values;

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::vec::Vec;

use urigram_grammars::resolution::{Attempt, Composed, Outcome, Rules, Trace};
use urigram_grammars::{
    refused, refuses_more, Algorithm, Grammar, Parts, Reading, Removed, Resolution, Shape,
    Stripped, Table,
};

pub use error::ResolveError;
#[cfg(feature = "url")]
pub(crate) use read_url::ReadUrl;
use relative_base::RelativeBase;
pub use target::Target;
pub use urigram_grammars::resolution::{ExcessParents, Step};

/// Resolves references by the algorithm of one document.
///
/// ```
/// use urigram::resolution::{ExcessParents, Target};
/// use urigram::{Grammar, Resolver};
///
/// let base = "http://a/b/c/d;p?q";
/// let resolver = Resolver::new(Grammar::Uri2003);
/// assert_eq!(resolver.resolve(base, "../../../g")?.to_string(), "http://a/../g");
/// let removing = resolver.excess_parents(ExcessParents::Removed);
/// assert_eq!(removing.resolve(base, "../../../g")?.to_string(), "http://a/g");
/// let current = Target::CurrentDocument { fragment: Some("s".into()) };
/// assert_eq!(resolver.resolve(base, "#s")?, current);
/// # Ok::<(), urigram::ResolveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Resolver {
    grammar: Grammar,
    reading: Reading,
    strict: bool,
    excess_parents: ExcessParents,
    relative_base: Option<RelativeBase>,
}

/// The rules for bases, as an algorithm sees them.
struct Bases {
    table: &'static Table,
    reading: Reading,
}

impl Rules for Bases {
    fn split(&self, text: &str) -> Option<Parts> {
        let parts = self.table.split(text, self.reading).ok()?;
        // The algorithms are about scheme, authority, path and query.
        (!parts.are_by_rules()).then_some(parts)
    }

    fn shape(&self) -> &'static Shape {
        self.table.shape
    }

    fn removed(&self) -> Option<&'static Removed> {
        self.table.removed()
    }
}

impl Resolver {
    /// Makes a resolver with the algorithm of a grammar's document and the first of the answers
    /// that it prints.
    pub const fn new(grammar: Grammar) -> Resolver {
        let (reading, excess_parents) = (Reading::Corrected, ExcessParents::Kept);
        let relative_base = None;
        Resolver { grammar, reading, strict: true, excess_parents, relative_base }
    }

    /// Sets the reading that base, reference and target are checked by.
    pub const fn reading(mut self, reading: Reading) -> Resolver {
        self.reading = reading;
        self
    }

    /// Sets whether a reference with the base's own scheme, such as `http:g`, is absolute (the
    /// default). If not, its scheme is ignored, which the documents call backward compatible or not
    /// validating. No effect where [`has_strict`](Resolver::has_strict) is false.
    pub const fn strict(mut self, strict: bool) -> Resolver {
        self.strict = strict;
        self
    }

    /// Sets the treatment of `..` above the root. No effect where
    /// [`has_excess_parents`](Resolver::has_excess_parents) is false.
    pub const fn excess_parents(mut self, excess_parents: ExcessParents) -> Resolver {
        self.excess_parents = excess_parents;
        self
    }

    /// Sets whether a base without a scheme is taken, which RFC 3986 (5.1) does not: a base "must
    /// be" a URI there. The target is then a [`Target::Reference`]. Resolved against any absolute
    /// base it is what base and reference give one after the other, so `..` above the beginning
    /// stays. Other programs drop it. No effect under a document with another algorithm than that
    /// of RFC 3986.
    ///
    /// ```
    /// use urigram::{Grammar, Resolver};
    ///
    /// let resolver = Resolver::new(Grammar::Rfc3986).accept_relative_base(true);
    /// assert_eq!(resolver.resolve("../a/b", "c?d")?.to_string(), "../a/c?d");
    /// assert_eq!(resolver.resolve("a/b", "../../c")?.to_string(), "../c");
    /// assert!(Resolver::new(Grammar::Rfc3986).resolve("a/b", "c").is_err());
    /// # Ok::<(), urigram::ResolveError>(())
    /// ```
    pub const fn accept_relative_base(mut self, accept: bool) -> Resolver {
        self.relative_base = if accept { Some(RelativeBase::TAKEN) } else { None };
        self
    }

    /// Returns the grammar.
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the table for bases.
    fn table(&self) -> &'static Table {
        self.grammar.tables(self.reading).start()
    }

    /// Returns the document's algorithm, with its sections and options.
    fn algorithm(&self) -> Option<(Algorithm, &'static Resolution)> {
        let resolution = self.grammar.document().resolution.as_ref()?;
        Some((resolution.algorithm?, resolution))
    }

    /// Whether the document says how references resolve.
    pub fn is_defined(&self) -> bool {
        self.algorithm().is_some()
    }

    /// Returns the section of the document that holds the algorithm.
    pub fn section(&self) -> Option<&'static str> {
        self.algorithm().map(|(_, resolution)| resolution.section)
    }

    /// Whether the document prints two answers for a reference with the base's own scheme.
    pub fn has_strict(&self) -> bool {
        self.algorithm().is_some_and(|(_, resolution)| resolution.strict)
    }

    /// Whether the document leaves open what becomes of `..` above the root.
    pub fn has_excess_parents(&self) -> bool {
        self.algorithm().is_some_and(|(_, resolution)| resolution.excess_parents)
    }

    /// Resolves a reference. Time and memory are linear in the lengths of base and reference.
    ///
    /// # Errors
    /// [`ResolveError`] for a document without an algorithm (`rfc1738`), for a base or a reference
    /// that the grammar rejects, for a base without a scheme (`g`), for an opaque base (`mailto:a`
    /// in RFC 2396), and where the target would split into other components than the algorithm
    /// computed.
    ///
    /// ```
    /// use urigram::{uri, Grammar, Resolver};
    ///
    /// let resolver = Resolver::new(Grammar::Rfc3986);
    /// assert_eq!(resolver.resolve(&uri!("http://a/b/c"), "../g")?.to_string(), "http://a/g");
    /// # Ok::<(), urigram::ResolveError>(())
    /// ```
    pub fn resolve(
        &self,
        base: &(impl AsRef<str> + ?Sized),
        reference: &(impl AsRef<str> + ?Sized),
    ) -> Result<Target, ResolveError> {
        self.run(base.as_ref(), reference.as_ref(), &mut ())
    }

    /// Resolves a reference and reports the steps that were taken, also when it fails.
    ///
    /// ```
    /// use urigram::{Grammar, Resolver};
    ///
    /// let resolver = Resolver::new(Grammar::Rfc3986);
    /// let (target, steps) = resolver.resolve_with_steps("http://a/b/c", "../g");
    /// assert_eq!(target.unwrap().to_string(), "http://a/g");
    /// assert_eq!((steps[1].label, &*steps[1].value), ("5.2.3 merge", "/b/../g"));
    /// ```
    pub fn resolve_with_steps(
        &self,
        base: &(impl AsRef<str> + ?Sized),
        reference: &(impl AsRef<str> + ?Sized),
    ) -> (Result<Target, ResolveError>, Vec<Step>) {
        let mut steps = Vec::new();
        (self.run(base.as_ref(), reference.as_ref(), &mut steps), steps)
    }

    /// Returns true if a target makes its reference one to the same document as the base, by the
    /// words of the grammar's document; `None` if the document does not say.
    ///
    /// RFC 2396 (4.2), url-1997 and uri-2003 mean a reference that contains no URI, so the target
    /// is the current document. RFC 3986 (4.4) means a target that equals the base apart from
    /// fragments. RFC 3987 and RFC 6874 build on it.
    ///
    /// ```
    /// use urigram::{Grammar, Resolver};
    ///
    /// let base = "http://a/b";
    /// let grammars = [Grammar::Rfc3986, Grammar::Rfc2396, Grammar::Rfc1808];
    /// for (grammar, is_same) in grammars.into_iter().zip([Some(true), Some(false), None]) {
    ///     let resolver = Resolver::new(grammar);
    ///     let target = resolver.resolve(base, "b#c")?;
    ///     assert_eq!(resolver.is_same_document(base, &target), is_same);
    /// }
    /// # Ok::<(), urigram::ResolveError>(())
    /// ```
    pub fn is_same_document(&self, base: &str, target: &Target) -> Option<bool> {
        let Some(text) = target.text() else { return Some(true) };
        let (algorithm, _) = self.algorithm()?;
        if [Algorithm::RFC2396, Algorithm::URL_1997, Algorithm::URI_2003].contains(&algorithm) {
            return Some(false);
        }
        let defines = ["rfc3986", "rfc3987", "rfc6874"].contains(&self.grammar.as_str());
        let without_fragment =
            |text: &str| text.split_once('#').map_or(text.len(), |(before, _)| before.len());
        let is_same = text[..without_fragment(text)] == base[..without_fragment(base)];
        defines.then_some(is_same)
    }

    fn run(
        &self,
        base: &str,
        reference: &str,
        trace: &mut impl Trace,
    ) -> Result<Target, ResolveError> {
        let grammar = self.grammar;
        let Some((algorithm, resolution)) = self.algorithm() else {
            let resolution = grammar.document().resolution.as_ref();
            let section = resolution.map_or("", |resolution| resolution.section);
            return Err(ResolveError::NoAlgorithm { grammar, section });
        };
        let (base, reference) = (self.stripped(base), self.stripped(reference));
        self.check(resolution, &base, &reference)?;
        // Whole characters are removed, so that text is left.
        let base = core::str::from_utf8(base.left()).unwrap_or_default();
        self.check_taken(base)?;
        let reference = core::str::from_utf8(reference.left()).unwrap_or_default();
        let Resolver { reading, strict, excess_parents, .. } = *self;
        let rules = &Bases { table: self.table(), reading };
        if let Some(RelativeBase(resolve)) =
            self.relative_base.filter(|_| algorithm == Algorithm::RFC3986)
        {
            if let Some(target) = resolve(self, base, reference) {
                return target;
            }
        }
        let attempt = Attempt { base, reference, rules, reading, strict, excess_parents };
        match algorithm.run(&attempt, trace) {
            Outcome::Target(Composed { text, intact: true }) => {
                Target::checked(text, grammar, self.reading)
            }
            outcome => self.refuse(resolution, outcome),
        }
    }

    /// Returns the answer where there is no target with the components that the algorithm computed.
    fn refuse(
        &self,
        resolution: &'static Resolution,
        outcome: Outcome,
    ) -> Result<Target, ResolveError> {
        let grammar = self.grammar;
        Err(match outcome {
            Outcome::CurrentDocument(fragment) => return Ok(Target::CurrentDocument { fragment }),
            Outcome::Target(Composed { text, .. }) => {
                ResolveError::SplitOtherwise { grammar, section: resolution.section, text }
            }
            Outcome::NotAbsolute => {
                ResolveError::BaseNotAbsolute { grammar, section: resolution.base_section }
            }
            Outcome::Unsuitable(why) => {
                ResolveError::UnsuitableBase { grammar, section: resolution.base_section, why }
            }
            Outcome::AboveRoot => ResolveError::AboveRoot { grammar, section: resolution.section },
        })
    }

    /// Checks the base, and the reference if the grammar has a rule for references. An empty base
    /// can mean an unknown base: RFC 1808 (4, step 1) and url-1997 (5.1.4) then take the reference
    /// for absolute.
    fn check(
        &self,
        resolution: &Resolution,
        base: &Stripped<'_>,
        reference: &Stripped<'_>,
    ) -> Result<(), ResolveError> {
        let tables = self.grammar.tables(self.reading);
        if !(base.left().is_empty() && resolution.empty_base) {
            let checked = base.check(self.table(), self.reading);
            checked.map_err(|error| ResolveError::Base(Box::new(error)))?;
        }
        if let Some(table) = tables.reference {
            let checked = reference.check(table, self.reading);
            checked.map_err(|error| ResolveError::Reference(Box::new(error)))?;
        }
        Ok(())
    }

    /// Checks that the program of a practice takes a base that its rules accept.
    fn check_taken(&self, base: &str) -> Result<(), ResolveError> {
        if !refuses_more(self.grammar.document()) {
            return Ok(());
        }
        let table = self.table();
        let Ok(parts) = table.split(base, self.reading) else { return Ok(()) };
        match refused(table, base, &parts) {
            Some(part) => Err(ResolveError::refused(self.grammar, "base", base, &part)),
            None => Ok(()),
        }
    }

    /// Returns a base or a reference without the characters that the document removes.
    fn stripped<'a>(&self, text: &'a str) -> Stripped<'a> {
        match &self.grammar.document().removed {
            Some(removed) => Stripped::without(removed, text.as_bytes()),
            None => Stripped::whole(text.as_bytes()),
        }
    }
}
