//! The first derivation is the one that a naive search finds first.

use urigram_automata::abnf::{core_rules, Expr, Grammar, Unsplit};
use urigram_automata::{Dfa, Limits, Random, Terminals};

const LIMITS: Limits = Limits { states: 100_000, nodes: 10_000_000 };
const VALUES: Terminals = Terminals::CodePoints;

/// A derivation of a part of an input: its end, and the places of the component.
#[derive(Clone, Debug)]
struct Derived {
    end: usize,
    places: Vec<(usize, usize)>,
}

struct Naive<'g> {
    grammar: &'g Grammar,
    input: &'g [u8],
    component: &'g str,
}

impl Naive<'_> {
    /// Returns all derivations of an expression from an offset on, preferred ones first.
    fn all(&self, expr: &Expr, at: usize) -> Vec<Derived> {
        let nothing = vec![Derived { end: at, places: Vec::new() }];
        match expr {
            Expr::Choice(parts) => parts.iter().flat_map(|part| self.all(part, at)).collect(),
            Expr::Sequence(parts) => {
                parts.iter().fold(nothing, |heads, part| self.after(heads, part))
            }
            Expr::Repeat { min: 0, max: Some(0), .. } => nothing,
            Expr::Repeat { min, max, expr, .. } => {
                let (min_left, max_left) = (min.saturating_sub(1), max.map(|max| max - 1));
                let again = Expr::repeat((**expr).clone(), min_left, max_left);
                let more = self.after(self.all(expr, at), &again);
                more.into_iter().chain(nothing.into_iter().filter(|_| *min == 0)).collect()
            }
            Expr::Rule(name) => {
                let mut all = self.all(&self.grammar.rule(name).unwrap().expr, at);
                for one in &mut all {
                    if name.eq_ignore_ascii_case(self.component) {
                        one.places = vec![(at, one.end)];
                    }
                }
                all
            }
            Expr::TextAnyCase(text) => {
                let is_there = self.input[at..]
                    .get(..text.len())
                    .is_some_and(|head| head.eq_ignore_ascii_case(text.as_bytes()));
                let end = at + text.len();
                let one = Derived { end, places: Vec::new() };
                is_there.then_some(one).into_iter().collect()
            }
            Expr::Range(low, high) => {
                let byte = self.input.get(at).map(|&byte| u32::from(byte));
                let is_there = byte.is_some_and(|byte| (*low..=*high).contains(&byte));
                let one = Derived { end: at + 1, places: Vec::new() };
                is_there.then_some(one).into_iter().collect()
            }
            other => panic!("no case has {other}"),
        }
    }

    fn after(&self, heads: Vec<Derived>, then: &Expr) -> Vec<Derived> {
        let mut all = Vec::new();
        for head in heads {
            all.extend(self.all(then, head.end).into_iter().map(|tail| Derived {
                end: tail.end,
                places: head.places.iter().chain(&tail.places).copied().collect(),
            }));
        }
        all
    }
}

fn grammar(text: &str) -> Grammar {
    let mut grammar = Grammar::parse(text).unwrap();
    grammar.import(&[("RFC 5234", &core_rules())]);
    grammar
}

/// A start rule first; components; the bytes of inputs.
const CASES: &[(&str, &[&str], &[u8])] = &[
    // RFC 5870: the rule for a reference system, or a parameter of this name.
    (
        "geo = 1*DIGIT [ crs ] *p\ncrs = \"-\" name\np = \"-\" name [ \"=\" *ALPHA ]\nname = 1*ALPHA\n",
        &["crs"],
        b"1-a=",
    ),
    ("own = ( host / name ) [ path ]\nhost = 1*ALPHA\nname = 1*( ALPHA / DIGIT )\npath = \"/\" *ALPHA\n",
     &["host", "name", "path"], b"a1/"),
    // The other way round.
    ("own = ( name / host ) [ path ]\nhost = 1*ALPHA\nname = 1*( ALPHA / DIGIT )\npath = \"/\" *ALPHA\n",
     &["host", "name"], b"a1/"),
    // Absent, or empty.
    ("own = [ x ] \"-\" [ y ]\nx = *ALPHA\ny = *DIGIT\n", &["x", "y"], b"a-1"),
    // Where the first ends, only the choice says.
    ("own = x y\nx = *ALPHA\ny = *( ALPHA / DIGIT )\n", &["x", "y"], b"a1"),
    ("own = y / x y\nx = 1*ALPHA\ny = *ALPHA *1DIGIT\n", &["x", "y"], b"a1"),
    // The last colon, or the first; counted repetitions.
    ("own = 1*3( a [ \":\" ] ) b\na = 1*2ALPHA\nb = *( ALPHA / \":\" )\n", &["b"], b"a:"),
    ("own = *2( [ x ] \"-\" ) x\nx = 1*ALPHA\n", &["own"], b"a-"),
    ("own = a / b\na = x \"-\" y\nb = y \"-\" x\nx = *2ALPHA\ny = 1*( ALPHA / \"-\" )\n",
     &["x", "y"], b"a-"),
    // A rule that is recursive at its end.
    ("own = *ALPHA list\nlist = ALPHA / ALPHA list / \"-\" list\n", &["list"], b"a-"),
    ("own = c d\nc = 1*( ALPHA \"-\" / ALPHA )\nd = [ \"-\" ] *2ALPHA\n", &["c", "d"], b"a-"),
];

