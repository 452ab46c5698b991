//! The directives of a reference to a name (urn-2012) as a table.

use std::io::{self, Write};

use anstyle::Style;
use urigram::documents::SectionRef;
use urigram_answers::escape::{clipped, escaped};
use urigram_answers::parse::{directives, DirectiveJson, Report};

use crate::output::most;
use crate::style::{BAD, DIM, HEAD, NAME};
use crate::table::first_rows;

/// The most rows; the rest is only counted.
const ROWS: usize = 40;

/// Writes the directives with their registrations. Writes nothing for other inputs.
pub(super) fn write(out: &mut dyn Write, report: &Report<'_>, width: usize) -> io::Result<()> {
    let directives = directives(report);
    if directives.is_empty() {
        return Ok(());
    }
    let title = |text: &str| (HEAD, text.to_owned());
    let mut rows = vec![vec![title("directive"), title("value"), title("registered as")]];
    rows.extend(directives.iter().take(most(ROWS)).map(|directive| {
        vec![
            (NAME, escaped(directive.keyword.as_bytes())),
            (Style::new(), clipped(directive.value.as_bytes(), most((width / 3).max(20)))),
            meaning(directive),
        ]
    }));
    writeln!(out)?;
    first_rows(out, &rows, directives.len().saturating_sub(most(ROWS)))
}

fn meaning(directive: &DirectiveJson) -> (Style, String) {
    let Some(registered) = directive.registered else {
        return (DIM, "nothing".to_owned());
    };
    let section = SectionRef::short(registered.section);
    if !directive.heeded {
        return (BAD, format!("{}; ignored: it occurs again ({section})", registered.purpose));
    }
    let value = directive.service.map(|service| {
        format!(": {} ({}, {})", service.purpose, service.status, service.reference)
    });
    (Style::new(), format!("{}{} ({section})", registered.purpose, value.unwrap_or_default()))
}
