//! Shortest strings that distinguish languages.

use std::collections::BTreeSet;
use std::fmt::Write;

use urigram_grammars::proof::{abnf, Dfa, Limits, ProofError, Terminals};

/// A string that one of several languages has and another does not. Languages are named by their
/// index.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Division {
    /// The string.
    pub string: Vec<u8>,
    /// A language that has it.
    pub only: usize,
    /// A language that does not. The string is a shortest one for these two.
    pub not: usize,
    /// Every language that has it, in order.
    pub accepted_by: Vec<usize>,
}

/// Returns shortest strings that distinguish languages, among those that begin with `stem` and
/// continue in printing US-ASCII.
///
/// For each ordered pair of languages, the shortest string in the first and not in the second is a
/// candidate. Of several candidates that the same languages accept, the first is kept. Without a
/// stem, a shortest string is often a single character, which tells people little.
///
/// ```
/// use urigram::{compare::divisions, proof::Side, Grammar, Reading};
///
/// let side = |grammar| Side { grammar, reading: Reading::Corrected, rule: None };
/// let (old, new) = (side(Grammar::Rfc1738).automaton()?, side(Grammar::Rfc3986).automaton()?);
/// let found = divisions(&[&old, &new], b"http://a")?;
/// let strings: Vec<_> = found.iter().map(|one| (&one.string[..], &one.accepted_by[..])).collect();
/// // RFC 1738 demands nothing of a generic URL's port, and has no fragments.
/// assert_eq!(strings, [(&b"http://a:a"[..], &[0][..]), (b"http://a#", &[1])]);
/// # Ok::<(), urigram::proof::ProofError>(())
/// ```
///
/// # Errors
/// [`ProofError`] where a limit is hit. The time grows with the square of the number of languages.
pub fn divisions(languages: &[&Dfa], stem: &[u8]) -> Result<Vec<Division>, ProofError> {
    let stemmed = stemmed(stem)?;
    let intersect = |language: &&Dfa| language.intersection(&stemmed, Limits::default());
    let languages: Vec<Dfa> =
        languages.iter().map(intersect).collect::<Result<_, _>>().map_err(ProofError::Undecided)?;
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for (only, one) in languages.iter().enumerate() {
        for (not, other) in languages.iter().enumerate() {
            let difference =
                one.difference(other, Limits::default()).map_err(ProofError::Undecided)?;
            let Some(string) = difference.shortest() else { continue };
            let accepted_by: Vec<usize> =
                (0..languages.len()).filter(|&index| languages[index].accepts(&string)).collect();
            if seen.insert(accepted_by.clone()) {
                found.push(Division { string, only, not, accepted_by });
            }
        }
    }
    Ok(found)
}

/// Returns the automaton of the strings that begin with `stem` and go on in printing US-ASCII.
fn stemmed(stem: &[u8]) -> Result<Dfa, ProofError> {
    let mut rules = String::from("stemmed = ");
    for byte in stem {
        // Writing to a string does not fail.
        let _ = write!(rules, "%x{byte:02X} ");
    }
    rules.push_str("*%x21-7E\n");
    let unreadable = |error: String| ProofError::Abnf(error);
    let rules = abnf::Grammar::parse(&rules).map_err(|error| unreadable(error.to_string()))?;
    rules
        .dfa("stemmed", Terminals::Octets, Limits::default())
        .map_err(|error| unreadable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urigram_grammars::proof::Side;
    use urigram_grammars::{Grammar, Reading};

    fn languages(rules: &str, names: &[&str]) -> Vec<Dfa> {
        let rules = abnf::Grammar::parse(rules).unwrap();
        names
            .iter()
            .map(|name| rules.dfa(name, Terminals::Octets, Limits::default()).unwrap())
            .collect()
    }

    #[test]
    fn each_string_divides_and_none_is_shorter() {
        let rules = "a = *( %x61 %x62 )\nb = *%x61-62\nc = %x5C *%xFF\n";
        let all = languages(rules, &["a", "b", "c"]);
        let all: Vec<&Dfa> = all.iter().collect();
        let strings = |stem: &[u8]| {
            let found = divisions(&all, stem).unwrap();
            found.into_iter().map(|one| (one.string, one.accepted_by)).collect::<Vec<_>>()
        };
        assert_eq!(strings(b"a"), [(b"ab".to_vec(), vec![0, 1]), (b"a".to_vec(), vec![1])]);
        // What follows a stem prints; a stem itself need not, and may end what it begins.
        assert_eq!(strings(b"\\\xFF"), [(b"\\\xFF".to_vec(), vec![2])]);
        assert_eq!(strings(b"z"), []);
    }

    #[test]
    fn automata_accept_what_tables_accept() {
        let grammars = Grammar::ALL;
        let side = |&grammar: &Grammar| Side { grammar, reading: Reading::Corrected, rule: None };
        let automata: Vec<Dfa> =
            grammars.iter().map(|grammar| side(grammar).automaton().unwrap()).collect();
        let found = divisions(&automata.iter().collect::<Vec<_>>(), b"urn:a").unwrap();
        assert!(found.len() > 1);
        for Division { string, only, not, accepted_by } in found {
            let accepting = urigram_core::selection::accepting(&string, Reading::Corrected);
            assert!(string.starts_with(b"urn:a") && accepting.contains(grammars[only]));
            assert!(!accepting.contains(grammars[not]));
            let by_automata: Vec<Grammar> =
                accepted_by.iter().map(|&index| grammars[index]).collect();
            assert_eq!(by_automata, accepting.iter().collect::<Vec<_>>(), "{string:?}");
        }
    }
}
