//! The one error for a text that its grammar rejects.

use urigram_grammars::{Grammar, SyntaxError};
use urigram_literals::refusal;

use crate::arguments::Arguments;
use crate::help::help;
use crate::kind::Kind;

/// Returns the diagnosis, under the piece that contains the error.
pub(crate) fn refuse(kind: &Kind, arguments: &Arguments, error: &SyntaxError) -> syn::Error {
    let text = &arguments.text;
    let accepted_by = kind.accepting(&text.value, arguments.reading);
    let mut diagnosis = error.diagnose(&text.value);
    if let Some(grammar) =
        Grammar::ALL.iter().find(|grammar| grammar.as_str() == error.document().id)
    {
        diagnosis = diagnosis.both_readings(grammar.definition());
    }
    for line in help(kind, arguments, error, accepted_by) {
        diagnosis = diagnosis.help(line);
    }
    refusal(text, error.offset(), diagnosis)
}
