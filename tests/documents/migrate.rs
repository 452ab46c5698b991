//! The differences between two documents, compared with the parts of the library that decide each
//! cause.

use urigram::migrate::{Cause, Culprit, Effect, Kind, Migration, Outcome, Presence, Tally};
use urigram::normalization::Level;
use urigram::{Component, Grammar, Normalizer, Reading, ResolveError};
use urigram_grammars::proof::{Random, Sampler, Side};

fn causes(migration: &Migration, input: &str) -> Vec<Cause> {
    match migration.judge(input.as_bytes()) {
        Outcome::Differs(causes) => causes,
        _ => Vec::new(),
    }
}

/// A practice removes characters before its rules read, and its program refuses some of what they
/// accept: a migration asks for both.
#[test]
fn a_practice_gives_its_verdict() {
    let to = |to| Migration::new(Grammar::Whatwg, to);
    let kinds = |migration: &Migration, input: &str| -> Vec<Kind> {
        causes(migration, input).iter().map(Cause::kind).collect()
    };
    let document = to(Grammar::Rfc3986);
    let [gained] = causes(&document, "http://1.2.3.999/")[..] else { panic!() };
    assert_eq!((gained.kind(), gained.rule(), gained.section()), (Kind::Gained, "host", "3.5"));
    assert!(matches!(gained.culprit(), Culprit::Constraint(_)), "{gained}");
    assert_eq!(kinds(&document, "http://a/\tb"), [Kind::Lost]);
    // Python of 2023 keeps the tab, and its path has another text.
    assert_eq!(kinds(&to(Grammar::Python3113), " http://a/b"), [Kind::Split]);
    assert!(matches!(to(Grammar::Whatwg2025).judge(b" http://a/\tb "), Outcome::Same));
    let verdicts = document.verdicts(b"http://1.2.3.999/").map(|verdict| verdict.is_accepted());
    assert_eq!(verdicts, [false, true]);
    // No document says when two URLs of a practice are equivalent; they have to be accepted.
    let normalizer = Normalizer::new(Grammar::Whatwg);
    assert!(normalizer.equivalent("http://a/\tb", "http://a/b").is_ok());
    assert!(normalizer.equivalent("http://1.2.3.999/", "http://a/b").is_err());
}

#[test]
fn causes_are_named_by_rule_and_section() {
    let migration = Migration::new(Grammar::Rfc1738, Grammar::Rfc3986);
    let [gained] = causes(&migration, "http://a/~b")[..] else { panic!() };
    assert_eq!((gained.kind(), gained.grammar()), (Kind::Gained, Grammar::Rfc1738));
    let error = Grammar::Rfc1738
        .tables(Reading::Corrected)
        .start()
        .check(b"http://a/~b", Reading::Corrected)
        .unwrap_err();
    assert_eq!((gained.rule(), gained.section()), (error.rule(), error.section()));
    assert_eq!(gained.culprit(), Culprit::Character(Some('~')));

    let migration = Migration::new(Grammar::Rfc2396, Grammar::Rfc3986);
    let [lost] = causes(&migration, "http://a:b/")[..] else { panic!() };
    assert_eq!((lost.kind(), lost.grammar()), (Kind::Lost, Grammar::Rfc3986));
    // What RFC 2396 takes for opaque has no query; in RFC 3986 there is nothing opaque.
    let [split] = causes(&migration, "mailto:a?b")[..] else { panic!() };
    assert_eq!((split.kind(), split.section()), (Kind::Split, "3.3"));
    let Culprit::Components(components) = split.culprit() else { panic!() };
    let changes = [
        (Component::Path, Presence::Text, Presence::Text),
        (Component::Query, Presence::Absent, Presence::Text),
    ];
    assert_eq!(components.iter().collect::<Vec<_>>(), changes);
    assert_eq!(components.to_string(), "path: other text; query: absent, then text");
    let illustrated = migration.illustrate(b"mailto:a?b", &split).map(|side| side.to_string());
    assert_eq!(illustrated, ["path a?b", "path a, query b"]);
}

