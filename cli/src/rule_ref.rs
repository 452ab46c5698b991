//! What inputs are judged by: a rule of a grammar, as a table.

use urigram::{same_name, Grammar, Reading, Table, UnknownName};

use crate::args::Globals;
use crate::exit::Failure;

/// A rule of a grammar in a reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) grammar: Grammar,
    pub(crate) reading: Reading,
    pub(crate) table: &'static Table,
}

impl Target {
    /// The rule of that name, or the start rule.
    pub(crate) fn new(grammar: Grammar, reading: Reading, rule: Option<&str>) -> Result<Target, Failure> {
        let table = match rule {
            None => grammar.tables(reading).start(),
            Some(rule) => grammar.table_of(reading, rule).map_err(|error| Failure::rule(rule, grammar, error))?,
        };
        Ok(Target { grammar, reading, table })
    }

    /// The same rule in the other reading.
    pub(crate) fn other_reading(self) -> Option<Target> {
        let reading = match self.reading {
            Reading::Corrected => Reading::Printed,
            Reading::Printed => Reading::Corrected,
        };
        let table = self.grammar.table_of(reading, self.table.rule()).ok()?;
        Some(Target { reading, table, ..self })
    }
}

/// The grammars that were named, or all of them; with a rule, those that have it.
///
/// # Errors
/// An unknown rule, with the nearest name in any of the grammars.
pub(crate) fn grammars(globals: &Globals, rule: Option<&str>) -> Result<Vec<Grammar>, Failure> {
    if !globals.grammars.is_empty() {
        let mut named = globals.grammars.clone();
        named.sort_unstable();
        named.dedup();
        return Ok(named);
    }
    let Some(rule) = rule else { return Ok(Grammar::ALL.to_vec()) };
    let has = |grammar: &Grammar| grammar.document().rules.iter().any(|known| same_name(known.name, rule));
    let having: Vec<Grammar> = Grammar::ALL.iter().copied().filter(has).collect();
    if having.is_empty() {
        let all = Grammar::ALL.iter().flat_map(|grammar| grammar.document().rules).map(|known| known.name);
        let error = UnknownName::resolve("rule", rule, all, |name| name).err();
        return Err(
            error.map_or_else(|| Failure::Usage(format!("{rule:?}: no such rule")), |e| Failure::unknown(rule, e))
        );
    }
    Ok(having)
}

/// The targets that the global options name.
pub(crate) fn targets(globals: &Globals) -> Result<Vec<Target>, Failure> {
    let rule = globals.rule.as_deref();
    let grammars = grammars(globals, rule)?;
    grammars.into_iter().map(|grammar| Target::new(grammar, globals.reading(), rule)).collect()
}
