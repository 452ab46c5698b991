//! Lessons: the list, and one with its steps.

use serde_json::{json, Value};

use super::Params;
use crate::lessons::{self, Lesson, Step};
use crate::refusal::Refusal;

/// Answers `lessons`: titles, summaries and the number of steps.
pub(super) fn list(_: &Params) -> Result<Value, Refusal> {
    let one = |lesson: &Lesson| {
        json!({
            "id": lesson.id,
            "title": lesson.title,
            "summary": lesson.summary,
            "view": lesson.steps[0].view,
            "steps": lesson.steps.len(),
        })
    };
    Ok(json!({ "lessons": lessons::all().iter().map(one).collect::<Vec<_>>() }))
}

/// Answers `lesson`: all steps with their views and words.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let id = params.text("id")?.unwrap_or_default();
    let known = lessons::all();
    let Some(lesson) = known.iter().find(|lesson| lesson.id == id) else {
        let known: Vec<&str> = known.iter().map(|lesson| &*lesson.id).collect();
        return Err(Refusal::Usage(format!(
            "{id:?}: there is no such lesson; there are {}",
            known.join(", ")
        )));
    };
    let one = |step: &Step| {
        let claims: Vec<&str> = step.claims.iter().map(|claim| &*claim.text).collect();
        let shown = step.shown.iter().map(|shown| [&shown.selector, &shown.text]);
        json!({
            "title": step.title,
            "view": step.view,
            "words": step.words,
            "claims": claims,
            "shown": shown.collect::<Vec<_>>(),
        })
    };
    Ok(json!({
        "id": lesson.id,
        "title": lesson.title,
        "summary": lesson.summary,
        "steps": lesson.steps.iter().map(one).collect::<Vec<_>>(),
    }))
}
