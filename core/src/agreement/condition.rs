//! Conditions on strings.

use urigram_grammars::proof::{Dfa, Limits, ProofError, Side};
use urigram_grammars::{Grammar, Reading};

/// The set of strings to which an agreement is confined.
#[derive(Clone, Debug)]
pub struct Condition(pub(super) Dfa);

impl Condition {
    /// Confines to the strings of a rule.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit.
    pub fn rule(side: Side<'_>) -> Result<Condition, ProofError> {
        side.automaton().map(Condition)
    }

    /// Confines to the strings that begin with a text, as it is given.
    ///
    /// # Errors
    /// [`ProofError::Undecided`] where a limit is hit.
    pub fn beginning(text: &str) -> Result<Condition, ProofError> {
        use urigram_grammars::proof::marked::Pattern;

        let pattern = Pattern::sequence([Pattern::text(text), Pattern::any()]);
        pattern.strings(Limits::default()).map(Condition).map_err(ProofError::Undecided)
    }

    /// Confines to the strings of the first rule of an ABNF, which may use the rules of a grammar
    /// and the core rules of RFC 5234, as `VCHAR`.
    ///
    /// ```
    /// use urigram::agreement::{agree, Condition, Outcome};
    /// use urigram::proof::Side;
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let side = |grammar| Side { grammar, reading: Reading::Corrected, rule: None };
    /// let (a, b) = (side(Grammar::Rfc2396), side(Grammar::Rfc3986));
    /// let rule = "x = \"http://\" hostname [ \"/\" ]";
    /// let named = Condition::abnf(rule, a.grammar, a.reading)?;
    /// assert!(matches!(agree(a, b, Component::Host, None)?.outcome, Outcome::Differs(_)));
    /// assert_eq!(agree(a, b, Component::Host, Some(&named))?.outcome, Outcome::Agrees);
    /// # Ok::<(), urigram::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError::Abnf`] when the text cannot be read, has no rule, or uses a rule that nobody
    /// defines, and where a limit is hit.
    pub fn abnf(text: &str, grammar: Grammar, reading: Reading) -> Result<Condition, ProofError> {
        urigram_grammars::proof::first_rule(text, grammar, reading).map(Condition)
    }
}
