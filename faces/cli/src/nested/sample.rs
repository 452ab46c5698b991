//! Random texts of recursive rules.

use std::io::Write;

use urigram_answers::escape::escaped;
use urigram_answers::json::TextJson;
use urigram_generate::NestedRule;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;

/// The number, the length in bytes, and the kind of the texts.
pub(crate) struct Samples {
    pub(crate) number: usize,
    pub(crate) most: usize,
    pub(crate) near: bool,
    pub(crate) seed: u64,
}

/// Writes texts that the rule accepts, or near misses.
///
/// # Errors
/// [`Failure::Usage`] for rules that nothing is drawn from.
pub(crate) fn sample(
    globals: &Globals,
    rule: &NestedRule,
    asked: &Samples,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let texts = rule
        .samples(asked.number, asked.most, asked.near, asked.seed)
        .map_err(|why| Failure::Usage(format!("nothing is drawn from {why}")))?;
    for text in &texts {
        if globals.json() {
            output::json_line(out, &TextJson { text: text.as_bytes().into() })?;
        } else {
            writeln!(out, "{}", escaped(text.as_bytes()))?;
        }
    }
    if texts.len() < asked.number {
        crate::message::to_stderr(format_args!(
            "{} of {} texts were found: `{}` is recursive or uses the stack, and texts are drawn \
             until a limit",
            texts.len(),
            asked.number,
            rule.name()
        ));
    }
    Ok(Outcome::of(!texts.is_empty() || asked.number == 0))
}
