//! The answers of a practice.

use std::collections::BTreeMap;
use std::path::Path;

use urigram_automata::Dfa;
use urigram_core::agreement::Places;
use urigram_core::{Component, Grammar, Reading};
use urigram_grammars::{proof, Table};

use crate::rows::Program;
use crate::values;

/// The values of the components that are present.
pub type Components = BTreeMap<String, String>;

/// A practice, with the functions that make values.
pub struct Practice {
    pub grammar: Grammar,
    pub table: &'static Table,
    components: Vec<(Component, Vec<values::Function>)>,
    differences: Vec<Dfa>,
}

impl Practice {
    /// Finds the practice of a program, or loads it from a folder.
    pub fn of(program: &Program, folder: Option<&Path>) -> Result<Practice, String> {
        let grammar = match folder {
            Some(folder) => {
                let known: Vec<_> = Grammar::ALL.iter().map(|one| one.definition()).collect();
                let loaded = urigram_generate::load(folder, None, &known);
                Grammar::new(loaded.map_err(|error| error.to_string())?.definition)
            }
            None => {
                let mut all = Grammar::PRACTICES.iter();
                let found = all.find(|one| one.document().id == program.grammar);
                *found.ok_or_else(|| format!("there is no practice {}", program.grammar))?
            }
        };
        let table = grammar.tables(Reading::Corrected).start();
        let is_asked = |component: &Component| {
            let asked = program.components.as_ref();
            asked.is_none_or(|asked| asked.iter().any(|name| name == component.name()))
        };
        let with_values = |component: Component| {
            let names = program.values.get(component.name()).into_iter().flatten();
            (component, names.filter_map(|name| values::function(name)).collect())
        };
        let components = grammar.document().components.iter().map(|(component, _)| *component);
        let rule = |row: &crate::rows::Difference| {
            proof::first_rule(&row.rule, grammar, Reading::Corrected)
        };
        let differences = program.difference.iter().map(rule).collect::<Result<_, _>>();
        Ok(Practice {
            grammar,
            table,
            components: components.filter(is_asked).map(with_values).collect(),
            differences: differences.map_err(|error| format!("{}: {error}", program.grammar))?,
        })
    }

    /// Returns the values of the components of an input; `None` if the practice refuses it.
    pub fn answer(&self, input: &str) -> Option<Components> {
        let places = Places::of(input, self.table).ok()?;
        let removed = self.table.removed();
        let is_left =
            |c: char| !removed.is_some_and(|row| c.is_ascii() && row.anywhere.contains(c as u8));
        let left = |component| -> Option<String> {
            let text = places.get(component)?.of(input);
            Some(text.chars().filter(|&c| is_left(c)).collect())
        };
        let scheme = left(Component::Scheme).unwrap_or_default().to_ascii_lowercase();
        let value = |(component, functions): &(Component, Vec<values::Function>)| {
            let value = |value: String, function: &values::Function| function(&value, &scheme);
            let value = functions.iter().fold(left(*component)?, value);
            Some((component.name().to_owned(), value))
        };
        Some(self.components.iter().filter_map(value).collect())
    }

    /// Returns true if a program said what the practice says. Only the practice's components count.
    pub fn is_same(&self, ours: &Option<Components>, said: &Option<Components>) -> bool {
        match (ours, said) {
            (Some(ours), Some(said)) => self
                .components
                .iter()
                .all(|(component, _)| ours.get(component.name()) == said.get(component.name())),
            (ours, said) => ours.is_some() == said.is_some(),
        }
    }

    /// Returns the number of the row that says that the program differs in this input.
    pub fn difference(&self, input: &str) -> Option<usize> {
        self.differences.iter().position(|strings| strings.accepts(input.as_bytes()))
    }
}
