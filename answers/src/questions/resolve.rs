//! A base and a reference by every document's own algorithm, step by step.

use serde::Serialize;
use urigram::resolution::{ExcessParents, Target};
use urigram::{Reading, ResolveError, Resolver};

use super::{known, Described, Params, Question};
use crate::refusal::Refusal;

/// The longest base or reference, in bytes. The steps of every document repeat both.
const LONGEST: usize = 16 * 1024;

/// A base and a reference.
pub(super) struct Resolve {
    base: String,
    reference: String,
    reading: Reading,
}

/// Each document's target with its steps, and the targets by the options that it leaves open.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Targets<'q> {
    base: &'q str,
    reference: &'q str,
    answers: Vec<Document>,
    /// The documents without an algorithm.
    without: Vec<&'static str>,
}

impl Question for Resolve {
    const NAME: &'static str = "resolve";

    fn read(params: &Params) -> Result<Resolve, Refusal> {
        let (base, reference) = (text(params, "base")?, text(params, "reference")?);
        Ok(Resolve { base, reference, reading: params.reading("reading")? })
    }

    fn answer(&self) -> Result<impl Described, Refusal> {
        let Resolve { base, reference, reading } = self;
        let (defined, without): (Vec<Resolver>, Vec<Resolver>) = known::all()
            .into_iter()
            .map(|grammar| Resolver::new(grammar).reading(*reading))
            .partition(urigram::Resolver::is_defined);
        let answers = defined.iter().map(|&resolver| Document::new(resolver, base, reference));
        let without = without.iter().map(|resolver| resolver.grammar().as_str());
        Ok(Targets { base, reference, answers: answers.collect(), without: without.collect() })
    }
}

/// Returns the text of a base or a reference.
fn text(params: &Params, name: &str) -> Result<String, Refusal> {
    let bytes = params.input(name)?;
    if bytes.len() > LONGEST {
        return Err(Refusal::Limit(format!(
            "`{name}` is longer than {LONGEST} bytes, the limit for resolution here"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        Refusal::Usage(format!(
            "`{name}` is not UTF-8: byte 0x{byte:02X} at offset {at}; the documents resolve text"
        ))
    })
}

/// The answer of one document.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Document {
    grammar: &'static str,
    date: String,
    number: &'static str,
    section: Option<&'static str>,
    #[serde(flatten)]
    usual: Answer,
    /// The answers by other options, where they differ.
    alternatives: Vec<Alternative>,
}

/// The answer by another option.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Alternative {
    option: &'static str,
    #[serde(flatten)]
    answer: Answer,
}

/// A target or an error, with the steps.
#[derive(PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    /// Whether the document says "the current document" instead of a target.
    same_document: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The algorithm's literal result, where that is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    literal: Option<String>,
    steps: Vec<Step>,
}

/// A step, numbered as the document does.
#[derive(PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Step {
    label: &'static str,
    what: &'static str,
    value: String,
}

impl Document {
    fn new(resolver: Resolver, base: &str, reference: &str) -> Document {
        let grammar = resolver.grammar();
        let usual = Answer::new(resolver, base, reference);
        let alternatives = options_left_open(resolver).filter_map(|(option, other)| {
            let answer = Answer::new(other, base, reference);
            let differs = (&answer.target, &answer.error) != (&usual.target, &usual.error);
            differs.then_some(Alternative { option, answer })
        });
        let alternatives = alternatives.collect();
        Document {
            grammar: grammar.as_str(),
            date: grammar.document().date.to_string(),
            number: grammar.document().number,
            section: resolver.section(),
            usual,
            alternatives,
        }
    }
}

impl Answer {
    fn new(resolver: Resolver, base: &str, reference: &str) -> Answer {
        let (target, steps) = resolver.resolve_with_steps(base, reference);
        let steps = steps.into_iter().map(|step| Step {
            label: step.label,
            what: step.what,
            value: step.value,
        });
        Answer {
            same_document: matches!(target, Ok(Target::CurrentDocument { .. })),
            literal: target.as_ref().err().and_then(ResolveError::literal).map(str::to_owned),
            error: target.as_ref().err().map(ToString::to_string),
            target: target.ok().map(|target| target.to_string()),
            steps: steps.collect(),
        }
    }
}

/// Returns the options that a document leaves open, each with a few words for it.
pub fn options_left_open(resolver: Resolver) -> impl Iterator<Item = (&'static str, Resolver)> {
    let has_excess = resolver.has_excess_parents();
    let all = [
        ("backward compatible", resolver.has_strict(), resolver.strict(false)),
        ("excess .. removed", has_excess, resolver.excess_parents(ExcessParents::Removed)),
        ("excess .. refused", has_excess, resolver.excess_parents(ExcessParents::Refused)),
    ];
    let open = all.into_iter().filter(|(_, is_open, _)| *is_open);
    open.map(|(option, _, resolver)| (option, resolver))
}
