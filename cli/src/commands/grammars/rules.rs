//! Rules as text: ABNF beside PEG where the terminal is wide, else one above the other.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;
use urigram::{Grammar, Reading, Rule};

use crate::output::{wrapped, DIM, NAME};

/// Columns from which both notations stand side by side.
const WIDE: usize = 140;

pub(super) fn write(
    out: &mut dyn Write,
    grammar: Grammar,
    reading: Reading,
    rules: &[&Rule],
    width: usize,
) -> io::Result<()> {
    for rule in rules {
        let origin = rule.imported.map_or_else(|| format!("section {}", rule.section), |from| format!("from {from}"));
        let note = rule.note.map_or_else(String::new, |note| format!("; {note}"));
        let head = format!("{origin}{note}");
        writeln!(out, "  {NAME}{}{NAME:#}, {DIM}{}{DIM:#}", rule.name, wrapped(&head, width, 4))?;
        let abnf = lines(grammar.abnf_of(reading, rule.name), ';');
        // The comments that begin a PEG rule repeat the section and the printed form.
        let pest = lines(grammar.pest_of(reading, rule.name), '/');
        let left = abnf.iter().map(|line| line.width()).max().unwrap_or(0);
        let right = pest.iter().map(|line| line.width()).max().unwrap_or(0);
        if width >= WIDE && left.max(width / 2 - 4) + right + 8 <= width {
            let left = left.max(width / 2 - 4);
            for index in 0..abnf.len().max(pest.len()) {
                let cell = |lines: &[String]| lines.get(index).cloned().unwrap_or_default();
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

/// The lines of a definition, without the comments above it and with the margin that all but the first share made small.
fn lines(source: Option<&str>, comment: char) -> Vec<String> {
    let source = source.unwrap_or_default();
    let code: Vec<&str> =
        source.lines().skip_while(|line| line.starts_with(comment)).filter(|line| !line.trim().is_empty()).collect();
    let margin = |line: &&str| line.len() - line.trim_start().len();
    let shared = code.iter().skip(1).map(margin).min().unwrap_or(0);
    let cut = shared.saturating_sub(4);
    code.iter().map(|line| line.get(cut.min(margin(line))..).unwrap_or(line).trim_end().to_owned()).collect()
}
