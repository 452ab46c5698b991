//! Exercises: the list, one with its sentence, and the verdict on what a student wrote.

use serde::Serialize;

use super::{Kept, Params, Question};
use crate::lessons::{Asked, Exercise, Judged, Notation, EXERCISES};
use crate::refusal::Refusal;

/// The exercises without their solutions.
#[derive(Serialize)]
pub(super) struct Exercises {
    exercises: Vec<Asked<'static>>,
}

impl Kept for Exercises {
    const NAME: &'static str = "exercises";

    fn answer() -> Result<impl Serialize, Refusal> {
        let one = |&(id, text): &(&'static str, &str)| Exercise::read(text)?.asked(id);
        Ok(Exercises { exercises: EXERCISES.iter().map(one).collect::<Result<_, Refusal>>()? })
    }
}

/// The exercise of an `id`, and the rules in `abnf` or `peg` that a student wrote.
pub(super) struct OneExercise {
    id: &'static str,
    exercise: Exercise,
    written: Option<String>,
    with_solution: bool,
}

/// An exercise with its verdict.
#[derive(Serialize)]
struct AnswerJson<'q> {
    #[serde(flatten)]
    asked: Asked<'q>,
    /// The verdict on the rules that were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Judged<'q>>,
    /// A right text, with `solution=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'q str>,
}

impl Question for OneExercise {
    const NAME: &'static str = "exercise";

    fn read(params: &Params) -> Result<OneExercise, Refusal> {
        let id = params.text("id")?.unwrap_or_default();
        let Some(&(id, text)) = EXERCISES.iter().find(|(known, _)| *known == id) else {
            return Err(Refusal::Usage(format!("{id:?}: there is no such exercise")));
        };
        let exercise = Exercise::read(text)?;
        let written = params.text(match exercise.notation {
            Notation::Abnf => "abnf",
            Notation::Peg => "peg",
        })?;
        let (written, with_solution) = (written.map(str::to_owned), params.flag("solution"));
        Ok(OneExercise { id, exercise, written, with_solution })
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let OneExercise { id, exercise, written, with_solution } = self;
        let judged = written.as_deref().map(|written| exercise.judge(written)).transpose();
        Ok(AnswerJson {
            asked: exercise.asked(id)?,
            verdict: judged?,
            solution: with_solution.then_some(&*exercise.solution),
        })
    }
}
