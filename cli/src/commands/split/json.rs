//! The components of a line as JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram::parts::Components;
use urigram::proof::RulePlaces;
use urigram_answers::json::{bytes_entry, bytes_list, ErrorJson};

use super::columns::Get;
use super::refused::{Refused, Split};
use super::sheet::first_part;

/// The object of a line.
pub(super) struct Json<'a> {
    pub(super) input: &'a [u8],
    pub(super) split: &'a Split<'a>,
    pub(super) get: &'a [Get],
    /// The places of rules and lists.
    pub(super) places: &'a [RulePlaces],
    /// The lists that are there unless columns are named.
    pub(super) lists: &'a [Get],
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "input", self.input)?;
        match self.split {
            Ok((grammar, components)) => {
                map.serialize_entry("grammar", grammar.as_str())?;
                let Json { get, places, lists, .. } = *self;
                let wanted = Wanted { components, get, places, lists };
                map.serialize_entry("components", &wanted)?;
            }
            Err(Refused::Syntax(error)) => {
                map.serialize_entry("grammar", error.document().id)?;
                map.serialize_entry("error", &ErrorJson::new(error))?;
            }
            Err(refused) => map.serialize_entry("error", &ErrorJson::of(refused.message()))?,
        }
        map.end()
    }
}

/// The components and parts that were asked for, or all that are there.
struct Wanted<'a> {
    components: &'a Components<'a>,
    get: &'a [Get],
    places: &'a [RulePlaces],
    lists: &'a [Get],
}

impl Serialize for Wanted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.get.is_empty() {
            for found in self.components.iter() {
                let text = self.components.slice(found.span);
                bytes_entry(&mut map, found.component.name(), text)?;
            }
        }
        for column in self.get.iter().chain(self.lists.iter().filter(|_| self.get.is_empty())) {
            let text = match column {
                Get::Component(component) => self.components.text(*component),
                Get::Part(name) => first_part(self.components, name),
                Get::Rule(name, at) => {
                    let places = &self.places[*at];
                    let items = places.items(self.components.input());
                    let mut items = items.into_iter().map(|item| self.components.slice(item));
                    if !places.is_list() {
                        items.next()
                    } else {
                        let items: Vec<&[u8]> = items.collect();
                        bytes_list(&mut map, name, &items)?;
                        None
                    }
                }
                _ => None,
            };
            if let Some(text) = text {
                bytes_entry(&mut map, &column.to_string(), text)?;
            }
        }
        map.end()
    }
}