#[test]
fn resolution_needs_a_base_that_both_can_take() {
    let migration =
        Migration::new(Grammar::Rfc2396, Grammar::Rfc3986).base("http://a/b/c/d;p?q").unwrap();
    let effect = |input: &str| {
        let causes = causes(&migration, input);
        let resolution = causes.into_iter().find(|cause| cause.kind() == Kind::Resolution)?;
        let Culprit::Effect(effect) = resolution.culprit() else { panic!() };
        Some((effect, resolution.section()))
    };
    // The famous difference: `?y` keeps the base's last segment since the drafts of RFC 3986.
    assert_eq!(effect("?y"), Some((Effect::OtherTarget, "5.2")));
    assert_eq!(effect("../../../g"), Some((Effect::OtherTarget, "5.2")));
    assert_eq!(effect("#s"), Some((Effect::CurrentDocumentBefore, "5.2")));
    assert_eq!(effect("../g"), None);
    let refused = |from, base| Migration::new(from, Grammar::Rfc3986).base(base).unwrap_err();
    assert!(matches!(refused(Grammar::Rfc1738, "http://a/"), ResolveError::NoAlgorithm { .. }));
    assert!(matches!(refused(Grammar::Rfc2396, "http://a b/"), ResolveError::Base(_)));
    assert!(matches!(refused(Grammar::Rfc2396, "g"), ResolveError::BaseNotAbsolute { .. }));
}

/// Random identifiers between all pairs of documents: each verdict is what its own part says.
#[test]
fn verdicts_are_those_of_the_parts() {
    let mut differing = 0;
    for &from in &[Grammar::Rfc1738, Grammar::Rfc1808, Grammar::Rfc2396, Grammar::Rfc8141] {
        let dfa =
            Side { grammar: from, reading: Reading::Corrected, rule: None }.automaton().unwrap();
        let sampler = Sampler::new(&dfa, 20, Default::default()).unwrap();
        for &to in Grammar::ALL {
            let migration = Migration::new(from, to);
            let mut random = Random::seeded(u64::from(to.document().date.year));
            for _ in 0..60 {
                let input = sampler.sample(&mut random).unwrap();
                let accepts = to.tables(Reading::Corrected).start().accepts(&input);
                let outcome = migration.judge(&input);
                let kinds: Vec<Kind> = match &outcome {
                    Outcome::Differs(causes) => causes.iter().map(Cause::kind).collect(),
                    _ => Vec::new(),
                };
                assert_eq!(kinds == [Kind::Lost], !accepts, "{from} {to} {input:?}");
                if let (true, Ok(text)) = (accepts, std::str::from_utf8(&input)) {
                    let [before, after] =
                        [from, to].map(|grammar| Normalizer::new(grammar).normalize(text).unwrap());
                    assert_eq!(
                        kinds.contains(&Kind::Normalization),
                        before != after,
                        "{from} {to} {text}"
                    );
                    if let Outcome::Differs(causes) = &outcome {
                        assert_level(from, to, text, causes);
                    }
                }
                differing += usize::from(!kinds.is_empty());
                assert!(from != to || outcome == Outcome::Same);
            }
        }
    }
    assert!(differing > 100);
}

#[test]
fn the_level_is_the_first_that_differs() {
    let migration = Migration::new(Grammar::Rfc1738, Grammar::Rfc3986);
    for (input, level) in
        [("http://a/%7Eb", Level::PercentEncoding), ("http://a/./b", Level::PathSegments)]
    {
        let [cause] = causes(&migration, input)[..] else { panic!("{input}") };
        assert_eq!(cause.culprit(), Culprit::Level(level), "{input}");
    }
}

/// The tally of a whole is the sum of the tallies of its parts, for any parts in any order.
#[test]
fn tallies_add_up_in_any_order() {
    let inputs = [
        "http://a/~b",
        "a b",
        "http://a:/",
        "mailto:a?b",
        "http://a/%7Eb",
        "",
        "http://a/|",
        "urn:a:b",
        "http://a/~c",
    ];
    let inputs: Vec<&str> = inputs.into_iter().cycle().take(600).collect();
    let migration = Migration::new(Grammar::Rfc1738, Grammar::Rfc3986);
    let tally = |range: std::ops::Range<usize>| {
        let mut tally = Tally::new(3);
        for index in range {
            tally.add(&migration, index as u64, inputs[index].as_bytes());
        }
        tally
    };
    let whole = tally(0..inputs.len());
    assert_eq!(whole.inputs(), whole.same() + whole.rejected() + whole.differing());
    for size in [1, 7, 100] {
        let mut parts: Vec<Tally> = (0..inputs.len())
            .step_by(size)
            .map(|start| tally(start..inputs.len().min(start + size)))
            .collect();
        parts.reverse();
        let middle = parts.len() / 2;
        parts.rotate_left(middle);
        assert_eq!(parts.into_iter().fold(Tally::new(3), Tally::merged), whole, "{size}");
    }
    for (cause, count) in whole.causes() {
        assert_eq!(count.examples.len(), 3.min(count.inputs as usize), "{cause}");
        assert!(count.examples.windows(2).all(|pair| pair[0].number < pair[1].number), "{cause}");
    }
}

