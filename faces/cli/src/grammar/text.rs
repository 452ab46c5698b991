//! Inputs as texts by a grammar.

use std::borrow::Cow;

use urigram::documents::Form;
use urigram::{Grammar, Reading};
use urigram_answers::{Refusal, RuleRef};

use crate::rejection::Rejection;

/// Returns an input as text.
///
/// # Errors
/// The grammar's error, or the message for an input that it accepts although it is not UTF-8: only
/// a citation gives such octets a meaning.
pub(crate) fn text(bytes: &[u8], grammar: Grammar, reading: Reading) -> Result<&str, Rejection> {
    std::str::from_utf8(bytes).map_err(|invalid| {
        match RuleRef::start(grammar, reading).verdict(bytes).check() {
            Err(objection) => objection.into(),
            Ok(()) => Rejection::Refused(Refusal::Usage(format!(
                "byte {}: the input is not UTF-8, and {grammar} gives other octets no meaning",
                invalid.valid_up_to()
            ))),
        }
    })
}

/// Returns named inputs as texts.
///
/// # Errors
/// The reason for the first input that is not text, as [`text`] gives it, with the input's name.
pub(crate) fn texts<'a, const N: usize>(
    inputs: [(&'static str, &'a [u8]); N],
    grammar: Grammar,
    reading: Reading,
) -> Result<[&'a str; N], Rejection> {
    let mut texts = [""; N];
    for (place, (name, bytes)) in texts.iter_mut().zip(inputs) {
        *place = text(bytes, grammar, reading).map_err(|rejection| rejection.of(name))?;
    }
    Ok(texts)
}

/// Returns a citation with angle brackets if it is one without them, and any other input as it is.
pub(crate) fn with_brackets(bytes: &[u8], grammar: Grammar, reading: Reading) -> Cow<'_, [u8]> {
    if grammar.document().form == Form::Urc {
        let whole = urigram_urc::with_brackets(bytes);
        if grammar.tables(reading).start().accepts(&whole) {
            return whole;
        }
    }
    Cow::Borrowed(bytes)
}
