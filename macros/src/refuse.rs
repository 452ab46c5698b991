//! The one error for a text that its grammar rejects.

use urigram_grammars::{Grammar, SyntaxError};

use crate::arguments::Arguments;
use crate::help::help;
use crate::kind::Kind;

/// Returns the diagnosis, under the piece that contains the error.
pub(crate) fn refuse(kind: &Kind, arguments: &Arguments, error: &SyntaxError) -> syn::Error {
    let text = &arguments.text;
    let accepted_by = kind.accepting(&text.value, arguments.reading);
    let diagnosis =
        error.diagnose(&text.value).accepted_by(accepted_by.documents(), Grammar::documents());
    let mut diagnosis =
        match Grammar::ALL.iter().find(|grammar| grammar.id() == error.document().id) {
            Some(grammar) => diagnosis.both_readings(grammar.definition()),
            None => diagnosis,
        };
    for line in help(kind, arguments, error, accepted_by) {
        diagnosis = diagnosis.help(line);
    }
    match text.piece_at(error.offset()) {
        Some((piece, offset)) => {
            if let Some(place) = piece.place(offset) {
                diagnosis = diagnosis.at(place);
            }
            piece.error(offset, diagnosis.to_string())
        }
        None => syn::Error::new(proc_macro2::Span::call_site(), diagnosis),
    }
}
