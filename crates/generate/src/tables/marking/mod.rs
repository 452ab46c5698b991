//! The components of a folder that states no shape: the places of its own rules.

mod engine;
mod places;

pub(crate) use engine::engine;

use std::collections::HashSet;

use urigram_automata::abnf::{self, Refused, Unsplit};
use urigram_automata::marked::{Ambiguity, Functional, Span};
use urigram_automata::Dfa;
use urigram_engine::generated::List;
use urigram_engine::{same_name, Component, MarkedComponent, Marking};

use crate::error::ReadError;
use crate::folder::base::Known;
use crate::folder::{rows, Folder};
use crate::leak;
use crate::tables::builder::Builder;
use crate::tables::delimited;

/// The most rules of a definition that are looked at as components. Each takes the time of the
/// rule's automaton.
const NAMED: usize = 2 * Marking::MOST;

/// A component on its way: its name, and the ids of its rules.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) rules: Vec<Known>,
}

impl Row {
    pub(crate) fn of(rule: &Known) -> Row {
        Row { name: rule.name.to_owned(), rules: vec![*rule] }
    }

    pub(crate) fn ids(&self) -> Vec<&str> {
        self.rules.iter().map(|rule| rule.id).collect()
    }
}

/// The components of a rule: those that are split, and why others are not.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) rows: Vec<Row>,
    /// The names of those that a string may have in two places.
    unknown: Vec<String>,
    /// The components that no string has.
    missing: Vec<Row>,
    /// A line for each component that is left out.
    pub(crate) notes: Vec<String>,
    /// A line for each component where a choice takes one place of two.
    pub(crate) choices: Vec<String>,
    /// The components that some string has more than once, and a line for each.
    pub(crate) lists: Vec<Row>,
    pub(crate) listed: Vec<String>,
}

/// The rules that mark components: the ABNF, or a copy of the PEG with the strings that the PEG
/// reads.
pub(crate) struct Marks<'b, 'f> {
    builder: &'b Builder<'f>,
    grammar: abnf::Grammar,
    is_copy: bool,
    is_first: bool,
}

impl<'b, 'f> Marks<'b, 'f> {
    /// Reads the rules.
    ///
    /// # Errors
    /// A message for a PEG that cannot be copied.
    pub(crate) fn of(builder: &'b Builder<'f>) -> Result<Self, String> {
        let (grammar, is_copy) = builder.rules_to_mark()?;
        let is_first = rows::is_first(builder.folder()).map_err(|error| error.to_string())?;
        Ok(Marks { builder, grammar, is_copy, is_first })
    }

    /// Returns the strings that a rule is confined to.
    fn condition(&self, rule: &Known) -> Result<Option<Dfa>, ReadError> {
        self.is_copy.then(|| self.builder.dfa(rule.id)).transpose()
    }

    /// Returns the components that a folder names for a rule: the rows of `[components]`, or the
    /// `components` of the rule's `[[type]]`, or every rule that the definition names.
    pub(crate) fn rows(&self, folder: &Folder, rule: &Known) -> Result<Vec<Row>, ReadError> {
        let facts = &folder.facts;
        if !facts.components.is_empty() {
            let row = |(name, rules): (&String, &Vec<String>)| {
                let known = |rule: &String| folder.known(rule).cloned();
                let rules: Vec<Known> = rules.iter().map(known).collect::<Result<_, _>>()?;
                Ok(Row { name: name.clone(), rules })
            };
            return facts.components.iter().map(row).collect();
        }
        let own = facts.types.iter().find(|row| same_name(&row.rule, rule.name));
        if let Some(named) = own.and_then(|row| row.components.as_ref()) {
            return named.iter().map(|name| Ok(Row::of(folder.known(name)?))).collect();
        }
        Ok(self.named_by(folder, rule))
    }

    /// Returns the names of the rules that a rule's definition names, each once.
    fn names(&self, rule: &Known) -> Vec<&str> {
        let (mut names, mut seen) = (Vec::new(), HashSet::new());
        if let Some(definition) = self.grammar.rule(rule.id) {
            definition.expr.visit_rules(&mut |name| {
                if seen.insert(abnf::key(name)) {
                    names.push(name);
                }
            });
        }
        names
    }

