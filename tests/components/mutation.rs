//! The proof of agreement under mutation. One delimiter or rule of a document's splitting is
//! changed. Then the proof must find a string on which the document differs from itself, or no
//! short string may show a difference.

use std::cell::OnceCell;
use std::ops::Range;

use rayon::prelude::*;
use urigram::documents::Removed;
use urigram::encoding::ByteSet;
use urigram::parts::{Parts, Span};
use urigram::practices::Stripped;
use urigram::{Component, Grammar, Reading};
use urigram_automata::marked::{agree, Functional, Removal, Verdict};
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

/// Strings of up to five of some bytes, after some beginnings.
fn strings_of(bytes: &[u8], beginnings: &[&[u8]]) -> Vec<Vec<u8>> {
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
    let after = |beginning: &&[u8]| -> Vec<Vec<u8>> {
        endings.iter().map(|ending| [beginning, &ending[..]].concat()).collect()
    };
    beginnings.iter().flat_map(after).collect()
}

/// Strings of one byte of each kind that splitting distinguishes, after the beginnings of special
/// schemes.
fn short_strings(grammar: Grammar) -> Vec<Vec<u8>> {
    if Grammar::PRACTICES.contains(&grammar) {
        strings_of(b"a0:/?#@\\|", &[b"", b"http:", b"file:/", b"x:/"])
    } else {
        strings_of(b"a0:/?#@]", &[b"", b"ftp://", b"http://a", b"file:/"])
    }
}

fn range(span: Option<Span>) -> Option<Range<usize>> {
    span.map(|span| span.start as usize..span.end as usize)
}

