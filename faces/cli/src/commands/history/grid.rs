//! A grid of characters: the documents are rows, and each shows the characters that it allows.

use std::io::{self, Write};

use urigram::Grammar;
use urigram_study::history::{Column, Grid};

use crate::style::{BAD, DIM, GOOD, NAME};

/// The content of a cell whose characters are not allowed.
const NOT: char = '·';

/// Draws the grid. A cell shows its characters if the document allows them: in green if the row
/// before did not allow them. A red dot marks characters that the row before allowed and this one
/// does not.
pub(super) fn write(out: &mut dyn Write, grid: &Grid, indent: usize) -> io::Result<()> {
    let ids = grid.rows.iter().map(|(grammar, _)| grammar.as_str().len()).max().unwrap_or(0);
    let mut before: Option<&Vec<bool>> = None;
    for (grammar, cells) in &grid.rows {
        write!(out, "{:indent$}{} {NAME}{:ids$}{NAME:#}  ", "", month(*grammar), grammar.as_str())?;
        for (index, (column, &allowed)) in grid.columns.iter().zip(cells).enumerate() {
            let name = column.to_string();
            let change = before.is_some_and(|before| before[index] != allowed);
            let style = match (change, allowed) {
                (true, true) => GOOD,
                (true, false) => BAD,
                (false, _) => DIM,
            };
            if index > 0 && !(is_mark(grid.columns[index - 1]) && is_mark(*column)) {
                write!(out, " ")?;
            }
            if allowed && change {
                write!(out, "{style}{name}{style:#}")?;
            } else if allowed {
                write!(out, "{name}")?;
            } else if index + 1 == cells.len() {
                write!(out, "{style}{NOT}{style:#}")?;
            } else {
                write!(out, "{style}{NOT:0$}{style:#}", name.len())?;
            }
        }
        writeln!(out)?;
        before = Some(cells);
    }
    Ok(())
}

/// Returns the year and month of a document.
pub(super) fn month(grammar: Grammar) -> String {
    let date = grammar.document().date;
    if !date.is_known() {
        return date.to_string();
    }
    format!("{:04}-{:02}", date.year, date.month)
}

fn is_mark(column: Column) -> bool {
    matches!(column, Column::Range(first, last) if first == last && first.is_ascii_punctuation())
}
