//! draft-fielding-uri-rfc2396bis-01 (2003), section 5.2: pseudocode for the transformation, eight
//! steps for `merge`.

use alloc::borrow::Cow;
use alloc::string::String;

use super::components::{directory, Components};
use super::segments::Segments;
use super::{Attempt, ExcessParents, Outcome, Trace};

#[inline]
pub(super) fn resolve(attempt: &Attempt<'_>, trace: &mut dyn Trace) -> Outcome {
    let base = Components::split(attempt.base);
    let Components { scheme, authority, path, query, fragment } =
        Components::split(attempt.reference);
    trace.step(
        "parse",
        "the reference in four components and fragment",
        format_args!("{}", attempt.reference),
    );
    let mut r_scheme = scheme;
    // if ((not validating) and (R.scheme == Base.scheme)) then undefine(R.scheme)
    let is_same = matches!((scheme, base.scheme), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b));
    if !attempt.strict && is_same {
        r_scheme = None;
        trace.step(
            "not validating",
            "the scheme is the base's own: undefined",
            format_args!("{path}"),
        );
    }
    let target = if let Some(scheme) = r_scheme {
        trace.step(
            "defined(R.scheme)",
            "scheme, authority, path, query of R",
            format_args!("{scheme}:"),
        );
        Components { scheme: Some(scheme), authority, path, query, fragment }
    } else if authority.is_none() && path.is_empty() && query.is_none() {
        trace.step("R.path == \"\"", "R.query undefined: the current document", format_args!(""));
        return Outcome::CurrentDocument(fragment.map(Into::into));
    } else {
        let Some(scheme) = base.scheme else { return Outcome::NotAbsolute };
        if base.is_opaque() {
            return Outcome::Unsuitable(
                "its scheme-specific part is opaque: it does not begin with a slash",
            );
        }
        let (authority, path) = if let Some(authority) = authority {
            trace.step(
                "defined(R.authority)",
                "authority, path, query of R",
                format_args!("//{authority}{path}"),
            );
            (Some(authority), path)
        } else if path.is_empty() {
            trace.step(
                "R.path == \"\"",
                "R.query defined: the base's path",
                format_args!("{}", base.path),
            );
            (base.authority, base.path)
        } else if path.starts_with('/') {
            trace.step("R.path starts-with \"/\"", "path of R", format_args!("{path}"));
            (base.authority, path)
        } else {
            let Some(merged) = merge(attempt.excess_parents, &base.path, &path, trace) else {
                return Outcome::AboveRoot;
            };
            (base.authority, Cow::Owned(merged))
        };
        Components { scheme: Some(scheme), authority, path, query, fragment }
    };
    let composed = target.composed();
    trace.step(
        "recombined",
        "the components with their delimiters",
        format_args!("{}", composed.text),
    );
    Outcome::Target(composed)
}

/// `None` when leading `..` are refused.
#[inline]
fn merge(
    excess_parents: ExcessParents,
    base: &str,
    reference: &str,
    trace: &mut dyn Trace,
) -> Option<String> {
    // merge 1.
    let mut buffer = String::from(if base.is_empty() { "/" } else { directory(base) });
    trace.step(
        "merge 1.",
        "all but the last segment of the base's path, or /",
        format_args!("{buffer}"),
    );
    // merge 2.
    buffer.push_str(reference);
    trace.step("merge 2.", "the reference's path is appended", format_args!("{buffer}"));
    let mut segments = Segments::of(&buffer);
    // merge 3.
    segments.remove_dot_slash();
    trace.step("merge 3.", "./ is removed", format_args!("{segments}"));
    // merge 4.
    segments.remove_last_dot();
    trace.step("merge 4.", "a last . is removed", format_args!("{segments}"));
    // merge 5.
    segments.remove_parents();
    trace.step("merge 5.", "<segment>/../ is removed", format_args!("{segments}"));
    // merge 6.
    segments.remove_last_parent();
    trace.step("merge 6.", "a last <segment>/.. is removed", format_args!("{segments}"));
    // merge 7.
    if segments.begins_above_root() {
        match excess_parents {
            ExcessParents::Kept => {}
            ExcessParents::Removed => segments.discard_above_root(),
            ExcessParents::Refused => return None,
        }
        trace.step(
            "merge 7.",
            "leading .. is an error: kept or removed",
            format_args!("{segments}"),
        );
    }
    // merge 8.
    let path = segments.join();
    trace.step("merge 8.", "the buffer is the target's path", format_args!("{path}"));
    Some(path)
}
