//! Positions of inputs that pest reads octet by octet.

use crate::Encoding;

/// A map from offsets in the text that pest parses to offsets in the input.
pub struct Offsets(Option<Vec<u32>>);

impl Offsets {
    /// Maps the offsets of a text, which is the input as characters.
    pub fn new(text: &str, encoding: Encoding) -> Offsets {
        if encoding == Encoding::Utf8 || text.is_ascii() {
            return Offsets(None);
        }
        let mut octet = 0;
        let mut octets = vec![0; text.len() + 1];
        for (at, c) in text.char_indices() {
            octets[at] = octet;
            octet += 1;
            octets[at + c.len_utf8()] = octet;
        }
        Offsets(Some(octets))
    }

    /// Returns the offset in the input of an offset in the text.
    pub fn octet(&self, offset: usize) -> u32 {
        self.0.as_ref().map_or(offset as u32, |octets| octets[offset])
    }
}
