//! Texts as functions take them: a `str`, or a value of this package.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::text_of;
use crate::errors;

/// A text of Python in UTF-8.
pub(crate) struct Text(String);

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(text)
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        text.0
    }
}

/// Takes a `str` or an identifier. A text with a lone surrogate is a `ParseError` at its place:
/// nothing is replaced. Another type is a `TypeError`.
impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Text> {
        if let Ok(text) = given.cast::<PyString>() {
            return match text.to_str() {
                Ok(text) => Ok(Text(text.to_owned())),
                Err(error) => Err(errors::surrogate(given.py(), &text, error)),
            };
        }
        text_of(&given).map(Text).ok_or_else(|| {
            let name = given.get_type().name().map_or_else(|_| "object".into(), |n| n.to_string());
            PyTypeError::new_err(format!("a text is a str or an identifier, not {name}"))
        })
    }
}
