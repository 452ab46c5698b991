//! A question: a type with its inputs, and the type of its answer.

use serde::Serialize;
use serde_json::Value;

use super::Params;
use crate::refusal::Refusal;

/// A question, with its inputs as fields. The fields of its answer are the keys of its JSON.
pub(super) trait Question: Sized {
    /// The name of the question.
    const NAME: &'static str;

    /// Reads the inputs.
    fn read(params: &Params) -> Result<Self, Refusal>;

    /// Answers the question.
    fn answer(&self) -> Result<impl Serialize, Refusal>;
}

/// A question without inputs: the type is that of its answer, which is the same for everybody.
pub(super) trait Kept {
    /// The name of the question.
    const NAME: &'static str;

    /// Answers the question.
    fn answer() -> Result<impl Serialize, Refusal>;
}

/// A question's name, and the function that reads its inputs and gives its answer as JSON.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(super) answer: fn(&Params) -> Result<Value, Refusal>,
}

/// Returns the row of a question. A program contains the questions whose rows it names.
pub(super) const fn row<Q: Question>() -> Row {
    Row { name: Q::NAME, answer: |params| Ok(serde_json::to_value(Q::read(params)?.answer()?)?) }
}

/// Returns the row of a question without inputs.
pub(super) const fn kept_row<K: Kept>() -> Row {
    Row { name: K::NAME, answer: |_| Ok(serde_json::to_value(K::answer()?)?) }
}

/// An answer, or an object that says why there isn't one.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Tried<T, E> {
    Done(T),
    Failed {
        error: E,
        /// The rules that cannot be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        source: Option<String>,
    },
}

impl<T, E> From<Result<T, E>> for Tried<T, E> {
    fn from(tried: Result<T, E>) -> Tried<T, E> {
        match tried {
            Ok(done) => Tried::Done(done),
            Err(error) => Tried::Failed { error, source: None },
        }
    }
}

/// Returns the JSON of the answer to a question whose parameters are those of a query.
#[cfg(test)]
pub(super) fn json_of<Q: Question>(query: &str) -> Result<Value, Refusal> {
    (row::<Q>().answer)(&Params::read(query.as_bytes())?)
}
