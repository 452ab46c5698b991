//! Normal forms, keys and equivalence, to the extent that each document defines them.
//!
//! A document's equivalences are rows in its folder; [`rows`] and [`keys`] have one function for
//! each kind of change. [`one_pass`] makes the normal form in one pass if the result is known to be
//! the same.

mod addresses;
#[cfg(feature = "documents")]
mod advice;
mod blocks;
#[cfg(feature = "documents")]
mod difference;
mod dots;
mod keys;
mod names;
mod one_pass;
mod plan;
mod rows;
mod schemes;
#[cfg(test)]
mod tests;
mod values;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use urigram_grammars::{
    Change, Comparison, Component, Equivalence, Grammar, Level, Objection, Objective, Parts,
    Reading, SyntaxError,
};

use crate::compared::Compared;
#[cfg(feature = "lines")]
use urigram_grammars::LineTable;

use addresses::Addresses;
#[cfg(feature = "documents")]
pub use difference::Difference;
pub use schemes::KnownScheme;

/// Normalizes and compares by the equivalences of one document.
///
/// ```
/// use urigram::normalization::{Compared, Level};
/// use urigram::{Grammar, Normalizer};
///
/// let rfc3986 = Normalizer::new(Grammar::Rfc3986);
/// assert_eq!(rfc3986.normalize("HTTP://a:80/./%7Eb")?, "http://a/~b");
/// assert_eq!(rfc3986.up_to(Level::Case).normalize("HTTP://a:80/./%7eb")?, "http://a:80/./%7Eb");
/// let compared = rfc3986.equivalent("http://a/%7Eb", "http://a/~b")?;
/// let Compared::Equivalent { by } = compared else { panic!() };
/// assert_eq!((by[0].id, by[0].section), ("encoding", "6.2.2.2"));
/// // RFC 2396 says nothing of dot segments in a URI.
/// let rfc2396 = Normalizer::new(Grammar::Rfc2396);
/// assert!(!rfc2396.equivalent("http://a/./b", "http://a/b")?.is_equivalent());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normalizer {
    grammar: Grammar,
    reading: Reading,
    up_to: Level,
    objective: Objective,
    without: Option<&'static str>,
    addresses: Option<Addresses>,
}

/// The reason why an identifier has no normal form.
///
/// ```
/// use urigram::errors::NormalizeError;
/// use urigram::{Grammar, Normalizer};
///
/// let error = Normalizer::new(Grammar::Rfc3986).normalize("http://a b/").unwrap_err();
/// assert!(matches!(error, NormalizeError::Rejected(error) if error.offset() == Some(8)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NormalizeError {
    /// The grammar does not accept it.
    Rejected(Objection),
    /// The document does not say which identifiers are equivalent.
    Unsaid {
        /// The grammar.
        grammar: Grammar,
    },
}

impl fmt::Display for NormalizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NormalizeError::Rejected(objection) => objection.fmt(f),
            NormalizeError::Unsaid { grammar } => {
                write!(f, "{grammar} does not say when two identifiers are equivalent")
            }
        }
    }
}

impl core::error::Error for NormalizeError {}

impl From<Objection> for NormalizeError {
    fn from(objection: Objection) -> NormalizeError {
        NormalizeError::Rejected(objection)
    }
}

impl Normalizer {
    /// Makes a normalizer with all equivalences of a grammar's document.
    pub const fn new(grammar: Grammar) -> Normalizer {
        let (reading, up_to, objective) = (Reading::Corrected, Level::Scheme, Objective::Identity);
        Normalizer { grammar, reading, up_to, objective, without: None, addresses: None }
    }

    /// Sets the reading that identifiers are checked by.
    pub const fn reading(mut self, reading: Reading) -> Normalizer {
        self.reading = reading;
        self
    }

