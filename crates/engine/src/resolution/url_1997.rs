//! draft-fielding-url-syntax-05 (1997), section 5.2: the reference's query is merged into the path
//! (step 6 c) and cut off again (6 h), so that `..` in a query climbs.

use alloc::borrow::Cow;

use super::components::{cut, directory, Components};
use super::segments::Segments;
use super::{Attempt, Composed, Outcome, Trace};

#[inline]
pub(super) fn resolve(attempt: &Attempt<'_>, trace: &mut dyn Trace) -> Outcome {
    let base = Components::split(attempt.base);
    // Step 1)
    let mut url = Components::split(attempt.reference);
    trace.step("1)", "parsed", format_args!("{url}"));
    // Step 2)
    if url.path.is_empty() && url.scheme.is_none() && url.authority.is_none() && url.query.is_none()
    {
        trace.step("2)", "path empty, all else undefined: the current document", format_args!(""));
        return Outcome::CurrentDocument(url.fragment.map(Into::into));
    }
    // Step 3)
    if url.scheme.is_some() {
        trace.step("3)", "the scheme is defined: absolute", format_args!("{}", attempt.reference));
        return Outcome::Target(Composed::intact(attempt.reference.into()));
    }
    // 5.1.4 has it that without a base every reference is assumed to be absolute; this one has no
    // scheme.
    let Some(scheme) = base.scheme else { return Outcome::NotAbsolute };
    url.scheme = Some(scheme);
    trace.step("3)", "the scheme is inherited", format_args!("{scheme}"));
    'recombine: {
        // Step 4)
        if let Some(site) = url.authority {
            trace.step("4)", "the site is defined: on to step 7", format_args!("{site}"));
            break 'recombine;
        }
        url.authority = base.authority;
        trace.step(
            "4)",
            "the site is inherited",
            format_args!("{}", base.authority.unwrap_or("(undefined)")),
        );
        // Step 5)
        if url.path.starts_with('/') {
            trace.step("5)", "an absolute path: on to step 7", format_args!("{}", url.path));
            break 'recombine;
        }
        // Step 6 a)
        let mut buffer = alloc::string::String::from(directory(&base.path));
        trace.step("6 a)", "all but the last segment of the base's path", format_args!("{buffer}"));
        // Step 6 b)
        buffer.push_str(&url.path);
        trace.step("6 b)", "the reference's path is appended", format_args!("{buffer}"));
        // Step 6 c)
        if let Some(query) = &url.query {
            buffer.push('?');
            buffer.push_str(query);
            trace.step(
                "6 c)",
                "? and the reference's query are appended",
                format_args!("{buffer}"),
            );
        }
        let mut segments = Segments::of(&buffer);
        // Step 6 d)
        segments.remove_dot_slash();
        trace.step("6 d)", "./ is removed", format_args!("{segments}"));
        // Step 6 e)
        segments.remove_last_dot();
        trace.step("6 e)", "a last . is removed", format_args!("{segments}"));
        // Step 6 f)
        segments.remove_parents();
        trace.step("6 f)", "<segment>/../ is removed", format_args!("{segments}"));
        // Step 6 g)
        segments.remove_last_parent();
        trace.step("6 g)", "a last <segment>/.. is removed", format_args!("{segments}"));
        let buffer = segments.join();
        // Step 6 h)
        let (path, query) = cut(&buffer, b'?');
        url.query = query.map(|query| Cow::Owned(query.into()));
        let shown = url.query.as_deref().unwrap_or("(undefined)");
        trace.step("6 h)", "the query is what follows the first ?", format_args!("{shown}"));
        // Step 6 i)
        trace.step("6 i)", "the path is what precedes it", format_args!("{path}"));
        url.path = Cow::Owned(path.into());
    }
    // Step 7)
    let composed = url.composed();
    trace.step("7)", "recombined", format_args!("{}", composed.text));
    Outcome::Target(composed)
}
