//! Bytes under a key: text where they are UTF-8, else text and hexadecimal digits.

use std::fmt::Write;

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

/// The keys `KEY` and, where needed, `KEY_hex`, to be flattened into an object; `null` for `None`.
#[derive(Clone, Copy, Debug)]
pub struct KeyedBytes<'a>(pub &'static str, pub Option<&'a [u8]>);

impl<'a> KeyedBytes<'a> {
    /// Returns the keys of bytes that are there.
    pub fn of((key, bytes): (&'static str, &'a [u8])) -> KeyedBytes<'a> {
        KeyedBytes(key, Some(bytes))
    }
}

impl Serialize for KeyedBytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.1 {
            Some(bytes) => bytes_entry(&mut map, self.0, bytes)?,
            None => map.serialize_entry(self.0, &None::<&str>)?,
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_text_have_a_second_key() {
        let json = |bytes| serde_json::to_string(&KeyedBytes("text", bytes)).unwrap();
        assert_eq!(json(None), r#"{"text":null}"#);
        assert_eq!(json(Some(b"a\0")), r#"{"text":"a\u0000"}"#);
        assert_eq!(json(Some(b"a\xE4")), "{\"text\":\"a\u{FFFD}\",\"text_hex\":\"61e4\"}");
    }
}
