//! The difference of two languages, if they are not equal, under keys of one's own.

use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram::proof::Comparison;

use crate::json::bytes_entry;

/// The keys for whether two languages are equal, for a string of the first alone, and for one of
/// the second alone.
#[derive(Debug)]
pub(crate) struct Differing {
    keys: [&'static str; 3],
    compared: Comparison,
}

impl Differing {
    pub(crate) fn new(keys: [&'static str; 3], compared: Comparison) -> Differing {
        Differing { keys, compared }
    }
}

impl Serialize for Differing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let strings = [&self.compared.only_a, &self.compared.only_b];
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.keys[0], &strings.iter().all(|string| string.is_none()))?;
        for (key, string) in self.keys[1..].iter().zip(strings) {
            match string {
                Some(string) => bytes_entry(&mut map, key, string)?,
                None => map.serialize_entry(key, &None::<&str>)?,
            }
        }
        map.end()
    }
}
