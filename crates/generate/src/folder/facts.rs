//! `document.toml`, field by field; grammars/README.md says what each means.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::Deserialize;
use toml::de::{DeTable, DeValue};
use toml::Spanned;
use urigram_automata::Terminals;
use urigram_engine::generated::Automaton;
use urigram_engine::{
    Caution, Component, ComponentName, Constraint, Date, Encoding, Equivalence, Erratum, Form,
    KeyChange, MarkingRow, Part, Resolution, Rule, Schemes, Shape, Start,
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
    shape: Option<Row<Shape, ShapeKeys>>,
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
    pub equivalence: Vec<Row<Equivalence, Words>>,
    #[serde(default)]
    pub names: BTreeMap<String, Vec<ComponentName>>,
    #[serde(default)]
    pub part: Vec<Row<Part, PartKeys>>,
    #[serde(default)]
    pub rule: Vec<Rule>,
    #[serde(default)]
    pub erratum: Vec<Row<Erratum, ErratumKeys>>,
    #[serde(default)]
    pub constraint: Vec<Row<Constraint, ConstraintKeys>>,
    #[serde(default)]
    pub caution: Vec<Row<Caution, Words>>,
    #[serde(default)]
    pub marking: Vec<Row<MarkingRow, Spanned<MarkingKeys>>>,
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
    /// Only at the beginning.
    pub begin: Option<String>,
    pub anywhere: Option<String>,
}

/// The keys of `[[part]]` that only the generator reads.
#[derive(Deserialize, Clone)]
pub struct PartKeys {
    pub says: Option<&'static str>,
    /// An identifier, and the text that this part has in it.
    pub example: Option<[&'static str; 2]>,
}

/// Facts of the engine, with the keys beside them that only the generator reads.
#[derive(Deserialize, Clone, Default)]
#[serde(expecting = "a table")]
pub struct Row<T, K> {
    fact: T,
    pub keys: K,
}

impl<T, K> Deref for Row<T, K> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.fact
    }
}

/// The keys of a [`Row`] that only the generator reads.
const GENERATOR_KEYS: &[(&str, &[&str])] = &[
    ("shape", &["literal", "exact_schemes"]),
    ("part", &["says", "example"]),
    ("constraint", &["says", "accepted", "of", "demands", "forbids", "program", "check"]),
    ("marking", &["beyond"]),
    ("equivalence", &["says"]),
    ("caution", &["says"]),
    (
        "erratum",
        &["set", "changes_language", "example", "printed_accepts", "corrected_accepts", "rule"],
    ),
];

/// Moves the keys that only the generator reads into a table of their own, as a [`Row`] has them.
fn split(table: &mut DeTable<'static>) {
    for (name, keys) in GENERATOR_KEYS {
        let Some(value) = table.get_mut(*name) else { continue };
        let rows: Vec<&mut Spanned<DeValue>> = match value.get_mut() {
            DeValue::Array(rows) => rows.iter_mut().collect(),
            _ => vec![value],
        };
        for row in rows {
            let span = row.span();
            let DeValue::Table(row) = row.get_mut() else { continue };
            let mut fact = std::mem::take(row);
            tag(&mut fact);
            let taken: DeTable = keys.iter().filter_map(|key| fact.remove_entry(*key)).collect();
            row.extend([("fact", fact), ("keys", taken)].map(|(key, part)| {
                let part = DeValue::Table(part);
                (Spanned::new(span.clone(), key.into()), Spanned::new(span.clone(), part))
            }));
        }
    }
}

/// The variants that have keys of their own, with the key of the variant's name.
const KEYED: &[(&str, &str, &[&str])] = &[
    ("change", "lower-case", &["of"]),
    ("change", "decode", &["marks", "letters", "of", "beyond_ascii", "keeps_dot_segments"]),
    ("change", "same", &["of", "place", "texts"]),
    ("change", "drop", &["of"]),
    ("finds", "equivalence", &["equivalence"]),
    ("finds", "octets", &["octets"]),
    ("finds", "field-name", &["names"]),
];

