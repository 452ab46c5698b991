//! RFC 3986, section 5.2, to the letter: the pseudocode of 5.2.2, merge (5.2.3),
//! remove_dot_segments (5.2.4) and recomposition (5.3). Tests of the core compare its one pass
//! with this.

use alloc::borrow::Cow;
use alloc::string::String;

use super::components::{directory, find, joined, Components};
use super::{Attempt, Outcome, Trace};

pub(super) fn resolve(attempt: &Attempt<'_>, trace: &mut impl Trace) -> Outcome {
    let base = Components::split(attempt.base);
    // 5.2.2: (R.scheme, R.authority, R.path, R.query, R.fragment) = parse(R);
    let Components { scheme, authority, path, query, fragment } =
        Components::split(attempt.reference);
    trace.step(
        "5.2.2 parse",
        "the reference in its five components",
        format_args!("{}", attempt.reference),
    );
    let mut r_scheme = scheme;
    // if ((not strict) and (R.scheme == Base.scheme)) then undefine(R.scheme);
    let is_same = matches!((scheme, base.scheme), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b));
    if !attempt.strict && is_same {
        r_scheme = None;
        trace.step(
            "5.2.2 not strict",
            "the scheme is the base's own: undefined",
            format_args!("{path}"),
        );
    }
    let target = if let Some(scheme) = r_scheme {
        trace.step(
            "5.2.2 defined(R.scheme)",
            "scheme, authority, path, query of R",
            format_args!("{scheme}:"),
        );
        let path = traced_removal(&path, trace);
        Components { scheme: Some(scheme), authority, path, query, fragment }
    } else {
        let Some(scheme) = base.scheme else { return Outcome::NotAbsolute };
        let (authority, path, query) = if let Some(authority) = authority {
            let label = "5.2.2 defined(R.authority)";
            trace.step(label, "authority, path, query of R", format_args!("//{authority}{path}"));
            (Some(authority), traced_removal(&path, trace), query)
        } else if path.is_empty() {
            trace.step("5.2.2 R.path == \"\"", "the base's path", format_args!("{}", base.path));
            let query = query.or(base.query);
            let shown = query.as_deref().unwrap_or("(undefined)");
            trace.step("5.2.2 R.path == \"\"", "R's query, or the base's", format_args!("{shown}"));
            (base.authority, base.path, query)
        } else if path.starts_with('/') {
            trace.step("5.2.2 R.path starts-with \"/\"", "path of R", format_args!("{path}"));
            (base.authority, traced_removal(&path, trace), query)
        } else {
            let merged = merge(base.authority, &base.path, &path);
            trace.step("5.2.3 merge", "with the base's path", format_args!("{merged}"));
            (base.authority, Cow::Owned(traced_removal(&merged, trace).into_owned()), query)
        };
        Components { scheme: Some(scheme), authority, path, query, fragment }
    };
    // 5.3
    let composed = target.composed();
    trace.step("5.3", "recomposed", format_args!("{}", composed.text));
    Outcome::Target(composed)
}

/// Merges the paths of a base and a reference (5.2.3).
fn merge(authority: Option<&str>, base: &str, reference: &str) -> String {
    let start = if authority.is_some() && base.is_empty() { "/" } else { directory(base) };
    joined(&[start, reference])
}

fn traced_removal<'a>(path: &str, trace: &mut impl Trace) -> Cow<'a, str> {
    let path = remove_dot_segments(path);
    trace.step("5.2.4", "dot segments are removed", format_args!("{path}"));
    path.into()
}

/// Removes dot segments (5.2.4). The input buffer is a slice that shrinks.
pub fn remove_dot_segments(path: &str) -> String {
    // 1.
    let mut input = path;
    let mut output = String::with_capacity(path.len());
    // 2.
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            // A.
            input = rest;
        } else if input.starts_with("/./") {
            // B.
            input = &input[2..];
        } else if input == "/." {
            input = "/";
        } else if input.starts_with("/../") || input == "/.." {
            // C.
            input = if input.len() == 3 { "/" } else { &input[3..] };
            output.truncate(directory(&output).len().saturating_sub(1));
        } else if input == "." || input == ".." {
            // D.
            input = "";
        } else {
            // E.
            let root = usize::from(input.starts_with('/'));
            let (segment, rest) = input.split_at(root + find(&input[root..], b"/"));
            output.push_str(segment);
            input = rest;
        }
    }
    // 3.
    output
}

#[cfg(test)]
mod tests {
    use super::remove_dot_segments;

    #[test]
    fn section_5_2_4_and_its_corners() {
        for (path, expected) in [
            ("/a/b/c/./../../g", "/a/g"),
            ("mid/content=5/../6", "mid/6"),
            ("/..", "/"),
            ("/.", "/"),
            ("..", ""),
            ("./a", "a"),
            ("a/../b", "/b"),
            ("é/../b", "/b"),
            ("/a/..//b", "//b"),
            ("", ""),
        ] {
            assert_eq!(remove_dot_segments(path), expected, "{path}");
        }
    }
}
