//! The base of a reference, found in the places that a document names: RFC 1808, 3, and section 5.1
//! of url-1997, RFC 2396, uri-2003 and RFC 3986.
//!
//! The places are layers around the reference. The innermost one with a base counts:
//!
//! ```text
//! .-------------------------------------------------.
//! | default                                   5.1.4 |   of the application, if it has one
//! | .---------------------------------------------. |
//! | | URI of the last retrieval           5.1.3   | |   or, for an enclosed document,
//! | | base of the encapsulating entity    5.1.2   | |   the base of what encloses it
//! | | .-----------------------------------------. | |
//! | | | header fields of the document   5.1.1   | | |   Content-Base before Content-Location
//! | | | .-------------------------------------. | | |
//! | | | | content of the document     5.1.1   | | | |   <BASE href="…">
//! ```
//!
//! The sections, the header fields and the differences between the documents are data:
//! `[resolution.base]`.

mod error;
#[cfg(test)]
mod tests;

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use urigram_grammars::{BaseHeader, BaseRules, Grammar, Parts};

pub use error::BaseError;

use super::{ResolveError, Resolver, Target};
use crate::value::masked::Masked;

/// The bases that a document could have, for [`establish`](BaseCandidates::establish) to choose
/// from.
///
/// ```
/// use urigram::base::{BaseCandidates, BaseSource};
/// use urigram::Grammar;
///
/// // url-1997, 5.1.1: white space in the field's value is ignored.
/// let message = BaseCandidates::new(Grammar::Url1997)
///     .header("content-base", "http://www.ics.uci.edu/\r\n  Test/a/b/c")
///     .retrieved("http://b/")
///     .establish()?;
/// assert_eq!(message.as_str(), "http://www.ics.uci.edu/Test/a/b/c");
/// assert_eq!(message.source(), BaseSource::Header("Content-Base"));
/// assert_eq!(message.section(), "5.1.1");
///
/// // A document that the message encloses has the message's base, unless it sets its own.
/// let enclosed = BaseCandidates::new(Grammar::Url1997).enclosed_in(&message).establish()?;
/// assert_eq!((enclosed.as_str(), enclosed.section()), (message.as_str(), "5.1.2"));
/// assert_eq!(enclosed.resolve("../x")?.to_string(), "http://www.ics.uci.edu/Test/a/x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct BaseCandidates<'a> {
    resolver: Resolver,
    embedded: Option<&'a str>,
    headers: Vec<(&'a str, &'a str)>,
    enclosing: Option<&'a Base>,
    retrieved: Option<&'a str>,
    default: Option<&'a str>,
}

/// A base that was established, with the place that it comes from.
#[derive(Clone)]
pub struct Base {
    text: String,
    source: BaseSource,
    section: &'static str,
    resolver: Resolver,
    /// The URI of the document itself.
    document: Option<String>,
}

/// Shows the texts, without their passwords.
impl fmt::Debug for BaseCandidates<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let masked = |text: Option<&'_ str>| text.map(|text| Masked::of_text(text).to_string());
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| *name).collect();
        f.debug_struct("BaseCandidates")
            .field("grammar", &self.resolver.grammar())
            .field("embedded", &masked(self.embedded))
            .field("headers", &names)
            .field("enclosing", &self.enclosing)
            .field("retrieved", &masked(self.retrieved))
            .field("default", &masked(self.default))
            .finish()
    }
}

/// Shows the base, without a password.
impl fmt::Debug for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Base")
            .field("text", &Masked::of_text(&self.text))
            .field("source", &self.source)
            .field("section", &self.section)
            .field("grammar", &self.resolver.grammar())
            .finish_non_exhaustive()
    }
}