/// Moves the keys of a variant into a table below its name, as serde reads enums.
fn tag(row: &mut DeTable<'static>) {
    for tag in ["change", "finds"] {
        let Some((key, value)) = row.remove_entry(tag) else { continue };
        let name = value.get_ref().as_str().unwrap_or_default();
        let below = |name: &'static str, part| {
            let name = Spanned::new(value.span(), name.into());
            DeValue::Table(DeTable::from_iter([(name, Spanned::new(value.span(), part))]))
        };
        let keyed = KEYED.iter().find(|(of, known, _)| *of == tag && *known == name);
        let new = if let Some((_, name, keys)) = keyed {
            let keys = keys.iter().filter_map(|key| row.remove_entry(*key)).collect();
            below(name, DeValue::Table(keys))
        } else if KeyChange::ALL.iter().any(|own| own.name() == name) {
            below("scheme", value.get_ref().clone())
        } else {
            value.get_ref().clone()
        };
        row.insert(key, Spanned::new(value.span(), new));
    }
}

/// The keys of `[shape]` that only the generator reads.
#[derive(Deserialize, Clone, Default)]
#[serde(default, bound(deserialize = "'de: 'static"))]
pub struct ShapeKeys {
    pub literal: Option<&'static Automaton>,
    pub exact_schemes: bool,
}

impl Row<Shape, ShapeKeys> {
    /// Returns the rules that splitting asks. Each needs a table.
    pub fn rules(&self) -> Vec<&'static str> {
        let mut own = self.fact.clone();
        let own = rules(&mut own).map(|rule| *rule).into_iter().chain([self.keys.literal]);
        own.flatten().chain(self.forms.iter().map(|(_, rule)| *rule)).map(|it| it.rule).collect()
    }
}

/// Returns the rules of a shape that are not about single schemes.
pub fn rules(shape: &mut Shape) -> [&mut Option<&'static Automaton>; 7] {
    let Shape { hier, net, server, hostport, port, scheme, drive, .. } = shape;
    [hier, net, server, hostport, port, scheme, drive]
}

/// Returns schemes whose case counts.
fn exactly(schemes: &Schemes) -> Schemes {
    match *schemes {
        Schemes::Only(names) => Schemes::Exactly(names),
        other => other,
    }
}

impl Facts {
    /// Returns the meaning of terminal values.
    pub(crate) fn terminals(&self) -> Terminals {
        match self.encoding {
            Encoding::Octets => Terminals::Octets,
            Encoding::Utf8 => Terminals::CodePoints,
        }
    }

    /// Reads `document.toml`.
    pub fn read(text: &str) -> Result<Facts, toml::de::Error> {
        let source = leak::text(text);
        let mut table = DeTable::parse(source)?;
        table.get_mut().iter_mut().for_each(|(_, value)| keep(value.get_mut()));
        split(table.get_mut());
        let facts = Facts::deserialize(toml::Deserializer::from(table));
        let mut facts = facts.map_err(|mut error| {
            error.set_input(Some(source));
            error
        })?;
        for rule in facts.rule.iter_mut().filter(|rule| rule.id.is_empty()) {
            rule.id = leak::text(&rule.name.replace('_', "-"));
        }
        if let Some(Row { fact: shape, keys: ShapeKeys { exact_schemes: true, .. } }) =
            &mut facts.shape
        {
            let form = |(schemes, rule): &(_, _)| (exactly(schemes), *rule);
            shape.forms = leak::list(shape.forms.iter().map(form));
            facts.sets_of_schemes().into_iter().for_each(|it| *it = exactly(it));
        }
        Ok(Facts { source, ..facts })
    }

    /// Returns the schemes of all rows.
    pub(crate) fn sets_of_schemes(&mut self) -> Vec<&mut Schemes> {
        let mut all = Vec::new();
        if let Some(Row { fact: shape, .. }) = &mut self.shape {
            let Shape { fragment, query, authority, host, userinfo, .. } = shape;
            let Shape { hostless, slashes, backslash, drives, .. } = shape;
            all.extend([fragment, query, authority, host, userinfo]);
            all.extend([hostless, slashes, backslash, drives]);
        }
        all.extend(self.names.values_mut().flatten().map(|row| &mut row.schemes));
        let parts = self.part.iter_mut().map(|row| &mut row.fact);
        all.extend(parts.flat_map(|row| [&mut row.schemes, &mut row.default_schemes]));
        all
    }

