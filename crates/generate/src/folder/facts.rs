//! `document.toml`, field by field; grammars/README.md says what each means.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::Deserialize;
use toml::de::{DeTable, DeValue};
use urigram_engine::{
    Date, Encoding, Finds, Form, Objective, Place, Reading, Resolution, Rule, Schemes, Start, Takes,
};

use crate::leak;

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    pub id: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub authors: Vec<String>,
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
    pub form: Option<Form>,
    #[serde(default)]
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
    pub notation: &'static str,
    #[serde(default)]
    pub summary: &'static str,
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
    /// The choice among the derivations of a string: `first`.
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
    pub(crate) source: &'static str,
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

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Name {
    pub rule: Option<String>,
    #[serde(default = "all")]
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
    #[serde(default = "all")]
    pub default_schemes: Schemes,
    #[serde(default = "all")]
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

impl Facts {
    /// Reads `document.toml`.
    pub fn read(text: &str) -> Result<Facts, toml::de::Error> {
        let source = leak::text(text);
        let mut table = DeTable::parse(source)?;
        table.get_mut().iter_mut().for_each(|(_, value)| keep(value.get_mut()));
        let facts = Facts::deserialize(toml::Deserializer::from(table));
        let mut facts = facts.map_err(|mut error| {
            error.set_input(Some(source));
            error
        })?;
        for rule in facts.rule.iter_mut().filter(|rule| rule.id.is_empty()) {
            rule.id = leak::text(&rule.name.replace('_', "-"));
        }
        Ok(Facts { source, ..facts })
    }

    /// Returns the facts of a document that only has rules.
    pub(crate) fn minimal(id: String) -> Facts {
        let text = format!("id = {}", toml::Value::String(id));
        let facts = Facts::read(&text);
        let facts = facts.unwrap_or_else(|_| unreachable!("an id alone is enough"));
        Facts { source: "", ..facts }
    }

    /// Returns the document's way of splitting. It counts only where [`Facts::states_shape`].
    pub fn shape(&self) -> Shape {
        self.shape.clone().unwrap_or_default()
    }

    /// Returns the number of the line on which a span of the source begins, from 1.
    pub(crate) fn line_at(&self, span: std::ops::Range<usize>) -> Option<usize> {
        Some(self.source.get(..span.start)?.lines().count().max(1))
    }

    /// Returns true if the document states the delimiters that split identifiers. Without that, its
    /// own rules are its components.
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

/// Makes a text with escapes one that is never freed, as those without are parts of the source.
fn keep(value: &mut DeValue<'static>) {
    match value {
        DeValue::String(text @ Cow::Owned(_)) => *text = Cow::Borrowed(leak::text(text)),
        DeValue::Array(items) => items.iter_mut().for_each(|item| keep(item.get_mut())),
        DeValue::Table(table) => table.iter_mut().for_each(|(_, item)| keep(item.get_mut())),
        _ => {}
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
    /// The example without what is forbidden.
    pub accepted: Option<String>,
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

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Caution {
    pub id: String,
    pub section: String,
    pub says: Option<String>,
    pub message: String,
    pub finds: Finds,
    pub example: String,
    /// The id of the equivalence that `finds = "equivalence"` is about.
    pub equivalence: Option<String>,
    #[serde(default)]
    pub octets: Vec<u8>,
    #[serde(default)]
    pub names: Vec<String>,
}

/// The splitting of identifiers into components; see `Shape` of urigram-engine.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    #[serde(default = "all")]
    pub fragment: Schemes,
    #[serde(default = "all")]
    pub query: Schemes,
    #[serde(default = "all")]
    pub authority: Schemes,
    #[serde(default = "all")]
    pub host: Schemes,
    pub authority_ends: Option<String>,
    #[serde(default = "all")]
    pub userinfo: Schemes,
    #[serde(default = "none")]
    pub hostless: Schemes,
    pub hier: Option<String>,
    pub net: Option<String>,
    pub server: Option<String>,
    pub hostport: Option<String>,
    pub port: Option<String>,
    pub scheme: Option<String>,
    pub literal: Option<String>,
    #[serde(default)]
    pub name: bool,
    #[serde(default)]
    pub rq: bool,
    #[serde(default)]
    pub forms: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub except: Vec<String>,
    #[serde(default)]
    pub exact_schemes: bool,
    #[serde(default)]
    pub omits_empty: bool,
    #[serde(default = "none")]
    pub slashes: Schemes,
    #[serde(default = "none")]
    pub backslash: Schemes,
    #[serde(default = "none")]
    pub drives: Schemes,
    pub drive: Option<String>,
}

impl Shape {
    /// Returns the rules that splitting asks. Each needs a table.
    pub fn rules(&self) -> impl Iterator<Item = &String> {
        [
            &self.hier,
            &self.net,
            &self.server,
            &self.hostport,
            &self.port,
            &self.scheme,
            &self.drive,
            &self.literal,
        ]
        .into_iter()
        .flatten()
        .chain(self.forms.keys())
    }
}

impl Default for Shape {
    fn default() -> Shape {
        toml::from_str("").unwrap_or_else(|_| unreachable!("every field has a default"))
    }
}

fn all() -> Schemes {
    Schemes::All
}

fn none() -> Schemes {
    Schemes::None
}

/// A row of `[[marking]]`; see `MarkingRow` of urigram-engine.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Marking {
    pub components: toml::Spanned<Vec<String>>,
    pub reading: Option<Reading>,
    #[serde(default)]
    pub rules: Vec<String>,
    #[serde(default)]
    pub to: Vec<String>,
    #[serde(default)]
    pub prefer: Vec<Vec<String>>,
    #[serde(default)]
    pub prose: String,
    pub choice: Option<ChoiceName>,
    pub cut: Option<char>,
    #[serde(default)]
    pub empty: String,
    #[serde(default)]
    pub beyond: Beyond,
    pub section: String,
    pub says: String,
}

/// The shortest place that no derivation gives: one text, or one for each reading.
#[derive(Clone)]
pub enum Beyond {
    One(String),
    Each { printed: String, corrected: String },
}

/// Read by hand: an error of an untagged enum names no possible value.
impl<'de> Deserialize<'de> for Beyond {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Beyond, D::Error> {
        deserializer.deserialize_any(BeyondVisitor)
    }
}

struct BeyondVisitor;

impl<'de> Visitor<'de> for BeyondVisitor {
    type Value = Beyond;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, or { printed = \"…\", corrected = \"…\" }")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Beyond, E> {
        Ok(Beyond::One(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Beyond, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Each {
            printed: String,
            corrected: String,
        }
        let Each { printed, corrected } = Each::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Beyond::Each { printed, corrected })
    }
}

impl Default for Beyond {
    fn default() -> Beyond {
        Beyond::One(String::new())
    }
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceName {
    Shortest,
    Longest,
}

/// A row of `[[type]]`: a rule whose strings become a type.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Type {
    pub rule: String,
    /// The name of the borrowed type; the rule's name in camel case if left out.
    pub name: Option<String>,
    /// The rules that are components; those that the rule's definition names if left out.
    pub components: Option<Vec<String>>,
    /// Rules that are lists, with the rule of their items.
    #[serde(default)]
    pub lists: BTreeMap<String, String>,
    /// The name of the macro for literals; without it, there is one only for a start rule.
    pub literal: Option<String>,
    /// The type of Rust that the text of a node is read as, in a package whose start rule is
    /// recursive.
    #[serde(rename = "as")]
    pub read_as: Option<String>,
}

impl Type {
    /// Returns the rules of the row: its own, and those of its components.
    pub fn rules(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.rule).chain(self.components.iter().flatten())
    }
}

/// A row of `[[operator]]`: operators of one level. Later rows of the same rule bind tighter.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct OperatorLevel {
    /// The rule whose matches are expressions: operands with the operators between them.
    pub rule: String,
    /// Rules of operators between operands. Of two in a row, the first one binds tighter.
    #[serde(default)]
    pub left: Vec<String>,
    /// Rules of operators between operands. Of two in a row, the last one binds tighter.
    #[serde(default)]
    pub right: Vec<String>,
    /// Rules of operators before their operand.
    #[serde(default)]
    pub prefix: Vec<String>,
    /// Rules of operators behind their operand.
    #[serde(default)]
    pub postfix: Vec<String>,
}

/// The table `[package]`: fields of the generated package's manifest.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Package {
    pub name: Option<String>,
    pub version: Option<String>,
    pub license: Option<String>,
    pub repository: Option<String>,
    /// True for a package of trees, with a type for each rule, though the start rule is not
    /// recursive.
    #[serde(default)]
    pub trees: bool,
    /// Further dependencies, as lines of the manifest.
    #[serde(default)]
    pub dependencies: BTreeMap<String, toml::Value>,
}

/// The key `check` of a constraint: one of four kinds.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The rule whose text is checked.
    pub of: String,
    /// The kind `unique`: no two items of the list have the same text of this rule.
    pub unique: Option<String>,
    /// The kind `utf8`: percent-encoded octets spell UTF-8.
    #[serde(default)]
    pub utf8: bool,
    /// The kind `longest`: the most bytes.
    pub longest: Option<usize>,
    /// The kind `function`: a Rust path to a function that takes a `&str` and returns a `bool`.
    pub function: Option<String>,
}
