//! Identifiers as values.

mod build;
#[macro_use]
mod identifier;
#[macro_use]
mod located;
mod parts;
mod query;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use pyo3::IntoPyObjectExt;
use urigram::documents::Form;
use urigram::{
    BuildError, Component, Grammar, IriBuf, IriRefBuf, Normalizer, PathStyle, PercentEncoding,
    Reading, Resolver, UriBuf, UriRefBuf, UrnBuf,
};

use crate::errors;
use crate::names::{self, grammar, named, newest};
use crate::questions;
use crate::text::Text;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Uri>()?;
    module.add_class::<UriRef>()?;
    module.add_class::<Iri>()?;
    module.add_class::<IriRef>()?;
    module.add_class::<Urn>()
}

/// Returns the text of a value of this module; `None` for anything else.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> Option<String> {
    macro_rules! any {
        ($($type:ident),*) => {{
            $(if let Ok(value) = value.cast::<$type>() {
                return Some(value.get().0.as_str().to_owned());
            })*
            None
        }};
    }
    any!(Uri, UriRef, Iri, IriRef, Urn)
}

/// Makes the value of a text by the form of its grammar.
pub(crate) fn make<'py>(
    py: Python<'py>,
    text: &str,
    grammar: Grammar,
    reading: Reading,
) -> PyResult<Bound<'py, PyAny>> {
    macro_rules! first {
        ($($type:ident($owned:ident)),*) => {{
            $(if let Ok(value) = $owned::parse_by(grammar, reading, text.to_owned()) {
                return $type(value).into_bound_py_any(py);
            })*
            Err(errors::value(&format!("{grammar} defines no URIs, IRIs or URNs: use `split`")))
        }};
    }
    match grammar.document().form {
        Form::Urn => first!(Urn(UrnBuf)),
        Form::Iri => first!(Uri(UriBuf), Iri(IriBuf), IriRef(IriRefBuf)),
        _ => first!(Uri(UriBuf), UriRef(UriRefBuf)),
    }
}

/// Returns the exception for components that make no value.
fn of_change(py: Python<'_>, error: &BuildError, changes: &[build::Change]) -> PyErr {
    let given = |component| changes.iter().find(|(one, _)| Some(*one) == component);
    let text = given(error.component()).and_then(|(_, text)| text.as_deref());
    errors::of_build(py, error, text)
}

/// Returns the target of a reference from an IRI.
fn resolve_wide(
    py: Python<'_>,
    base: &str,
    reference: &str,
    (grammar, reading): (Grammar, Reading),
) -> PyResult<Iri> {
    let parsed = urigram::IriRef::parse_by(grammar, reading, reference);
    let parsed = parsed.map_err(|error| errors::of_form(py, reference, &error))?;
    let from = urigram::Iri::parse_by(grammar, reading, base);
    let from = from.map_err(|error| errors::of_form(py, base, &error))?;
    from.resolve(parsed)
        .map(Iri)
        .map_err(|error| errors::of_resolution(py, base, reference, &error))
}

/// Returns the grammar and the reading of an IRI or of a reference that may be one.
fn wide_grammar(reference: &Bound<'_, PyAny>) -> Option<(Grammar, Reading)> {
    if let Ok(iri) = reference.cast::<Iri>() {
        return Some((iri.get().0.grammar(), iri.get().0.reading()));
    }
    let iri = reference.cast::<IriRef>().ok()?.get();
    Some((iri.0.grammar(), iri.0.reading()))
}

/// Defines a method that returns the shortest reference to a target.
macro_rules! relativized {
    ($this:ident, $py:ident, $target:ident, $reference:ident($owned:ident)) => {{
        let (grammar, reading) = ($this.0.grammar(), $this.0.reading());
        let base = $this.0.as_str();
        let found = Resolver::new(grammar).reading(reading).relativize(base, &$target);
        let found = found.map_err(|error| errors::of_resolution($py, base, &$target, &error))?;
        let made = $owned::parse_by(grammar, reading, &*found);
        made.map($reference).map_err(|error| errors::of_form($py, &found, &error))
    }};
}

