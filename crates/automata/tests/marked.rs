//! Marked automata against the plain meaning of patterns and derivations, by enumeration.

use std::collections::BTreeSet;
use std::ops::Range;

use urigram_automata::abnf::{Expr, Grammar, Terminals};
use urigram_automata::marked::{agree, Functional, Marked, NotFunctional, Pattern, Span, Verdict};
use urigram_automata::{ByteSet, Dfa, Limits, Random};

const BYTES: &[u8] = b"ab:";

/// Returns every string over a few bytes, shortest first.
fn strings(longest: usize) -> Vec<Vec<u8>> {
    let all = crate::peg_exhaustive::strings(&["a", "b", ":"], longest);
    all.into_iter().map(String::into_bytes).collect()
}

/// Returns the places of capture 0 in a string, by the words of the documentation: every way to
/// divide it.
fn meaning(
    pattern: &Pattern,
    input: &[u8],
    range: Range<usize>,
) -> BTreeSet<Option<(usize, usize)>> {
    let text = &input[range.clone()];
    let unmarked = |matches: bool| matches.then_some(None).into_iter().collect();
    match pattern {
        Pattern::Strings(dfa) => unmarked(dfa.accepts(text)),
        Pattern::OneOf(bytes) => unmarked(text.len() == 1 && bytes.contains(text[0])),
        Pattern::Many(bytes) => unmarked(text.iter().all(|&byte| bytes.contains(byte))),
        Pattern::Text(expected) => unmarked(text == expected),
        Pattern::Sequence(parts) => match parts.split_first() {
            None => unmarked(text.is_empty()),
            Some((first, rest)) => {
                let rest = Pattern::sequence(rest.iter().cloned());
                (range.start..=range.end)
                    .flat_map(|cut| divided(first, &rest, input, &range, cut))
                    .collect()
            }
        },
        Pattern::Either(parts) => {
            parts.iter().flat_map(|part| meaning(part, input, range.clone())).collect()
        }
        Pattern::Where(part, dfa) if dfa.accepts(text) => meaning(part, input, range),
        Pattern::Except(part, dfa) if !dfa.accepts(text) => meaning(part, input, range),
        Pattern::Where(..) | Pattern::Except(..) => BTreeSet::new(),
        Pattern::Prefer(one, other) => {
            let first = meaning(one, input, range.clone());
            if first.is_empty() {
                meaning(other, input, range)
            } else {
                first
            }
        }
        Pattern::Shortest(one, rest) => {
            let cuts = (range.start..=range.end).map(|cut| divided(one, rest, input, &range, cut));
            cuts.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
        }
        Pattern::Capture(0, part) => {
            let inside = meaning(part, input, range.clone());
            inside.into_iter().map(|_| Some((range.start, range.end))).collect()
        }
        Pattern::Capture(_, part) => meaning(part, input, range),
        other => panic!("{other:?}"),
    }
}

fn divided(
    one: &Pattern,
    rest: &Pattern,
    input: &[u8],
    range: &Range<usize>,
    cut: usize,
) -> BTreeSet<Option<(usize, usize)>> {
    let before = meaning(one, input, range.start..cut);
    let after = meaning(rest, input, cut..range.end);
    let both = |a: &Option<(usize, usize)>| after.iter().map(|b| a.or(*b)).collect::<Vec<_>>();
    before.iter().flat_map(both).collect()
}

fn dfa(rule: &str) -> Dfa {
    // The letters are made case-sensitive: `"a"` would also match `A`.
    let rule = rule.split('"').enumerate().map(|(at, part)| {
        if at % 2 == 1 {
            format!("%s\"{part}\"")
        } else {
            part.to_owned()
        }
    });
    let grammar = Grammar::parse(&format!("x = {}\n", rule.collect::<String>())).unwrap();
    grammar.dfa("x", Terminals::CodePoints, Limits::default()).unwrap()
}