    /// Returns the rules that a rule's definition names, except those for one character.
    fn named_by(&self, folder: &Folder, rule: &Known) -> Vec<Row> {
        // A silent rule of a PEG is a part of the rules that use it.
        let known = |name| folder.rules.iter().find(|known| same_name(known.id, name));
        let is_component = |known: &&Known| {
            // A rule for one character is a delimiter or a class, and no component.
            let is_character = self.builder.class(known.id).is_ok_and(|class| class.is_some());
            let is_core = known.is_inherited && known.section.ends_with("B.1");
            !is_character && !is_core
        };
        self.names(rule).into_iter().filter_map(known).filter(is_component).map(Row::of).collect()
    }

    /// Returns the components of a rule that have one place, and a line for each other one.
    pub(crate) fn kept(&self, rule: &Known, rows: Vec<Row>) -> Result<Kept, ReadError> {
        let mut found = Kept::default();
        if rows.is_empty() {
            return Ok(found);
        }
        let condition = self.condition(rule)?;
        for row in rows {
            let all = self.places(rule, &row, false, condition.as_ref());
            let places = match all {
                Err(Unsplit::Ambiguous { .. } | Unsplit::Repeated { .. }) => {
                    self.chosen(rule, &row, condition.as_ref())?
                }
                ref known => known.clone(),
            };
            let name = &row.name;
            match places {
                Ok(places) if places.marked().has_component() => {
                    if let Err(
                        why @ (Unsplit::Ambiguous { ambiguity: Ambiguity { input, .. }, .. }
                        | Unsplit::Repeated { input, .. }),
                    ) = &all
                    {
                        let taken = placed(&places.split(input).flatten());
                        let (why, of) = (said(why), &rule.name);
                        let choice = format!("component `{name}` of `{of}`: {why}; taken: {taken}");
                        found.choices.push(choice);
                    }
                    found.rows.push(row);
                }
                Ok(_) => {
                    let why = format!("no component `{name}` of `{}`: no string has it", rule.name);
                    found.notes.push(why);
                    found.missing.push(row);
                }
                Err(Unsplit::Repeated { input, .. }) => {
                    match self.list_of(rule, &row, condition.as_ref()) {
                        Ok(_) => {
                            let shown = input.escape_ascii();
                            let of = &rule.name;
                            found.listed.push(format!(
                                "component `{name}` of `{of}` is a list: \"{shown}\" has it twice"
                            ));
                            found.lists.push(row);
                        }
                        Err(why) => {
                            let why = said(&why);
                            let of = &rule.name;
                            found.notes.push(format!("no component `{name}` of `{of}`: {why}"));
                            found.unknown.push(row.name);
                        }
                    }
                }
                Err(why) => {
                    found.unknown.push(name.clone());
                    let why = said(&why);
                    found.notes.push(format!("no component `{name}` of `{}`: {why}", rule.name));
                }
            }
        }
        Ok(found)
    }

    /// Returns the places of a component by the folder's choice, or why there isn't one.
    ///
    /// # Errors
    /// [`ReadError`] for a choice that cannot be made.
    fn chosen(
        &self,
        rule: &Known,
        row: &Row,
        condition: Option<&Dfa>,
    ) -> Result<Result<Functional, Unsplit>, ReadError> {
        let places = self.places(rule, row, self.is_first, condition);
        match &places {
            Err(Unsplit::Refused(refused @ Refused::Unordered { .. })) => {
                Err(rows::Row::Prefer.error(self.builder.folder(), refused))
            }
            _ => Ok(places),
        }
    }

    /// Returns an error if a row names a component that no string has: a row of the rule's
    /// `[[type]]`, or one of `[components]` that `missing` has for each start rule.
    pub(crate) fn refuse_missing(
        &self,
        rule: Option<&Known>,
        missing: &[Row],
    ) -> Result<(), ReadError> {
        let folder = self.builder.folder();
        let Some(row) = missing.first() else { return Ok(()) };
        let first = row.rules.first().map_or("", |rule| rule.name);
        let starts = match rule {
            Some(rule) => vec![rule.name],
            None => folder.facts.start.all(),
        };
        let own = rule.and_then(|rule| {
            let is_own = |row: &&crate::folder::facts::Type| same_name(&row.rule, rule.name);
            folder.facts.types.iter().find(is_own)
        });
        let at = match own {
            Some(own) => rows::Row::Type(&own.rule, first),
            None => rows::Row::Component(&row.name, first),
        };
        Err(at.without_a_string(folder, &self.grammar, &starts, &row.rules))
    }

    /// Returns the delimiter and the form of a rule that is a list of items.
    ///
    /// # Errors
    /// A message for a rule that is no such list, or without an automaton.
    pub(crate) fn list(&self, list: &Known, item: &Known) -> Result<List, String> {
        delimited::prove(self.builder.folder(), &self.grammar, list.id, item.id)
    }

