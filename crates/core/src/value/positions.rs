//! The spans of a value apart from its text.

use urigram_grammars::{Component, Form, Grammar, Parts, Reading, StartRule};

use super::kind::Described;
use super::narrow::with_scheme;
#[cfg(feature = "alloc")]
use super::Owned;
use super::{Checked, Identifier};
use crate::form_error::check_form;
use crate::FormError;
#[cfg(feature = "alloc")]
use crate::Rejected;

/// The components of an identifier as offsets, with its grammar, for those who keep texts
/// elsewhere: in an arena, or in a column of strings.
///
/// Positions only come from a checked value. They hold a fingerprint of 64 bits of the text, so
/// that text and positions make the value again without a parse, and another text is refused. The
/// fingerprint does not protect from somebody who looks for a text with the same one.
///
/// ```
/// use urigram::{uri, Uri};
///
/// let positions = uri!("http://example.org/a?b").positions();
/// let again = Uri::from_positions("http://example.org/a?b", &positions)?;
/// assert_eq!(again.query(), Some("b"));
/// assert!(Uri::from_positions("http://example.org/a#b", &positions).is_err());
/// # Ok::<(), urigram::FormError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Positions {
    parts: Parts,
    grammar: Grammar,
    reading: Reading,
    fingerprint: u64,
}

impl Positions {
    #[inline]
    fn of(checked: &Checked<'_>) -> Positions {
        let Checked { text, parts, grammar, reading } = *checked;
        Positions { parts, grammar, reading, fingerprint: fingerprint(text.as_bytes()) }
    }

    /// Returns the spans of the components, in bytes.
    #[inline]
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Returns the grammar.
    #[inline]
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the value again if the text is the one that these are the positions of, and if its
    /// grammar is of the wanted forms.
    #[inline]
    fn join<'a>(
        &self,
        text: &'a str,
        forms: &[Form],
        wanted: Form,
        has_scheme: bool,
    ) -> Result<Checked<'a>, FormError> {
        let Positions { parts, grammar, reading, fingerprint: known } = *self;
        check_form(grammar, reading, forms, wanted)?;
        if parts.are_by_rules() {
            if fingerprint(text.as_bytes()) != known {
                return Err(FormError::OtherText);
            }
            let checked = Checked { text, parts, grammar, reading };
            return if has_scheme { with_scheme(checked) } else { Ok(checked) };
        }
        // Where fingerprints collide, no span may lie outside the text or end inside a character.
        let is_boundary = |at: u32| text.is_char_boundary(at as usize);
        let mut spans = Component::ALL.into_iter().filter_map(|component| parts.get(component));
        let inside = spans.all(|span| is_boundary(span.start) && is_boundary(span.end));
        if parts.len as usize != text.len() || !inside || fingerprint(text.as_bytes()) != known {
            return Err(FormError::OtherText);
        }
        let checked = Checked { text, parts, grammar, reading };
        if has_scheme {
            with_scheme(checked)
        } else {
            Ok(checked)
        }
    }
}

/// Returns a hash of all bytes, eight at a step.
#[inline]
fn fingerprint(text: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product as u64) ^ ((product >> 64) as u64) ^ hash.rotate_left(23)
    };
    let mut hash = mix(FACTOR, text.len() as u64);
    for chunk in text.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = mix(hash, u64::from_le_bytes(word));
    }
    hash
}

impl<K> Identifier<&str, K> {
    /// Returns the spans and the grammar, apart from the text. Takes time linear in the length, for
    /// the fingerprint.
    #[inline]
    pub fn positions(&self) -> Positions {
        Positions::of(&self.0)
    }
}

impl<'a, K: Described> Identifier<&'a str, K> {
    /// Returns the value that a text and its positions make. Does not parse.
    ///
    /// # Errors
    /// [`FormError::OtherText`] for another text than the positions were made of;
    /// [`FormError::Syntax`] and [`FormError::NoScheme`] for those of another type of value.
    #[inline]
    pub fn from_positions(text: &'a str, positions: &Positions) -> Result<Self, FormError> {
        let has_scheme = matches!(K::RULE, StartRule::Absolute);
        positions.join(text, K::FORMS, K::WANTED, has_scheme).map(Identifier::of)
    }
}

#[cfg(feature = "alloc")]
impl<K: Described> Identifier<alloc::string::String, K> {
    /// Returns the value that a text and its positions make. Neither parses nor copies.
    ///
    /// # Errors
    /// The errors of the borrowed type's function. The error gives the text back.
    #[inline]
    pub fn from_positions(
        text: alloc::string::String,
        positions: &Positions,
    ) -> Result<Self, Rejected<alloc::string::String>> {
        match Identifier::<&str, K>::from_positions(&text, positions) {
            Ok(value) => {
                let Checked { parts, grammar, reading, .. } = value.0;
                Ok(Identifier::of(Owned { text, parts, grammar, reading }))
            }
            Err(error) => Err(Rejected::new(text, error)),
        }
    }
}
