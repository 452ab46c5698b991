//! The grammar that an input selects, for `resolve`, `normalize` and `equivalent`.

use std::borrow::Cow;

use urigram::documents::{same_name, Form, SectionRef};
use urigram::normalization::Level;
use urigram::{urc, Grammar, Normalizer, Reading, Select};

use crate::rejection::Rejection;
use urigram_answers::RuleRef;

/// Returns the grammar that an input selects: the newest that accepts it or, if none does, the one
/// that follows it furthest.
pub(crate) fn selected(input: &[u8], reading: Reading) -> Grammar {
    let selection = Select::Auto.select(input, reading);
    let closest = || selection.closest().map(|(grammar, _)| grammar);
    selection.grammar.or_else(closest).unwrap_or(Grammar::Rfc3986)
}

/// Returns an input as text.
///
/// # Errors
/// The grammar's error, or the message for an input that it accepts although it is not UTF-8: only
/// a citation gives such octets a meaning.
pub(crate) fn text(bytes: &[u8], grammar: Grammar, reading: Reading) -> Result<&str, Rejection> {
    std::str::from_utf8(bytes).map_err(|invalid| {
        match RuleRef::start(grammar, reading).verdict(bytes).check() {
            Err(objection) => objection.into(),
            Ok(()) => Rejection::Said(format!(
                "byte {}: the input is not UTF-8, and {grammar} gives other octets no meaning",
                invalid.valid_up_to()
            )),
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
                "{grammar} forbids comparing relative references ({}): resolve them first",
                SectionRef::of(grammar.document().number, section)
            )
        }
        None if normalizer.is_defined() => {
            format!("{grammar} leaves open whether these two are equivalent")
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
