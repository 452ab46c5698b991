//! Questions that the page asks, and their answers as JSON.
//!
//! A question has a name and [`Params`]; [`ask`] answers it. Where the command has the same answer,
//! the objects are the same. Answers that take long are computed once and kept: [`warmup`] lists
//! what a class is likely to ask, so that it can be asked before the class does.

mod agree;
mod automata;
mod court;
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
mod own;
mod pair;
mod params;
mod quiz;
mod remarks;
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

/// Some of the questions, each with the function that answers it. A program contains what the list
/// that it names needs, and no more.
#[derive(Clone, Copy, Debug)]
pub struct Questions(&'static [&'static [(&'static str, Answer)]]);

/// The questions of the view that the page begins with.
const STRING: &[(&str, Answer)] = &[("string", string::answer)];

/// The other questions about strings by each document.
const STRINGS: &[(&str, Answer)] = &[("resolve", resolve::answer)];

/// The questions about documents and programs, readers that take a string for different things.
const READERS: &[(&str, Answer)] = &[
    ("overview", many::overview),
    ("many", many::answer),
    ("court", court::answer),
    ("agree", agree::answer),
];

/// The question of the quiz.
const QUIZ: &[(&str, Answer)] = &[("quiz", quiz::answer)];

/// The questions about the revisions between the documents.
const FILM: &[(&str, Answer)] = &[("verdicts", film::verdicts)];

/// The questions about documents.
const DOCUMENTS: &[(&str, Answer)] = &[
    ("document", document::answer),
    ("diagram", diagram::answer),
    ("compare", pair::answer),
    ("components", pair::components),
    ("history", history::answer),
];

/// The questions about rules at work, a visitor's own beside a document's among them.
const RULES: &[(&str, Answer)] = &[
    ("rules", steps::names),
    ("steps", steps::answer),
    ("copy", steps::copy),
    ("tree", tree::answer),
    ("exercise", exercises::answer),
    ("beside", own::beside),
];

/// The questions about a visitor's rules alone, which need no document.
const OWN: &[(&str, Answer)] = &[("own", own::answer), ("remarks", remarks::answer)];

/// The questions whose parameters nobody makes up, so that all their answers can be kept.
const KEPT: &[(&str, Answer)] = &[
    ("grammars", grammars::list),
    ("suggestions", suggestions::answer),
    ("matrix", matrix::answer),
    ("lessons", lessons::list),
    ("lesson", lessons::answer),
    ("exercises", exercises::list),
    ("film", film::answer),
    ("agreeing", agree::lists),
];

impl Questions {
    /// Every question.
    pub const ALL: Questions =
        Questions(&[STRING, STRINGS, READERS, QUIZ, DOCUMENTS, RULES, OWN, FILM, KEPT]);
    /// The questions about strings by each document.
    pub const STRINGS: Questions = Questions(&[STRING, STRINGS]);
    /// The questions about readers that take a string for different things.
    pub const READERS: Questions = Questions(&[READERS]);
    /// The question of the quiz, and the one about its strings.
    pub const QUIZ: Questions = Questions(&[QUIZ, STRING]);
    /// The questions about documents.
    pub const DOCUMENTS: Questions = Questions(&[DOCUMENTS]);
    /// The questions about rules at work.
    pub const RULES: Questions = Questions(&[RULES]);
    /// The questions about a visitor's rules alone.
    pub const OWN: Questions = Questions(&[OWN]);
    /// The questions about a string in the film.
    pub const FILM: Questions = Questions(&[FILM]);

    /// Returns true if this has the question of a name.
    pub fn has(self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// Returns the names of the questions.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.rows().map(|(name, _)| *name)
    }

    fn rows(self) -> impl Iterator<Item = &'static (&'static str, Answer)> {
        self.0.iter().copied().flatten()
    }

    /// Answers a question: [`ask`].
    ///
    /// # Errors
    /// The errors of [`ask`].
    pub fn ask(self, name: &str, params: &Params) -> Result<Value, Refusal> {
        match self.rows().find(|(known, _)| *known == name) {
            Some((_, answer)) => answer(params),
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
    for (name, answer) in KEPT {
        if *name == "lesson" {
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
