//! Identifiers as values.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::IntoPyObjectExt;
use urigram::documents::Form;
use urigram::{
    BuildError, Component, Grammar, IriBuf, IriRefBuf, Normalizer, Reading, UriBuf, UriRefBuf,
    UrnBuf,
};

use crate::errors;
use crate::names::{grammar, named, newest};

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Uri>()?;
    module.add_class::<UriRef>()?;
    module.add_class::<Iri>()?;
    module.add_class::<IriRef>()?;
    module.add_class::<Urn>()
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

/// Defines a type of values, with the methods that only it has.
macro_rules! identifier {
    ($(#[$doc:meta])* $type:ident($owned:ident), $form:expr, { $($more:tt)* }) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "urigram")]
        #[derive(Clone)]
        pub(crate) struct $type($owned);

        impl $type {
            fn component(&self, component: Component) -> Option<&str> {
                self.0.components().span(component).map(|span| span.of(self.0.as_str()))
            }
        }

        #[pymethods]
        impl $type {
            #[new]
            #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
            fn new(
                py: Python<'_>,
                text: &str,
                grammar: Option<&str>,
                reading: &str,
            ) -> PyResult<$type> {
                let default = newest($form)?;
                let (grammar, reading) =
                    self::grammar(grammar.unwrap_or_else(|| default.as_str()), reading)?;
                let made = $owned::parse_by(grammar, reading, text.to_owned());
                made.map($type).map_err(|error| errors::of_form(py, text, &error))
            }

            fn __str__(&self) -> &str {
                self.0.as_str()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let text = self.0.as_str().into_bound_py_any(py)?.repr()?;
                let (grammar, reading) = (self.0.grammar(), self.0.reading());
                let grammar = if newest($form)? == grammar {
                    String::new()
                } else {
                    format!(", {:?}", grammar.as_str())
                };
                let reading = match reading {
                    Reading::Corrected => String::new(),
                    other => format!(", reading={:?}", other.id()),
                };
                Ok(format!("{}({text}{grammar}{reading})", stringify!($type)))
            }

            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                self.0.as_str().hash(&mut hasher);
                hasher.finish()
            }

            /// Compares texts. Two texts can be equivalent and differ: see `equivalent`.
            fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
                let py = other.py();
                let Ok(other) = other.cast_exact::<$type>() else {
                    return py.NotImplemented();
                };
                let order = self.0.as_str().cmp(other.get().0.as_str());
                op.matches(order).into_py_any(py).unwrap_or_else(|_| py.NotImplemented())
            }

            fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
                let this = slf.get();
                let reading = this.0.reading().id();
                let function = slf.py().import("urigram")?.getattr("_restore")?;
                let arguments =
                    (stringify!($type), this.0.as_str(), this.0.grammar().as_str(), reading);
                (function, arguments).into_py_any(slf.py())
            }

            /// The id of the grammar that accepted the text.
            #[getter]
            fn grammar(&self) -> &'static str {
                self.0.grammar().as_str()
            }

            /// The reading of the grammar: `corrected` or `printed`.
            #[getter]
            fn reading(&self) -> &'static str {
                self.0.reading().id()
            }

            /// The components that are present, by name.
            #[getter]
            fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                named(py, |component| self.component(component))
            }

            #[getter]
            fn scheme(&self) -> Option<&str> {
                self.component(Component::Scheme)
            }

            #[getter]
            fn query(&self) -> Option<&str> {
                self.component(Component::Query)
            }

            #[getter]
            fn fragment(&self) -> Option<&str> {
                self.component(Component::Fragment)
            }

            /// Returns a text that is equal for two values exactly if the document calls them
            /// equivalent; None if it does not say.
            fn key(&self) -> Option<String> {
                let by = Normalizer::new(self.0.grammar()).reading(self.0.reading());
                by.key(self.0.as_str()).ok().flatten().map(std::borrow::Cow::into_owned)
            }

            /// Returns whether the document calls both equivalent; None if it does not say.
            fn equivalent(&self, other: &Bound<'_, $type>) -> Option<bool> {
                self.key().zip(other.get().key()).map(|(a, b)| a == b)
            }

            /// Returns the normal form by all equivalences of the grammar's document. It is the
            /// value itself if the document defines none.
            fn normalize(&self) -> $type {
                $type(self.0.normalize())
            }

            $($more)*
        }
    };
}

