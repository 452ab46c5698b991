//! RFC 1630, "Partial (relative) form": rules in prose that count slashes.
//!
//! The rule for partial forms that begin with slashes and the table of examples under it disagree
//! (erratum partial-slash-rule). Corrected follows the table; Printed follows the rule.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Reading;

use super::components::{between_slashes, cut, directory, find, is_full, joined, slashed};
use super::{Attempt, Composed, Outcome, Trace};

#[inline]
pub(super) fn resolve(attempt: &Attempt<'_>, trace: &mut dyn Trace) -> Outcome {
    let reference = attempt.reference;
    if is_full(reference) {
        trace.step(
            "1",
            "a colon before any slash: the form is absolute",
            format_args!("{reference}"),
        );
        return Outcome::Target(Composed::intact(reference.into()));
    }
    let (context, _) = cut(attempt.base, b'#');
    let (scheme, Some(_)) = cut(context, b':') else { return Outcome::NotAbsolute };
    // Rule 1.
    trace.step("1", "the scheme of the context is taken over", format_args!("{scheme}:"));
    if reference.starts_with('#') || reference.is_empty() {
        let target = joined(&[context, reference]);
        trace.step("Fragment-id", "the fragment follows the whole URI", format_args!("{target}"));
        return Outcome::Target(Composed::intact(target));
    }
    let (context, _) = cut(context, b'?');
    // Rule 2.
    let slashes = reference.bytes().take_while(|&byte| byte == b'/').count();
    if slashes > 0 {
        let Some(end) = run_of_slashes(context, slashes, attempt.reading) else {
            return Outcome::Unsuitable(
                "it has no such run of slashes as the partial form begins with",
            );
        };
        let target = joined(&[&context[..end], reference]);
        trace.step(
            "2",
            "the context up to the same number of slashes is prepended",
            format_args!("{target}"),
        );
        return Outcome::Target(Composed::intact(target));
    }
    // Rule 3.
    let (partial, tail) = reference.split_at(find(reference, b"?#"));
    let (head, path) = context.split_at(scheme.len() + 1);
    let replaced = joined(&[directory(path), partial]);
    trace.step(
        "3",
        "what follows the context's rightmost slash is replaced",
        format_args!("{head}{replaced}"),
    );
    // Rule 4.
    let path = remove(&replaced);
    trace.step("4", "xxx/../ and /. are removed", format_args!("{head}{path}"));
    Outcome::Target(Composed::intact(joined(&[head, &path, tail])))
}

/// Returns the offset of the first run of exactly `count` slashes; by the printed rule, of one with
/// no longer run after it.
#[inline]
fn run_of_slashes(context: &str, count: usize, reading: Reading) -> Option<usize> {
    let bytes = context.as_bytes();
    let mut found = None;
    let mut at = 0;
    while at < bytes.len() {
        let run = bytes[at..].iter().take_while(|&&byte| byte == b'/').count();
        if run == count && found.is_none() {
            found = Some(at);
            if reading == Reading::Corrected {
                break;
            }
        } else if run > count {
            found = None;
        }
        at += run.max(1);
    }
    found
}

/// Removes `xxx/../` and `/.` recursively. A `..` at the end stays: no slash follows it.
#[inline]
fn remove(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let elements = between_slashes(path);
    for (index, &element) in elements.iter().enumerate() {
        let is_last = index + 1 == elements.len();
        let before = kept.last().copied();
        match element {
            "." if before.is_some() => {}
            ".." if !is_last
                && before.is_some_and(|before| !before.is_empty() && before != "..") =>
            {
                kept.pop();
            }
            _ => kept.push(element),
        }
    }
    slashed(&kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_removed_with_the_slash_after_them() {
        for (path, expected) in [
            ("//a/b/c//d/e/../g", "//a/b/c//d/g"),
            ("//a/b/./c", "//a/b/c"),
            ("//a/b/.", "//a/b"),
            ("//a/b/..", "//a/b/.."),
            ("a/../b", "b"),
            ("a/b/../../c", "c"),
            ("/../a", "/../a"),
        ] {
            assert_eq!(remove(path), expected, "{path}");
        }
    }

    #[test]
    fn rule_and_table_count_slashes_differently() {
        let context = "magic://a/b/c//d/e/f";
        assert_eq!(run_of_slashes(context, 1, Reading::Corrected), Some("magic://a".len()));
        assert_eq!(run_of_slashes(context, 1, Reading::Printed), Some("magic://a/b/c//d".len()));
        assert_eq!(run_of_slashes(context, 2, Reading::Printed), Some("magic:".len()));
        assert_eq!(run_of_slashes(context, 3, Reading::Corrected), None);
    }
}
