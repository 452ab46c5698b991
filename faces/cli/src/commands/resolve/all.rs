//! The answer of every document, for `--all`.

use urigram::documents::Form;
use urigram::{Grammar, ResolveError};
use urigram_answers::escape::escaped;
use urigram_answers::Resolved;

use super::Arguments;
use crate::exit::{Failure, Outcome};
use crate::grammar::{grammars, text};
use crate::options::Globals;
use crate::output::Out;
use crate::rejection::reject;
use crate::style::{BAD, DIM, NAME};
use crate::table::columns;

pub(super) fn run(
    globals: &Globals,
    arguments: &Arguments,
    base: &[u8],
    reference: &[u8],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let mut all = Vec::new();
    for grammar in grammars(globals, None)? {
        let resolver = arguments.resolver(grammar, globals);
        if globals.grammars.is_empty() && !(resolver.is_defined() && fits(grammar, globals, base)) {
            continue;
        }
        let inputs = [("base", base), ("reference", reference)];
        let texts = match text::texts(inputs, grammar, globals.reading()) {
            Ok(texts) => texts,
            Err(rejection) => return reject(out, grammar, &inputs, &rejection),
        };
        all.push((grammar, Resolved::new(resolver, globals.reading(), texts, false)));
    }
    let json = || all.iter().map(|(_, found)| found.json_of_all());
    out.answers(json, |out| {
        columns(
            out,
            0,
            &all.iter().flat_map(|(grammar, found)| rows(*grammar, found)).collect::<Vec<_>>(),
        )
    })?;
    Ok(Outcome::of(all.iter().any(|(_, found)| found.result.is_ok())))
}

/// Returns the row of a document, and one for each alternative.
fn rows(grammar: Grammar, found: &Resolved<'_>) -> Vec<Vec<(anstyle::Style, String)>> {
    let date = grammar.document().date;
    let first = vec![
        (NAME, grammar.as_str().to_owned()),
        (DIM, format!("{:04}-{:02}", date.year, date.month)),
        answer(found),
    ];
    let alternative = |(option, other): (_, Resolved<'_>)| {
        let (style, text) = answer(&other);
        vec![(NAME, String::new()), (DIM, String::new()), (style, format!("or {text} ({option})"))]
    };
    std::iter::once(first).chain(found.alternatives().into_iter().map(alternative)).collect()
}

/// Returns true if a document that was not named applies to the base: one about names does not
/// apply to other bases.
fn fits(grammar: Grammar, globals: &Globals, base: &[u8]) -> bool {
    let is_of_names = matches!(grammar.document().form, Form::Urn | Form::Urc);
    !is_of_names || grammar.tables(globals.reading()).start().accepts(base)
}

fn answer(resolved: &Resolved<'_>) -> (anstyle::Style, String) {
    let refused =
        |text: &str, why: String| (BAD, format!("{} (refused: {why})", escaped(text.as_bytes())));
    match &resolved.result {
        Ok(_) => (anstyle::Style::new(), escaped(resolved.text().unwrap_or_default().as_bytes())),
        Err(ResolveError::SplitOtherwise { text, .. }) => {
            refused(text, "it would be split differently".to_owned())
        }
        Err(ResolveError::NotAccepted { text, error }) => {
            refused(text, format!("{} at byte {}", error.sentence(), error.offset()))
        }
        Err(ResolveError::Refused { text, why, offset, .. }) => {
            refused(text, format!("{why} at byte {offset}"))
        }
        Err(error) => (BAD, escaped(error.to_string().as_bytes())),
    }
}
