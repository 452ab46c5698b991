//! Paths among the arguments: grammars, readings, and names that are neither.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, ToTokens};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Token};
use urigram_grammars::{Grammar, Reading, UnknownName};

use crate::kind::Kind;

/// A path, such as `Url1993`, `Grammar::Url1993`, `urigram::Reading::Printed`, `core::concat`.
pub(crate) struct Path {
    pub(crate) tokens: TokenStream,
    qualifier: Option<Ident>,
    pub(crate) name: Ident,
}

impl Path {
    /// Returns true if a path is next.
    pub(crate) fn peek(input: ParseStream) -> bool {
        (input.peek(syn::Ident::peek_any) && !input.peek(syn::LitBool)) || input.peek(Token![::])
    }

    pub(crate) fn parse(input: ParseStream) -> syn::Result<Path> {
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
    pub(crate) fn is_expression(&self) -> bool {
        let path_keyword =
            ["crate", "self", "super", "Self"].contains(&self.name.to_string().as_str());
        self.qualifier.is_none()
            && !path_keyword
            && syn::parse2::<Ident>(self.name.to_token_stream()).is_err()
    }

    pub(crate) fn text(&self) -> String {
        self.tokens.to_string().replace(' ', "")
    }
}

/// A grammar or a reading that the arguments name.
pub(crate) enum Choice {
    Grammar(Grammar),
    Reading(Reading),
}

/// Returns the tokens of a choice in the expansion. A path that the user qualified is kept, so that
/// the compiler counts its imports as used and resolves it as everywhere else.
pub(crate) fn choice_tokens(
    root: &TokenStream,
    path: Option<&Path>,
    choice: &Choice,
) -> TokenStream {
    if let Some(Path { qualifier: Some(_), tokens, .. }) = path {
        return tokens.clone();
    }
    let (owner, name) = match choice {
        Choice::Grammar(grammar) => ("Grammar", grammar.constant()),
        Choice::Reading(reading) => ("Reading", variant(*reading)),
    };
    let span = path.map_or_else(proc_macro2::Span::mixed_site, |path| path.name.span());
    let owner = Ident::new(owner, proc_macro2::Span::mixed_site());
    let name = Ident::new(name, span);
    quote!(#root::#owner::#name)
}

fn variant(reading: Reading) -> &'static str {
    match reading {
        Reading::Corrected => "Corrected",
        Reading::Printed => "Printed",
    }
}

/// Returns the choice that a path names. The error proposes the nearest name.
pub(crate) fn resolve(kind: &Kind, path: &Path) -> syn::Result<Choice> {
    let written = path.name.to_string();
    let owner = path.qualifier.as_ref().map(Ident::to_string);
    let grammars =
        Grammar::ALL.iter().map(|grammar| (grammar.constant(), Choice::Grammar(*grammar)));
    let readings =
        Reading::ALL.iter().map(|reading| (variant(*reading), Choice::Reading(*reading)));
    let mut known = Vec::new();
    if owner.as_deref() != Some("Reading") {
        known.extend(grammars);
    }
    if owner.as_deref() != Some("Grammar") {
        known.extend(readings);
    }
    let what = match owner.as_deref() {
        Some("Grammar") => "grammar",
        Some("Reading") => "reading",
        _ => "grammar or reading",
    };
    let nearest = match UnknownName::resolve(
        what,
        &written,
        known.iter().map(|(name, _)| *name),
        |name| name,
    ) {
        Ok(name) if name == written => {
            let found = known.into_iter().find(|(candidate, _)| *candidate == name);
            return found.map(|(_, choice)| choice).ok_or_else(|| unknown(kind, path, what, None));
        }
        Ok(name) => Some(name),
        Err(error) => error.nearest,
    };
    Err(unknown(kind, path, what, nearest))
}

fn unknown(kind: &Kind, path: &Path, what: &str, nearest: Option<&str>) -> Error {
    let mut message = format!("no such {what}: `{}`", path.name);
    match nearest {
        Some(nearest) => message += &format!("; did you mean `{nearest}`?"),
        None => {
            if what != "reading" {
                message +=
                    &format!("\n  = the grammars of `{}!` are {}", kind.name, variants(kind));
            }
            message += "\n  = the readings are Corrected, which is the default, and Printed";
        }
    }
    if nearest.is_none()
        && path.name.to_string().chars().all(|c| c.is_ascii_uppercase() || c == '_')
    {
        message += &constant_help(kind, path);
    }
    Error::new_spanned(&path.tokens, message)
}

/// Returns the grammars that a macro can use, as users write them.
pub(crate) fn variants(kind: &Kind) -> String {
    kind.grammars().map(Grammar::constant).collect::<Vec<_>>().join(", ")
}

/// Returns the error for a name in place of a literal.
pub(crate) fn named_constant(kind: &Kind, path: &Path) -> Error {
    let message = format!("a macro sees the name `{}`, not its text", path.text());
    Error::new_spanned(&path.tokens, message + &constant_help(kind, path))
}

fn constant_help(kind: &Kind, path: &Path) -> String {
    let (kind, value, name) = (kind.name, kind.value.name(), &path.name);
    let text = if value == "Urc" { "as_bytes" } else { "as_str" };
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
