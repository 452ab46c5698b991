//! The theorems that a document's shape and its PEG give components the places that the rules give.

use urigram_automata::Random;
use urigram_engine::Schemes;
use urigram_grammars::proof::{PartsProof, PartsProver, Splitting, Transcriptions};
use urigram_grammars::{Component, Grammar, Reading, Shape};

fn pair(grammar: Grammar, reading: Reading) -> Transcriptions {
    Transcriptions::of(grammar, reading).unwrap()
}

fn shape(theorem: &PartsProver<'_>, component: Component) -> PartsProof {
    theorem.shape(component).unwrap().unwrap()
}

/// Every row is needed: without it the theorem fails.
#[test]
#[ignore = "a minute; `.ci/long` runs it in release"]
fn a_row_left_out_is_refused() {
    for grammar in [
        Grammar::Url1993,
        Grammar::Rfc1630,
        Grammar::Rfc1738,
        Grammar::Rfc1808,
        Grammar::Rfc2141,
        Grammar::Rfc2396,
        Grammar::Url1997,
    ] {
        let pair = pair(grammar, Reading::Corrected);
        let rows = PartsProver::rows(&pair);
        assert!(!rows.is_empty());
        for (at, row) in rows.iter().enumerate() {
            let mut others = rows.clone();
            others.remove(at);
            let theorem = PartsProver::with_rows(&pair, others).unwrap();
            for &component in row.components {
                let proof = shape(&theorem, component);
                // Prose that the rules of this reading agree with is for the other reading.
                let is_needed = row.prose.is_empty() || !row.beyond.is_empty();
                assert!(!is_needed || !proof.holds(), "{grammar} without {row:?}: {proof}");
            }
        }
    }
}

/// A rule that the rows choose a place of has two without them.
#[test]
fn a_rule_without_its_row_is_ambiguous() {
    let pair = pair(Grammar::Rfc3986, Reading::Corrected);
    let with = PartsProver::of(&pair).unwrap();
    let without = PartsProver::with_rows(&pair, Vec::new()).unwrap();
    for rule in ["IPv4address", "reg-name"].map(Component::Rule) {
        assert!(with.components().contains(&rule) && with.shape(rule).unwrap().is_none());
        assert!(matches!(with.peg(rule).unwrap(), Some(PartsProof::Proved)), "{rule}");
        let proof = without.shape(rule).unwrap();
        assert!(matches!(proof, Some(PartsProof::Ambiguous { .. })), "{rule} {proof:?}");
    }
}

/// A departure holds only with its shortest string.
#[test]
fn a_stale_departure_is_refused() {
    let pair = pair(Grammar::Rfc2141, Reading::Printed);
    let mut rows = PartsProver::rows(&pair);
    rows[0].beyond = "\u{27e8}urn\u{27e9}:b:c";
    let theorem = PartsProver::with_rows(&pair, rows).unwrap();
    let proof = shape(&theorem, Component::Scheme);
    assert!(matches!(proof, PartsProof::Stale(Some(_))), "{proof}");
    assert!(proof.to_string().contains("\u{27e8}urn\u{27e9}:a:!"), "{proof}");
}

type Change = fn(&mut Shape);

const CHANGES: [Change; 17] = [
    |shape| shape.hier = None,
    |shape| shape.net = None,
    |shape| shape.server = None,
    |shape| shape.hostport = None,
    |shape| shape.port = None,
    |shape| shape.scheme = None,
    |shape| shape.drive = None,
    |shape| shape.authority_ends = if shape.authority_ends == "/" { "/?" } else { "/" },
    |shape| shape.authority_ends = "/?:",
    |shape| shape.fragment = Schemes::None,
    |shape| shape.query = Schemes::None,
    |shape| shape.query = Schemes::All,
    |shape| shape.authority = Schemes::None,
    |shape| shape.host = Schemes::None,
    |shape| shape.userinfo = Schemes::None,
    |shape| shape.hostless = Schemes::None,
    |shape| shape.omits_empty = !shape.omits_empty,
];