/// Returns a pattern where capture 0 is at most once on each way through it.
fn drawn(random: &mut Random, depth: usize, captures: bool) -> Pattern {
    let bytes = |random: &mut Random| {
        BYTES.iter().copied().filter(|_| random.below(2) == 0).collect::<ByteSet>()
    };
    let some =
        ["*\"a\" \":\" *\"b\"", "*( \"a\" / \":b\" )", "1*3( \"a\" / \":\" )", "[ \"a\" ] *\":\""];
    if depth == 0 {
        return match random.below(4) {
            0 => Pattern::OneOf(bytes(random)),
            1 => Pattern::text(["", ":", "a", "ab"][random.below(4)]),
            2 => Pattern::Strings(dfa(some[random.below(4)])),
            _ => Pattern::Many(bytes(random)),
        };
    }
    let part = |random: &mut Random, captures| drawn(random, depth - 1, captures);
    let condition = dfa(some[random.below(4)]);
    match random.below(if captures { 9 } else { 7 }) {
        0 => Pattern::either([part(random, captures), part(random, captures)]),
        1 => part(random, captures).accepted_by(&condition),
        2 => part(random, captures).rejected_by(&condition),
        3 => part(random, captures).or_else(part(random, captures)),
        4 => part(random, false).shortest_then(part(random, captures)),
        5 => part(random, captures).shortest_then(part(random, false)),
        6 => Pattern::sequence([part(random, false), part(random, captures), part(random, false)]),
        7 => Pattern::capture(0, part(random, false)),
        _ => Pattern::sequence([
            part(random, false),
            Pattern::capture(0, part(random, false)),
            part(random, false),
        ]),
    }
}

