//! Values that are changed and converted, and all functions.

use urigram_core::Reading;

use crate::growth::FUNCTIONS;
use crate::{every_grammar, exercise};

/// Parses a text as a value of each type, and changes and converts it in every way
/// ([`exercise::all`]). The first byte selects a grammar, a loaded one among them, and a reading;
/// the rest is the text and the new component, with a line feed between them.
///
/// # Panics
/// Panics if a value is not the parse of its text, or if an error changed one.
pub fn values(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let (text, new) = text.split_once('\n').unwrap_or((text, ""));
    let (all, choice) = (every_grammar(), usize::from(choice));
    let reading = Reading::ALL[choice / all.len() % Reading::ALL.len()];
    exercise::all(all[choice % all.len()], reading, text, new);
}

/// Calls every public function of an input by the grammar that the first byte selects, which must
/// not panic. Inputs of more than 2,000 bytes are cut: the growth test has longer ones.
pub fn functions(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(&rest[..rest.len().min(2_000)]) else { return };
    let all = every_grammar();
    let grammar = all[usize::from(choice) % all.len()];
    FUNCTIONS.iter().for_each(|(_, call)| call(grammar, text));
}
