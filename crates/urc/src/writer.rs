//! A writer of citations, element by element.

use std::fmt;

use urigram_core::{SyntaxError, Urc};

use crate::structors::{check_structors, StructorError};
use crate::value::encode_value;

/// Writes a citation in canonical form. Values are given decoded; the writer encodes them.
///
/// ```
/// use urigram::urc::{elements, UrcWriter};
/// use urigram::Urc;
///
/// let mut writer = UrcWriter::new();
/// writer.locator("URN", None, b"IANA:0::drafts:1204").begin(" Older");
/// writer.descriptor("Title", "100 %;".as_bytes()).end("");
/// let text = writer.finish().unwrap();
/// assert_eq!(text, b"<URN:IANA:0::drafts:1204;\r\nBEGIN* Older;\r\nTitle=100 %%%;;\r\nEND*;>");
/// assert_eq!(elements(Urc::parse(&text).unwrap()).count(), 4);
/// ```
#[derive(Clone, Debug, Default)]
pub struct UrcWriter {
    text: Vec<u8>,
}

impl UrcWriter {
    /// Makes a citation without elements.
    pub fn new() -> UrcWriter {
        UrcWriter::default()
    }

    /// Adds a locator, or a name if the scheme is `URN`. The character set is that of the value, if
    /// not US-ASCII.
    pub fn locator(&mut self, scheme: &str, charset: Option<&str>, value: &[u8]) -> &mut UrcWriter {
        let mark = if charset.is_some() { "/" } else { "" };
        self.element(&[scheme, mark, charset.unwrap_or(""), ":"], &encode_value(value))
    }

    /// Adds a descriptor. The label is a field name with its tags, such as
    /// `Title.sv/Text/Plain/charset:ISO-8859-1`.
    pub fn descriptor(&mut self, label: &str, value: &[u8]) -> &mut UrcWriter {
        self.element(&[label, "="], &encode_value(value))
    }

    /// Opens a group.
    pub fn begin(&mut self, comment: &str) -> &mut UrcWriter {
        self.element(&["BEGIN*"], comment.as_bytes())
    }

    /// Closes a group.
    pub fn end(&mut self, comment: &str) -> &mut UrcWriter {
        self.element(&["END*"], comment.as_bytes())
    }

    fn element(&mut self, label: &[&str], rest: &[u8]) -> &mut UrcWriter {
        self.text.extend_from_slice(if self.text.is_empty() { b"<" } else { b"\r\n" });
        label.iter().for_each(|part| self.text.extend_from_slice(part.as_bytes()));
        self.text.extend_from_slice(rest);
        self.text.push(b';');
        self
    }

    /// Returns the citation after checking it.
    ///
    /// # Errors
    /// [`WriteError::Syntax`] if the grammar rejects a scheme, a label or a comment (`a b`, `x;y`);
    /// [`WriteError::Structor`] if a group is left open or closed twice.
    pub fn finish(&self) -> Result<Vec<u8>, WriteError> {
        let begin: &[u8] = if self.text.is_empty() { b"<" } else { b"" };
        let text = [begin, &self.text, b">"].concat();
        let urc = Urc::parse(&text).map_err(WriteError::Syntax)?;
        check_structors(urc).map_err(WriteError::Structor)?;
        Ok(text)
    }
}

/// A reason why the written elements are not a citation.
///
/// ```
/// use urigram::urc::{UrcWriter, WriteError};
///
/// let error = UrcWriter::new().begin("group").finish().unwrap_err();
/// assert!(matches!(error, WriteError::Structor(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The grammar rejects them.
    Syntax(SyntaxError),
    /// BEGIN and END do not pair up.
    Structor(StructorError),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Syntax(error) => error.fmt(f),
            WriteError::Structor(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}
