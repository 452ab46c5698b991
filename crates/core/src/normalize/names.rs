//! The comparison of names: RFC 2141, 5; urn-2012, 5; RFC 8141, 3.1.

use alloc::borrow::Cow;

use urigram_grammars::Objective;

use super::Normalizer;
use crate::{Urn, UrnBuf};

impl<'a> Urn<'a> {
    /// Returns a string that is equal for two names exactly where their document makes them
    /// equivalent; `None` where the document does not say. Time is linear in the text, except for
    /// the sorting of directives by [`Objective::Retrieval`].
    ///
    /// ```
    /// use urigram::normalization::Objective;
    /// use urigram::{Grammar, Reading, Urn};
    ///
    /// let input = "URN:FOO:a%2c?x=y#z";
    /// let urn = Urn::parse_by(Grammar::Urn2012, Reading::Corrected, input).unwrap();
    /// assert_eq!(urn.key(Objective::Identity).unwrap(), "urn:foo:a%2C");
    /// assert_eq!(urn.key(Objective::Retrieval).unwrap(), "urn:foo:a%2C?x=y");
    /// ```
    pub fn key(&self, objective: Objective) -> Option<Cow<'a, str>> {
        let normalizer = Normalizer::new(self.grammar()).reading(self.reading());
        normalizer.objective(objective).key_of(self.as_str(), *self.parts())
    }

    /// Returns the normal form by all that the name's document says.
    ///
    /// ```
    /// assert_eq!(urigram::urn!("URN:EXAMPLE:a%2c").normalize(), "urn:example:a%2C");
    /// ```
    pub fn normalize(&self) -> UrnBuf {
        let normal = self.as_uri().normalize();
        // A normal form is accepted by the name's own grammar; a user's own document whose
        // equivalences go too far has the name itself for one.
        UrnBuf::try_from(normal).unwrap_or_else(|_| self.to_owned())
    }

    /// Returns true if two names are equivalent, each by its own document. Namespaces may define
    /// further equivalences, which only software for the namespace can apply. Names with equal keys
    /// remain equivalent under them.
    ///
    /// ```
    /// use urigram::normalization::Objective;
    /// use urigram::Urn;
    ///
    /// let urn = |text| Urn::parse(text).unwrap();
    /// assert!(urn("URN:foo:a%2c").is_equivalent_to(&urn("urn:FOO:a%2C?=q"), Objective::Identity));
    /// assert!(!urn("urn:foo:a").is_equivalent_to(&urn("urn:foo:A"), Objective::Identity));
    /// ```
    pub fn is_equivalent_to(&self, other: &Urn<'_>, objective: Objective) -> bool {
        match (self.key(objective), other.key(objective)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urigram_grammars::{Grammar, Reading};

    #[test]
    fn directives_are_an_unordered_sequence() {
        let urn = |text| Urn::parse_by(Grammar::Urn2012, Reading::Corrected, text).unwrap();
        let (a, b) = (urn("urn:foo:a?s=I2L&c=ToC"), urn("urn:foo:a?c=ToC&s=I2L"));
        assert!(a.is_equivalent_to(&b, Objective::Retrieval));
        assert!(!a.is_equivalent_to(&urn("urn:foo:a?c=ToC"), Objective::Retrieval));
        assert_eq!(a.service().unwrap().purpose, "URI to URL");
        assert_eq!(urn("urn:foo:a?s=I2L&s=I2R").service(), None);
        assert_eq!(urn("urn:foo:a?s=I2U").service(), None);
    }

    #[test]
    fn rfc2141_compares_everything_after_the_namespace() {
        let urn = |text| Urn::parse_by(Grammar::Rfc2141, Reading::Corrected, text).unwrap();
        assert!(!urn("urn:foo:a#b").is_equivalent_to(&urn("urn:foo:a"), Objective::Identity));
        assert!(urn("URN:FOO:a?%2f").is_equivalent_to(&urn("urn:foo:a?%2F"), Objective::Identity));
        assert_eq!(urn("urn:foo:a?b#c").nss(), "a?b#c");
    }

    #[test]
    fn an_r_component_ends_where_a_q_component_begins() {
        let urn = |text| Urn::parse_by(Grammar::Rfc8141, Reading::Corrected, text).unwrap();
        let parts =
            |text| (urn(text).r_component(), urn(text).q_component(), urn(text).f_component());
        assert_eq!(
            parts("urn:example:a?+r?x?=q?=z/?#f?=g"),
            (Some("r?x"), Some("q?=z/?"), Some("f?=g"))
        );
        assert_eq!(parts("urn:example:a?=q?+r"), (None, Some("q?+r"), None));
        assert_eq!(parts("urn:example:a#"), (None, None, Some("")));
        let printed =
            Urn::parse_by(Grammar::Rfc8141, Reading::Printed, "urn:example:a?+r?=").unwrap();
        assert_eq!((printed.r_component(), printed.q_component()), (Some("r?="), None));
    }
}
