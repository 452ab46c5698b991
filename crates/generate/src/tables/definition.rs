//! From a folder to a definition: the one way to tables, whether they are held in memory or
//! printed.

use std::collections::BTreeMap;

use urigram_automata::{Dfa, StateId};
use urigram_engine::generated::Automaton;
use urigram_engine::{
    ByteSet, ComponentSets, Definition, Document, Form, MarkedComponent, Marking, Shape, Sources,
    Start, Table, Tables,
};

use crate::error::ReadError;
use crate::folder::facts;
use crate::folder::rules::Rules;
use crate::folder::{document, rows, Folder};
use crate::leak;
use crate::tables::builder::{self, Builder};
use crate::tables::marking::Row;
use crate::tables::trees::Trees;
use crate::tables::{claims, demands, fast, marking, repairs, share, transcriptions};

/// A definition, and the tables that its rules refer to.
pub(crate) struct Made {
    pub(crate) definition: &'static Definition,
    /// A line for each component that the rules do not give one place.
    pub(crate) notes: Vec<String>,
    /// Corrected, then printed if the language differs.
    pub(crate) readings: Vec<MadeReading>,
}

impl Made {
    /// Returns the name and the tables of each reading.
    pub(crate) fn sets(&self) -> impl Iterator<Item = (&'static str, &'static Tables)> + '_ {
        let tables = [self.definition.corrected, self.definition.printed];
        self.readings.iter().map(|reading| reading.name).zip(tables)
    }
}

/// The tables of one reading.
pub(crate) struct MadeReading {
    pub(crate) name: &'static str,
    pub(crate) shape: &'static Shape,
    /// The tables of the start rules, then the tables of the rules that splitting asks.
    pub(crate) all: Vec<&'static Table>,
}

/// Makes the definition of a folder: proves that both transcriptions of every rule are one language
/// with a table, builds the tables, and finds out what the scanner may know.
///
/// # Errors
/// [`ReadError`] for rules that cannot be read or have no automaton, for two that differ, and for
/// facts that contradict the rules.
pub(crate) fn make(folder: &Folder) -> Result<Made, ReadError> {
    rows::check(folder)?;
    let corrected = folder.corrected.as_ref().unwrap_or(&folder.printed);
    let mut builders = vec![("corrected", Builder::new(folder, corrected)?)];
    if folder.corrected.is_some() {
        builders.push(("printed", Builder::new(folder, &folder.printed)?));
        let complaints = repairs::check_languages(folder, &builders[1].1, &builders[0].1)?;
        if !complaints.is_empty() {
            return Err(folder.error(complaints.join("\n")));
        }
    }
    let classes = classes(folder, &builders[0].1)?;
    let document = document::make(&folder.facts, &folder.rules, folder.patched(), classes);
    let mut document = document.map_err(|why| folder.error(why))?;
    // A URI is in US-ASCII, so rules that are not, of a folder that says nothing, are of IRIs.
    if folder.facts.form.is_none() && claims::goes_beyond_ascii(folder, &builders)? {
        document.form = Form::Iri;
    }
    let (placed, mut notes) = demands::placed(folder, &builders)?;
    if !placed.is_empty() {
        let by_rules = document::checks(&folder.facts, |name| folder.known(name).is_ok());
        let by_rules = by_rules.map_err(|why| folder.error(why))?;
        document.checks = leak::list(by_rules.into_iter().chain(placed));
    }
    let document: &'static Document = leak::value(document);
    let mut readings = Vec::new();
    for (name, builder) in &builders {
        readings.push(reading(folder, document, (name, builder), &mut notes)?);
    }
    check_examples(folder, document, &readings[0])?;
    let tables: Vec<&'static Tables> =
        readings.iter().map(|reading| leak::value(groups(document, reading))).collect();
    for tables in &tables {
        claims::check(document, tables).map_err(|why| folder.error(why))?;
    }
    let definition = leak::value(Definition {
        document,
        corrected: tables[0],
        printed: tables[tables.len() - 1],
        sources: Some(leak::value(sources(folder))),
        programs: Some(leak::value(Trees::of(folder)?)),
    });
    Ok(Made { definition, notes, readings })
}

