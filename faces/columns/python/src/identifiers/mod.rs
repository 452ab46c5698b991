//! Identifiers as values.
//!
//! A [`Value`] is one of five types of the library. In Python each is a class of its own, which
//! has only what the others do not have: `Uri`, `UriRef`, `Iri` and `IriRef` extend
//! [`Located`](located::Located), which extends [`Identifier`], and `Urn` extends that.

mod build;
mod identifier;
mod kinds;
mod located;
mod parts;
pub(crate) mod query;
pub(crate) mod text;

use pyo3::prelude::*;
use pyo3::types::PyType;
use urigram::documents::Form;
use urigram::{
    BuildError, Component, Grammar, IriBuf, IriRef, IriRefBuf, Reading, Rejected, SyntaxError,
    UriBuf, UriRefBuf, UrnBuf,
};

use crate::errors;
use crate::names;
use identifier::Identifier;
use located::Located;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Identifier>()?;
    module.add_class::<Located>()?;
    module.add_class::<kinds::Uri>()?;
    module.add_class::<kinds::UriRef>()?;
    module.add_class::<kinds::Iri>()?;
    module.add_class::<kinds::IriRef>()?;
    module.add_class::<kinds::Urn>()
}

/// Returns the text of a value of this module; `None` for anything else.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> Option<String> {
    let value = value.cast::<Identifier>().ok()?;
    Some(value.get().0.as_str().to_owned())
}

/// Makes the value of a text by the form of its grammar.
pub(crate) fn make(text: &str, grammar: Grammar, reading: Reading) -> PyResult<Value> {
    let kinds: &[Kind] = match grammar.document().form {
        Form::Urn => &[Kind::Urn],
        Form::Iri => &[Kind::Uri, Kind::Iri, Kind::IriRef],
        _ => &[Kind::Uri, Kind::UriRef],
    };
    let made = kinds.iter().find_map(|kind| kind.read(grammar, reading, text).ok());
    made.ok_or_else(|| {
        errors::value(&format!("{grammar} defines no URIs, IRIs or URNs: use `split`"))
    })
}

/// A value of any of the five types.
#[derive(Clone)]
pub(crate) enum Value {
    Uri(UriBuf),
    UriRef(UriRefBuf),
    Iri(IriBuf),
    IriRef(IriRefBuf),
    Urn(UrnBuf),
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Uri,
    UriRef,
    Iri,
    IriRef,
    Urn,
}

/// Asks a value of any type.
macro_rules! asked {
    ($value:expr, $one:ident => $answer:expr) => {
        match $value {
            Value::Uri($one) => $answer,
            Value::UriRef($one) => $answer,
            Value::Iri($one) => $answer,
            Value::IriRef($one) => $answer,
            Value::Urn($one) => $answer,
        }
    };
}

/// Returns a copy of a value that has an authority, a path and a query, after a change of it. A
/// name has no such parts and stays.
macro_rules! changed {
    ($value:expr, $new:ident => $change:expr) => {
        changed!(@of $value.clone(), $new => $change, Uri UriRef Iri IriRef)
    };
    (@of $value:expr, $new:ident => $change:expr, $($kind:ident)*) => {
        match $value {
            $(Value::$kind(mut $new) => $change.map(|()| Value::$kind($new)),)*
            name @ Value::Urn(_) => Ok(name),
        }
    };
}
use changed;

impl Value {
    fn as_str(&self) -> &str {
        asked!(self, one => one.as_str())
    }

    fn kind(&self) -> Kind {
        match self {
            Value::Uri(_) => Kind::Uri,
            Value::UriRef(_) => Kind::UriRef,
            Value::Iri(_) => Kind::Iri,
            Value::IriRef(_) => Kind::IriRef,
            Value::Urn(_) => Kind::Urn,
        }
    }

    /// Returns the grammar and the reading that accepted the text.
    fn by(&self) -> (Grammar, Reading) {
        asked!(self, one => (one.grammar(), one.reading()))
    }

    fn component(&self, component: Component) -> Option<&str> {
        let components = asked!(self, one => one.components());
        components.span(component).map(|span| span.of(self.as_str()))
    }

