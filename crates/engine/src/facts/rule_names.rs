//! The names and sections of a document's rules.

/// The names and sections of a document's rules as one text, a line for each rule.
///
/// ```text
/// pct-encoded     2.1
/// reserved        2.2
/// ```
///
/// Errors show them, so that every program has them. A reference to each of them would cost a
/// program 40 bytes more: 16 in the list, and 24 that tell the loader where to write the address.
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(serde::Serialize), serde(rename = "RuleNames::new"))]
pub struct RuleNames(&'static str);

impl RuleNames {
    /// Makes the names of a text. A tab follows each name, and a line feed each section.
    #[doc(hidden)]
    #[inline]
    pub const fn new(lines: &'static str) -> RuleNames {
        RuleNames(lines)
    }

    /// Returns the text.
    #[doc(hidden)]
    #[inline]
    pub const fn lines(&self) -> &'static str {
        self.0
    }

    /// Returns the name of a rule by its number; empty if there are not as many. Takes time linear
    /// in the length of all.
    pub fn name(&self, number: usize) -> &'static str {
        self.field(2 * number)
    }

    /// Returns the section of a rule by its number; empty if there are not as many. Takes time
    /// linear in the length of all.
    pub fn section(&self, number: usize) -> &'static str {
        self.field(2 * number + 1)
    }

    fn field(&self, number: usize) -> &'static str {
        let (mut start, mut before) = (0, 0);
        for (at, byte) in self.0.bytes().enumerate() {
            if matches!(byte, b'\t' | b'\n') {
                if before == number {
                    return self.0.get(start..at).unwrap_or_default();
                }
                (start, before) = (at + 1, before + 1);
            }
        }
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::RuleNames;

    #[test]
    fn names_and_sections_are_found_by_number() {
        let names = RuleNames::new("URI\t3\nscheme\t3.1\nALPHA\tRFC 2234, 6.1\n");
        assert_eq!((names.name(0), names.section(0)), ("URI", "3"));
        assert_eq!((names.name(1), names.section(1)), ("scheme", "3.1"));
        assert_eq!((names.name(2), names.section(2)), ("ALPHA", "RFC 2234, 6.1"));
        assert_eq!((names.name(3), names.section(3)), ("", ""));
        assert_eq!(RuleNames::new("").name(0), "");
    }
}
