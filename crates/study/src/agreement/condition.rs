//! Conditions on strings.

use urigram_grammars::proof::{Dfa, Limits, ProofError, Side};
use urigram_grammars::{Grammar, Reading};

/// The set of strings that an agreement is confined to.
#[derive(Clone, Debug)]
pub struct Condition(pub(super) Dfa);

impl Condition {
    /// Reads a condition: a beginning of strings with an asterisk after it
    /// ([`beginning`](Condition::beginning)), ABNF, which has an equals sign
    /// ([`abnf`](Condition::abnf), in the terms of the first grammar), or the name of a rule, of
    /// the first grammar that has it.
    ///
    /// ```
    /// use urigram::agreement::Condition;
    /// use urigram::proof::Side;
    /// use urigram::{Grammar, Reading};
    ///
    /// let side = |grammar| Side { grammar, reading: Reading::Corrected, rule: None };
    /// let sides = [side(Grammar::Rfc2396), side(Grammar::Rfc3986)];
    /// for text in ["https://good.example*", "x = \"http://\" hostname", "path-rootless"] {
    ///     assert!(Condition::read(text, &sides).is_ok(), "{text}");
    /// }
    /// assert!(Condition::read("x = path-rootless", &sides).is_err());
    /// # Ok::<(), urigram::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of these functions, and [`ProofError::Abnf`] without a grammar.
    pub fn read(text: &str, sides: &[Side<'_>]) -> Result<Condition, ProofError> {
        if let Some(beginning) = text.strip_suffix('*') {
            return Condition::beginning(beginning);
        }
        let Some(first) = sides.first() else {
            return Err(ProofError::Abnf(String::from("a rule needs a grammar")));
        };
        if text.contains('=') {
            return Condition::abnf(text, first.grammar, first.reading);
        }
        let known = sides.iter().find(|side| side.grammar.document().rule(text).is_ok());
        Condition::rule(Side { rule: Some(text), ..*known.unwrap_or(first) })
    }

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
