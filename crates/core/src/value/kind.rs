//! The kinds of identifiers: of US-ASCII or of any characters, with a scheme or also relative; and
//! names.

use urigram_grammars::{Form, Grammar, Reading, StartRule, Table};

/// A kind of identifiers with the components of URIs. There are four, and users cannot add one.
///
/// ```
/// use urigram::kinds::{Identifier, Kind};
/// use urigram::{uri, uri_ref};
///
/// fn is_secure<K: Kind>(identifier: &Identifier<&str, K>) -> bool {
///     identifier.as_str().starts_with("https:")
/// }
/// assert!(is_secure(&uri!("https://a/")) && !is_secure(&uri_ref!("a")));
/// ```
pub trait Kind: Described {}

/// The data of a kind, of names as well.
pub trait Described: Sized {
    /// The name of the borrowed type.
    const NAME: &'static str;
    /// Whether characters beyond US-ASCII are admitted.
    const IS_IRI: bool;
    /// The rule that the texts match.
    const RULE: StartRule;
    /// The forms of the documents that define such identifiers.
    const FORMS: &'static [Form] =
        if Self::IS_IRI { StartRule::IRI_FORMS } else { StartRule::URI_FORMS };
    /// The form that an error names.
    const WANTED: Form = if Self::IS_IRI { Form::Iri } else { Form::Generic };
    /// The grammar of `parse`. A constant, so that no other document is linked for it.
    const GRAMMAR: Grammar = if Self::IS_IRI { Grammar::Rfc3987 } else { Grammar::Rfc3986 };
    /// The table of `parse`.
    const TABLE: &'static Table = Self::RULE.table(Self::GRAMMAR, Reading::Corrected);
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident, $borrowed:literal, $is_iri:literal, $rule:ident;)*) => {
        $(
            $(#[$doc])*
            #[doc(hidden)]
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl Kind for $name {}

            impl Described for $name {
                const NAME: &'static str = $borrowed;
                const IS_IRI: bool = $is_iri;
                const RULE: StartRule = StartRule::$rule;
            }
        )*
    };
}

kinds! {
    /// The kind of [`Uri`](crate::Uri) and [`UriBuf`](crate::UriBuf).
    UriKind, "Uri", false, Absolute;
    /// The kind of [`UriRef`](crate::UriRef) and [`UriRefBuf`](crate::UriRefBuf).
    UriRefKind, "UriRef", false, Reference;
    /// The kind of [`Iri`](crate::Iri) and [`IriBuf`](crate::IriBuf).
    IriKind, "Iri", true, Absolute;
    /// The kind of [`IriRef`](crate::IriRef) and [`IriRefBuf`](crate::IriRefBuf).
    IriRefKind, "IriRef", true, Reference;
}

/// The kind of [`Urn`](crate::Urn) and [`UrnBuf`](crate::UrnBuf).
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum UrnKind {}

impl Described for UrnKind {
    const NAME: &'static str = "Urn";
    const IS_IRI: bool = false;
    const RULE: StartRule = StartRule::Absolute;
    const FORMS: &'static [Form] = &[Form::Urn];
    const WANTED: Form = Form::Urn;
    const GRAMMAR: Grammar = match Grammar::newest(Form::Urn) {
        Some(grammar) => grammar,
        None => panic!("the list has a document on URNs"),
    };
}