    /// Returns the facts of a document that only has rules.
    pub(crate) fn minimal(id: String) -> Facts {
        let text = format!("id = {}", toml::Value::String(id));
        let facts = Facts::read(&text);
        let facts = facts.unwrap_or_else(|_| unreachable!("an id alone is enough"));
        Facts { source: "", ..facts }
    }

    /// Returns the document's way of splitting. It counts only where [`Facts::states_shape`].
    pub fn shape(&self) -> Row<Shape, ShapeKeys> {
        self.shape.clone().unwrap_or_default()
    }

    /// Returns the number of the line on which a span of the source begins, from 1.
    pub(crate) fn line_at(&self, span: std::ops::Range<usize>) -> Option<usize> {
        Some(self.source.get(..span.start)?.matches('\n').count() + 1)
    }

    /// Returns true if the document states the delimiters that split identifiers. Without that, its
    /// own rules are its components.
    pub fn states_shape(&self) -> bool {
        self.shape.is_some()
    }

    /// Returns the rules for components and for parts inside them.
    pub fn part_rules(&self) -> impl Iterator<Item = &str> {
        let parts = self.part.iter().filter_map(|part| part.rule);
        // Where a document has RFC 3986's components, errors are attributed to these.
        let typed = self.types.iter().filter(|_| self.components.is_empty());
        let named = self.components.values().flatten().map(String::as_str);
        named.chain(parts).chain(typed.flat_map(Type::rules).map(String::as_str))
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

/// The keys of `[[erratum]]` that only the generator reads: those of its example, too.
#[derive(Deserialize, Clone)]
pub struct ErratumKeys {
    /// The sets that its words count or list, as rules in ABNF.
    pub set: Option<&'static str>,
    pub changes_language: bool,
    pub example: Option<&'static str>,
    pub printed_accepts: Option<bool>,
    pub corrected_accepts: Option<bool>,
    pub rule: Option<&'static str>,
}

/// The words of the section on which a row rests.
#[derive(Deserialize, Clone)]
pub struct Words {
    pub says: Option<&'static str>,
}

/// The keys of `[[constraint]]` that only the generator reads.
#[derive(Deserialize, Clone)]
pub struct ConstraintKeys {
    pub says: Option<&'static str>,
    /// The example without what is forbidden.
    pub accepted: Option<&'static str>,
    /// The component that the check is about; the whole identifier if left out.
    pub of: Option<Component>,
    /// The rule that the text must match.
    pub demands: Option<&'static str>,
    /// The rule that the text must not match.
    pub forbids: Option<&'static str>,
    /// The name of the function that the text must pass: what a program does beyond rules.
    pub program: Option<&'static str>,
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

/// The keys of `[[marking]]` that only the generator reads.
#[derive(Deserialize, Clone, Default)]
#[serde(default, bound(deserialize = "'de: 'static"))]
pub struct MarkingKeys {
    pub beyond: Beyond,
}

/// The shortest place that no derivation gives: one text, or one for each reading.
#[derive(Clone)]
pub enum Beyond {
    One(&'static str),
    Each { printed: &'static str, corrected: &'static str },
}

/// Read by hand: an error of an untagged enum names no possible value.
impl<'de: 'static> Deserialize<'de> for Beyond {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Beyond, D::Error> {
        deserializer.deserialize_any(BeyondVisitor)
    }
}

struct BeyondVisitor;

impl<'de: 'static> Visitor<'de> for BeyondVisitor {
    type Value = Beyond;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, or { printed = \"…\", corrected = \"…\" }")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Beyond, E> {
        Ok(Beyond::One(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Beyond, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Each {
            printed: &'static str,
            corrected: &'static str,
        }
        let Each { printed, corrected } = Each::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Beyond::Each { printed, corrected })
    }
}

impl Default for Beyond {
    fn default() -> Beyond {
        Beyond::One("")
    }
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
