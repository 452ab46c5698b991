//! Which documents allow which characters, as rows that stand below each other.

use std::io::{self, Write};

use urigram::history::{Column, Grid};
use urigram::Grammar;

use crate::style::{BAD, DIM, GOOD, NAME};

/// What stands in a cell whose characters are not allowed.
const NOT: char = '·';

/// Draws it: a cell holds its characters where the document allows them; what the row before did not allow is green, and
/// what that row allowed and this one does not is a red dot.
pub(super) fn write(out: &mut dyn Write, grid: &Grid, indent: usize) -> io::Result<()> {
    let ids = grid.rows.iter().map(|(grammar, _)| grammar.id().len()).max().unwrap_or(0);
    let mut before: Option<&Vec<bool>> = None;
    for (grammar, cells) in &grid.rows {
        write!(out, "{:indent$}{} {NAME}{:ids$}{NAME:#}  ", "", month(*grammar), grammar.id())?;
        for (index, (column, &allowed)) in grid.columns.iter().zip(cells).enumerate() {
            let name = column.to_string();
            let change = before.is_some_and(|before| before[index] != allowed);
            let style = if change {
                if allowed {
                    GOOD
                } else {
                    BAD
                }
            } else {
                DIM
            };
            if index > 0 && !(is_mark(grid.columns[index - 1]) && is_mark(*column)) {
                write!(out, " ")?;
            }
            match allowed {
                true if change => write!(out, "{style}{name}{style:#}")?,
                true => write!(out, "{name}")?,
                false if index + 1 == cells.len() => write!(out, "{style}{NOT}{style:#}")?,
                false => write!(out, "{style}{NOT:0$}{style:#}", name.len())?,
            }
        }
        writeln!(out)?;
        before = Some(cells);
    }
    Ok(())
}

/// Year and month of a document.
pub(super) fn month(grammar: Grammar) -> String {
    let date = grammar.document().date;
    format!("{:04}-{:02}", date.year, date.month)
}

fn is_mark(column: Column) -> bool {
    matches!(column, Column::Range(first, last) if first == last && first.is_ascii_punctuation())
}
