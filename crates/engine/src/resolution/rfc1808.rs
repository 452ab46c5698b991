//! RFC 1808, section 4, on URLs parsed as section 2.4 says: parameters are a component, and an
//! empty component is the same as none.

use alloc::string::String;
use core::fmt;

use super::components::{cut, directory, find, joined, Named};
use super::segments::Segments;
use super::{Attempt, Composed, Outcome, Trace};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Url<'a> {
    scheme: &'a str,
    net_loc: &'a str,
    /// With the slash that may precede it, as 2.4.6 suggests.
    path: &'a str,
    params: &'a str,
    query: &'a str,
    fragment: &'a str,
}

impl<'a> Url<'a> {
    #[inline]
    fn parse(text: &'a str) -> Url<'a> {
        // 2.4.1
        let (rest, fragment) = cut(text, b'#');
        // 2.4.2
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte);
        let (scheme, rest) = match rest.bytes().position(|byte| !allowed(byte)) {
            Some(at) if at > 0 && rest.as_bytes()[at] == b':' => (&rest[..at], &rest[at + 1..]),
            _ => ("", rest),
        };
        // 2.4.3
        let (net_loc, rest) = match rest.strip_prefix("//") {
            Some(rest) => rest.split_at(find(rest, b"/")),
            None => ("", rest),
        };
        // 2.4.4
        let (rest, query) = cut(rest, b'?');
        // 2.4.5
        let (path, params) = cut(rest, b';');
        // 2.4.6
        let [params, query, fragment] = [params, query, fragment].map(Option::unwrap_or_default);
        Url { scheme, net_loc, path, params, query, fragment }
    }

    /// Returns the parts put together, each with its delimiter unless it is empty.
    #[inline]
    fn recombine(&self) -> String {
        let Url { scheme, net_loc, path, params, query, fragment } = *self;
        let shown = |part: &str, delimiter| if part.is_empty() { "" } else { delimiter };
        let (colon, slashes) = (shown(scheme, ":"), shown(net_loc, "//"));
        let (semicolon, mark, hash) = (shown(params, ";"), shown(query, "?"), shown(fragment, "#"));
        joined(&[
            scheme, colon, slashes, net_loc, path, semicolon, params, mark, query, hash, fragment,
        ])
    }

    /// Its parts with the document's names for them.
    #[inline]
    fn parts(&self) -> impl fmt::Display + use<'a> {
        let parts = [("scheme", self.scheme), ("net_loc", self.net_loc), ("path", self.path)];
        let more = [("params", self.params), ("query", self.query), ("fragment", self.fragment)];
        let all = parts.into_iter().chain(more);
        Named(all.map(|(name, part)| (name, Some(part).filter(|part| !part.is_empty()))))
    }
}

// Long because it is section 4, step by step, with the sentence of each for a trace.
#[inline]
pub(super) fn resolve(attempt: &Attempt<'_>, trace: &mut dyn Trace) -> Outcome {
    let Attempt { base, reference, .. } = *attempt;
    let taken = |text: &str| Outcome::Target(Composed::intact(text.into()));
    // Step 1.
    if base.is_empty() {
        trace.step("1", "no base: the URL is taken for absolute", format_args!("{reference}"));
        return taken(reference);
    }
    // Step 2.
    let base_url = Url::parse(base);
    let mut url = Url::parse(reference);
    trace.step("2", "parsed", format_args!("{}", url.parts()));
    // Step 2 a)
    if reference.is_empty() {
        trace.step("2 a)", "entirely empty: the whole base", format_args!("{base}"));
        return taken(base);
    }
    // Step 2 b)
    if !url.scheme.is_empty() {
        trace.step("2 b)", "it starts with a scheme name: absolute", format_args!("{reference}"));
        return taken(reference);
    }
    if base_url.scheme.is_empty() {
        return Outcome::NotAbsolute;
    }
    // Step 2 c)
    url.scheme = base_url.scheme;
    trace.step("2 c)", "the scheme is inherited", format_args!("{}", url.scheme));
    let merged: String;
    'recombine: {
        // Step 3.
        if !url.net_loc.is_empty() {
            trace.step("3", "net_loc is not empty: on to step 7", format_args!("{}", url.net_loc));
            break 'recombine;
        }
        url.net_loc = base_url.net_loc;
        trace.step("3", "net_loc is inherited", format_args!("{}", url.net_loc));
        // Step 4.
        if url.path.starts_with('/') {
            trace.step(
                "4",
                "a slash precedes the path: on to step 7",
                format_args!("{}", url.path),
            );
            break 'recombine;
        }
        // Step 5.
        if url.path.is_empty() {
            url.path = base_url.path;
            trace.step(
                "5",
                "the path is empty: the base's is inherited",
                format_args!("{}", url.path),
            );
            // Step 5 a)
            if !url.params.is_empty() {
                trace.step(
                    "5 a)",
                    "params is not empty: on to step 7",
                    format_args!("{}", url.params),
                );
                break 'recombine;
            }
            url.params = base_url.params;
            trace.step("5 a)", "params are inherited", format_args!("{}", url.params));
            // Step 5 b)
            if url.query.is_empty() {
                url.query = base_url.query;
                trace.step("5 b)", "the query is inherited", format_args!("{}", url.query));
            }
            break 'recombine;
        }
        // Step 6.
        let replaced = joined(&[directory(base_url.path), url.path]);
        trace.step(
            "6",
            "the last segment of the base's path is replaced",
            format_args!("{replaced}"),
        );
        let mut segments = Segments::of(&replaced);
        // Step 6 a)
        segments.remove_dot_slash();
        trace.step("6 a)", "./ is removed", format_args!("{segments}"));
        // Step 6 b)
        segments.remove_last_dot();
        trace.step("6 b)", "a last . is removed", format_args!("{segments}"));
        // Step 6 c)
        segments.remove_parents();
        trace.step("6 c)", "<segment>/../ is removed", format_args!("{segments}"));
        // Step 6 d)
        segments.remove_last_parent();
        trace.step("6 d)", "a last <segment>/.. is removed", format_args!("{segments}"));
        merged = segments.join();
        url.path = &merged;
    }
    // Step 7.
    let text = url.recombine();
    trace.step("7", "recombined", format_args!("{text}"));
    let intact = Url::parse(&text) == url;
    Outcome::Target(Composed { text, intact })
}
