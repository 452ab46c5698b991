use core::fmt;

/// A citation of sections, as messages show it.
///
/// The data of a document cites its own sections (`3.2.2`) and those of other documents (`RFC 3986,
/// 3.2.2`). A patch cites the sections of its base for the rules that it inherits. Messages name
/// the document whose text has the section.
///
/// ```
/// use urigram::documents::SectionRef;
///
/// assert_eq!(SectionRef::of("RFC 6874", "2").to_string(), "RFC 6874 section 2");
/// assert_eq!(SectionRef::of("RFC 6874", "RFC 3986, 3.2.2").to_string(), "RFC 3986 section 3.2.2");
/// assert_eq!(SectionRef::short("3.2.2").to_string(), "section 3.2.2");
/// assert_eq!(SectionRef::of("RFC 6874", "").to_string(), "RFC 6874");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionRef<'a> {
    document: &'a str,
    sections: &'a str,
}

impl<'a> SectionRef<'a> {
    /// Returns a citation that names its document, by number or by id.
    #[doc(hidden)]
    pub fn of(document: &'a str, sections: &'a str) -> SectionRef<'a> {
        SectionRef { document, sections }
    }

    /// Returns a citation in a place that names the document already: only other documents are
    /// named.
    #[inline]
    #[doc(hidden)]
    pub fn short(sections: &'a str) -> SectionRef<'a> {
        SectionRef { document: "", sections }
    }

    /// Returns true if every section is another document's, as those of inherited rules are.
    #[inline]
    #[doc(hidden)]
    pub fn is_elsewhere(&self) -> bool {
        clauses(self.sections).all(|clause| other_document(clause).is_some())
    }
}

/// Returns the text before and after two bytes of US-ASCII. A search for a `str` would be 1 kB of
/// code in every program that shows an error.
fn split_at<'a>(text: &'a str, two: &[u8; 2]) -> Option<(&'a str, &'a str)> {
    let at = text.as_bytes().windows(2).position(|found| found == two)?;
    Some((&text[..at], &text[at + 2..]))
}

/// Returns the clauses of a citation, which semicolons separate.
fn clauses(sections: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(sections);
    core::iter::from_fn(move || {
        let text = rest?;
        let (clause, after) = match split_at(text, b"; ") {
            Some((clause, after)) => (clause, Some(after)),
            None => (text, None),
        };
        rest = after;
        Some(clause)
    })
}

/// Splits a clause that begins with the number of another document: `RFC 3986, 3.2.2`.
fn other_document(clause: &str) -> Option<(&str, &str)> {
    let (document, sections) = split_at(clause, b", ")?;
    let number = document.strip_prefix("RFC ")?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some((document, sections))
}

/// Returns true for `line 12`, which cites a rule that the document's facts do not list.
fn is_line(section: &str) -> bool {
    section.strip_prefix("line ").is_some_and(|line| line.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for SectionRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sections.is_empty() {
            return f.write_str(self.document);
        }
        for (index, clause) in clauses(self.sections).enumerate() {
            let (document, sections) = other_document(clause).unwrap_or((self.document, clause));
            f.write_str(if index > 0 { "; " } else { "" })?;
            f.write_str(document)?;
            f.write_str(if document.is_empty() { "" } else { " " })?;
            f.write_str(if is_line(sections) { "" } else { "section " })?;
            f.write_str(sections)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::SectionRef;
    use std::string::ToString;

    #[test]
    fn the_document_that_has_the_section_is_named() {
        for (sections, shown) in [
            ("3.2.2", "RFC 6874 section 3.2.2"),
            ("RFC 3986, Appendix B", "RFC 3986 section Appendix B"),
            ("2.1; RFC 1738, 3.1 to 3.11", "RFC 6874 section 2.1; RFC 1738 section 3.1 to 3.11"),
            ("BNF, rule 1", "RFC 6874 section BNF, rule 1"),
            ("RFC editors, 1", "RFC 6874 section RFC editors, 1"),
            ("", "RFC 6874"),
            ("line 12", "RFC 6874 line 12"),
        ] {
            assert_eq!(SectionRef::of("RFC 6874", sections).to_string(), shown);
        }
        assert_eq!(SectionRef::short("RFC 3986, 3").to_string(), "RFC 3986 section 3");
        assert!(SectionRef::short("RFC 3986, 3").is_elsewhere());
        assert!(!SectionRef::short("2; RFC 3986, 3").is_elsewhere());
    }
}
