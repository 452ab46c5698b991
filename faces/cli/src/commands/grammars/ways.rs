//! The rules of a file or folder whose start rule is recursive, and how that rule runs.

use std::path::Path;

use urigram::documents::same_name;
use urigram::Reading;
use urigram_generate::NestedRule;

use super::json::{NestedRulesJson, WayJson};
use crate::exit::{Failure, Outcome};
use crate::name::{self, known};
use crate::options::Globals;
use crate::output::Out;
use crate::style::{DIM, HEAD, NAME};

/// The most rules that are listed with how they run.
const RULES: usize = 500;

/// Lists the rules of a path; `None` if its start rule is not recursive.
///
/// # Errors
/// [`Failure`] for a rule that does not run and for more than 500 rules, and the errors of writing.
pub(super) fn list(
    globals: &Globals,
    path: &Path,
    out: &mut Out<'_>,
) -> Result<Option<Outcome>, Failure> {
    let start = name::nested(path, globals.rule.as_deref(), Reading::Corrected)?;
    let Some(start) = start.filter(NestedRule::is_recursive) else { return Ok(None) };
    let (id, names) = NestedRule::names(path, known())?;
    if names.len() > RULES && globals.rule.is_none() {
        let what =
            format!("{} rules, and at most {RULES} are listed: name one by --rule", names.len());
        return Err(Failure::Limit(format!("{}: {what}", path.display())));
    }
    // Another rule's automaton takes as long to make as that of the start rule.
    let is_start = |name: &str| same_name(start.name(), name);
    let way = |(rule, is_recursive): (String, bool)| {
        let runs = if !is_recursive {
            "an automaton".to_owned()
        } else if is_start(&rule) {
            start.way()
        } else {
            "recursive".to_owned()
        };
        WayJson { rule, runs }
    };
    let rules = names.into_iter().filter(|(name, _)| globals.rule.is_none() || is_start(name));
    let listed = NestedRulesJson { grammar: &id, rules: rules.map(way).collect() };
    let json = || &listed;
    out.answer(json, |out| {
        writeln!(out, "{HEAD}{id}{HEAD:#}  {DIM}rules, and how they run{DIM:#}")?;
        let width = listed.rules.iter().map(|rule| rule.rule.len()).max().unwrap_or(0);
        listed.rules.iter().try_for_each(|WayJson { rule, runs }| {
            writeln!(out, "  {NAME}{rule:width$}{NAME:#}  {runs}")
        })
    })?;
    Ok(Some(Outcome::Done))
}
