//! `urigram prove ID --text FILE`: a document's words, where its folder says that they are, the
//! facts of its head, and its rules.

use std::path::PathBuf;

use urigram::Grammar;
use urigram_generate::{decide_quotations, Text};

use super::json::QuotationJson;
use super::Counts;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output::Out;
use crate::style::{BAD, GOOD, NAME};
use crate::unpacked;

/// Decides the quotations of grammars with the texts of their documents.
///
/// # Errors
/// [`Failure::Usage`] for files that cannot be read and for a grammar without quotations.
pub(super) fn run(
    globals: &Globals,
    grammars: &[Grammar],
    files: &[PathBuf],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if grammars.is_empty() || globals.rule.is_some() || globals.reading.is_some() {
        return Err(
            "--text decides all quotations of the grammars that are named: prove ID --text FILE"
                .into(),
        );
    }
    let read = |file: &PathBuf| {
        let text = Text::new(&unpacked::bytes(file.as_os_str())?);
        text.map_err(|why| Failure::of_file(file, why))
    };
    let texts = files.iter().map(read).collect::<Result<Vec<Text>, Failure>>()?;
    let known: Vec<_> = Grammar::ALL.iter().map(|grammar| grammar.definition()).collect();
    let mut counts = Counts::default();
    for grammar in grammars {
        let quotations = decide_quotations(grammar.definition(), &known, &texts);
        for quoted in quotations.map_err(Failure::Usage)? {
            let line = QuotationJson {
                grammar: grammar.as_str(),
                quotation: &quoted.row,
                section: &quoted.section,
                proved: quoted.is_there == Some(true),
                undecided: Some(&*quoted.why).filter(|_| quoted.is_there.is_none()),
                why: Some(&*quoted.why).filter(|why| quoted.is_there.is_some() && !why.is_empty()),
            };
            match quoted.is_there {
                Some(true) => counts.add_proved(false),
                Some(false) => counts.different += 1,
                None => counts.undecided += 1,
            }
            let json = || &line;
            out.answer(json, |out| {
                let QuotationJson { grammar, quotation, section, .. } = line;
                write!(out, "{grammar:10} {NAME}{quotation:36}{NAME:#} {section:16} ")?;
                match quoted.is_there {
                    Some(true) if quoted.why.is_empty() => {
                        writeln!(out, "{GOOD}proved{GOOD:#}")
                    }
                    Some(true) => writeln!(out, "{GOOD}stated{GOOD:#}: {}", quoted.why),
                    Some(false) => writeln!(out, "{BAD}different{BAD:#}: {}", quoted.why),
                    None => writeln!(out, "{BAD}not decided{BAD:#}: {}", quoted.why),
                }
            })?;
        }
    }
    Ok(counts.outcome(out))
}
