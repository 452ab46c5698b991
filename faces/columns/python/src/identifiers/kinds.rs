//! The five classes, each with what only it has.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use urigram::practices::Href;
use urigram::{
    Component, FormError, Grammar, IriBuf, PathStyle, PercentEncoding, Reading, Resolver,
};

use super::identifier::Identifier;
use super::located::{Located, Valued};
use super::text::Text;
use super::{Kind, Value};
use crate::errors;
use crate::names;

/// An absolute identifier in US-ASCII.
#[pyclass(frozen, extends = Located, module = "urigram")]
pub(crate) struct Uri;

/// An identifier or a relative reference in US-ASCII.
#[pyclass(frozen, extends = Located, module = "urigram")]
pub(crate) struct UriRef;

/// An absolute identifier with characters beyond US-ASCII.
#[pyclass(frozen, extends = Located, module = "urigram")]
pub(crate) struct Iri;

/// An identifier or a relative reference with characters beyond US-ASCII.
#[pyclass(frozen, extends = Located, module = "urigram")]
pub(crate) struct IriRef;

/// A uniform resource name.
#[pyclass(frozen, extends = Identifier, module = "urigram")]
pub(crate) struct Urn;

/// Returns the target of a reference. An IRI or a reference that may be one is read by its own
/// grammar, and so is the base with it.
fn resolved(py: Python<'_>, base: &Value, reference: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: Text = reference.extract()?;
    let given = reference.cast::<Identifier>().ok().map(|given| &given.get().0);
    let of_resolution = |error| errors::of_resolution(py, base.as_str(), &text, &error);
    let (grammar, reading) = match (base, given) {
        (Value::Uri(uri), None | Some(Value::Uri(_) | Value::UriRef(_) | Value::Urn(_))) => {
            let parsed = urigram::UriRef::parse_by(uri.grammar(), uri.reading(), &text);
            let parsed = parsed.map_err(|error| errors::rejected(py, &text, &error))?;
            return uri.as_uri().resolve(parsed).map(Value::Uri).map_err(of_resolution);
        }
        (Value::Uri(_), Some(wide)) => wide.by(),
        _ => base.by(),
    };
    let parsed = urigram::IriRef::parse_by(grammar, reading, &text);
    let parsed = parsed.map_err(|error| errors::rejected(py, &text, &error))?;
    let from = urigram::Iri::parse_by(grammar, reading, base.as_str());
    let from = from.map_err(|error| errors::rejected(py, base.as_str(), &error))?;
    from.resolve(parsed).map(Value::Iri).map_err(of_resolution)
}

/// Returns the shortest reference to a target, as a value of a type.
fn relativized(py: Python<'_>, base: &Value, target: &str, kind: Kind) -> PyResult<Value> {
    let (grammar, reading) = base.by();
    let found = Resolver::new(grammar).reading(reading).relativize(base.as_str(), target);
    let found = found.map_err(|error| errors::of_resolution(py, base.as_str(), target, &error))?;
    let made = kind.read(grammar, reading, &found);
    made.map_err(|error| errors::rejected(py, &found, &error))
}

#[pymethods]
impl Uri {
    #[new]
    #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
    fn new(
        py: Python<'_>,
        text: Text,
        grammar: Option<&str>,
        reading: &str,
    ) -> PyResult<PyClassInitializer<Uri>> {
        Ok(Located::new(py, Kind::Uri, text, grammar, reading)?.add_subclass(Uri))
    }

    /// Returns the URL that a browser makes of a text, by the steps of the URL Standard: white
    /// space goes, backslashes become slashes, characters that are not allowed are encoded. Raises
    /// ParseError where the Standard's parser fails, and for a URL with a character that RFC 3986
    /// does not have, such as `|` in a query.
    ///
    /// >>> Uri.from_browser(" HTTPS:\\\\É.example:443/a b/../c d ")
    /// Uri('https://xn--9ca.example/c%20d')
    #[staticmethod]
    fn from_browser(py: Python<'_>, text: Text) -> PyResult<Value> {
        let (grammar, reading) = (Grammar::Whatwg, Reading::default());
        let Some(Ok(href)) = Href::of(grammar, reading, &text) else {
            let rule = grammar.tables(reading).start();
            return Err(match grammar.verdict(reading, rule, text.as_bytes()).components() {
                Err(error) => errors::objected(py, &text, grammar, &error),
                Ok(_) => errors::of_form(py, &text, &FormError::NoScheme),
            });
        };
        let shown = href.text().to_owned();
        href.into_uri().map(Value::Uri).map_err(|error| errors::rejected(py, &shown, &error))
    }

