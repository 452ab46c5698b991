//! The components of a folder that states no shape: the places of its own rules.

use urigram_automata::abnf::{self, Named, Noted, Splitter, Unsplit};
use urigram_automata::marked::Functional;
use urigram_automata::{Dfa, Limits, StateId};
use urigram_engine::generated::Splitter as Run;
use urigram_engine::{same_name, Component, MarkedComponent, Marking};

use crate::base::Known;
use crate::error::ReadError;
use crate::folder::Folder;
use crate::leak;
use crate::tables::{self, Builder};

/// A component on its way: its name, and the ids of its rules.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) rules: Vec<Known>,
}

impl Row {
    pub(crate) fn of(rule: &Known) -> Row {
        Row { name: rule.name.clone(), rules: vec![rule.clone()] }
    }

    pub(crate) fn ids(&self) -> Vec<&str> {
        self.rules.iter().map(|rule| &*rule.id).collect()
    }
}

/// The components of a rule: those that are split, and why others are not.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) rows: Vec<Row>,
    /// The names of those that a string may have in two places.
    unknown: Vec<String>,
    pub(crate) notes: Vec<String>,
}

/// The rules by which components are marked: the ABNF, or a copy of the PEG with the strings that
/// the PEG reads.
pub(crate) struct Marks<'b, 'f> {
    builder: &'b Builder<'f>,
    grammar: abnf::Grammar,
    is_copy: bool,
}

impl<'b, 'f> Marks<'b, 'f> {
    /// Reads the rules.
    ///
    /// # Errors
    /// A message for a PEG that cannot be copied.
    pub(crate) fn of(builder: &'b Builder<'f>) -> Result<Self, String> {
        let (grammar, is_copy) = builder.rules_to_mark()?;
        Ok(Marks { builder, grammar, is_copy })
    }

    /// Returns the strings to which a rule is confined.
    fn condition(&self, rule: &Known) -> Result<Option<Dfa>, ReadError> {
        self.is_copy.then(|| self.builder.dfa(&rule.id)).transpose()
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
        let own = facts.types.iter().find(|row| same_name(&row.rule, &rule.name));
        if let Some(named) = own.and_then(|row| row.components.as_ref()) {
            return named.iter().map(|name| Ok(Row::of(folder.known(name)?))).collect();
        }
        Ok(self.named_by(folder, rule))
    }

    /// Returns the rules that a rule's definition names, except those for one character.
    fn named_by(&self, folder: &Folder, rule: &Known) -> Vec<Row> {
        let Some(definition) = self.grammar.rule(&rule.id) else { return Vec::new() };
        let mut named: Vec<&str> = Vec::new();
        definition.expr.visit_rules(&mut |name| {
            if !named.iter().any(|known| same_name(known, name)) {
                named.push(name);
            }
        });
        // A silent rule of a PEG is a part of the rules that use it.
        let known = |name| folder.rules.iter().find(|known| same_name(&known.id, name));
        let is_component = |known: &&Known| {
            // A rule for one character is a delimiter or a class, and no component.
            let is_character = self.builder.class(&known.id).is_ok_and(|class| class.is_some());
            let is_core = known.is_inherited && known.section.ends_with("B.1");
            !is_character && !is_core
        };
        named.into_iter().filter_map(known).filter(is_component).map(Row::of).collect()
    }

    /// Returns the components of a rule that have one place, and a line for each other one.
    pub(crate) fn kept(&self, rule: &Known, rows: Vec<Row>) -> Result<Kept, ReadError> {
        let condition = self.condition(rule)?;
        let mut found = Kept::default();
        for row in rows {
            let why = match self.places(rule, &row, condition.as_ref()) {
                Ok(places) if places.marked().has_component() => {
                    found.rows.push(row);
                    continue;
                }
                Ok(_) => "no string has it".to_owned(),
                Err(why) => {
                    found.unknown.push(row.name.clone());
                    said(&why)
                }
            };
            found.notes.push(format!("no component `{}` of `{}`: {why}", row.name, rule.name));
        }
        Ok(found)
    }

    /// Returns the places of a component of a rule.
    ///
    /// # Errors
    /// [`ReadError`] for a rule without an automaton, [`Unsplit`] for a component that has not one
    /// place.
    pub(crate) fn places_of(
        &self,
        rule: &Known,
        row: &Row,
    ) -> Result<Result<Functional, Unsplit>, ReadError> {
        let condition = self.condition(rule)?;
        Ok(self.places(rule, row, condition.as_ref()))
    }

    fn places(
        &self,
        rule: &Known,
        row: &Row,
        condition: Option<&Dfa>,
    ) -> Result<Functional, Unsplit> {
        let (ids, values) = (row.ids(), self.builder.terminals());
        self.grammar.places(&rule.id, (&row.name, &ids), condition, values, Limits::default())
    }

