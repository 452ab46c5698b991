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

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use urigram_core::{ResolveError, Resolver};
use urigram_grammars::{BaseHeader, BaseRules, Grammar, Reading, SectionRef, SyntaxError};

/// The bases that a document could have, for [`establish`](BaseCandidates::establish) to choose
/// from.
///
/// ```
/// use urigram::base::{BaseCandidates, BaseSource};
/// use urigram::Grammar;
///
/// // url-1997, 5.1.1: white space in the field's value is ignored.
/// let headers = &[("content-base", "http://www.ics.uci.edu/\r\n  Test/a/b/c")];
/// let places = BaseCandidates { headers, retrieved: Some("http://b/"), ..Default::default() };
/// let message = places.establish(Grammar::Url1997)?;
/// assert_eq!(message.text, "http://www.ics.uci.edu/Test/a/b/c");
/// assert_eq!((message.source, message.section), (BaseSource::Header("Content-Base"), "5.1.1"));
///
/// // A document that the message encloses has the message's base, unless it sets its own.
/// let places = BaseCandidates { enclosing: Some(&message.text), ..Default::default() };
/// let enclosed = places.establish(Grammar::Url1997)?;
/// assert_eq!((enclosed.text, enclosed.section), (message.text, "5.1.2"));
/// # Ok::<(), urigram::base::BaseError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct BaseCandidates<'a> {
    /// The base that the document's content embeds, such as the `href` of an HTML `BASE` element.
    pub embedded: Option<&'a str>,
    /// The header fields of the document. Only those that the grammar's document names count, in
    /// its order: in url-1997, `Content-Base` before `Content-Location`. The case of the name and
    /// white space in the value, line folding included, are ignored.
    pub headers: &'a [(&'a str, &'a str)],
    /// The base of the entity that encloses the document, such as a message with several parts;
    /// empty if it is unknown. The URI that retrieved the document is then ignored.
    pub enclosing: Option<&'a str>,
    /// The URI that retrieved the document: after redirections, the last one.
    pub retrieved: Option<&'a str>,
    /// The base that applies if there is no other.
    pub default: Option<&'a str>,
}

/// A base that was established, with the place that it comes from.
///
/// ```
/// use urigram::base::BaseCandidates;
/// use urigram::Grammar;
///
/// let places = BaseCandidates { default: Some("http://a/#b"), ..Default::default() };
/// assert_eq!(places.establish(Grammar::Rfc3986)?.text, "http://a/");
/// # Ok::<(), urigram::base::BaseError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Base {
    /// The base, without a fragment; empty if it is unknown.
    pub text: String,
    /// The place that it comes from.
    pub source: BaseSource,
    /// The section that chose it.
    pub section: &'static str,
}

/// Shows the place alone: the text can have a password.
impl fmt::Debug for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Base").field("source", &self.source).finish_non_exhaustive()
    }
}

/// The place that a base comes from.
///
/// ```
/// use urigram::base::{BaseCandidates, BaseSource};
/// use urigram::Grammar;
///
/// let places = BaseCandidates { retrieved: Some("http://a/b"), ..Default::default() };
/// assert_eq!(places.establish(Grammar::Rfc3986)?.source, BaseSource::Retrieval);
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

/// The reason why no base was established.
///
/// ```
/// use urigram::base::{BaseCandidates, BaseError};
/// use urigram::Grammar;
///
/// let error = BaseCandidates::default().establish(Grammar::Rfc3986).unwrap_err();
/// assert!(matches!(error, BaseError::NoBase { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BaseError {
    /// The document does not say how a base is established.
    NoRules {
        /// The grammar.
        grammar: Grammar,
    },
    /// No place has a base, and the document has no meaning for that.
    NoBase {
        /// The grammar.
        grammar: Grammar,
        /// The section on defaults.
        section: &'static str,
    },
    /// The grammar rejects the base.
    Syntax {
        /// The place.
        source: BaseSource,
        /// The rejection.
        error: Box<SyntaxError>,
    },
    /// The base is not what the document demands in its place: absolute, and as a header field
    /// without a fragment, in RFC 1808 wrapped in `<URL:` and `>`.
    Demand {
        /// The grammar.
        grammar: Grammar,
        /// The place.
        source: BaseSource,
        /// The section that demands it.
        section: &'static str,
        /// The demand.
        message: &'static str,
    },
    /// A relative base does not resolve against the next outer one.
    Resolution {
        /// The place of the relative base.
        source: BaseSource,
        /// The reason.
        error: Box<ResolveError>,
    },
}

