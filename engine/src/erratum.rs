//! Places where the print contradicts the document itself.

/// A place where the print contradicts the document itself.
#[derive(Debug)]
pub struct Erratum {
    /// Its id, unique in the document.
    pub id: &'static str,
    /// The section of the slip.
    pub section: &'static str,
    /// The numbers of the reports on it among the RFC Editor's errata (EID 2033), if there are any.
    pub rfc_editor: &'static [u32],
    /// The rules concerned.
    pub rules: &'static [&'static str],
    /// The text as printed.
    pub printed: &'static str,
    /// The contradicting statement or example of the document.
    pub says: &'static str,
    /// The replacement in [`Reading::Corrected`](crate::Reading::Corrected), if it repairs the
    /// erratum.
    pub repair: Option<&'static str>,
    /// An input that shows it, with the verdicts of the printed and the corrected rule.
    pub example: Option<ErratumExample>,
}

impl Erratum {
    /// Returns true if the repair changes the language.
    pub fn changes_the_language(&self) -> bool {
        let example = self.example.as_ref();
        self.repair.is_some() && example.is_some_and(|example| example.printed != example.corrected)
    }
}

#[cfg(feature = "commentary")]
impl crate::SyntaxError {
    /// Returns the erratum that says why the case of the rejected letter counts. `None` if the
    /// letter is not allowed in the other case either, or if the document leaves no doubt.
    ///
    /// The id of such an erratum ends in `-case`. It has no repair, and both readings reject its
    /// example, which its rule would accept in the other case.
    pub fn case_erratum(&self) -> Option<&'static Erratum> {
        let crate::Found::Char(found) = self.found() else { return None };
        let other = if found.is_ascii_alphabetic() { found as u8 ^ 0x20 } else { return None };
        if !self.expected().bytes().contains(other) {
            return None;
        }
        let is_rejected = |example: &ErratumExample| !example.printed && !example.corrected;
        self.document().commentary().errata.iter().find(|erratum| {
            let example = erratum.example.as_ref();
            erratum.id.ends_with("-case")
                && erratum.repair.is_none()
                && example.is_some_and(is_rejected)
        })
    }
}

/// An input on which the two readings differ.
#[derive(Debug)]
pub struct ErratumExample {
    /// The input.
    pub text: &'static str,
    /// The rule that is applied to the input.
    pub rule: &'static str,
    /// Whether the printed rules accept the input.
    pub printed: bool,
    /// Whether the corrected rules accept the input.
    pub corrected: bool,
}