located!(
    /// An absolute identifier in US-ASCII.
    Uri(UriBuf), Form::Generic, "uri", as_uri, build,
    |value: &mut UriBuf, scheme: Option<&str>| {
        value.set_scheme(scheme.ok_or(BuildError::NoScheme)?)
    },
    {
        /// Returns the target of a reference, with this as its base: a Uri, or an Iri if the
        /// reference is an Iri or an IriRef.
        fn resolve<'py>(
            &self,
            py: Python<'py>,
            reference: &Bound<'py, PyAny>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let text: Text = reference.extract()?;
            if let Some(by) = wide_grammar(reference) {
                return resolve_wide(py, self.0.as_str(), &text, by)?.into_bound_py_any(py);
            }
            let (grammar, reading) = (self.0.grammar(), self.0.reading());
            let parsed = urigram::UriRef::parse_by(grammar, reading, &text);
            let parsed = parsed.map_err(|error| errors::of_form(py, &text, &error))?;
            let target = self.0.as_uri().resolve(parsed);
            let target = target
                .map_err(|error| errors::of_resolution(py, self.0.as_str(), &text, &error))?;
            Uri(target).into_bound_py_any(py)
        }

        /// Returns the shortest reference that resolves to a target from this base.
        fn relativize(&self, py: Python<'_>, target: Text) -> PyResult<UriRef> {
            relativized!(self, py, target, UriRef(UriRefBuf))
        }

        /// Returns the most readable IRI that maps back to this (RFC 3987, 3.2).
        fn to_iri(&self) -> Iri {
            Iri(self.0.as_uri().to_iri())
        }

        /// Returns the IRI with the host converted by ToUnicode where the scheme has domain names,
        /// to be shown (RFC 3987, 3.2.1). A host that ToUnicode does not convert stays.
        fn to_unicode(&self, py: Python<'_>) -> PyResult<Iri> {
            let text = urigram::iri::uri_to_iri_by_idna(self.0.as_str());
            let text = text.map_err(|error| errors::value(&error))?;
            IriBuf::parse(&*text).map(Iri).map_err(|error| errors::rejected(py, &text, &error))
        }

        /// Returns the `file` URI of an absolute path: `style` is `unix` or `windows`, by default
        /// that of this system.
        #[staticmethod]
        #[pyo3(signature = (path, style=None))]
        fn from_file_path(path: &Bound<'_, PyAny>, style: Option<&str>) -> PyResult<Uri> {
            let octets: Vec<u8> =
                path.py().import("os")?.getattr("fsencode")?.call1((path,))?.extract()?;
            let made = names::path_style(style)?.to_uri(&octets);
            made.map(Uri).map_err(|error| errors::value(&error))
        }

        /// Returns the path of a `file` URI, as a `pathlib.PurePosixPath` or `PureWindowsPath`.
        #[pyo3(signature = (style=None))]
        fn to_file_path<'py>(
            &self,
            py: Python<'py>,
            style: Option<&str>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let style = names::path_style(style)?;
            let octets = style.to_path(&self.0.as_uri()).map_err(|error| errors::value(&error))?;
            let path = py.import("os")?.getattr("fsdecode")?.call1((PyBytes::new(py, &octets),))?;
            let class = match style {
                PathStyle::Windows => "PureWindowsPath",
                _ => "PurePosixPath",
            };
            py.import("pathlib")?.getattr(class)?.call1((path,))
        }
    }
);
located!(
    /// An absolute identifier with characters beyond US-ASCII.
    Iri(IriBuf), Form::Iri, "iri", as_iri, build_iri,
    |value: &mut IriBuf, scheme: Option<&str>| {
        value.set_scheme(scheme.ok_or(BuildError::NoScheme)?)
    },
    {
        /// Returns the target of a reference, with this as its base.
        fn resolve(&self, py: Python<'_>, reference: Text) -> PyResult<Iri> {
            let by = (self.0.grammar(), self.0.reading());
            resolve_wide(py, self.0.as_str(), &reference, by)
        }

        /// Returns the shortest reference that resolves to a target from this base.
        fn relativize(&self, py: Python<'_>, target: Text) -> PyResult<IriRef> {
            relativized!(self, py, target, IriRef(IriRefBuf))
        }

        /// Returns the URI that this maps to: each character beyond US-ASCII is percent-encoded,
        /// also in the host (RFC 3987, 3.1).
        fn to_uri(&self, py: Python<'_>) -> PyResult<Uri> {
            let made = self.0.as_iri().to_uri();
            made.map(Uri).map_err(|error| errors::of_form(py, self.0.as_str(), &error))
        }

        /// Returns the URI that this maps to, with the host converted by ToASCII where the scheme
        /// has domain names: the one to connect to.
        fn to_ascii(&self) -> PyResult<Uri> {
            self.0.as_iri().to_ascii().map(Uri).map_err(|error| errors::value(&error))
        }
    }
);