fn inputs(bytes: &[u8], longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        let longer = |input: &Vec<u8>| {
            bytes.iter().map(|&byte| [&input[..], &[byte]].concat()).collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}

#[test]
fn the_choice_is_that_of_a_naive_search() {
    let (mut several, mut taken) = (0, 0);
    for (text, components, bytes) in CASES {
        let grammar = grammar(text);
        let rule = &grammar.rules()[0];
        let plain = grammar.dfa(&rule.name, VALUES, LIMITS).unwrap();
        for component in *components {
            let named = (*component, std::slice::from_ref(component));
            let places = grammar.places(&rule.name, named, true, None, VALUES, LIMITS);
            let places = match places {
                Ok(places) => places,
                Err(Unsplit::Refused(why)) => panic!("{text}: {why}"),
                // Held against the naive search below.
                Err(Unsplit::Repeated { input, .. }) => {
                    let found = first(&grammar, &input, component);
                    assert!(found.unwrap().places.len() > 1, "{text}");
                    continue;
                }
                Err(why) => panic!("{text}: {why}"),
            };
            let splitter =
                grammar.splitter_of(&rule.name, &[named], true, None, VALUES, LIMITS).unwrap();
            for own in [splitter.dfa(), &places.marked().strings(LIMITS).unwrap()] {
                let compared = own.compare(&plain, LIMITS).unwrap();
                assert_eq!((compared.only_a, compared.only_b), (None, None), "{text}");
            }
            for input in inputs(bytes, 6) {
                let own = first(&grammar, &input, component);
                let span = own.map(|own| {
                    assert!(own.places.len() < 2);
                    own.places.first().map(|&(start, end)| start..end)
                });
                let shown = input.escape_ascii();
                assert_eq!(places.split(&input), span, "{text} {component} {shown}");
                let found = splitter.split(&input).map(|mut places| places.remove(0));
                assert_eq!(found, span, "{text} {component} {shown}");
                taken += usize::from(matches!(span, Some(Some(_))));
            }
            several += usize::from(
                grammar.places(&rule.name, named, false, None, VALUES, LIMITS).is_err(),
            );
        }
    }
    assert!(several > 15 && taken > 1_000, "{several} {taken}");
}

/// Returns the first derivation.
fn first(grammar: &Grammar, input: &[u8], component: &str) -> Option<Derived> {
    derived(grammar, input, component).into_iter().next()
}

/// Returns all derivations of an input, preferred ones first.
fn derived(grammar: &Grammar, input: &[u8], component: &str) -> Vec<Derived> {
    let naive = Naive { grammar, input, component };
    let mut whole = naive.all(&Expr::Rule(grammar.rules()[0].name.clone()), 0);
    whole.retain(|one| one.end == input.len());
    whole
}

/// Random rules over two bytes: every choice that is decided is the naive one.
#[test]
fn random_grammars_have_the_choice_of_a_naive_search() {
    let mut random = Random::seeded(33);
    let (mut decided, mut ambiguous) = (0, 0);
    for _ in 0..60 {
        let text = format!(
            "own = {} [ x ] {} / {} y [ x ] {} / [ x ] *( {} ) [ y ]\nx = {}\ny = {}\n",
            expression(&mut random, 2, &[]),
            expression(&mut random, 2, &[]),
            expression(&mut random, 1, &[]),
            expression(&mut random, 1, &[]),
            expression(&mut random, 1, &[]),
            expression(&mut random, 2, &[]),
            expression(&mut random, 2, &[]),
        );
        let grammar = grammar(&text);
        for component in ["x", "y"] {
            let named = (component, &[component][..]);
            let Ok(places) = grammar.places("own", named, true, None, VALUES, LIMITS) else {
                continue;
            };
            decided += 1;
            ambiguous += usize::from(matches!(
                grammar.places("own", named, false, None, VALUES, LIMITS),
                Err(Unsplit::Ambiguous { .. } | Unsplit::Repeated { .. })
            ));
            let splitter = grammar.splitter_of("own", &[named], true, None, VALUES, LIMITS);
            for input in inputs(b"ab", 4) {
                let own = first(&grammar, &input, component);
                let span = own.map(|own| own.places.first().map(|&(start, end)| start..end));
                let shown = input.escape_ascii();
                assert_eq!(places.split(&input), span, "{text} {component} {shown}");
                if let Ok(splitter) = &splitter {
                    let found = splitter.split(&input).map(|mut places| places.remove(0));
                    assert_eq!(found, span, "{text} {component} {shown}");
                }
            }
        }
    }
    assert!(decided > 60 && ambiguous > 40, "{decided} {ambiguous}");
}

/// Random rules, some of them recursive at their ends: made of the automata of other rules, they
/// are what they are with all rules built in.
#[test]
fn random_grammars_are_alike_made_of_the_automata_of_their_rules() {
    let mut random = Random::seeded(59);
    let (mut ambiguous, mut clear) = (0, 0);
    for round in 0..200 {
        let end = ["", " [ \"-\" own ]", " [ \"-\" y ]"][round % 3];
        let text = filled(
            "own = {} [ x ] {} / z {}\nx = {}\ny = {} x [ z ]\nz = {}",
            [
                expression(&mut random, 2, &["y", "z"]),
                expression(&mut random, 2, &["x"]),
                expression(&mut random, 1, &["x", "y"]),
                expression(&mut random, 2, &[]),
                expression(&mut random, 1, &["x"]),
                expression(&mut random, 2, &[]),
            ],
        );
        let grammar = grammar(&format!("{text}{end}\n"));
        let dfas = grammar.dfas(VALUES, LIMITS);
        for (rule, dfa) in grammar.rules().iter().zip(&dfas) {
            assert_eq!(grammar.dfa(&rule.name, VALUES, LIMITS), *dfa, "{text}{end}");
        }
        for part in ["x", "y", "z"] {
            let Ok(built_in) = grammar.marked("own", part, VALUES, LIMITS) else { continue };
            let made = grammar.marked_in("own", part, &dfas, VALUES, LIMITS).unwrap();
            for input in inputs(b"ab-", 4) {
                assert_eq!(built_in.markings(&input), made.markings(&input), "{text}{end} {part}");
            }
            let ambiguity = built_in.ambiguity(LIMITS);
            assert_eq!(ambiguity, made.ambiguity(LIMITS), "{text}{end} {part}");
            *if ambiguity == Ok(None) { &mut clear } else { &mut ambiguous } += 1;
        }
    }
    assert!(ambiguous > 100 && clear > 50, "{ambiguous} {clear}");
}

/// Random rules where components repeat: lists are those of a naive search, by a choice and without
/// one, and a list is ambiguous exactly where short strings say so.
#[test]
fn random_lists_are_those_of_a_naive_search() {
    let mut random = Random::seeded(34);
    let (mut decided, mut ambiguous, mut long) = (0, 0, 0);
    for round in 0..150 {
        let free = "own = {} *( {} x ) [ y ] {} / [ x ] {} x\nx = {}\ny = {}\n";
        let delimited = "own = x {} *( \"-\" {} x ) [ \"-\" ] {} *( \"-\" x {} )\nx = {}\ny = {}\n";
        let text = filled(
            if round % 2 == 0 { free } else { delimited },
            [
                expression(&mut random, 1, &["x"]),
                expression(&mut random, 1, &["y"]),
                expression(&mut random, 1, &["x"]),
                expression(&mut random, 1, &["y"]),
                expression(&mut random, 2, &[]),
                expression(&mut random, 1, &[]),
            ],
        );
        let grammar = grammar(&text);
        let named = ("x", &["x"][..]);
        let chosen = grammar.lists("own", named, true, None, VALUES, LIMITS);
        let Ok(chosen) = chosen else { continue };
        let all = grammar.lists("own", named, false, None, VALUES, LIMITS);
        let mut shortest: Option<usize> = None;
        for input in inputs(if round % 2 == 0 { &b"ab"[..] } else { b"ab-" }, 5) {
            let lists = derived(&grammar, &input, "x").into_iter().map(|one| {
                one.places.into_iter().map(|(start, end)| start..end).collect::<Vec<_>>()
            });
            let lists: Vec<_> = lists.collect();
            let shown = input.escape_ascii();
            assert_eq!(chosen.items(&input).as_ref(), lists.first(), "{text} {shown}");
            long += usize::from(lists.first().is_some_and(|items| items.len() > 2));
            if lists.iter().any(|other| *other != lists[0]) {
                shortest.get_or_insert(input.len());
            } else if let Ok(all) = &all {
                assert_eq!(all.items(&input).as_ref(), lists.first(), "{text} {shown}");
            }
        }
        match &all {
            Ok(_) => assert_eq!(shortest, None, "{text}"),
            Err(Unsplit::Ambiguous { ambiguity, .. }) => {
                let is_same = |length: usize| length == ambiguity.input.len();
                assert!(shortest.map_or(ambiguity.input.len() > 5, is_same), "{text} {ambiguity}");
                let lists = derived(&grammar, &ambiguity.input, "x");
                let item = ambiguity.item.unwrap_or(0);
                let place = |one: &Derived| one.places.get(item).map(|&(start, end)| start..end);
                for span in &ambiguity.spans {
                    assert!(lists.iter().any(|one| place(one) == *span), "{text} {ambiguity}");
                }
                ambiguous += 1;
            }
            Err(why) => panic!("{text}: {why}"),
        }
        decided += 1;
    }
    assert!(
        decided > 60 && ambiguous > 20 && ambiguous + 20 < decided && long > 500,
        "{decided} {ambiguous} {long}"
    );
}

/// Fills the places of a pattern, one after another.
fn filled(pattern: &str, texts: [String; 6]) -> String {
    texts.iter().fold(pattern.to_owned(), |filled, text| filled.replacen("{}", text, 1))
}

fn expression(random: &mut Random, depth: usize, rules: &[&str]) -> String {
    let kind = if depth == 0 { random.below(2) } else { random.below(8) };
    let mut inner = || expression(random, depth - 1, rules);
    match kind {
        0 => "\"a\"".to_owned(),
        1 => "( \"a\" / \"b\" )".to_owned(),
        2 => format!("( {} / {} )", inner(), inner()),
        3 | 4 => format!("{} {}", inner(), inner()),
        5 => format!("[ {} ]", inner()),
        6 => format!("*( {} )", inner()),
        _ if rules.is_empty() => inner(),
        _ => rules[random.below(rules.len())].to_owned(),
    }
}

#[test]
fn an_order_that_does_not_exist_is_refused() {
    let refused = |text: &str| {
        let named = ("x", &["x"][..]);
        let found = grammar(text).places("own", named, true, None, VALUES, LIMITS);
        found.unwrap_err().to_string()
    };
    let left = refused("own = x / own \".\" x\nx = 1*ALPHA\n");
    assert!(left.contains("is left-recursive; write it as a repetition"), "{left}");
    let empty = refused("own = *( x )\nx = *ALPHA\n");
    assert!(empty.contains("can read nothing; let each round read something"), "{empty}");
    let twice = "own = *( x \"-\" )\nx = 1*ALPHA\n";
    let often = refused(twice);
    assert!(often.ends_with("occurs more than once in \"a-a-\""), "{often}");
    let dfa = Dfa::of_string(b"A-");
    let grammar = grammar(twice);
    let once = grammar.places("own", ("x", &["x"]), true, Some(&dfa), VALUES, LIMITS);
    assert_eq!(once.unwrap().split(b"A-"), Some(Some(0..1)));
}

/// An ambiguity of absent and empty alone is named so, and no other one.
#[test]
fn absent_or_empty_is_named() {
    let message = |text: &str| {
        let found = grammar(text).places("own", ("x", &["x"]), false, None, VALUES, LIMITS);
        found.unwrap_err().to_string()
    };
    assert_eq!(
        message("own = [ x ] \":\"\nx = *ALPHA\n"),
        "the component \"x\" is not unique: the component is absent or empty in \":\": none, and \
         bytes 0 to 0"
    );
    for other in [
        // Present and not empty, or absent.
        "own = [ x ] *DIGIT\nx = *DIGIT\n",
        // Empty in two places, or absent.
        "own = [ x ] \":\" / \":\" x\nx = *ALPHA\n",
        // Absent or empty, and in a longer string two places that are not.
        "own = [ x ] \":\" / x y\nx = *ALPHA\ny = *ALPHA 2\":\"\n",
    ] {
        assert!(message(other).contains("has two places in"), "{other}: {}", message(other));
    }
}
