//! `urigram grammars ID --sections`: what each section of a document became.

use urigram::Grammar;
use urigram_generate::section_uses;

use super::json::SectionJson;
use crate::exit::Failure;
use crate::output::{self, Out};
use crate::style::{DIM, NAME};
use crate::table::wrapped;

/// Writes the sections of a grammar, with the rows of its folder that cite each, or the reason why
/// none does.
///
/// # Errors
/// [`Failure::Usage`] for a grammar that lists no sections.
pub(super) fn write(out: &mut Out<'_>, grammar: Grammar) -> Result<(), Failure> {
    let sections = section_uses(grammar.definition()).map_err(Failure::Usage)?;
    if sections.is_empty() {
        return Err(Failure::Usage(format!("{grammar} lists no sections: it has no sections.tsv")));
    }
    let json = || {
        sections.iter().map(|row| SectionJson {
            grammar: grammar.as_str(),
            section: &row.section,
            title: &row.title,
            became: &row.became,
            nothing: &row.nothing,
        })
    };
    out.answers(json, |out| {
        super::text::title(out, grammar)?;
        sections.iter().try_for_each(|row| {
            let gap = if row.title.is_empty() { "" } else { "  " };
            writeln!(out, "{NAME}{}{NAME:#}{gap}{}", row.section, row.title)?;
            let became = if row.became.is_empty() {
                format!("nothing: {}", row.nothing)
            } else {
                row.became.join(", ")
            };
            writeln!(out, "    {DIM}{}{DIM:#}", wrapped(&became, output::width(), 4))
        })
    })
}