    /// Returns the target of a reference, with this as its base: a Uri, or an Iri if the reference
    /// is an Iri or an IriRef.
    ///
    /// >>> Uri("http://a/b/c").resolve("../d?e")
    /// Uri('http://a/d?e')
    fn resolve(slf: &Bound<'_, Self>, reference: &Bound<'_, PyAny>) -> PyResult<Value> {
        resolved(slf.py(), slf.as_super().value(), reference)
    }

    /// Returns the shortest reference that resolves to a target from this base.
    ///
    /// >>> Uri("http://a/b/c").relativize("http://a/b/d?e")
    /// UriRef('d?e')
    fn relativize(slf: &Bound<'_, Self>, target: Text) -> PyResult<Value> {
        relativized(slf.py(), slf.as_super().value(), &target, Kind::UriRef)
    }

    /// Returns the IRI with the host converted by ToUnicode where the scheme has domain names, to
    /// be shown (RFC 3987, 3.2.1). A host that ToUnicode does not convert stays.
    ///
    /// >>> Uri("http://xn--9ca.example/%C3%BC").to_unicode()
    /// Iri('http://é.example/ü')
    fn to_unicode(slf: &Bound<'_, Self>) -> PyResult<Value> {
        let text = urigram::iri::uri_to_iri_by_idna(slf.as_super().value().as_str());
        let text = text.map_err(|error| errors::value(&error))?;
        let made = IriBuf::parse(&*text).map(Value::Iri);
        made.map_err(|error| errors::rejected(slf.py(), &text, &error))
    }

    /// Returns the `file` URI of an absolute path: `style` is `unix` or `windows`, by default that
    /// of this system.
    ///
    /// >>> Uri.from_file_path("/tmp/a b", "unix")
    /// Uri('file:///tmp/a%20b')
    #[staticmethod]
    #[pyo3(signature = (path, style=None))]
    fn from_file_path(path: &Bound<'_, PyAny>, style: Option<&str>) -> PyResult<Value> {
        let octets: Vec<u8> =
            path.py().import("os")?.getattr("fsencode")?.call1((path,))?.extract()?;
        let made = names::path_style(style)?.to_uri(&octets);
        made.map(Value::Uri).map_err(|error| errors::value(&error))
    }

    /// Returns the path of a `file` URI, as a `pathlib.PurePosixPath` or `PureWindowsPath`.
    ///
    /// >>> Uri("file:///C:/a%20b").to_file_path("windows")
    /// PureWindowsPath('C:/a b')
    #[pyo3(signature = (style=None))]
    fn to_file_path<'py>(
        slf: &Bound<'py, Self>,
        style: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, style) = (slf.py(), names::path_style(style)?);
        let text = slf.as_super().value().as_str();
        let uri = urigram::Uri::parse(text).map_err(|error| errors::rejected(py, text, &error))?;
        let octets = style.to_path(&uri).map_err(|error| errors::value(&error))?;
        let path = py.import("os")?.getattr("fsdecode")?.call1((PyBytes::new(py, &octets),))?;
        let class = match style {
            PathStyle::Windows => "PureWindowsPath",
            _ => "PurePosixPath",
        };
        py.import("pathlib")?.getattr(class)?.call1((path,))
    }
}

#[pymethods]
impl UriRef {
    #[new]
    #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
    fn new(
        py: Python<'_>,
        text: Text,
        grammar: Option<&str>,
        reading: &str,
    ) -> PyResult<PyClassInitializer<UriRef>> {
        Ok(Located::new(py, Kind::UriRef, text, grammar, reading)?.add_subclass(UriRef))
    }
}

#[pymethods]
impl Iri {
    #[new]
    #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
    fn new(
        py: Python<'_>,
        text: Text,
        grammar: Option<&str>,
        reading: &str,
    ) -> PyResult<PyClassInitializer<Iri>> {
        Ok(Located::new(py, Kind::Iri, text, grammar, reading)?.add_subclass(Iri))
    }

    /// Returns the target of a reference, with this as its base.
    ///
    /// >>> Iri("http://a/é/b").resolve("../ü")
    /// Iri('http://a/ü')
    fn resolve(slf: &Bound<'_, Self>, reference: &Bound<'_, PyAny>) -> PyResult<Value> {
        resolved(slf.py(), slf.as_super().value(), reference)
    }

    /// Returns the shortest reference that resolves to a target from this base.
    fn relativize(slf: &Bound<'_, Self>, target: Text) -> PyResult<Value> {
        relativized(slf.py(), slf.as_super().value(), &target, Kind::IriRef)
    }

    /// Returns the URI that this maps to, with the host converted by ToASCII where the scheme has
    /// domain names: the one to connect to.
    ///
    /// >>> Iri("http://é.example/ü").to_ascii()
    /// Uri('http://xn--9ca.example/%C3%BC')
    fn to_ascii(slf: &Bound<'_, Self>) -> PyResult<Value> {
        match slf.as_super().value() {
            Value::Iri(iri) => {
                iri.as_iri().to_ascii().map(Value::Uri).map_err(|error| errors::value(&error))
            }
            other => Ok(other.clone()),
        }
    }
}

