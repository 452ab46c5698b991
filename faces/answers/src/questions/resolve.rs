//! A base and a reference by every document's own algorithm, step by step.

use serde::Serialize;
use urigram::{Grammar, Reading, Resolver};

use super::{Params, Question};
use crate::json::ResolvedJson;
use crate::refusal::Refusal;
use crate::resolved::Resolved;

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
struct Targets<'q> {
    base: &'q str,
    reference: &'q str,
    answers: Vec<Document<'q>>,
    /// The documents without an algorithm.
    without: Vec<&'static str>,
}

impl Question for Resolve {
    const NAME: &'static str = "resolve";

    fn read(params: &Params) -> Result<Resolve, Refusal> {
        let (base, reference) = (text(params, "base")?, text(params, "reference")?);
        Ok(Resolve { base, reference, reading: params.reading("reading")? })
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let Resolve { base, reference, reading } = self;
        let (defined, without): (Vec<Resolver>, Vec<Resolver>) = Grammar::ALL
            .iter()
            .map(|&grammar| Resolver::new(grammar).reading(*reading))
            .partition(urigram::Resolver::is_defined);
        let answers = defined.iter().map(|&resolver| {
            let document = resolver.grammar().document();
            Document {
                date: document.date.to_string(),
                number: document.number,
                section: resolver.section(),
                resolved: Resolved::new(resolver, *reading, [base, reference], true).json_of_all(),
            }
        });
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

/// The answer of one document: the object of `urigram resolve --all --format json` with steps.
#[derive(Serialize)]
struct Document<'q> {
    date: String,
    number: &'static str,
    section: Option<&'static str>,
    #[serde(flatten)]
    resolved: ResolvedJson<'q>,
}
