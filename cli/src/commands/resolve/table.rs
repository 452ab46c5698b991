//! `--all`: every document's answer.

use std::io::Write;

use serde::Serialize;
use urigram::{ExcessParents, Form, Grammar, ResolveError, Resolver, Target};

use super::{shown, Answer, Arguments, BAD, DIM, NAME};
use crate::args::Globals;
use crate::bytes::escaped;
use crate::exit::{Failure, Outcome};
use crate::{meaning, output};

/// Another answer that the same document prints.
#[derive(Serialize)]
pub(super) struct Alternative {
    option: &'static str,
    target: String,
}

pub(super) fn run(
    globals: &Globals,
    arguments: &Arguments,
    base: &[u8],
    reference: &[u8],
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let mut rows = Vec::new();
    let mut resolved = false;
    for grammar in crate::target::grammars(globals, None)? {
        let resolver = arguments.resolver(grammar, globals);
        if globals.grammars.is_empty() && !(resolver.is_defined() && fits(grammar, globals, base)) {
            continue;
        }
        let texts = meaning::text(base, grammar).and_then(|base| Ok((base, meaning::text(reference, grammar)?)));
        let (base, reference) = match texts {
            Ok(texts) => texts,
            Err(message) => {
                let inputs = [("base", base), ("reference", reference)];
                return meaning::reject(globals, out, grammar, &inputs, &message);
            }
        };
        let result = resolver.resolve(base, reference);
        resolved |= result.is_ok();
        let alternatives = alternatives(resolver, base, reference, &result);
        if globals.json() {
            let answer = Answer { alternatives, ..Answer::of(resolver, base, reference, &result, None) };
            output::json_line(out, &answer)?;
            continue;
        }
        rows.push(row(grammar, answer(&result)));
        for Alternative { option, target } in alternatives {
            let other = format!("or {} ({option})", escaped(target.as_bytes()));
            rows.push(vec![(NAME, String::new()), (DIM, String::new()), (anstyle::Style::new(), other)]);
        }
    }
    output::columns(out, 0, &rows)?;
    Ok(Outcome::of(resolved))
}

fn row(grammar: Grammar, answer: (anstyle::Style, String)) -> Vec<(anstyle::Style, String)> {
    let date = grammar.document().date;
    vec![(NAME, grammar.id().to_owned()), (DIM, format!("{:04}-{:02}", date.year, date.month)), answer]
}

/// Whether a document that was not named has something to say: one on names has nothing of other bases.
fn fits(grammar: Grammar, globals: &Globals, base: &[u8]) -> bool {
    let is_of_names = matches!(grammar.document().form, Form::Urn | Form::Urc);
    !is_of_names || grammar.tables(globals.reading()).start().accepts(base)
}

fn answer(result: &Result<Target, ResolveError>) -> (anstyle::Style, String) {
    let refused = |text: &str, why: String| (BAD, format!("{} (refused: {why})", escaped(text.as_bytes())));
    match result {
        Ok(target) => (anstyle::Style::new(), shown(target)),
        Err(ResolveError::SplitOtherwise { text, .. }) => refused(text, "it splits otherwise".to_owned()),
        Err(ResolveError::NotAccepted { text, error }) => {
            refused(text, format!("{} cannot stand at byte {}", error.found(), error.offset()))
        }
        Err(error) => (BAD, escaped(error.to_string().as_bytes())),
    }
}

/// The document's answers under its other options, where they differ.
fn alternatives(
    resolver: Resolver,
    base: &str,
    reference: &str,
    usual: &Result<Target, ResolveError>,
) -> Vec<Alternative> {
    let mut found = Vec::new();
    for (option, other) in others(resolver) {
        let answer = other.resolve(base, reference).ok();
        if let Some(target) = answer.filter(|target| usual.as_ref() != Ok(target)) {
            found.push(Alternative { option, target: target.to_string() });
        }
    }
    found
}

/// Returns a resolver for each answer that a document leaves open, with a few words that say which it is.
pub(crate) fn others(resolver: Resolver) -> impl Iterator<Item = (&'static str, Resolver)> {
    let has_excess_parents = resolver.has_excess_parents();
    let all = [
        ("backward compatible", resolver.has_strict(), resolver.strict(false)),
        ("excess .. removed", has_excess_parents, resolver.excess_parents(ExcessParents::Removed)),
        ("excess .. refused", has_excess_parents, resolver.excess_parents(ExcessParents::Refused)),
    ];
    all.into_iter().filter(|(_, exists, _)| *exists).map(|(option, _, other)| (option, other))
}
