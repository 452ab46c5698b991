//! The grammar that an input selects, for `resolve`, `normalize` and `equivalent`.

use std::borrow::Cow;

use urigram::{same_name, urc, Form, Grammar, Level, Normalizer, Reading, SectionRef, Select};

use crate::rejection::Rejection;

/// Returns the grammar that an input selects, if any accepts it.
pub(crate) fn selected(input: &[u8], reading: Reading) -> Option<Grammar> {
    Select::Auto.select(input, reading).grammar
}

/// Returns an input as text.
///
/// # Errors
/// The message for an input that is not UTF-8: only a citation gives such octets a meaning.
pub(crate) fn text(bytes: &[u8], grammar: Grammar) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| {
        format!(
            "byte {}: the input is not UTF-8, and {grammar} gives other octets no meaning",
            error.valid_up_to()
        )
    })
}

/// Returns inputs as texts.
///
/// # Errors
/// The message for the first input that is not UTF-8, as [`text`] gives it.
pub(crate) fn texts<const N: usize>(
    inputs: [&[u8]; N],
    grammar: Grammar,
) -> Result<[&str; N], Rejection> {
    let mut texts = [""; N];
    for (place, bytes) in texts.iter_mut().zip(inputs) {
        *place = text(bytes, grammar)?;
    }
    Ok(texts)
}

/// Returns a citation with angle brackets if it is one without them, and any other input as it is.
pub(crate) fn with_brackets(bytes: &[u8], grammar: Grammar, reading: Reading) -> Cow<'_, [u8]> {
    if grammar.document().form == Form::Urc {
        let whole = urc::with_brackets(bytes);
        if grammar.tables(reading).start().accepts(&whole) {
            return whole;
        }
    }
    Cow::Borrowed(bytes)
}

/// Returns the reason why a document gives no key.
pub(crate) fn unsaid(normalizer: Normalizer, grammar: Grammar) -> String {
    let comparison = grammar.document().comparison.as_ref();
    match comparison.and_then(|comparison| comparison.relative).filter(|_| normalizer.is_defined())
    {
        Some(section) => {
            format!(
                "{grammar} forbids to compare relative references ({}): resolve them first",
                SectionRef::of(grammar.document().number, section)
            )
        }
        None => format!("{grammar} does not say when two identifiers are equivalent"),
    }
}

/// Reads the name of a level of normalization, for `--up-to`.
pub(crate) fn level(text: &str) -> Result<Level, String> {
    let same = |level: &Level| same_name(level.name(), text);
    let names = || Level::ALL.map(Level::name).join(", ");
    Level::ALL.into_iter().find(same).ok_or_else(|| format!("the levels are {}", names()))
}
