//! Paths among the arguments of a macro.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Token};

use crate::subject::Subject;

/// A path, such as `Url1993`, `Grammar::Url1993`, `urigram::Reading::Printed`, `core::concat`.
pub struct Path {
    /// The path as written.
    pub tokens: TokenStream,
    /// The name before the last one.
    pub qualifier: Option<Ident>,
    /// The last name.
    pub name: Ident,
}

impl Path {
    /// Returns true if a path is next.
    pub fn peek(input: ParseStream) -> bool {
        (input.peek(syn::Ident::peek_any) && !input.peek(syn::LitBool)) || input.peek(Token![::])
    }

    /// Parses a path. Keywords count as names.
    ///
    /// # Errors
    /// [`syn::Error`] where no name is next.
    pub fn parse(input: ParseStream) -> syn::Result<Path> {
        let mut tokens = input.parse::<Option<Token![::]>>()?.into_token_stream();
        let mut name = Ident::parse_any(input)?;
        let mut qualifier = None;
        name.to_tokens(&mut tokens);
        while let Some(colons) = input.parse::<Option<Token![::]>>()? {
            colons.to_tokens(&mut tokens);
            qualifier = Some(std::mem::replace(&mut name, Ident::parse_any(input)?));
            name.to_tokens(&mut tokens);
        }
        Ok(Path { tokens, qualifier, name })
    }

    /// Returns true if it begins an expression instead, by a keyword (`if`, `match`).
    pub fn is_expression(&self) -> bool {
        let path_keyword =
            ["crate", "self", "super", "Self"].contains(&self.name.to_string().as_str());
        self.qualifier.is_none()
            && !path_keyword
            && syn::parse2::<Ident>(self.name.to_token_stream()).is_err()
    }

    /// Returns the path as text, without blanks.
    pub fn text(&self) -> String {
        self.tokens.to_string().replace(' ', "")
    }
}

/// Returns the error for a name in place of a literal.
pub fn named_constant(subject: &Subject<'_>, path: &Path) -> Error {
    let message = format!("a macro sees the name `{}`, not its text", path.text());
    Error::new_spanned(&path.tokens, message + &constant_help(subject, path))
}

/// Returns the help for a name in place of a literal.
pub fn constant_help(subject: &Subject<'_>, path: &Path) -> String {
    let (kind, value, name) = (subject.name, subject.value, &path.name);
    let text = if subject.is_bytes { "as_bytes" } else { "as_str" };
    let literal =
        "\n  = help: write the literal here; `concat!` of literals, `env!` and `include_str!` are possible too";
    if name.to_string().contains(char::is_lowercase) {
        return format!("{literal}\n  = help: what only the running program knows is checked by `{value}::parse`");
    }
    format!(
        "{literal}\n  = help: or name the checked value, `const {name}: {value}<'static> = {kind}!(\"…\");`, and take \
         its text by `{name}.{text}()`, which is constant too"
    )
}
