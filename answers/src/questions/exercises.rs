//! Exercises: the list, one with its sentence, and the verdict on what a student wrote.

use serde_json::{json, Value};

use super::Params;
use crate::lessons::{Exercise, Notation, EXERCISES};
use crate::refusal::Refusal;

/// Answers `exercises`: the exercises without their solutions.
pub(super) fn list(_: &Params) -> Result<Value, Refusal> {
    let one = |(id, text): &(&str, &str)| Exercise::read(text)?.asked(id);
    let all: Result<Vec<Value>, String> = EXERCISES.iter().map(one).collect();
    Ok(json!({ "exercises": all.map_err(Refusal::Limit)? }))
}

/// Answers `exercise`: what is asked, and with rules in `abnf` or `peg` the verdict on them. With
/// `solution=1` a right text is there, too.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let id = params.text("id")?.unwrap_or_default();
    let Some((id, text)) = EXERCISES.iter().find(|(known, _)| *known == id) else {
        return Err(Refusal::Usage(format!("{id:?}: there is no such exercise")));
    };
    let exercise = Exercise::read(text).map_err(Refusal::Limit)?;
    let mut value = exercise.asked(id).map_err(Refusal::Limit)?;
    let name = match exercise.notation {
        Notation::Abnf => "abnf",
        Notation::Peg => "peg",
    };
    if let Some(written) = params.text(name)? {
        value["verdict"] = exercise.judge(written).map_err(Refusal::Limit)?;
    }
    if params.flag("solution") {
        value["solution"] = exercise.solution.into();
    }
    Ok(value)
}