#[test]
fn examples_of_long_inputs_are_cut() {
    let migration = Migration::new(Grammar::Rfc1738, Grammar::Rfc3986);
    let mut tally = Tally::new(1);
    let long = format!("http://a/{}%7E", "é".repeat(10)).into_bytes();
    tally.add(&migration, 1, &long);
    let long = [b"http://a/".to_vec(), vec![b'b'; 1 << 20], b"%7E".to_vec()].concat();
    tally.add(&migration, 2, &long);
    let causes = tally.causes();
    let example = &causes[0].1.examples[0];
    assert_eq!((example.length, example.input.len()), (long.len(), 4096));
    let before = example.before.to_string();
    assert!(before.len() < 5000 && before.ends_with('…'));
    tally.add(&migration, 3, &[0xFF, 0, b'\n']);
    assert_eq!((tally.inputs(), tally.rejected()), (3, 2));
}

/// Checks that a difference of normal forms is that of the first level where they differ, and is
/// attributed to the document that changes the text there.
fn assert_level(from: Grammar, to: Grammar, text: &str, causes: &[Cause]) {
    let Some(cause) = causes.iter().find(|cause| cause.kind() == Kind::Normalization) else {
        return;
    };
    let form = |grammar, level| {
        Normalizer::new(grammar).up_to(level).normalize(text).unwrap().into_owned()
    };
    let mut common = text.to_owned();
    for level in Level::ALL {
        let (before, after) = (form(from, level), form(to, level));
        if before == after {
            common = after;
            continue;
        }
        let changing = if after != common { to } else { from };
        assert_eq!(cause.culprit(), Culprit::Level(level), "{from} {to} {text}");
        assert_eq!(cause.grammar(), changing, "{from} {to} {text}");
        let rows = Normalizer::new(changing).equivalences();
        let mut sections = rows.filter(|row| row.level() == level).map(|row| row.section);
        assert!(sections.any(|section| section == cause.section()), "{from} {to} {text}");
        return;
    }
    panic!("{from} {to} {text}: the normal forms are equal");
}

/// The counts are those of the verdicts, one by one.
#[test]
fn a_tally_counts_verdicts() {
    let migration = Migration::new(Grammar::Rfc1738, Grammar::Rfc3986);
    let mut tally = Tally::new(0);
    let (mut same, mut rejected, mut several) = (0, 0, 0);
    let mut kinds = std::collections::BTreeMap::new();
    for input in ["http://a/b", "http://a/c", "a b", "http://a/~b", "http://a:/", "mailto:a?b"] {
        match tally.add(&migration, 0, input.as_bytes()) {
            Outcome::Same => same += 1,
            Outcome::Rejected => rejected += 1,
            Outcome::Differs(causes) => {
                several += u64::from(causes.len() > 1);
                causes.iter().for_each(|cause| *kinds.entry(cause.kind()).or_insert(0) += 1);
            }
            other => panic!("{input}: {other:?}"),
        }
    }
    assert!(same == 2 && rejected == 1 && !kinds.is_empty(), "{same} {rejected} {kinds:?}");
    let counts = |tally: &Tally| (tally.inputs(), tally.same(), tally.rejected());
    assert_eq!(counts(&tally), (6, same, rejected));
    assert_eq!((tally.differing(), tally.differing_in_several()), (3, several));
    for kind in Kind::ALL {
        assert_eq!(tally.inputs_of(kind), kinds.get(&kind).copied().unwrap_or(0), "{kind:?}");
    }
    tally.add_same(5);
    tally.add_rejected();
    tally.add_rejected();
    tally.add_undecided();
    assert_eq!(counts(&tally), (14, same + 5, rejected + 2));
    assert_eq!((tally.undecided(), tally.differing()), (1, 3));
}

/// The two texts of an example are what each document makes of the input, cut where they are long.
#[test]
fn an_example_shows_both_interpretations() {
    let example = |from, to, kind, input: &str| {
        let mut tally = Tally::new(1);
        tally.add(&Migration::new(from, to), 0, input.as_bytes());
        let causes = tally.causes();
        let (_, count) = causes.iter().find(|(cause, _)| cause.kind() == kind).unwrap();
        [&count.examples[0].before, &count.examples[0].after].map(ToString::to_string)
    };
    let [before, after] =
        example(Grammar::Rfc2396, Grammar::Rfc3986, Kind::Normalization, "HTTP://a/./b");
    assert_eq!((&*before, &*after), ("http://a/./b", "http://a/b"));
    let long = format!("http://h?{}/a", "x".repeat(100_000));
    let split = example(Grammar::Rfc1808, Grammar::Rfc3986, Kind::Split, &long);
    for text in split {
        assert!(text.contains('…') && text.len() < 20_000, "{} bytes", text.len());
    }
}
