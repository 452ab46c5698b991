//! Rules that call themselves: no table follows them, so their grammars are not loaded as others
//! are.

mod check;
mod list;
mod parse;
mod split;

pub(crate) use check::check;
pub(crate) use list::list;
pub(crate) use parse::{parse, Asked};
pub(crate) use split::split;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;
use urigram::Reading;
use urigram_generate::nested::{Error, Open, Tree};
use urigram_generate::NestedRule;

use crate::exit::Failure;
use crate::name::known;
use crate::options::Globals;

/// Returns the rule that the options name if it calls itself; `None` if they name anything else.
///
/// # Errors
/// [`Failure`] for rules that call themselves and do not run.
pub(crate) fn rule(globals: &Globals) -> Result<Option<NestedRule>, Failure> {
    let paths: Vec<_> = globals.paths().collect();
    let [path] = paths[..] else { return Ok(None) };
    let is_printed = globals.reading == Some(Reading::Printed);
    // An error of another kind is told where the grammar is loaded.
    let opened = NestedRule::open(path, globals.rule.as_deref(), is_printed, &known());
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

/// Returns the ABNF and the PEG of a folder whose start rule calls itself; `None` of any other.
pub(crate) fn sources(path: &Path) -> Option<[PathBuf; 2]> {
    NestedRule::open(path, None, false, &known()).ok().flatten()?;
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
    Some([source("abnf")?, source("pest")?])
}

/// Refuses options, each with whether it was given.
///
/// # Errors
/// [`Failure::Usage`] with the option.
pub(crate) fn refuse(rule: &NestedRule, options: &[(bool, &str)]) -> Result<(), Failure> {
    match options.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Failure::Usage(format!(
            "`{}` calls itself or uses the stack: leave out {option}",
            rule.name()
        ))),
        None => Ok(()),
    }
}

/// An error in JSON.
#[derive(Serialize)]
pub(crate) struct ErrorLine {
    #[serde(flatten)]
    place: Option<Place>,
    pub(crate) message: String,
}

#[derive(Serialize)]
struct Place {
    offset: usize,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    open: Vec<OpenRule>,
}

#[derive(Serialize)]
struct OpenRule {
    rule: String,
    start: usize,
}

impl ErrorLine {
    /// Returns true if a limit was hit.
    pub(crate) fn is_limit(&self) -> bool {
        self.place.is_none()
    }

    /// Returns an error, with its place in the input unless nothing is decided.
    pub(crate) fn of(input: &[u8], error: &Error) -> ErrorLine {
        let (offset, expected, open) = match error {
            Error::Unexpected { offset, expected, open } => (*offset, Some(expected), open),
            Error::Rejected { offset, open } => (*offset, None, open),
            other => return ErrorLine { place: None, message: other.to_string() },
        };
        let before = String::from_utf8_lossy(&input[..offset]);
        let (line, column) = Tree::line_col(&before, before.len());
        let mut message = format!("line {line}, column {column} (byte {offset}): ");
        match expected {
            Some(expected) => {
                let _ = write!(message, "expected {expected}");
            }
            None if open.is_empty() => message.push_str("the rule ends before this"),
            None => message.push_str("no alternative goes on here"),
        }
        if !open.is_empty() {
            message.push_str(", in ");
            message.push_str(&chain(open));
        }
        let innermost = open.last().map(|open| open.rule.clone());
        let expected = expected.map(urigram::errors::Expected::items);
        let each = |open: &Open| OpenRule { rule: open.rule.clone(), start: open.start };
        let open = open.iter().map(each).collect();
        let place = Place { offset, line, column, expected, rule: innermost, open };
        ErrorLine { place: Some(place), message }
    }
}

/// Returns the innermost rules that are open, in words.
fn chain(open: &[Open]) -> String {
    let skipped = open.len().saturating_sub(8);
    let mut text = String::new();
    if skipped > 0 {
        let _ = write!(text, "… {skipped} more > ");
    }
    let named =
        open[skipped..].iter().map(|open| format!("{} from byte {}", open.rule, open.start));
    text.push_str(&named.collect::<Vec<_>>().join(" > "));
    text
}