/// The place that a base comes from.
///
/// ```
/// use urigram::base::{BaseCandidates, BaseSource};
/// use urigram::Grammar;
///
/// let found = BaseCandidates::new(Grammar::Rfc3986).retrieved("http://a/b").establish()?;
/// assert_eq!(found.source(), BaseSource::Retrieval);
/// # Ok::<(), urigram::base::BaseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BaseSource {
    /// The content of the document.
    Embedded,
    /// The header field with this name.
    Header(&'static str),
    /// The entity that encloses the document.
    Enclosing,
    /// The URI that retrieved the document.
    Retrieval,
    /// The application's default.
    Default,
    /// No place. Every reference is absolute then (RFC 1808, 3.4; url-1997, 5.1.4).
    Unknown,
}

impl fmt::Display for BaseSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BaseSource::Embedded => "the document's content",
            BaseSource::Header(name) => name,
            BaseSource::Enclosing => "the enclosing entity",
            BaseSource::Retrieval => "the retrieval",
            BaseSource::Default => "the default",
            BaseSource::Unknown => "no place",
        })
    }
}

/// A base before it is checked.
struct Candidate<'a> {
    source: BaseSource,
    section: &'static str,
    text: Cow<'a, str>,
    /// The definition of the header field that it comes from.
    header: Option<&'static BaseHeader>,
}

