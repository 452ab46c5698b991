//! `urigram resolve`: a reference resolved against a base, by a document's own algorithm.

mod all;
mod lines;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;
use urigram::documents::{Form, SectionRef};
use urigram::resolution::Step;
use urigram::{errors, Grammar, ResolveError, Resolver};
use urigram_answers::escape::escaped;
use urigram_answers::json::RejectionJson;
use urigram_answers::Resolved;

use crate::exit::{Failure, Outcome};
use crate::grammar::{of_input, text};
use crate::options::{Globals, Whole};
use crate::output::{self, Out};
use crate::rejection::{reject, Rejection};
use crate::style::{DIM, HEAD, NAME};
use crate::table::columns;
use crate::{bulk, input};

/// Resolve a reference against a base, by a document's own algorithm
///
/// Without --grammar, the grammar is selected by the base; if that grammar has no algorithm, RFC
/// 3986 is used. url-1997, rfc2396 and uri-2003 resolve an empty reference to "the current
/// document", which is an answer of its own.
#[derive(Debug, Args)]
#[command(mut_group("Options", |records| records.requires("lines")))]
pub(crate) struct Arguments {
    /// The base and the reference, or with --base the reference alone; with --relativize, the
    /// target in its place; with --lines, files
    #[arg(value_name = "BASE REFERENCE|FILE", required_unless_present = "lines")]
    operands: Vec<OsString>,

    /// Read a base and a reference from two columns of each line, or with --base a reference from
    /// each line. A line is written for each: the target, or `\N` if there isn't one, with the
    /// reason on standard error
    #[arg(long, conflicts_with_all = ["all", "steps"])]
    lines: bool,

    /// The base of all references
    #[arg(long, value_name = "URI")]
    base: Option<OsString>,

    /// Show every document's answer, and all answers of a document that prints several
    #[arg(long, conflicts_with = "steps")]
    all: bool,

    /// Show the algorithm's steps as the document numbers them
    #[arg(long)]
    steps: bool,

    /// Find the shortest reference that resolves to the target
    #[arg(long, conflicts_with_all = ["all", "steps"])]
    relativize: bool,

    /// Ignore the scheme of a reference that has the base's own (`http:g`): not strict, not
    /// validating
    #[arg(long)]
    backward_compatible: bool,

    /// The treatment of `..` above the root (rfc2396, uri-2003)
    #[arg(long, value_enum, default_value_t = ExcessParents::Kept)]
    excess_parents: ExcessParents,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) common: Whole,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExcessParents {
    Kept,
    Removed,
    Refused,
}

impl Arguments {
    fn resolver(&self, grammar: Grammar, globals: &Globals) -> Resolver {
        let excess_parents = match self.excess_parents {
            ExcessParents::Kept => urigram::resolution::ExcessParents::Kept,
            ExcessParents::Removed => urigram::resolution::ExcessParents::Removed,
            ExcessParents::Refused => urigram::resolution::ExcessParents::Refused,
        };
        let resolver = Resolver::new(grammar).reading(globals.reading());
        resolver.strict(!self.backward_compatible).excess_parents(excess_parents)
    }

    /// Prints a note for options that the grammar's document does not leave open.
    fn note_idle_options(&self, resolver: Resolver) {
        let grammar = resolver.grammar();
        if self.backward_compatible && !resolver.has_strict() {
            crate::message::to_stderr(format_args!(
                "note: --backward-compatible has no effect: {grammar} gives one answer only"
            ));
        }
        if self.excess_parents != ExcessParents::Kept && !resolver.has_excess_parents() {
            crate::message::to_stderr(format_args!(
                "note: --excess-parents has no effect: {grammar} gives one answer only"
            ));
        }
    }
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if arguments.lines {
        return lines::run(globals, arguments, out.format());
    }
    let [base, reference] = match &arguments.base {
        Some(base) => {
            let [reference] = input::exactly(&arguments.operands, "one reference")?;
            input::refuse_second_stdin(&[base, reference])?;
            [base, reference]
        }
        None => input::exactly(&arguments.operands, "a base and a reference")?,
    };
    let (base, reference) = (input::read(base, false)?, input::read(reference, false)?);
    if arguments.all {
        return all::run(globals, arguments, &base, &reference, out);
    }
    let mut grammars = of_input(globals, &base)?;
    if globals.grammars.is_empty() {
        grammars = grammars.into_iter().map(defined).collect();
    }
    let mut outcome = Outcome::Done;
    for grammar in grammars {
        let resolver = arguments.resolver(grammar, globals);
        arguments.note_idle_options(resolver);
        outcome = outcome.and(one(globals, arguments, resolver, &base, &reference, out)?);
    }
    Ok(outcome)
}

