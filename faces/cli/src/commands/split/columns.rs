//! The columns that `split` can write, by their names.

use std::fmt;

use urigram::errors::UnknownName;
use urigram::proof::{RulePlaces, Side};
use urigram::{Component, Grammar};
use urigram_answers::RuleRef;

use crate::exit::Failure;

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Get {
    Component(Component),
    /// A part inside a component, by the name that some document gives it.
    Part(&'static str),
    /// A rule, or a component that is a list: its name, and its number among the places.
    Rule(&'static str, usize),
    Input,
    Line,
    File,
    Grammar,
    Error,
}

/// The columns of text by default: those of a generic identifier.
const USUAL: [Get; 7] = [
    Get::Component(Component::Scheme),
    Get::Component(Component::Userinfo),
    Get::Component(Component::Host),
    Get::Component(Component::Port),
    Get::Component(Component::Path),
    Get::Component(Component::Query),
    Get::Component(Component::Fragment),
];

/// The columns that there are, and the places of those that are rules or lists.
pub(super) struct Columns {
    named: Option<RuleRef>,
    /// The name of each, and its column unless it needs places of its own.
    known: Vec<(&'static str, Option<Get>)>,
    places: Vec<(&'static str, RulePlaces)>,
}

impl Columns {
    /// Returns the columns by name: components first, so that a rule of the same name is one.
    pub(super) fn of(named: Option<RuleRef>) -> Columns {
        let own = named.and_then(|named| named.table.own_components()).into_iter().flatten();
        let is_list =
            |one: Component| named.is_some_and(|named| named.table.lists().any(|list| list == one));
        let own = own.map(|one| (one.name(), Some(Get::Component(one)).filter(|_| !is_list(one))));
        let components = Component::ALL.map(|one| (one.name(), Get::Component(one)));
        let others = [
            ("input", Get::Input),
            ("line", Get::Line),
            ("file", Get::File),
            ("grammar", Get::Grammar),
            ("error", Get::Error),
        ];
        let of_name = named.map(|named| named.grammar);
        let grammars = Grammar::ALL.iter().copied().chain(of_name);
        let parts = grammars.flat_map(|grammar| grammar.document().parts);
        let parts = parts.map(|part| (part.name, Get::Part(part.name)));
        let rules = of_name.into_iter().flat_map(|grammar| grammar.document().rules());
        let rules = rules.map(|rule| (rule.name, None));
        let plain = components.into_iter().chain(others).chain(parts);
        let plain = plain.map(|(name, get)| (name, Some(get)));
        Columns { named, known: own.chain(plain).chain(rules).collect(), places: Vec::new() }
    }

    /// Returns the column of a name.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an unknown name, and for a rule that has two places in some string or
    /// none in any.
    pub(super) fn find(&mut self, option: &str, name: &str) -> Result<Get, Failure> {
        let known = self.known.iter().copied();
        let found = UnknownName::resolve("column", name, known, |(name, _)| name);
        let (own, get) = found.map_err(|error| usage(option, name, &error))?;
        match (get, self.named) {
            (Some(get), _) => Ok(get),
            (None, Some(named)) => self.rule(named, own).map_err(|why| usage(option, name, &why)),
            // Rules are columns of the grammar that is named.
            (None, None) => Err(usage(option, name, &"no grammar is named")),
        }
    }

    fn rule(&mut self, named: RuleRef, name: &'static str) -> Result<Get, String> {
        if let Some(at) = self.places.iter().position(|(known, _)| *known == name) {
            return Ok(Get::Rule(name, at));
        }
        let RuleRef { grammar, reading, table } = named;
        let side = Side { grammar, reading, rule: Some(table.rule()) };
        let places = RulePlaces::of(side, Component::of_name(name));
        let Some(places) = places.map_err(|why| why.to_string())? else {
            return Err(format!("no string of the rule {} has it", table.rule()));
        };
        self.places.push((name, places));
        Ok(Get::Rule(name, self.places.len() - 1))
    }

    /// Returns the column of a component of one's own grammar.
    fn own(&mut self, one: Component) -> Result<Get, Failure> {
        self.find("--get", one.name())
    }

    /// Returns the columns by default: of text, or all components of a grammar that are there.
    ///
    /// # Errors
    /// The errors of [`Columns::find`].
    pub(super) fn usual(&mut self) -> Result<Vec<Get>, Failure> {
        match self.named.and_then(|named| named.table.own_components()) {
            Some(own) => own.map(|one| self.own(one)).collect(),
            None => Ok(USUAL.to_vec()),
        }
    }

    /// Returns the columns that are lists by default: those of a grammar of one's own.
    ///
    /// # Errors
    /// The errors of [`Columns::find`].
    pub(super) fn lists(&mut self) -> Result<Vec<Get>, Failure> {
        let lists = self.named.into_iter().flat_map(|named| named.table.lists());
        lists.map(|one| self.own(one)).collect()
    }

    /// Returns the name of a column that is a list, if one is.
    pub(super) fn list_among(&self, get: &[Get]) -> Option<&'static str> {
        get.iter().find_map(|get| match get {
            Get::Rule(name, at) if self.places[*at].1.is_list() => Some(*name),
            _ => None,
        })
    }

    /// Returns the places of the columns that have places of their own.
    pub(super) fn into_places(self) -> Vec<RulePlaces> {
        self.places.into_iter().map(|(_, places)| places).collect()
    }
}

fn usage(option: &str, name: &str, why: &dyn fmt::Display) -> Failure {
    Failure::Usage(format!("{option} {name}: {why}"))
}

impl Get {
    /// Returns the column's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Get::Component(component) => component.name(),
            Get::Part(name) | Get::Rule(name, _) => name,
            Get::Input => "input",
            Get::Line => "line",
            Get::File => "file",
            Get::Grammar => "grammar",
            Get::Error => "error",
        }
    }
}
