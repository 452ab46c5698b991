//! The rows `[[marking]]`: the places of components that the rules alone do not give.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::Deserialize;

/// A row of `[[marking]]`; see `MarkingRow` of urigram-engine.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Marking {
    pub components: toml::Spanned<Vec<String>>,
    pub reading: Option<ReadingName>,
    #[serde(default)]
    pub rules: Vec<String>,
    #[serde(default)]
    pub to: Vec<String>,
    #[serde(default)]
    pub prefer: Vec<Vec<String>>,
    #[serde(default)]
    pub prose: String,
    pub choice: Option<ChoiceName>,
    pub cut: Option<char>,
    #[serde(default)]
    pub empty: String,
    #[serde(default)]
    pub beyond: Beyond,
    pub section: String,
    pub says: String,
}

/// The shortest place that no derivation gives: one text, or one for each reading.
#[derive(Clone)]
pub enum Beyond {
    One(String),
    Each { printed: String, corrected: String },
}

/// Read by hand: an error of an untagged enum names no possible value.
impl<'de> Deserialize<'de> for Beyond {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Beyond, D::Error> {
        deserializer.deserialize_any(BeyondVisitor)
    }
}

struct BeyondVisitor;

impl<'de> Visitor<'de> for BeyondVisitor {
    type Value = Beyond;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, or { printed = \"…\", corrected = \"…\" }")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Beyond, E> {
        Ok(Beyond::One(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Beyond, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Each {
            printed: String,
            corrected: String,
        }
        let Each { printed, corrected } = Each::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Beyond::Each { printed, corrected })
    }
}

impl Default for Beyond {
    fn default() -> Beyond {
        Beyond::One(String::new())
    }
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub enum ReadingName {
    Printed,
    Corrected,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceName {
    Shortest,
    Longest,
}
