//! Components as an object of texts, `{"host":"a","path":"/b"}`.

use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram::parts::Components;
use urigram_answers::json::bytes_entry;

/// The texts of all components that are there, by their names.
pub(crate) struct Texts<'a>(pub(crate) &'a Components<'a>);

impl Serialize for Texts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for found in self.0.iter() {
            bytes_entry(&mut map, found.component.name(), self.0.slice(found.span))?;
        }
        map.end()
    }
}