/// Returns the grammar that a base selects, if it defines how references resolve.
fn defined(selected: Grammar) -> Grammar {
    let is_general = matches!(selected.document().form, Form::Generic | Form::Iri);
    if is_general && Resolver::new(selected).is_defined() {
        selected
    } else {
        Grammar::Rfc3986
    }
}

fn one(
    globals: &Globals,
    arguments: &Arguments,
    resolver: Resolver,
    base: &[u8],
    reference: &[u8],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let grammar = resolver.grammar();
    let inputs = [("base", base), ("reference", reference)];
    let [base_text, reference_text] = match text::texts(inputs, grammar, globals.reading()) {
        Ok(texts) => texts,
        Err(rejection) => return reject(out, grammar, &inputs, &rejection),
    };
    if arguments.relativize {
        return relativize(globals, resolver, base_text, reference_text, out);
    }
    let inputs = [base_text, reference_text];
    let resolved = Resolved::new(resolver, globals.reading(), inputs, arguments.steps);
    let json = || resolved.json();
    out.answer(json, |out| {
        if let Some(steps) = &resolved.steps {
            write_steps(out, resolver, steps)?;
        }
        if let Some(target) = resolved.text() {
            output::value(out, &globals.label(grammar), target.as_bytes())?;
        }
        if let Err(error) = &resolved.result {
            explain(error, base, reference);
        }
        for one in resolved.violations() {
            let section = SectionRef::of(one.document.number, one.section());
            crate::message::to_stderr(format_args!(
                "note: the target's {} at byte {}: {}; see {section}",
                one.id(),
                one.range.start,
                one.message()
            ));
        }
        Ok::<(), io::Error>(())
    })?;
    Ok(Outcome::of(resolved.result.is_ok()))
}

fn relativize(
    globals: &Globals,
    resolver: Resolver,
    base: &str,
    target: &str,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let found = resolver.relativize(base, target);
    let json = || relative(resolver, [base, target], &found);
    out.answer(json, |out| match &found {
        Ok(reference) => {
            output::value(out, &globals.label(resolver.grammar()), reference.as_bytes())
        }
        Err(error) => {
            explain(error, base.as_bytes(), target.as_bytes());
            Ok(())
        }
    })?;
    Ok(Outcome::of(found.is_ok()))
}

/// Writes an error to standard error, with a diagnosis if there is one.
fn explain(error: &ResolveError, base: &[u8], reference: &[u8]) {
    match error {
        ResolveError::Base(syntax) => {
            crate::message::to_stderr(format_args!("base: {}", errors::explain(syntax, base)));
        }
        ResolveError::Reference(syntax) => {
            crate::message::to_stderr(format_args!(
                "reference: {}",
                errors::explain(syntax, reference)
            ));
        }
        ResolveError::NotAccepted { text, error } => {
            crate::message::to_stderr(format_args!(
                "the algorithm's answer: {}",
                error.diagnose(text.as_bytes())
            ));
        }
        error => {
            let literal = error.literal().map(|text| format!(": {}", escaped(text.as_bytes())));
            let error = escaped(error.to_string().as_bytes());
            crate::message::to_stderr(format_args!("{error}{}", literal.unwrap_or_default()));
        }
    }
}

fn write_steps(out: &mut dyn Write, resolver: Resolver, steps: &[Step]) -> io::Result<()> {
    let document = resolver.grammar().document();
    let section = resolver.section().unwrap_or_default();
    writeln!(out, "{HEAD}{}{HEAD:#}", SectionRef::of(document.number, section))?;
    let rows: Vec<_> = steps
        .iter()
        .map(|step| {
            let value = if step.value.is_empty() {
                "(empty)".to_owned()
            } else {
                escaped(step.value.as_bytes())
            };
            vec![
                (NAME, step.label.to_owned()),
                (DIM, step.what.to_owned()),
                (anstyle::Style::new(), value),
            ]
        })
        .collect();
    columns(out, 2, &rows)
}

/// Returns the object of a reference that was made.
fn relative<'a>(
    resolver: Resolver,
    [base, target]: [&'a str; 2],
    found: &'a Result<String, ResolveError>,
) -> RelativeJson<'a> {
    RelativeJson {
        base,
        target,
        grammar: resolver.grammar().as_str(),
        reference: found.as_deref().ok(),
        error: found.as_ref().err().map(|error| Rejection::from(error).json()),
    }
}

/// A base, a target, and a reference that leads from one to the other.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RelativeJson<'a> {
    /// The base.
    pub(crate) base: &'a str,
    /// The target.
    pub(crate) target: &'a str,
    /// The id of the grammar.
    pub(crate) grammar: &'static str,
    /// The reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reference: Option<&'a str>,
    /// The reason why there isn't one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<RejectionJson>,
}
