//! Hosts that one reader trusts, and that another reader takes elsewhere.

use alloc::format;

use urigram_grammars::proof::{first_rule, Limits, ProofError};
use urigram_grammars::{Component, Grammar, Reading};

use super::proof::{Agreement, Definition, Outcome, Splits};

impl<'a> Splits<'a> {
    /// Decides whether a host that this side finds can be another one on the other side: both
    /// accept the string, this side's host is `host`, and the other side's host is a name that is
    /// neither `host` nor below it. [`Outcome::Differs`] has a shortest such string;
    /// [`Outcome::Agrees`] says that there is none.
    ///
    /// The letters' case is ignored, and nothing else is done to a host. The other side's name has
    /// only letters, digits, dots and hyphens, so that no program decodes it.
    ///
    /// ```
    /// use urigram::agreement::{Outcome, Splits};
    /// use urigram::proof::Side;
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let splits = |grammar| {
    ///     let side = Side { grammar, reading: Reading::Corrected, rule: None };
    ///     Splits::of(side, &[Component::Host])
    /// };
    /// let (java, browser) = (splits(Grammar::JavaNetUri)?, splits(Grammar::Whatwg)?);
    /// assert_eq!(java.trust(&browser, "good.example")?.outcome, Outcome::Agrees);
    /// # Ok::<(), urigram::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError`] for a host that has other characters, and where a limit is hit.
    pub fn trust(&self, other: &Splits<'a>, host: &str) -> Result<Agreement<'a>, ProofError> {
        let definitions = [self, other].map(|side| side.definition(Component::Host));
        let mut outcome = (Outcome::Undecided, 0);
        if definitions.contains(&Definition::Missing) {
            outcome.0 = Outcome::NotApplicable;
        } else if let (Some(a), Some(b)) =
            (self.function(Component::Host), other.function(Component::Host))
        {
            let limits = Limits::default();
            let rule = |text: &str| first_rule(text, Grammar::Rfc3986, Reading::Corrected);
            let undecided = ProofError::Undecided;
            // A text in quotes ignores case.
            let trusted = rule(&format!("x = \"{host}\""))?;
            let names = rule("x = *( ALPHA / DIGIT / \"-\" / \".\" ) ( ALPHA / DIGIT )")?;
            if !names.accepts(host.as_bytes()) {
                return Err(ProofError::Abnf(format!("{host:?} is no name of letters and digits")));
            }
            let below = format!("x = [ *( ALPHA / DIGIT / \"-\" / \".\" ) \".\" ] \"{host}\"");
            let below = rule(&below)?;
            let others = names.difference(&below, limits).map_err(undecided)?;
            let a_trusts = a.marked().within(&trusted, limits).map_err(undecided)?;
            let b_goes = b.marked().within(&others, limits).map_err(undecided)?;
            let both = a_trusts.intersection(&b_goes, limits).map_err(undecided)?;
            outcome = match self.decide(other, [a, b], Some(&both)) {
                Some((Outcome::Vacuous, states)) => (Outcome::Agrees, states),
                found => found.unwrap_or((Outcome::Undecided, 0)),
            };
        }
        let (outcome, states) = outcome;
        let component = Component::Host;
        Ok(Agreement { a: self.side(), b: other.side(), component, definitions, outcome, states })
    }
}
