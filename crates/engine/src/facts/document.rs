//! A document's facts, as the generated modules hold them.

use core::fmt;
use core::str::FromStr;

#[cfg(feature = "facts")]
use crate::ConstraintTest;
#[cfg(feature = "commentary")]
use crate::UnknownName;
use crate::{
    ByteSet, Caution, Comparison, Component, Constraint, ConstraintCheck, Erratum, MarkingRow,
    Reading, Removed, Resolution, RuleNames, Schemes,
};

/// One document: its facts, rules, errata and constraints.
///
/// ```
/// use urigram::Grammar;
///
/// let document = Grammar::Rfc3986.document();
/// assert_eq!((document.number(), document.date().year), ("RFC 3986", 2005));
/// assert_eq!(document.start().uri, Some("URI"));
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct Document {
    #[doc(hidden)]
    pub id: &'static str,
    /// The id as a constant of Rust is spelt, `"Rfc3986"`: the name that macros take.
    #[doc(hidden)]
    pub constant: &'static str,
    #[doc(hidden)]
    pub title: &'static str,
    #[doc(hidden)]
    pub date: Date,
    #[doc(hidden)]
    pub number: &'static str,
    #[doc(hidden)]
    pub status: &'static str,
    #[doc(hidden)]
    pub form: Form,
    /// The meaning of a terminal value in the rules.
    #[doc(hidden)]
    pub encoding: Encoding,
    #[doc(hidden)]
    pub base: Option<&'static str>,
    /// The section that lets a name in running text end only at a character that cannot be in it,
    /// so that punctuation after the name belongs to it. `None` where the document does not say so.
    #[doc(hidden)]
    pub keeps_punctuation: Option<&'static str>,
    /// The section that lets percent-encodings represent characters of ISO 8859-1 (Latin-1). `None`
    /// where the document does not say so.
    #[doc(hidden)]
    pub latin_1: Option<&'static str>,
    /// The characters that are removed before the rules apply; `None` where they apply to the input
    /// as it is.
    #[doc(hidden)]
    pub removed: Option<Removed>,
    #[doc(hidden)]
    pub start: Start,
    /// RFC 3986's component names and the document's own rules for them, outermost rule first.
    #[doc(hidden)]
    pub components: &'static [(Component, &'static [&'static str])],
    /// The conditions that decide which of several rules a component matches. The first row that
    /// fits a component applies. A component without rows matches the first of its rules.
    #[doc(hidden)]
    pub names: &'static [ComponentName],
    #[doc(hidden)]
    pub parts: &'static [Part],
    #[doc(hidden)]
    pub resolution: Option<Resolution>,
    #[doc(hidden)]
    pub comparison: Option<Comparison>,
    /// The names and sections of [`Commentary::rules`].
    #[doc(hidden)]
    pub rule_names: RuleNames,
    /// The errata whose repair changes the language.
    #[doc(hidden)]
    pub repairs: &'static [Erratum],
    #[doc(hidden)]
    pub constraints: &'static [Constraint],
    /// The checks of constraints that a rule decides.
    #[doc(hidden)]
    #[cfg_attr(feature = "facts", serde(serialize_with = "unplaced"))]
    pub checks: &'static [ConstraintCheck],
    /// The rules for single characters, largest first. Messages use their names for expected
    /// characters.
    #[doc(hidden)]
    pub classes: &'static [Class],
    /// The commentary, in builds that have it.
    #[doc(hidden)]
    #[cfg_attr(feature = "facts", serde(serialize_with = "held"))]
    pub held_commentary: HeldCommentary,
}

/// Facts about a document that no parse, error, resolution or normal form needs. They take more
/// room than all of those, so that only builds with the feature `documents` have them.
///
/// ```
/// use urigram::Grammar;
///
/// let commentary = Grammar::Rfc3986.document().commentary();
/// assert_eq!(commentary.authors.len(), 3);
/// assert_eq!(commentary.obsoletes, ["rfc2732", "rfc2396", "rfc1808"]);
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct Commentary {
    /// The authors, as printed.
    pub authors: &'static [&'static str],
    /// The documents that it obsoletes, by its own statement.
    pub obsoletes: &'static [&'static str],
    /// The documents that it updates, by its own statement.
    pub updates: &'static [&'static str],
    /// The documents that have obsoleted it since.
    pub obsoleted_by: &'static [&'static str],
    /// The rules in the document's order, followed by those from other documents.
    pub rules: &'static [Rule],
    /// The notation of the document's rules, and what was decided in translating it.
    pub notation: &'static str,
    /// The document's contribution, in one or two sentences.
    pub summary: &'static str,
    /// The document's own rules for the concepts that several documents share, the main rule first.
    pub concepts: &'static [(&'static str, &'static [&'static str])],
    /// The places where the print contradicts the document, whether repaired or not.
    pub errata: &'static [Erratum],
    /// The kinds of identifiers that the rules and the prose allow and the prose advises against.
    pub cautions: &'static [Caution],
    /// The places of components that the rules of `components` alone do not give.
    pub markings: &'static [MarkingRow],
}

