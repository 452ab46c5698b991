//! The places of components of a rule, and the automaton that finds them.

use urigram_automata::abnf::{self, Named, Splitter, Unsplit};
use urigram_automata::marked::Functional;
use urigram_automata::{Dfa, Limits};

use super::{Marks, Row};
use crate::base::Known;
use crate::error::ReadError;

impl Marks<'_, '_> {
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
        Ok(self.places(rule, row, self.prefer(), condition.as_ref()))
    }

    /// Returns the lists of places of a component of a rule, by the folder's choice if there is
    /// one.
    pub(super) fn list_of(
        &self,
        rule: &Known,
        row: &Row,
        condition: Option<&Dfa>,
    ) -> Result<Functional, Unsplit> {
        let (ids, values) = (row.ids(), self.builder.terminals());
        let (named, prefer) = ((&*row.name, &ids[..]), self.prefer());
        let limits = Limits::default();
        let found = self.grammar.lists(&rule.id, named, prefer, condition, values, limits);
        match found {
            Err(why @ Unsplit::Ambiguous { .. }) => self.parsed(rule, row).ok_or(why),
            found => found,
        }
    }

    /// Returns the places by the PEG's one parse, if the rules that are marked are a copy of it.
    /// The copy has no lookahead, so that it derives a string in more ways than the PEG reads it.
    fn parsed(&self, rule: &Known, row: &Row) -> Option<Functional> {
        let parsed = || self.builder.parsed(&rule.id, &row.ids(), Limits::default());
        if self.is_copy {
            parsed()
        } else {
            None
        }
    }

    pub(super) fn places(
        &self,
        rule: &Known,
        row: &Row,
        prefer: Option<abnf::Prefer<'_>>,
        condition: Option<&Dfa>,
    ) -> Result<Functional, Unsplit> {
        let derived = self.derived(rule, row, prefer, condition);
        let Err(why @ (Unsplit::Ambiguous { .. } | Unsplit::Repeated { .. })) = derived else {
            return derived;
        };
        let Some(places) = self.parsed(rule, row) else { return Err(why) };
        match places.marked().shortest_list() {
            Some(input) => Err(Unsplit::Repeated { component: row.name.clone(), input }),
            None => Ok(places),
        }
    }

    /// Returns the places of a component in the derivations of a rule's strings.
    fn derived(
        &self,
        rule: &Known,
        row: &Row,
        prefer: Option<abnf::Prefer<'_>>,
        condition: Option<&Dfa>,
    ) -> Result<Functional, Unsplit> {
        let (ids, values) = (row.ids(), self.builder.terminals());
        let named = (&*row.name, &ids[..]);
        self.grammar.places(&rule.id, named, prefer, condition, values, Limits::default())
    }

    /// Returns the automaton that splits the strings of a rule into components, each of which has
    /// one place.
    pub(super) fn known_splitter(
        &self,
        rule: &Known,
        rows: &[Row],
        condition: Option<&Dfa>,
    ) -> Result<Splitter, Unsplit> {
        let ids: Vec<Vec<&str>> = rows.iter().map(Row::ids).collect();
        let named: Vec<Named<'_>> =
            rows.iter().zip(&ids).map(|(row, ids)| (&*row.name, &ids[..])).collect();
        let values = self.builder.terminals();
        let is_parsed =
            |row: &Row| self.is_copy && self.derived(rule, row, self.prefer(), condition).is_err();
        if rows.iter().any(is_parsed) {
            let places = rows.iter().map(|row| self.places(rule, row, self.prefer(), condition));
            let places = places.collect::<Result<Vec<Functional>, _>>()?;
            let places: Vec<&Functional> = places.iter().collect();
            return Ok(Splitter::of_functions(&places, Limits::default())?);
        }
        // Without a choice there are fewer states.
        let is_open = |row| self.places(rule, row, None, condition).is_err();
        let prefer = self.prefer().filter(|_| rows.iter().any(is_open));
        self.grammar.splitter_of(&rule.id, &named, prefer, condition, values, Limits::default())
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
        let places = |row| self.places(rule, row, self.prefer(), condition);
        let wrong = rows.iter().find_map(|row| places(row).err());
        Ok(wrong.map_or_else(|| self.known_splitter(rule, rows, condition), Err))
    }
}
