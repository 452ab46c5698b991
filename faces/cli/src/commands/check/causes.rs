//! The causes of rejections, counted.

use std::collections::BTreeMap;
use std::io::Write;

use urigram::agreement::{Conflict, Why};
use urigram::documents::SectionRef;
use urigram::errors::{Found, Objection};
use urigram::{Component, SyntaxError};
use urigram_answers::escape::{clipped, witness};
use urigram_answers::json::Placed;
use urigram_answers::Refusal;
use urigram_study::migrate::Culprit;

use super::json::{CauseJson, ExampleJson};
use super::line::Line;
use super::verdict::{Judge, Verdict};
use crate::bulk::Input;
use crate::exit::Failure;
use crate::output;
use crate::style::{BAD, DIM, HEAD};

/// The number of examples of each cause.
const EXAMPLES: usize = 3;

/// The bytes to keep of an example.
const KEPT: usize = 4096;

/// A cause of rejections. There are finitely many for any lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// A character that a rule does not allow there.
    Rule { grammar: &'static str, rule: &'static str, section: &'static str, found: Option<char> },
    /// A constraint of a document's prose.
    Constraint { id: &'static str, section: &'static str, message: &'static str },
    /// A component that two grammars place differently.
    Conflict { component: &'static str, a: &'static str, b: &'static str },
    /// A reason of the list.
    Denied { component: &'static str, reason: String },
    /// A record without an identifier.
    NoIdentifier,
}

/// The lines that were rejected for one cause.
#[derive(Debug, Default)]
struct Count {
    lines: u64,
    examples: Vec<Example>,
}

#[derive(Debug)]
struct Example {
    /// The file's name, if there are several.
    file: Option<String>,
    line: u64,
    input: Vec<u8>,
    length: usize,
}

/// Causes with the number of lines of each, and the first of them.
#[derive(Debug, Default)]
pub(super) struct Causes(BTreeMap<Cause, Count>);

impl Cause {
    /// Returns the cause of a rejection; `None` for a recursive rule, which has no table of causes.
    fn of_objection(objection: &Objection) -> Option<Cause> {
        match objection {
            Objection::Syntax(error) => Some(Cause::of(error)),
            Objection::Program(objected) => {
                let first = objected.text.chars().next().filter(char::is_ascii);
                let found = first.or(Some(char::REPLACEMENT_CHARACTER));
                let grammar = objected.error.document().id;
                let (rule, section) = (objected.rule, objected.section);
                Some(Cause::Rule { grammar, rule, section, found })
            }
            Objection::Constraint(broken) => Some(Cause::Constraint {
                id: broken.id(),
                section: broken.section(),
                message: broken.message(),
            }),
            _ => None,
        }
    }

    fn of(error: &SyntaxError) -> Cause {
        let found = match error.found() {
            Found::Char(c) if c.is_ascii() => Some(c),
            Found::End => None,
            _ => Some(char::REPLACEMENT_CHARACTER),
        };
        Cause::Rule {
            grammar: error.document().id,
            rule: error.rule(),
            section: error.section(),
            found,
        }
    }
}

impl Causes {
    /// Counts a rejected line.
    pub(super) fn add(
        &mut self,
        judge: &Judge,
        input: &Input,
        line: Line<'_>,
        verdict: Result<&Verdict, &Refusal>,
    ) {
        let cause = match verdict {
            Ok(Verdict::One(Some(objection))) => match Cause::of_objection(objection) {
                Some(cause) => cause,
                None => return,
            },
            Ok(Verdict::Conflict(Conflict { component, a, b, .. })) => {
                Cause::Conflict { component: component.name(), a: a.as_str(), b: b.as_str() }
            }
            Ok(Verdict::Denied(denied)) => match denied.why() {
                Why::Syntax(error) => Cause::of(error),
                Why::Conflict(Conflict { component, a, b, .. }) => {
                    Cause::Conflict { component: component.name(), a: a.as_str(), b: b.as_str() }
                }
                why => {
                    let component = denied.component().map_or("", Component::name);
                    Cause::Denied { component, reason: why.to_string() }
                }
            },
            Ok(_) => match judge.closest(line.field).as_ref().and_then(Cause::of_objection) {
                Some(cause) => cause,
                None => return,
            },
            Err(_) => Cause::NoIdentifier,
        };
        let count = self.0.entry(cause).or_default();
        count.lines += 1;
        if count.examples.len() < EXAMPLES {
            let shown = if verdict.is_ok() { line.field } else { line.raw };
            count.examples.push(Example {
                file: input.label.clone(),
                line: line.number,
                input: shown[..shown.len().min(KEPT)].to_vec(),
                length: shown.len(),
            });
        }
    }

    /// Adds the causes of the lines after these, and removes them there.
    pub(super) fn take(&mut self, later: &mut Causes) {
        for (cause, more) in std::mem::take(&mut later.0) {
            let count = self.0.entry(cause).or_default();
            count.lines += more.lines;
            let room = EXAMPLES.saturating_sub(count.examples.len());
            count.examples.extend(more.examples.into_iter().take(room));
        }
    }

    /// Returns the causes, the most frequent first.
    fn sorted(&self) -> Vec<(&Cause, &Count)> {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(count.lines));
        all
    }

    pub(super) fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for (cause, count) in self.sorted() {
            write!(out, "{BAD}{:>9}{BAD:#}  {HEAD}", count.lines)?;
            match cause {
                Cause::Rule { grammar, rule, section, found } => {
                    let section = SectionRef::of(grammar, section);
                    match found {
                        None => write!(out, "the input ends too early")?,
                        found => write!(out, "{} is not allowed", Culprit::Character(*found))?,
                    }
                    write!(out, " (`{rule}`, {section})")?;
                }
                Cause::Constraint { id, section, message } => {
                    write!(out, "{message} ({id}, {})", SectionRef::short(section))?;
                }
                Cause::Conflict { component, a, b } => {
                    write!(out, "the {component} differs between {a} and {b}")?;
                }
                Cause::Denied { component, reason } => write!(out, "the {component}: {reason}")?,
                Cause::NoIdentifier => write!(out, "the record has no identifier")?,
            }
            writeln!(out, "{HEAD:#}")?;
            for Example { file, line, input, length } in &count.examples {
                let file = file.as_ref().map_or(String::new(), |file| format!("{file}:"));
                let shown = if input.is_empty() {
                    witness(input)
                } else {
                    clipped(input, output::most(120))
                };
                let cut = if *length > input.len() {
                    format!(" ({length} bytes)")
                } else {
                    String::new()
                };
                writeln!(out, "           {DIM}{file}{line}:{DIM:#} {shown}{cut}")?;
            }
        }
        Ok(())
    }

    pub(super) fn json(&self) -> impl Iterator<Item = CauseJson<'_>> {
        self.sorted().into_iter().map(|(cause, count)| json(cause, count))
    }
}