    /// Returns the automaton that splits the strings of a rule into components, each of which has
    /// one place.
    fn known_splitter(
        &self,
        rule: &Known,
        rows: &[Row],
        condition: Option<&Dfa>,
    ) -> Result<Splitter, Unsplit> {
        let ids: Vec<Vec<&str>> = rows.iter().map(Row::ids).collect();
        let named: Vec<Named<'_>> =
            rows.iter().zip(&ids).map(|(row, ids)| (&*row.name, &ids[..])).collect();
        let values = self.builder.terminals();
        self.grammar.splitter_of(&rule.id, &named, condition, values, Limits::default())
    }

    /// Returns the automaton that splits the strings of a rule.
    ///
    /// # Errors
    /// [`ReadError`] for a rule without an automaton, [`Unsplit`] for a component that has not one
    /// place.
    pub(crate) fn splitter(
        &self,
        rule: &Known,
        rows: &[Row],
    ) -> Result<Result<Splitter, Unsplit>, ReadError> {
        let condition = self.condition(rule)?;
        let condition = condition.as_ref();
        let wrong = rows.iter().find_map(|row| self.places(rule, row, condition).err());
        Ok(wrong.map_or_else(|| self.known_splitter(rule, rows, condition), Err))
    }

    /// Returns the marking of a rule by some components, each of which has one place.
    fn marking(&self, rule: &Known, rows: &[Row]) -> Result<Marking, String> {
        let condition = self.condition(rule).map_err(|error| error.to_string())?;
        let made = self.known_splitter(rule, rows, condition.as_ref());
        let splitter = made.map_err(|why| said(&why))?;
        let splitter = engine(&splitter).ok_or("the automaton is more than a table holds")?;
        let component = |row: &Row| MarkedComponent {
            component: Component::of_name(leak::text(&row.name)),
            rules: leak::list(row.rules.iter().map(|rule| leak::text(&rule.name))),
        };
        Ok(Marking {
            components: leak::list(rows.iter().map(component)),
            unknown: &[],
            splitter: Some(leak::value(splitter)),
        })
    }
}

/// Returns the marking of a start rule, and a line for each component that it does not have.
///
/// # Errors
/// [`ReadError`] for a row that names an unknown rule.
pub(crate) fn of(
    folder: &Folder,
    builder: &Builder<'_>,
    rule: &Known,
) -> Result<(Marking, Vec<String>), ReadError> {
    let marks = match Marks::of(builder) {
        Ok(marks) => marks,
        Err(why) => {
            let marking = Marking { unknown: &Component::ALL, ..Marking::NONE };
            return Ok((marking, vec![format!("no components: {why}")]));
        }
    };
    let mut kept = marks.kept(rule, marks.rows(folder, rule)?)?;
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
    Ok((marking, kept.notes))
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

/// Returns an automaton with registers as the engine has it; `None` where it has more states or
/// classes than a table holds.
pub(crate) fn engine(splitter: &Splitter) -> Option<Run> {
    let dfa = splitter.dfa();
    let dead = dfa.dead();
    let states = || 0..dfa.len() as StateId;
    let (plain, noting): (Vec<StateId>, Vec<StateId>) = states()
        .filter(|&state| Some(state) != dead)
        .partition(|&state| splitter.notes(state).is_empty());
    let all = |states: &[StateId]| states.iter().copied().map(Some).collect::<Vec<_>>();
    let order: Vec<Option<StateId>> =
        all(&plain).into_iter().chain([dead]).chain(all(&noting)).collect();
    let mut ends: Vec<&[Noted]> = states().filter_map(|state| splitter.ends(state)).collect();
    ends.sort_unstable();
    ends.dedup();
    let end = |state| {
        let own = splitter.ends(state);
        own.and_then(|own| ends.binary_search(&own).ok()).map_or(0, |at| at as u16 + 1)
    };
    let rows = tables::rows_in_order(dfa, &order, end)?;
    let special = u16::try_from(plain.len() * usize::from(rows.width)).ok()?;
    let place = |noted: &Noted| match *noted {
        Noted::Nowhere => Run::NOWHERE,
        Noted::Register(register) => register,
        Noted::End => Run::END,
    };
    let bytes = |bytes: Vec<u8>| -> &'static [u8] { leak::list(bytes) };
    let notes = noting.iter().map(|&state| bytes(splitter.notes(state).to_vec()));
    let ends = ends.iter().map(|noted| bytes(noted.iter().map(place).collect()));
    Some(Run { rows, special, notes: leak::list(notes), ends: leak::list(ends) })
}
