//! Tests of random citations: the model reads each as its rules do.

use urigram::urc::{canonical, compare, elements};
use urigram::{Grammar, Normalizer, Reading, Urc};
use urigram_automata::{Limits, Random, Sampler};
use urigram_grammars::proof::Transcriptions;

fn samples(reading: Reading, check: impl Fn(&[u8], Urc<'_>)) {
    let transcriptions = Transcriptions::of(Grammar::Urc1993, reading).unwrap();
    let automaton = transcriptions.abnf_automaton("URC").unwrap();
    let sampler = Sampler::new(&automaton, 60, Limits::default()).unwrap();
    let mut random = Random::seeded(1993);
    for _ in 0..3000 {
        let text = sampler.sample(&mut random).unwrap();
        check(&text, Urc::parse_by(Grammar::Urc1993, reading, &text).unwrap());
    }
}

#[test]
fn elements_and_what_stands_between_them_are_the_whole_citation() {
    for reading in Reading::ALL {
        samples(reading, |text, urc| {
            let mut at = 1;
            for element in elements(urc) {
                let between = &text[at..element.range.start];
                assert!(between.iter().all(|byte| b"\r\n".contains(byte)), "{urc:?}");
                assert_eq!(text[element.range.end], b';', "{urc:?}");
                at = element.range.end + 1;
            }
            assert_eq!(&text[at..], b">", "{urc:?}");
        });
    }
}

#[test]
fn the_canonical_form_is_the_same_citation_and_its_own_canonical_form() {
    samples(Reading::Corrected, |_, urc| {
        let form = canonical(urc).unwrap();
        let again = Urc::parse(&form).unwrap();
        let compared = compare(again, urc, Normalizer::new(Grammar::Urc1993));
        assert!(compared.is_equivalent(), "{urc:?} {again:?}");
        assert_eq!(canonical(again).unwrap(), form);
    });
}
