//! A document's facts, as the generated modules hold them.

use core::fmt;

use crate::{same_name, ByteSet, Comparison, Resolution, Schemes, UnknownName};

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
    /// The documents that have obsoleted it since.
    pub obsoleted_by: &'static [&'static str],
    /// The kind of identifier that it defines.
    pub form: Form,
    /// What a terminal value stands for.
    pub encoding: Encoding,
    /// The id of the grammar whose rules it builds on.
    pub base: Option<&'static str>,
    /// The section by which a name in running text ends only at a character that cannot be in it, so that punctuation
    /// after the name belongs to it. `None` where the document does not say so.
    pub keeps_punctuation: Option<&'static str>,
    /// The notation of its rules, and what was decided in translating it.
    pub notation: &'static str,
    /// What it brought.
    pub summary: &'static str,
    /// Where a parse begins.
    pub start: Start,
    /// RFC 3986's component names and the document's own rules for them, outermost rule first.
    pub components: &'static [(Component, &'static [&'static str])],
    /// The conditions on which a component is by one of several rules. The first row that fits a component applies; a
    /// component without rows is by the first of its rules.
    pub names: &'static [ComponentName],
    /// The parts into which the document splits components further (`gophertype`, `database`), in the order in which
    /// they are looked for.
    pub parts: &'static [Part],
    /// The document's own rules for the concepts that several documents share, the rule to look at first in front.
    pub concepts: &'static [(&'static str, &'static [&'static str])],
    /// How the document resolves references; `None` where it does not say.
    pub resolution: Option<Resolution>,
    /// When the document calls two identifiers equivalent; `None` where it does not say.
    pub comparison: Option<Comparison>,
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

    /// Returns the document's own rules for a component, outermost first; empty when it knows no such component.
    pub fn component_rules(&self, component: Component) -> &'static [&'static str] {
        self.components
            .iter()
            .find(|(known, _)| *known == component)
            .map_or(&[], |(_, rules)| rules)
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
    /// The numbers of the reports on it among the RFC Editor's errata (EID 2033), if there are any.
    pub rfc_editor: &'static [u32],
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

/// A row of a document that says by which of its rules a component is.
#[derive(Debug)]
pub struct ComponentName {
    /// The component.
    pub component: Component,
    /// The rule; `None` where the document has no rule for exactly this.
    pub rule: Option<&'static str>,
    /// The schemes to which the row applies. A scheme with a form of its own counts only where that form accepts.
    pub schemes: Schemes,
    /// A component that must be present.
    pub with: Option<Component>,
    /// A text that the component must begin with.
    pub begins: Option<&'static str>,
    /// Whether the row applies to an empty component only.
    pub empty: bool,
}

/// A part inside a component, and how it is found there.
///
/// The rows of a component are tried in order, each from the end of the part before it on.
#[derive(Debug)]
pub struct Part {
    /// The document's name for the part: `"gophertype"`.
    pub name: &'static str,
    /// The component that holds it.
    pub component: Component,
    /// The document's rule for the part; `None` where the document only has one for characters in general.
    pub rule: Option<&'static str>,
    /// The section that names the part.
    pub section: &'static str,
    /// The value that the document gives to an absent part.
    pub default: Option<&'static str>,
    /// The schemes for which the document gives the value.
    pub default_schemes: Schemes,
    /// The schemes that have the part. A scheme with a form of its own counts only where that form accepts.
    pub schemes: Schemes,
    /// The rules of the component under which there is such a part; empty for all.
    pub under: &'static [&'static str],
    /// Texts that the component must hold.
    pub has: &'static [&'static str],
    /// Texts that the component must not hold.
    pub lacks: &'static [&'static str],
    /// A text that must precede the first such part.
    pub from: Option<&'static str>,
    /// The delimiter before the part; without regard to case.
    pub begins: &'static str,
    /// The delimiters of which the first one ends the part; the end of the component does, too.
    pub ends: &'static [&'static str],
    /// How much the part takes.
    pub takes: Takes,
    /// Whether the part is there only where the row before was found.
    pub follows: bool,
    /// Whether the part occurs again, together with the other rows that repeat.
    pub repeats: bool,
    /// The delimiter before each further occurrence; `begins` where there is none.
    pub separator: Option<&'static str>,
}

/// How much of a component a part takes, before a delimiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Everything.
    All,
    /// One byte, or one percent-encoding.
    One,
    /// Digits.
    Digits,
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
    RComponent,
    QComponent,
}

impl Component {
    /// All components, in the order in which they occur in an identifier, outer ones before inner ones.
    pub const ALL: [Component; 12] = {
        use Component::*;
        [
            Scheme, Authority, Userinfo, Host, Port, Path, Nid, Nss, RComponent, QComponent, Query,
            Fragment,
        ]
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
            Component::RComponent => "r-component",
            Component::QComponent => "q-component",
        }
    }
}
