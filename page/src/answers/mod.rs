//! Questions that the page asks, and their answers as JSON.
//!
//! A question has a name and [`Params`]; [`ask`] answers it. Where the command has the same answer,
//! the objects are the same. Answers that take long are computed once and kept: [`warmup`] lists
//! what a class is likely to ask, so that it can be asked before the class does.

mod agree;
mod automata;
mod diagram;
mod document;
mod examples;
mod exercises;
mod film;
mod grammars;
mod history;
mod known;
mod lessons;
mod line;
mod many;
mod matrix;
mod memo;
mod pair;
mod params;
mod quiz;
mod resolve;
mod steps;
mod string;
mod suggestions;
mod tree;
mod warmup;
mod won_early;

pub use known::add;
pub use params::{Params, LONGEST_BODY};
pub use resolve::options_left_open;
pub use warmup::warmup;

use serde_json::Value;

use crate::refusal::Refusal;

type Answer = fn(&Params) -> Result<Value, Refusal>;

/// The questions, by name.
const QUESTIONS: &[(&str, Answer)] = &[
    ("grammars", grammars::list),
    ("string", string::answer),
    ("suggestions", suggestions::answer),
    ("document", document::answer),
    ("diagram", diagram::answer),
    ("compare", pair::answer),
    ("components", pair::components),
    ("matrix", matrix::answer),
    ("history", history::answer),
    ("steps", steps::answer),
    ("copy", steps::copy),
    ("resolve", resolve::answer),
    ("quiz", quiz::answer),
    ("tree", tree::answer),
    ("lessons", lessons::list),
    ("lesson", lessons::answer),
    ("exercises", exercises::list),
    ("exercise", exercises::answer),
    ("many", many::answer),
    ("film", film::answer),
    ("verdicts", film::verdicts),
    ("agree", agree::answer),
    ("agreeing", agree::lists),
];

/// Returns true if there is a question of this name.
pub fn is_question(name: &str) -> bool {
    QUESTIONS.iter().any(|(known, _)| *known == name)
}

/// Answers a question.
///
/// ```
/// use urigram_page::answers::{ask, Params};
/// let answer = ask("string", &Params::read(b"input=http://a/b%3Fx%3Dy")?)?;
/// assert_eq!(answer["documents"][0]["grammar"], "url-1993");
/// assert_eq!(answer["documents"][0]["accepted"], false);
/// # Ok::<(), urigram_page::Refusal>(())
/// ```
///
/// # Errors
/// [`Refusal::Usage`] for an unknown question and parameters that it cannot use, [`Refusal::Limit`]
/// where nothing is decided. An answer to parameters for which [`Params::has_rules`] is true can
/// take exponential time.
pub fn ask(name: &str, params: &Params) -> Result<Value, Refusal> {
    match QUESTIONS.iter().find(|(known, _)| *known == name) {
        Some((_, answer)) => answer(params),
        None => Err(Refusal::Usage(format!("{name:?}: there is no such question"))),
    }
}
