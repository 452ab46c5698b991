//! The proof of agreement under mutation: a document whose way of splitting is changed by one
//! delimiter or one rule differs from itself, with a string that shows it, or no short string shows
//! any difference.

mod parallel;

use urigram::{Component, Grammar, Reading};
use urigram_automata::marked::{agree, Functional, NotFunctional, Verdict};
use urigram_automata::Limits;
use urigram_engine::generated::Schemes;
use urigram_grammars::proof::Splitting;
use urigram_grammars::Shape;

const COMPARED: [Component; 8] = {
    use Component::*;
    [Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment]
};

/// Every shape that is one change away.
fn mutants(shape: &Shape) -> Vec<(String, Shape)> {
    let mut all: Vec<(String, Shape)> = Vec::new();
    let mut add = |name: String, change: &dyn Fn(&mut Shape)| {
        let mut mutant = shape.clone();
        change(&mut mutant);
        all.push((name, mutant));
    };
    for ends in ["/?", "/", "?", "/?;", "/?:"] {
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

/// Strings of up to five bytes, one of each kind that splitting tells apart, after the beginnings
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

fn spans(shape: &Shape, component: Component, input: &[u8]) -> Option<std::ops::Range<usize>> {
    shape.split(input).get(component).map(|span| span.start as usize..span.end as usize)
}

/// Returns how many mutants of a document differ from it.
fn judge(grammar: Grammar, strings: &[Vec<u8>]) -> usize {
    let reading = Reading::Corrected;
    let table = grammar.tables(reading).start();
    let limits = Limits::default();
    let functions = |splitting: &Splitting| -> Vec<Result<Functional, NotFunctional>> {
        COMPARED
            .map(|component| splitting.component(component, limits).unwrap().functional(limits))
            .into()
    };
    let original = functions(&Splitting::of(grammar, reading, None).unwrap());
    let accepted: Vec<&Vec<u8>> = strings.iter().filter(|input| table.accepts(input)).collect();
    let mut differing = 0;
    for (name, mutant) in mutants(table.shape) {
        let changed = functions(&Splitting::by_shape(grammar, reading, None, &mutant).unwrap());
        let mut fails = false;
        for (component, (a, b)) in COMPARED.into_iter().zip(original.iter().zip(&changed)) {
            let shown = format!("{grammar} with {name}, {}", component.name());
            let (Ok(a), Ok(b)) = (a, b) else { panic!("{shown}: a splitter is a function") };
            match agree(a, b, None, limits).unwrap().verdict {
                Verdict::Differs(found) => {
                    fails = true;
                    let expected = (
                        spans(table.shape, component, &found.input),
                        spans(&mutant, component, &found.input),
                    );
                    assert_eq!(
                        (found.a, found.b),
                        expected,
                        "{shown}: {}",
                        found.input.escape_ascii()
                    );
                    assert_ne!(expected.0, expected.1, "{shown}");
                }
                Verdict::NotApplicable => {
                    let has = |shape| {
                        accepted.iter().any(|input| spans(shape, component, input).is_some())
                    };
                    assert!(!has(table.shape) || !has(&mutant), "{shown}");
                }
                Verdict::Agrees => {
                    let tried = accepted.iter().find(|input| {
                        spans(table.shape, component, input) != spans(&mutant, component, input)
                    });
                    assert_eq!(tried, None, "{shown}");
                }
                other => panic!("{shown}: {other:?}"),
            }
        }
        differing += usize::from(fails);
    }
    differing
}

#[test]
fn a_changed_way_of_splitting_is_found() {
    let strings = short_strings();
    let differing: usize =
        parallel::map(Grammar::ALL, |&grammar| judge(grammar, &strings)).into_iter().sum();
    assert!(differing > 60, "{differing}");
}
