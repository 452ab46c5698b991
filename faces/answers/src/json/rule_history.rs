//! A rule through all documents.

use serde::Serialize;
use urigram::encoding::ByteSet;
use urigram::Grammar;
use urigram_study::history::{Change, Definition, Entry, Grid, RuleHistory};

use super::{key, relation_name, OptionalBytes};

/// The history of a rule, or of what documents name differently and mean alike.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RuleHistoryJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    means: Option<&'static str>,
    reading: &'static str,
    class: bool,
    documents: Vec<EntryJson<'a>>,
    grid: GridJson,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct EntryJson<'a> {
    grammar: &'static str,
    date: String,
    rules: Vec<RuleJson>,
    characters: CharactersJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<ChangeJson<'a>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RuleJson {
    name: &'static str,
    id: &'static str,
    section: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    imported: Option<&'static str>,
    abnf: &'static str,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ChangeJson<'a> {
    since: &'static str,
    relation: &'static str,
    #[serde(flatten)]
    only_a: OptionalBytes<'a, key::OnlyA>,
    #[serde(flatten)]
    only_b: OptionalBytes<'a, key::OnlyB>,
    #[serde(flatten)]
    both: OptionalBytes<'a, key::Both>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_a: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_b: Option<&'static str>,
    gained: CharactersJson,
    lost: CharactersJson,
}

/// A set of bytes: printing US-ASCII as a string, and whether there are others.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct CharactersJson {
    printing: String,
    controls: bool,
    beyond: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct GridJson {
    columns: Vec<String>,
    rows: Vec<RowJson>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RowJson {
    grammar: &'static str,
    cells: Vec<bool>,
}

impl<'a> RuleHistoryJson<'a> {
    /// Returns the object of a history.
    pub fn new(history: &'a RuleHistory) -> RuleHistoryJson<'a> {
        RuleHistoryJson {
            name: &history.name,
            means: history.concept.map(|concept| concept.means),
            reading: history.reading.id(),
            class: history.is_class,
            documents: history.entries.iter().map(|entry| EntryJson::new(history, entry)).collect(),
            grid: GridJson::new(&history.grid()),
        }
    }
}

impl<'a> EntryJson<'a> {
    fn new(history: &'a RuleHistory, entry: &'a Entry) -> EntryJson<'a> {
        let rule = |Definition { rule, abnf, .. }: &Definition| RuleJson {
            name: rule.name,
            id: rule.id,
            section: rule.section,
            imported: rule.imported,
            abnf,
        };
        EntryJson {
            grammar: entry.grammar.as_str(),
            date: entry.grammar.document().date.to_string(),
            rules: entry.definitions.iter().map(rule).collect(),
            characters: CharactersJson::new(&entry.characters),
            change: entry.change.as_ref().map(|change| ChangeJson::new(history, entry, change)),
        }
    }
}

impl<'a> ChangeJson<'a> {
    fn new(history: &RuleHistory, entry: &Entry, change: &'a Change) -> ChangeJson<'a> {
        let comparison = &change.comparison;
        // The rule that accepts a witness, where a document has several.
        let accepting = |grammar: Grammar, witness: &Option<Vec<u8>>| {
            let entry = history.entry(grammar)?;
            entry.accepting(witness.as_deref()?).map(|rule| rule.name)
        };
        ChangeJson {
            since: change.since.as_str(),
            relation: relation_name(comparison.relation),
            only_a: comparison.only_a.as_deref().into(),
            only_b: comparison.only_b.as_deref().into(),
            both: comparison.both.as_deref().into(),
            rule_a: accepting(change.since, &comparison.only_a),
            rule_b: accepting(entry.grammar, &comparison.only_b),
            gained: CharactersJson::new(&change.gained),
            lost: CharactersJson::new(&change.lost),
        }
    }
}

impl CharactersJson {
    fn new(bytes: &ByteSet) -> CharactersJson {
        CharactersJson {
            printing: (b' '..=b'~').filter(|&byte| bytes.contains(byte)).map(char::from).collect(),
            controls: bytes.iter().any(|byte| byte < 0x20 || byte == 0x7F),
            beyond: bytes.iter().any(|byte| byte >= 0x80),
        }
    }
}

impl GridJson {
    fn new(grid: &Grid) -> GridJson {
        let row = |(grammar, cells): &(Grammar, Vec<bool>)| RowJson {
            grammar: grammar.as_str(),
            cells: cells.clone(),
        };
        GridJson {
            columns: grid.columns.iter().map(ToString::to_string).collect(),
            rows: grid.rows.iter().map(row).collect(),
        }
    }
}
