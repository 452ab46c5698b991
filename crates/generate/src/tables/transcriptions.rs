//! The places of components by the PEG's one parse, against those by the ABNF.

use urigram_automata::marked::Placed;

use crate::error::ReadError;
use crate::folder::base::Known;
use crate::folder::Folder;
use crate::tables::builder::Builder;
use crate::tables::marking::Row;

/// Returns a line for each component that the PEG's parse of a rule finds in a place where no
/// derivation by the ABNF has it. Equal languages are not enough: with the names of two components
/// exchanged, a PEG still matches the same strings.
///
/// # Errors
/// [`ReadError`] for rules that have no automaton, and where a limit is hit.
pub(crate) fn differences(
    folder: &Folder,
    builder: &Builder<'_>,
    rule: &Known,
    rows: &[Row],
) -> Result<Vec<String>, ReadError> {
    let mut lines = Vec::new();
    for row in rows {
        let stray = builder.stray(rule.id, &row.ids());
        let stray = stray.map_err(|why| folder.error(format!("component {}: {why}", row.name)))?;
        if let Some(placed) = stray {
            lines.push(format!(
                "component {}: the PEG's parse gives it {}, and no derivation by the ABNF does",
                row.name,
                shown(&placed)
            ));
        }
    }
    Ok(lines)
}

/// Returns the components of a folder that names them: the rows of `[components]`.
///
/// # Errors
/// [`ReadError`] for a row that names an unknown rule.
pub(crate) fn stated(folder: &Folder) -> Result<Vec<Row>, ReadError> {
    let row = |(name, rules): (&String, &Vec<String>)| {
        let known = |rule: &String| folder.known(rule).cloned();
        let rules: Vec<Known> = rules.iter().map(known).collect::<Result<_, _>>()?;
        Ok(Row { name: name.clone(), rules })
    };
    folder.facts.components.iter().map(row).collect()
}

fn shown(placed: &Placed) -> String {
    let text = placed.input.escape_ascii();
    match &placed.span {
        Some(span) => format!("bytes {} to {} of \"{text}\"", span.start, span.end),
        None => format!("no place in \"{text}\""),
    }
}
