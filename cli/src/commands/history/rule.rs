//! A rule's history as text and JSON.

use std::io::Write;

use serde::Serialize;
use urigram::history::{Change, Definition, Entry, Grid, RuleHistory};
use urigram::proof::Relation;
use urigram::{ByteSet, Grammar};

use super::grid;
use crate::bytes::{witness, Keyed};
use crate::commands::compare::relation;
use crate::exit::Failure;
use crate::output::{self, wrapped, BAD, DIM, GOOD, HEAD, NAME};

pub(super) fn text(out: &mut dyn Write, history: &RuleHistory) -> Result<(), Failure> {
    let means = history.concept.map_or("the rules of this name".to_owned(), |concept| concept.means.to_owned());
    writeln!(out, "{HEAD}{}{HEAD:#}: {means}", history.name)?;
    let characters = if history.is_class { "it stands for one of these" } else { "these can occur in it" };
    writeln!(out, "\ncharacters: {characters}")?;
    grid::write(out, &history.grid(), 2)?;
    for entry in &history.entries {
        let (id, document) = (entry.grammar.id(), entry.grammar.document());
        writeln!(out, "\n{NAME}{id}{NAME:#}  {}  {}", document.date, document.number)?;
        let before = entry.change.as_ref().and_then(|change| history.entry(change.since));
        match before.filter(|before| same_text(before, entry)) {
            Some(before) => writeln!(out, "  {} {DIM}(defined as in {}){DIM:#}", names(entry), before.grammar)?,
            None => entry.definitions.iter().try_for_each(|definition| abnf(out, definition))?,
        }
        if let Some(change) = &entry.change {
            changed(out, history, entry, change)?;
        }
    }
    Ok(())
}

fn same_text(a: &Entry, b: &Entry) -> bool {
    a.definitions.iter().map(|definition| definition.abnf).eq(b.definitions.iter().map(|definition| definition.abnf))
}

fn names(entry: &Entry) -> String {
    let names: Vec<&str> = entry.definitions.iter().map(|definition| definition.rule.name).collect();
    names.join(", ")
}

fn abnf(out: &mut dyn Write, definition: &Definition) -> Result<(), Failure> {
    let Definition { rule, abnf, .. } = definition;
    let imported = rule.imported.map_or(String::new(), |from| format!(", from {from}"));
    writeln!(out, "  {} {DIM}section {}{imported}{DIM:#}", rule.name, rule.section)?;
    for line in abnf.lines() {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// The relation in words, the shortest strings, the characters.
fn changed(out: &mut dyn Write, history: &RuleHistory, entry: &Entry, change: &Change) -> Result<(), Failure> {
    let since = change.since;
    match change.comparison.relation {
        Relation::Equal => writeln!(out, "  {DIM}={DIM:#} the same as in {since}")?,
        Relation::Subset => writeln!(out, "  {GOOD}⊃{GOOD:#} allows more than {since}")?,
        Relation::Superset => writeln!(out, "  {BAD}⊂{BAD:#} allows less than {since}")?,
        Relation::Overlapping => writeln!(out, "  {BAD}×{BAD:#} allows other things than {since}")?,
        Relation::Disjoint => writeln!(out, "  {BAD}∅{BAD:#} allows nothing that {since} allows")?,
    }
    let verb = if history.is_class { "is one of them" } else { "is allowed" };
    let several = if history.is_class { "are among them" } else { "are allowed" };
    let sides = [
        (&change.comparison.only_b, &change.gained, GOOD, "new ", "now"),
        (&change.comparison.only_a, &change.lost, BAD, "gone", "no longer"),
    ];
    for (string, characters, style, word, adverb) in sides {
        if let Some(string) = string {
            writeln!(out, "    {style}{word}{style:#}  {}", witness(string))?;
        }
        let shown = listed(characters);
        if !shown.is_empty() {
            let verb = if shown.len() == 1 { verb } else { several };
            let (word, rest) = verb.split_once(' ').unwrap_or((verb, ""));
            let text = format!("{} {word} {adverb} {rest} (since {})", shown.join(" "), entry.grammar);
            writeln!(out, "          {}", wrapped(&text, output::width(), 10))?;
        }
    }
    Ok(())
}

/// Characters in quotes, letters and digits as ranges.
fn listed(bytes: &ByteSet) -> Vec<String> {
    let mut shown = Vec::new();
    let mut byte = 0x20u8;
    while byte < 0x7F {
        let first = byte;
        while byte < 0x7F && bytes.contains(byte) && (byte == first || byte.is_ascii_alphanumeric()) {
            byte += 1;
        }
        match byte - first {
            0 => byte += 1,
            1 => shown.push(format!("`{}`", char::from(first))),
            _ => shown.push(format!("`{}-{}`", char::from(first), char::from(byte - 1))),
        }
    }
    if bytes.iter().any(|byte| byte < 0x20 || byte == 0x7F) {
        shown.push("controls".to_owned());
    }
    if bytes.iter().any(|byte| byte >= 0x80) {
        shown.push("characters beyond US-ASCII".to_owned());
    }
    shown
}

pub(super) fn json(out: &mut dyn Write, history: &RuleHistory) -> Result<(), Failure> {
    output::json_line(out, &Json::new(history))
}

/// A rule's history, for scripts and the page.
#[derive(Serialize)]
struct Json<'a> {
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
    fn new(history: &'a RuleHistory) -> Json<'a> {
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
