//! The rules of a file or folder whose start rule is recursive, and how each runs.

use std::path::Path;

use urigram::Reading;
use urigram_answers::json::{NestedRulesJson, WayJson};
use urigram_generate::NestedRule;

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
/// [`Failure::Limit`] for more than 500 rules, and the errors of writing.
pub(super) fn list(
    globals: &Globals,
    path: &Path,
    out: &mut Out<'_>,
) -> Result<Option<Outcome>, Failure> {
    let known = known();
    let open = |name: Option<&str>| NestedRule::open(path, name, false, known);
    let start = name::recursive(path, globals.rule.as_deref(), Reading::Corrected);
    if let Ok(None) = start {
        return Ok(None);
    }
    let (id, names) = NestedRule::names(path, known)?;
    if names.len() > RULES {
        return Err(Failure::Limit(format!("{}: more than {RULES} rules", path.display())));
    }
    let runs = |name: &String| match open(Some(name)) {
        Ok(Some(rule)) => rule.way(),
        Ok(None) => "an automaton".to_owned(),
        Err(error) => error.reason().to_owned(),
    };
    let wanted = start.ok().flatten().filter(|_| globals.rule.is_some());
    let is_wanted = |name: &&String| wanted.as_ref().is_none_or(|rule| rule.name() == *name);
    let rules = names.iter().filter(is_wanted);
    let rules: Vec<WayJson> =
        rules.map(|name| WayJson { rule: name.clone(), runs: runs(name) }).collect();
    let listed = NestedRulesJson { grammar: &id, rules };
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
