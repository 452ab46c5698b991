//! The sections that errors cite, and the algorithms that documents name.

use super::{ResolveError, Resolver};
use std::string::ToString;
use urigram_grammars::Grammar;

// A document that says nothing of resolution was cited by its number alone: `… (room)`.
#[test]
fn an_error_cites_a_section_or_nothing() {
    let shown = |section| ResolveError::NoAlgorithm { grammar: Grammar::Rfc3986, section };
    let text = "rfc3986 does not say how a relative reference resolves";
    assert_eq!(shown("").to_string(), text);
    assert_eq!(shown("5").to_string(), std::format!("{text} (RFC 3986 section 5)"));
}

/// The one pass cited section 5.2 for every document; RFC 3987 says in 6.5 how references resolve.
#[test]
fn the_one_pass_cites_what_the_algorithm_cites() {
    let base = crate::Iri::parse("a:/b").unwrap();
    let reference = crate::IriRef::parse(".//c").unwrap();
    let error = base.resolve(reference).unwrap_err();
    let cited = matches!(&error, ResolveError::SplitOtherwise { section: "6.5", .. });
    assert!(cited, "{error:?}");
    assert_eq!(Resolver::new(Grammar::Rfc3987).resolve("a:/b", ".//c").unwrap_err(), error);
}

// The URL Standard comes with `std`.
#[cfg(feature = "std")]
#[test]
fn every_algorithm_is_that_of_a_document() {
    for algorithm in urigram_grammars::Algorithm::ALL {
        let mut grammars = Grammar::ALL.iter().copied().chain(Grammar::unselected());
        let has =
            |grammar| Resolver::new(grammar).algorithm().is_some_and(|(of, _)| of == *algorithm);
        assert!(grammars.any(has), "{algorithm}");
    }
}
