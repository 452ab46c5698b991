//! The methods of types with an authority, a path and a query, as a macro.
//!
//! Names in it are those of the module that calls it.

/// Defines a type with an authority, a path and a query, with the methods that only it has.
macro_rules! located {
    (
        $(#[$doc:meta])* $type:ident($owned:ident), $form:expr, $format:literal,
        $borrow:ident, $build:ident, $set_scheme:expr, { $($more:tt)* }
    ) => {
        impl $type {
            fn coding(&self) -> PercentEncoding {
                PercentEncoding::of(self.0.grammar()).reading(self.0.reading())
            }

            /// Returns the pairs of the query, as written and decoded.
            fn pairs(&self) -> impl Iterator<Item = query::Written<'_>> {
                let value = self.0.$borrow();
                value.query_pairs_raw().zip(value.query_pairs())
            }

            fn with_query_text(&self, py: Python<'_>, query: Option<&str>) -> PyResult<$type> {
                let mut new = self.0.clone();
                let done = new.set_query(query);
                done.map(|()| $type(new)).map_err(|error| errors::of_build(py, &error, query))
            }

            fn with_path_text(&self, py: Python<'_>, path: &str) -> PyResult<$type> {
                let mut new = self.0.clone();
                let done = new.set_path(path);
                done.map(|()| $type(new)).map_err(|error| errors::of_build(py, &error, Some(path)))
            }
        }

        identifier!(
            $(#[$doc])* $type($owned), $form, $format,
            ["scheme", "authority", "path", "query", "fragment"],
            |this| this.0.$borrow().display_masked(),
            {
                /// The authority as it is written, without its two slashes.
                #[getter]
                fn authority(&self) -> Option<&str> {
                    self.0.authority()
                }

                /// The userinfo as it is written.
                #[getter]
                fn userinfo(&self) -> Option<&str> {
                    self.0.userinfo()
                }

                /// The user, decoded: the userinfo before its first colon.
                #[getter]
                fn user(&self) -> Option<String> {
                    self.0.userinfo().map(|text| parts::credentials(text, self.0.grammar()).0)
                }

                /// The password, decoded: the userinfo after its first colon.
                #[getter]
                fn password(&self) -> Option<String> {
                    self.0.userinfo().and_then(|text| parts::credentials(text, self.0.grammar()).1)
                }

                /// The host as it is written, with the brackets of an IPv6 address.
                #[getter]
                fn host(&self) -> Option<&str> {
                    self.0.host()
                }

                /// The kind of host: `name`, `ipv4`, `ipv6`, `future`, or `irregular` for an
                /// address that has no value.
                #[getter]
                fn host_type(&self) -> Option<&'static str> {
                    self.0.$borrow().host_typed().map(urigram_arrow::host_type_name)
                }

                /// The host as an `ipaddress.IPv4Address` or `IPv6Address`; None for a name.
                #[getter]
                fn address<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                    parts::address(py, self.0.$borrow().host_typed())
                }

                /// The port as a number, as large as it is written; None where it is absent or
                /// empty.
                #[getter]
                fn port<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                    parts::port(py, self.0.port())
                }

                /// The port as it is written: no digit is lost.
                #[getter]
                fn port_text(&self) -> Option<&str> {
                    self.0.port()
                }

                /// The port that a client connects to: the one that is written, or that of a
                /// known scheme; None above 65535.
                #[getter]
                fn effective_port(&self) -> Option<u16> {
                    parts::effective_port(self.component(Component::Scheme), self.0.port())
                }

                /// The path as it is written; it may be empty.
                #[getter]
                fn path(&self) -> &str {
                    self.0.path()
                }

                /// The segments of the path, decoded: the texts between its slashes. Octets that
                /// are no UTF-8 become U+FFFD.
                #[getter]
                fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                    let grammar = self.0.grammar();
                    let value = self.0.$borrow();
                    let segments: Vec<String> =
                        value.path_segments().map(|text| parts::decoded(text, grammar)).collect();
                    PyTuple::new(py, segments)
                }

                /// The segments of the path as they are written.
                #[getter]
                fn raw_segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                    let segments: Vec<&str> = self.0.$borrow().path_segments().collect();
                    PyTuple::new(py, segments)
                }

                /// The last segment of the path, decoded; empty where there is none.
                #[getter]
                fn name(&self) -> String {
                    let last = self.0.$borrow().path_segments().next_back().unwrap_or_default();
                    parts::decoded(last, self.0.grammar())
                }

                /// The end of the name from its last dot on, as `os.path.splitext` finds it.
                #[getter]
                fn suffix(&self) -> String {
                    parts::split_suffix(&self.name()).1.to_owned()
                }

                /// The name without its suffix.
                #[getter]
                fn stem(&self) -> String {
                    parts::split_suffix(&self.name()).0.to_owned()
                }

                /// Adds a segment of data to the path: a `/` in it is encoded.
                fn __truediv__(
                    &self,
                    py: Python<'_>,
                    segment: &Bound<'_, PyAny>,
                ) -> PyResult<Py<PyAny>> {
                    if !segment.is_instance_of::<PyString>() {
                        return Ok(py.NotImplemented());
                    }
                    self.joinpath(py, vec![segment.extract()?])?.into_py_any(py)
                }

                /// Adds segments of data to the path.
                #[pyo3(signature = (*segments))]
                fn joinpath(&self, py: Python<'_>, segments: Vec<Text>) -> PyResult<$type> {
                    let mut new = self.0.clone();
                    let done = new.extend_segments(segments.iter().map(|segment| &**segment));
                    done.map_err(|error| errors::of_build(py, &error, None))?;
                    Ok($type(new))
                }

                /// The value without the last segment of its path.
                #[getter]
                fn parent(&self) -> $type {
                    let mut new = self.0.clone();
                    new.pop_segment();
                    $type(new)
                }

                /// Returns the value with another last segment, which is data. The query and the
                /// fragment stay.
                fn with_name(&self, py: Python<'_>, name: Text) -> PyResult<$type> {
                    if matches!(&*name, "." | "..") {
                        return Err(errors::of_build(py, &BuildError::DotSegment, None));
                    }
                    let path = self.0.path();
                    let start = path.rfind('/').map_or(0, |at| at + 1);
                    let mut new = path[..start].to_owned();
                    if path.is_empty() && self.0.authority().is_some() {
                        new.push('/');
                    }
                    let coding = self.coding();
                    let done = coding.encode_into(Component::Path, name.as_bytes(), &mut new);
                    done.map_err(|error| errors::value(&error))?;
                    self.with_path_text(py, &new)
                }

                /// Returns the value with another suffix, which begins with a dot or is empty.
                fn with_suffix(&self, py: Python<'_>, suffix: Text) -> PyResult<$type> {
                    let is_suffix = suffix.len() > 1 && suffix.starts_with('.');
                    if !(suffix.is_empty() || is_suffix) || suffix.contains('/') {
                        return Err(errors::value(&"a suffix is empty or begins with a dot"));
                    }
                    let stem = self.stem();
                    if stem.is_empty() {
                        return Err(errors::value(&"the path has no name"));
                    }
                    let name = (stem + &suffix).into_bound_py_any(py)?.extract()?;
                    self.with_name(py, name)
                }

                /// The pairs of the query in order, decoded: names and values, None for a name
                /// without one. A `+` is a `+`.
                #[getter]
                fn query_pairs(&self) -> Vec<(String, Option<String>)> {
                    let pairs = self.0.$borrow();
                    let own = |(name, value): (Cow<'_, str>, Option<Cow<'_, str>>)| {
                        (name.into_owned(), value.map(Cow::into_owned))
                    };
                    pairs.query_pairs().map(own).collect()
                }

                /// The pairs of the query in order, read as HTML forms write them: a `+` is a
                /// space, and each name has a value.
                #[getter]
                fn form_pairs(&self) -> Vec<(String, String)> {
                    let query = self.0.query().unwrap_or_default();
                    let own = |(name, value): (Cow<'_, str>, Cow<'_, str>)| {
                        (name.into_owned(), value.into_owned())
                    };
                    urigram::form::parse(query.as_bytes()).map(own).collect()
                }

                /// The query as a dictionary: for each name its values in order, None for a name
                /// without one.
                #[getter]
                fn query_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                    let map = PyDict::new(py);
                    for (name, value) in self.0.$borrow().query_pairs() {
                        match map.get_item(&*name)? {
                            Some(values) => values.cast::<PyList>()?.append(value.as_deref())?,
                            None => map.set_item(&*name, [value.as_deref()])?,
                        }
                    }
                    Ok(map)
                }

                /// Returns the first value of a name in the query, or the default where no pair
                /// has this name.
                #[pyo3(signature = (name, default=None))]
                fn query_value<'py>(
                    &self,
                    py: Python<'py>,
                    name: Text,
                    default: Option<Bound<'py, PyAny>>,
                ) -> PyResult<Option<Bound<'py, PyAny>>> {
                    let value = self.0.$borrow();
                    match value.query_pairs().find(|(one, _)| **one == *name) {
                        Some((_, Some(found))) => found.into_bound_py_any(py).map(Some),
                        Some((_, None)) => Ok(None),
                        None => Ok(default),
                    }
                }

                /// Returns the values of a name in the query, in order.
                fn query_values(&self, name: Text) -> Vec<Option<String>> {
                    let value = self.0.$borrow();
                    let found = value.query_pairs().filter(|(one, _)| **one == *name);
                    found.map(|(_, value)| value.map(Cow::into_owned)).collect()
                }

                /// Returns the value with a query of these pairs alone, which are data; without
                /// pairs, without a query.
                #[pyo3(signature = (pairs=None, /, **named))]
                fn with_query(
                    &self,
                    py: Python<'_>,
                    pairs: Option<&Bound<'_, PyAny>>,
                    named: Option<&Bound<'_, PyDict>>,
                ) -> PyResult<$type> {
                    let pairs = query::pairs(pairs, named)?;
                    if pairs.is_empty() {
                        return self.with_query_text(py, None);
                    }
                    let query = query::written(&pairs, &self.coding());
                    let query = query.map_err(|error| errors::of_build(py, &error, None))?;
                    self.with_query_text(py, Some(&query))
                }

                /// Returns the value with pairs after those of its query. What is there stays as
                /// it is written.
                #[pyo3(signature = (pairs=None, /, **named))]
                fn extend_query(
                    &self,
                    py: Python<'_>,
                    pairs: Option<&Bound<'_, PyAny>>,
                    named: Option<&Bound<'_, PyDict>>,
                ) -> PyResult<$type> {
                    let pairs = query::pairs(pairs, named)?;
                    if pairs.is_empty() {
                        return Ok(self.clone());
                    }
                    let added = query::written(&pairs, &self.coding());
                    let added = added.map_err(|error| errors::of_build(py, &error, None))?;
                    let query = match self.0.query() {
                        Some(old) if old.is_empty() || old.ends_with('&') => {
                            old.to_owned() + &added
                        }
                        Some(old) => format!("{old}&{added}"),
                        None => added,
                    };
                    self.with_query_text(py, Some(&query))
                }

                /// Returns the value with pairs in place of those with the same names; new names
                /// come at the end. Other pairs stay as they are written.
                #[pyo3(signature = (pairs=None, /, **named))]
                fn update_query(
                    &self,
                    py: Python<'_>,
                    pairs: Option<&Bound<'_, PyAny>>,
                    named: Option<&Bound<'_, PyDict>>,
                ) -> PyResult<$type> {
                    let pairs = query::pairs(pairs, named)?;
                    if pairs.is_empty() {
                        return Ok(self.clone());
                    }
                    let query = query::updated(self.pairs(), &pairs, &self.coding());
                    let query = query.map_err(|error| errors::of_build(py, &error, None))?;
                    self.with_query_text(py, Some(&query))
                }

                /// Returns the value without the pairs of these names; `utm_*` is every name that
                /// begins so. Other pairs stay as they are written; the query goes with its last
                /// pair.
                #[pyo3(signature = (*names))]
                fn without_query_params(
                    &self,
                    py: Python<'_>,
                    names: Vec<Text>,
                ) -> PyResult<$type> {
                    let Some(query) = self.0.query() else { return Ok(self.clone()) };
                    let names: Vec<String> = names.into_iter().map(String::from).collect();
                    let names = urigram_arrow::Names::of(&names);
                    let left = query::without(query, self.pairs(), &names);
                    self.with_query_text(py, left.as_deref())
                }

                /// Makes a value of components. Texts are taken as they are written: `scheme`,
                /// `authority`, `userinfo`, `host`, `path`, `query`, `fragment`. Data is encoded:
                /// `user`, `password`, `segments`, and a `query` of pairs. A `port` is a number,
                /// and a `host` can be an address of `ipaddress`.
                #[classmethod]
                #[pyo3(signature = (grammar=None, *, reading="corrected", **components))]
                fn build(
                    _cls: &Bound<'_, PyType>,
                    py: Python<'_>,
                    grammar: Option<&str>,
                    reading: &str,
                    components: Option<&Bound<'_, PyDict>>,
                ) -> PyResult<$type> {
                    let default = newest($form)?;
                    let grammar = grammar.unwrap_or_else(|| default.as_str());
                    let (grammar, reading) = self::grammar(grammar, reading)?;
                    let coding = PercentEncoding::of(grammar).reading(reading);
                    let parts = build::changes(components, &coding, None)?;
                    let made = build::builder(grammar, reading, &parts).$build();
                    made.map($type).map_err(|error| of_change(py, &error, &parts))
                }

                /// Returns a value with other components, which are those of `build`. None removes
                /// one.
                #[pyo3(signature = (**components))]
                fn replace(
                    &self,
                    py: Python<'_>,
                    components: Option<&Bound<'_, PyDict>>,
                ) -> PyResult<$type> {
                    let changes = build::changes(components, &self.coding(), self.0.userinfo())?;
                    let mut new = self.0.clone();
                    match build::replace(&mut new, &changes, $set_scheme) {
                        Ok(()) => Ok($type(new)),
                        Err((_, error)) => {
                            let many = (changes.len() > 1)
                                .then(|| build::rebuilder(&self.0, &changes))
                                .flatten();
                            let made = many.and_then(|builder| builder.$build().ok());
                            made.map($type).ok_or_else(|| of_change(py, &error, &changes))
                        }
                    }
                }

                $($more)*
            }
        );
    };
}
