//! Questions about one text.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use urigram::normalization::{Compared, Level};
use urigram::{Grammar, Normalizer, Reading, Resolver, Select};

use crate::errors;
use crate::identifiers;
use crate::names;
use crate::text::Text;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(parse_by, module)?)?;
    module.add_function(wrap_pyfunction!(as_of, module)?)?;
    module.add_function(wrap_pyfunction!(accepts, module)?)?;
    module.add_function(wrap_pyfunction!(accepting, module)?)?;
    module.add_function(wrap_pyfunction!(split, module)?)?;
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(key, module)?)?;
    module.add_function(wrap_pyfunction!(equivalent, module)?)?;
    module.add_function(wrap_pyfunction!(resolve, module)?)?;
    module.add_function(wrap_pyfunction!(surt, module)?)
}

/// Parses a text to the type that it has: Uri, Iri or Urn, or UriRef or IriRef if it is relative.
///
/// Without a grammar, the text selects it: a URN the newest for URNs, a text beyond US-ASCII the
/// newest for IRIs, any other the newest that accepts. Raises ParseError for a text that is
/// rejected.
#[pyfunction]
#[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
fn parse<'py>(
    py: Python<'py>,
    text: Text,
    grammar: Option<&str>,
    reading: &str,
) -> PyResult<Bound<'py, PyAny>> {
    match grammar {
        Some(id) => {
            let (grammar, _) = names::grammar(id, reading)?;
            selected(py, &text, Select::Exactly(grammar), reading)
        }
        None => selected(py, &text, Select::Auto, reading),
    }
}

/// Returns the value of a text by the grammar that is selected for it.
fn selected<'py>(
    py: Python<'py>,
    text: &str,
    select: Select,
    reading: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let reading = reading.parse().map_err(|error| errors::value(&error))?;
    let selection = select.select(text.as_bytes(), reading);
    let closest = selection.closest();
    match (selection.grammar, selection.error, closest) {
        (Some(grammar), None, _) => identifiers::make(py, text, grammar, reading),
        (Some(grammar), Some(error), _) => Err(errors::objected(py, text, grammar, &error)),
        (None, _, Some((_, error))) => Err(errors::rejected(py, text, &error)),
        (None, _, None) => Err(errors::value(&"no grammar fits the text")),
    }
}

/// Parses a text by a grammar, to the type that it has.
#[pyfunction]
#[pyo3(signature = (grammar, text, *, reading="corrected"))]
fn parse_by<'py>(
    py: Python<'py>,
    grammar: &str,
    text: Text,
    reading: &str,
) -> PyResult<Bound<'py, PyAny>> {
    parse(py, text, Some(grammar), reading)
}

/// Parses a text by the newest grammar for its form that was published by a day: a
/// `datetime.date` or a text such as `1997-05-02`.
#[pyfunction]
#[pyo3(signature = (day, text, *, reading="corrected"))]
fn as_of<'py>(
    py: Python<'py>,
    day: &Bound<'_, PyAny>,
    text: Text,
    reading: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let day: String = day.str()?.extract()?;
    match day.parse() {
        Ok(select @ Select::AsOf(_)) => selected(py, &text, select, reading),
        _ => Err(errors::value(&format!("no day `{day}`: write it as 1997-05-02"))),
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

/// `addresses` asks for the level above the document's: IPv6 addresses by RFC 5952.
fn normalizer(grammar: &str, reading: &str, addresses: bool) -> PyResult<Normalizer> {
    let (grammar, reading) = names::grammar(grammar, reading)?;
    let level = if addresses { Level::Address } else { Level::Scheme };
    Ok(Normalizer::new(grammar).reading(reading).up_to(level))
}

/// Returns the normal form of a text by all equivalences of the grammar's document; with
/// addresses, IPv6 addresses are written by RFC 5952 as well.
#[pyfunction]
#[pyo3(signature = (text, grammar="rfc3986", *, reading="corrected", addresses=false))]
fn normalize(
    py: Python<'_>,
    text: Text,
    grammar: &str,
    reading: &str,
    addresses: bool,
) -> PyResult<String> {
    let by = normalizer(grammar, reading, addresses)?;
    let grammar = names::grammar(grammar, reading)?.0;
    let normal = by.normalize(&text);
    let normal = normal.map_err(|error| errors::of_normalization(py, &text, grammar, &error))?;
    Ok(normal.into_owned())
}

/// Returns a text that is equal for two texts exactly if the document calls them equivalent; None
/// if the document does not say, or forbids to compare the text.
#[pyfunction]
#[pyo3(signature = (text, grammar="rfc3986", *, reading="corrected", addresses=false))]
fn key(
    py: Python<'_>,
    text: Text,
    grammar: &str,
    reading: &str,
    addresses: bool,
) -> PyResult<Option<String>> {
    let by = normalizer(grammar, reading, addresses)?;
    let grammar = names::grammar(grammar, reading)?.0;
    let key = by.key(&text).map_err(|error| errors::objected(py, &text, grammar, &error))?;
    Ok(key.map(std::borrow::Cow::into_owned))
}

/// Returns whether the document calls two texts equivalent; None if it does not say.
#[pyfunction]
#[pyo3(signature = (a, b, grammar="rfc3986", *, reading="corrected", addresses=false))]
fn equivalent(
    py: Python<'_>,
    a: Text,
    b: Text,
    grammar: &str,
    reading: &str,
    addresses: bool,
) -> PyResult<Option<bool>> {
    compared(
        py,
        normalizer(grammar, reading, addresses)?,
        names::grammar(grammar, reading)?,
        [&a, &b],
    )
}

/// Returns the result of a comparison by a normalizer of a grammar in a reading.
pub(crate) fn compared(
    py: Python<'_>,
    by: Normalizer,
    (grammar, reading): (Grammar, Reading),
    [a, b]: [&str; 2],
) -> PyResult<Option<bool>> {
    match by.equivalent(a, b) {
        Ok(Compared::Unsaid { .. }) => Ok(None),
        Ok(compared) => Ok(Some(compared.is_equivalent())),
        Err(objection) => {
            let start = grammar.tables(reading).start();
            let is_second = grammar.verdict(reading, start, a.as_bytes()).is_accepted();
            Err(errors::objected(py, if is_second { b } else { a }, grammar, &objection))
        }
    }
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

/// Returns the sort-friendly form by which web archives index URLs. Every text has one.
#[pyfunction]
#[pyo3(signature = (text, *, with_scheme=false, trailing_comma=false, keep_www=false))]
fn surt(text: Text, with_scheme: bool, trailing_comma: bool, keep_www: bool) -> PyResult<String> {
    let options = urigram::surt::Options { with_scheme, trailing_comma, keep_www };
    let form = urigram::surt::surt(text.as_bytes(), options);
    String::from_utf8(form).map_err(|error| errors::value(&error))
}