impl<'a> BaseCandidates<'a> {
    /// Makes an empty list of candidates. The grammar's document says which of them counts, and
    /// resolves references.
    pub const fn new(grammar: Grammar) -> BaseCandidates<'a> {
        BaseCandidates::by(Resolver::new(grammar))
    }

    /// Makes an empty list of candidates, with a resolver for references.
    pub const fn by(resolver: Resolver) -> BaseCandidates<'a> {
        let (embedded, enclosing, retrieved, default) = (None, None, None, None);
        BaseCandidates { resolver, embedded, headers: Vec::new(), enclosing, retrieved, default }
    }

    /// Sets the base that the document's content embeds, such as the `href` of an HTML `BASE`
    /// element.
    pub const fn embedded(mut self, base: &'a str) -> BaseCandidates<'a> {
        self.embedded = Some(base);
        self
    }

    /// Adds a header field of the document. Only the fields that the grammar's document names
    /// count, in its order: in url-1997, `Content-Base` before `Content-Location`. The case of the
    /// name and white space in the value, line folding included, are ignored.
    pub fn header(mut self, name: &'a str, value: &'a str) -> BaseCandidates<'a> {
        self.headers.push((name, value));
        self
    }

    /// Sets the base of the entity that encloses the document, such as a message with several
    /// parts. The URI that retrieved the document is then ignored.
    pub const fn enclosed_in(mut self, entity: &'a Base) -> BaseCandidates<'a> {
        self.enclosing = Some(entity);
        self
    }

    /// Sets the URI that retrieved the document: after redirections, the last one.
    pub const fn retrieved(mut self, uri: &'a str) -> BaseCandidates<'a> {
        self.retrieved = Some(uri);
        self
    }

    /// Sets the base that applies if there is no other.
    pub const fn default(mut self, base: &'a str) -> BaseCandidates<'a> {
        self.default = Some(base);
        self
    }

    /// Chooses the base. Candidates of outer places are not checked, unless a relative base needs
    /// them.
    ///
    /// A fragment is dropped, because it is not a part of a base. Time is linear in the candidates.
    ///
    /// # Errors
    /// [`BaseError`] for a document without such rules (`rfc1738`), for a candidate that the
    /// grammar rejects (`a b`), for one that is relative where the document demands an absolute one
    /// (`Content-Base: g`), and for no candidate at all where the document leaves the default to
    /// the application.
    #[inline] // As the functions of `relativize`, for its table.
    pub fn establish(&self) -> Result<Base, BaseError> {
        let grammar = self.resolver.grammar();
        let (resolution, rules) = self
            .resolver
            .algorithm()
            .and_then(|(_, resolution)| Some((resolution, resolution.base.as_ref()?)))
            .ok_or(BaseError::NoRules { grammar })?;
        let mut relative: Vec<Candidate<'_>> = Vec::new();
        let mut absolute = None;
        for candidate in self.in_order(rules)? {
            // What encloses the document can have no base itself.
            if candidate.source == BaseSource::Enclosing && candidate.text.is_empty() {
                break;
            }
            let parts = self.parts(&candidate)?;
            let is_absolute = parts.scheme().is_some();
            if !is_absolute {
                candidate.may_be_relative(grammar, rules)?;
            }
            let text = without_fragment(candidate.text, &parts);
            let candidate = Candidate { text, ..candidate };
            if is_absolute {
                absolute = Some(candidate);
                break;
            }
            relative.push(candidate);
        }
        let innermost = relative.first().or(absolute.as_ref());
        let (source, section) = innermost
            .map_or((BaseSource::Unknown, rules.default), |base| (base.source, base.section));
        let Some(absolute) = absolute else {
            return match relative.last() {
                Some(Candidate { source, section, .. }) => {
                    Err(BaseError::Relative { grammar, source: *source, section })
                }
                None if resolution.empty_base => Ok(self.found(String::new(), source, section)),
                None => Err(BaseError::NoBase { grammar, section }),
            };
        };
        let mut text = absolute.text.into_owned();
        for candidate in relative.iter().rev() {
            let Candidate { source, section, .. } = *candidate;
            let resolved = self.resolver.resolve(&text, &candidate.text);
            let error = |error| BaseError::Resolution { source, error: Box::new(error) };
            match resolved.map_err(error)? {
                Target::Iri(iri) => text = iri.into(),
                // The empty reference is the document itself, which is not a base.
                Target::CurrentDocument { .. } | Target::Reference(_) => {
                    return Err(BaseError::Relative { grammar, source, section });
                }
            }
        }
        Ok(self.found(text, source, section))
    }

    fn found(&self, text: String, source: BaseSource, section: &'static str) -> Base {
        let document = self.retrieved.map(|uri| uri.split('#').next().unwrap_or(uri).to_owned());
        Base { text, source, section, resolver: self.resolver, document }
    }

    /// Returns the candidates that there are, the innermost first.
    fn in_order(&self, rules: &BaseRules) -> Result<Vec<Candidate<'a>>, BaseError> {
        let grammar = self.resolver.grammar();
        let plain = |source, section, text: Option<&'a str>| {
            let text = Cow::Borrowed(text?);
            Some(Candidate { source, section, text, header: None })
        };
        let mut all = Vec::new();
        all.extend(plain(BaseSource::Embedded, rules.embedded, self.embedded));
        for header in rules.headers {
            let is_named = |(name, _): &&(&str, &str)| name.eq_ignore_ascii_case(header.name);
            if let Some(&(_, value)) = self.headers.iter().find(is_named) {
                let (source, section) = (BaseSource::Header(header.name), header.section);
                let text = value_of(header, value).ok_or(BaseError::NotWrapped {
                    grammar,
                    header: header.name,
                    section,
                })?;
                all.push(Candidate { source, section, text: text.into(), header: Some(header) });
            }
        }
        let enclosing = self.enclosing.map(Base::as_str);
        let retrieved = self.retrieved.filter(|_| enclosing.is_none());
        all.extend(plain(BaseSource::Enclosing, rules.encapsulating, enclosing));
        all.extend(plain(BaseSource::Retrieval, rules.retrieval, retrieved));
        all.extend(plain(BaseSource::Default, rules.default, self.default));
        Ok(all)
    }

    /// Checks a candidate by the grammar, and a header field's value by the field's definition.
    fn parts(&self, candidate: &Candidate<'_>) -> Result<Parts, BaseError> {
        let grammar = self.resolver.grammar();
        let (source, section) = (candidate.source, candidate.section);
        let parts = self
            .resolver
            .table()
            .split(&candidate.text, self.resolver.reading)
            .map_err(|error| BaseError::Syntax { source, error: Box::new(error) })?;
        match candidate.header {
            Some(header) if parts.fragment().is_some() => {
                Err(BaseError::Fragment { grammar, header: header.name, section })
            }
            _ => Ok(parts),
        }
    }
}

