//! draft-ietf-uri-url-01 (1993), "Partial form": six rules in prose.
//!
//! The rules are unnumbered bullets, counted here from 1. The search part and the fragment are not
//! path elements, so the last rule leaves them alone. No rule says what the slash after a host
//! belongs to; the BNF prints it outside `path`, and so it stays when the context's path is
//! missing.

use alloc::string::String;

use super::components::{between_slashes, cut, directory, find, is_full, joined, slashed};
use super::{Attempt, Composed, Outcome, Trace};

#[inline]
pub(super) fn resolve(attempt: &Attempt<'_>, trace: &mut dyn Trace) -> Outcome {
    let reference = attempt.reference;
    if is_full(reference) {
        trace.step("1", "a colon before any slash: the form is full", format_args!("{reference}"));
        return Outcome::Target(Composed::intact(reference.into()));
    }
    let (context, _) = cut(attempt.base, b'#');
    let (scheme, Some(rest)) = cut(context, b':') else { return Outcome::NotAbsolute };
    // Rule 1.
    trace.step("1", "the scheme of the context is taken over", format_args!("{scheme}:"));
    // Rule 2.
    if reference.starts_with("//") {
        let target = joined(&[scheme, ":", reference]);
        trace.step(
            "2",
            "host and port are given, and with them the rest",
            format_args!("{target}"),
        );
        return Outcome::Target(Composed::intact(target));
    }
    let (host, path) = match rest.strip_prefix("//") {
        Some(after) => rest.split_at(find(after, b"/?") + 2),
        None => ("", rest),
    };
    trace.step("2", "host and port of the context are taken over", format_args!("{host}"));
    // A void partial form with a fragment refers into the context itself ("Fragment-id").
    if reference.starts_with('#') || reference.is_empty() {
        let target = joined(&[scheme, ":", rest, reference]);
        trace.step(
            "Fragment-id",
            "the fragment follows the whole locator",
            format_args!("{target}"),
        );
        return Outcome::Target(Composed::intact(target));
    }
    let (path, _) = cut(path, b'?');
    let (partial, tail) = reference.split_at(find(reference, b"?#"));
    let replaced = if partial.starts_with('/') {
        trace.step("4", "a leading slash: the path is absolute", format_args!("{partial}"));
        partial.into()
    } else {
        let directory = directory(path);
        let root = if directory.is_empty() && !host.is_empty() { "/" } else { "" };
        let replaced = joined(&[directory, root, partial]);
        trace.step(
            "5",
            "the last part of the context's path is replaced",
            format_args!("{replaced}"),
        );
        replaced
    };
    // Rule 6.
    let path = remove(&replaced);
    trace.step("6", "/xxx/.. and /. are removed", format_args!("{path}"));
    Outcome::Target(Composed::intact(joined(&[scheme, ":", host, &path, tail])))
}

/// Removes `/xxx/..` and `/.` recursively, where `xxx` is a path element other than `..`.
#[inline]
fn remove(path: &str) -> String {
    let mut kept = between_slashes(path);
    // No slash precedes the first element, so that it stays.
    for element in kept.split_off(1) {
        match element {
            "." => {}
            ".." if kept.len() > 1 && kept.last() != Some(&"..") => {
                kept.pop();
            }
            _ => kept.push(element),
        }
    }
    slashed(&kept)
}

#[cfg(test)]
mod tests {
    use super::remove;

    #[test]
    fn elements_are_removed_with_the_slash_before_them() {
        for (path, expected) in [
            ("/a/b/../c", "/a/c"),
            ("/a/./b", "/a/b"),
            ("/a/b/..", "/a"),
            ("/a/b/.", "/a/b"),
            ("/a/..", ""),
            ("/../a", "/../a"),
            ("/../../a", "/../../a"),
            ("a/../b", "a/../b"),
            ("/a/.b/c..", "/a/.b/c.."),
        ] {
            assert_eq!(remove(path), expected, "{path}");
        }
    }
}