/// Defines a type with an authority and a path, with the methods that only it has.
macro_rules! with_authority {
    ($(#[$doc:meta])* $type:ident($owned:ident), $form:expr, { $($more:tt)* }) => {
        identifier!($(#[$doc])* $type($owned), $form, {
            #[getter]
            fn authority(&self) -> Option<&str> {
                self.0.authority()
            }

            #[getter]
            fn userinfo(&self) -> Option<&str> {
                self.0.userinfo()
            }

            /// The host, with the brackets of an IPv6 address.
            #[getter]
            fn host(&self) -> Option<&str> {
                self.0.host()
            }

            /// The port as text: no digit is lost, and none is too many.
            #[getter]
            fn port(&self) -> Option<&str> {
                self.0.port()
            }

            #[getter]
            fn path(&self) -> &str {
                self.0.path()
            }

            $($more)*
        });
    };
}

/// Defines a type with an authority and a path, which can be changed.
macro_rules! hierarchical {
    (
        $(#[$doc:meta])* $type:ident($owned:ident), $form:expr,
        $reference:ident, $target:ident($borrow:ident)
    ) => {
        with_authority!($(#[$doc])* $type($owned), $form, {
            /// Adds a segment to the path, percent-encoded where it has to be.
            fn __truediv__(&self, segment: &str) -> PyResult<$type> {
                let mut new = self.0.clone();
                new.push_segment(segment).map_err(|error| errors::value(&error))?;
                Ok($type(new))
            }

            /// The value without the last segment of its path.
            #[getter]
            fn parent(&self) -> $type {
                let mut new = self.0.clone();
                new.pop_segment();
                $type(new)
            }

            /// Returns the target of a reference, with this as its base.
            fn resolve(&self, py: Python<'_>, reference: &str) -> PyResult<$target> {
                let (grammar, reading) = (self.0.grammar(), self.0.reading());
                let parsed = urigram::$reference::parse_by(grammar, reading, reference);
                let parsed = parsed.map_err(|error| errors::of_form(py, reference, &error))?;
                let target = self.0.$borrow().resolve(parsed);
                target.map($target).map_err(|error| {
                    errors::of_resolution(py, self.0.as_str(), reference, &error)
                })
            }

            /// Returns a value with other components: `scheme`, `userinfo`, `host`, `port` (a
            /// number), `path`, `query`, `fragment`; None removes one.
            #[pyo3(signature = (**components))]
            fn replace(&self, components: Option<&Bound<'_, PyDict>>) -> PyResult<$type> {
                let mut new = self.0.clone();
                for (name, value) in components.into_iter().flatten() {
                    let name: String = name.extract()?;
                    let optional = || value.extract::<Option<String>>();
                    let done: Result<(), BuildError> = match &*name {
                        "scheme" => new.set_scheme(&value.extract::<String>()?),
                        "host" => new.set_host(&*value.extract::<String>()?),
                        "port" => new.set_port(value.extract::<Option<u16>>()?),
                        "path" => new.set_path(&value.extract::<String>()?),
                        "userinfo" => new.set_userinfo(optional()?.as_deref()),
                        "query" => new.set_query(optional()?.as_deref()),
                        "fragment" => new.set_fragment(optional()?.as_deref()),
                        other => {
                            let message = format!("replace: no such component `{other}`");
                            return Err(pyo3::exceptions::PyTypeError::new_err(message));
                        }
                    };
                    done.map_err(|error| errors::value(&format!("{name}: {error}")))?;
                }
                Ok($type(new))
            }
        });
    };
}

hierarchical!(
    /// An absolute identifier in US-ASCII.
    Uri(UriBuf), Form::Generic, UriRef, Uri(as_uri)
);
hierarchical!(
    /// An absolute identifier with characters beyond US-ASCII.
    Iri(IriBuf), Form::Iri, IriRef, Iri(as_iri)
);

macro_rules! reference {
    ($(#[$doc:meta])* $type:ident($owned:ident), $form:expr) => {
        with_authority!($(#[$doc])* $type($owned), $form, {
            /// Whether the reference has no scheme.
            #[getter]
            fn is_relative(&self) -> bool {
                self.0.scheme().is_none()
            }
        });
    };
}

reference!(
    /// An identifier or a relative reference in US-ASCII.
    UriRef(UriRefBuf), Form::Generic
);
reference!(
    /// An identifier or a relative reference with characters beyond US-ASCII.
    IriRef(IriRefBuf), Form::Iri
);

identifier!(
    /// A uniform resource name.
    Urn(UrnBuf), Form::Urn, {
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

        #[getter]
        fn r_component(&self) -> Option<&str> {
            self.component(Component::RComponent)
        }

        #[getter]
        fn q_component(&self) -> Option<&str> {
            self.component(Component::QComponent)
        }
    }
);
