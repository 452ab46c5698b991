//! The macro of a generated type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use urigram_engine::{article, TextError, TextType};

use crate::evaluate::unwrap_groups;
use crate::expand::{in_constant, pieces, refusal, text_tokens};
use crate::piece::Text;
use crate::subject::Subject;

/// The macro for literals of a type.
#[derive(Clone, Debug)]
pub struct Literal {
    name: &'static str,
    value: &'static str,
    data: &'static TextType,
}

impl Literal {
    /// Returns the macro of a name, without `!`, for the type of a name and its data.
    pub const fn new(name: &'static str, value: &'static str, data: &'static TextType) -> Literal {
        Literal { name, value, data }
    }

    /// Returns a constant expression, or `compile_error!`. The arguments are `[root] text…`: the
    /// path of the crate that has the type, and the text in pieces.
    pub fn expand(&self, input: TokenStream) -> TokenStream {
        let parse = |input: ParseStream| self.constant(input);
        parse.parse2(unwrap_groups(input)).unwrap_or_else(syn::Error::into_compile_error)
    }

    fn constant(&self, input: ParseStream) -> syn::Result<TokenStream> {
        let rule = self.data.table.rule();
        let takes = format!("{} `{rule}`", article(rule));
        let subject =
            Subject { name: self.name, takes: &takes, value: self.value, is_bytes: false };
        let root;
        syn::bracketed!(root in input);
        let root: TokenStream = root.parse()?;
        let text = pieces(&subject, input, |_| Ok(()))?;
        let value = std::str::from_utf8(&text.value)
            .map_err(|error| syn::Error::new(Span::call_site(), error))?;
        self.data.check(value).map_err(|error| refused(&text, &error))?;
        let name = Ident::new(self.value, Span::mixed_site());
        let tokens = text_tokens(&subject, &text);
        Ok(in_constant(&text, quote!(#root::#name::from_macro(#tokens))))
    }
}

fn refused(text: &Text, error: &TextError) -> syn::Error {
    match error {
        TextError::Syntax(error) => refusal(text, error.offset(), error.diagnose(&text.value)),
        error => match text.piece_at(error.offset()) {
            Some((piece, offset)) => piece.error(offset, error.to_string()),
            None => syn::Error::new(Span::call_site(), error),
        },
    }
}
