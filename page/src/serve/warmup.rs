//! What takes long the first time is computed ahead, while the teacher still looks at the first view.

use std::sync::atomic::{AtomicBool, Ordering};

use urigram::{Concept, Grammar};

use super::api::question;
use super::params::Params;

static DONE: AtomicBool = AtomicBool::new(false);

/// Whether everything is computed.
pub(crate) fn is_ahead() -> bool {
    DONE.load(Ordering::Relaxed)
}

/// Asks what a class is likely to ask, in the order in which it is; what is computed for that is kept. Whoever asks
/// meanwhile waits for what he asks and no more.
pub(super) fn compute() {
    // Some document accepts each, so that its tree is drawn.
    let inputs = ["http://a/", "urn:example:a", "<>"];
    for input in inputs {
        ask("string", &format!("input={input}"));
    }
    ask("suggestions", "");
    ask("history", "of=path");
    for &grammar in Grammar::ALL {
        ask("document", &format!("grammar={grammar}"));
        ask("steps", &format!("grammar={grammar}&input=a"));
    }
    for pair in Grammar::ALL.windows(2) {
        ask("compare", &format!("a={}&b={}", pair[0], pair[1]));
        ask("components", &format!("a={}&b={}", pair[0], pair[1]));
    }
    for concept in Concept::all() {
        ask("history", &format!("of={}", concept.name));
    }
    for input in inputs {
        ask("string", &format!("input={input}&reading=printed"));
    }
    DONE.store(true, Ordering::Relaxed);
}

/// A refusal is told to whoever asks for himself.
fn ask(name: &str, query: &str) {
    if let (Some(question), Ok(params)) = (question(name), Params::read(query.as_bytes())) {
        let _ = question(&params);
    }
}
