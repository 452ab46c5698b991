//! A question: a type with its inputs, and the type of its answer.

use serde::Serialize;
use serde_json::Value;

use super::Params;
use crate::refusal::Refusal;

/// A question, with its inputs as fields.
pub(super) trait Question: Sized {
    /// The name by which it is asked.
    const NAME: &'static str;

    /// Reads the inputs.
    fn read(params: &Params) -> Result<Self, Refusal>;

    /// Answers the question. The fields of the answer are the keys of its JSON.
    fn answer(&self) -> Result<impl Serialize, Refusal>;
}

/// A question without inputs: the type is that of its answer, which is the same for everybody.
pub(super) trait Kept {
    /// The name by which it is asked.
    const NAME: &'static str;

    /// Answers the question.
    fn answer() -> Result<impl Serialize, Refusal>;
}

/// A question's name, and the function that reads its inputs and gives its answer as JSON.
pub(super) type Row = (&'static str, fn(&Params) -> Result<Value, Refusal>);

/// Returns the row of a question. A program contains the questions of which it names the rows.
pub(super) const fn row<Q: Question>() -> Row {
    (Q::NAME, |params| Ok(serde_json::to_value(Q::read(params)?.answer()?)?))
}

/// Returns the row of a question without inputs.
pub(super) const fn kept_row<K: Kept>() -> Row {
    (K::NAME, |_| Ok(serde_json::to_value(K::answer()?)?))
}

/// An answer, or an object that says why there is none.
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
    row::<Q>().1(&Params::read(query.as_bytes())?)
}
