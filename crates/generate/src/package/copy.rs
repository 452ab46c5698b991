//! A PEG as ABNF, proved equal, for a package.

use urigram_automata::peg::Which;
use urigram_automata::{abnf, peg, Limits, Terminals};

/// Returns the copy, proved equal rule by rule.
///
/// # Errors
/// A message with the rule whose copy has other strings, or that ABNF cannot say.
pub(super) fn abnf(
    peg: &peg::Grammar,
    terminals: Terminals,
    limits: Limits,
) -> Result<String, String> {
    let text = peg.as_abnf().map_err(|error| error.to_string())?;
    let copy =
        abnf::Grammar::parse(&text).map_err(|error| format!("the copy of the PEG: {error}"))?;
    for rule in peg.rules() {
        let wrong = |why: String| format!("the copy of `{}` in ABNF: {why}", rule.name());
        let (own, copied) = (
            peg.dfa(rule.name(), Which::Optimized, terminals, limits)
                .map_err(|why| wrong(why.to_string()))?,
            copy.dfa(&rule.name().replace('_', "-"), terminals, limits)
                .map_err(|why| wrong(why.to_string()))?,
        );
        let compared = copied.compare(&own, limits).map_err(|why| wrong(why.to_string()))?;
        if let Some(more) = compared.only_a {
            return Err(wrong(format!("it accepts \"{}\", too", more.escape_ascii())));
        }
    }
    Ok(text)
}
