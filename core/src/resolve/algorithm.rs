//! The resolution algorithms by name: a document's folder says which of them it has.

use urigram_grammars::{Grammar, Resolution};

use super::trace::Trace;
use super::{rfc1630, rfc1808, rfc2396, rfc3986, uri_2003, url_1993, url_1997, Attempt, Outcome};

/// An algorithm, named after the first document that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Url1993,
    Rfc1630,
    Rfc1808,
    Url1997,
    Rfc2396,
    Uri2003,
    Rfc3986,
    /// For identifiers of a practice alone, and so left out of programs that name none.
    #[cfg(feature = "practices")]
    Whatwg,
}

/// The algorithms with the names that `document.toml` uses.
const NAMES: &[(&str, Algorithm)] = &[
    ("url-1993", Algorithm::Url1993),
    ("rfc1630", Algorithm::Rfc1630),
    ("rfc1808", Algorithm::Rfc1808),
    ("url-1997", Algorithm::Url1997),
    ("rfc2396", Algorithm::Rfc2396),
    ("uri-2003", Algorithm::Uri2003),
    ("rfc3986", Algorithm::Rfc3986),
    #[cfg(feature = "practices")]
    ("whatwg", Algorithm::Whatwg),
];

impl Algorithm {
    fn named(name: &str) -> Option<Algorithm> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, algorithm)| algorithm)
    }

    /// Returns the algorithm of a grammar's document with the document's sections and options, if
    /// it has one.
    pub(crate) fn of(grammar: Grammar) -> Option<(Algorithm, &'static Resolution)> {
        let resolution = grammar.document().resolution.as_ref()?;
        Some((Algorithm::named(resolution.algorithm?)?, resolution))
    }

    pub(super) fn run(self, attempt: &Attempt<'_>, trace: &mut impl Trace) -> Outcome {
        match self {
            Algorithm::Url1993 => url_1993::resolve(attempt, trace),
            Algorithm::Rfc1630 => rfc1630::resolve(attempt, trace),
            Algorithm::Rfc1808 => rfc1808::resolve(attempt, trace),
            Algorithm::Url1997 => url_1997::resolve(attempt, trace),
            Algorithm::Rfc2396 => rfc2396::resolve(attempt, trace),
            Algorithm::Uri2003 => uri_2003::resolve(attempt, trace),
            Algorithm::Rfc3986 => rfc3986::resolve(attempt, trace),
            #[cfg(feature = "practices")]
            Algorithm::Whatwg => super::whatwg::resolve(attempt, trace),
        }
    }
}

#[cfg(feature = "practices")]
#[cfg(test)]
mod tests {
    use super::{Algorithm, NAMES};
    use std::vec::Vec;
    use urigram_grammars::Grammar;

    #[test]
    fn the_generator_knows_the_same_names() {
        let here: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        let path =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../generate/src/meaning.rs");
        let source = std::fs::read_to_string(path).unwrap();
        let squeezed: std::string::String = source.split_whitespace().collect();
        let squeezed = squeezed.replace(",]", "]");
        let wanted = std::format!("]={here:?};").replace(' ', "");
        assert!(squeezed.contains(&wanted), "{here:?}");
    }

    #[test]
    fn every_algorithm_that_a_document_names_is_one() {
        let grammars = || Grammar::ALL.iter().copied().chain(Grammar::unselected());
        for grammar in grammars() {
            let name =
                grammar.document().resolution.as_ref().and_then(|resolution| resolution.algorithm);
            assert_eq!(name.is_some(), Algorithm::of(grammar).is_some(), "{grammar}");
        }
        let is_used =
            |algorithm| grammars().any(|g| Algorithm::of(g).is_some_and(|(of, _)| of == algorithm));
        assert!(NAMES.iter().all(|(_, algorithm)| is_used(*algorithm)));
    }
}
