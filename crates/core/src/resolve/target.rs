use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use urigram_grammars::{refused, Grammar, Reading, StartRule};

use super::ResolveError;
use crate::form_error::check_whole;
use crate::value::Owned;
use crate::{Iri, IriBuf, IriRefBuf, UriBuf};

/// The target of a reference.
///
/// ```
/// use urigram::resolution::Target;
/// use urigram::{Grammar, Resolver};
///
/// let target = Resolver::new(Grammar::Rfc3986).resolve("http://a/b", "c")?;
/// assert!(matches!(target, Target::Iri(iri) if iri == "http://a/c"));
/// let target = Resolver::new(Grammar::Rfc2396).resolve("http://a/b", "#c")?;
/// assert_eq!(target, Target::CurrentDocument { fragment: Some("c".to_owned()) });
/// # Ok::<(), urigram::ResolveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// An identifier in absolute form: a URI under every grammar except one of IRIs.
    Iri(IriBuf),
    /// A reference that is not an identifier. It is still relative, the answer for a relative base
    /// ([`Resolver::accept_relative_base`](crate::Resolver::accept_relative_base)), or has a
    /// fragment by a document whose identifiers cannot have one (`absoluteURI` of RFC 2396).
    Reference(IriRefBuf),
    /// The document that holds the reference, for any base: the answer of url-1997, RFC 2396 and
    /// uri-2003 to an empty reference.
    CurrentDocument {
        /// The reference's fragment.
        fragment: Option<String>,
    },
}

impl Target {
    pub(super) fn checked(
        text: String,
        grammar: Grammar,
        reading: Reading,
    ) -> Result<Target, ResolveError> {
        let table = grammar.tables(reading).start();
        if check_whole(grammar, reading, &text).is_err() {
            return Err(ResolveError::SplitOtherwise { grammar, section: "", text });
        }
        let error = match table.split(&text, reading) {
            Ok(parts) if parts.scheme().is_some() => {
                if let Some(part) = refused(table, &text, &parts) {
                    return Err(ResolveError::refused(grammar, ResolveError::TARGET, &text, &part));
                }
                let absolute = StartRule::Absolute.table(grammar, reading);
                let is_identifier = absolute.split(&text, reading).is_ok();
                let target = Owned { text, parts, grammar, reading };
                return Ok(if is_identifier {
                    Target::Iri(IriBuf::of(target))
                } else {
                    Target::Reference(IriRefBuf::of(target))
                });
            }
            Ok(_) => return Err(ResolveError::BaseNotAbsolute { grammar, section: "" }),
            Err(error) => error,
        };
        Err(ResolveError::NotAccepted { text, error: Box::new(error) })
    }

    /// Returns the identifier; `None` for the current document and for a reference.
    pub const fn iri(&self) -> Option<Iri<'_>> {
        match self {
            Target::Iri(iri) => Some(iri.as_iri()),
            Target::Reference(_) | Target::CurrentDocument { .. } => None,
        }
    }

    /// Returns the identifier, without a copy; `None` for the current document and for a reference.
    pub fn into_iri(self) -> Option<IriBuf> {
        match self {
            Target::Iri(iri) => Some(iri),
            Target::Reference(_) | Target::CurrentDocument { .. } => None,
        }
    }

    /// Returns the identifier as a URI, without a copy; `None` for the current document, for a
    /// reference, and for an IRI with a character beyond US-ASCII.
    pub fn into_uri(self) -> Option<UriBuf> {
        UriBuf::try_from(self.into_iri()?).ok()
    }

    /// Returns the text of an identifier or a reference; `None` for the current document.
    #[doc(hidden)]
    pub fn text(&self) -> Option<&str> {
        match self {
            Target::Iri(iri) => Some(iri.as_str()),
            Target::Reference(reference) => Some(reference.as_str()),
            Target::CurrentDocument { .. } => None,
        }
    }

    /// Returns a reference to this target: the identifier, or for the current document `#` and its
    /// fragment, or nothing.
    pub fn to_reference(&self) -> String {
        match self {
            Target::Iri(iri) => iri.as_str().into(),
            Target::Reference(reference) => reference.as_str().into(),
            Target::CurrentDocument { fragment: Some(fragment) } => alloc::format!("#{fragment}"),
            Target::CurrentDocument { fragment: None } => String::new(),
        }
    }

    /// Returns the fragment.
    pub fn fragment(&self) -> Option<&str> {
        match self {
            Target::Iri(iri) => iri.fragment(),
            Target::Reference(reference) => reference.fragment(),
            Target::CurrentDocument { fragment } => fragment.as_deref(),
        }
    }
}

impl fmt::Display for Target {
    /// Writes the identifier, or as the documents print it `(current document)#s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Iri(iri) => f.write_str(iri.as_str()),
            Target::Reference(reference) => f.write_str(reference.as_str()),
            Target::CurrentDocument { fragment } => {
                f.write_str("(current document)")?;
                fragment.as_ref().map_or(Ok(()), |fragment| write!(f, "#{fragment}"))
            }
        }
    }
}
