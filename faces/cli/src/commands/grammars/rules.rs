//! Rules as text: ABNF next to PEG in a wide terminal, otherwise one above the other.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;
use urigram::documents::{Rule, SectionRef};
use urigram::{Grammar, Reading};

use crate::style::{DIM, NAME};
use crate::table::wrapped;

/// The minimum width of the ABNF next to a PEG, so that most rules line up.
const LEFT: usize = 64;

pub(super) fn write(
    out: &mut dyn Write,
    grammar: Grammar,
    reading: Reading,
    rules: &[&Rule],
    width: usize,
) -> io::Result<()> {
    for rule in rules {
        let origin = rule.imported.map_or_else(
            || SectionRef::short(rule.section).to_string(),
            |from| format!("from {from}"),
        );
        let note = rule.note.map_or_else(String::new, |note| format!("; {note}"));
        let head = format!("{origin}{note}");
        writeln!(out, "  {NAME}{}{NAME:#}, {DIM}{}{DIM:#}", rule.name, wrapped(&head, width, 4))?;
        let abnf = lines(grammar.abnf_of(reading, rule.id), ';');
        // The comments that begin a PEG rule repeat the section and the printed form.
        let mut pest = lines(grammar.pest_of(reading, rule.id), '/');
        for helper in helpers(&pest) {
            pest.extend(lines(grammar.pest_of(reading, helper), '/'));
        }
        let left = abnf.iter().map(|line| line.width()).max().unwrap_or(0).max(LEFT);
        let right = pest.iter().map(|line| line.width()).max().unwrap_or(0);
        if left + right + 6 <= width {
            for index in 0..abnf.len().max(pest.len()) {
                let cell = |lines: &[&'static str]| lines.get(index).copied().unwrap_or_default();
                let abnf = cell(&abnf);
                let gap = left - abnf.width() + 2;
                writeln!(out, "{}", format!("    {abnf}{:gap$}{}", "", cell(&pest)).trim_end())?;
            }
        } else {
            abnf.iter().chain(&pest).try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    Ok(())
}

/// Returns the lines of a definition, without the comments above it.
fn lines(source: Option<&'static str>, comment: char) -> Vec<&'static str> {
    let lines = source.unwrap_or_default().lines().skip_while(|line| line.starts_with(comment));
    lines.map(str::trim_end).filter(|line| !line.is_empty()).collect()
}

/// Returns the rules that only the PEG has, which begin with an underscore.
fn helpers(pest: &[&'static str]) -> Vec<&'static str> {
    let code = pest.iter().map(|line| line.split("//").next().unwrap_or(line));
    let words = code.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    let mut helpers: Vec<&str> =
        words.filter(|word| word.starts_with('_') && word.len() > 1).collect();
    helpers.sort_unstable();
    helpers.dedup();
    helpers
}
