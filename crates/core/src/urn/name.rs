//! Names: the parts of `urn:nid:nss`.

use urigram_grammars::{Component, Grammar, Span};

use crate::value::kind::{Described, UrnKind};
use crate::value::Identifier;
#[cfg(feature = "alloc")]
use crate::UrnBuf;
use crate::{Uri, Urn};

impl<'a> Urn<'a> {
    /// The newest document on URNs, which [`Urn::parse`] and `urn!` use.
    pub const GRAMMAR: Grammar = UrnKind::GRAMMAR;

    /// Returns the namespace identifier, between the first two colons.
    #[inline]
    pub const fn nid(&self) -> &'a str {
        self.0.slice(self.nid_span())
    }

    /// Returns the namespace specific string: the text after the second colon, without a query or a
    /// fragment that the document separates.
    #[inline]
    pub const fn nss(&self) -> &'a str {
        self.0.slice(self.nss_span())
    }

    /// Returns the span of the namespace identifier.
    #[inline]
    pub const fn nid_span(&self) -> Span {
        if self.table().is_marked() {
            return self.marked(Component::Nid);
        }
        Span { start: self.parts().path().start, end: self.parts().nid_end(self.as_str()) }
    }

    /// Returns the span of a component by the grammar's own rules; an empty one without a rule.
    #[cold]
    const fn marked(&self, component: Component) -> Span {
        match self.table().span_by_rules(self.as_str().as_bytes(), component) {
            Some(span) => span,
            None => Span { start: 0, end: 0 },
        }
    }

    /// Returns the span of the namespace specific string.
    #[inline]
    pub const fn nss_span(&self) -> Span {
        if self.table().is_marked() {
            return self.marked(Component::Nss);
        }
        let nid_end = self.parts().nid_end(self.as_str());
        let rq = self.table().has_rq_components();
        Span {
            start: nid_end + 1,
            end: self.parts().nss_end(self.as_str().as_bytes(), nid_end, rq),
        }
    }

    /// Returns the name as a URI of the same grammar. No cost.
    #[inline]
    pub const fn as_uri(&self) -> Uri<'a> {
        Identifier::of(self.0)
    }
}

/// Accessors that are those of the borrowed type.
#[cfg(feature = "alloc")]
macro_rules! accessors {
    ($($(#[$doc:meta])* $name:ident -> $type:ty;)*) => {
        impl UrnBuf {
            $(
                $(#[$doc])*
                #[inline]
                pub const fn $name(&self) -> $type {
                    self.as_urn().$name()
                }
            )*
        }
    };
}

#[cfg(feature = "alloc")]
accessors! {
    /// Returns the namespace identifier, between the first two colons.
    nid -> &str;
    /// Returns the namespace specific string.
    nss -> &str;
    /// Returns the name as it was assigned, without the components that only a reference to it may
    /// carry.
    assigned_name -> &str;
    /// Returns the part that `?+` introduces (RFC 8141, 2.3.1).
    r_component -> Option<&str>;
    /// Returns the part that `?=` introduces (RFC 8141, 2.3.2).
    q_component -> Option<&str>;
    /// Returns the part that `#` introduces.
    f_component -> Option<&str>;
    /// Returns the part that `?` introduces in a reference (urn-2012, 2.3).
    query -> Option<&str>;
    /// Returns the name as a URI of the same grammar. No cost.
    as_uri -> Uri<'_>;
}

#[cfg(feature = "alloc")]
impl UrnBuf {
    /// Returns the normal form by all that the name's document says: [`Urn::normalize`].
    #[inline]
    pub fn normalize(&self) -> UrnBuf {
        self.as_urn().normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urigram_grammars::Reading;

    #[test]
    fn a_name_comes_apart() {
        let urn =
            Urn::parse_by(Grammar::Urn2012, Reading::Corrected, "URN:ietf:rfc:2648?s=1#a").unwrap();
        assert_eq!((urn.nid(), urn.nss()), ("ietf", "rfc:2648"));
        assert_eq!(urn.as_uri().fragment(), Some("a"));
    }

    #[test]
    fn a_grammar_of_another_form_is_refused() {
        let error = Urn::parse_by(Grammar::Rfc3986, Reading::Corrected, "urn:a:b").unwrap_err();
        assert!(
            error.to_string().starts_with("rfc3986 defines no names (URNs) (byte 0"),
            "{error}"
        );
    }
}
