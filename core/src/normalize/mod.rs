//! Normal forms and equivalence, rung by rung, as far as each document goes.

mod blocks;
mod dots;
mod due;
mod one_pass;
mod rewrite;
mod rules;
mod rungs;
mod schemes;
#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use urigram_grammars::{Component, Grammar, Parts, Reading, SyntaxError};

use crate::{Uri, UriRef};
pub(crate) use rewrite::{octet, Rewrite};
use rules::{rules_of, Rules};
pub use schemes::KnownScheme;

/// A rung of the comparison ladder (RFC 3986, section 6.2); each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// The text as it is.
    SimpleString,
    /// Parts that ignore case: scheme, host, the digits of a percent-encoding.
    Case,
    /// Octets that need no percent-encoding.
    PercentEncoding,
    /// Dot segments.
    PathSegments,
    /// What the scheme says: default ports, empty paths.
    Scheme,
}

impl Rung {
    /// All rungs, the lowest first.
    pub const ALL: [Rung; 5] =
        [Rung::SimpleString, Rung::Case, Rung::PercentEncoding, Rung::PathSegments, Rung::Scheme];

    /// The name, `"percent-encoding"`.
    pub const fn name(self) -> &'static str {
        match self {
            Rung::SimpleString => "simple-string",
            Rung::Case => "case",
            Rung::PercentEncoding => "percent-encoding",
            Rung::PathSegments => "path-segments",
            Rung::Scheme => "scheme",
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Normalizes and compares by what one document says.
///
/// ```
/// use urigram::{Grammar, Normalizer, Rung};
///
/// let rfc3986 = Normalizer::new(Grammar::Rfc3986);
/// assert_eq!(rfc3986.normalize("HTTP://a:80/./%7Eb")?, "http://a/~b");
/// assert_eq!(rfc3986.up_to(Rung::Case).normalize("HTTP://a:80/./%7eb")?, "http://a:80/./%7Eb");
/// assert_eq!(rfc3986.equivalent("http://a/%7Eb", "http://a/~b")?, Some(Rung::PercentEncoding));
/// // RFC 2396 says nothing of dot segments in a URI.
/// assert_eq!(Normalizer::new(Grammar::Rfc2396).equivalent("http://a/./b", "http://a/b")?, None);
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normalizer {
    grammar: Grammar,
    reading: Reading,
    up_to: Rung,
}

impl Normalizer {
    /// All that the document of a grammar says.
    pub const fn new(grammar: Grammar) -> Normalizer {
        Normalizer { grammar, reading: Reading::Corrected, up_to: Rung::Scheme }
    }

    /// Sets the reading by which identifiers are checked.
    pub const fn reading(mut self, reading: Reading) -> Normalizer {
        self.reading = reading;
        self
    }

    /// Climbs no higher than this rung.
    pub const fn up_to(mut self, rung: Rung) -> Normalizer {
        self.up_to = rung;
        self
    }

    /// The rungs that the document knows, with the sections that describe them.
    pub fn rungs(&self) -> impl Iterator<Item = (Rung, &'static str)> {
        let rules = rules_of(self.grammar);
        let up_to = self.up_to;
        Rung::ALL
            .into_iter()
            .filter(move |&rung| rung <= up_to)
            .filter_map(move |rung| Some((rung, section(rules, rung)?)))
    }

    /// The normal form: borrowed where the input is its own. Normalizing again changes nothing, and the grammar
    /// accepts the result. Time is linear in the length.
    ///
    /// Dot segments stay in relative references, where they have a meaning.
    ///
    /// # Errors
    /// [`SyntaxError`] when the grammar's default start rule rejects the input: for `a b`, `http://a/%G`.
    pub fn normalize<'a>(&self, input: &'a str) -> Result<Cow<'a, str>, SyntaxError> {
        let parts = self.parts(input)?;
        Ok(self.normal_form(input, parts))
    }

    /// The text after each rung that changed it, the last being the normal form.
    ///
    /// # Errors
    /// As [`Normalizer::normalize`].
    pub fn steps(&self, input: &str) -> Result<Vec<(Rung, alloc::string::String)>, SyntaxError> {
        let parts = self.parts(input)?;
        let mut steps = Vec::new();
        self.climb(input, parts, |rung, text| steps.push((rung, text.into())));
        Ok(steps)
    }

