//! The answers of a practice.

use std::path::Path;

use urigram_core::agreement::Places;
use urigram_core::practices::{Href, Stripped};
use urigram_core::{Component, Grammar, Reading};
use urigram_grammars::proof::{self, Difference, Side, ValueCase};
use urigram_grammars::Table;

use crate::driver::Components;
use crate::rows::Program;
use crate::values;

/// A practice, with the functions that make values.
pub struct Practice {
    pub grammar: Grammar,
    pub table: &'static Table,
    components: Vec<(Component, Vec<values::Function>)>,
    front: bool,
    pub differences: Vec<Difference>,
    decided: Vec<Decided>,
}

/// The values of a component that agreement is decided by (`grammars/values.tsv`).
struct Decided {
    component: Component,
    cases: Vec<ValueCase>,
    /// Whether the program writes octets as characters.
    is_octets: bool,
    /// Whether the program leaves the brackets of an address.
    has_brackets: bool,
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
        let differences = proof::differences(grammar, Reading::Corrected);
        let side = Side { grammar, reading: Reading::Corrected, rule: None };
        let decided = |name: &'static str| {
            let component = Component::of_name(name);
            let written = program.values.get(name);
            let has = |name| written.is_some_and(|names| names.iter().any(|one| one == name));
            let (is_octets, has_brackets) = (has("octets"), !has("brackets"));
            let cases = proof::values(side, component)?;
            Ok(Decided { component, cases, is_octets, has_brackets })
        };
        let decided: Result<_, proof::ProofError> =
            ["userinfo", "host", "port", "path"].into_iter().map(decided).collect();
        Ok(Practice {
            grammar,
            table,
            components: components.filter(is_asked).map(with_values).collect(),
            front: program.front,
            differences: differences.map_err(|error| format!("{}: {error}", program.grammar))?,
            decided: decided.map_err(|error| format!("{}: {error}", program.grammar))?,
        })
    }

    /// Returns the values of the components of an input; `None` if the practice refuses it.
    pub fn answer(&self, input: &str) -> Option<Components> {
        let places = Places::of(input, self.table).ok()?;
        if self.front {
            let href = Href::of(self.grammar, Reading::Corrected, input)?.ok()?;
            return Some(Components::from([("front".to_owned(), front(href.text()).to_owned())]));
        }
        let removed = self.table.removed();
        let is_left =
            |c: char| !removed.is_some_and(|row| c.is_ascii() && row.anywhere.contains(c as u8));
        let left = |component| -> Option<String> {
            let text = places.get(component)?.of(input);
            Some(text.chars().filter(|&c| is_left(c)).collect())
        };
        let scheme = left(Component::Scheme).unwrap_or_default().to_ascii_lowercase();
        let host = left(Component::Host);
        let seen = values::Seen { scheme: &scheme, host: host.as_deref() };
        let value = |(component, functions): &(Component, Vec<values::Function>)| {
            let value = |value: String, function: &values::Function| function(&value, &seen);
            let value = functions.iter().fold(left(*component)?, value);
            Some((component.name().to_owned(), value))
        };
        Some(self.components.iter().filter_map(value).collect())
    }

    /// Returns true if a program said what the practice says. Only the practice's components count.
    pub fn is_same(&self, ours: &Option<Components>, said: &Option<Components>) -> bool {
        self.differing(ours, said).next().is_none()
    }

    /// Returns `verdict` if only the program or only the practice takes an input, and else the
    /// components that differ.
    pub fn differing<'s>(
        &'s self,
        ours: &'s Option<Components>,
        said: &'s Option<Components>,
    ) -> impl Iterator<Item = &'static str> + 's {
        let verdict = (ours.is_some() != said.is_some()).then_some("verdict");
        let both = ours.as_ref().zip(said.as_ref());
        let front =
            both.filter(|(ours, said)| self.front && ours.get("front") != said.get("front"));
        let front = front.map(|_| "front");
        let components = self.components.iter().filter(|_| !self.front);
        let components = components.map(|(component, _)| component.name());
        let differs = move |name: &&'static str| {
            both.is_some_and(|(ours, said)| ours.get(*name) != said.get(*name))
        };
        verdict.into_iter().chain(front).chain(components.filter(differs))
    }

    /// Returns the number of the row that says that the program differs in this input, in what
    /// differs. What the program takes against the rules is in no row.
    pub fn difference(
        &self,
        input: &str,
        ours: &Option<Components>,
        said: &Option<Components>,
    ) -> Option<usize> {
        let is_told = |row: &Difference, name: &'static str| match name {
            "verdict" => {
                let left = Stripped::new(self.table, input.as_bytes());
                row.touches_verdict() && self.table.accepts(left.left())
            }
            "front" => row.touches_verdict(),
            name => row.touches(Component::of_name(name)),
        };
        let explains = |row: &Difference| {
            row.strings.accepts(input.as_bytes())
                && self.differing(ours, said).all(|name| is_told(row, name))
        };
        self.differences.iter().position(explains)
    }

    /// Returns true if a row has the input, for any difference.
    pub fn is_listed(&self, input: &str) -> bool {
        self.differences.iter().any(|row| row.strings.accepts(input.as_bytes()))
    }

    /// Returns a component whose agreement is decided by another value than the program gives.
    /// Hosts are compared in lower case and without brackets, ports as numbers.
    pub fn decided_otherwise(&self, input: &str, said: &Components) -> Option<Component> {
        let stripped = Stripped::new(self.table, input.as_bytes());
        let left = std::str::from_utf8(stripped.left()).ok()?;
        let places = Places::of(left, self.table).ok()?;
        let otherwise = |decided: &&Decided| {
            let Some(span) = places.get(decided.component) else { return false };
            let is_in = |case: &&ValueCase| {
                case.within.as_ref().is_none_or(|within| within.accepts(left.as_bytes()))
            };
            let case = decided.cases.iter().find(is_in);
            let value = case.and_then(|case| case.value.of(span.of(left).as_bytes()));
            let (Some(value), Some(said)) = (value, said.get(decided.component.name())) else {
                return false;
            };
            let mut said = if decided.is_octets {
                said.chars().map(|c| c as u8).collect()
            } else {
                said.clone().into_bytes()
            };
            if decided.component == Component::Port && !said.is_empty() {
                let zeros = said.iter().take_while(|&&byte| byte == b'0').count();
                said.drain(..zeros.min(said.len() - 1));
            }
            if decided.component == Component::Host {
                said.make_ascii_lowercase();
                let inner = said.strip_prefix(b"[").filter(|_| decided.has_brackets);
                if let Some(inner) = inner.and_then(|inner| inner.strip_suffix(b"]")) {
                    said = inner.to_vec();
                }
            }
            value != said
        };
        self.decided.iter().find(otherwise).map(|decided| decided.component)
    }
}

/// Returns the scheme and the authority of a URL, with their delimiters.
fn front(url: &str) -> &str {
    let after_scheme = url.find(':').map_or(0, |at| at + 1);
    let end = match url[after_scheme..].strip_prefix("//") {
        Some(rest) => rest.find(['/', '?', '#']).map_or(url.len(), |at| after_scheme + 2 + at),
        None => after_scheme,
    };
    &url[..end]
}
