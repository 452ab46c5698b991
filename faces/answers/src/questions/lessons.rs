//! Lessons: the list, and one with its steps.

use serde::Serialize;
use serde_json::Value;

use super::{Kept, Params, Question};
use crate::lessons;
use crate::refusal::Refusal;

/// The lessons.
#[derive(Serialize)]
pub(super) struct Lessons {
    lessons: Vec<Listed>,
}

/// A lesson in the list.
#[derive(Serialize)]
struct Listed {
    id: String,
    title: String,
    /// The words of the summary, as elements.
    summary: Vec<Value>,
    /// The link of the first step's view.
    view: String,
    /// The number of steps.
    steps: usize,
}

impl Kept for Lessons {
    const NAME: &'static str = "lessons";

    fn answer() -> Result<impl Serialize, Refusal> {
        let one = |lesson: lessons::Lesson| {
            let lessons::Lesson { id, title, summary, steps } = lesson;
            Listed { id, title, summary, view: steps[0].view.clone(), steps: steps.len() }
        };
        Ok(Lessons { lessons: lessons::all().into_iter().map(one).collect() })
    }
}

/// The lesson of an `id`, with all steps.
pub(super) struct Lesson(lessons::Lesson);

impl Question for Lesson {
    const NAME: &'static str = "lesson";

    fn read(params: &Params) -> Result<Lesson, Refusal> {
        let id = params.text("id")?.unwrap_or_default();
        let mut known = lessons::all();
        if let Some(at) = known.iter().position(|lesson| lesson.id == id) {
            return Ok(Lesson(known.swap_remove(at)));
        }
        let known: Vec<&str> = known.iter().map(|lesson| &*lesson.id).collect();
        let known = known.join(", ");
        Err(Refusal::Usage(format!("{id:?}: there is no such lesson; there are {known}")))
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        Ok(&self.0)
    }
}
