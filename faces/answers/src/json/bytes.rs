//! Bytes under a key: text where they are UTF-8, else text and hexadecimal digits.

use std::borrow::Cow;
use std::fmt::Write;
use std::marker::PhantomData;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Writes bytes as a string under `key`. Where they are not UTF-8, that string has replacement
/// characters, and `KEY_hex` holds the bytes.
///
/// # Errors
/// The serializer's own.
pub fn bytes_entry<M: SerializeMap>(map: &mut M, key: &str, bytes: &[u8]) -> Result<(), M::Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => map.serialize_entry(key, text),
        Err(_) => {
            map.serialize_entry(key, &String::from_utf8_lossy(bytes))?;
            map.serialize_entry(&format!("{key}_hex"), &hex(bytes))
        }
    }
}

/// Writes texts as an array of strings under `key`, as [`bytes_entry`] writes one. Where one of
/// them is not UTF-8, `KEY_hex` holds all.
///
/// # Errors
/// The serializer's own.
pub fn bytes_list<M: SerializeMap>(
    map: &mut M,
    key: &str,
    texts: &[&[u8]],
) -> Result<(), M::Error> {
    let lossy: Vec<_> = texts.iter().map(|bytes| String::from_utf8_lossy(bytes)).collect();
    map.serialize_entry(key, &lossy)?;
    if texts.iter().all(|bytes| std::str::from_utf8(bytes).is_ok()) {
        return Ok(());
    }
    let all: Vec<String> = texts.iter().map(|bytes| hex(bytes)).collect();
    map.serialize_entry(&format!("{key}_hex"), &all)
}

fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// A key under which bytes are written.
pub trait Key {
    /// The key.
    const NAME: &'static str;
    /// Its meaning, for schemas.
    const MEANING: &'static str;
}

/// Keys of bytes, each with its meaning.
pub mod key {
    macro_rules! keys {
        ($($type:ident $name:literal $meaning:literal;)*) => {$(
            #[doc = $meaning]
            #[derive(Clone, Copy, Debug)]
            pub enum $type {}

            impl super::Key for $type {
                const NAME: &'static str = $name;
                const MEANING: &'static str = $meaning;
            }
        )*};
    }

    keys! {
        A "a" "The first identifier.";
        After "after" "The character after it.";
        B "b" "The second identifier.";
        Base "base" "The base.";
        Before "before" "The character before it.";
        Both "both" "A shortest string of both rules; null if there isn't one.";
        Extra "extra" "A shortest string that should be rejected; null if there isn't one.";
        Input "input" "The identifier; bytes that are not UTF-8 are replacement characters.";
        Missing "missing" "A shortest string that should be accepted; null if there isn't one.";
        Normalized "normalized" "The normal form.";
        OnlyA "only_a" "A shortest string of the first rule alone; null if there isn't one.";
        OnlyAbnf "only_abnf" "A shortest string of the ABNF alone; null if there isn't one.";
        OnlyB "only_b" "A shortest string of the second rule alone; null if there isn't one.";
        OnlyBnf "only_bnf" "A shortest string of the BNF alone; null if there isn't one.";
        OnlyPeg "only_peg" "A shortest string of the PEG alone; null if there isn't one.";
        OnlyPest "only_pest" "A shortest string of the PEG alone; null if there isn't one.";
        Optimizer "changed_by_optimizer"
            "A string on which the PEG before and after pest's optimizer differ.";
        Reference "reference" "The reference.";
        Surt "surt" "The key of the Internet Archive's index.";
        Text "text" "The text; bytes that are not UTF-8 are replacement characters.";
    }
}

/// The keys `KEY` and, for bytes that are not UTF-8, `KEY_hex`, to be flattened into an object.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a, K>(&'a [u8], PhantomData<K>);

impl<'a, K, B: AsRef<[u8]> + ?Sized> From<&'a B> for Bytes<'a, K> {
    fn from(bytes: &'a B) -> Bytes<'a, K> {
        Bytes(bytes.as_ref(), PhantomData)
    }
}

impl<K: Key> Serialize for Bytes<'_, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, K::NAME, self.0)?;
        map.end()
    }
}

/// [`Bytes`], or `null` under their key.
#[derive(Clone, Debug)]
pub struct OptionalBytes<'a, K>(Option<Cow<'a, [u8]>>, PhantomData<K>);

impl<'a, K, B: AsRef<[u8]> + ?Sized> From<Option<&'a B>> for OptionalBytes<'a, K> {
    fn from(bytes: Option<&'a B>) -> OptionalBytes<'a, K> {
        OptionalBytes(bytes.map(|bytes| Cow::Borrowed(bytes.as_ref())), PhantomData)
    }
}

impl<K> From<Option<Vec<u8>>> for OptionalBytes<'_, K> {
    fn from(bytes: Option<Vec<u8>>) -> Self {
        OptionalBytes(bytes.map(Cow::Owned), PhantomData)
    }
}

impl<K: Key> Serialize for OptionalBytes<'_, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.0 {
            Some(bytes) => bytes_entry(&mut map, K::NAME, bytes)?,
            None => map.serialize_entry(K::NAME, &None::<&str>)?,
        }
        map.end()
    }
}

#[cfg(feature = "schemas")]
mod schema {
    use std::borrow::Cow;

    use schemars::{json_schema, JsonSchema, Schema, SchemaGenerator};
    use serde_json::{json, Value};

    use super::{Bytes, Key, OptionalBytes};

    /// Returns the schema of an object with a key for bytes of these types.
    fn object<K: Key>(types: Value) -> Schema {
        let hex =
            format!("The bytes of `{}` in hexadecimal digits, if they are not UTF-8.", K::NAME);
        json_schema!({
            "type": "object",
            "properties": {
                K::NAME: { "type": types, "description": K::MEANING },
                format!("{}_hex", K::NAME): { "type": "string", "description": hex },
            },
            "required": [K::NAME],
        })
    }

    impl<K: Key> JsonSchema for Bytes<'_, K> {
        fn schema_name() -> Cow<'static, str> {
            K::NAME.into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            object::<K>(json!("string"))
        }
    }

    impl<K: Key> JsonSchema for OptionalBytes<'_, K> {
        fn schema_name() -> Cow<'static, str> {
            format!("optional {}", K::NAME).into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            object::<K>(json!(["string", "null"]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_text_have_a_second_key() {
        let json = |bytes: &[u8]| serde_json::to_string(&Bytes::<key::Text>::from(bytes)).unwrap();
        assert_eq!(json(b"a\0"), r#"{"text":"a\u0000"}"#);
        assert_eq!(json(b"a\xE4"), "{\"text\":\"a\u{FFFD}\",\"text_hex\":\"61e4\"}");
        let json = |bytes| serde_json::to_string(&OptionalBytes::<key::Text>::from(bytes)).unwrap();
        assert_eq!(json(None::<&str>), r#"{"text":null}"#);
        assert_eq!(json(Some("a")), r#"{"text":"a"}"#);
    }
}