    /// Returns the value as the type that admits all of them.
    fn as_iri_ref(&self) -> IriRef<'_> {
        asked!(self, one => one.into())
    }

    /// Returns the value of another text, by the same grammar and of the same type.
    fn with_text(&self, py: Python<'_>, text: &str) -> PyResult<Value> {
        let (grammar, reading) = self.by();
        let made = self.kind().read(grammar, reading, text);
        made.map_err(|error| errors::rejected(py, text, &error))
    }

    fn set_scheme(&mut self, scheme: Option<&str>) -> Result<(), BuildError> {
        match self {
            Value::Uri(value) => value.set_scheme(scheme.ok_or(BuildError::NoScheme)?),
            Value::Iri(value) => value.set_scheme(scheme.ok_or(BuildError::NoScheme)?),
            Value::UriRef(value) => value.set_scheme(scheme),
            Value::IriRef(value) => value.set_scheme(scheme),
            Value::Urn(_) => Ok(()),
        }
    }
}

impl<'py> IntoPyObject<'py> for Value {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let kind = self.kind();
        let base = PyClassInitializer::from(Identifier(self));
        let located = |base: PyClassInitializer<Identifier>| base.add_subclass(Located);
        Ok(match kind {
            Kind::Uri => Bound::new(py, located(base).add_subclass(kinds::Uri))?.into_any(),
            Kind::UriRef => Bound::new(py, located(base).add_subclass(kinds::UriRef))?.into_any(),
            Kind::Iri => Bound::new(py, located(base).add_subclass(kinds::Iri))?.into_any(),
            Kind::IriRef => Bound::new(py, located(base).add_subclass(kinds::IriRef))?.into_any(),
            Kind::Urn => Bound::new(py, base.add_subclass(kinds::Urn))?.into_any(),
        })
    }
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Uri, Kind::UriRef, Kind::Iri, Kind::IriRef, Kind::Urn];

    /// Returns the type that a class of Python is.
    fn of(class: &Bound<'_, PyType>) -> PyResult<Kind> {
        let name = class.name()?;
        let found = Kind::ALL.into_iter().find(|kind| *kind.name() == *name.to_string_lossy());
        found.ok_or_else(|| errors::value(&"ask Uri, UriRef, Iri, IriRef or Urn"))
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Uri => "Uri",
            Kind::UriRef => "UriRef",
            Kind::Iri => "Iri",
            Kind::IriRef => "IriRef",
            Kind::Urn => "Urn",
        }
    }

    /// Returns the format that JSON Schema has for texts of this type.
    fn format(self) -> &'static str {
        match self {
            Kind::Uri | Kind::Urn => "uri",
            Kind::UriRef => "uri-reference",
            Kind::Iri => "iri",
            Kind::IriRef => "iri-reference",
        }
    }

    /// Returns a grammar by its id, by default the newest that defines this type.
    fn grammar(self, id: Option<&str>, reading: &str) -> PyResult<(Grammar, Reading)> {
        let newest = match self {
            Kind::Uri | Kind::UriRef => Grammar::Rfc3986,
            Kind::Iri | Kind::IriRef => Grammar::Rfc3987,
            Kind::Urn => Grammar::Rfc8141,
        };
        names::grammar(id.unwrap_or_else(|| newest.as_str()), reading)
    }

    /// Parses a text by the newest grammar that defines this type, without a copy.
    fn parse(self, text: String) -> Result<Value, Rejected<String>> {
        match self {
            Kind::Uri => text.try_into().map(Value::Uri),
            Kind::UriRef => text.try_into().map(Value::UriRef),
            Kind::Iri => text.try_into().map(Value::Iri),
            Kind::IriRef => text.try_into().map(Value::IriRef),
            Kind::Urn => text.try_into().map(Value::Urn),
        }
    }

    fn read(self, grammar: Grammar, reading: Reading, text: &str) -> Result<Value, SyntaxError> {
        match self {
            Kind::Uri => UriBuf::parse_by(grammar, reading, text).map(Value::Uri),
            Kind::UriRef => UriRefBuf::parse_by(grammar, reading, text).map(Value::UriRef),
            Kind::Iri => IriBuf::parse_by(grammar, reading, text).map(Value::Iri),
            Kind::IriRef => IriRefBuf::parse_by(grammar, reading, text).map(Value::IriRef),
            Kind::Urn => UrnBuf::parse_by(grammar, reading, text).map(Value::Urn),
        }
    }
}
