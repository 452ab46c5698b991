//! A document's facts, as the generated modules hold them.

use core::fmt;

use crate::{same_name, ByteSet, UnknownName};

/// One document: its facts, rules, errata and constraints.
#[derive(Debug)]
pub struct Document {
    /// The grammar id, `"rfc3986"`.
    pub id: &'static str,
    /// The id as a constant of Rust is spelt, `"Rfc3986"`: the name that macros take.
    pub constant: &'static str,
    /// The title.
    pub title: &'static str,
    /// The authors, as printed.
    pub authors: &'static [&'static str],
    /// The day of publication; the first of the month where only a month is printed.
    pub date: Date,
    /// The series number or draft name: `"RFC 3986"`, `"draft-ietf-uri-url-01"`.
    pub number: &'static str,
    /// What it was when it was published.
    pub status: &'static str,
    /// What it says that it obsoletes.
    pub obsoletes: &'static [&'static str],
    /// What it says that it updates.
    pub updates: &'static [&'static str],
    /// The kind of identifier that it defines.
    pub form: Form,
    /// What a terminal value stands for.
    pub encoding: Encoding,
    /// The id of the grammar whose rules it builds on.
    pub base: Option<&'static str>,
    /// The notation of its rules, and what was decided in translating it.
    pub notation: &'static str,
    /// What it brought.
    pub summary: &'static str,
    /// Where a parse begins.
    pub start: Start,
    /// RFC 3986's component names and the document's own rules for them, outermost rule first.
    pub components: &'static [(Component, &'static [&'static str])],
    /// The parts that only this document knows (`gophertype`, `database`), and its rules for them.
    pub parts: &'static [(&'static str, &'static [&'static str])],
    /// All rules in the document's order, then those taken from elsewhere.
    pub rules: &'static [Rule],
    /// Where the print contradicts the document.
    pub errata: &'static [Erratum],
    /// What the prose demands and no rule says.
    pub constraints: &'static [Constraint],
    /// The rules that stand for one character, largest first: how expectations are named.
    pub classes: &'static [Class],
}

impl Document {
    /// The rule with this name or id; case does not matter, and `-` and `_` are the same.
    ///
    /// # Errors
    /// [`UnknownName`] when the document has no such rule.
    pub fn rule(&self, name: &str) -> Result<&'static Rule, UnknownName> {
        match self.rules.iter().find(|rule| same_name(rule.name, name)) {
            Some(rule) => Ok(rule),
            None => UnknownName::resolve("rule", name, self.rules, |rule| rule.id),
        }
    }

    /// The document's own rules for a component, outermost first; empty when it knows no such component.
    pub fn component_rules(&self, component: Component) -> &'static [&'static str] {
        self.components.iter().find(|(known, _)| *known == component).map_or(&[], |(_, rules)| rules)
    }
}

/// Where a parse begins, by rule name.
#[derive(Debug)]
pub struct Start {
    /// What the document is about.
    pub default: &'static str,
    /// The rule that demands a scheme, which `uri!` checks.
    pub uri: Option<&'static str>,
    /// The rule that admits relative forms, which `uri_ref!` checks.
    pub reference: Option<&'static str>,
    /// Further rules that have a table.
    pub others: &'static [&'static str],
}

/// One rule of a document.
#[derive(Debug)]
pub struct Rule {
    /// The name as printed.
    pub name: &'static str,
    /// The name as RFC 5234 can write it.
    pub id: &'static str,
    /// The section that prints it, or its heading where sections have no numbers.
    pub section: &'static str,
    /// Where an imported rule comes from.
    pub imported: Option<&'static str>,
    /// What there is to say about it.
    pub note: Option<&'static str>,
}

/// A place where the print contradicts the document itself.
#[derive(Debug)]
pub struct Erratum {
    /// Its id, unique in the document.
    pub id: &'static str,
    /// The section of the slip.
    pub section: &'static str,
    /// The rules concerned.
    pub rules: &'static [&'static str],
    /// What is printed.
    pub printed: &'static str,
    /// What the document says or shows elsewhere.
    pub says: &'static str,
    /// What [`Reading::Corrected`](crate::Reading::Corrected) reads instead, if it repairs it.
    pub repair: Option<&'static str>,
    /// An input that shows it, with the verdicts of the printed and the corrected rule.
    pub example: Option<ErratumExample>,
}

/// An input that tells the two readings apart.
#[derive(Debug)]
pub struct ErratumExample {
    /// The input.
    pub text: &'static str,
    /// The rule that judges it.
    pub rule: &'static str,
    /// Whether the printed rules accept it.
    pub printed: bool,
    /// Whether the corrected rules accept it.
    pub corrected: bool,
}

/// What a document's prose demands of the string and no rule says.
#[derive(Debug)]
pub struct Constraint {
    /// Its id, unique in the document.
    pub id: &'static str,
    /// The section that demands it.
    pub section: &'static str,
    /// The rules concerned.
    pub rules: &'static [&'static str],
    /// The demand.
    pub message: &'static str,
    /// An input that the rules accept and the prose refuses.
    pub example: Option<&'static str>,
}

/// A rule that stands for one character.
#[derive(Debug)]
pub struct Class {
    /// The rule's name.
    pub name: &'static str,
    /// Its characters, as the bytes that they begin with.
    pub bytes: ByteSet,
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: u8,
}

impl fmt::Display for Date {
    /// Writes year, month, day: `1993-07-14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The kind of identifier that a document defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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

/// What a terminal value of a document's rules stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Unicode code points, in UTF-8.
    Utf8,
    /// Octets, whatever their character set.
    Octets,
}

/// A part of an identifier, by RFC 3986's name where the part means the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Component {
    Scheme,
    Authority,
    Userinfo,
    Host,
    Port,
    Path,
    Query,
    Fragment,
    Nid,
    Nss,
}

impl Component {
    /// All components, in the order in which they stand in an identifier.
    pub const ALL: [Component; 10] = {
        use Component::*;
        [Scheme, Authority, Userinfo, Host, Port, Path, Nid, Nss, Query, Fragment]
    };

    /// The name, `"userinfo"`.
    pub const fn name(self) -> &'static str {
        match self {
            Component::Scheme => "scheme",
            Component::Authority => "authority",
            Component::Userinfo => "userinfo",
            Component::Host => "host",
            Component::Port => "port",
            Component::Path => "path",
            Component::Query => "query",
            Component::Fragment => "fragment",
            Component::Nid => "nid",
            Component::Nss => "nss",
        }
    }
}
