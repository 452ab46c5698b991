//! Values of `document.toml` that are one of a few. They are checked where they are read, so that
//! the error for a wrong one has its line.

use serde::de::{Deserialize, Deserializer, Error};
use urigram_engine::{Date, Encoding, Form};

/// Reads `form`; a folder may leave it out.
pub(crate) fn form<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Form>, D::Error> {
    let form = match &*String::deserialize(value)? {
        "generic" => Form::Generic,
        "locator" => Form::Locator,
        "urn" => Form::Urn,
        "urc" => Form::Urc,
        "iri" => Form::Iri,
        other => {
            let message = format!("form = {other:?}: it is generic, locator, urn, urc or iri");
            return Err(D::Error::custom(message));
        }
    };
    Ok(Some(form))
}

/// Reads `encoding`.
pub(crate) fn encoding<'de, D: Deserializer<'de>>(value: D) -> Result<Encoding, D::Error> {
    match &*String::deserialize(value)? {
        "utf-8" => Ok(Encoding::Utf8),
        "octets" => Ok(Encoding::Octets),
        other => {
            let message = format!("encoding = {other:?}: it is utf-8 or octets");
            Err(D::Error::custom(message))
        }
    }
}

/// Returns the encoding of a folder that names none.
pub(crate) fn utf_8() -> Encoding {
    Encoding::Utf8
}

/// Reads `date`.
pub(crate) fn date<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Date>, D::Error> {
    let text = String::deserialize(value)?;
    let numbers: Option<Vec<u16>> = text.split('-').map(|number| number.parse().ok()).collect();
    let day = match numbers.as_deref() {
        Some(&[year, month, day]) => u8::try_from(month)
            .ok()
            .zip(u8::try_from(day).ok())
            .and_then(|(month, day)| Date::new(year, month, day)),
        _ => None,
    };
    let message = || format!("date = {text:?}: write year, month and day, 2017-02-01");
    day.map(Some).ok_or_else(|| D::Error::custom(message()))
}
