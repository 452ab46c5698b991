#[cfg(feature = "facts")]
use super::list;

/// A document's rules for the base of a reference: the places where a base can come from, in the
/// order in which the document prefers them.
///
/// ```
/// use urigram::Grammar;
///
/// let base = Grammar::Rfc3986.document().resolution().unwrap().base.unwrap();
/// assert_eq!((base.embedded, base.retrieval, base.default), ("5.1.1", "5.1.3", "5.1.4"));
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct BaseRules {
    /// The section on a base that the content of a document embeds.
    #[cfg_attr(feature = "facts", serde(rename(deserialize = "embedded_section")))]
    pub embedded: &'static str,
    /// The header fields of a message that set a base, the preferred one first.
    #[cfg_attr(
        feature = "facts",
        serde(rename(deserialize = "header"), default, deserialize_with = "list")
    )]
    pub headers: &'static [BaseHeader],
    /// The section on the base of the entity that encapsulates a document.
    #[cfg_attr(feature = "facts", serde(rename(deserialize = "encapsulating_section")))]
    pub encapsulating: &'static str,
    /// The section on the URI that retrieved a document.
    #[cfg_attr(feature = "facts", serde(rename(deserialize = "retrieval_section")))]
    pub retrieval: &'static str,
    /// The section on the base where there is no other.
    #[cfg_attr(feature = "facts", serde(rename(deserialize = "default_section")))]
    pub default: &'static str,
    /// The section that allows a base to be written as a relative reference, if there is one.
    #[cfg_attr(feature = "facts", serde(rename(deserialize = "references_section")))]
    pub references: Option<&'static str>,
    /// The meaning of an empty reference that makes a new request; `None` where the document does
    /// not have one.
    pub request: Option<RequestRule>,
}

/// A header field that sets a base.
///
/// ```
/// use urigram::Grammar;
///
/// let base = Grammar::Rfc1808.document().resolution().unwrap().base.unwrap();
/// let header = &base.headers[0];
/// assert_eq!((header.name, header.wrapped), ("Base", true));
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct BaseHeader {
    /// The field's name. Case is ignored.
    pub name: &'static str,
    /// The section that defines the field.
    pub section: &'static str,
    /// Whether the value is wrapped: `<URL:http://a/b>`.
    #[cfg_attr(feature = "facts", serde(default))]
    pub wrapped: bool,
    /// Whether the value may be relative.
    #[cfg_attr(feature = "facts", serde(default))]
    pub relative: bool,
}

/// The meaning of an empty reference that makes a new request, as in the `action` of an HTML form.
///
/// ```
/// use urigram::Grammar;
///
/// let base = Grammar::Rfc2396.document().resolution().unwrap().base.unwrap();
/// assert!(base.request.is_some_and(|request| request.section == "4.2"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct RequestRule {
    /// The section that says so.
    pub section: &'static str,
    /// Whether the reference stands for the current document's base. If not, it stands for the URI
    /// of the document.
    #[cfg_attr(feature = "facts", serde(rename(deserialize = "is"), deserialize_with = "is_base"))]
    pub is_base: bool,
}

/// Reads whether a request is one for the base, or for the document.
#[cfg(feature = "facts")]
fn is_base<'de, D: serde::Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    #[derive(serde::Deserialize, PartialEq)]
    #[serde(rename_all = "kebab-case")]
    enum Is {
        Base,
        Document,
    }
    serde::Deserialize::deserialize(from).map(|is: Is| is == Is::Base)
}