/// Returns the rules that stand for one character, with the bytes that those begin with; largest
/// first.
fn classes(folder: &Folder, builder: &Builder<'_>) -> Result<Vec<(String, [u64; 4])>, ReadError> {
    /// The most rules that may be too large for a character, so that no file of large rules takes
    /// long: some hundred are found in the largest documents.
    const LARGE: usize = 2_000;
    let (mut classes, mut large) = (Vec::new(), 0);
    for rule in folder.rules.iter().filter(|rule| builder.has(rule.id)) {
        // A rule without an automaton is not a rule for a character; it fails where it is used.
        let class = match builder.class(rule.id) {
            Ok(class) => class,
            Err(error) if error.is_limit() && large == LARGE => break,
            Err(error) => {
                large += usize::from(error.is_limit());
                continue;
            }
        };
        classes.extend(class.map(|words| (rule.name.to_owned(), words)));
    }
    let size = |words: &[u64; 4]| words.iter().map(|word| word.count_ones()).sum::<u32>();
    classes.sort_by_key(|(_, words)| std::cmp::Reverse(size(words)));
    Ok(classes)
}

fn reading(
    folder: &Folder,
    document: &'static Document,
    (reading, builder): (&'static str, &Builder<'_>),
    notes: &mut Vec<String>,
) -> Result<MadeReading, ReadError> {
    let facts = &folder.facts;
    let index = |name: &str| -> Result<usize, ReadError> {
        let rule = folder.known(name)?;
        Ok(folder.rules.iter().position(|known| known.id == rule.id).unwrap_or(0))
    };
    let mut tracked: Vec<usize> = Vec::new();
    for name in facts.part_rules() {
        let index = index(name)?;
        if builder.has(folder.rules[index].id) && !tracked.contains(&index) {
            tracked.push(index);
        }
    }
    let ids: Vec<String> = tracked.iter().map(|&index| folder.rules[index].id.to_owned()).collect();
    let starts = facts.start.all();
    let mut names = starts.clone();
    let checks = document.checks.iter().filter_map(|check| check.test.rule());
    for name in folder.shape.rules().into_iter().chain(checks) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut rules: Vec<share::Rule<'_>> = Vec::new();
    for &name in &names {
        let own = index(name)?;
        let removed = document.removed.filter(|_| name == facts.start.default);
        let built = builder.build(folder.rules[own].id, &ids)?;
        let label = |index: &Option<usize>| index.map_or(own, |index| tracked[index]) as u8;
        let dfa = built.dfa;
        if !builder::fits(dfa.len(), dfa.classes().len()) {
            return Err(ReadError::limit(
                &folder.path,
                format!(
                    "`{name}` has {} states and {} classes of bytes, and a table holds at most \
                     65,535 states, 127 classes and 8 MiB: name a smaller rule",
                    dfa.len(),
                    dfa.classes().len()
                ),
            ));
        }
        if let Some(byte) = removed.and_then(|removed| left_in(&dfa, &removed.anywhere)) {
            let character = char::from(byte).escape_default();
            let message = format!("[removed]: `{name}` accepts `{character}`, which is removed");
            return Err(ReadError::new(&folder.path, message));
        }
        rules.push(share::Rule { name, labels: built.labels.iter().map(label).collect(), dfa });
    }
    let automata = share::all(&rules);
    let asked: BTreeMap<&str, &'static Automaton> =
        automata.iter().map(|shared| (shared.automaton.rule, shared.automaton)).collect();
    let shape = leak::value(shape(&folder.shape, |rule| asked.get(rule).copied()));
    let mut all: Vec<&'static Table> = Vec::new();
    // The rows of [components] that no start rule's strings have.
    let mut missing: Option<Vec<Row>> = None;
    for (rule, shared) in rules.iter().zip(&automata) {
        let marking = marking(folder, builder, rule.name, &starts, notes, &mut missing)?;
        // Only whole identifiers are split, and the scanner splits by a shape.
        let proved = if starts.contains(&rule.name) && marking.is_none() {
            match fast::prove(folder, builder, &rule.dfa, is_main(&facts.start, rule.name)) {
                // Without these facts the table does all the work.
                Err(error) if error.is_limit() => None,
                proved => proved?,
            }
        } else {
            None
        };
        let scan = proved.map(|proved| fast::spec(&proved, &shared.places, |rule| asked[rule]));
        let (automaton, labels) = (*shared.automaton, shared.labels);
        let mut table = Table { document, shape, automaton, labels, positions: &[], scan, marking };
        table.positions = leak::list(table.find_positions());
        all.push(leak::value(table));
    }
    if let Some(missing) = missing.filter(|_| !folder.facts.components.is_empty()) {
        if let Ok(marks) = marking::Marks::of(builder) {
            marks.refuse_missing(None, &missing)?;
        }
    }
    Ok(MadeReading { name: reading, shape, all })
}

