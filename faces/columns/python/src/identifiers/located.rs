//! The class of values that have an authority, a path and a query.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use pyo3::IntoPyObjectExt;
use urigram::{
    BuildError, Builder, Component, Grammar, IriRef, Normalizer, PercentEncoding, Reading,
};

use super::identifier::Identifier;
use super::text::Text;
use super::{build, changed, parts, query, Kind, Value};
use crate::errors;

/// An identifier that has an authority, a path and a query.
#[pyclass(frozen, subclass, extends = Identifier, module = "urigram", name = "_Located")]
pub(crate) struct Located;

/// An object of this class.
type This<'a, 'py> = &'a Bound<'py, Located>;

/// Returns the exception for components that make no value.
fn of_change(py: Python<'_>, error: &BuildError, changes: &[build::Change]) -> PyErr {
    let given = |component| changes.iter().find(|(one, _)| Some(*one) == component);
    let text = given(error.component()).and_then(|(_, text)| text.as_deref());
    errors::of_build(py, error, text)
}

/// Builds a value of a type.
fn built(builder: Builder, kind: Kind) -> Result<Value, BuildError> {
    match kind {
        Kind::UriRef => builder.build_uri_ref().map(Value::UriRef),
        Kind::Iri => builder.build_iri().map(Value::Iri),
        Kind::IriRef => builder.build_iri_ref().map(Value::IriRef),
        Kind::Uri | Kind::Urn => builder.build().map(Value::Uri),
    }
}

impl Located {
    /// Parses by a grammar, or by the newest of the type.
    pub(super) fn new(
        py: Python<'_>,
        kind: Kind,
        text: Text,
        grammar: Option<&str>,
        reading: &str,
    ) -> PyResult<PyClassInitializer<Located>> {
        let value = Identifier::new(py, kind, text, grammar, reading)?;
        Ok(PyClassInitializer::from(value).add_subclass(Located))
    }
}

/// The value of an object of Python.
pub(super) trait Valued {
    fn value(&self) -> &Value;

    /// Returns the value as the type that admits all of them.
    fn read(&self) -> IriRef<'_> {
        self.value().as_iri_ref()
    }

    fn coding(&self) -> PercentEncoding {
        let (grammar, reading) = self.value().by();
        PercentEncoding::of(grammar).reading(reading)
    }

    /// Returns a text of the value, decoded.
    fn decoded(&self, text: &str) -> String {
        parts::decoded(text, self.value().by().0)
    }

    fn with_query_text(&self, py: Python<'_>, query: Option<&str>) -> PyResult<Value> {
        let made = changed!(self.value(), new => new.set_query(query));
        made.map_err(|error| errors::of_build(py, &error, query))
    }

    /// Returns the value with this query of pairs; an error is about data.
    fn with_pairs(&self, py: Python<'_>, query: Result<String, BuildError>) -> PyResult<Value> {
        let query = query.map_err(|error| errors::of_build(py, &error, None))?;
        self.with_query_text(py, Some(&query))
    }
}

impl Valued for Bound<'_, Located> {
    fn value(&self) -> &Value {
        &self.as_super().get().0
    }
}