fn places(spans: Vec<Span>) -> BTreeSet<Option<(usize, usize)>> {
    spans.into_iter().map(|span| span.map(|span| (span.start, span.end))).collect()
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn an_automaton_holds_the_markings_of_its_pattern() {
    let (mut random, inputs) = (Random::seeded(1994), strings(5));
    let (mut present, mut ambiguous) = (0, 0);
    for _ in 0..150 {
        let pattern = drawn(&mut random, 3, true);
        let marked = Marked::new(&pattern, 0, Limits::default()).unwrap();
        let language = marked.strings(Limits::default()).unwrap();
        let mut shortest = None;
        for input in &inputs {
            let expected = meaning(&pattern, input, 0..input.len());
            assert_eq!(
                language.accepts(input),
                !expected.is_empty(),
                "{pattern:?} {}",
                input.escape_ascii()
            );
            present += usize::from(expected.iter().any(Option::is_some));
            if expected.len() > 1 {
                shortest.get_or_insert(input.len());
            }
            assert_eq!(
                places(marked.markings(input)),
                expected,
                "{pattern:?} {}",
                input.escape_ascii()
            );
        }
        match (marked.functional(Limits::default()), shortest) {
            (Err(NotFunctional::Ambiguous(found)), shortest) => {
                ambiguous += 1;
                assert!(
                    shortest.is_none_or(|shortest| shortest == found.input.len()),
                    "{pattern:?}"
                );
                let expected = meaning(&pattern, &found.input, 0..found.input.len());
                let spans = places(found.spans.to_vec());
                assert!(spans.len() == 2 && spans.is_subset(&expected), "{pattern:?} {found:?}");
            }
            (Ok(_), None) => {}
            (answer, shortest) => panic!("{pattern:?} {answer:?} {shortest:?}"),
        }
    }
    assert!(present > 1_000 && ambiguous > 8, "{present} {ambiguous}");
}

/// Returns the answer by trying all short strings, shortest and then most readable first.
fn by_trial(a: &Functional, b: &Functional, inputs: &[Vec<u8>]) -> (bool, Option<Vec<u8>>) {
    let both = |input: &&Vec<u8>| a.split(input).is_some() && b.split(input).is_some();
    let differs = |input: &&Vec<u8>| a.split(input) != b.split(input);
    (inputs.iter().any(|input| both(&input)), inputs.iter().filter(both).find(differs).cloned())
}

#[test]
fn agreement_is_that_of_all_short_strings() {
    let (mut random, inputs) = (Random::seeded(2005), strings(5));
    let mut functions: Vec<Functional> = Vec::new();
    while functions.len() < 30 {
        let marked = Marked::new(&drawn(&mut random, 3, true), 0, Limits::default()).unwrap();
        if marked.has_component() {
            functions.extend(marked.functional(Limits::default()));
        }
    }
    let condition = dfa("*( \"a\" / \":\" )");
    let (mut agreeing, mut differing, mut vacuous) = (0, 0, 0);
    for a in &functions {
        for b in &functions {
            for condition in [None, Some(&condition)] {
                let found = agree(a, b, condition, Limits::default()).unwrap();
                let some: Vec<Vec<u8>> = inputs
                    .iter()
                    .filter(|input| condition.is_none_or(|dfa| dfa.accepts(input)))
                    .cloned()
                    .collect();
                let (common, differs) = by_trial(a, b, &some);
                match found.verdict {
                    Verdict::Differs(difference) => {
                        differing += 1;
                        if difference.input.len() <= 5 {
                            assert_eq!(Some(&difference.input), differs.as_ref());
                        }
                        assert_eq!(a.split(&difference.input), Some(difference.a));
                        assert_eq!(b.split(&difference.input), Some(difference.b));
                    }
                    Verdict::Agrees => {
                        agreeing += 1;
                        assert!(differs.is_none() && found.states > 0);
                    }
                    Verdict::Vacuous => {
                        vacuous += 1;
                        assert!(!common);
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(agreeing >= 30 && differing >= 30 && vacuous > 0, "{agreeing} {differing} {vacuous}");
}

/// Returns the ends of all derivations of an expression from an offset, with the place of the first
/// occurrence of a rule.
fn derivations(
    grammar: &Grammar,
    expr: &Expr,
    input: &[u8],
    (at, place): (usize, Option<(usize, usize)>),
) -> BTreeSet<(usize, Option<(usize, usize)>)> {
    let step = |expr: &Expr, from: &BTreeSet<_>| -> BTreeSet<_> {
        from.iter().flat_map(|&from| derivations(grammar, expr, input, from)).collect()
    };
    let start = BTreeSet::from([(at, place)]);
    match expr {
        Expr::Choice(parts) => parts.iter().flat_map(|part| step(part, &start)).collect(),
        Expr::Sequence(parts) => parts.iter().fold(start, |from, part| step(part, &from)),
        Expr::Repeat { min, max, expr, .. } => {
            let (mut now, mut all) = (start, BTreeSet::new());
            for count in 0..=max.unwrap_or(8) {
                if count >= *min {
                    all.extend(now.iter().copied());
                }
                now = step(expr, &now);
            }
            all
        }
        Expr::TextAnyCase(text) => {
            let found = input[at..].starts_with(text.as_bytes());
            found.then_some((at + text.len(), place)).into_iter().collect()
        }
        Expr::Rule(name) => {
            let inside = step(&grammar.rule(name).unwrap().expr, &start);
            let marks = name == "c" && place.is_none();
            inside
                .into_iter()
                .map(|(end, found)| (end, if marks { Some((at, end)) } else { found }))
                .collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn markings_of_an_abnf_are_those_of_its_derivations() {
    let grammars = [
        "x = c \":\" *\"a\" / *( \"a\" / \":\" )\nc = *\"a\"\n",
        "x = *( c \":\" ) [ c ]\nc = *\"a\" [ \"b\" ]\n",
        "x = y c / c y\ny = *\"a\" [ \":\" c ]\nc = *2\"a\"\n",
        "x = 2( c / \"b\" )\nc = [ \"a\" ]\n",
        // A call at the end of the component itself is not a further occurrence.
        "x = *\"b\" c [ \":\" c ]\nc = \"a\" [ c ]\n",
    ];
    for text in grammars {
        let grammar = Grammar::parse(text).unwrap();
        let marked = grammar.marked("x", "c", Terminals::CodePoints, Limits::default()).unwrap();
        let mut shortest = None;
        for input in strings(6) {
            let all = derivations(&grammar, &grammar.rule("x").unwrap().expr, &input, (0, None));
            let expected: BTreeSet<_> = all
                .into_iter()
                .filter(|&(end, _)| end == input.len())
                .map(|(_, place)| place)
                .collect();
            assert_eq!(
                places(marked.markings(&input)),
                expected,
                "{text} {}",
                input.escape_ascii()
            );
            if expected.len() > 1 {
                shortest.get_or_insert(input);
            }
        }
        let found = marked.ambiguity(Limits::default()).unwrap();
        assert_eq!(found.map(|found| found.input), shortest, "{text}");
    }
}

#[test]
fn a_limit_decides_nothing() {
    let pattern = Pattern::capture(0, Pattern::Strings(dfa("5( \"a\" / \"b\" )")));
    let side = || Marked::new(&pattern, 0, Limits::default()).unwrap();
    let few = Limits { states: 4, ..Limits::default() };
    assert!(side().ambiguity(few).is_err());
    assert!(matches!(side().functional(few), Err(NotFunctional::Undecided(_))));
    let function = side().functional(Limits::default()).unwrap();
    assert!(agree(&function, &function, None, few).is_err());
    assert!(Marked::new(&pattern, 0, few).is_err());
    // Every byte a class of its own leaves no letter for the marks.
    let all = Pattern::either(
        (0..=255u8).map(|byte| Pattern::Text(vec![byte; 1 + usize::from(byte % 2)])),
    );
    assert_eq!(Marked::new(&all, 0, Limits::default()).unwrap_err().what, "classes of bytes");
}
