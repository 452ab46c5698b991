//! Questions about one text.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use urigram::{Grammar, Resolver, Select};

use crate::errors;
use crate::identifiers::text::Text;
use crate::identifiers::{self, Value};
use crate::names;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(accepts, module)?)?;
    module.add_function(wrap_pyfunction!(accepting, module)?)?;
    module.add_function(wrap_pyfunction!(split, module)?)?;
    module.add_function(wrap_pyfunction!(resolve, module)?)?;
    module.add_function(wrap_pyfunction!(surt, module)?)
}

/// Parses a text to the type that it has: Uri, Iri or Urn, or UriRef or IriRef if it is relative.
///
/// Without a grammar, the text selects it: a URN the newest for URNs, a text beyond US-ASCII the
/// newest for IRIs, any other the newest that accepts. With `as_of`, a `datetime.date` or a text
/// such as `1997-05-02`, it is the newest for the text's form that was published by that day.
/// Raises ParseError for a text that is rejected.
///
/// >>> parse("urn:isbn:0451450523"), parse("../é")
/// (Urn('urn:isbn:0451450523'), IriRef('../é'))
/// >>> parse("http://a/", as_of="2000-01-01").grammar
/// 'rfc2732'
#[pyfunction]
#[pyo3(signature = (text, grammar=None, *, as_of=None, reading="corrected"))]
fn parse(
    py: Python<'_>,
    text: Text,
    grammar: Option<&str>,
    as_of: Option<&Bound<'_, PyAny>>,
    reading: &str,
) -> PyResult<Value> {
    let select = match (grammar, as_of) {
        (Some(_), Some(_)) => return Err(errors::value(&"give a grammar or a day, not both")),
        (Some(id), None) => Select::Exactly(names::grammar(id, reading)?.0),
        (None, Some(day)) => {
            let day: String = day.str()?.extract()?;
            match day.parse() {
                Ok(select @ Select::AsOf(_)) => select,
                _ => {
                    let message = format!("no day `{day}`: write it as 1997-05-02");
                    return Err(errors::value(&message));
                }
            }
        }
        (None, None) => Select::Auto,
    };
    let reading = reading.parse().map_err(|error| errors::value(&error))?;
    let selection = select.select(text.as_bytes(), reading);
    let closest = selection.closest();
    match (selection.grammar, selection.error, closest) {
        (Some(grammar), None, _) => identifiers::make(&text, grammar, reading),
        (Some(grammar), Some(error), _) => Err(errors::objected(py, &text, grammar, &error)),
        (None, _, Some((_, error))) => Err(errors::rejected(py, &text, &error)),
        (None, _, None) => Err(errors::value(&"no grammar fits the text")),
    }
}

/// Returns whether a grammar's start rule accepts a text, or the rule that is named.
#[pyfunction]
#[pyo3(signature = (text, grammar="rfc3986", *, rule=None, reading="corrected"))]
fn accepts(text: Text, grammar: &str, rule: Option<&str>, reading: &str) -> PyResult<bool> {
    let (grammar, reading) = names::grammar(grammar, reading)?;
    let rule = names::rule(grammar, reading, rule)?;
    Ok(grammar.verdict(reading, rule, text.as_bytes()).is_accepted())
}

/// Returns the ids of the grammars that accept a text, in order of date.
#[pyfunction]
#[pyo3(signature = (text, *, reading="corrected"))]
fn accepting(text: Text, reading: &str) -> PyResult<Vec<&'static str>> {
    let reading = reading.parse().map_err(|error| errors::value(&error))?;
    Ok(urigram::selection::accepting(text.as_bytes(), reading)
        .iter()
        .map(Grammar::as_str)
        .collect())
}

/// Returns the components of a text by a grammar's start rule, or by the rule that is named:
/// those that are present, by name.
#[pyfunction]
#[pyo3(signature = (text, grammar="rfc3986", *, rule=None, reading="corrected"))]
fn split<'py>(
    py: Python<'py>,
    text: Text,
    grammar: &str,
    rule: Option<&str>,
    reading: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let (grammar, reading) = names::grammar(grammar, reading)?;
    let verdict = grammar.verdict(reading, names::rule(grammar, reading, rule)?, text.as_bytes());
    let found = verdict.components();
    let found = found.map_err(|error| errors::objected(py, &text, grammar, &error))?;
    // A part of a text is text.
    let text = |component| std::str::from_utf8(found.as_ref()?.text(component)?).ok();
    names::named(py, text)
}

/// Returns the target of a reference by the document's own algorithm. The current document is a
/// reference to itself: its fragment, or nothing.
#[pyfunction]
#[pyo3(signature = (base, reference, grammar="rfc3986", *, reading="corrected"))]
fn resolve(
    py: Python<'_>,
    base: Text,
    reference: Text,
    grammar: &str,
    reading: &str,
) -> PyResult<String> {
    let (grammar, reading) = names::grammar(grammar, reading)?;
    let target = Resolver::new(grammar).reading(reading).resolve(&base, &reference);
    let target = target.map_err(|error| errors::of_resolution(py, &base, &reference, &error))?;
    Ok(target.to_reference())
}

/// Returns the sort-friendly form that web archives index URLs by. Every text has one.
#[pyfunction]
#[pyo3(signature = (text, *, with_scheme=false, trailing_comma=false, keep_www=false))]
fn surt(text: Text, with_scheme: bool, trailing_comma: bool, keep_www: bool) -> PyResult<String> {
    let options = urigram::surt::Options { with_scheme, trailing_comma, keep_www };
    let form = urigram::surt::surt(text.as_bytes(), options);
    String::from_utf8(form).map_err(|error| errors::value(&error))
}
