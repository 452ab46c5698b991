//! The expansion of a checked text.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, ToTokens};
use syn::parse::ParseStream;
use syn::Token;
use urigram_engine::Diagnosis;

use crate::evaluate::term;
use crate::piece::{Origin, Text};
use crate::subject::Subject;

/// Parses the pieces of a text, up to the end of the arguments. A comma may follow the last one.
/// `after_comma` may refuse what else follows a comma.
///
/// # Errors
/// [`syn::Error`] under a token that is not a piece.
pub fn pieces(
    subject: &Subject<'_>,
    input: ParseStream,
    after_comma: impl Fn(ParseStream) -> syn::Result<()>,
) -> syn::Result<Text> {
    let mut pieces = term(subject, input)?;
    while !input.is_empty() {
        if input.peek(Token![,]) {
            let ahead = input.fork();
            ahead.parse::<Token![,]>()?;
            if ahead.is_empty() {
                input.parse::<Token![,]>()?;
                break;
            }
            after_comma(&ahead)?;
        }
        pieces.extend(term(subject, input)?);
    }
    Ok(Text::new(pieces))
}

/// Returns a diagnosis as an error under the piece that holds an offset, with the place in its
/// file.
pub fn refusal(text: &Text, offset: usize, mut diagnosis: Diagnosis<'_>) -> syn::Error {
    match text.piece_at(offset) {
        Some((piece, offset)) => {
            if let Some(place) = piece.place(offset) {
                diagnosis = diagnosis.at(place);
            }
            piece.error(offset, diagnosis.to_string())
        }
        None => syn::Error::new(Span::call_site(), diagnosis),
    }
}

/// Returns a constant expression of a value. If a piece of the text was looked up, the constant
/// depends on it, so that cargo compiles again when it changes.
pub fn in_constant(text: &Text, value: TokenStream) -> TokenStream {
    let looked_up = text.pieces.iter().filter_map(|piece| match &piece.origin {
        Origin::LookedUp { expression, len, .. } => {
            let len = Literal::usize_unsuffixed(*len);
            Some(quote!(::core::assert!(#expression.len() == #len, "what was looked up changed while compiling");))
        }
        _ => None,
    });
    quote!(const { #(#looked_up)* #value })
}

/// Returns the text: the user's own literal if it is one, so that editors and lints see it.
pub fn text_tokens(subject: &Subject<'_>, text: &Text) -> TokenStream {
    if let [piece] = text.pieces.as_slice() {
        if let Origin::Literal(literal) = &piece.origin {
            let written = literal.to_string();
            return if subject.is_bytes && !written.starts_with('b') {
                quote!(#literal.as_bytes())
            } else {
                literal.to_token_stream()
            };
        }
    }
    match std::str::from_utf8(&text.value) {
        Ok(text) if !subject.is_bytes => Literal::string(text).into_token_stream(),
        _ => Literal::byte_string(&text.value).into_token_stream(),
    }
}
