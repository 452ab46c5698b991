//! Lessons: Markdown files whose steps are views of the page, with words beside them.
//!
//! [`Lesson::read`] reads a file (`docs/lessons.md` has its format), and [`Claim::check`] decides
//! what the file says about the documents. The lessons of the project are part of the program;
//! [`add`] adds a teacher's own.

mod claim;
mod exercise;
mod markdown;
mod read;
mod target;
mod written;

use std::sync::{Mutex, PoisonError};

use crate::refusal::Refusal;
pub use claim::Claim;
pub use exercise::{Asked, Exercise, Judged, Wrong};
pub use read::{Lesson, Shown, Step};
pub use written::Notation;
pub(crate) use written::{is_short, Fault, ReadRules, Written};

/// The lessons of the project: their ids and files, in the order in which they are listed.
const SHIPPED: [(&str, &str); 10] = [
    ("query", include_str!("../../lessons/query.md")),
    ("copied-bnf", include_str!("../../lessons/copied-bnf.md")),
    ("tilde", include_str!("../../lessons/tilde.md")),
    ("two-hosts", include_str!("../../lessons/two-hosts.md")),
    ("urn-to-urn", include_str!("../../lessons/urn-to-urn.md")),
    ("brackets", include_str!("../../lessons/brackets.md")),
    ("first-match", include_str!("../../lessons/first-match.md")),
    ("backslash", include_str!("../../lessons/backslash.md")),
    ("zones", include_str!("../../lessons/zones.md")),
    ("own-grammar", include_str!("../../lessons/own-grammar.md")),
];

/// The exercises: their ids and files, in the order in which they are listed, easy ones first.
pub(crate) const EXERCISES: [(&str, &str); 10] = [
    ("pct-encoded", include_str!("../../exercises/pct-encoded.toml")),
    ("scheme", include_str!("../../exercises/scheme.toml")),
    ("void-fragment", include_str!("../../exercises/void-fragment.toml")),
    ("xpalphas", include_str!("../../exercises/xpalphas.toml")),
    ("query-reference", include_str!("../../exercises/query-reference.toml")),
    ("colon", include_str!("../../exercises/colon.toml")),
    ("dec-octet", include_str!("../../exercises/dec-octet.toml")),
    ("nid", include_str!("../../exercises/nid.toml")),
    ("hostname", include_str!("../../exercises/hostname.toml")),
    ("ipv6", include_str!("../../exercises/ipv6.toml")),
];

static ADDED: Mutex<Vec<Lesson>> = Mutex::new(Vec::new());

/// Adds a teacher's own lesson behind the others.
///
/// # Errors
/// A message if the file is not a lesson, if a claim of it is false, or if its id is taken.
pub fn add(id: &str, markdown: &str) -> Result<(), Refusal> {
    let lesson = Lesson::read(id, markdown)?;
    for (number, step) in lesson.steps.iter().enumerate() {
        for claim in &step.claims {
            let holds = claim.check();
            holds.map_err(|why| format!("step {}, line {}: {why}", number + 1, claim.line))?;
        }
    }
    if all().iter().any(|known| known.id == id) {
        return Err(format!("the page has a lesson `{id}` already: rename the file").into());
    }
    ADDED.lock().unwrap_or_else(PoisonError::into_inner).push(lesson);
    Ok(())
}

/// Returns all lessons: the project's, then those that were added.
pub fn all() -> Vec<Lesson> {
    let shipped = SHIPPED.iter().filter_map(|(id, markdown)| Lesson::read(id, markdown).ok());
    let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    shipped.chain(added.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_of_every_lesson_holds() {
        for (id, markdown) in SHIPPED {
            let lesson = Lesson::read(id, markdown).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert!(lesson.steps.len() >= 3, "{id}");
            for step in &lesson.steps {
                assert!(!step.claims.is_empty(), "{id}: {} claims nothing", step.title);
                assert!(!step.shown.is_empty(), "{id}: {} shows nothing", step.title);
                for claim in &step.claims {
                    claim.check().unwrap_or_else(|why| panic!("{id}, line {}: {why}", claim.line));
                }
            }
        }
    }

    #[test]
    fn a_step_without_its_view_is_no_step() {
        for (id, markdown) in SHIPPED {
            let views = markdown.lines().filter(|line| line.starts_with("view: ")).count();
            assert_eq!(views, Lesson::read(id, markdown).unwrap().steps.len());
            for taken in 0..views {
                let mut number = 0;
                let kept = markdown.lines().filter(|line| {
                    let is_view = line.starts_with("view: ");
                    number += usize::from(is_view);
                    !is_view || number != taken + 1
                });
                let without = kept.collect::<Vec<_>>().join("\n");
                let error = Lesson::read(id, &without).unwrap_err().to_string();
                assert!(error.contains("has no `view:`"), "{id}: {error}");
            }
        }
    }

    #[test]
    fn a_false_claim_and_a_second_id_are_refused() {
        let lesson = |claim: &str| {
            format!(
                "# T\n\nS.\n\n## One\n\n```step\nview: #/string\nclaim: {claim}\n```\n\nWords.\n"
            )
        };
        let error = add("mine", &lesson("accepted url-1993 'http://a/b?x=y'")).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("step 1, line 9: ") && error.contains("at 12"), "{error}");
        let error = add("query", &lesson("accepted rfc1738 'http://a/b?x=y'")).unwrap_err();
        assert!(error.to_string().contains("already"), "{error}");
        assert_eq!(add("mine", &lesson("accepted rfc1738 'http://a/b?x=y'")), Ok(()));
        assert!(all().iter().any(|lesson| lesson.id == "mine"));
    }
}
