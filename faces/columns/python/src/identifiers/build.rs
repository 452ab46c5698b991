//! Values made of components, and values with other components.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use urigram::{BuildError, Builder, Component, Grammar, IriRef, PercentEncoding, Reading};

use super::text::Text;
use super::{changed, query, Value};
use crate::errors;

/// A component and its new text; `None` removes it.
pub(crate) type Change = (Component, Option<String>);

/// The names that `build` and `replace` take.
const NAMES: &str = "scheme, authority, userinfo, username, password, host, port, path, segments, \
                     query, fragment";

/// Reads the arguments of `build` and `replace`, in the order of the components. `userinfo` is the
/// one that a value has: a new user keeps its password, and a new password its user.
///
/// Texts are components as they are written. `username`, `password`, `segments` and a query of
/// pairs are data, which is encoded.
pub(crate) fn changes(
    given: Option<&Bound<'_, PyDict>>,
    coding: &PercentEncoding,
    userinfo: Option<&str>,
) -> PyResult<Vec<Change>> {
    let mut changes = Vec::new();
    let mut credentials = [None, None];
    for (name, value) in given.into_iter().flatten() {
        let name: Text = name.extract()?;
        let text = || value.extract::<Option<Text>>().map(|text| text.map(String::from));
        changes.push(match &*name {
            "scheme" => (Component::Scheme, text()?),
            "authority" => (Component::Authority, text()?),
            "userinfo" => (Component::Userinfo, text()?),
            "host" => (Component::Host, Some(host(&value)?)),
            "port" => (Component::Port, port(&value)?),
            "path" => (Component::Path, Some(value.extract::<Text>()?.into())),
            "segments" => (Component::Path, Some(segments(&value, coding)?)),
            "query" => (Component::Query, query_text(&value, coding)?),
            "fragment" => (Component::Fragment, text()?),
            "username" | "password" => {
                credentials[usize::from(&*name == "password")] = Some(text()?);
                continue;
            }
            other => {
                let message = format!("no component `{other}`; there are {NAMES}");
                return Err(PyTypeError::new_err(message));
            }
        });
    }
    if credentials.iter().any(Option::is_some) {
        changes.push((Component::Userinfo, with_credentials(userinfo, credentials, coding)?));
    }
    changes.sort_by_key(|(component, _)| Component::ALL.iter().position(|one| one == component));
    if let Some(twice) = changes.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(errors::value(&format!("the {} is given twice", twice[0].0.name())));
    }
    Ok(changes)
}

/// Returns the userinfo with a new user, a new password, or both.
fn with_credentials(
    userinfo: Option<&str>,
    [user, password]: [Option<Option<String>>; 2],
    coding: &PercentEncoding,
) -> PyResult<Option<String>> {
    let (old_user, old_password) = match userinfo.map(|old| old.split_once(':').ok_or(old)) {
        Some(Ok((user, password))) => (Some(user.to_owned()), Some(password.to_owned())),
        Some(Err(user)) => (Some(user.to_owned()), None),
        None => (None, None),
    };
    let encoded = |data: Option<String>| {
        let Some(data) = data else { return Ok(None) };
        let mut text = String::new();
        let done = coding.encode_into(Component::Userinfo, data.as_bytes(), &mut text);
        done.map(|()| Some(text)).map_err(|error| errors::value(&error))
    };
    let user = user.map_or(Ok(old_user), encoded)?;
    let password = password.map_or(Ok(old_password), encoded)?;
    Ok(match (user, password) {
        (user, Some(password)) => Some(format!("{}:{password}", user.unwrap_or_default())),
        (user, None) => user,
    })
}

/// Reads a host: a text as it is written, or an address of `ipaddress`.
fn host(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Err(PyTypeError::new_err("a host is not removed: write authority=None"));
    }
    if value.is_instance_of::<PyString>() {
        return Ok(value.extract::<Text>()?.into());
    }
    match value.getattr("version").and_then(|version| version.extract::<u8>()) {
        Ok(4) => value.str()?.extract(),
        Ok(6) => Ok(format!("[{}]", value.str()?.extract::<String>()?.replace('%', "%25"))),
        _ => {
            let name = value.get_type().name()?;
            let message = format!("a host is a text or an address of ipaddress, not {name}");
            Err(PyTypeError::new_err(message))
        }
    }
}

