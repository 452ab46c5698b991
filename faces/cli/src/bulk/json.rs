//! Strings of a JSON object by their keys. Everything else in the object is checked and skipped.
//!
//! A key is a path: `a.url` finds `"a.url"` of the object, and `"url"` of an object under `"a"`.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A string for each key that was found.
type Found<'r> = [Option<Cow<'r, [u8]>>];

/// The reason why an object is not read.
#[derive(Debug)]
pub(super) enum Problem {
    /// It is not a JSON object.
    Broken(serde_json::Error),
    /// It has a key that is to be added.
    Taken(String),
}

/// Fills the places of the keys with the strings that an object holds under them. If a key occurs
/// again, its last value counts. No key of `added` may occur.
///
/// # Errors
/// [`Problem`] for text that is not a JSON object, and for an object with a key of `added`.
pub(super) fn strings<'r>(
    object: &'r [u8],
    keys: &[&str],
    added: &[String],
    found: &mut Found<'r>,
) -> Result<(), Problem> {
    let mut json = serde_json::Deserializer::from_slice(object);
    let mut taken = None;
    let wanted = keys.iter().copied().enumerate().collect();
    let object = Object { wanted, added, taken: &mut taken, found };
    let read = object.deserialize(&mut json).and_then(|()| json.end());
    read.map_err(Problem::Broken)?;
    taken.map_or(Ok(()), |name| Err(Problem::Taken(name)))
}

/// An object that holds wanted strings.
struct Object<'k, 'f, 'r> {
    /// Places, each with the path that leads to its string from here.
    wanted: Vec<(usize, &'k str)>,
    added: &'k [String],
    taken: &'f mut Option<String>,
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
        while let Some(Key(key)) = map.next_key()? {
            if let Some(name) = self.added.iter().find(|name| **name == key) {
                *self.taken = Some(name.clone());
            }
            let (mut here, mut deeper) = (Vec::new(), Vec::new());
            for &(place, path) in &self.wanted {
                match path.strip_prefix(&*key).map(str::as_bytes) {
                    Some([]) => here.push(place),
                    Some([b'.', ..]) => deeper.push((place, &path[key.len() + 1..])),
                    _ => {}
                }
            }
            if here.is_empty() && deeper.is_empty() {
                map.next_value::<IgnoredAny>()?;
            } else {
                let (taken, found) = (&mut *self.taken, &mut *self.found);
                let inner = Object { wanted: deeper, added: &[], taken, found };
                map.next_value_seed(Wanted { here, inner })?;
            }
        }
        Ok(())
    }
}

/// A value that is a wanted string, or an object that holds some.
struct Wanted<'k, 'f, 'r> {
    /// The places of the string.
    here: Vec<usize>,
    inner: Object<'k, 'f, 'r>,
}

impl<'r> Wanted<'_, '_, 'r> {
    fn put(&mut self, value: Option<Cow<'r, [u8]>>) {
        self.here.iter().for_each(|&place| self.inner.found[place].clone_from(&value));
    }
}

impl<'r> DeserializeSeed<'r> for Wanted<'_, '_, 'r> {
    type Value = ();

    fn deserialize<D: Deserializer<'r>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Visits values that are not strings, and are not at these places.
macro_rules! no_string {
    ($($visit:ident($value:ty),)*) => {$(
        fn $visit<E>(mut self, _: $value) -> Result<(), E> {
            self.put(None);
            Ok(())
        }
    )*};
}

impl<'r> Visitor<'r> for Wanted<'_, '_, 'r> {
    type Value = ();

    no_string! { visit_bool(bool), visit_i64(i64), visit_u64(u64), visit_f64(f64), }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E>(mut self, text: &'r str) -> Result<(), E> {
        self.put(Some(Cow::Borrowed(text.as_bytes())));
        Ok(())
    }

    fn visit_str<E>(mut self, text: &str) -> Result<(), E> {
        self.put(Some(Cow::Owned(text.as_bytes().to_vec())));
        Ok(())
    }

    fn visit_unit<E>(mut self) -> Result<(), E> {
        self.put(None);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'r>>(mut self, mut list: A) -> Result<(), A::Error> {
        self.put(None);
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'r>>(mut self, map: A) -> Result<(), A::Error> {
        self.put(None);
        self.inner.visit_map(map)
    }
}

/// A key, which is a string.
#[derive(serde::Deserialize)]
struct Key<'r>(#[serde(borrow)] Cow<'r, str>);

#[cfg(test)]
mod tests {
    use super::*;

    fn url(object: &str) -> Result<Option<Vec<u8>>, Problem> {
        at("url", object)
    }

    fn at(key: &str, object: &str) -> Result<Option<Vec<u8>>, Problem> {
        let mut found = [None];
        strings(object.as_bytes(), &[key], &["added".to_owned()], &mut found)?;
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
    fn paths_lead_into_objects() {
        for (key, object, expected) in [
            ("a.url", r#"{"a":{"b":1,"url":"x"},"url":"y"}"#, Some("x")),
            ("a.url", r#"{"a.url":"x"}"#, Some("x")),
            ("a.b.c", r#"{"a":{"b":{"c":"x"}}}"#, Some("x")),
            ("a.b.c", r#"{"a.b":{"c":"x"}}"#, Some("x")),
            ("a", r#"{"a":{"a":"x"}}"#, None),
            ("a.b", r#"{"a":["b","x"],"ab":"y","a":"z"}"#, None),
            ("a.", r#"{"a":{"":"x"}}"#, Some("x")),
        ] {
            let found = at(key, object).unwrap();
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{key} of {object}");
        }
        let taken = at("a", r#"{"a":"x","added":1}"#);
        assert!(matches!(taken, Err(Problem::Taken(name)) if name == "added"));
        assert!(at("a.added", r#"{"a":{"added":"x"}}"#).unwrap().is_some());
    }

    #[test]
    fn what_is_no_object_is_refused() {
        for object in ["", "[]", "{", "{\"url\":\"x\"} 1", "\"url\"", "{\"url\":\"\\x\"}"] {
            assert!(url(object).is_err(), "{object}");
        }
        assert!(url(&"{\"a\":".repeat(100_000)).is_err());
    }
}
