//! `document.toml`, field by field; grammars/README.md says what each means.

use crate::caution_facts::Caution;
use crate::choices;
use crate::marking_facts::Marking;
pub use crate::shape_facts::{Schemes, Shape, Word};
use crate::type_facts::{Check, OperatorLevel, Package, Type};
use serde::Deserialize;
use std::collections::BTreeMap;
use urigram_engine::{Date, Encoding, Form};

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    pub id: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub authors: Vec<String>,
    #[serde(default, deserialize_with = "choices::date")]
    pub date: Option<Date>,
    #[serde(default)]
    pub number: String,
    #[serde(default)]
    pub status: String,
    #[serde(default)]
    pub obsoletes: Vec<String>,
    #[serde(default)]
    pub updates: Vec<String>,
    #[serde(default)]
    pub obsoleted_by: Vec<String>,
    /// `None` where the folder says nothing.
    #[serde(default, deserialize_with = "choices::form")]
    pub form: Option<Form>,
    #[serde(default = "choices::utf_8", deserialize_with = "choices::encoding")]
    pub encoding: Encoding,
    pub base: Option<String>,
    /// The schemes that the document defines, of a document that defines no generic syntax.
    #[serde(default)]
    pub schemes: Vec<String>,
    /// Documents whose rules count in the place of the base's.
    #[serde(default)]
    pub base_updated_by: Vec<String>,
    pub keeps_punctuation: Option<String>,
    pub latin_1_section: Option<String>,
    #[serde(default)]
    pub notation: String,
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub start: Start,
    pub removed: Option<Removed>,
    shape: Option<Shape>,
    #[serde(default)]
    pub components: BTreeMap<String, Vec<String>>,
    /// RFCs from which names may come that the rules use and do not define: `rfc5322`, or one rule
    /// of it, `rfc5322#addr-spec`.
    #[serde(default)]
    pub import: Vec<String>,
    /// The choice among the derivations of a string: `first`, or `longest` and a rule.
    pub prefer: Option<String>,
    /// The document's own rules for the concepts of `concepts.toml`.
    #[serde(default)]
    pub concepts: BTreeMap<String, Vec<String>>,
    pub resolution: Option<Resolution>,
    pub comparison: Option<Comparison>,
    #[serde(default)]
    pub equivalence: Vec<Equivalence>,
    #[serde(default)]
    pub names: BTreeMap<String, Vec<Name>>,
    #[serde(default)]
    pub part: Vec<Part>,
    #[serde(default)]
    pub rule: Vec<Rule>,
    #[serde(default)]
    pub erratum: Vec<Erratum>,
    #[serde(default)]
    pub constraint: Vec<Constraint>,
    #[serde(default)]
    pub caution: Vec<Caution>,
    #[serde(default)]
    pub marking: Vec<Marking>,
    /// The text that these facts were read from.
    #[serde(skip)]
    pub(crate) source: String,
    /// The types of a generated package.
    #[serde(default, rename = "type")]
    pub types: Vec<Type>,
    /// The operators of expressions in a package of trees.
    #[serde(default, rename = "operator")]
    pub operators: Vec<OperatorLevel>,
    #[serde(default)]
    pub package: Package,
}

/// The rules for the characters that are removed before the document's rules apply.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Removed {
    pub section: String,
    /// At both ends.
    pub ends: Option<String>,
    /// At the beginning alone.
    pub begin: Option<String>,
    pub anywhere: Option<String>,
}

#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The first rule where the folder names none.
    #[serde(default)]
    pub default: String,
    pub uri: Option<String>,
    pub reference: Option<String>,
    #[serde(default)]
    pub others: Vec<String>,
}

impl Start {
    /// Returns every start rule once, the default first.
    pub fn all(&self) -> Vec<&str> {
        let mut names: Vec<&str> = vec![&self.default];
        let more = self.uri.iter().chain(&self.reference).chain(&self.others);
        for name in more {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Name {
    pub rule: Option<String>,
    #[serde(default)]
    pub schemes: Schemes,
    pub with: Option<String>,
    pub begins: Option<String>,
    #[serde(default)]
    pub empty: bool,
}

/// A row of `[[part]]`; see `Part` of urigram-grammars.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub name: String,
    pub component: String,
    pub rule: Option<String>,
    pub section: String,
    pub says: Option<String>,
    pub default: Option<String>,
    #[serde(default)]
    pub default_schemes: Schemes,
    #[serde(default)]
    pub schemes: Schemes,
    #[serde(default)]
    pub under: Vec<String>,
    #[serde(default)]
    pub has: Vec<String>,
    #[serde(default)]
    pub lacks: Vec<String>,
    pub from: Option<String>,
    #[serde(default)]
    pub begins: String,
    #[serde(default)]
    pub ends: Vec<String>,
    #[serde(default)]
    pub takes: Takes,
    #[serde(default)]
    pub follows: bool,
    #[serde(default)]
    pub repeats: bool,
    pub separator: Option<String>,
    /// An identifier, and the text that this part has in it.
    pub example: Option<[String; 2]>,
}

#[derive(Deserialize, Clone, Copy, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    #[default]
    All,
    One,
    Digits,
}

impl Facts {
    /// Reads `document.toml`.
    pub fn read(text: &str) -> Result<Facts, toml::de::Error> {
        let facts: Facts = toml::from_str(text)?;
        Ok(Facts { source: text.to_owned(), ..facts })
    }

