//! The text of a literal, in the pieces that it is written in.

use std::path::PathBuf;

use proc_macro2::{Literal, TokenStream};

use crate::escapes::{line_and_column, source_offset, source_range};

/// A stretch of text and the tokens that it was made from.
pub struct Piece {
    /// The bytes.
    pub value: Vec<u8>,
    /// The tokens to underline.
    pub tokens: TokenStream,
    /// The place that the bytes come from.
    pub origin: Origin,
}

/// The origin of a piece.
pub enum Origin {
    /// A string literal.
    Literal(Literal),
    /// A number, a character or a Boolean in `concat!`.
    Shown,
    /// Text that was looked up. The expression names the same text for the compiler, so that cargo
    /// compiles again when the environment or the file changes. It must have this length.
    LookedUp {
        /// The expression.
        expression: TokenStream,
        /// The length of the text that was looked up.
        len: usize,
        /// The place of the text.
        place: Place,
    },
}

/// The place where text was looked up.
pub enum Place {
    /// A file, by its absolute path.
    File(PathBuf),
    /// This argument.
    Argument(String),
}

/// The pieces, one after the other.
pub struct Text {
    /// The bytes of all pieces.
    pub value: Vec<u8>,
    /// The pieces.
    pub pieces: Vec<Piece>,
}

impl Text {
    /// Returns the text of some pieces.
    pub fn new(pieces: Vec<Piece>) -> Text {
        Text { value: pieces.iter().flat_map(|piece| &piece.value).copied().collect(), pieces }
    }

    /// Returns the piece that contains a byte, and the offset in it; the end belongs to the last
    /// one.
    pub fn piece_at(&self, offset: usize) -> Option<(&Piece, usize)> {
        let mut left = offset;
        for piece in &self.pieces {
            if left < piece.value.len() {
                return Some((piece, left));
            }
            left -= piece.value.len();
        }
        self.pieces.last().map(|last| (last, last.value.len()))
    }
}

impl Piece {
    /// Returns the source position of a byte of the piece's value: `file:line:column`. `None` for a
    /// literal whose file is unknown, and for the values of `concat!`.
    pub fn place(&self, offset: usize) -> Option<String> {
        let literal = match &self.origin {
            Origin::Literal(literal) => literal,
            Origin::Shown => return None,
            Origin::LookedUp { place: Place::Argument(argument), .. } => {
                return Some(format!("in `{argument}`"))
            }
            Origin::LookedUp { place: Place::File(file), .. } => {
                let before = String::from_utf8_lossy(&self.value[..offset.min(self.value.len())]);
                let (line, column) = line_and_column(&before, before.len(), 1, 1);
                return Some(format!("{}:{line}:{column}", file.display()));
            }
        };
        let (start, file) = (literal.span().start(), literal.span().file());
        if start.line == 0 || file.is_empty() {
            return None;
        }
        let source = literal.to_string();
        let at = source_offset(&source, offset);
        let (line, column) = line_and_column(&source, at, start.line, start.column + 1);
        Some(format!("{file}:{line}:{column}"))
    }

    /// Returns an error under the very character of a byte if the compiler can do so
    /// (`Literal::subspan`, nightly so far), or else under the whole piece.
    pub fn error(&self, offset: usize, message: String) -> syn::Error {
        if let Origin::Literal(literal) = &self.origin {
            if let Some(span) = literal.subspan(source_range(&literal.to_string(), offset)) {
                return syn::Error::new(span, message);
            }
        }
        syn::Error::new_spanned(&self.tokens, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(value: &str) -> Piece {
        Piece { value: value.into(), tokens: TokenStream::new(), origin: Origin::Shown }
    }

    #[test]
    fn a_byte_belongs_to_the_piece_that_wrote_it() {
        let text = Text::new(vec![piece("ab"), piece(""), piece("c")]);
        let at = |offset| text.piece_at(offset).map(|(piece, left)| (piece.value.clone(), left));
        assert_eq!(text.value, b"abc");
        assert_eq!(at(1), Some((b"ab".to_vec(), 1)));
        assert_eq!(at(2), Some((b"c".to_vec(), 0)));
        assert_eq!(at(3), Some((b"c".to_vec(), 1)));
    }
}
