//! Two columns compared line by line, for `--lines`.

use urigram::documents::Equivalence;
use urigram::normalization::Compared;
use urigram::Select;

use super::{compare, json, unsaid, Arguments};
use crate::bulk::Reader;
use crate::exit::{Failure, Outcome};
use crate::grammar::LineGrammar;
use crate::options::{Format, Globals};
use crate::per_line;

pub(super) fn run(
    globals: &Globals,
    arguments: &Arguments,
    format: Format,
) -> Result<Outcome, Failure> {
    let grammars = LineGrammar::new(globals, Some(Select::Auto), "equivalent --lines")?;
    let reader = Reader::new(&arguments.records, &arguments.operands, 2, false)?;
    per_line::run::<2>(format, &reader, |place, [a, b], answers| {
        let grammar = grammars.of(a);
        let inputs = [("a", a), ("b", b)];
        let compared = match compare(arguments, globals, grammar, a, b) {
            Ok(compared) => compared,
            Err(rejection) => {
                return per_line::reject(place, grammar, &inputs, &rejection, answers);
            }
        };
        let outcome = Outcome::of(compared.is_equivalent());
        let json = || json(arguments, globals, grammar, [a, b], &compared);
        answers.answer(place, outcome, json, |answers| {
            match &compared {
                Compared::Equivalent { by } => {
                    answers.text.extend_from_slice(b"equivalent");
                    by_columns(&mut answers.text, by);
                    answers.text.push(b'\n');
                }
                Compared::Different => answers.text.extend_from_slice(b"different\n"),
                _ => {
                    let unsaid = unsaid(arguments, globals, grammar);
                    return per_line::reject(place, grammar, &inputs, &unsaid, answers);
                }
            }
            outcome
        })
    })
}

/// Writes two columns, each after a tab: the equivalences, and their sections. No columns if there
/// aren't any.
fn by_columns(out: &mut Vec<u8>, by: &[&'static Equivalence]) {
    for name in [|row: &Equivalence| row.id, |row: &Equivalence| row.section] {
        for (index, row) in by.iter().enumerate() {
            out.push(if index > 0 { b',' } else { b'\t' });
            out.extend_from_slice(name(row).as_bytes());
        }
    }
}
