//! The committed sets of characters: fresh, as another way of asking finds them, and free of each
//! other where they say so.

use urigram_grammars::{Component, ComponentSets, Form, Grammar, Reading, Table};

#[test]
fn sets_are_fresh() {
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        for reading in Reading::ALL {
            let tables = grammar.tables(reading);
            let asked = ComponentSets::of(tables.start(), tables.uri, tables.reference).to_raw();
            assert_eq!(tables.sets.to_raw(), asked, "{grammar} {reading:?}");
        }
    }
}

/// Each byte of a set makes an identifier that has it in the component, in the context that was
/// asked about; and some context has such an identifier.
#[test]
fn legal_bytes_are_in_their_component() {
    let contexts = [
        (Component::Userinfo, "ftp://", "@h/"),
        (Component::Userinfo, "telnet://", "@h"),
        (Component::Host, "http://", "/"),
        (Component::Path, "http://h/", ""),
        (Component::Path, "foo:/", ""),
        (Component::Query, "http://h/p?", ""),
        (Component::Query, "wais://h/p?", ""),
        (Component::Query, "urn:nid:x?=", ""),
        (Component::Query, "urn:nid:x?", ""),
        (Component::Fragment, "http://h/p#", ""),
        (Component::Fragment, "urn:nid:x#", ""),
    ];
    let (mut legal, mut illegal) = (0, 0);
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        for reading in Reading::ALL {
            let tables = grammar.tables(reading);
            for (component, before, after) in contexts {
                let set = tables.sets.get(component);
                let holds =
                    |part: &str| holds(tables.start(), reading, component, before, part, after);
                if !holds("xxx") {
                    continue;
                }
                for byte in 0..128u8 {
                    let is_legal = holds(&format!("x{}x", char::from(byte)));
                    // Of several contexts the first counts; another may admit less or more.
                    let first = contexts
                        .iter()
                        .find(|(other, before, after)| {
                            *other == component
                                && self::holds(
                                    tables.start(),
                                    reading,
                                    component,
                                    before,
                                    "xxx",
                                    after,
                                )
                        })
                        .unwrap();
                    if *first != (component, before, after) {
                        continue;
                    }
                    assert_eq!(
                        set.legal.contains(byte),
                        is_legal,
                        "{grammar} {reading:?} {component:?} {:?}",
                        char::from(byte)
                    );
                    legal += usize::from(is_legal);
                    illegal += usize::from(!is_legal);
                }
            }
        }
    }
    assert!(legal > 1000 && illegal > 1000, "{legal} {illegal}");
}

fn holds(
    table: &'static Table,
    reading: Reading,
    component: Component,
    before: &str,
    part: &str,
    after: &str,
) -> bool {
    let text = format!("{before}{part}{after}");
    let Ok(parts) = table.split(&text, reading) else { return false };
    let (start, end) = (before.len() as u32, (before.len() + part.len()) as u32);
    parts.get(component).is_some_and(|span| span.start <= start && span.end >= end)
}

/// Components that are said to be free take any legal text in any identifier that has them.
#[test]
fn free_components_take_every_legal_text() {
    let mut count = 0;
    for &grammar in Grammar::ALL {
        for reading in Reading::ALL {
            let tables = grammar.tables(reading);
            for component in [Component::Query, Component::Fragment] {
                let set = tables.sets.get(component);
                if !set.is_free {
                    continue;
                }
                for around in ["", "a", "//h", "s:", "s://u@[::1]:8", "/a/b", "s:a/../b"] {
                    if !tables.start().accepts(around.as_bytes()) {
                        continue;
                    }
                    let legal: String = set.legal.iter().map(char::from).collect();
                    for part in ["", &legal, "%41%c3", "?", "a?/:@"] {
                        let is_legal = |byte| byte == b'%' || set.legal.contains(byte);
                        if !part.bytes().all(is_legal) {
                            continue;
                        }
                        let with_query = format!("{around}?q");
                        let accepts = tables.start().accepts(with_query.as_bytes());
                        let text = match component {
                            Component::Query => format!("{around}?{part}#f"),
                            _ if accepts => format!("{with_query}#{part}"),
                            _ => format!("{around}#{part}"),
                        };
                        let parts = tables.start().split(&text, reading).unwrap();
                        let span = parts.get(component).unwrap();
                        assert_eq!(span.of(&text), part, "{grammar} {text}");
                        count += 1;
                    }
                }
            }
        }
    }
    // RFC 3986 and its kin, at least.
    assert!(count > 100, "{count}");
}
