/// A document's rules for the base of a reference: the places where a base can come from, in the
/// order in which the document prefers them.
#[derive(Debug)]
#[non_exhaustive]
pub struct BaseRules {
    /// The section on a base that the content of a document embeds.
    pub embedded: &'static str,
    /// The header fields of a message that set a base, the preferred one first.
    pub headers: &'static [BaseHeader],
    /// The section on the base of the entity that encapsulates a document.
    pub encapsulating: &'static str,
    /// The section on the URI that retrieved a document.
    pub retrieval: &'static str,
    /// The section on the base where there is no other.
    pub default: &'static str,
    /// The section by which a base may be written as a relative reference, if there is one.
    pub references: Option<&'static str>,
    /// The meaning of an empty reference that makes a new request; `None` where the document has
    /// none.
    pub request: Option<RequestRule>,
}

/// A header field that sets a base.
#[derive(Debug)]
#[non_exhaustive]
pub struct BaseHeader {
    /// The field's name. Case is ignored.
    pub name: &'static str,
    /// The section that defines the field.
    pub section: &'static str,
    /// Whether the value is wrapped: `<URL:http://a/b>`.
    pub wrapped: bool,
    /// Whether the value may be relative.
    pub relative: bool,
}

/// The meaning of an empty reference that makes a new request, as in the `action` of an HTML form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestRule {
    /// The section that says so.
    pub section: &'static str,
    /// Whether the reference stands for the current document's base. If not, it stands for the URI
    /// of the document.
    pub is_base: bool,
}

impl BaseRules {
    /// Makes the facts of a generated module.
    #[doc(hidden)]
    #[inline]
    pub const fn new(
        [embedded, encapsulating, retrieval, default]: [&'static str; 4],
        headers: &'static [BaseHeader],
        references: Option<&'static str>,
        request: Option<RequestRule>,
    ) -> BaseRules {
        BaseRules { embedded, headers, encapsulating, retrieval, default, references, request }
    }
}

impl BaseHeader {
    /// Makes the facts of a generated module.
    #[doc(hidden)]
    #[inline]
    pub const fn new(
        name: &'static str,
        section: &'static str,
        [wrapped, relative]: [bool; 2],
    ) -> BaseHeader {
        BaseHeader { name, section, wrapped, relative }
    }
}

impl RequestRule {
    /// Makes the facts of a generated module.
    #[doc(hidden)]
    #[inline]
    pub const fn new(section: &'static str, is_base: bool) -> RequestRule {
        RequestRule { section, is_base }
    }
}