/// Reads a port: a number from 0 to 65535, or None.
fn port(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_none() {
        return Ok(None);
    }
    if value.is_instance_of::<PyBool>() || !value.is_instance_of::<pyo3::types::PyInt>() {
        let name = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a port is a number or None, not {name}")));
    }
    match value.extract::<u16>() {
        Ok(port) => Ok(Some(port.to_string())),
        Err(_) => Err(errors::value(&"a port is a number from 0 to 65535")),
    }
}

/// Writes a path of segments, which are data.
fn segments(value: &Bound<'_, PyAny>, coding: &PercentEncoding) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("segments are a list of texts: path=… takes one text"));
    }
    let mut path = String::new();
    for segment in value.try_iter()? {
        let segment = segment?.extract::<Text>()?;
        if matches!(&*segment, "." | "..") {
            return Err(errors::of_build(value.py(), &BuildError::DotSegment, None));
        }
        path.push('/');
        let done = coding.encode_into(Component::Path, segment.as_bytes(), &mut path);
        done.map_err(|error| errors::value(&error))?;
    }
    Ok(path)
}

/// Reads a query: a text as it is written, pairs, which are data, or None.
fn query_text(value: &Bound<'_, PyAny>, coding: &PercentEncoding) -> PyResult<Option<String>> {
    if value.is_none() || value.is_instance_of::<PyString>() {
        return Ok(value.extract::<Option<Text>>()?.map(String::from));
    }
    let pairs = query::pairs(Some(value), None)?;
    let query = query::written(&pairs, coding);
    query.map(Some).map_err(|error| errors::of_build(value.py(), &error, None))
}

/// Returns a builder with components.
pub(crate) fn builder(grammar: Grammar, reading: Reading, parts: &[Change]) -> Builder {
    let mut builder = Builder::new(grammar).reading(reading);
    for (component, text) in parts {
        let Some(text) = text.as_deref() else { continue };
        builder = match component {
            Component::Scheme => builder.scheme(text),
            Component::Authority => builder.authority(text),
            Component::Userinfo => builder.userinfo(text),
            Component::Host => builder.host(text),
            Component::Port => builder.port(text.parse().unwrap_or_default()),
            Component::Path => builder.path(text),
            Component::Query => builder.query(text),
            _ => builder.fragment(text),
        };
    }
    builder
}

/// Returns a value after one change after the other.
pub(crate) fn replaced(value: &Value, changes: &[Change]) -> Result<Value, BuildError> {
    let mut new = value.clone();
    for (component, text) in changes {
        let text = text.as_deref();
        if *component == Component::Scheme {
            new.set_scheme(text)?;
            continue;
        }
        new = changed!(new, value => match component {
            Component::Authority => value.set_authority(text),
            Component::Userinfo => value.set_userinfo(text),
            Component::Host => value.set_host(text.unwrap_or_default()),
            Component::Port => value.set_port(text.and_then(|port| port.parse::<u16>().ok())),
            Component::Path => value.set_path(text.unwrap_or_default()),
            Component::Query => value.set_query(text),
            _ => value.set_fragment(text),
        })?;
    }
    Ok(new)
}

/// Returns a builder with the components of a value and changes of them, which are made at once:
/// of `a:b` come `//h` and `/c` only together. `None` if the authority would have to be written
/// anew.
pub(crate) fn rebuilder(value: IriRef<'_>, changes: &[Change]) -> Option<Builder> {
    let inner = [Component::Userinfo, Component::Host, Component::Port];
    let changed = |component: Component| changes.iter().any(|(one, _)| *one == component);
    let mut parts = changes.to_vec();
    let split = value.components();
    let own = |component| split.span(component).map(|span| span.of(value.as_str()).to_owned());
    for component in [Component::Scheme, Component::Path, Component::Query, Component::Fragment] {
        if !changed(component) {
            parts.push((component, own(component)));
        }
    }
    match (inner.into_iter().any(changed), changed(Component::Authority)) {
        (false, false) => parts.push((Component::Authority, own(Component::Authority))),
        (true, _) if value.authority().is_some() => return None,
        _ => {}
    }
    Some(builder(value.grammar(), value.reading(), &parts))
}
