//! Certificates of documents.

use urigram_automata::certificate::{self, Certificate};

use super::{spelled, ProofError, Transcriptions};

impl Transcriptions {
    /// Returns the lines above the certificates of a grammar: the format's version, the grammar,
    /// the reading, and each rule as pest's optimizer leaves it.
    ///
    /// ```
    /// use urigram_grammars::{proof::Transcriptions, Grammar, Reading};
    /// let rules = Transcriptions::of(Grammar::Rfc2141, Reading::Printed)?;
    /// let heading = rules.certificate_heading();
    /// assert!(heading.starts_with("urigram-certificates 1\ngrammar rfc2141 printed\n"));
    /// # Ok::<(), urigram_grammars::proof::ProofError>(())
    /// ```
    #[doc(hidden)]
    pub fn certificate_heading(&self) -> String {
        certificate::heading(self.grammar.as_str(), self.reading.id(), &self.peg)
    }

    /// Returns the ids of the rules that both transcriptions have.
    #[doc(hidden)]
    pub fn certifiable(&self) -> impl Iterator<Item = &'static str> + '_ {
        let rules = self.grammar.document().rules().iter();
        let both = rules.filter(|rule| rule.imported.is_none() || self.has_peg(rule.id));
        both.map(|rule| rule.id)
    }

    /// Certifies that both transcriptions of a rule are one language, and that pest's optimizer
    /// keeps it. In a file, the result follows [`Transcriptions::certificate_heading`].
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule, for rules that are not one language, and where a limit
    /// is hit.
    #[doc(hidden)]
    pub fn certify(&self, rule: &str) -> Result<Certificate, ProofError> {
        let known = self.grammar.document().rule(rule).map_err(ProofError::UnknownRule)?;
        let abnf = self.abnf.rule(known.id).map_or(known.id, |rule| &rule.name);
        let peg = spelled(&self.peg, known.id);
        Certificate::new((&self.abnf, abnf), (&self.peg, &peg), self.terminals(), self.limits)
            .map_err(ProofError::Certificate)
    }
}
