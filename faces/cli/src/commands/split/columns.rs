//! The columns that `split` can write, by their names.

use std::fmt;

use urigram::documents::Table;
use urigram::errors::{Objection, UnknownName};
use urigram::parts::Span;
use urigram::proof::{RulePlaces, Side};
use urigram::{Component, Grammar};
use urigram_answers::{Matcher, Refusal, RuleRef};
use urigram_generate::nested::{Error, Limits};
use urigram_generate::NestedRule;

use super::refused::Refused;
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

/// The columns that are of no rule.
const OTHERS: [(&str, Get); 5] = [
    ("input", Get::Input),
    ("line", Get::Line),
    ("file", Get::File),
    ("grammar", Get::Grammar),
    ("error", Get::Error),
];

/// The columns that there are, and the places of those that are rules or lists.
pub(super) struct Columns {
    named: Option<Matcher>,
    /// The name of each, and its column unless it needs places of its own.
    known: Vec<(&'static str, Option<Get>)>,
    places: Vec<(&'static str, Places)>,
}

/// The places of a rule or of a list in the inputs.
pub(super) enum Places {
    Marked(RulePlaces),
    /// The places of the rule of this name inside one without a table. Most occur several times.
    Nested(&'static NestedRule, &'static str),
}

impl Places {
    /// Returns true if there may be several.
    pub(super) fn is_list(&self) -> bool {
        match self {
            Places::Marked(places) => places.is_list(),
            Places::Nested(..) => true,
        }
    }

    /// Returns the places in an input that is accepted, in order.
    ///
    /// # Errors
    /// [`Refused`] for a rule with several readings, and beyond a limit.
    pub(super) fn items(&self, input: &[u8]) -> Result<Vec<Span>, Refused> {
        let (rule, name) = match self {
            Places::Marked(places) => return Ok(places.items(input)),
            Places::Nested(rule, name) => (rule, name),
        };
        let text = str::from_utf8(input).map_err(|_| Refused::Said("not UTF-8".to_owned()))?;
        let found = rule.places(name, text, Limits::for_length(input.len()));
        let found = found.map_err(|error| Refused::Objection(Objection::Stack(error)))?;
        found.ok_or_else(|| Refused::Said(format!("{name} has several readings here")))
    }
}

impl Columns {
    /// Returns the columns by name: components first, so that a rule of the same name is one.
    pub(super) fn of(named: Option<Matcher>) -> Columns {
        let table = named.as_ref().and_then(Matcher::table);
        let components = table.and_then(|rule| rule.table.own_components()).into_iter().flatten();
        let is_list =
            |one: Component| table.is_some_and(|rule| rule.table.lists().any(|list| list == one));
        let from_rules =
            components.map(|one| (one.name(), Some(Get::Component(one)).filter(|_| !is_list(one))));
        let components = Component::ALL.map(|one| (one.name(), Get::Component(one)));
        let of_name = table.map(|rule| rule.grammar);
        let grammars = Grammar::ALL.iter().copied().chain(of_name);
        let parts = grammars.flat_map(|grammar| grammar.document().parts);
        let parts = parts.map(|part| (part.name, Get::Part(part.name)));
        let rules = of_name.into_iter().flat_map(|grammar| grammar.document().rules());
        let rules = rules.map(|rule| (rule.name, None));
        let plain = components.into_iter().chain(OTHERS).chain(parts);
        let plain = plain.map(|(name, get)| (name, Some(get)));
        Columns { named, known: from_rules.chain(plain).chain(rules).collect(), places: Vec::new() }
    }

    /// Returns the column of a name.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an unknown name, and for a rule that has two places in some string or
    /// none in any.
    pub(super) fn find(&mut self, option: &str, name: &str) -> Result<Get, Failure> {
        if let Some(Matcher::Nested(rule)) = self.named {
            return self.inside(rule, option, name);
        }
        let known = self.known.iter().copied();
        let found = UnknownName::resolve("column", name, known, |(name, _)| name);
        let (known, get) = found.map_err(|error| usage(option, name, &error))?;
        match (get, self.named) {
            (Some(get), _) => Ok(get),
            (None, Some(Matcher::Table(named))) => {
                self.rule(named, known).map_err(|why| usage(option, name, &why))
            }
            // Rules are columns of the grammar that is named.
            (None, _) => Err(usage(option, name, &"no grammar is named")),
        }
    }

    /// Returns the column of a rule inside one without a table, or one that is of no rule.
    fn inside(
        &mut self,
        rule: &'static NestedRule,
        option: &str,
        name: &str,
    ) -> Result<Get, Failure> {
        let other = OTHERS.into_iter().find(|(known, _)| *known == name);
        let is_rule = name != "error"
            && !matches!(rule.places(name, "", Limits::for_length(0)), Err(Error::UnknownRule));
        match other {
            _ if is_rule => {
                let name: &'static str = name.to_owned().leak();
                self.places.push((name, Places::Nested(rule, name)));
                Ok(Get::Rule(name, self.places.len() - 1))
            }
            Some((_, get)) => Ok(get),
            None => {
                let why = format!("`{}` of {} uses no such rule", rule.name(), rule.id());
                Err(usage(option, name, &why))
            }
        }
    }

    fn rule(&mut self, named: RuleRef, name: &'static str) -> Result<Get, Refusal> {
        if let Some(at) = self.places.iter().position(|(known, _)| *known == name) {
            return Ok(Get::Rule(name, at));
        }
        let RuleRef { grammar, reading, table } = named;
        let side = Side { grammar, reading, rule: Some(table.rule()) };
        let places = RulePlaces::of(side, Component::of_name(name));
        let Some(places) = places.map_err(|why| why.to_string())? else {
            return Err(format!("no string of the rule {} has it", table.rule()).into());
        };
        self.places.push((name, Places::Marked(places)));
        Ok(Get::Rule(name, self.places.len() - 1))
    }

    /// Returns the column of a component by its name.
    fn component(&mut self, one: Component) -> Result<Get, Failure> {
        self.find("--get", one.name())
    }

    /// Returns the columns by default: of text, or all components of a grammar that are there.
    ///
    /// # Errors
    /// The errors of [`Columns::find`].
    pub(super) fn usual(&mut self) -> Result<Vec<Get>, Failure> {
        match self.table().and_then(|table| table.own_components()) {
            Some(components) => components.map(|one| self.component(one)).collect(),
            None => Ok(USUAL.to_vec()),
        }
    }

    /// Returns the columns that are lists by default: those of a grammar of one's own.
    ///
    /// # Errors
    /// The errors of [`Columns::find`].
    pub(super) fn lists(&mut self) -> Result<Vec<Get>, Failure> {
        let lists = self.table().into_iter().flat_map(Table::lists);
        lists.map(|one| self.component(one)).collect()
    }

    /// Returns the name of a column that is a list, if one is. A rule inside a recursive one is
    /// only in some inputs.
    pub(super) fn list_among(&self, get: &[Get]) -> Option<&'static str> {
        get.iter().find_map(|get| match get {
            Get::Rule(name, at) => match &self.places[*at].1 {
                Places::Marked(places) if places.is_list() => Some(*name),
                _ => None,
            },
            _ => None,
        })
    }

    /// Returns the table of the rule that is named, if it has one.
    fn table(&self) -> Option<&'static Table> {
        self.named.as_ref()?.table().map(|rule| rule.table)
    }

    /// Returns the places of the columns that have places of their own.
    pub(super) fn into_places(self) -> Vec<Places> {
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
