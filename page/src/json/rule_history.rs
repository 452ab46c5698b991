//! A rule's history as JSON.

use serde::Serialize;
use urigram::history::{Change, Definition, Entry, Grid, RuleHistory};
use urigram::{ByteSet, Grammar};

use crate::bytes::Keyed;
use crate::commands::compare::relation;

/// A rule's history, for scripts and the page.
#[derive(Serialize)]
pub(crate) struct Json<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    means: Option<&'static str>,
    reading: &'static str,
    class: bool,
    documents: Vec<DocumentJson<'a>>,
    grid: GridJson,
}

#[derive(Serialize)]
struct DocumentJson<'a> {
    grammar: &'static str,
    date: String,
    rules: Vec<RuleJson>,
    characters: CharactersJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<ChangeJson<'a>>,
}

#[derive(Serialize)]
struct RuleJson {
    name: &'static str,
    id: &'static str,
    section: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    imported: Option<&'static str>,
    abnf: &'static str,
}

#[derive(Serialize)]
struct ChangeJson<'a> {
    since: &'static str,
    relation: &'static str,
    #[serde(flatten)]
    only_a: Keyed<'a>,
    #[serde(flatten)]
    only_b: Keyed<'a>,
    #[serde(flatten)]
    both: Keyed<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_a: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_b: Option<&'static str>,
    gained: CharactersJson,
    lost: CharactersJson,
}

/// Printing US-ASCII in a string, and whether there is anything else.
#[derive(Serialize)]
struct CharactersJson {
    printing: String,
    controls: bool,
    beyond: bool,
}

#[derive(Serialize)]
struct GridJson {
    columns: Vec<String>,
    rows: Vec<RowJson>,
}

#[derive(Serialize)]
struct RowJson {
    grammar: &'static str,
    cells: Vec<bool>,
}

impl<'a> Json<'a> {
    pub(crate) fn new(history: &'a RuleHistory) -> Json<'a> {
        Json {
            name: &history.name,
            means: history.concept.map(|concept| concept.means),
            reading: history.reading.id(),
            class: history.is_class,
            documents: history.entries.iter().map(|entry| DocumentJson::new(history, entry)).collect(),
            grid: GridJson::new(&history.grid()),
        }
    }
}

impl<'a> DocumentJson<'a> {
    fn new(history: &'a RuleHistory, entry: &'a Entry) -> DocumentJson<'a> {
        let rule = |Definition { rule, abnf, .. }: &Definition| RuleJson {
            name: rule.name,
            id: rule.id,
            section: rule.section,
            imported: rule.imported,
            abnf,
        };
        DocumentJson {
            grammar: entry.grammar.id(),
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
            since: change.since.id(),
            relation: relation(comparison.relation),
            only_a: Keyed("only_a", comparison.only_a.as_deref()),
            only_b: Keyed("only_b", comparison.only_b.as_deref()),
            both: Keyed("both", comparison.both.as_deref()),
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
        let row = |(grammar, cells): &(Grammar, Vec<bool>)| RowJson { grammar: grammar.id(), cells: cells.clone() };
        GridJson {
            columns: grid.columns.iter().map(ToString::to_string).collect(),
            rows: grid.rows.iter().map(row).collect(),
        }
    }
}
