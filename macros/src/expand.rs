//! The expansion of a macro.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::parse::{ParseStream, Parser};

use crate::arguments::Arguments;
use crate::kind::Kind;
use crate::refuse::refuse;
use urigram_grammars::SectionRef;
use urigram_literals::{in_constant, text_tokens, unwrap_groups};

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
    let text = text_tokens(&kind.subject(), &arguments.text);
    let name = Ident::new(kind.value.name(), Span::mixed_site());
    refuse_removed(arguments)?;
    table
        .check(&arguments.text.value, arguments.reading)
        .map_err(|error| refuse(kind, arguments, &error))?;
    if !kind.value.is_bytes() {
        std::str::from_utf8(&arguments.text.value)
            .map_err(|error| syn::Error::new(Span::call_site(), error))?;
    }
    let value = quote!(#root::#name::from_macro(#text, #grammar, #reading));
    Ok(in_constant(&arguments.text, value))
}

/// Refuses a text with characters that the grammar removes before it reads: the components of a
/// value are parts of its text.
fn refuse_removed(arguments: &Arguments) -> syn::Result<()> {
    let document = arguments.grammar.document();
    let removed = document.removed.as_ref();
    match removed.and_then(|removed| Some((removed, removed.first_in(&arguments.text.value)?))) {
        Some((removed, offset)) => {
            let section = SectionRef::of(document.number, removed.section);
            let message = format!(
                "{} removes the character at byte {offset} before it reads ({section}): leave it out",
                document.id
            );
            Err(syn::Error::new(Span::call_site(), message))
        }
        None => Ok(()),
    }
}