/// A change of a shape that moves a span, of any component, is refused.
#[test]
#[ignore = "a minute"]
fn a_changed_shape_is_refused() {
    let mut moved = 0;
    for grammar in [
        Grammar::Url1993,
        Grammar::Rfc1738,
        Grammar::Rfc1808,
        Grammar::Rfc2141,
        Grammar::Rfc2396,
        Grammar::Rfc8141,
    ] {
        let reading = Reading::Corrected;
        let pair = pair(grammar, reading);
        let theorem = PartsProver::of(&pair).unwrap();
        let own = grammar.tables(reading).start().shape;
        let limits = pair.limits();
        let all = |shape: &Shape| Splitting::by_shape(grammar, reading, None, shape).unwrap();
        let kept = all(own);
        for (number, change) in CHANGES.iter().enumerate() {
            let mut mutant = own.clone();
            change(&mut mutant);
            let changed = all(&mutant);
            for component in theorem.components() {
                let [before, after] =
                    [&kept, &changed].map(|side| side.component(component, limits).unwrap());
                let found = before.contrast(&after, limits).unwrap();
                if found.only_a.is_none() && found.only_b.is_none() {
                    continue;
                }
                moved += 1;
                let proof = theorem.of_shape(component, &mutant).unwrap();
                let name = component.name();
                assert!(!proof.holds(), "{grammar} {name}, change {number}: {proof}");
            }
        }
    }
    assert!(moved > 60, "{moved}");
}

/// A change of a rule, here one name in place of another, that moves a span of the ABNF is refused.
#[test]
#[ignore = "minutes"]
fn a_changed_rule_is_refused() {
    let mut random = Random::seeded(33);
    let (mut moved, mut refused) = (0, 0);
    for grammar in [Grammar::Rfc1808, Grammar::Rfc2396, Grammar::Rfc3986, Grammar::Rfc8141] {
        let reading = Reading::Corrected;
        let (abnf, pest) = (grammar.abnf(reading), grammar.pest(reading));
        let names: Vec<&str> = grammar.document().rules().iter().map(|rule| rule.id).collect();
        let own = pair(grammar, reading);
        let theorem = PartsProver::of(&own).unwrap();
        for _ in 0..12 {
            let [one, other] = [0; 2].map(|_| names[random.below(names.len())]);
            let Some(changed) = exchanged(abnf, one, other, &mut random) else { continue };
            let Ok(mutant) = Transcriptions::from_sources(grammar, reading, &changed, pest) else {
                continue;
            };
            let Ok(changed) = PartsProver::of(&mutant) else { continue };
            for component in theorem.components() {
                // A change can make rules that nothing decides, such as a recursive one.
                let Ok(Some(proof)) = changed.shape(component) else { continue };
                let Ok(is_same) = changed.gives_the_places_of(&theorem, component) else {
                    continue;
                };
                moved += usize::from(!is_same);
                refused += usize::from(!proof.holds());
                assert!(is_same || !proof.holds(), "{grammar} {one} for {other}: {proof}");
            }
        }
    }
    assert!(moved > 20 && refused >= moved, "{moved} {refused}");
}

/// Puts one name in the place of another at one of its uses.
fn exchanged(abnf: &str, one: &str, other: &str, random: &mut Random) -> Option<String> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_use = |&(at, _): &(usize, &str)| {
        let (before, after) = (&abnf[..at], &abnf[at + other.len()..]);
        let is_defined = after.trim_start().starts_with('=');
        let comment = before.rsplit('\n').next().is_some_and(|line| line.contains(';'));
        let ends = [before.bytes().last(), after.bytes().next()];
        !is_defined && !comment && !ends.into_iter().flatten().any(is_name)
    };
    let uses: Vec<usize> = abnf.match_indices(other).filter(is_use).map(|(at, _)| at).collect();
    if one == other || uses.is_empty() {
        return None;
    }
    let at = uses[random.below(uses.len())];
    Some(format!("{}{one}{}", &abnf[..at], &abnf[at + other.len()..]))
}

/// Equal languages are not equal parts: a PEG with two names exchanged matches the same strings.
#[test]
fn a_peg_with_names_exchanged_is_refused() {
    let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
    let own = pair(grammar, reading);
    let proof = PartsProver::of(&own).unwrap().peg(Component::Query).unwrap().unwrap();
    assert!(proof.holds(), "{proof}");
    // query and fragment are the same characters, so the languages stay equal.
    let source = grammar.pest(reading);
    let exchanged = source.replace("~ query", "~ \u{1}").replace("~ fragment", "~ query");
    let exchanged = exchanged.replace('\u{1}', "fragment");
    let other =
        Transcriptions::from_sources(grammar, reading, grammar.abnf(reading), &exchanged).unwrap();
    let rule = grammar.document().start.default;
    assert!(other.prove(rule).unwrap().proved());
    let proof = PartsProver::of(&other).unwrap().peg(Component::Query).unwrap().unwrap();
    let PartsProof::Differs { side: "PEG", placed } = proof else { panic!("{proof}") };
    assert_eq!((&placed.input[..], placed.span), (&b"?"[..], None));
}