/// A document's commentary, as generated modules hold it.
#[cfg(feature = "commentary")]
#[doc(hidden)]
pub type HeldCommentary = &'static Commentary;

/// Nothing, in builds without commentary.
#[cfg(not(feature = "commentary"))]
#[doc(hidden)]
pub type HeldCommentary = ();

/// Makes a [`HeldCommentary`] of a [`Commentary`] in a generated module. The feature is the
/// engine's, even for modules in other packages.
#[cfg(feature = "commentary")]
#[doc(hidden)]
#[macro_export]
macro_rules! commentary {
    ($commentary:expr) => {
        &$commentary
    };
}

/// Leaves out the commentary of a generated module.
#[cfg(not(feature = "commentary"))]
#[doc(hidden)]
#[macro_export]
macro_rules! commentary {
    ($commentary:expr) => {
        ()
    };
}

/// Writes a commentary by the macro that leaves it out of builds without one.
#[cfg(feature = "facts")]
fn held<S: serde::Serializer>(held: &HeldCommentary, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_newtype_struct("commentary!", held)
}

/// Writes the checks without those of a package, whose types make them.
#[cfg(feature = "facts")]
fn unplaced<S: serde::Serializer>(checks: &[ConstraintCheck], to: S) -> Result<S::Ok, S::Error> {
    let is_placed = |check: &&ConstraintCheck| matches!(check.test, ConstraintTest::Placed(_));
    to.collect_seq(checks.iter().filter(|check| !is_placed(check)))
}

/// A document's id, with the reading where there are two.
struct InReading {
    document: &'static Document,
    reading: Reading,
}

impl fmt::Display for InReading {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Document { id, status, .. } = self.document;
        if *status == "revision" {
            f.write_str(id)
        } else {
            write!(f, "{id} ({})", self.reading)
        }
    }
}

impl Document {
    /// Returns the grammar id, `"rfc3986"`.
    #[inline]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the title.
    #[inline]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Returns the day of publication; the first of the month where only a month is printed.
    #[inline]
    pub const fn date(&self) -> Date {
        self.date
    }

