//! Recursive rules: no table follows them, so their grammars are not loaded as others are.

mod check;
mod compare;
mod list;
mod parse;
mod sample;
mod split;

pub(crate) use check::check;
pub(crate) use compare::compare;
pub(crate) use list::list;
pub(crate) use parse::{parse, Asked};

pub(crate) use sample::{sample, Samples};
pub(crate) use split::split;

use std::path::{Path, PathBuf};

use urigram::Reading;
use urigram_generate::NestedRule;

use crate::exit::Failure;
use crate::name::known;
use crate::options::Globals;

/// Returns the rule that the options name if it is recursive; `None` if they name anything else.
///
/// # Errors
/// [`Failure`] for recursive rules and do not run.
pub(crate) fn rule(globals: &Globals) -> Result<Option<NestedRule>, Failure> {
    rule_of(globals, None)
}

/// Returns the rule of a path, or else of the one that the options name, as [`rule`].
///
/// # Errors
/// The errors of [`rule`].
pub(crate) fn rule_of(
    globals: &Globals,
    path: Option<&Path>,
) -> Result<Option<NestedRule>, Failure> {
    let paths: Vec<&Path> = path.into_iter().chain(globals.paths()).collect();
    let [path] = paths[..] else { return Ok(None) };
    let is_printed = globals.reading == Some(Reading::Printed);
    // An error of another kind is reported where the grammar is loaded.
    let opened = NestedRule::open(path, globals.rule.as_deref(), is_printed, known());
    let rule = match opened {
        Ok(rule) => rule,
        Err(error) if error.is_nested() => return Err(error.into()),
        Err(_) => None,
    };
    for note in rule.iter().flat_map(NestedRule::notes) {
        crate::message::to_stderr(format_args!("note: {}: {note}", path.display()));
    }
    Ok(rule)
}

/// Returns the id, the ABNF and the PEG of a folder whose start rule or named rule is recursive;
/// `None` of any other.
pub(crate) fn sources(path: &Path, rule: Option<&str>) -> Option<(String, [PathBuf; 2])> {
    let opened = NestedRule::open(path, rule, false, known()).ok().flatten()?;
    let source = |ending: &str| {
        let files = std::fs::read_dir(path).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        let mut files = files.filter(|file| file.extension().is_some_and(|own| own == ending));
        let printed = path.join(format!("printed.{ending}"));
        if printed.exists() {
            Some(printed)
        } else {
            files.next()
        }
    };
    Some((opened.id().to_owned(), [source("abnf")?, source("pest")?]))
}

/// Refuses options, each with whether it was given.
///
/// # Errors
/// [`Failure::Usage`] with the option.
pub(crate) fn refuse(rule: &NestedRule, options: &[(bool, &str)]) -> Result<(), Failure> {
    match options.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Failure::Usage(format!(
            "`{}` is recursive or uses the stack: leave out {option}",
            rule.name()
        ))),
        None => Ok(()),
    }
}