    /// Returns the facts of a document that has nothing but rules.
    pub(crate) fn minimal(id: String) -> Facts {
        let text = format!("id = {}", toml::Value::String(id));
        toml::from_str(&text).unwrap_or_else(|_| unreachable!("an id alone is enough"))
    }

    /// Returns the document's way of splitting. It counts only where [`Facts::states_shape`].
    pub fn shape(&self) -> Shape {
        self.shape.clone().unwrap_or_default()
    }

    /// Returns the number of the line on which a span of the source begins, from 1.
    pub(crate) fn line_at(&self, span: std::ops::Range<usize>) -> Option<usize> {
        Some(self.source.get(..span.start)?.lines().count().max(1))
    }

    /// Returns true if the document says by which delimiters identifiers are split. Without that,
    /// its own rules are its components.
    pub fn states_shape(&self) -> bool {
        self.shape.is_some()
    }

    /// Returns the rules for components and for parts inside them.
    pub fn part_rules(&self) -> impl Iterator<Item = &String> {
        let parts = self.part.iter().filter_map(|part| part.rule.as_ref());
        // Where a document has RFC 3986's components, errors are attributed to these.
        let typed = self.types.iter().filter(|_| self.components.is_empty());
        self.components.values().flatten().chain(parts).chain(typed.flat_map(Type::rules))
    }
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub name: String,
    pub section: String,
    pub id: Option<String>,
    pub imported: Option<String>,
    pub note: Option<String>,
}

impl Rule {
    /// Returns the name as RFC 5234 can write it.
    pub fn id(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.name.replace('_', "-"))
    }
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    pub id: String,
    pub section: String,
    #[serde(default)]
    pub rfc_editor: Vec<u32>,
    #[serde(default)]
    pub rules: Vec<String>,
    pub printed: String,
    pub says: String,
    pub repair: Option<String>,
    pub changes_language: bool,
    pub example: Option<String>,
    pub printed_accepts: Option<bool>,
    pub corrected_accepts: Option<bool>,
    pub rule: Option<String>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    pub id: String,
    pub section: String,
    pub says: Option<String>,
    #[serde(default)]
    pub rules: Vec<String>,
    pub message: String,
    pub example: Option<String>,
    /// The component that the check is about; the whole identifier if left out.
    pub of: Option<String>,
    /// The rule that the text must match.
    pub demands: Option<String>,
    /// The rule that the text must not match.
    pub forbids: Option<String>,
    /// The name of the function that the text must pass: what a program does beyond rules.
    pub program: Option<String>,
    /// A check that no rule can make, for generated types.
    pub check: Option<Check>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Resolution {
    pub algorithm: Option<String>,
    pub section: String,
    pub base_section: Option<String>,
    #[serde(default)]
    pub empty_base: bool,
    #[serde(default)]
    pub strict: bool,
    #[serde(default)]
    pub excess_parents: bool,
    pub base: Option<BaseRules>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct BaseRules {
    pub embedded_section: String,
    pub encapsulating_section: String,
    pub retrieval_section: String,
    pub default_section: String,
    pub references_section: Option<String>,
    #[serde(default)]
    pub header: Vec<BaseHeader>,
    pub request: Option<Request>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct BaseHeader {
    pub name: String,
    pub section: String,
    #[serde(default)]
    pub wrapped: bool,
    #[serde(default)]
    pub relative: bool,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub section: String,
    pub is: RequestIs,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum RequestIs {
    Base,
    Document,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    pub relative: Option<String>,
    #[serde(default)]
    pub closed: bool,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Equivalence {
    pub id: String,
    pub section: String,
    /// The words of the section that unite the two.
    pub says: Option<String>,
    pub change: Change,
    /// Component names.
    #[serde(default)]
    pub of: Vec<String>,
    pub schemes: Option<Vec<String>>,
    #[serde(default)]
    pub texts: Vec<String>,
    pub place: Option<Place>,
    pub marks: Option<String>,
    #[serde(default)]
    pub letters: bool,
    #[serde(default)]
    pub beyond_ascii: bool,
    #[serde(default)]
    pub keeps_dot_segments: bool,
    #[serde(default)]
    pub key_only: bool,
    pub objective: Option<Objective>,
    pub example: [String; 2],
}

#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    HexDigits,
    LowerCase,
    Decode,
    RemoveDotSegments,
    MergeDotSegments,
    DefaultPort,
    MailboxDomains,
    Same,
    Drop,
    SortDirectives,
    GeoSystem,
    GeoNumbers,
    GeoParameters,
    GeoPoles,
    GeoDateLine,
    MailtoNames,
    MailtoTo,
    CitationValue,
    CitationCharset,
    CitationLabel,
    CitationLines,
    CitationComments,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    Whole,
    Start,
    Anywhere,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    Identity,
    Retrieval,
}