    /// Returns the series number or draft name: `"RFC 3986"`, `"draft-ietf-uri-url-01"`.
    #[inline]
    pub const fn number(&self) -> &'static str {
        self.number
    }

    /// Returns the status at the publication, such as `Proposed Standard`.
    #[inline]
    pub const fn status(&self) -> &'static str {
        self.status
    }

    /// Returns the kind of identifier that the document defines.
    #[inline]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// Returns the id of the grammar whose rules the document builds on.
    #[inline]
    pub const fn base(&self) -> Option<&'static str> {
        self.base
    }

    /// Returns the rules from which a parse can start.
    #[inline]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// Returns the parts into which the document splits components further (`gophertype`,
    /// `database`), in the order in which they are looked for.
    #[inline]
    pub const fn parts(&self) -> &'static [Part] {
        self.parts
    }

    /// Returns the document's resolution of references; `None` if it does not define one.
    #[inline]
    pub const fn resolution(&self) -> Option<&Resolution> {
        self.resolution.as_ref()
    }

    /// Returns the document's definition of equivalence; `None` if it does not have one.
    #[inline]
    pub const fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    /// Returns the requirements of the prose that no rule expresses.
    #[inline]
    pub const fn constraints(&self) -> &'static [Constraint] {
        self.constraints
    }

    /// Returns the facts that only descriptions of the document need. Needs the feature
    /// `documents`.
    #[cfg(feature = "commentary")]
    #[cfg_attr(docsrs, doc(cfg(feature = "documents")))]
    pub const fn commentary(&self) -> &'static Commentary {
        self.held_commentary
    }

    /// Returns the id as messages show it: with the reading, `rfc3986 (corrected)`. The id of a
    /// revision appears alone, because a revision has one reading.
    #[inline]
    pub fn in_reading(&'static self, reading: Reading) -> impl fmt::Display {
        InReading { document: self, reading }
    }

    /// Returns the rules in the document's order, followed by those from other documents. Needs the
    /// feature `documents`.
    #[cfg(feature = "commentary")]
    #[cfg_attr(docsrs, doc(cfg(feature = "documents")))]
    pub const fn rules(&self) -> &'static [Rule] {
        self.commentary().rules
    }

    /// Returns the rule with this name or id; case does not matter, and `-` and `_` are the same.
    /// Needs the feature `documents`.
    ///
    /// # Errors
    /// [`UnknownName`] when the document has no such rule.
    #[cfg(feature = "commentary")]
    #[cfg_attr(docsrs, doc(cfg(feature = "documents")))]
    pub fn rule(&self, name: &str) -> Result<&'static Rule, UnknownName> {
        match self.rules().iter().find(|rule| crate::same_name(rule.name, name)) {
            Some(rule) => Ok(rule),
            None => UnknownName::resolve("rule", name, self.rules(), |rule| rule.id),
        }
    }

    /// Returns the document's own rules for a component, outermost first. The result is empty if
    /// the document does not have the component.
    #[inline]
    pub fn component_rules(&self, component: Component) -> &'static [&'static str] {
        self.components
            .iter()
            .find(|(known, _)| *known == component)
            .map_or(&[], |(_, rules)| rules)
    }
}

/// The rules from which a parse can start, by name.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct Start {
    /// The rule for the identifiers that the document defines.
    #[cfg_attr(feature = "facts", serde(default))]
    pub default: &'static str,
    /// The rule that demands a scheme, which `uri!` checks.
    pub uri: Option<&'static str>,
    /// The rule that admits relative forms, which `uri_ref!` checks.
    pub reference: Option<&'static str>,
    /// Further rules that have a table.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub others: &'static [&'static str],
}

#[cfg(feature = "facts")]
impl Start {
    /// Returns every start rule once, the default first.
    #[doc(hidden)]
    pub fn all(&self) -> alloc::vec::Vec<&'static str> {
        let mut names = alloc::vec![self.default];
        let more = self.uri.iter().chain(&self.reference).chain(self.others);
        for name in more {
            if !names.contains(name) {
                names.push(name);
            }
        }
        names
    }
}

/// One rule of a document.
///
/// ```
/// use urigram::Grammar;
///
/// let rule = Grammar::Rfc3986.document().rule("host")?;
/// assert_eq!((rule.name(), rule.section()), ("host", "3.2.2"));
/// # Ok::<(), urigram::errors::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename(serialize = "Rule::new"), deny_unknown_fields))]
pub struct Rule {
    #[doc(hidden)]
    pub name: &'static str,
    #[doc(hidden)]
    #[cfg_attr(feature = "facts", serde(default))]
    pub id: &'static str,
    #[doc(hidden)]
    pub section: &'static str,
    #[doc(hidden)]
    pub imported: Option<&'static str>,
    #[doc(hidden)]
    pub note: Option<&'static str>,
}

