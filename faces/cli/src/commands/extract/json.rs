//! The object of an identifier that is found in text.

use serde::Serialize;
use urigram_answers::json::{key, Bytes};

/// An identifier that is found in a text.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExtractedJson<'a> {
    /// The file, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<&'a str>,
    /// The identifier.
    #[serde(flatten)]
    pub(crate) text: Bytes<'a, key::Text>,
    /// The offset of its first byte in the file.
    pub(crate) start: u64,
    /// The offset of the byte after it.
    pub(crate) end: u64,
    /// The number of the line, from 1 on.
    pub(crate) line: u64,
    /// The delimiters around it.
    #[cfg_attr(
        test,
        schemars(extend("enum" = ["angle-brackets", "double-quotes", "white-space"]))
    )]
    pub(crate) wrapper: &'static str,
    /// The character before it.
    #[serde(flatten)]
    pub(crate) before: Bytes<'a, key::Before>,
    /// The character after it.
    #[serde(flatten)]
    pub(crate) after: Bytes<'a, key::After>,
    /// Whether `URL:` stood before it.
    pub(crate) prefixed: bool,
    /// Whether the word goes on with a character that the grammar does not allow.
    pub(crate) cut: bool,
    /// Whether white space inside it was removed.
    pub(crate) joined: bool,
}
