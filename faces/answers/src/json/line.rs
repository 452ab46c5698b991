//! Objects of records, and of inputs without an answer.

use std::marker::PhantomData;

use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram::errors::Objection;
use urigram::parts::Components;
use urigram::ResolveError;

use super::{bytes_entry, bytes_list, ErrorJson};

/// An object with the place of its record.
#[derive(Debug, serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "{T}OfLine"))]
pub struct Placed<'a, T> {
    /// The file, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// The number of the line or record, from 1 on.
    pub line: u64,
    /// The object.
    #[serde(flatten)]
    pub answer: T,
}

/// The answer to a record without an identifier.
#[derive(Debug, serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NoAnswer {
    /// The reason.
    pub error: ErrorJson,
}

/// The reason why an input has no answer.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RejectionJson {
    /// The input that the error is about, where there are several: `a`, `b`, `base` or `reference`.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'static str>,
    #[serde(flatten)]
    error: ErrorJson,
}

impl RejectionJson {
    /// Returns the object of the reason why a table does not accept an input, which has a name if
    /// there are several.
    pub fn of(of: Option<&'static str>, objection: &Objection) -> RejectionJson {
        RejectionJson { of, error: ErrorJson::of_objection(b"", objection) }
    }

    /// Returns the object of another reason.
    pub fn said(message: &str) -> RejectionJson {
        RejectionJson { of: None, error: ErrorJson::of(message) }
    }
}

impl From<&ResolveError> for RejectionJson {
    fn from(error: &ResolveError) -> RejectionJson {
        match error {
            ResolveError::Base(error) => RejectionJson::of(Some("base"), &(**error).into()),
            ResolveError::Reference(error) => {
                RejectionJson::of(Some("reference"), &(**error).into())
            }
            error => RejectionJson::said(&error.to_string()),
        }
    }
}

/// Inputs that have no answer by a grammar.
#[derive(Debug, serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(bound = "N: schema::Names"))]
pub struct Rejected<'a, N = ()> {
    /// The inputs by their names.
    #[serde(flatten)]
    pub inputs: Inputs<'a, N>,
    /// The id of the grammar.
    pub grammar: &'static str,
    /// The reason.
    pub error: RejectionJson,
}

/// Inputs by their names. For a schema, `N` has the keys that these are.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a, N = ()>(&'a [(&'static str, &'a [u8])], PhantomData<N>);

impl<'a> From<&'a [(&'static str, &'a [u8])]> for Inputs<'a> {
    fn from(inputs: &'a [(&'static str, &'a [u8])]) -> Inputs<'a> {
        Inputs(inputs, PhantomData)
    }
}

impl<N> Serialize for Inputs<'_, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, bytes) in self.0 {
            bytes_entry(&mut map, key, bytes)?;
        }
        map.end()
    }
}

/// Values by names, in their order.
#[derive(Clone, Debug)]
pub struct Entries<K, V>(pub Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Entries<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Texts by names, in their order. A text that is not UTF-8 has a second key, `NAME_hex`.
#[derive(Clone, Debug, Default)]
pub struct Texts<'a>(pub Vec<(&'a str, TextOf<'a>)>);

/// A text, or the texts of a list.
#[derive(Clone, Debug)]
pub enum TextOf<'a> {
    /// A text.
    One(&'a [u8]),
    /// The texts of a list's items.
    List(Vec<&'a [u8]>),
}

impl<'a> From<&'a Components<'_>> for Texts<'a> {
    /// Returns the texts of the components that are there.
    fn from(components: &'a Components<'_>) -> Texts<'a> {
        let text = |span| TextOf::One(components.slice(span));
        Texts(components.iter().map(|one| (one.component.name(), text(one.span))).collect())
    }
}

impl Serialize for Texts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, text) in &self.0 {
            match text {
                TextOf::One(text) => bytes_entry(&mut map, name, text)?,
                TextOf::List(items) => bytes_list(&mut map, name, items)?,
            }
        }
        map.end()
    }
}

#[cfg(feature = "schemas")]
mod schema {
    use std::borrow::Cow;

    use schemars::{json_schema, JsonSchema, Schema, SchemaGenerator};
    use serde_json::json;

    use super::{Entries, Inputs, Texts};
    use crate::json::Key;

    /// Names of inputs.
    pub trait Names {
        /// The names.
        const NAMES: &'static [&'static str];
    }

    impl<A: Key> Names for (A,) {
        const NAMES: &'static [&'static str] = &[A::NAME];
    }

    impl<A: Key, B: Key> Names for (A, B) {
        const NAMES: &'static [&'static str] = &[A::NAME, B::NAME];
    }

    impl<N: Names> JsonSchema for Inputs<'_, N> {
        fn schema_name() -> Cow<'static, str> {
            N::NAMES.join(" and ").into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let keys = N::NAMES.iter().flat_map(|name| [(*name).into(), format!("{name}_hex")]);
            let keys: serde_json::Map<_, _> =
                keys.map(|key| (key, json!({ "type": "string" }))).collect();
            json_schema!({ "type": "object", "properties": keys, "required": N::NAMES })
        }
    }

    impl<K, V: JsonSchema> JsonSchema for Entries<K, V> {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            format!("Entries of {}", V::schema_name()).into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let value = generator.subschema_for::<V>();
            json_schema!({ "type": "object", "additionalProperties": value })
        }
    }

    impl JsonSchema for Texts<'_> {
        fn schema_name() -> Cow<'static, str> {
            "Texts".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let text = json!({ "type": "string" });
            json_schema!({
                "type": "object",
                "description":
                    "The components that are there, by their names; of a list, an array of its items.",
                "additionalProperties": { "anyOf": [text, { "type": "array", "items": text }] },
            })
        }
    }
}
