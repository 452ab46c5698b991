//! A rule's history as text.

use std::io::Write;

use urigram::documents::SectionRef;
use urigram::encoding::ByteSet;
use urigram::proof::Relation;
use urigram_answers::escape::witness;
use urigram_study::history::{Change, Definition, Entry, RuleHistory};

use super::grid;
use crate::exit::Failure;
use crate::output;
use crate::style::{BAD, DIM, GOOD, HEAD, NAME};
use crate::table::wrapped;

pub(super) fn text(out: &mut dyn Write, history: &RuleHistory) -> Result<(), Failure> {
    let means = history
        .concept
        .map_or("the rules of this name".to_owned(), |concept| concept.means.to_owned());
    writeln!(out, "{HEAD}{}{HEAD:#}: {means}", history.name)?;
    let characters =
        if history.is_class { "the rule matches one of these" } else { "these can occur" };
    writeln!(out, "\ncharacters: {characters}")?;
    grid::write(out, &history.grid(), 2)?;
    for entry in &history.entries {
        let (id, document) = (entry.grammar.as_str(), entry.grammar.document());
        writeln!(out, "\n{NAME}{id}{NAME:#}  {}  {}", document.date, document.number)?;
        let before = entry.change.as_ref().and_then(|change| history.entry(change.since));
        match before.filter(|before| same_text(before, entry)) {
            Some(before) => {
                writeln!(out, "  {} {DIM}(defined as in {}){DIM:#}", names(entry), before.grammar)?;
            }
            None => entry.definitions.iter().try_for_each(|definition| abnf(out, definition))?,
        }
        if let Some(change) = &entry.change {
            changed(out, history, entry, change)?;
        }
    }
    Ok(())
}

fn same_text(a: &Entry, b: &Entry) -> bool {
    a.definitions
        .iter()
        .map(|definition| definition.abnf)
        .eq(b.definitions.iter().map(|definition| definition.abnf))
}

fn names(entry: &Entry) -> String {
    let names: Vec<&str> =
        entry.definitions.iter().map(|definition| definition.rule.name).collect();
    names.join(", ")
}

fn abnf(out: &mut dyn Write, definition: &Definition) -> Result<(), Failure> {
    let Definition { rule, abnf, .. } = definition;
    let imported = rule.imported.map_or(String::new(), |from| format!(", from {from}"));
    let section = SectionRef::short(rule.section);
    writeln!(out, "  {} {DIM}{section}{imported}{DIM:#}", rule.name)?;
    for line in abnf.lines() {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// Writes the relation in words, the shortest strings, the characters.
fn changed(
    out: &mut dyn Write,
    history: &RuleHistory,
    entry: &Entry,
    change: &Change,
) -> Result<(), Failure> {
    let since = change.since;
    match change.comparison.relation {
        Relation::Equal => writeln!(out, "  {DIM}={DIM:#} the same as in {since}")?,
        Relation::Subset => writeln!(out, "  {GOOD}⊃{GOOD:#} allows more than {since}")?,
        Relation::Superset => writeln!(out, "  {BAD}⊂{BAD:#} allows less than {since}")?,
        Relation::Overlapping => {
            writeln!(out, "  {BAD}×{BAD:#} allows different strings from {since}")?;
        }
        Relation::Disjoint => writeln!(out, "  {BAD}∅{BAD:#} allows nothing that {since} allows")?,
    }
    let verb = if history.is_class { "is one of them" } else { "is allowed" };
    let several = if history.is_class { "are among them" } else { "are allowed" };
    let sides = [
        (&change.comparison.only_b, &change.gained, GOOD, "new ", "now"),
        (&change.comparison.only_a, &change.lost, BAD, "gone", "no longer"),
    ];
    for (string, characters, style, word, adverb) in sides {
        if let Some(string) = string {
            writeln!(out, "    {style}{word}{style:#}  {}", witness(string))?;
        }
        let shown = listed(characters);
        if !shown.is_empty() {
            let verb = if shown.len() == 1 { verb } else { several };
            let (word, rest) = verb.split_once(' ').unwrap_or((verb, ""));
            let text =
                format!("{} {word} {adverb} {rest} (since {})", shown.join(" "), entry.grammar);
            writeln!(out, "          {}", wrapped(&text, output::width(), 10))?;
        }
    }
    Ok(())
}

/// Characters in quotes, letters and digits as ranges.
fn listed(bytes: &ByteSet) -> Vec<String> {
    let mut shown = Vec::new();
    let mut byte = 0x20u8;
    while byte < 0x7F {
        let first = byte;
        while byte < 0x7F && bytes.contains(byte) && (byte == first || byte.is_ascii_alphanumeric())
        {
            byte += 1;
        }
        match byte - first {
            0 => byte += 1,
            1 => shown.push(format!("`{}`", char::from(first))),
            _ => shown.push(format!("`{}-{}`", char::from(first), char::from(byte - 1))),
        }
    }
    if bytes.iter().any(|byte| byte < 0x20 || byte == 0x7F) {
        shown.push("controls".to_owned());
    }
    if bytes.iter().any(|byte| byte >= 0x80) {
        shown.push("characters beyond US-ASCII".to_owned());
    }
    shown
}
