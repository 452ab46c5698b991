//! Questions whose answers take long the first time.

use urigram::history::Concept;
use urigram::Grammar;

/// Returns the questions that a class is likely to ask, each with its parameters, most likely
/// first.
///
/// Asking them computes what takes long the first time and is kept. Someone who asks meanwhile
/// waits for one answer and no more.
pub fn warmup() -> Vec<(&'static str, String)> {
    // Some document accepts each of these, so each builds trees.
    let inputs = ["http://a/", "urn:example:a", "<>"];
    let mut all: Vec<(&str, String)> = Vec::new();
    all.extend(inputs.map(|input| ("string", format!("input={input}"))));
    all.push(("suggestions", String::new()));
    all.push(("history", "of=path".to_owned()));
    all.push(("film", String::new()));
    for grammar in Grammar::ALL {
        all.push(("document", format!("grammar={grammar}")));
        all.push(("steps", format!("grammar={grammar}&input=a")));
    }
    for pair in Grammar::ALL.windows(2) {
        all.push(("compare", format!("a={}&b={}", pair[0], pair[1])));
        all.push(("components", format!("a={}&b={}", pair[0], pair[1])));
    }
    all.extend(Concept::all().iter().map(|concept| ("history", format!("of={}", concept.name))));
    all.extend(inputs.map(|input| ("string", format!("input={input}&reading=printed"))));
    all
}

#[cfg(test)]
mod tests {
    use super::super::{ask, Params};
    use super::*;

    #[test]
    fn every_question_has_an_answer() {
        // Comparing whole documents takes a while in debug builds: one of each kind is enough.
        let mut seen = std::collections::BTreeSet::new();
        for (name, query) in warmup() {
            if seen.insert(name) {
                let params = Params::read(query.as_bytes()).unwrap();
                assert!(!params.has_rules(), "{name}?{query}");
                assert!(ask(name, &params).is_ok(), "{name}?{query}");
            }
        }
        assert!(seen.len() >= 6);
    }
}