impl fmt::Display for BaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cite = |grammar: &Grammar, section| SectionRef::of(grammar.document().number, section);
        match self {
            BaseError::NoRules { grammar } => {
                write!(f, "{grammar} does not say how a base is established")
            }
            BaseError::NoBase { grammar, section } => {
                write!(f, "no base is known: give a default ({})", cite(grammar, section))
            }
            BaseError::Syntax { source, error } => write!(f, "base from {source}: {error}"),
            BaseError::Demand { grammar, source, section, message } => {
                write!(f, "base from {source}: {message} ({})", cite(grammar, section))
            }
            BaseError::Resolution { source, error } => write!(f, "base from {source}: {error}"),
        }
    }
}

impl std::error::Error for BaseError {}

/// A base before it is checked.
struct Candidate<'a> {
    source: BaseSource,
    section: &'static str,
    /// The text; `None` if it is not wrapped as it should be.
    text: Option<Cow<'a, str>>,
    /// The definition of the header field that it comes from.
    header: Option<&'static BaseHeader>,
}

impl<'a> BaseCandidates<'a> {
    /// Chooses the base by the rules of a grammar's document. Candidates of outer places are not
    /// checked, unless a relative base needs them.
    ///
    /// A fragment is dropped, because it is not a part of a base. Time is linear in the candidates.
    ///
    /// # Errors
    /// [`BaseError`] for a document without such rules (`rfc1738`), for a candidate that the
    /// grammar rejects (`a b`), for one that is relative where the document demands an absolute one
    /// (`Content-Base: g`), and for no candidate at all where the document leaves the default to
    /// the application.
    pub fn establish(&self, grammar: Grammar) -> Result<Base, BaseError> {
        let resolution = grammar.document().resolution.as_ref();
        let (resolution, rules) = resolution
            .and_then(|resolution| Some((resolution, resolution.base.as_ref()?)))
            .ok_or(BaseError::NoRules { grammar })?;
        let table = grammar.tables(Reading::Corrected).start();
        let mut relative: Option<(BaseSource, &'static str, String)> = None;
        for Candidate { source, section, text, header } in self.in_order(rules) {
            let demand = |message| Err(BaseError::Demand { grammar, source, section, message });
            let Some(text) = text else { return demand("wrap it in `<URL:` and `>`") };
            // What encloses the document can have no base itself.
            if source == BaseSource::Enclosing && text.is_empty() {
                break;
            }
            let parts = table
                .split(&text, Reading::Corrected)
                .map_err(|error| BaseError::Syntax { source, error: Box::new(error) })?;
            if header.is_some() && parts.fragment().is_some() {
                return demand("drop the fragment");
            }
            let end = parts.fragment().map_or(text.len(), |span| span.start as usize - 1);
            let text = text[..end].to_owned();
            if parts.scheme().is_some() {
                let Some((source, section, reference)) = &relative else {
                    return Ok(Base { text, source, section });
                };
                let (source, section) = (*source, *section);
                let error = |error| BaseError::Resolution { source, error: Box::new(error) };
                let target = Resolver::new(grammar).resolve(&text, reference).map_err(error)?;
                // The empty reference is the document itself, which is not a base.
                let Some(text) = target.text().map(str::to_owned) else { break };
                return Ok(Base { text, source, section });
            }
            let may_be_relative = match header {
                Some(header) => header.relative,
                // The base that the next layers resolve it against.
                None => rules.references.is_some() && source == BaseSource::Embedded,
            };
            if !may_be_relative || relative.is_some() {
                return demand(RELATIVE);
            }
            relative = Some((source, section, text));
        }
        let section = rules.default;
        match relative {
            Some((source, section, _)) => {
                Err(BaseError::Demand { grammar, source, section, message: RELATIVE })
            }
            None if resolution.empty_base => {
                Ok(Base { text: String::new(), source: BaseSource::Unknown, section })
            }
            None => Err(BaseError::NoBase { grammar, section }),
        }
    }

    /// Returns the URI that an empty reference stands for in a new request, as in the `action` of
    /// an HTML form, where it does not mean the current document: that of the document (url-1997,
    /// 3), or its base (RFC 2396 and uri-2003, 4.2). `None` in other documents, and for an unknown
    /// one.
    ///
    /// ```
    /// use urigram::base::BaseCandidates;
    /// use urigram::Grammar;
    ///
    /// let (embedded, retrieved) = (Some("http://a/b/"), Some("http://h/form#f"));
    /// let places = BaseCandidates { embedded, retrieved, ..Default::default() };
    /// let request = |grammar| {
    ///     let base = places.establish(grammar).unwrap();
    ///     places.of_request(grammar, &base).map(str::to_owned)
    /// };
    /// assert_eq!(request(Grammar::Url1997).as_deref(), Some("http://h/form"));
    /// assert_eq!(request(Grammar::Uri2003).as_deref(), Some("http://a/b/"));
    /// assert_eq!(request(Grammar::Rfc3986), None);
    /// ```
    pub fn of_request<'b>(&'b self, grammar: Grammar, base: &'b Base) -> Option<&'b str> {
        let request = grammar.document().resolution.as_ref()?.base.as_ref()?.request?;
        let document = || self.retrieved.map(|uri| uri.split('#').next().unwrap_or(uri));
        let uri = if request.is_base { Some(base.text.as_str()) } else { document() };
        uri.filter(|uri| !uri.is_empty())
    }

    /// Returns the candidates that there are, the innermost first.
    fn in_order(&self, rules: &BaseRules) -> impl Iterator<Item = Candidate<'a>> {
        let plain = |source, section, text: Option<&'a str>| {
            let text = Some(Cow::Borrowed(text?));
            Some(Candidate { source, section, text, header: None })
        };
        let headers = rules.headers.iter().filter_map(|header| {
            let is_named = |(name, _): &&(&str, &str)| name.eq_ignore_ascii_case(header.name);
            let &(_, value) = self.headers.iter().find(is_named)?;
            let (source, section) = (BaseSource::Header(header.name), header.section);
            let text = value_of(header, value).map(Cow::Owned);
            Some(Candidate { source, section, text, header: Some(header) })
        });
        let retrieved = self.retrieved.filter(|_| self.enclosing.is_none());
        let outer = [
            plain(BaseSource::Enclosing, rules.encapsulating, self.enclosing),
            plain(BaseSource::Retrieval, rules.retrieval, retrieved),
            plain(BaseSource::Default, rules.default, self.default),
        ];
        let embedded = plain(BaseSource::Embedded, rules.embedded, self.embedded);
        embedded.into_iter().chain(headers).chain(outer.into_iter().flatten())
    }
}

const RELATIVE: &str = "it is relative: give it a scheme";

/// Returns the value of a header field without white space and wrapper; `None` if it is not wrapped
/// as it should be.
fn value_of(header: &BaseHeader, value: &str) -> Option<String> {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    let value: String = value.chars().filter(|&c| !is_blank(c)).collect();
    if !header.wrapped {
        return Some(value);
    }
    let inner = value.strip_prefix('<')?.strip_suffix('>')?;
    let prefix = inner.get(..4)?;
    prefix.eq_ignore_ascii_case("URL:").then(|| inner[4..].to_owned())
}