impl Rule {
    /// Returns the name as printed.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name as RFC 5234 can write it.
    #[inline]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the section that prints the rule, or its heading where sections have no numbers.
    #[inline]
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// Returns the source of an imported rule.
    #[inline]
    pub const fn imported(&self) -> Option<&'static str> {
        self.imported
    }

    /// Returns the remark on the rule.
    #[inline]
    pub const fn note(&self) -> Option<&'static str> {
        self.note
    }

    /// Makes the facts of a generated module.
    #[doc(hidden)]
    #[inline]
    pub const fn new(
        name: &'static str,
        id: &'static str,
        section: &'static str,
        imported: Option<&'static str>,
        note: Option<&'static str>,
    ) -> Rule {
        Rule { name, id, section, imported, note }
    }
}

/// A row of a document that names its rules for a component.
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(Clone, Default, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
#[doc(hidden)]
pub struct ComponentName {
    /// The component.
    #[cfg_attr(feature = "facts", serde(skip_deserializing))]
    pub component: Component,
    /// The rule; `None` where the document has no rule for exactly this.
    pub rule: Option<&'static str>,
    /// The schemes that the row applies to. A scheme with a form of its own is included only where
    /// that form accepts.
    #[cfg_attr(feature = "facts", serde(default))]
    pub schemes: Schemes,
    /// A component that must be present.
    pub with: Option<Component>,
    /// A text that the component must begin with.
    pub begins: Option<&'static str>,
    /// Whether the row applies to an empty component only.
    #[cfg_attr(feature = "facts", serde(default))]
    pub empty: bool,
}

/// A part inside a component, and how it is found there.
///
/// The rows of a component are tried in order, each from the end of the part before it on.
///
/// ```
/// use urigram::{Component, Grammar};
///
/// let parts = Grammar::Rfc1738.document().parts();
/// let user = parts.iter().find(|part| part.name == "user").unwrap();
/// assert_eq!((user.component, user.ends), (Component::Userinfo, &[":"][..]));
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(Clone, Copy, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct Part {
    /// The document's name for the part: `"gophertype"`.
    pub name: &'static str,
    /// The component that holds it.
    pub component: Component,
    /// The document's rule for the part; `None` where the document only has one for characters in
    /// general.
    pub rule: Option<&'static str>,
    /// The section that names the part.
    pub section: &'static str,
    /// The value that the document gives to an absent part.
    pub default: Option<&'static str>,
    /// The schemes for which the document gives the value.
    #[cfg_attr(feature = "facts", serde(default))]
    pub default_schemes: Schemes,
    /// The schemes that have the part. A scheme with a form of its own is included only where that
    /// form accepts.
    #[cfg_attr(feature = "facts", serde(default))]
    pub schemes: Schemes,
    /// The rules of the component under which there is such a part; empty for all.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub under: &'static [&'static str],
    /// Texts that the component must hold.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub has: &'static [&'static str],
    /// Texts that the component must not hold.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub lacks: &'static [&'static str],
    /// A text that must precede the first such part.
    pub from: Option<&'static str>,
    /// The delimiter before the part; without regard to case.
    #[cfg_attr(feature = "facts", serde(default))]
    pub begins: &'static str,
    /// The delimiters that end the part. The end of the component ends it, too.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub ends: &'static [&'static str],
    /// The extent of the part.
    #[cfg_attr(feature = "facts", serde(default))]
    pub takes: Takes,
    /// Whether the part is present only if the row before was found.
    #[cfg_attr(feature = "facts", serde(default))]
    pub follows: bool,
    /// Whether the part occurs again, together with the other rows that repeat.
    #[cfg_attr(feature = "facts", serde(default))]
    pub repeats: bool,
    /// The delimiter before each further occurrence; `begins` where there isn't one.
    pub separator: Option<&'static str>,
}

/// The extent of a part, which ends before a delimiter.
///
/// ```
/// use urigram::documents::Takes;
/// use urigram::Grammar;
///
/// let parts = Grammar::Rfc1738.document().parts();
/// let kind = parts.iter().find(|part| part.name == "gophertype").unwrap();
/// assert_eq!(kind.takes, Takes::One);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename_all(deserialize = "kebab-case")))]
pub enum Takes {
    /// Everything.
    #[default]
    All,
    /// One byte, or one percent-encoding.
    One,
    /// Digits.
    Digits,
}

/// A rule that matches exactly one character.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
#[doc(hidden)]
pub struct Class {
    /// The rule's name.
    pub name: &'static str,
    /// Its characters, as the bytes that they begin with.
    pub bytes: ByteSet,
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: u8,
}

impl Date {
    /// The date of an undated document. It follows every other date.
    pub const UNDATED: Date = Date { year: u16::MAX, month: 0, day: 0 };

    /// Returns a day of the Gregorian calendar; `None` if there is no such day.
    ///
    /// ```
    /// use urigram::documents::Date;
    ///
    /// assert_eq!(Date::new(2004, 2, 29).unwrap().to_string(), "2004-02-29");
    /// assert_eq!((Date::new(2005, 2, 29), Date::new(2005, 13, 1)), (None, None));
    /// ```
    #[inline]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let is_century = year.is_multiple_of(100);
        let is_leap = year.is_multiple_of(4) && (!is_century || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => return None,
        };
        if day == 0 || day > days {
            return None;
        }
        Some(Date { year, month, day })
    }

    /// Returns true if this is the date of a document that has one.
    #[inline]
    pub const fn is_known(self) -> bool {
        self.month != 0
    }
}

impl fmt::Display for Date {
    /// Writes year, month, day: `1993-07-14`; `undated` for [`Date::UNDATED`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_known() {
            return f.write_str("undated");
        }
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = InvalidDate;

    /// Reads year, month and day with all their digits.
    ///
    /// ```
    /// use urigram::documents::Date;
    ///
    /// assert_eq!("2005-01-25".parse(), Ok(Date::new(2005, 1, 25).unwrap()));
    /// assert!("2005-1-25".parse::<Date>().is_err() && "2005-02-29".parse::<Date>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Date, InvalidDate> {
        let mut fields = text.split('-');
        let mut field = |digits: usize| {
            let field = fields.next().filter(|field| field.len() == digits)?;
            field.bytes().try_fold(0u16, |number, byte| {
                byte.is_ascii_digit().then(|| number * 10 + u16::from(byte - b'0'))
            })
        };
        let numbers = (field(4), field(2), field(2), fields.next());
        let (Some(year), Some(month), Some(day), None) = numbers else { return Err(InvalidDate) };
        Date::new(year, month as u8, day as u8).ok_or(InvalidDate)
    }
}