    /// The lowest rung at which two identifiers meet; `None` when they differ at all of them, which never means that
    /// they identify different resources.
    ///
    /// # Errors
    /// As [`Normalizer::normalize`], for either input.
    pub fn equivalent(&self, a: &str, b: &str) -> Result<Option<Rung>, SyntaxError> {
        let (mut a, mut b) = (Climb::of(a, self.parts(a)?), Climb::of(b, self.parts(b)?));
        if a.text == b.text {
            return Ok(Some(Rung::SimpleString));
        }
        let Some(rules) = rules_of(self.grammar) else { return Ok(None) };
        for rung in Rung::ALL.into_iter().filter(|&rung| rung <= self.up_to) {
            a.step(self, rules, rung);
            b.step(self, rules, rung);
            if a.text == b.text {
                return Ok(Some(rung));
            }
        }
        Ok(None)
    }

    fn parts(&self, input: &str) -> Result<Parts, SyntaxError> {
        self.grammar.tables(self.reading).start().split(input, self.reading)
    }

    fn normal_form<'a>(&self, text: &'a str, parts: Parts) -> Cow<'a, str> {
        let Some(rules) = rules_of(self.grammar) else { return Cow::Borrowed(text) };
        one_pass::normalize(text, &parts, rules, self.up_to).unwrap_or_else(|| self.climb(text, parts, |_, _| ()))
    }

    fn climb<'a>(&self, input: &'a str, parts: Parts, mut changed: impl FnMut(Rung, &str)) -> Cow<'a, str> {
        let mut climb = Climb::of(input, parts);
        let Some(rules) = rules_of(self.grammar) else { return climb.text };
        for rung in Rung::ALL.into_iter().filter(|&rung| rung <= self.up_to) {
            if climb.step(self, rules, rung) {
                changed(rung, &climb.text);
            }
        }
        climb.text
    }
}

/// A text on its way up.
struct Climb<'a> {
    text: Cow<'a, str>,
    parts: Parts,
}

impl<'a> Climb<'a> {
    fn of(text: &'a str, parts: Parts) -> Climb<'a> {
        Climb { text: Cow::Borrowed(text), parts }
    }

    /// Whether the rung changed the text.
    ///
    /// A change that the grammar rejects is not made: a rule of one scheme can be narrower than what its document says
    /// of all. Nor is one that adds or takes a component: in rfc1808 the path `%41:` would become the scheme `A`.
    fn step(&mut self, normalizer: &Normalizer, rules: &Rules, rung: Rung) -> bool {
        let Cow::Owned(changed) = apply(&self.text, &self.parts, rules, rung) else { return false };
        match normalizer.parts(&changed) {
            Ok(parts) if same_components(&parts, &self.parts) => {
                (self.text, self.parts) = (Cow::Owned(changed), parts);
                true
            }
            _ => false,
        }
    }
}

/// Whether both have the same components, the port aside.
fn same_components(a: &Parts, b: &Parts) -> bool {
    let all = Component::ALL.into_iter().filter(|&component| component != Component::Port);
    all.into_iter().all(|component| a.get(component).is_some() == b.get(component).is_some())
}

fn apply<'a>(text: &'a str, parts: &Parts, rules: &Rules, rung: Rung) -> Cow<'a, str> {
    let changed = match rung {
        Rung::SimpleString => None,
        Rung::Case => rules.case.as_ref().map(|case| rungs::case(text, parts, case)),
        Rung::PercentEncoding => rules.percent.as_ref().map(|percent| rungs::percent(text, parts, rules, percent)),
        Rung::PathSegments => rules.path.as_ref().map(|path| rungs::path(text, parts, path)),
        Rung::Scheme => rules.scheme.as_ref().map(|scheme| rungs::scheme(text, parts, scheme)),
    };
    changed.unwrap_or(Cow::Borrowed(text))
}

fn section(rules: Option<&Rules>, rung: Rung) -> Option<&'static str> {
    match (rules, rung) {
        (_, Rung::SimpleString) => Some(""),
        (None, _) => None,
        (Some(rules), Rung::Case) => rules.case.as_ref().map(|case| case.section),
        (Some(rules), Rung::PercentEncoding) => rules.percent.as_ref().map(|percent| percent.section),
        (Some(rules), Rung::PathSegments) => rules.path.as_ref().map(|path| path.section()),
        (Some(rules), Rung::Scheme) => rules.scheme.as_ref().map(|scheme| scheme.section),
    }
}

impl<'a> Uri<'a> {
    /// The normal form by all that the grammar's document says; borrowed where this is its own.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?.normalize(), "example://a/b/c/%7Bfoo%7D");
    /// # Ok::<(), urigram::SyntaxError>(())
    /// ```
    pub fn normalize(&self) -> Cow<'a, str> {
        self.as_reference().normalize()
    }
}

impl<'a> UriRef<'a> {
    /// The normal form by all that the grammar's document says; borrowed where this is its own.
    pub fn normalize(&self) -> Cow<'a, str> {
        let normalizer = Normalizer::new(self.grammar()).reading(self.reading());
        normalizer.normal_form(self.as_str(), *self.parts())
    }
}
