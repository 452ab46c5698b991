//! Constraints whose check is in the folder and is not a rule: unique items, UTF-8, lengths.
//!
//! The row of a constraint names the rule whose text is checked:
//!
//! ```text
//!   check = { of = "qualifiers", unique = "qualifier-key" }
//! ```
//!
//! A generated package makes the check where a value of one of its types is made. A loaded folder
//! has no types, so the check goes with the document: the place of `qualifiers` by the marking of
//! the start rule, and the check of what is there.

use urigram_automata::abnf::Splitter;
use urigram_engine::generated::{self, List, PlacedCheck};
use urigram_engine::{Constraint, ConstraintCheck, ConstraintTest};

use crate::error::ReadError;
use crate::folder::base::Known;
use crate::folder::{facts, Folder};
use crate::leak;
use crate::tables::builder::Builder;
use crate::tables::marking::{self, Marks, Row};

/// A check, with what it needs.
pub(crate) enum Check {
    Unique(List, Box<Splitter>),
    Utf8,
    Longest(usize),
    Function(String),
}

impl Check {
    /// Reads the check of a constraint.
    ///
    /// # Errors
    /// [`ReadError`] for a row of no kind or of two, for unknown rules, and for a rule that is not
    /// a list.
    pub(crate) fn of(
        folder: &Folder,
        marks: Result<&Marks<'_, '_>, &ReadError>,
        row: &Constraint,
        check: &facts::Check,
    ) -> Result<Check, ReadError> {
        let wrong = |why: &str| folder.error(format!("constraint {}: {why}", row.id));
        Ok(match (&check.unique, check.utf8, check.longest, &check.function) {
            (None, true, None, None) => Check::Utf8,
            (None, false, Some(longest), None) => Check::Longest(longest),
            (None, false, None, Some(path)) => Check::Function(path.clone()),
            (Some(key), false, None, None) => {
                let lists = folder.facts.types.iter().flat_map(|row| &row.lists);
                let Some((list, item)) = lists.into_iter().find(|(list, _)| **list == check.of)
                else {
                    return Err(wrong(&format!(
                        "unique items need a list: write lists = {{ {} = \"ITEM\" }} in the row of \
                         a type",
                        check.of
                    )));
                };
                let marks = marks.map_err(ReadError::clone)?;
                let (list, item) = (folder.known(list)?, folder.known(item)?);
                let key = [Row::of(folder.known(key)?)];
                let splitter = marks.splitter(item, &key)?;
                let splitter = splitter.map_err(|why| wrong(&why.to_string()))?;
                let list = marks.list(list, item).map_err(|why| wrong(&why))?;
                Check::Unique(list, splitter.into())
            }
            _ => return Err(wrong("check has one of unique, utf8, longest and function")),
        })
    }
}

/// Returns the checks of a folder's constraints that are not rules, and a line for each constraint
/// whose check does not run: a function of the folder's package, and a rule without one place.
/// `readings` are those of the folder, the corrected one first.
///
/// # Errors
/// The errors of [`Check::of`].
pub(crate) fn placed(
    folder: &Folder,
    readings: &[(&str, Builder<'_>)],
) -> Result<(Vec<ConstraintCheck>, Vec<String>), ReadError> {
    let (mut checks, mut notes) = (Vec::new(), Vec::new());
    let rows =
        folder.facts.constraint.iter().filter_map(|row| Some((row, row.keys.check.as_ref()?)));
    for (row, check) in rows {
        let own = |builder| in_reading(folder, builder, row, check);
        let (_, corrected) = &readings[0];
        let (_, printed) = &readings[readings.len() - 1];
        match (own(corrected)?, own(printed)?) {
            (Ok(corrected), Ok(printed)) => {
                let test = ConstraintTest::Placed(leak::value([corrected, printed]));
                checks.push(ConstraintCheck { id: row.id, of: None, test });
            }
            (Err(why), _) | (_, Err(why)) => {
                notes.push(format!("constraint {} is not checked: {why}", row.id));
            }
        }
    }
    Ok((checks, notes))
}

/// Returns the check of a constraint in one reading, or why there isn't one.
fn in_reading(
    folder: &Folder,
    builder: &Builder<'_>,
    row: &Constraint,
    check: &facts::Check,
) -> Result<Result<PlacedCheck, String>, ReadError> {
    let marks = Marks::of(builder).map_err(|why| folder.error(why));
    let marks = marks.as_ref();
    let own = match Check::of(folder, marks, row, check)? {
        Check::Utf8 => generated::Check::Utf8,
        Check::Longest(most) => generated::Check::Longest(most),
        Check::Function(path) => return Ok(Err(format!("`{path}` is in the folder's package"))),
        Check::Unique(list, key) => match marking::engine(&key) {
            Some(key) => generated::Check::Unique(list, leak::value(key)),
            None => return Ok(Err(TOO_LARGE.to_owned())),
        },
    };
    let start = folder.known(folder.facts.start.default)?;
    let of = folder.known(&check.of)?;
    let place = if of.name == start.name { Ok(None) } else { place(marks, start, of)?.map(Some) };
    Ok(place.map(|place| PlacedCheck { place, check: own }))
}

/// Returns the automaton that gives the place of a rule in the strings of the start rule, or why
/// there isn't one.
fn place(
    marks: Result<&Marks<'_, '_>, &ReadError>,
    start: &Known,
    of: &Known,
) -> Result<Result<generated::Splitter, String>, ReadError> {
    let marks = match marks {
        Ok(marks) => marks,
        Err(why) => return Ok(Err(why.to_string())),
    };
    let splitter = marks.splitter(start, &[Row::of(of)])?.map_err(|why| why.to_string());
    Ok(splitter.and_then(|made| marking::engine(&made).ok_or_else(|| TOO_LARGE.to_owned())))
}

const TOO_LARGE: &str = "its automaton is more than a table holds";