/// Reads a date as [`FromStr`] does.
#[cfg(feature = "facts")]
impl<'de> serde::Deserialize<'de> for Date {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Date, D::Error> {
        let text = alloc::string::String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A text that is not a day of the Gregorian calendar.
///
/// ```
/// use urigram::documents::Date;
/// use urigram::errors::InvalidDate;
///
/// assert_eq!("2005-02-29".parse::<Date>(), Err(InvalidDate));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidDate;

impl fmt::Display for InvalidDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write year, month and day, as 2017-02-01")
    }
}

impl core::error::Error for InvalidDate {}

/// The kind of identifier that a document defines.
///
/// ```
/// use urigram::documents::Form;
/// use urigram::Grammar;
///
/// assert_eq!(Grammar::Rfc8141.document().form(), Form::Urn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename_all(deserialize = "kebab-case")))]
pub enum Form {
    /// Any scheme by one generic syntax.
    Generic,
    /// Locators with rules scheme by scheme.
    Locator,
    /// `urn:` names.
    Urn,
    /// `<…>` citations.
    Urc,
    /// Identifiers beyond US-ASCII.
    Iri,
}

/// The meaning of a terminal value in a document's rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename_all(deserialize = "kebab-case")))]
#[doc(hidden)]
pub enum Encoding {
    /// Unicode code points, in UTF-8.
    #[default]
    #[cfg_attr(feature = "facts", serde(rename(deserialize = "utf-8")))]
    Utf8,
    /// Octets of any character set.
    Octets,
}
