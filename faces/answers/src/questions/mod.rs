//! Questions that the page asks, and their answers as JSON.
//!
//! A question has a name and [`Params`]; [`ask`] answers it. Where the command has the same answer,
//! the objects are the same. Answers that take long are computed once and kept.

mod agree;
mod automata;
mod diagram;
mod document;
mod drafts;
mod examples;
mod exercises;
mod grammars;
mod history;
mod hosts;
mod lessons;
mod matrix;
mod own;
mod pair;
mod params;
mod question;
mod remarks;
mod resolve;
mod rules;
mod steps;
mod string;
mod suggestions;
mod tree;
mod won_early;

pub use matrix::pairs;
pub use pair::Compared;
pub use params::{Params, LONGEST_BODY};

use serde_json::Value;

use crate::refusal::Refusal;
use question::{kept_row, row, Kept, Question, Row};

/// Some of the questions, each with the function that answers it. A program contains what the list
/// that it names needs, and no more.
#[derive(Clone, Copy, Debug)]
pub struct Questions(&'static [&'static [Row]]);

/// The questions about a string, those of the view that the page begins with.
const STRINGS: &[Row] = &[row::<string::OneString>(), row::<resolve::Resolve>()];

/// The question about a string before all programs.
const HOSTS: &[Row] = &[row::<hosts::Hosts>()];

/// The questions about two documents.
const COMPARE: &[Row] = &[row::<pair::Compare>(), row::<pair::Components>(), row::<agree::Agree>()];

/// The questions about one document.
const DOCUMENTS: &[Row] = &[row::<document::Document>(), row::<diagram::Diagram>()];

/// The questions about a rule and a string through all documents and drafts.
const HISTORY: &[Row] = &[row::<history::History>(), row::<drafts::Drafts>()];

/// The questions about a document's rules at work.
const RULES: &[Row] = &[
    row::<rules::Rules>(),
    row::<steps::Steps>(),
    row::<tree::TreeOf>(),
    row::<exercises::OneExercise>(),
];

/// The questions about a visitor's rules alone, which need no document.
const OWN: &[Row] = &[row::<own::Own>(), row::<remarks::Remarks>()];

/// The questions whose parameters nobody makes up, so that all their answers can be kept.
const KEPT: &[Row] = &[
    kept_row::<grammars::Grammars>(),
    kept_row::<suggestions::Suggestions>(),
    kept_row::<matrix::Pairs>(),
    kept_row::<lessons::Lessons>(),
    row::<lessons::Lesson>(),
    kept_row::<exercises::Exercises>(),
    kept_row::<agree::Agreeing>(),
];

impl Questions {
    /// Every question.
    pub const ALL: Questions =
        Questions(&[STRINGS, COMPARE, HOSTS, DOCUMENTS, HISTORY, RULES, OWN, KEPT]);
    /// The questions about a string.
    pub const STRINGS: Questions = Questions(&[STRINGS]);
    /// The question about a string before all programs.
    pub const HOSTS: Questions = Questions(&[HOSTS]);
    /// The questions about two documents.
    pub const COMPARE: Questions = Questions(&[COMPARE]);
    /// The questions about one document and its rules at work.
    pub const DOCUMENTS: Questions = Questions(&[DOCUMENTS, RULES]);
    /// The questions about all documents and drafts, and about a visitor's rules.
    pub const HISTORY: Questions = Questions(&[HISTORY, STRINGS, OWN]);

    /// Returns true if this has the question of a name.
    pub fn has(self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// Returns the names of the questions.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.rows().map(|row| row.name)
    }

    pub(crate) fn rows(self) -> impl Iterator<Item = &'static Row> {
        self.0.iter().copied().flatten()
    }

    /// Answers a question: [`ask`].
    ///
    /// # Errors
    /// The errors of [`ask`].
    pub fn ask(self, name: &str, params: &Params) -> Result<Value, Refusal> {
        match self.rows().find(|row| row.name == name) {
            Some(row) => (row.answer)(params),
            None => Err(Refusal::Usage(format!("{name:?}: there is no such question"))),
        }
    }
}

/// Returns the answers that are the same for every visitor, by the question with its parameters:
/// `lesson?id=tilde`.
///
/// # Errors
/// The errors of [`ask`].
pub fn kept() -> Result<Vec<(String, Value)>, Refusal> {
    let mut all = Vec::new();
    for &Row { name, answer, .. } in KEPT {
        if name == lessons::Lesson::NAME {
            for lesson in crate::lessons::all() {
                let params = Params::of("id", &lesson.id);
                all.push((format!("{name}?id={}", lesson.id), answer(&params)?));
            }
        } else {
            all.push((format!("{name}?"), answer(&Params::default())?));
        }
    }
    Ok(all)
}

/// Answers a question.
///
/// ```
/// use urigram_answers::questions::{ask, Params};
/// let answer = ask("string", &Params::read(b"input=http://a/b%3Fx%3Dy")?)?;
/// assert_eq!(answer["documents"][0]["grammar"], "url-1993");
/// assert_eq!(answer["documents"][0]["accepted"], false);
/// # Ok::<(), urigram_answers::Refusal>(())
/// ```
///
/// # Errors
/// [`Refusal::Usage`] for an unknown question and parameters that it cannot use, [`Refusal::Limit`]
/// where nothing is decided. An answer to parameters for which [`Params::has_rules`] is true can
/// take exponential time.
pub fn ask(name: &str, params: &Params) -> Result<Value, Refusal> {
    Questions::ALL.ask(name, params)
}