impl Candidate<'_> {
    /// Checks that the base may be relative in its place.
    fn may_be_relative(&self, grammar: Grammar, rules: &BaseRules) -> Result<(), BaseError> {
        let allowed = match self.header {
            Some(header) => header.relative,
            // The base that the next layers resolve it against.
            None => rules.references.is_some() && self.source == BaseSource::Embedded,
        };
        let Candidate { source, section, .. } = *self;
        if allowed {
            Ok(())
        } else {
            Err(BaseError::Relative { grammar, source, section })
        }
    }
}

/// Returns the value of a header field without white space and wrapper; `None` if it is not wrapped
/// as it should be.
fn value_of(header: &BaseHeader, value: &str) -> Option<String> {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    if !header.wrapped {
        return Some(value.chars().filter(|&c| !is_blank(c)).collect());
    }
    let inner = value.trim_matches(is_blank).strip_prefix('<')?.strip_suffix('>')?;
    let inner: String = inner.chars().filter(|&c| !is_blank(c)).collect();
    let prefix = inner.get(..4)?;
    prefix.eq_ignore_ascii_case("URL:").then(|| inner[4..].to_owned())
}

fn without_fragment<'a>(text: Cow<'a, str>, parts: &Parts) -> Cow<'a, str> {
    let Some(fragment) = parts.fragment() else { return text };
    let end = fragment.start as usize - 1;
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[..end]),
        Cow::Owned(mut text) => {
            text.truncate(end);
            Cow::Owned(text)
        }
    }
}

impl Base {
    /// Returns the base, without a fragment; empty if it is unknown.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the place that the base comes from.
    pub const fn source(&self) -> BaseSource {
        self.source
    }

    /// Returns the section that chose the base.
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// Resolves a reference against the base.
    ///
    /// # Errors
    /// The errors of [`Resolver::resolve`].
    pub fn resolve(&self, reference: &str) -> Result<Target, ResolveError> {
        self.resolver.resolve(&self.text, reference)
    }

    /// Resolves a reference that makes a new request, as the `action` of an HTML form does. An
    /// empty reference is not a reference to the current document then, but stands for the URI of
    /// that document (url-1997, 3) or for its base (RFC 2396 and uri-2003, 4.2).
    ///
    /// ```
    /// use urigram::base::BaseCandidates;
    /// use urigram::Grammar;
    ///
    /// let request = |grammar| {
    ///     let candidates = BaseCandidates::new(grammar).embedded("http://a/b/");
    ///     let candidates = candidates.retrieved("http://h/form");
    ///     candidates.establish().unwrap().resolve_request("").unwrap().to_string()
    /// };
    /// assert_eq!(request(Grammar::Url1997), "http://h/form");
    /// assert_eq!(request(Grammar::Uri2003), "http://a/b/");
    /// ```
    ///
    /// # Errors
    /// The errors of [`Resolver::resolve`]; [`ResolveError::UnknownDocument`] if the reference
    /// means a document whose URI is unknown.
    pub fn resolve_request(&self, reference: &str) -> Result<Target, ResolveError> {
        let target = self.resolve(reference)?;
        let grammar = self.resolver.grammar();
        let rules = self.resolver.algorithm().and_then(|(_, resolution)| resolution.base.as_ref());
        let (Target::CurrentDocument { fragment }, Some(request)) =
            (&target, rules.and_then(|rules| rules.request))
        else {
            return Ok(target);
        };
        let uri = if request.is_base { Some(&self.text) } else { self.document.as_ref() };
        let Some(uri) = uri.filter(|uri| !uri.is_empty()) else {
            return Err(ResolveError::UnknownDocument { grammar, section: request.section });
        };
        let mut text = uri.clone();
        if let Some(fragment) = fragment {
            text.push('#');
            text.push_str(fragment);
        }
        Target::checked(text, grammar, self.resolver.reading)
    }
}
