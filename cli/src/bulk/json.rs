//! Strings of a JSON object by their keys. Everything else in the object is checked and skipped.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

/// A string for each key that was found.
type Found<'r> = [Option<Cow<'r, [u8]>>];

/// Fills the places of the keys with the strings that an object holds under them. If a key occurs
/// again, its last value counts.
///
/// # Errors
/// A message for text that is no JSON object.
pub(super) fn strings<'r>(
    object: &'r [u8],
    keys: &[&str],
    found: &mut Found<'r>,
) -> Result<(), String> {
    let mut json = serde_json::Deserializer::from_slice(object);
    let result = Object { keys, found }.deserialize(&mut json).and_then(|()| json.end());
    result.map_err(|error| format!("the record is no JSON object: {error}"))
}

struct Object<'k, 'f, 'r> {
    keys: &'k [&'k str],
    found: &'f mut Found<'r>,
}

impl<'r> DeserializeSeed<'r> for Object<'_, '_, 'r> {
    type Value = ();

    fn deserialize<D: Deserializer<'r>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'r> Visitor<'r> for Object<'_, '_, 'r> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'r>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Text)? {
            let key = key.unwrap_or_default();
            let is_wanted = |wanted: &&str| wanted.as_bytes() == &*key;
            if !self.keys.iter().any(is_wanted) {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let value = map.next_value_seed(Text)?;
            for (wanted, found) in self.keys.iter().zip(self.found.iter_mut()) {
                if is_wanted(wanted) {
                    found.clone_from(&value);
                }
            }
        }
        Ok(())
    }
}

/// A string; `None` for any other value.
struct Text;

impl<'r> DeserializeSeed<'r> for Text {
    type Value = Option<Cow<'r, [u8]>>;

    fn deserialize<D: Deserializer<'r>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'r> Visitor<'r> for Text {
    type Value = Option<Cow<'r, [u8]>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E>(self, text: &'r str) -> Result<Self::Value, E> {
        Ok(Some(Cow::Borrowed(text.as_bytes())))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(Cow::Owned(text.as_bytes().to_vec())))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: serde::de::SeqAccess<'r>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'r>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(object: &str) -> Result<Option<Vec<u8>>, String> {
        let mut found = [None];
        strings(object.as_bytes(), &["url"], &mut found)?;
        let [found] = found;
        Ok(found.map(Cow::into_owned))
    }

    #[test]
    fn strings_are_found() {
        assert_eq!(
            url(r#"{"a":[1,{"url":"no"}],"url":"http:\/\/a\/"}"#).unwrap().unwrap(),
            b"http://a/"
        );
        assert_eq!(url(r#" { "\u0075rl" : "x" } "#).unwrap().unwrap(), b"x");
        assert_eq!(url(r#"{"url":"x","url":"y"}"#).unwrap().unwrap(), b"y");
        for other in ["1", "-1", "1.5", "true", "null", "[\"a\"]", "{\"url\":\"x\"}"] {
            assert_eq!(url(&format!("{{\"url\":{other}}}")).unwrap(), None, "{other}");
        }
    }

    #[test]
    fn what_is_no_object_is_refused() {
        for object in ["", "[]", "{", "{\"url\":\"x\"} 1", "\"url\"", "{\"url\":\"\\x\"}"] {
            assert!(url(object).is_err(), "{object}");
        }
        assert!(url(&"{\"a\":".repeat(100_000)).is_err());
    }
}