    /// Sets the highest level whose equivalences apply, [`Level::Scheme`] at first.
    ///
    /// [`Level::Address`] is above all that a document says: texts of one address become one.
    ///
    /// ```
    /// use urigram::normalization::Level;
    /// use urigram::{Grammar, Normalizer};
    ///
    /// let addresses = Normalizer::new(Grammar::Rfc3986).up_to(Level::Address);
    /// assert_eq!(addresses.normalize("http://[DB8:0:0:0:0:0:0:1]:80")?, "http://[db8::1]/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn up_to(mut self, level: Level) -> Normalizer {
        self.up_to = level;
        self.addresses = match level {
            Level::Address => Some(Addresses::WRITTEN),
            _ => None,
        };
        self
    }

    /// Sets the purpose of comparisons. Normal forms are the same for every purpose.
    pub const fn objective(mut self, objective: Objective) -> Normalizer {
        self.objective = objective;
        self
    }

    /// Leaves out the equivalence with this id. Comparing the results shows its effect.
    ///
    /// ```
    /// use urigram::{Grammar, Normalizer};
    ///
    /// let rfc1630 = Normalizer::new(Grammar::Rfc1630);
    /// assert!(rfc1630.equivalent("http://a/b#", "http://a/b")?.is_equivalent());
    /// let without = rfc1630.without("void-fragment");
    /// assert!(!without.equivalent("http://a/b#", "http://a/b")?.is_equivalent());
    /// # Ok::<(), urigram::errors::Objection>(())
    /// ```
    pub const fn without(mut self, id: &'static str) -> Normalizer {
        self.without = Some(id);
        self
    }

    /// Whether the document says when two identifiers are equivalent.
    pub fn is_defined(&self) -> bool {
        self.comparison().is_some()
    }

    /// Returns the equivalences that apply, in order.
    pub fn equivalences(&self) -> impl Iterator<Item = &'static Equivalence> + use<> {
        self.with_address()
    }

    fn with_address(&self) -> impl Iterator<Item = &'static Equivalence> + Clone + use<> {
        let this = *self;
        self.rows().chain(self.addresses.map(Addresses::row).filter(move |row| this.uses(row)))
    }

    /// Returns those of the document.
    fn rows(&self) -> impl Iterator<Item = &'static Equivalence> + Clone + use<> {
        let all = self.comparison().map_or(&[][..], |comparison| comparison.equivalences);
        let this = *self;
        all.iter().filter(move |row| this.uses(row))
    }

    /// Returns the normal form, borrowed where the input is its own. Normalizing again changes
    /// nothing, the grammar accepts the result, and it has the same components (a port that is the
    /// default excepted). Time is linear in the length.
    ///
    /// Dot segments, ports and empty paths stay in relative references, whose scheme is not known.
    ///
    /// ```
    /// use urigram::{uri, Grammar, Normalizer};
    ///
    /// let normalizer = Normalizer::new(Grammar::Rfc3986);
    /// assert_eq!(normalizer.normalize(&uri!("HTTP://a/./b"))?, "http://a/b");
    /// # Ok::<(), urigram::errors::NormalizeError>(())
    /// ```
    ///
    /// # Errors
    /// [`NormalizeError::Rejected`] when the grammar's default start rule does not accept the
    /// input: for `a b`, `http://a/%G`. [`NormalizeError::Unsaid`] when the document does not say
    /// when two identifiers are equivalent.
    pub fn normalize<'a>(
        &self,
        input: &'a (impl AsRef<str> + ?Sized),
    ) -> Result<Cow<'a, str>, NormalizeError> {
        let (text, parts) = self.read(input.as_ref())?;
        if !self.is_defined() {
            return Err(NormalizeError::Unsaid { grammar: self.grammar });
        }
        Ok(match text {
            Cow::Borrowed(text) => self.normal_form(text, parts),
            Cow::Owned(text) => Cow::Owned(self.normal_form(&text, parts).into_owned()),
        })
    }

    /// Returns the text after each equivalence of the normal form that changed it. The last text is
    /// the normal form.
    ///
    /// # Errors
    /// [`NormalizeError::Rejected`] if the grammar's default start rule does not accept the input.
    /// [`NormalizeError::Unsaid`] if the document does not define equivalence.
    pub fn steps(
        &self,
        input: &(impl AsRef<str> + ?Sized),
    ) -> Result<Vec<(&'static Equivalence, String)>, NormalizeError> {
        let (text, parts) = self.read(input.as_ref())?;
        if !self.is_defined() {
            return Err(NormalizeError::Unsaid { grammar: self.grammar });
        }
        let mut steps = Vec::new();
        let rows = self.with_address().filter(|row| is_of_normal_form(row));
        let apply = self.addresses.map_or(rows::apply as Apply, |addresses| addresses.apply);
        self.apply_all(&text, parts, rows, apply, |row, text| {
            steps.push((row, text.into()));
        });
        Ok(steps)
    }

    /// Returns a string that is equal for two identifiers exactly where the document makes them
    /// equivalent, for the purpose that was set. A key may lack components, and is not always an
    /// identifier. `None` where the document does not say what is equivalent, and for a relative
    /// reference where it forbids to compare these (RFC 3986, 6.1).
    ///
    /// Time is linear in the length, except that the directives of a query are sorted (urn-2012).
    /// The texts of citations have no keys here: `urc::key` makes them, of elements.
    ///
    /// ```
    /// use urigram::{Grammar, Normalizer};
    ///
    /// let key = |grammar, text| Normalizer::new(grammar).key(text).unwrap();
    /// assert_eq!(key(Grammar::Rfc8141, "URN:example:a?=b#c").unwrap(), "urn:example:a");
    /// assert_eq!(key(Grammar::Rfc1738, "file://localhost/a"), key(Grammar::Rfc1738, "file:///a"));
    /// assert_eq!(key(Grammar::Rfc3986, "../a"), None);
    /// ```
    ///
    /// # Errors
    /// [`Objection`] when the grammar's default start rule does not accept the input.
    pub fn key<'a>(
        &self,
        input: &'a (impl AsRef<str> + ?Sized),
    ) -> Result<Option<Cow<'a, str>>, Objection> {
        let (text, parts) = self.read(input.as_ref())?;
        Ok(match text {
            Cow::Borrowed(text) => self.key_of(text, parts),
            Cow::Owned(text) => self.key_of(&text, parts).map(|key| Cow::Owned(key.into_owned())),
        })
    }

    /// Returns the result of comparing two identifiers by their keys: the equivalences that make
    /// them equal, that they differ, or that the document does not say.
    ///
    /// ```
    /// use urigram::{uri, Grammar, Normalizer};
    ///
    /// let normalizer = Normalizer::new(Grammar::Rfc3986);
    /// let compared = normalizer.equivalent(&uri!("HTTP://a/"), "http://a/./")?;
    /// assert!(compared.is_equivalent());
    /// # Ok::<(), urigram::errors::Objection>(())
    /// ```
    ///
    /// # Errors
    /// [`Objection`] if the grammar's default start rule does not accept either input.
    pub fn equivalent(
        &self,
        a: &(impl AsRef<str> + ?Sized),
        b: &(impl AsRef<str> + ?Sized),
    ) -> Result<Compared, Objection> {
        let ((a, of_a), (b, of_b)) = (self.read(a.as_ref())?, self.read(b.as_ref())?);
        let (a, b) = (&*a, &*b);
        let mut rows: Vec<&'static Equivalence> = self.equivalences().collect();
        let key = |text, parts, rows: &[&'static Equivalence]| self.key_by(text, parts, rows);
        match (self.key_of(a, of_a), self.key_of(b, of_b)) {
            (Some(a), Some(b)) if a != b => return Ok(self.of_different(&rows, &a, &b)?),
            (Some(_), Some(_)) => {}
            _ => {
                return Ok(Compared::Unsaid {
                    forbidden: self.comparison().and_then(|comparison| comparison.relative),
                })
            }
        }
        // Each equivalence that is not needed is left out.
        let mut at = 0;
        while at < rows.len() {
            let row = rows.remove(at);
            if key(a, of_a, &rows) != key(b, of_b, &rows) {
                rows.insert(at, row);
                at += 1;
            }
        }
        Ok(Compared::Equivalent { by: rows })
    }

    fn comparison(&self) -> Option<&'static Comparison> {
        self.grammar.document().comparison.as_ref()
    }

    fn uses(&self, row: &Equivalence) -> bool {
        row.level() <= self.up_to
            && row.objective.is_none_or(|objective| objective == self.objective)
            && self.without.is_none_or(|without| without != row.id)
    }

    fn of_normal_form(&self) -> impl Iterator<Item = &'static Equivalence> + Clone + use<> {
        self.rows().filter(|row| is_of_normal_form(row))
    }

    /// Returns what the grammar reads of an input that it accepts, with its parts.
    fn read<'a>(&self, input: &'a str) -> Result<(Cow<'a, str>, Parts), Objection> {
        let table = self.grammar.tables(self.reading).start();
        let verdict = self.grammar.verdict(self.reading, table, input.as_bytes());
        // A table gives parts.
        let parts = verdict.parts()?.unwrap_or(Parts::EMPTY);
        let stripped = verdict.stripped();
        let text = if stripped.is_whole() {
            Cow::Borrowed(input)
        } else {
            Cow::Owned(String::from_utf8_lossy(stripped.left()).into_owned())
        };
        Ok((text, parts))
    }

    /// Returns the parts of a text that a change made.
    fn parts(&self, input: &str) -> Result<Parts, SyntaxError> {
        self.grammar.tables(self.reading).start().split(input, self.reading)
    }

    /// Returns the normal form of a text, or the text itself if the document does not define
    /// equivalence.
    #[doc(hidden)]
    pub fn normal_form<'a>(&self, text: &'a str, parts: Parts) -> Cow<'a, str> {
        let Some(comparison) = self.comparison() else { return Cow::Borrowed(text) };
        let at_once = match self.without {
            None if self.addresses.is_none() || !has_brackets(text, &parts) => {
                one_pass::normalize(text, &parts, &comparison.summary, self.up_to)
            }
            _ => None,
        };
        at_once.unwrap_or_else(|| self.one_by_one(text, parts))
    }

    /// Returns the normal form by one change after the other.
    #[inline(never)]
    fn one_by_one<'a>(&self, text: &'a str, parts: Parts) -> Cow<'a, str> {
        if let Some(addresses) = self.addresses {
            return (addresses.normal_form)(self, text, parts);
        }
        self.apply_all(text, parts, self.of_normal_form(), rows::apply, |_, _| ()).text
    }

    /// Returns the first level where the normal forms of a text by two documents differ.
    #[cfg(feature = "documents")]
    #[doc(hidden)]
    pub fn first_difference(of: [Normalizer; 2], text: &str, parts: &[Parts; 2]) -> Difference {
        match of.map(|one| one.comparison()) {
            [Some(first), Some(second)] => {
                difference::first(text, parts, [&first.summary, &second.summary])
            }
            _ => Difference::Unknown,
        }
    }

    /// Returns the numbers of the schemes whose lines are not plain, because the document has
    /// equivalences for them.
    #[cfg(feature = "lines")]
    #[doc(hidden)]
    pub fn special_schemes(&self) -> impl Iterator<Item = u64> + use<> {
        let special = self.comparison().map_or([0; 4], |comparison| comparison.summary.special);
        special.into_iter().filter(|&number| number != 0)
    }

    /// Prepares a table of the lines that are their own normal forms at one look: those that the
    /// grammar accepts, with a host and nothing that an equivalence could change. `None` where a
    /// document has other components for some schemes, and for [`Level::Address`].
    ///
    /// ```
    /// use urigram::{Grammar, Normalizer};
    ///
    /// let table = Normalizer::new(Grammar::Rfc3986).plain_lines().unwrap();
    /// let mut plain = Vec::new();
    /// table.judge(b"http://a/b\nhttp://A/b\nhttp://a/./b\n", |_, is_plain| plain.push(is_plain));
    /// assert_eq!(plain, [true, false, false]);
    /// ```
    #[cfg(feature = "lines")]
    #[doc(hidden)]
    pub fn plain_lines(&self) -> Option<LineTable> {
        if self.addresses.is_some() {
            return None;
        }
        let excluded: Vec<u64> = self.special_schemes().collect();
        let table = self.grammar.tables(self.reading).start();
        self.comparison().and_then(|_| LineTable::plain(&[table], &excluded))
    }

    /// Applies equivalences one after the other, and reports each text that differs from the one
    /// before it.
    ///
    /// A change is not made where the grammar rejects its result, or where that has other
    /// components. Tests show that this never happens in the published documents; a user's own
    /// document may have equivalences that go too far.
    fn apply_all<'a>(
        &self,
        text: &'a str,
        parts: Parts,
        rows: impl Iterator<Item = &'static Equivalence> + Clone,
        apply: Apply,
        mut changed: impl FnMut(&'static Equivalence, &str),
    ) -> Split<'a> {
        let mut split = Split { text: Cow::Borrowed(text), parts };
        let lowers_host = rows.clone().any(
            |row| matches!(row.change, Change::LowerCase(of) if of.contains(&Component::Host)),
        );
        for row in rows {
            let Cow::Owned(new) = apply(row, &split.text, &split.parts, lowers_host) else {
                continue;
            };
            let Ok(parts) = self.parts(&new) else { continue };
            let may_differ = row.key_only
                && matches!(row.change, Change::Same { .. } | Change::Drop(_) | Change::Scheme(_));
            if may_differ || same_components(&parts, &split.parts) {
                changed(row, &new);
                split = Split { text: Cow::Owned(new), parts };
            }
        }
        split
    }
}

fn is_of_normal_form(row: &Equivalence) -> bool {
    !row.key_only && row.objective.is_none()
}

/// Returns true if the host may be an address of IPv6.
fn has_brackets(text: &str, parts: &Parts) -> bool {
    parts.host().is_some_and(|host| text.as_bytes().get(host.start as usize) == Some(&b'['))
}

/// A function that applies an equivalence's change: [`rows::apply`] or [`keys::apply`].
type Apply = for<'a> fn(&Equivalence, &'a str, &Parts, bool) -> Cow<'a, str>;

/// A text and its components.
struct Split<'a> {
    text: Cow<'a, str>,
    parts: Parts,
}

/// Returns true if both have the same components, the port aside.
fn same_components(a: &Parts, b: &Parts) -> bool {
    let all = Component::ALL.into_iter().filter(|&component| component != Component::Port);
    all.into_iter().all(|component| a.get(component).is_some() == b.get(component).is_some())
}