#[pymethods]
impl Located {
    /// The names that `match` takes a value apart by.
    #[classattr]
    fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, ["scheme", "authority", "path", "query", "fragment"])
    }

    /// Returns whether the value has a scheme: whether it is more than a relative reference.
    ///
    /// >>> UriRef("../a").is_absolute()
    /// False
    fn is_absolute(slf: This<'_, '_>) -> bool {
        slf.read().scheme().is_some()
    }

    /// The authority as it is written, without its two slashes.
    #[getter]
    fn authority<'a>(slf: This<'a, '_>) -> Option<&'a str> {
        slf.read().authority()
    }

    /// The userinfo as it is written.
    #[getter]
    fn userinfo<'a>(slf: This<'a, '_>) -> Option<&'a str> {
        slf.read().userinfo()
    }

    /// The username, decoded: the userinfo before its first colon.
    #[getter]
    fn username(slf: This<'_, '_>) -> Option<String> {
        slf.read().username().map(|text| slf.decoded(text))
    }

    /// The password, decoded: the userinfo after its first colon.
    #[getter]
    fn password(slf: This<'_, '_>) -> Option<String> {
        slf.read().password().map(|text| slf.decoded(text))
    }

    /// The host as it is written, with the brackets of an IPv6 address.
    #[getter]
    fn host<'a>(slf: This<'a, '_>) -> Option<&'a str> {
        slf.read().host()
    }

    /// The host in lower case and without brackets; the zone of an address stays as it is.
    ///
    /// >>> Uri("http://EXAMPLE.org/").hostname, Uri("http://[2001:DB8::1]/").hostname
    /// ('example.org', '2001:db8::1')
    #[getter]
    fn hostname(slf: This<'_, '_>) -> Option<String> {
        slf.read().host().map(parts::hostname)
    }

    /// The kind of host: `name`, `ipv4`, `ipv6`, `future`, or `irregular` for an address that has
    /// no value.
    #[getter]
    fn host_type(slf: This<'_, '_>) -> Option<&'static str> {
        slf.read().host_typed().map(urigram_arrow::host_type_name)
    }

    /// The host as an `ipaddress.IPv4Address` or `IPv6Address`; None for a name.
    ///
    /// >>> Uri("http://[::1]/").address
    /// IPv6Address('::1')
    #[getter]
    fn address<'py>(slf: This<'_, 'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        parts::address(slf.py(), slf.read().host_typed())
    }

    /// The port as a number; None where it is absent or empty. Raises ValueError for a number of
    /// more than 64 bits; `port_text` has every digit.
    ///
    /// >>> Uri("http://h:00080").port, Uri("http://h:").port
    /// (80, None)
    #[getter]
    fn port(slf: This<'_, '_>) -> PyResult<Option<u64>> {
        parts::port(slf.read().port())
    }

    /// The port as it is written: no digit is lost.
    #[getter]
    fn port_text<'a>(slf: This<'a, '_>) -> Option<&'a str> {
        slf.read().port()
    }

    /// The port that a client connects to: the one that is written, or that of a known scheme; None
    /// above 65535.
    ///
    /// >>> Uri("https://h/").effective_port
    /// 443
    #[getter]
    fn effective_port(slf: This<'_, '_>) -> Option<u16> {
        parts::effective_port(slf.read().scheme(), slf.read().port())
    }

    /// Returns the scheme, the host and the port alone, in their normal form: equal for two
    /// identifiers of the same origin (RFC 6454, 4). Raises ValueError without a scheme or a host.
    ///
    /// >>> Uri("HTTPS://bob@Example.org:443/a?b#c").origin()
    /// Uri('https://example.org')
    fn origin(slf: This<'_, '_>) -> PyResult<Value> {
        let (py, value) = (slf.py(), slf.value());
        let wrong = |error: &BuildError| errors::of_build(py, error, None);
        let ((grammar, reading), text) = (value.by(), value.as_str());
        let has_host = slf.read().host().is_some_and(|host| !host.is_empty());
        if slf.read().scheme().is_none() || !has_host {
            return Err(errors::value(&"without a scheme and a host there is no origin"));
        }
        let normal = Normalizer::new(grammar).reading(reading).normalize(text);
        let normal = normal.map_err(|error| errors::of_normalization(py, text, grammar, &error))?;
        let normal = value.with_text(py, &normal)?;
        let made = changed!(&normal, new => new.set_userinfo(None)
            .and_then(|()| new.set_fragment(None))
            .and_then(|()| new.set_query(None))
            .and_then(|()| new.set_path("")));
        made.map_err(|error| wrong(&error))
    }

    /// The path as it is written; it may be empty.
    #[getter]
    fn path<'a>(slf: This<'a, '_>) -> &'a str {
        slf.read().path()
    }

    /// The segments of the path, decoded: the texts between its slashes. Octets that are not UTF-8
    /// become U+FFFD.
    ///
    /// >>> Uri("http://h/a%2Fb/c").segments
    /// ('a/b', 'c')
    #[getter]
    fn segments<'py>(slf: This<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments: Vec<String> =
            slf.read().path_segments().map(|text| slf.decoded(text)).collect();
        PyTuple::new(slf.py(), segments)
    }

    /// The segments of the path as they are written.
    #[getter]
    fn raw_segments<'py>(slf: This<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments: Vec<&str> = slf.read().path_segments().collect();
        PyTuple::new(slf.py(), segments)
    }

    /// The last segment of the path, decoded; empty where there isn't one.
    #[getter]
    fn name(slf: This<'_, '_>) -> String {
        slf.decoded(slf.read().path_segments().next_back().unwrap_or_default())
    }

    /// The end of the name from its last dot on, as `os.path.splitext` finds it.
    ///
    /// >>> Uri("http://h/photo.tar.gz").suffix, Uri("http://h/photo.tar.gz").stem
    /// ('.gz', 'photo.tar')
    #[getter]
    fn suffix(slf: This<'_, '_>) -> String {
        parts::split_suffix(&Located::name(slf)).1.to_owned()
    }

    /// The name without its suffix.
    #[getter]
    fn stem(slf: This<'_, '_>) -> String {
        parts::split_suffix(&Located::name(slf)).0.to_owned()
    }

    /// Adds segments of data to the path, between the slashes of a text.
    ///
    /// >>> Uri("http://h/a?q") / "b c" / "d/e"
    /// Uri('http://h/a/b%20c/d/e?q')
    fn __truediv__(slf: This<'_, '_>, segments: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        if !segments.is_instance_of::<PyString>() {
            return Ok(py.NotImplemented());
        }
        Located::joinpath(slf, vec![segments.extract()?])?.into_py_any(py)
    }

    /// Adds segments of data to the path, between the slashes of each text. `replace(segments=…)`
    /// takes segments that have slashes. A text that begins with a slash is refused: it would be
    /// another path.
    ///
    /// >>> Uri("http://h/a").joinpath("b", "c/d")
    /// Uri('http://h/a/b/c/d')
    #[pyo3(signature = (*texts))]
    fn joinpath(slf: This<'_, '_>, texts: Vec<Text>) -> PyResult<Value> {
        if texts.iter().any(|text| text.starts_with('/')) {
            return Err(errors::value(&"the text begins with a slash: write resolve(text)"));
        }
        let segments = || texts.iter().flat_map(|text| text.split('/'));
        let made = changed!(slf.value(), new => new.extend_segments(segments()));
        made.map_err(|error| errors::of_build(slf.py(), &error, None))
    }

    /// The value without the last segment of its path.
    #[getter]
    fn parent(slf: This<'_, '_>) -> PyResult<Value> {
        let made = changed!(slf.value(), new => {
            new.pop_segment();
            Ok::<(), BuildError>(())
        });
        made.map_err(|error| errors::of_build(slf.py(), &error, None))
    }

    /// Returns the value with another last segment, which is data. The query and the fragment stay.
    ///
    /// >>> Uri("http://h/a/b.txt?q").with_name("c d")
    /// Uri('http://h/a/c%20d?q')
    fn with_name(slf: This<'_, '_>, name: Text) -> PyResult<Value> {
        let py = slf.py();
        if matches!(&*name, "." | "..") {
            return Err(errors::of_build(py, &BuildError::DotSegment, None));
        }
        let (path, authority) = (slf.read().path(), slf.read().authority());
        let start = path.rfind('/').map_or(0, |at| at + 1);
        let mut new = path[..start].to_owned();
        if path.is_empty() && authority.is_some() {
            new.push('/');
        }
        let done = slf.coding().encode_into(Component::Path, name.as_bytes(), &mut new);
        done.map_err(|error| errors::value(&error))?;
        let made = changed!(slf.value(), value => value.set_path(&new));
        made.map_err(|error| errors::of_build(py, &error, Some(&new)))
    }

    /// Returns the value with another suffix, which begins with a dot or is empty.
    ///
    /// >>> Uri("http://h/a/b.txt").with_suffix(".md")
    /// Uri('http://h/a/b.md')
    fn with_suffix(slf: This<'_, '_>, suffix: Text) -> PyResult<Value> {
        let is_suffix = suffix.len() > 1 && suffix.starts_with('.');
        if !(suffix.is_empty() || is_suffix) || suffix.contains('/') {
            return Err(errors::value(&"a suffix is empty or begins with a dot"));
        }
        let stem = Located::stem(slf);
        if stem.is_empty() {
            return Err(errors::value(&"the path has no name"));
        }
        Located::with_name(slf, Text::from(stem + &suffix))
    }

    /// The pairs of the query in order, decoded: names and values, None for a name without one. A
    /// `+` is a `+`.
    ///
    /// >>> Uri("http://h/?b=2&a=%C3%A9&c").query_pairs
    /// [('b', '2'), ('a', 'é'), ('c', None)]
    #[getter]
    fn query_pairs<'a>(slf: This<'a, '_>) -> Vec<(Cow<'a, str>, Option<Cow<'a, str>>)> {
        slf.read().query_pairs().collect()
    }

    /// The pairs of the query in order, read as HTML forms write them: a `+` is a space, and each
    /// name has a value.
    ///
    /// >>> Uri("http://h/?q=a+b&c").form_pairs
    /// [('q', 'a b'), ('c', '')]
    #[getter]
    fn form_pairs<'a>(slf: This<'a, '_>) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
        slf.read().query_form().collect()
    }

    /// The query as a dictionary: for each name its values in order, None for a name without one.
    ///
    /// >>> Uri("http://h/?a=1&b&a=2").query_map
    /// {'a': ['1', '2'], 'b': [None]}
    #[getter]
    fn query_map<'py>(slf: This<'_, 'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(slf.py());
        for (name, value) in slf.read().query_pairs() {
            match map.get_item(&*name)? {
                Some(values) => values.cast::<PyList>()?.append(value.as_deref())?,
                None => map.set_item(&*name, [value.as_deref()])?,
            }
        }
        Ok(map)
    }

    /// Returns the first value of a name in the query, or the default where no pair has this name.
    ///
    /// >>> Uri("http://h/?a=1").query_value("a"), Uri("http://h/?a=1").query_value("b", "none")
    /// ('1', 'none')
    #[pyo3(signature = (name, default=None))]
    fn query_value<'py>(
        slf: This<'_, 'py>,
        name: Text,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match slf.read().query_pairs().find(|(one, _)| **one == *name) {
            Some((_, Some(found))) => found.into_bound_py_any(slf.py()).map(Some),
            Some((_, None)) => Ok(None),
            None => Ok(default),
        }
    }

    /// Returns the values of a name in the query, in order.
    ///
    /// >>> Uri("http://h/?a=1&b&a=2").query_values("a")
    /// ['1', '2']
    fn query_values<'a>(slf: This<'a, '_>, name: Text) -> Vec<Option<Cow<'a, str>>> {
        let found = slf.read().query_pairs().filter(|(one, _)| **one == *name);
        found.map(|(_, value)| value).collect()
    }

    /// Returns the value with a query of these pairs alone, which are data; without pairs, without
    /// a query.
    ///
    /// >>> Uri("http://h/?a").with_query({"x": [1, "y"]}, z="&")
    /// Uri('http://h/?x=1&x=y&z=%26')
    #[pyo3(signature = (pairs=None, /, **named))]
    fn with_query(
        slf: This<'_, '_>,
        pairs: Option<&Bound<'_, PyAny>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Value> {
        let pairs = query::pairs(pairs, named)?;
        if pairs.is_empty() {
            return slf.with_query_text(slf.py(), None);
        }
        slf.with_pairs(slf.py(), query::written(&pairs, &slf.coding()))
    }

    /// Returns the value with pairs after those of its query. What is there stays as it is written.
    ///
    /// >>> Uri("http://h/?x=%7e").extend_query(a="b c", n=[1, 2])
    /// Uri('http://h/?x=%7e&a=b%20c&n=1&n=2')
    #[pyo3(signature = (pairs=None, /, **named))]
    fn extend_query(
        slf: This<'_, '_>,
        pairs: Option<&Bound<'_, PyAny>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Value> {
        let pairs = query::pairs(pairs, named)?;
        if pairs.is_empty() {
            return Ok(slf.value().clone());
        }
        let added = query::written(&pairs, &slf.coding());
        let query = added.map(|added| match slf.read().query() {
            Some(old) if old.is_empty() || old.ends_with('&') => old.to_owned() + &added,
            Some(old) => format!("{old}&{added}"),
            None => added,
        });
        slf.with_pairs(slf.py(), query)
    }

    /// Returns the value with pairs in place of those with the same names; new names come at the
    /// end. Other pairs stay as they are written.
    ///
    /// >>> Uri("http://h/?a=1&b=2&a=3").update_query({"a": 4, "c": ["x", "y"]})
    /// Uri('http://h/?a=4&b=2&c=x&c=y')
    #[pyo3(signature = (pairs=None, /, **named))]
    fn update_query(
        slf: This<'_, '_>,
        pairs: Option<&Bound<'_, PyAny>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Value> {
        let pairs = query::pairs(pairs, named)?;
        if pairs.is_empty() {
            return Ok(slf.value().clone());
        }
        slf.with_pairs(slf.py(), query::updated(slf.read(), &pairs, &slf.coding()))
    }

    /// Returns the value without the pairs of these names; `utm_*` is every name that begins so.
    /// Other pairs stay as they are written; the query goes with its last pair.
    ///
    /// >>> Uri("http://h/?utm_source=x&id=5").without_query_params("utm_*")
    /// Uri('http://h/?id=5')
    #[pyo3(signature = (*names))]
    fn without_query_params(slf: This<'_, '_>, names: Vec<Text>) -> PyResult<Value> {
        let names: Vec<String> = names.into_iter().map(String::from).collect();
        let left = query::without(slf.read(), &urigram_arrow::Names::of(&names));
        slf.with_query_text(slf.py(), left.as_deref())
    }

    /// Makes a value of components. Texts are taken as they are written: `scheme`, `authority`,
    /// `userinfo`, `host`, `path`, `query`, `fragment`. Data is encoded: `username`, `password`,
    /// `segments`, and a `query` of pairs. A `port` is a number, and a `host` can be an address of
    /// `ipaddress`.
    ///
    /// >>> Uri.build(scheme="https", host="h", port=8080, segments=["a b"], query={"q": "x&y"})
    /// Uri('https://h:8080/a%20b?q=x%26y')
    #[classmethod]
    #[pyo3(signature = (grammar=None, *, reading="corrected", **components))]
    fn build(
        cls: &Bound<'_, PyType>,
        grammar: Option<&str>,
        reading: &str,
        components: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Value> {
        let kind = Kind::of(cls)?;
        let (grammar, reading): (Grammar, Reading) = kind.grammar(grammar, reading)?;
        let coding = PercentEncoding::of(grammar).reading(reading);
        let parts = build::changes(components, &coding, None)?;
        let made = built(build::builder(grammar, reading, &parts), kind);
        made.map_err(|error| of_change(cls.py(), &error, &parts))
    }

    /// Returns a value with other components, which are those of `build`. None removes one.
    ///
    /// >>> Uri("http://bob:x@h:80/p?q#f").replace(scheme="https", port=None, password=None)
    /// Uri('https://bob@h/p?q#f')
    #[pyo3(signature = (**components))]
    fn replace(slf: This<'_, '_>, components: Option<&Bound<'_, PyDict>>) -> PyResult<Value> {
        let value = slf.value();
        let changes = build::changes(components, &slf.coding(), slf.read().userinfo())?;
        build::replaced(value, &changes).or_else(|error| {
            let many =
                if changes.len() > 1 { build::rebuilder(slf.read(), &changes) } else { None };
            let made = many.and_then(|builder| built(builder, value.kind()).ok());
            made.ok_or_else(|| of_change(slf.py(), &error, &changes))
        })
    }

    /// Returns the most readable IRI, or reference that may be one, that maps back to this (RFC
    /// 3987, 3.2).
    ///
    /// >>> Uri("http://a/%C3%A9").to_iri(), UriRef("%C3%A9").to_iri()
    /// (Iri('http://a/é'), IriRef('é'))
    fn to_iri(slf: This<'_, '_>) -> Value {
        match slf.value() {
            Value::Uri(uri) => Value::Iri(uri.as_uri().to_iri()),
            Value::UriRef(reference) => Value::IriRef(reference.as_uri_ref().to_iri_ref()),
            wide => wide.clone(),
        }
    }

    /// Returns the URI, or the reference in US-ASCII, that this maps to: each character beyond
    /// US-ASCII is percent-encoded, also in the host (RFC 3987, 3.1).
    ///
    /// >>> Iri("http://é/ü").to_uri(), IriRef("é").to_uri()
    /// (Uri('http://%C3%A9/%C3%BC'), UriRef('%C3%A9'))
    fn to_uri(slf: This<'_, '_>) -> PyResult<Value> {
        let made = match slf.value() {
            Value::Iri(iri) => iri.as_iri().to_uri().map(Value::Uri),
            Value::IriRef(reference) => reference.as_iri_ref().to_uri_ref().map(Value::UriRef),
            narrow => return Ok(narrow.clone()),
        };
        made.map_err(|error| errors::of_form(slf.py(), slf.value().as_str(), &error))
    }
}
