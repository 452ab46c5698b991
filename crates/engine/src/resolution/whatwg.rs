//! URL Standard, 4.4: the states of the basic URL parser that read a reference by a base.
//!
//! The parser splits and changes a reference in one pass. Here the states decide which components
//! come from the base. The grammar splits the others: a reference that has an authority of its own,
//! after the base's scheme. A path loses its dot segments, because the path of a base is a list
//! without them when its last segment is removed. The steps that change characters come later
//! (`href.rs`): percent-encoding, hosts, ports.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::components::{cut, Components};
use super::url_path::{starts_with_drive_letter, Kind, UrlPath};
use super::{Attempt, Composed, Outcome, Rules, Trace};

/// The rules that split texts.
#[derive(Clone, Copy)]
struct Splitter<'r>(&'r dyn Rules);

#[inline]
pub(super) fn resolve(attempt: &Attempt<'_>, trace: &mut dyn Trace) -> Outcome {
    let splitter = Splitter(attempt.rules);
    let reference = attempt.reference;
    let Some(base) = splitter.split(attempt.base) else { return Outcome::NotAbsolute };
    let Some(base_scheme) = base.scheme else { return Outcome::NotAbsolute };
    let kind = splitter.kind(base_scheme);
    let rest = match cut_scheme(reference) {
        // "special relative or authority state", and "file state" with a base.
        Some((scheme, rest))
            if scheme.eq_ignore_ascii_case(base_scheme)
                && (kind == Kind::File || kind == Kind::Special && !rest.starts_with("//")) =>
        {
            trace.step(
                "scheme state",
                "the scheme is the base's own, and special",
                format_args!("{rest}"),
            );
            rest
        }
        Some((scheme, _)) => {
            trace.step("scheme state", "the base is ignored", format_args!("{scheme}:"));
            return splitter.whole(reference.into(), trace);
        }
        None if is_opaque(&base, kind) => {
            let Some(fragment) = reference.strip_prefix('#') else {
                return Outcome::Unsuitable(
                    "its path is opaque, and only a fragment resolves by it",
                );
            };
            let label = "no scheme state";
            trace.step(label, "only the fragment changes", format_args!("#{fragment}"));
            return splitter.composed(Components { fragment: Some(fragment), ..base }, trace);
        }
        None => reference,
    };
    let label = if kind == Kind::File { "file state" } else { "relative state" };
    let is_slash = |text: &str| kind.is_slash(text.as_bytes().first());
    let is_double = |rest: &str| is_slash(rest) && is_slash(&rest[1..]);
    if is_double(rest) {
        trace.step(label, "the reference has an authority", format_args!("{rest}"));
        return splitter.whole(format!("{base_scheme}:{rest}"), trace);
    }
    // A URL with the scheme file has a host, if only an empty one.
    let authority = base.authority.or((kind == Kind::File).then_some(""));
    let base_path = UrlPath::of(kind, &base.path);
    let (before, fragment) = cut(rest, b'#');
    let (text, query) = cut(before, b'?');
    let (path, query) = if is_slash(text) {
        trace.step(label, "the path begins at the root", format_args!("{text}"));
        // "file slash state": the drive of the base stays.
        let mut path = UrlPath::empty(kind);
        if kind == Kind::File && !starts_with_drive_letter(&rest[1..]) {
            path.keep_drive(&base_path);
        }
        path.read(&text[1..]);
        (path, query.map(Cow::Borrowed))
    } else if text.is_empty() {
        trace.step(label, "the base's path", format_args!("{base_path}"));
        let query = query.map(Cow::Borrowed).or_else(|| base.query.clone());
        (base_path, query)
    } else {
        let mut path = base_path;
        if kind == Kind::File && starts_with_drive_letter(rest) {
            path = UrlPath::empty(kind);
        } else {
            path.shorten();
        }
        trace.step(label, "the base's path without its end", format_args!("{path}"));
        path.read(text);
        trace.step("path state", "with the reference's path", format_args!("{path}"));
        (path, query.map(Cow::Borrowed))
    };
    let path = path.write(authority.is_some()).into();
    let scheme = Some(base_scheme);
    splitter.composed(Components { scheme, authority, path, query, fragment }, trace)
}

impl Splitter<'_> {
    #[inline]
    fn kind(self, scheme: &str) -> Kind {
        Kind::of(self.0.shape(), scheme)
    }

    /// Splits a text with a scheme by the grammar; `None` if the grammar rejects it.
    #[inline]
    fn split(self, text: &str) -> Option<Components<'_>> {
        let parts = self.0.split(text)?;
        let of = |span: Option<crate::Span>| span.map(|span| span.of(text));
        Some(Components {
            scheme: of(parts.scheme()),
            authority: of(parts.authority()),
            path: parts.path().of(text).into(),
            query: of(parts.query()).map(Cow::Borrowed),
            fragment: of(parts.fragment()),
        })
    }

    /// Returns the target of a text that takes nothing more from the base. A text that the grammar
    /// rejects stays as it is, and the error is about it.
    #[inline]
    fn whole(self, text: String, trace: &mut dyn Trace) -> Outcome {
        let Some(found) = self.split(&text) else {
            return Outcome::Target(Composed::intact(text));
        };
        let kind = found.scheme.map_or(Kind::Other, |scheme| self.kind(scheme));
        if is_opaque(&found, kind) {
            return self.composed(found, trace);
        }
        let authority = found.authority.or((kind == Kind::File).then_some(""));
        let path = UrlPath::of(kind, &found.path);
        trace.step("path state", "the path without dot segments", format_args!("{path}"));
        let path = path.write(authority.is_some()).into();
        self.composed(Components { authority, path, ..found }, trace)
    }

    /// Puts components together.
    #[inline]
    fn composed(self, components: Components<'_>, trace: &mut dyn Trace) -> Outcome {
        let encoded;
        let mut components = components;
        // A space that came before a fragment must not be at the end, where it would be removed.
        match (components.fragment, &mut components.query) {
            (Some(_), _) => {}
            (None, Some(query)) => *query = self.end_encoded(query).into(),
            (None, None) if !components.path.is_empty() => {
                components.path = self.end_encoded(&components.path).into();
            }
            (None, None) => {
                encoded = components.authority.map(|authority| self.end_encoded(authority));
                components.authority = encoded.as_deref();
            }
        }
        let text = components.recombine();
        trace.step("4.5", "serialized", format_args!("{text}"));
        let intact = self.split(&text).is_some_and(|found| found == components);
        Outcome::Target(Composed { text, intact })
    }

    /// Percent-encodes the characters at the end that are removed from the end of a URL.
    #[inline]
    fn end_encoded(self, text: &str) -> String {
        let is_pad = |byte: u8| self.0.removed().is_some_and(|removed| removed.end.contains(byte));
        let kept = text.bytes().rposition(|byte| !is_pad(byte)).map_or(0, |at| at + 1);
        let mut encoded = String::from(&text[..kept]);
        for byte in text[kept..].bytes() {
            encoded.push_str(&format!("%{byte:02X}"));
        }
        encoded
    }
}

#[inline]
fn is_opaque(url: &Components<'_>, kind: Kind) -> bool {
    kind == Kind::Other && url.authority.is_none() && !url.path.starts_with('/')
}

/// Splits a reference that begins with a scheme.
#[inline]
fn cut_scheme(reference: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = reference.split_once(':')?;
    let is_rest = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(is_rest);
    is_scheme.then_some((scheme, rest))
}