/// Returns how many mutants of a document differ from it.
fn judge(grammar: Grammar) -> usize {
    let strings = short_strings(grammar);
    let reading = Reading::Corrected;
    let table = grammar.tables(reading).start();
    let original = Splitting::of(grammar, reading, None).unwrap();
    let accepted: Vec<(&Vec<u8>, Parts)> = strings
        .iter()
        .filter(|input| table.accepts(input))
        .map(|input| (input, table.shape.split(input)))
        .collect();
    let mut differing = 0;
    let functional = |splitting: &Splitting, component| {
        splitting.component(component, LIMITS).unwrap().functional(LIMITS)
    };
    // Those of the original are made once.
    let originals = COMPARED.map(|_| OnceCell::new());
    for (name, mutant) in mutants(table.shape) {
        let changed = Splitting::by_shape(grammar, reading, None, &mutant).unwrap();
        let tried = accepted.iter().find_map(|(input, parts)| {
            let split = mutant.split(input);
            COMPARED.into_iter().find(|&component| parts.get(component) != split.get(component))
        });
        // If a string shows a difference, the proof must find one; every difference that it finds
        // must be one.
        // The automata of practices are large: without a string to go by, only hosts are compared.
        let components = match tried {
            Some(component) => vec![component],
            None if Grammar::PRACTICES.contains(&grammar) => vec![Component::Host],
            None => COMPARED.to_vec(),
        };
        let mut fails = false;
        for component in components {
            let shown = format!("{grammar} with {name}, {}", component.name());
            let at = COMPARED.iter().position(|&one| one == component).unwrap();
            let a = originals[at].get_or_init(|| functional(&original, component).unwrap());
            // A change after which a string has two markings is refused before it is compared.
            let Ok(b) = functional(&changed, component) else {
                fails = true;
                continue;
            };
            match agree(a, &b, None, LIMITS).unwrap().verdict {
                Verdict::Differs(found) => {
                    fails = true;
                    let of = |shape: &Shape| range(shape.split(&found.input).get(component));
                    let expected = (of(table.shape), of(&mutant));
                    assert_eq!((&found.a, &found.b), (&expected.0, &expected.1), "{shown}");
                    assert_ne!(found.a, found.b, "{shown}");
                }
                Verdict::Agrees => assert_eq!(tried, None, "{shown}"),
                // The change took the component away, or gave it to a document without one.
                Verdict::NotApplicable => {
                    let has = |function: &Functional| function.marked().has_component();
                    assert!(!has(a) || !has(&b), "{shown}");
                    fails |= has(a) != has(&b);
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
#[ignore = "long; `.ci/long` runs it in release"]
fn a_changed_way_of_splitting_is_found() {
    // Documents that split alike are mutated once.
    let mut grammars: Vec<Grammar> = Vec::new();
    let shape =
        |grammar: Grammar| format!("{:?}", grammar.tables(Reading::Corrected).start().shape);
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        if !grammars.iter().any(|&known| shape(known) == shape(grammar)) {
            grammars.push(grammar);
        }
    }
    let differing: usize = grammars.par_iter().map(|&grammar| judge(grammar)).sum();
    assert!(differing > 60, "{differing}");
}

/// Returns what a practice removes, with one character more or less at the ends or anywhere.
fn changed_removals(original: &Removed) -> Vec<(String, Removed)> {
    let toggled = |set: &ByteSet, byte: u8| -> ByteSet {
        let changed = ByteSet::from_iter([byte]);
        let is_more = !set.contains(byte);
        set.without(&changed).iter().chain(is_more.then_some(byte)).collect()
    };
    let mut all = Vec::new();
    for byte in *b"\t a/" {
        let shown = byte.escape_ascii();
        let ends = toggled(&original.end, byte);
        // What is removed anywhere is removed at the ends.
        if ends.is_superset(&original.anywhere) {
            let removed = Removed { begin: ends, end: ends, ..*original };
            all.push((format!("ends without or with {shown}"), removed));
            let removed = Removed { begin: ends, ..*original };
            all.push((format!("begins without or with {shown}"), removed));
        }
        let anywhere = toggled(&original.anywhere, byte);
        let ends = original.end.iter().chain(anywhere.iter()).collect();
        let removed = Removed { begin: ends, end: ends, anywhere, ..*original };
        all.push((format!("{shown} anywhere or not"), removed));
    }
    all
}

/// The span of a component; `None` where it is absent.
type Place = Option<Range<usize>>;

/// The span of a component of an input after a removal; `None` where the rule rejects what is left.
fn place(removed: &Removed, input: &[u8], component: Component) -> Option<Place> {
    let table = Grammar::Whatwg.tables(Reading::Corrected).start();
    let stripped = Stripped::without(removed, input);
    let parts = table.split_bytes(stripped.left(), Reading::Corrected).ok()?;
    Some(range(parts.get(component).map(|span| stripped.span(span))))
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn a_changed_removal_is_found() {
    let splitting = Splitting::of(Grammar::Whatwg, Reading::Corrected, None).unwrap();
    let original = Grammar::Whatwg.document().removed.unwrap();
    let strings = strings_of(b"\t a/", &[b"", b"http:", b"x:", b" x:/"]);
    let function = |row: &Removed, component: Component| {
        let set = |bytes: &ByteSet| bytes.iter().collect();
        let removal = Removal::new(set(&row.anywhere), set(&row.begin), set(&row.end));
        let marked = splitting.component(component, LIMITS).unwrap();
        marked.before(&removal, LIMITS).unwrap().functional(LIMITS).unwrap()
    };
    let components = [Component::Host, Component::Path];
    let originals = components.map(|component| function(&original, component));
    let judge = |(name, row): &(String, Removed)| -> bool {
        let mut differs = false;
        for (component, a) in components.into_iter().zip(&originals) {
            let places = |input: &[u8]| [&original, row].map(|row| place(row, input, component));
            let is_shown =
                strings.iter().any(|input| matches!(places(input), [Some(a), Some(b)] if a != b));
            let shown = format!("{name}, {}", component.name());
            match agree(a, &function(row, component), None, LIMITS).unwrap().verdict {
                Verdict::Differs(found) => {
                    let expected = [Some(found.a.clone()), Some(found.b.clone())];
                    assert_eq!(places(&found.input), expected, "{shown}");
                    assert_ne!(found.a, found.b, "{shown}");
                    differs = true;
                }
                verdict => assert!(!is_shown, "{shown}: {verdict:?}"),
            }
        }
        differs
    };
    let differing = changed_removals(&original).par_iter().filter(|removal| judge(removal)).count();
    assert!(differing >= 4, "{differing}");
}
