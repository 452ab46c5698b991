//! RFC 2396, section 5.2.
//!
//! A base whose scheme-specific part is opaque has no path to merge with (section 5), so that only
//! references with a scheme and references to the current document resolve.

use super::components::{directory, Components};
use super::segments::Segments;
use super::{Attempt, Composed, ExcessParents, Outcome, Trace};

pub(super) fn resolve(attempt: &Attempt<'_>, trace: &mut dyn Trace) -> Outcome {
    let base = Components::split(attempt.base);
    // Step 1)
    let mut uri = Components::split(attempt.reference);
    trace.step("1)", "parsed", format_args!("{uri}"));
    // Step 2)
    if uri.path.is_empty() && uri.scheme.is_none() && uri.authority.is_none() && uri.query.is_none()
    {
        trace.step("2)", "path empty, all else undefined: the current document", format_args!(""));
        return Outcome::CurrentDocument(uri.fragment.map(Into::into));
    }
    // Step 3)
    if !attempt.strict && same(uri.scheme, base.scheme) && !base.is_opaque() {
        uri.scheme = None;
        trace.step(
            "3)",
            "the scheme is the base's own: removed",
            format_args!("{}", uri.recombine()),
        );
    }
    if uri.scheme.is_some() {
        trace.step("3)", "the scheme is defined: absolute", format_args!("{}", attempt.reference));
        return Outcome::Target(Composed::intact(attempt.reference.into()));
    }
    let Some(scheme) = base.scheme else { return Outcome::NotAbsolute };
    if base.is_opaque() {
        return Outcome::Unsuitable(
            "its scheme-specific part is opaque: it does not begin with a slash",
        );
    }
    uri.scheme = Some(scheme);
    trace.step("3)", "the scheme is inherited", format_args!("{scheme}"));
    'recombine: {
        // Step 4)
        if let Some(authority) = uri.authority {
            trace.step("4)", "the authority is defined: on to step 7", format_args!("{authority}"));
            break 'recombine;
        }
        uri.authority = base.authority;
        trace.step(
            "4)",
            "the authority is inherited",
            format_args!("{}", base.authority.unwrap_or("(undefined)")),
        );
        // Step 5)
        if uri.path.starts_with('/') {
            trace.step("5)", "an absolute path: on to step 7", format_args!("{}", uri.path));
            break 'recombine;
        }
        // Step 6 a)
        let mut buffer = alloc::string::String::from(directory(&base.path));
        trace.step("6 a)", "all but the last segment of the base's path", format_args!("{buffer}"));
        // Step 6 b)
        buffer.push_str(&uri.path);
        trace.step("6 b)", "the reference's path is appended", format_args!("{buffer}"));
        let mut segments = Segments::of(&buffer);
        // Step 6 c)
        segments.remove_dot_slash();
        trace.step("6 c)", "./ is removed", format_args!("{segments}"));
        // Step 6 d)
        segments.remove_last_dot();
        trace.step("6 d)", "a last . is removed", format_args!("{segments}"));
        // Step 6 e)
        segments.remove_parents();
        trace.step("6 e)", "<segment>/../ is removed", format_args!("{segments}"));
        // Step 6 f)
        segments.remove_last_parent();
        trace.step("6 f)", "a last <segment>/.. is removed", format_args!("{segments}"));
        // Step 6 g)
        if segments.begins_above_root() {
            match attempt.excess_parents {
                ExcessParents::Kept => {}
                ExcessParents::Removed => segments.discard_above_root(),
                ExcessParents::Refused => return Outcome::AboveRoot,
            }
            trace.step(
                "6 g)",
                "leading .. is an error: kept or removed",
                format_args!("{segments}"),
            );
        }
        // Step 6 h)
        uri.path = segments.join().into();
        trace.step("6 h)", "the buffer is the new path", format_args!("{}", uri.path));
    }
    // Step 7)
    let composed = uri.composed();
    trace.step("7)", "recombined", format_args!("{}", composed.text));
    Outcome::Target(composed)
}

fn same(a: Option<&str>, b: Option<&str>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b))
}