    /// Returns the marking of a rule by some components. Each has one place.
    fn marking(&self, rule: &Known, rows: &[Row]) -> Result<Marking, String> {
        let condition = self.condition(rule).map_err(|error| error.to_string())?;
        let made = self.known_splitter(rule, rows, condition.as_ref());
        let splitter = made.map_err(|why| said(&why))?;
        let splitter = engine(&splitter).ok_or("the automaton is more than a table holds")?;
        Ok(Marking {
            components: leak::list(rows.iter().map(marked)),
            splitter: Some(leak::value(splitter)),
            ..Marking::NONE
        })
    }
}

/// Returns a component with the names of its rules.
fn marked(row: &Row) -> MarkedComponent {
    MarkedComponent {
        component: Component::of_name(leak::text(&row.name)),
        rules: leak::list(row.rules.iter().map(|rule| leak::text(rule.name))),
    }
}

/// A start rule's marking.
pub(crate) struct Made {
    pub(crate) marking: Marking,
    /// A line for each component that the marking does not have.
    pub(crate) notes: Vec<String>,
    /// The rows of `[components]` that no string of the rule has.
    pub(crate) missing: Vec<Row>,
}

/// Returns the marking of a start rule.
///
/// # Errors
/// [`ReadError`] for a row that names an unknown rule, for a row of the rule's own that no string
/// has, and for a choice that cannot be made.
pub(crate) fn of<'b, 'f>(
    folder: &Folder,
    builder: &'b Builder<'f>,
    rule: &Known,
) -> Result<Made, ReadError> {
    let is_named = !folder.facts.components.is_empty() || !folder.facts.types.is_empty();
    let few = |marks: Marks<'b, 'f>| match marks.names(rule).len() {
        count if is_named || count <= NAMED => Ok(marks),
        count => Err(format!(
            "the definition of `{}` names {count} rules, and at most {NAMED} are looked at; name \
             them in [components]",
            rule.name
        )),
    };
    let marks = match Marks::of(builder).and_then(few) {
        Ok(marks) => marks,
        Err(why) => {
            let marking = Marking { unknown: &Component::ALL, ..Marking::NONE };
            let notes = vec![format!("no components: {why}")];
            return Ok(Made { marking, notes, missing: Vec::new() });
        }
    };
    let mut kept = marks.kept(rule, marks.rows(folder, rule)?)?;
    let own = folder.facts.types.iter().find(|row| same_name(&row.rule, rule.name));
    if folder.facts.components.is_empty() && own.is_some_and(|row| row.components.is_some()) {
        marks.refuse_missing(Some(rule), &kept.missing)?;
    }
    if kept.rows.len() > Marking::MOST {
        let more = kept.rows.split_off(Marking::MOST).into_iter().map(|row| row.name);
        let more: Vec<String> = more.collect();
        kept.notes.push(format!(
            "no component {} of `{}`: at most {} are split at once; name them in [components]",
            more.join(", "),
            rule.name,
            Marking::MOST
        ));
        kept.unknown.extend(more);
    }
    let mut marking = Marking::NONE;
    if !kept.rows.is_empty() {
        match marks.marking(rule, &kept.rows) {
            Ok(made) => marking = made,
            Err(why) => {
                kept.notes.push(format!("no components of `{}`: {why}", rule.name));
                kept.unknown.extend(kept.rows.iter().map(|row| row.name.clone()));
            }
        }
    }
    let unknown = kept.unknown.iter().map(|name| Component::of_name(leak::text(name)));
    marking.unknown = leak::list(unknown);
    marking.lists = leak::list(kept.lists.iter().map(marked));
    marking.is_first = marks.is_first;
    let lines: Vec<&String> = kept.choices.iter().chain(&kept.listed).chain(&kept.notes).collect();
    marking.notes = leak::texts(&lines);
    Ok(Made { marking, notes: kept.notes, missing: kept.missing })
}

/// Returns a place in words.
fn placed(span: &Span) -> String {
    match span {
        Some(span) => format!("bytes {} to {}", span.start, span.end),
        None => "none".to_owned(),
    }
}

/// Returns why a component is left out, without its name.
fn said(why: &Unsplit) -> String {
    match why {
        Unsplit::Ambiguous { ambiguity, .. } => ambiguity.to_string(),
        Unsplit::Repeated { input, .. } => {
            format!("it occurs more than once in \"{}\"", input.escape_ascii())
        }
        why => why.to_string(),
    }
}
