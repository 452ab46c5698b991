//! Percent-encoding of texts, as `urllib.parse` names it.

use pyo3::prelude::*;
use urigram::form::Serializer;

use crate::identifiers::query;
use crate::identifiers::text::Text;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(quote, module)?)?;
    module.add_function(wrap_pyfunction!(unquote, module)?)?;
    module.add_function(wrap_pyfunction!(urlencode, module)?)
}

/// Encodes a text: each octet of UTF-8 becomes `%XX`, except RFC 3986's unreserved characters and
/// those that are safe. With `plus`, a space becomes `+`, as HTML forms write it.
///
/// >>> quote("a b/é?"), quote("a/b", safe=""), quote("a b", plus=True)
/// ('a%20b/%C3%A9%3F', 'a%2Fb', 'a+b')
#[pyfunction]
#[pyo3(signature = (text, safe="/", *, plus=false))]
fn quote(text: Text, safe: &str, plus: bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        let is_unreserved = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        if is_unreserved || (byte.is_ascii() && safe.as_bytes().contains(&byte)) {
            encoded.push(char::from(byte));
        } else if plus && byte == b' ' {
            encoded.push('+');
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    encoded
}

/// Decodes the percent-encodings of a text as UTF-8. Octets that are not UTF-8 become U+FFFD. A `+`
/// stays; with `plus` it becomes a space, as in HTML forms.
///
/// >>> unquote("a%20b+%C3%A9"), unquote("a+b%2B", plus=True)
/// ('a b+é', 'a b+')
#[pyfunction]
#[pyo3(signature = (text, *, plus=false))]
fn unquote(text: Text, plus: bool) -> String {
    let text = if plus { text.replace('+', " ") } else { text.into() };
    urigram_arrow::decoded(&text, false).into_owned()
}

/// Writes pairs as HTML forms do: a mapping, whose values can be lists, or pairs in order.
///
/// >>> urlencode({"q": "a b&c", "n": [1, 2]})
/// 'q=a+b%26c&n=1&n=2'
#[pyfunction]
fn urlencode(pairs: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut form = Serializer::new(String::new());
    for (name, value) in query::pairs(Some(pairs), None)? {
        match value {
            Some(value) => form.append_pair(&name, &value),
            None => form.append_key_only(&name),
        };
    }
    Ok(form.finish())
}
