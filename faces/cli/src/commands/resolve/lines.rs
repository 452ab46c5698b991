//! References resolved line by line, for `--lines`.

use std::ffi::{OsStr, OsString};

use urigram::{ResolveError, Resolver, Select};
use urigram_answers::escape::escaped;
use urigram_answers::Resolved;

use super::{defined, relative, Arguments};
use crate::bulk::Reader;
use crate::exit::{Failure, Outcome};
use crate::grammar::{text, LineGrammar};
use crate::input;
use crate::options::{Format, Globals};
use crate::per_line::{self, Answers, Place};
use crate::rejection::Rejection;

pub(super) fn run(
    globals: &Globals,
    arguments: &Arguments,
    format: Format,
) -> Result<Outcome, Failure> {
    let grammars = LineGrammar::new(globals, Some(Select::Auto), "resolve --lines")?;
    let by_base = |base: &[u8]| match grammars.named() {
        Some(_) => grammars.of(base),
        None => defined(grammars.of(base)),
    };
    let Some(base) = &arguments.base else {
        let reader = Reader::new(&arguments.records, &arguments.operands, 2, false)?;
        return per_line::run::<2>(format, &reader, |place, [base, reference], answers| {
            let resolver = arguments.resolver(by_base(base), globals);
            line(globals, arguments, resolver, place, [base, reference], answers)
        });
    };
    let mut read: Vec<&OsStr> = arguments.operands.iter().map(OsString::as_os_str).collect();
    if read.is_empty() {
        read.push(OsStr::new("-"));
    }
    read.push(base);
    input::refuse_second_stdin(&read)?;
    let base = input::read(base, false)?;
    let resolver = arguments.resolver(by_base(&base), globals);
    arguments.note_idle_options(resolver);
    let usage = |error: &dyn ToString| {
        Failure::Usage(format!("--base {:?}: {}", escaped(&base), error.to_string()))
    };
    let text = text::text(&base, resolver.grammar(), globals.reading());
    let text = text.map_err(|rejection| usage(&rejection.message()))?;
    // A base is a reference to itself unless something is wrong with it.
    match resolver.resolve(text, text) {
        Err(error @ (ResolveError::Base(_) | ResolveError::BaseNotAbsolute { .. })) => {
            return Err(usage(&error));
        }
        Err(error @ ResolveError::NoAlgorithm { .. }) => return Err(usage(&error)),
        _ => {}
    }
    let reader = Reader::new(&arguments.records, &arguments.operands, 1, false)?;
    per_line::run::<1>(format, &reader, |place, [reference], answers| {
        line(globals, arguments, resolver, place, [&base, reference], answers)
    })
}

fn line(
    globals: &Globals,
    arguments: &Arguments,
    resolver: Resolver,
    place: Place<'_>,
    [base, reference]: [&[u8]; 2],
    answers: &mut Answers,
) -> Outcome {
    let grammar = resolver.grammar();
    let inputs = [("base", base), ("reference", reference)];
    let [base, reference] = match text::texts(inputs, grammar, globals.reading()) {
        Ok(texts) => texts,
        Err(rejection) => {
            return per_line::reject(place, grammar, &inputs, &rejection, answers);
        }
    };
    if arguments.relativize {
        let found = resolver.relativize(base, reference);
        let json = || relative(resolver, [base, reference], &found);
        return answers.answer(place, Outcome::of(found.is_ok()), json, |answers| match &found {
            Ok(found) => answers.value(place, found.as_bytes()),
            Err(error) => {
                per_line::reject(place, grammar, &inputs, &Rejection::from(error), answers)
            }
        });
    }
    let resolved = Resolved::new(resolver, globals.reading(), [base, reference], false);
    let (json, outcome) = (|| resolved.json(), Outcome::of(resolved.result.is_ok()));
    answers.answer(place, outcome, json, |answers| match &resolved.result {
        Ok(_) => answers.value(place, resolved.text().unwrap_or_default().as_bytes()),
        Err(error) => per_line::reject(place, grammar, &inputs, &Rejection::from(error), answers),
    })
}
