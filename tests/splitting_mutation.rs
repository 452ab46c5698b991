//! The proof of agreement under mutation. One delimiter or rule of a document's splitting is
//! changed. Then the proof must find a string on which the document differs from itself, or no
//! short string may show a difference.

use crate::parallel;

use urigram::{Component, Grammar, Parts, Reading, Span};
use urigram_automata::marked::{agree, Functional, Verdict};
use urigram_automata::Limits;
use urigram_engine::Schemes;
use urigram_grammars::proof::Splitting;
use urigram_grammars::Shape;

const LIMITS: Limits = Limits { states: 100_000, nodes: 10_000_000 };

const COMPARED: [Component; 8] = {
    use Component::*;
    [Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment]
};

/// Returns every shape that is one change away.
fn mutants(shape: &Shape) -> Vec<(String, Shape)> {
    let mut all: Vec<(String, Shape)> = Vec::new();
    let mut add = |name: String, change: &dyn Fn(&mut Shape)| {
        let mut mutant = shape.clone();
        change(&mut mutant);
        all.push((name, mutant));
    };
    for ends in ["/?", "/", "/?:"] {
        if ends != shape.authority_ends {
            add(format!("authority_ends = {ends:?}"), &|shape| shape.authority_ends = ends);
        }
    }
    type Part = fn(&mut Shape) -> &mut Schemes;
    let parts: [(&str, Part); 6] = [
        ("fragment", |shape| &mut shape.fragment),
        ("query", |shape| &mut shape.query),
        ("authority", |shape| &mut shape.authority),
        ("host", |shape| &mut shape.host),
        ("userinfo", |shape| &mut shape.userinfo),
        ("hostless", |shape| &mut shape.hostless),
    ];
    for (name, part) in parts {
        let known = *part(&mut shape.clone());
        for other in [Schemes::All, Schemes::None, Schemes::Only(&["ftp"])] {
            if format!("{known:?}") != format!("{other:?}") {
                add(format!("{name} = {other:?}"), &|shape| *part(shape) = other);
            }
        }
    }
    add("omits_empty".to_owned(), &|shape| shape.omits_empty = !shape.omits_empty);
    let named: [(&str, Part); 3] = [
        ("slashes", |shape| &mut shape.slashes),
        ("backslash", |shape| &mut shape.backslash),
        ("drives", |shape| &mut shape.drives),
    ];
    for (name, part) in named {
        if !matches!(part(&mut shape.clone()), Schemes::None) {
            add(format!("no {name}"), &|shape| *part(shape) = Schemes::None);
        }
    }
    type Rule = fn(&mut Shape);
    let rules: [(&str, bool, Rule); 6] = [
        ("hier", shape.hier.is_some(), |shape| shape.hier = None),
        ("net", shape.net.is_some(), |shape| shape.net = None),
        ("server", shape.server.is_some(), |shape| shape.server = None),
        ("hostport", shape.hostport.is_some(), |shape| shape.hostport = None),
        ("port", shape.port.is_some(), |shape| shape.port = None),
        ("scheme", shape.scheme.is_some(), |shape| shape.scheme = None),
    ];
    for (name, there, remove) in rules.into_iter().filter(|(_, there, _)| *there) {
        add(format!("no {name}: {there}"), &remove);
    }
    all
}

/// Strings of up to five bytes, one of each kind that splitting distinguishes, after the beginnings
/// of special schemes.
fn short_strings() -> Vec<Vec<u8>> {
    let bytes = b"a0:/?#@]";
    let mut endings = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..5 {
        let until = endings.len();
        for at in from..until {
            let longer: Vec<Vec<u8>> =
                bytes.iter().map(|&byte| [&endings[at][..], &[byte]].concat()).collect();
            endings.extend(longer);
        }
        from = until;
    }
    let beginnings: [&[u8]; 4] = [b"", b"ftp://", b"http://a", b"file:/"];
    beginnings
        .iter()
        .flat_map(|beginning| endings.iter().map(move |ending| [beginning, &ending[..]].concat()))
        .collect()
}

fn range(span: Option<Span>) -> Option<std::ops::Range<usize>> {
    span.map(|span| span.start as usize..span.end as usize)
}

/// Returns how many mutants of a document differ from it.
fn judge(grammar: Grammar, strings: &[Vec<u8>]) -> usize {
    let reading = Reading::Corrected;
    let table = grammar.tables(reading).start();
    let original = Splitting::of(grammar, reading, None).unwrap();
    let accepted: Vec<(&Vec<u8>, Parts)> = strings
        .iter()
        .filter(|input| table.accepts(input))
        .map(|input| (input, table.shape.split(input)))
        .collect();
    let mut differing = 0;
    // Documents are mutated in all other ways, and the automata of practices are large.
    let is_new = |name: &str| {
        ["omits", "no slashes", "no backslash", "no drives"].iter().any(|new| name.starts_with(new))
    };
    let is_practice = Grammar::PRACTICES.contains(&grammar);
    let all = mutants(table.shape).into_iter().filter(|(name, _)| !is_practice || is_new(name));
    for (name, mutant) in all {
        let changed = Splitting::by_shape(grammar, reading, None, &mutant).unwrap();
        let tried = accepted.iter().find_map(|(input, parts)| {
            let split = mutant.split(input);
            COMPARED.into_iter().find(|&component| parts.get(component) != split.get(component))
        });
        // If a string shows a difference, the proof must find one; every difference that it finds
        // must be one.
        let components = tried.map_or(COMPARED.to_vec(), |component| vec![component]);
        let mut fails = false;
        for component in components {
            let shown = format!("{grammar} with {name}, {}", component.name());
            let functional = |splitting: &Splitting| {
                splitting.component(component, LIMITS).unwrap().functional(LIMITS)
            };
            let a = functional(&original).unwrap_or_else(|error| panic!("{shown}: {error}"));
            // A change after which a string has two markings is refused before it is compared.
            let Ok(b) = functional(&changed) else {
                fails = true;
                continue;
            };
            match agree(&a, &b, None, LIMITS).unwrap().verdict {
                Verdict::Differs(found) => {
                    fails = true;
                    let of = |shape: &Shape| range(shape.split(&found.input).get(component));
                    let expected = (of(table.shape), of(&mutant));
                    assert_eq!((&found.a, &found.b), (&expected.0, &expected.1), "{shown}");
                    assert_ne!(found.a, found.b, "{shown}");
                }
                Verdict::Agrees => assert_eq!(tried, None, "{shown}"),
                // The change took the component away, or gave it to a document that has none.
                Verdict::NotApplicable => {
                    let has = |function: &Functional| function.marked().has_component();
                    assert!(!has(&a) || !has(&b), "{shown}");
                    fails |= has(&a) != has(&b);
                }
                other => panic!("{shown}: {other:?}"),
            }
        }
        assert!(fails || tried.is_none(), "{grammar} with {name}");
        differing += usize::from(fails);
    }
    differing
}

#[test]
fn a_changed_way_of_splitting_is_found() {
    let strings = short_strings();
    // Documents that split alike are mutated once.
    let mut grammars: Vec<Grammar> = Vec::new();
    let shape =
        |grammar: Grammar| format!("{:?}", grammar.tables(Reading::Corrected).start().shape);
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        if !grammars.iter().any(|&known| shape(known) == shape(grammar)) {
            grammars.push(grammar);
        }
    }
    let differing: usize =
        parallel::map(&grammars, |&grammar| judge(grammar, &strings)).into_iter().sum();
    assert!(differing > 60, "{differing}");
}
