//! The places of components of a rule, and the automaton that finds them.

use urigram_automata::abnf::{Splitter, Unsplit};
use urigram_automata::marked::Functional;
use urigram_automata::Dfa;

use super::{Marks, Row};
use crate::error::ReadError;
use crate::folder::base::Known;

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
        Ok(self.places(rule, row, self.is_first, condition.as_ref()))
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
        let (named, is_first) = ((&*row.name, &ids[..]), self.is_first);
        let limits = self.builder.folder().limits;
        let found = self.grammar.lists(rule.id, named, is_first, condition, values, limits);
        match found {
            Err(why @ Unsplit::Ambiguous { .. }) => self.parsed(rule, row).ok_or(why),
            found => found,
        }
    }

    /// Returns the places by the PEG's one parse, if the rules that are marked are a copy of it.
    /// The copy has no lookahead, so that it derives a string in more ways than the PEG reads it.
    fn parsed(&self, rule: &Known, row: &Row) -> Option<Functional> {
        let parsed = || self.builder.parsed(rule.id, &row.ids());
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
        is_first: bool,
        condition: Option<&Dfa>,
    ) -> Result<Functional, Unsplit> {
        let derived = self.derived(rule, row, is_first, condition);
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
        is_first: bool,
        condition: Option<&Dfa>,
    ) -> Result<Functional, Unsplit> {
        let (ids, values) = (row.ids(), self.builder.terminals());
        let (named, limits) = ((&*row.name, &ids[..]), self.builder.folder().limits);
        self.grammar.places(rule.id, named, is_first, condition, values, limits)
    }

    /// Returns the automaton that splits the strings of a rule into components. Each has one place.
    pub(super) fn known_splitter(
        &self,
        rule: &Known,
        rows: &[Row],
        condition: Option<&Dfa>,
    ) -> Result<Splitter, Unsplit> {
        let places = rows.iter().map(|row| self.places(rule, row, self.is_first, condition));
        let places = places.collect::<Result<Vec<Functional>, _>>()?;
        let limits = self.builder.folder().limits;
        Ok(Splitter::of_functions(&places.iter().collect::<Vec<_>>(), limits)?)
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
        Ok(self.known_splitter(rule, rows, condition.as_ref()))
    }
}
