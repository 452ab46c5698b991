//! Resolution against a base without a scheme, which no document defines.
//!
//! One equation decides every answer: for each absolute base A, the target T of the relative base B
//! and the reference R has `A.resolve(T) == A.resolve(B).resolve(R)`.
//!
//! ```text
//! B = ../a/./b   R = ../c    A = http://h/x/y
//! ../a/b                     B without the dots that need no A
//! ../c                  merged with R (RFC 3986, 5.2.3)
//! ../c                       T; A.resolve(B) is http://h/a/b, and both give http://h/c
//! ```
//!
//! Where B or R has an authority or begins with a slash, nothing is left to A but its scheme and
//! perhaps its authority: RFC 3986's own algorithm resolves against `x:`, and `x:` is taken off.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use urigram_grammars::StartRule;

use super::{ResolveError, Resolver, Target};
use crate::value::Owned;
use crate::IriRefBuf;

/// A base that has a scheme and nothing else.
const EMPTY: &str = "x:";

/// The function for bases without a scheme. Only a resolver that accepts them holds it, so other
/// programs do not link it. It returns `None` if the base has a scheme.
#[derive(Clone, Copy)]
pub(super) struct RelativeBase(
    pub(super) fn(&Resolver, &str, &str) -> Option<Result<Target, ResolveError>>,
);

impl RelativeBase {
    pub(super) const TAKEN: RelativeBase = RelativeBase(Resolver::against_relative);
}

impl fmt::Debug for RelativeBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("taken")
    }
}

impl Resolver {
    fn against_relative(
        &self,
        base: &str,
        reference: &str,
    ) -> Option<Result<Target, ResolveError>> {
        let table = StartRule::Reference.table(self.grammar, self.reading);
        let b = table.split(base, self.reading).ok()?;
        let r = table.split(reference, self.reading).ok()?;
        if b.scheme().is_some() {
            return None;
        }
        if r.scheme().is_some() {
            return Some(self.absolute(EMPTY, reference));
        }
        let (base_path, path) = (b.path().of(base), r.path().of(reference));
        if r.authority().is_some() || path.starts_with('/') && b.authority().is_none() {
            return Some(self.absolute(EMPTY, reference).and_then(|target| self.relative(target)));
        }
        if b.authority().is_some() || base_path.starts_with('/') {
            // Dots of the base come first: of `/a/..` and `c` the target is `/c`.
            let base = self.absolute(EMPTY, base);
            let target = base.and_then(|base| self.absolute(&base.to_reference(), reference));
            return Some(target.and_then(|target| self.relative(target)));
        }
        let mut text = match path {
            "" => without_dots(base_path).into_owned(),
            _ => {
                let base = without_dots(base_path);
                let folder = base.rfind('/').map_or("", |at| &base[..=at]);
                without_dots(&[folder, path].concat()).into_owned()
            }
        };
        let query = r.query().map(|span| span.of(reference));
        let kept = || b.query().filter(|_| path.is_empty()).map(|span| span.of(base));
        let parts = [('?', query.or_else(kept)), ('#', r.fragment().map(|at| at.of(reference)))];
        for (delimiter, part) in parts {
            if let Some(part) = part {
                text.push(delimiter);
                text.push_str(part);
            }
        }
        Some(self.checked(text))
    }

    /// Resolves against an absolute base.
    fn absolute(&self, base: &str, reference: &str) -> Result<Target, ResolveError> {
        self.accept_relative_base(false).strict(true).resolve(base, reference)
    }

    /// Takes the scheme off a target that has it from the empty base.
    fn relative(&self, target: Target) -> Result<Target, ResolveError> {
        let text = target.to_reference();
        self.checked(text.strip_prefix(EMPTY).map(String::from).unwrap_or(text))
    }

    fn checked(&self, text: String) -> Result<Target, ResolveError> {
        let (grammar, reading) = (self.grammar, self.reading);
        match StartRule::Reference.table(grammar, reading).split(&text, reading) {
            Ok(parts) => {
                let value = Owned { text, parts, grammar, reading };
                Ok(Target::Reference(IriRefBuf::of(value)))
            }
            Err(error) => Err(ResolveError::NotAccepted { text, error: error.into() }),
        }
    }
}

/// Removes the dot segments of a path that begins with no slash, except `..` at its beginning. The
/// result of a path that is not empty is neither empty nor absolute, and has no colon before its
/// first slash. Takes linear time.
fn without_dots(path: &str) -> Cow<'_, str> {
    if path.is_empty() {
        return Cow::Borrowed(path);
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut is_folder = false;
    for segment in path.split('/') {
        is_folder = matches!(segment, "." | "..");
        match (segment, kept.last()) {
            (".", _) => {}
            ("..", Some(&last)) if last != ".." => {
                kept.pop();
            }
            _ => kept.push(segment),
        }
    }
    if is_folder {
        kept.push("");
    }
    let first = kept.first().copied().unwrap_or_default();
    let guard = if first.is_empty() || first.contains(':') { "./" } else { "" };
    Cow::Owned([guard, &kept.join("/")].concat())
}
