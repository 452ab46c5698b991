//! The arguments of a macro: `[root] [GRAMMAR,] [READING,] text… [,]`.

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Error, Token};
use urigram_grammars::{Grammar, Reading};

use crate::kind::Kind;
use crate::names::{choice_tokens, resolve, variants, Choice, Path};
use urigram_literals::{pieces, Text};

/// The arguments of a macro.
pub(crate) struct Arguments {
    /// The path of the crate that has the types.
    pub(crate) root: TokenStream,
    pub(crate) grammar: Grammar,
    pub(crate) reading: Reading,
    /// The grammar as the user wrote it.
    pub(crate) grammar_path: Option<Path>,
    pub(crate) reading_path: Option<Path>,
    pub(crate) text: Text,
}

impl Arguments {
    pub(crate) fn parse(kind: &Kind, input: ParseStream) -> syn::Result<Arguments> {
        let root;
        syn::bracketed!(root in input);
        let root: TokenStream = root.parse()?;
        let (mut grammar, mut reading) = (None, None);
        while let Some((path, choice)) = selector(kind, input)? {
            match choice {
                Choice::Grammar(chosen) => once(&mut grammar, path, chosen, "grammar")?,
                Choice::Reading(chosen) => once(&mut reading, path, chosen, "reading")?,
            }
        }
        let (grammar_path, grammar) = grammar.unzip();
        let (reading_path, reading) = reading.unzip();
        let grammar = chosen_grammar(kind, grammar_path.as_ref(), grammar, input)?;
        let text = text(kind, input)?;
        Ok(Arguments {
            root,
            grammar,
            reading: reading.unwrap_or_default(),
            grammar_path,
            reading_path,
            text,
        })
    }

    /// Returns the tokens of the grammar in the expansion.
    pub(crate) fn grammar_tokens(&self) -> TokenStream {
        choice_tokens(&self.root, self.grammar_path.as_ref(), &Choice::Grammar(self.grammar))
    }

    /// Returns the tokens of the reading in the expansion.
    pub(crate) fn reading_tokens(&self) -> TokenStream {
        choice_tokens(&self.root, self.reading_path.as_ref(), &Choice::Reading(self.reading))
    }
}

/// Parses a grammar or a reading and its comma, if one is next.
fn selector(kind: &Kind, input: ParseStream) -> syn::Result<Option<(Path, Choice)>> {
    if !Path::peek(input) {
        return Ok(None);
    }
    let ahead = input.fork();
    let path = Path::parse(&ahead)?;
    let choice = resolve(kind, &path);
    if choice.is_err() && !ahead.peek(Token![,]) {
        return Ok(None);
    }
    Path::parse(input)?;
    if input.parse::<Option<Token![,]>>()?.is_some() {
        return choice.map(|choice| Some((path, choice)));
    }
    match choice {
        Err(error) => Err(error),
        Ok(_) if input.is_empty() => {
            let example = format!("`{}!({}, \"…\")`", kind.name, path.text());
            Err(Error::new_spanned(&path.tokens, format!("the literal is missing: {example}")))
        }
        Ok(_) => Err(Error::new_spanned(
            &path.tokens,
            format!("a comma is missing after `{}`", path.text()),
        )),
    }
}

fn once<T>(slot: &mut Option<(Path, T)>, path: Path, chosen: T, what: &str) -> syn::Result<()> {
    match slot {
        Some((before, _)) => {
            let message = format!("a second {what}; `{}` is given already", before.text());
            Err(Error::new_spanned(&path.tokens, message))
        }
        None => {
            *slot = Some((path, chosen));
            Ok(())
        }
    }
}

/// Returns the grammar that was named, or the default.
fn chosen_grammar(
    kind: &Kind,
    path: Option<&Path>,
    grammar: Option<Grammar>,
    input: ParseStream,
) -> syn::Result<Grammar> {
    match (grammar, path) {
        (Some(grammar), _) if kind.reads_by(grammar) => Ok(grammar),
        (Some(grammar), Some(path)) => {
            let mut message =
                format!("{grammar} does not define what `{}!` takes, {}", kind.name, kind.takes);
            message += &format!("\n  = the grammars of `{}!` are {}", kind.name, variants(kind));
            if let Some(other) = Kind::ALL.iter().find(|other| other.reads_by(grammar)) {
                message += &format!(
                    "\n  = help: `{}!({}, …)` takes {} by it",
                    other.name,
                    path.text(),
                    other.takes
                );
            }
            Err(Error::new_spanned(&path.tokens, message))
        }
        _ => {
            kind.default().ok_or_else(|| input.error(format!("no document defines {}", kind.takes)))
        }
    }
}

/// Parses the pieces of the text, up to the end of the arguments.
fn text(kind: &Kind, input: ParseStream) -> syn::Result<Text> {
    pieces(&kind.subject(), input, |ahead| {
        if !Path::peek(ahead) {
            return Ok(());
        }
        let path = Path::parse(ahead)?;
        if resolve(kind, &path).is_err() {
            return Ok(());
        }
        let help = format!("`{}!({}, …)`", kind.name, path.text());
        Err(Error::new_spanned(&path.tokens, format!("this must precede the text: {help}")))
    })
}