/// Returns the object of a cause.
fn json<'a>(cause: &'a Cause, count: &'a Count) -> CauseJson<'a> {
    let examples = count.examples.iter().map(|example| {
        let Example { file, line, input, length } = example;
        let bytes = (*length > input.len()).then_some(*length);
        let answer = ExampleJson { input: input.into(), bytes };
        Placed { file: file.as_deref(), line: *line, answer }
    });
    let counted =
        CauseJson { lines: count.lines, examples: examples.collect(), ..CauseJson::default() };
    match cause {
        Cause::Rule { grammar, rule, section, found } => CauseJson {
            grammar: Some(grammar),
            rule: Some(rule),
            section: Some(section),
            culprit: Some(Culprit::Character(*found).to_string()),
            ..counted
        },
        Cause::Constraint { id, section, message } => CauseJson {
            constraint: Some(id),
            section: Some(section),
            message: Some(message),
            ..counted
        },
        Cause::Conflict { component, a, b } => {
            CauseJson { a: Some(a), b: Some(b), component: Some(component), ..counted }
        }
        Cause::Denied { component, reason } => {
            CauseJson { component: Some(component), message: Some(reason), ..counted }
        }
        Cause::NoIdentifier => {
            CauseJson { message: Some("the record has no identifier"), ..counted }
        }
    }
}