/// Defines a type of references.
macro_rules! reference {
    (
        $(#[$doc:meta])* $type:ident($owned:ident), $form:expr, $format:literal,
        $borrow:ident, $build:ident, { $($more:tt)* }
    ) => {
        located!(
            $(#[$doc])* $type($owned), $form, $format, $borrow, $build,
            |value: &mut $owned, scheme: Option<&str>| value.set_scheme(scheme),
            {
                /// Whether the reference has no scheme.
                #[getter]
                fn is_relative(&self) -> bool {
                    self.0.scheme().is_none()
                }

                $($more)*
            }
        );
    };
}

reference!(
    /// An identifier or a relative reference in US-ASCII.
    UriRef(UriRefBuf), Form::Generic, "uri-reference", as_uri_ref, build_uri_ref,
    {
        /// Returns the most readable IRI reference that maps back to this (RFC 3987, 3.2).
        fn to_iri_ref(&self) -> IriRef {
            IriRef(self.0.as_uri_ref().to_iri_ref())
        }
    }
);
reference!(
    /// An identifier or a relative reference with characters beyond US-ASCII.
    IriRef(IriRefBuf), Form::Iri, "iri-reference", as_iri_ref, build_iri_ref,
    {
        /// Returns the URI reference that this maps to: each character beyond US-ASCII is
        /// percent-encoded (RFC 3987, 3.1).
        fn to_uri_ref(&self, py: Python<'_>) -> PyResult<UriRef> {
            let made = self.0.as_iri_ref().to_uri_ref();
            made.map(UriRef).map_err(|error| errors::of_form(py, self.0.as_str(), &error))
        }
    }
);

identifier!(
    /// A uniform resource name.
    Urn(UrnBuf), Form::Urn, "uri",
    ["nid", "nss"], |this| this.0.as_urn().display_masked(), {
        /// The namespace identifier.
        #[getter]
        fn nid(&self) -> &str {
            self.0.as_urn().nid()
        }

        /// The namespace-specific string.
        #[getter]
        fn nss(&self) -> &str {
            self.0.as_urn().nss()
        }

        /// The r-component, for resolution services.
        #[getter]
        fn r_component(&self) -> Option<&str> {
            self.component(Component::RComponent)
        }

        /// The q-component, for the resource.
        #[getter]
        fn q_component(&self) -> Option<&str> {
            self.component(Component::QComponent)
        }

        /// The name that is assigned: the text without r-, q- and f-component.
        #[getter]
        fn assigned_name(&self) -> &str {
            self.0.as_urn().assigned_name()
        }

        /// Makes a name of a namespace identifier and a string of data, which is encoded.
        #[staticmethod]
        #[pyo3(signature = (nid, nss, grammar=None))]
        fn build(
            py: Python<'_>,
            nid: Text,
            nss: Text,
            grammar: Option<&str>,
        ) -> PyResult<Urn> {
            let default = newest(Form::Urn)?;
            let grammar = grammar.unwrap_or_else(|| default.as_str());
            let (grammar, reading) = self::grammar(grammar, Reading::default().id())?;
            let mut text = format!("urn:{}:", &*nid);
            let coding = PercentEncoding::of(grammar).reading(reading);
            let done = coding.encode_into(Component::Nss, nss.as_bytes(), &mut text);
            done.map_err(|error| errors::value(&error))?;
            let made = UrnBuf::parse_by(grammar, reading, &*text);
            let urn = made.map_err(|error| errors::of_form(py, &text, &error))?;
            if urn.as_urn().nid() == &*nid {
                Ok(Urn(urn))
            } else {
                Err(errors::value(&"a colon is not allowed in a namespace identifier"))
            }
        }

        /// Returns the name with other components: `r_component`, `q_component`, `fragment`. None
        /// removes one.
        #[pyo3(signature = (**components))]
        fn replace(
            &self,
            py: Python<'_>,
            components: Option<&Bound<'_, PyDict>>,
        ) -> PyResult<Urn> {
            let mut new = self.0.clone();
            for (name, value) in components.into_iter().flatten() {
                let name: Text = name.extract()?;
                let value: Option<Text> = value.extract()?;
                let text = value.as_deref();
                let done = match &*name {
                    "r_component" => new.set_r_component(text),
                    "q_component" => new.set_q_component(text),
                    "fragment" => new.set_f_component(text),
                    other => {
                        let message = format!(
                            "no component `{other}`; there are r_component, q_component, fragment"
                        );
                        return Err(PyTypeError::new_err(message));
                    }
                };
                done.map_err(|error| errors::of_build(py, &error, text))?;
            }
            Ok(Urn(new))
        }
    }
);