/// Returns the marking of a rule of a folder that states no shape.
fn marking(
    folder: &Folder,
    builder: &Builder<'_>,
    rule: &str,
    starts: &[&str],
    notes: &mut Vec<String>,
    missing: &mut Option<Vec<Row>>,
) -> Result<Option<&'static Marking>, ReadError> {
    if folder.facts.states_shape() {
        return Ok(None);
    }
    if !starts.contains(&rule) {
        return Ok(Some(&Marking::NONE));
    }
    let known = folder.known(rule)?;
    let made = marking::of(folder, builder, known)?;
    if builder.has_both() && !folder.is_unproved {
        let row = |one: &MarkedComponent| {
            let rules = one.rules.iter().map(|rule| folder.known(rule).cloned());
            Ok(Row {
                name: one.component.name().to_owned(),
                rules: rules.collect::<Result<_, _>>()?,
            })
        };
        let components = made.marking.components.iter().chain(made.marking.lists);
        let rows = components.map(row).collect::<Result<Vec<Row>, ReadError>>()?;
        let differences = transcriptions::differences(folder, builder, known, &rows)?;
        if !differences.is_empty() {
            return Err(folder.error(differences.join("\n")));
        }
    }
    let is_missing = |row: &Row| made.missing.iter().any(|own| own.name == row.name);
    match missing {
        Some(missing) => missing.retain(is_missing),
        None => *missing = Some(made.missing),
    }
    for note in made.notes {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    Ok(Some(leak::value(made.marking)))
}

/// Returns true if most inputs come to this rule.
fn is_main(start: &Start, rule: &str) -> bool {
    [Some(start.default), start.uri, start.reference].contains(&Some(rule))
}

/// Returns a way of splitting with the automata of its rules.
fn shape(shape: &Shape, asked: impl Fn(&str) -> Option<&'static Automaton>) -> Shape {
    let mut shape = shape.clone();
    for rule in facts::rules(&mut shape) {
        *rule = rule.and_then(|named| asked(named.rule));
    }
    let form = |(schemes, named): &(_, &Automaton)| Some((*schemes, asked(named.rule)?));
    shape.forms = leak::list(shape.forms.iter().filter_map(form));
    shape
}

/// Returns the tables of a reading: those of the start rules, and of the rules that checks name.
fn groups(document: &Document, reading: &MadeReading) -> Tables {
    let find = |rule: &str| reading.all.iter().copied().find(|table| table.rule() == rule);
    let start = &document.start;
    let mut names = start.all();
    for name in document.checks.iter().filter_map(|check| check.test.rule()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let (uri, reference) = (start.uri.and_then(find), start.reference.and_then(find));
    Tables {
        all: leak::list(names.into_iter().filter_map(find)),
        uri,
        reference,
        sets: ComponentSets::of(reading.all[0], uri, reference),
    }
}

/// Checks that the document accepts the examples of its equivalences, and of those that it inherits
/// as a patch.
fn check_examples(
    folder: &Folder,
    document: &Document,
    reading: &MadeReading,
) -> Result<(), ReadError> {
    let rows = document.comparison.iter().flat_map(|comparison| comparison.equivalences);
    for row in rows {
        for text in row.example {
            if !reading.all[0].accepts(text.as_bytes()) {
                let is_own = folder.facts.equivalence.iter().any(|own| own.id == row.id);
                let (id, start) = (row.id, folder.facts.start.default);
                let why = format!("{start} rejects the example {text:?}");
                return Err(folder.error(match folder.patched().filter(|_| !is_own) {
                    Some(base) if base.form == Form::Generic => format!(
                        "equivalence {id} of the base {}: {why}. A document of schemes does not \
                         inherit such rows: write form = \"locator\"",
                        base.document.id
                    ),
                    Some(base) => {
                        format!("equivalence {id} of the base {}: {why}", base.document.id)
                    }
                    None => format!("equivalence {id}: {why}"),
                }));
            }
        }
    }
    Ok(())
}

fn sources(folder: &Folder) -> Sources {
    let corrected = folder.corrected.as_ref().unwrap_or(&folder.printed);
    let both = |text: fn(&Rules) -> &str| {
        let printed = leak::text(text(&folder.printed));
        match &folder.corrected {
            Some(_) => [leak::text(text(corrected)), printed],
            None => [printed; 2],
        }
    };
    Sources {
        abnf: both(|rules| &rules.abnf.text),
        pest: both(|rules| &rules.pest.text),
        examples: leak::text(&folder.examples),
        reports: leak::text(&folder.reports),
        facts: folder.facts.source,
        sections: leak::text(folder.sections_text.as_deref().unwrap_or_default()),
        quotations: leak::text(folder.quotations.as_deref().unwrap_or_default()),
    }
}

/// Returns a byte of the set that occurs in an accepted string.
fn left_in(dfa: &Dfa, set: &ByteSet) -> Option<u8> {
    let states = 0..dfa.len() as StateId;
    set.iter().find(|&byte| states.clone().any(|state| Some(dfa.next(state, byte)) != dfa.dead()))
}
