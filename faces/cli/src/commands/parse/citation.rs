//! The elements of a citation (URC) as a table.

use std::io::{self, Write};

use anstyle::Style;
use urigram_answers::escape::{clipped, escaped};
use urigram_answers::parse::{elements, Report};

use crate::output::most;
use crate::style::{BAD, DIM, HEAD, NAME};
use crate::table::first_rows;

/// The most rows; the rest is only counted.
const ROWS: usize = 40;

/// Writes the elements, indented by their groups. Writes nothing for other inputs.
pub(super) fn write(out: &mut dyn Write, report: &Report<'_>, width: usize) -> io::Result<()> {
    let mut elements = elements(report).peekable();
    if elements.peek().is_none() {
        return Ok(());
    }
    let title = |text: &str| (HEAD, text.to_owned());
    let mut rows = vec![vec![title("element"), title("label"), title("language"), title("value")]];
    for element in elements.by_ref().take(most(ROWS)) {
        // Groups may be nested deeper than lines are wide.
        let indent = "  ".repeat(element.depth.min(8));
        let value = match (&element.text, &element.error) {
            (Some(text), _) => (Style::new(), clipped(text.as_bytes(), most((width / 2).max(20)))),
            (None, Some(error)) => (BAD, error.clone()),
            (None, None) => (DIM, String::new()),
        };
        rows.push(vec![
            (NAME, format!("{indent}{}", element.kind)),
            (Style::new(), escaped(element.label.as_bytes())),
            (Style::new(), element.language.unwrap_or_default()),
            value,
        ]);
    }
    writeln!(out)?;
    first_rows(out, &rows, elements.count())
}
