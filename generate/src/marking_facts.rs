//! The rows `[[marking]]`: the places of components that the rules alone do not give.

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
#[derive(Deserialize, Clone)]
#[serde(untagged, deny_unknown_fields)]
pub enum Beyond {
    One(String),
    Each { printed: String, corrected: String },
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
