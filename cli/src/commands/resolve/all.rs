//! The answer of every document, for `--all`.

use std::io::Write;

use urigram::documents::Form;
use urigram::resolution::Target;
use urigram::{Grammar, ResolveError, Resolver};
use urigram_answers::escape::escaped;
use urigram_answers::json::{AlternativeJson, ResolvedJson};
use urigram_answers::questions::options_left_open;

use super::{json, Arguments};
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::rejection::reject;
use crate::style::{BAD, DIM, NAME};
use crate::table::columns;
use crate::{output, select};

pub(super) fn run(
    globals: &Globals,
    arguments: &Arguments,
    base: &[u8],
    reference: &[u8],
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let mut rows = Vec::new();
    let mut resolved = false;
    for grammar in crate::rule_ref::grammars(globals, None)? {
        let resolver = arguments.resolver(grammar, globals);
        if globals.grammars.is_empty() && !(resolver.is_defined() && fits(grammar, globals, base)) {
            continue;
        }
        let inputs = [("base", base), ("reference", reference)];
        let [base, reference] = match select::texts(inputs, grammar, globals.reading()) {
            Ok(texts) => texts,
            Err(rejection) => return reject(globals, out, grammar, &inputs, &rejection),
        };
        let result = resolver.resolve(base, reference);
        resolved |= result.is_ok();
        let alternatives = alternatives(resolver, base, reference, &result);
        if globals.json() {
            let answer = json(globals, resolver, [base, reference], &result, None);
            output::json_line(out, &ResolvedJson { alternatives, ..answer })?;
            continue;
        }
        rows.push(row(grammar, answer(&result)));
        for AlternativeJson { option, target } in alternatives {
            let other = format!("or {} ({option})", escaped(target.as_bytes()));
            rows.push(vec![
                (NAME, String::new()),
                (DIM, String::new()),
                (anstyle::Style::new(), other),
            ]);
        }
    }
    columns(out, 0, &rows)?;
    Ok(Outcome::of(resolved))
}

fn row(grammar: Grammar, answer: (anstyle::Style, String)) -> Vec<(anstyle::Style, String)> {
    let date = grammar.document().date;
    vec![
        (NAME, grammar.as_str().to_owned()),
        (DIM, format!("{:04}-{:02}", date.year, date.month)),
        answer,
    ]
}

/// Returns true if a document that was not named applies to the base: one about names does not
/// apply to other bases.
fn fits(grammar: Grammar, globals: &Globals, base: &[u8]) -> bool {
    let is_of_names = matches!(grammar.document().form, Form::Urn | Form::Urc);
    !is_of_names || grammar.tables(globals.reading()).start().accepts(base)
}

fn answer(result: &Result<Target, ResolveError>) -> (anstyle::Style, String) {
    let refused =
        |text: &str, why: String| (BAD, format!("{} (refused: {why})", escaped(text.as_bytes())));
    match result {
        Ok(target) => (anstyle::Style::new(), escaped(target.to_string().as_bytes())),
        Err(ResolveError::SplitOtherwise { text, .. }) => {
            refused(text, "it would be split differently".to_owned())
        }
        Err(ResolveError::NotAccepted { text, error }) => {
            refused(text, format!("{} at byte {}", error.found().problem(), error.offset()))
        }
        Err(ResolveError::Refused { text, why, offset, .. }) => {
            refused(text, format!("{why} at byte {offset}"))
        }
        Err(error) => (BAD, escaped(error.to_string().as_bytes())),
    }
}

/// Returns the document's answers by its other options, where they differ.
fn alternatives(
    resolver: Resolver,
    base: &str,
    reference: &str,
    usual: &Result<Target, ResolveError>,
) -> Vec<AlternativeJson> {
    let mut found = Vec::new();
    for (option, other) in options_left_open(resolver) {
        let answer = other.resolve(base, reference).ok();
        if let Some(target) = answer.filter(|target| usual.as_ref() != Ok(target)) {
            found.push(AlternativeJson { option, target: target.to_string() });
        }
    }
    found
}