#[pymethods]
impl IriRef {
    #[new]
    #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
    fn new(
        py: Python<'_>,
        text: Text,
        grammar: Option<&str>,
        reading: &str,
    ) -> PyResult<PyClassInitializer<IriRef>> {
        Ok(Located::new(py, Kind::IriRef, text, grammar, reading)?.add_subclass(IriRef))
    }
}

impl Urn {
    fn part<'a>(slf: &'a Bound<'_, Self>, component: Component) -> Option<&'a str> {
        slf.as_super().get().0.component(component)
    }
}

#[pymethods]
impl Urn {
    #[new]
    #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
    fn new(
        py: Python<'_>,
        text: Text,
        grammar: Option<&str>,
        reading: &str,
    ) -> PyResult<PyClassInitializer<Urn>> {
        let value = Identifier::new(py, Kind::Urn, text, grammar, reading)?;
        Ok(PyClassInitializer::from(value).add_subclass(Urn))
    }

    /// The names that `match` takes a value apart by.
    #[classattr]
    fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, ["nid", "nss"])
    }

    /// The namespace identifier.
    #[getter]
    fn nid<'a>(slf: &'a Bound<'_, Self>) -> Option<&'a str> {
        Urn::part(slf, Component::Nid)
    }

    /// The namespace-specific string.
    #[getter]
    fn nss<'a>(slf: &'a Bound<'_, Self>) -> Option<&'a str> {
        Urn::part(slf, Component::Nss)
    }

    /// The r-component, for resolution services.
    #[getter]
    fn r_component<'a>(slf: &'a Bound<'_, Self>) -> Option<&'a str> {
        Urn::part(slf, Component::RComponent)
    }

    /// The q-component, for the resource.
    #[getter]
    fn q_component<'a>(slf: &'a Bound<'_, Self>) -> Option<&'a str> {
        Urn::part(slf, Component::QComponent)
    }

    /// The name that is assigned: the text without r-, q- and f-component.
    ///
    /// >>> Urn("urn:isbn:0451450523?=q#f").assigned_name
    /// 'urn:isbn:0451450523'
    #[getter]
    fn assigned_name<'a>(slf: &'a Bound<'_, Self>) -> &'a str {
        match &slf.as_super().get().0 {
            Value::Urn(urn) => urn.as_urn().assigned_name(),
            other => other.as_str(),
        }
    }

    /// Makes a name of a namespace identifier and a string of data, which is encoded.
    ///
    /// >>> Urn.build("example", "a b")
    /// Urn('urn:example:a%20b')
    #[staticmethod]
    #[pyo3(signature = (nid, nss, grammar=None))]
    fn build(py: Python<'_>, nid: Text, nss: Text, grammar: Option<&str>) -> PyResult<Value> {
        let (grammar, reading) = Kind::Urn.grammar(grammar, Reading::default().id())?;
        let mut text = format!("urn:{}:", &*nid);
        let coding = PercentEncoding::of(grammar).reading(reading);
        let done = coding.encode_into(Component::Nss, nss.as_bytes(), &mut text);
        done.map_err(|error| errors::value(&error))?;
        let made = Kind::Urn.read(grammar, reading, &text);
        let urn = made.map_err(|error| errors::rejected(py, &text, &error))?;
        if urn.component(Component::Nid) == Some(&*nid) {
            Ok(urn)
        } else {
            Err(errors::value(&"a colon is not allowed in a namespace identifier"))
        }
    }

    /// Returns the name with other components: `r_component`, `q_component`, `fragment`. None
    /// removes one.
    ///
    /// >>> Urn("urn:isbn:0451450523?=q").replace(q_component=None, fragment="p1")
    /// Urn('urn:isbn:0451450523#p1')
    #[pyo3(signature = (**components))]
    fn replace(slf: &Bound<'_, Self>, components: Option<&Bound<'_, PyDict>>) -> PyResult<Value> {
        let mut new = slf.as_super().get().0.clone();
        let Value::Urn(urn) = &mut new else { return Ok(new) };
        for (name, value) in components.into_iter().flatten() {
            let name: Text = name.extract()?;
            let value: Option<Text> = value.extract()?;
            let text = value.as_deref();
            let done = match &*name {
                "r_component" => urn.set_r_component(text),
                "q_component" => urn.set_q_component(text),
                "fragment" => urn.set_f_component(text),
                other => {
                    let message = format!(
                        "no component `{other}`; there are r_component, q_component, fragment"
                    );
                    return Err(PyTypeError::new_err(message));
                }
            };
            done.map_err(|error| errors::of_build(slf.py(), &error, text))?;
        }
        Ok(new)
    }
}
