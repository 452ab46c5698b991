//! Paths among the arguments: grammars, readings, and names that are neither.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Error;
use urigram_grammars::{Grammar, Reading, UnknownName};

pub(crate) use urigram_literals::Path;

use crate::kind::Kind;
use urigram_literals::constant_help;

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
    let all = Grammar::ALL.iter().copied().chain(Grammar::unselected());
    let grammars = all.map(|grammar| (grammar.constant(), Choice::Grammar(grammar)));
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
            if cfg!(not(feature = "practices")) {
                message += "\n  = practices are grammars with the feature `documents` of urigram";
            }
        }
    }
    if nearest.is_none()
        && path.name.to_string().chars().all(|c| c.is_ascii_uppercase() || c == '_')
    {
        message += &constant_help(&kind.subject(), path);
    }
    Error::new_spanned(&path.tokens, message)
}

/// Returns the grammars that a macro can use, as users write them.
pub(crate) fn variants(kind: &Kind) -> String {
    kind.grammars().map(Grammar::constant).collect::<Vec<_>>().join(", ")
}
