//! The expansion of a macro.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, ToTokens};
use syn::parse::{ParseStream, Parser};

use crate::arguments::Arguments;
use crate::evaluate::unwrap_groups;
use crate::kind::Kind;
use crate::piece::{Origin, Text};
use crate::refuse::refuse;

/// Returns a constant expression, or `compile_error!`.
pub(crate) fn expand(kind: &Kind, input: TokenStream) -> TokenStream {
    let parse = |input: ParseStream| Arguments::parse(kind, input);
    match parse.parse2(unwrap_groups(input)).and_then(|arguments| constant(kind, &arguments)) {
        Ok(constant) => constant,
        Err(error) => error.into_compile_error(),
    }
}

fn constant(kind: &Kind, arguments: &Arguments) -> syn::Result<TokenStream> {
    let (root, grammar, reading) =
        (&arguments.root, arguments.grammar_tokens(), arguments.reading_tokens());
    let table = kind.table(arguments.grammar, arguments.reading);
    let text = text_tokens(kind, &arguments.text);
    let name = Ident::new(kind.value.name(), Span::mixed_site());
    table
        .check(&arguments.text.value, arguments.reading)
        .map_err(|error| refuse(kind, arguments, &error))?;
    if !kind.value.is_bytes() {
        std::str::from_utf8(&arguments.text.value)
            .map_err(|error| syn::Error::new(Span::call_site(), error))?;
    }
    let value = quote!(#root::#name::from_macro(#text, #grammar, #reading));
    let looked_up = arguments.text.pieces.iter().filter_map(|piece| match &piece.origin {
        Origin::LookedUp { expression, len, .. } => {
            let len = Literal::usize_unsuffixed(*len);
            Some(quote!(::core::assert!(#expression.len() == #len, "what was looked up changed while compiling");))
        }
        _ => None,
    });
    Ok(quote!(const { #(#looked_up)* #value }))
}

/// Returns the text: the user's own literal if it is one, so that editors and lints see it.
fn text_tokens(kind: &Kind, text: &Text) -> TokenStream {
    if let [piece] = text.pieces.as_slice() {
        if let Origin::Literal(literal) = &piece.origin {
            let written = literal.to_string();
            return if kind.value.is_bytes() && !written.starts_with('b') {
                quote!(#literal.as_bytes())
            } else {
                literal.to_token_stream()
            };
        }
    }
    match std::str::from_utf8(&text.value) {
        Ok(text) if !kind.value.is_bytes() => Literal::string(text).into_token_stream(),
        _ => Literal::byte_string(&text.value).into_token_stream(),
    }
}
