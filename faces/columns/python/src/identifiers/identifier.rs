//! The methods of all types, as a macro: each type is a class of Python of its own.
//!
//! Names in it are those of the module that calls it.

/// Defines a type of values, with the methods that only it has.
macro_rules! identifier {
    (
        $(#[$doc:meta])* $type:ident($owned:ident), $form:expr, $format:literal,
        $fields:expr, |$this:ident| $masked:expr, { $($more:tt)* }
    ) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "urigram")]
        #[derive(Clone)]
        pub(crate) struct $type($owned);

        impl $type {
            fn component(&self, component: Component) -> Option<&str> {
                self.0.components().span(component).map(|span| span.of(self.0.as_str()))
            }

            /// Parses by a grammar, or by the newest of the form.
            fn read(
                py: Python<'_>,
                text: Text,
                grammar: Option<&str>,
                reading: &str,
            ) -> PyResult<$type> {
                let text = String::from(text);
                if grammar.is_none() && reading == Reading::default().id() {
                    return $owned::try_from(text).map($type).map_err(|rejected| {
                        errors::of_form(py, rejected.input(), rejected.error())
                    });
                }
                let default = newest($form)?;
                let grammar = grammar.unwrap_or_else(|| default.as_str());
                let (grammar, reading) = self::grammar(grammar, reading)?;
                let made = $owned::parse_by(grammar, reading, &*text);
                made.map($type).map_err(|error| errors::of_form(py, &text, &error))
            }

            fn normalizer(&self, level: &str) -> PyResult<Normalizer> {
                let by = Normalizer::new(self.0.grammar()).reading(self.0.reading());
                Ok(by.up_to(names::level(level)?))
            }
        }

        #[pymethods]
        impl $type {
            #[new]
            #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
            fn new(
                py: Python<'_>,
                text: Text,
                grammar: Option<&str>,
                reading: &str,
            ) -> PyResult<$type> {
                $type::read(py, text, grammar, reading)
            }

            /// Parses a text by a grammar.
            #[classmethod]
            #[pyo3(signature = (grammar, text, *, reading="corrected"))]
            fn parse_by(
                _cls: &Bound<'_, PyType>,
                py: Python<'_>,
                grammar: &str,
                text: Text,
                reading: &str,
            ) -> PyResult<$type> {
                $type::read(py, text, Some(grammar), reading)
            }

            /// Returns whether a text is such a value, by a grammar or by the newest.
            #[staticmethod]
            #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
            fn accepts(text: Text, grammar: Option<&str>, reading: &str) -> PyResult<bool> {
                let default = newest($form)?;
                let grammar = grammar.unwrap_or_else(|| default.as_str());
                let (grammar, reading) = self::grammar(grammar, reading)?;
                Ok($owned::parse_by(grammar, reading, String::from(text)).is_ok())
            }

            /// The names by which `match` takes a value apart.
            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
                PyTuple::new(py, $fields)
            }

            /// Tells pydantic how a value is read and written.
            #[classmethod]
            fn __get_pydantic_core_schema__<'py>(
                cls: &Bound<'py, PyType>,
                _source: &Bound<'py, PyAny>,
                _handler: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let make = cls.py().import("urigram._pydantic")?.getattr("core_schema")?;
                make.call1((cls, $format))
            }

            fn __str__(&self) -> &str {
                self.0.as_str()
            }

            fn __format__<'py>(
                &self,
                py: Python<'py>,
                spec: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                self.0.as_str().into_bound_py_any(py)?.call_method1("__format__", (spec,))
            }

            /// Shows the value as it is made. A password is masked.
            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let text = self.masked().into_bound_py_any(py)?.repr()?;
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

            /// The text with `***` in place of a password.
            #[getter]
            fn masked(&self) -> String {
                let $this = self;
                $masked.to_string()
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

            /// The scheme, without its colon.
            #[getter]
            fn scheme(&self) -> Option<&str> {
                self.component(Component::Scheme)
            }

            /// The query as it is written, without its question mark.
            #[getter]
            fn query(&self) -> Option<&str> {
                self.component(Component::Query)
            }

            /// The fragment as it is written, without its number sign.
            #[getter]
            fn fragment(&self) -> Option<&str> {
                self.component(Component::Fragment)
            }

            /// Returns a text that is equal for two values exactly if the document calls them
            /// equivalent; None if it does not say.
            fn key(&self) -> Option<String> {
                let by = Normalizer::new(self.0.grammar()).reading(self.0.reading());
                by.key(self.0.as_str()).ok().flatten().map(Cow::into_owned)
            }

            /// Returns whether the value's document calls both equivalent; None if it does not
            /// say. The levels are those of `normalize`.
            #[pyo3(signature = (other, level="scheme"))]
            fn equivalent(
                &self,
                py: Python<'_>,
                other: Text,
                level: &str,
            ) -> PyResult<Option<bool>> {
                let grammar = (self.0.grammar(), self.0.reading());
                let texts = [self.0.as_str(), &*other];
                questions::compared(py, self.normalizer(level)?, grammar, texts)
            }

            /// Returns the normal form by the equivalences of the grammar's document, up to a
            /// level: `simple-string`, `case`, `percent-encoding`, `path-segments`, `scheme`, or
            /// `address`, by which IPv6 addresses are written as RFC 5952 says. It is the value
            /// itself if the document defines none.
            #[pyo3(signature = (level="scheme"))]
            fn normalize(&self, py: Python<'_>, level: &str) -> PyResult<$type> {
                let by = self.normalizer(level)?;
                if !by.is_defined() {
                    return Ok(self.clone());
                }
                let (grammar, reading) = (self.0.grammar(), self.0.reading());
                let own = self.0.as_str();
                let text = by
                    .normalize(own)
                    .map_err(|error| errors::of_normalization(py, own, grammar, &error))?;
                let made = $owned::parse_by(grammar, reading, &*text);
                made.map($type).map_err(|error| errors::of_form(py, &text, &error))
            }

            $($more)*
        }
    };
}
