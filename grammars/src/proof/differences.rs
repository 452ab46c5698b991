//! The strings where a program is known to differ from its practice, as `differences.tsv` has them.

use urigram_automata::{Dfa, Limits};

use super::{first_rule, ProofError, Side};
use crate::{Component, Grammar, Reading};

/// Each row: a grammar, the components that are another, a rule for the strings, and the reason.
const ROWS: &str = include_str!("../../differences.tsv");

/// Strings where a program differs from its practice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// The strings, as the program is given them.
    pub strings: Dfa,
    /// The rule of the strings, in ABNF.
    pub rule: &'static str,
    /// The reason.
    pub says: &'static str,
    /// The components that the program gives another place or value, separated by spaces.
    touched: &'static str,
}

impl Difference {
    /// Returns true if the program may give the component another place or value.
    pub fn touches(&self, component: Component) -> bool {
        self.has(component.name())
    }

    /// Returns true if the program may take what its practice refuses by a constraint, or refuse
    /// what its practice takes.
    pub fn touches_verdict(&self) -> bool {
        self.has("verdict")
    }

    fn has(&self, name: &str) -> bool {
        // Of an authority nothing is known where its host, userinfo or port is another one.
        let in_authority = ["userinfo", "host", "port"];
        let mut touched = self.touched.split(' ');
        touched.any(|one| one == name || name == "authority" && in_authority.contains(&one))
    }
}

/// Returns the strings where the program of a practice is known to differ from it, found by
/// `.ci/programs`. Nothing is decided about what they touch. Empty for most grammars.
///
/// ```
/// use urigram_grammars::proof::differences;
/// use urigram_grammars::{Component, Grammar, Reading};
///
/// let perl = differences(Grammar::PerlUri5, Reading::Corrected)?;
/// let brackets = &perl[0];
/// assert!(brackets.strings.accepts(b"<http://a/>") && !brackets.strings.accepts(b"http://a/"));
/// assert!(brackets.touches(Component::Host) && !brackets.touches_verdict());
/// # Ok::<(), urigram_grammars::proof::ProofError>(())
/// ```
///
/// # Errors
/// [`ProofError`] where a limit is hit.
pub fn differences(grammar: Grammar, reading: Reading) -> Result<Vec<Difference>, ProofError> {
    let id = grammar.document().id;
    let mut found = Vec::new();
    for row in ROWS.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&'static str> = row.split('\t').collect();
        let [of, touched, rule, says] = cells[..] else {
            return Err(ProofError::Abnf(format!("differences.tsv has a wrong row: {row:?}")));
        };
        if of == id {
            let strings = first_rule(rule, grammar, reading)?;
            found.push(Difference { strings, rule, says, touched });
        }
    }
    Ok(found)
}

/// Returns the strings with an unknown component, because the program of the practice is known to
/// differ there; `None` for most grammars and components.
///
/// # Errors
/// [`ProofError`] where a limit is hit.
pub fn misread(side: Side<'_>, component: Component) -> Result<Option<Dfa>, ProofError> {
    let mut all: Option<Dfa> = None;
    for row in differences(side.grammar, side.reading)? {
        if row.touches(component) {
            all = Some(match all {
                None => row.strings,
                Some(all) => {
                    all.union(&row.strings, Limits::default()).map_err(ProofError::Undecided)?
                }
            });
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let rows = ROWS.lines().filter(|row| !row.starts_with('#')).count();
        let practices = Grammar::PRACTICES.iter();
        let all: Vec<Vec<Difference>> =
            practices.map(|&one| differences(one, Reading::Corrected).unwrap()).collect();
        assert_eq!(all.iter().map(Vec::len).sum::<usize>(), rows);
        for row in all.iter().flatten() {
            let names = row.touched.split(' ');
            let is_known = |name: &str| {
                name == "verdict" || Component::ALL.iter().any(|one| one.name() == name)
            };
            assert!(names.clone().count() > 0 && names.clone().all(is_known), "{row:?}");
            assert!(row.says.ends_with('.') && !row.strings.is_empty(), "{row:?}");
        }
        assert!(all.iter().all(|rows| rows.len() <= 10), "at most ten differences a program");
    }
}
