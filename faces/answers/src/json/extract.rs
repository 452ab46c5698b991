//! Identifiers that are found in text.

use serde::Serialize;

use super::{key, Bytes};

/// An identifier that is found in a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExtractedJson<'a> {
    /// The file, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// The identifier.
    #[serde(flatten)]
    pub text: Bytes<'a, key::Text>,
    /// The offset of its first byte in the file.
    pub start: u64,
    /// The offset of the byte after it.
    pub end: u64,
    /// The number of the line, from 1 on.
    pub line: u64,
    /// The delimiters around it.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = ["angle-brackets", "double-quotes", "white-space"]))
    )]
    pub wrapper: &'static str,
    /// The character before it.
    #[serde(flatten)]
    pub before: Bytes<'a, key::Before>,
    /// The character after it.
    #[serde(flatten)]
    pub after: Bytes<'a, key::After>,
    /// Whether `URL:` stood before it.
    pub prefixed: bool,
    /// Whether the word goes on with a character that the grammar does not allow.
    pub cut: bool,
    /// Whether white space inside it was removed.
    pub joined: bool,
}
