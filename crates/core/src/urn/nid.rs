//! Namespace identifiers: the rules that documents print for them.

/// A rule for namespace identifiers, by the place that prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NidRule {
    /// RFC 2141, 2.1: one to 32 characters that do not begin with a hyphen.
    Rfc2141,
    /// urn-2012, 2.1, and RFC 8141, 2: two to 32 characters without a hyphen at either end.
    Urn2012Section2,
    /// urn-2012, Appendix B (informative): two to 32 characters that do not begin with a hyphen.
    Urn2012AppendixB,
}

impl NidRule {
    /// Whether the rule accepts a namespace identifier.
    ///
    /// ```
    /// use urigram::urn::NidRule;
    ///
    /// assert!(NidRule::Urn2012AppendixB.accepts("a-") && !NidRule::Urn2012Section2.accepts("a-"));
    /// assert!(NidRule::Rfc2141.accepts("a") && !NidRule::Urn2012AppendixB.accepts("a"));
    /// ```
    pub fn accepts(self, nid: &str) -> bool {
        let bytes = nid.as_bytes();
        let least = if self == NidRule::Rfc2141 { 1 } else { 2 };
        (least..=32).contains(&bytes.len())
            && bytes.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && bytes[0] != b'-'
            && (self != NidRule::Urn2012Section2 || bytes.last() != Some(&b'-'))
    }
}
