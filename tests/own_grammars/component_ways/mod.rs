//! The components of a text, asked for in every way that there is, in grammars of all kinds.
//!
//! Each way has code of its own below it: the register machine of tables, automata over marks, the
//! register machine that is made for one rule, values and their positions, guards, migrations and
//! proofs. All of them say the same, and what a search through all derivations says.

mod naive;

use std::ops::Range;
use std::path::{Path, PathBuf};

use naive::{Lists, Naive};
use urigram::agreement::{agree, Outcome, Places};
use urigram::documents::Table;
use urigram::parts::Span;
use urigram::practices::Stripped;
use urigram::proof::{ByRules, RulePlaces, Side};
use urigram::{Component, Grammar, IriRefBuf, Reading};
use urigram_automata::{abnf, Random};

use crate::own_grammars::folder::folders::{grammar, Scratch};
use crate::support::{samples, strings};

const READING: Reading = Reading::Corrected;

fn side(grammar: Grammar, rule: Option<&str>) -> Side<'_> {
    Side { grammar, reading: READING, rule }
}
fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// The ways in which a component of one rule is found.
struct Asked {
    component: Component,
    /// The component by the automaton over marks, where it has one place or one list.
    places: Option<ByRules>,
    /// The component by the machine that is made for it.
    rule: Option<RulePlaces>,
}

impl Asked {
    fn of(grammar: Grammar, rule: Option<&str>, component: Component) -> Asked {
        let side = side(grammar, rule);
        let places = ByRules::of(side, component).ok().filter(|found| found.places.is_ok());
        let rule = RulePlaces::of(side, component);
        let made = places.as_ref().is_some_and(|found| matches!(found.places, Ok(Some(_))));
        assert_eq!(matches!(rule, Ok(Some(_))), made, "{grammar} {component}: {rule:?}");
        Asked { component, places, rule: rule.ok().flatten() }
    }

    /// Returns what every way says of a text that the rule accepts; `None` where nothing is
    /// decided.
    fn items(&self, table: &'static Table, text: &str) -> Option<Vec<Range<usize>>> {
        let component = self.component;
        let found = table.components(text.as_bytes(), READING).unwrap();
        let of_table = found.span(component).map(range);
        let listed = found.iter().find(|one| one.component == component);
        assert_eq!(listed.map(|one| range(one.span)), of_table, "{text} {component}");
        let places = Places::of(text, table).unwrap();
        assert_eq!(places.get(component).map(range), of_table, "{text} {component}");
        let Some(by_rules) = &self.places else {
            let mut own = table.own_components().into_iter().flatten();
            assert!(!own.any(|one| one == component) || table.is_unknown(component));
            return None;
        };
        let function = by_rules.places.as_ref().unwrap().as_ref();
        let marked = function.map_or(Vec::new(), |places| places.items(text.as_bytes()).unwrap());
        let items = self.rule.as_ref().map_or(Vec::new(), |rule| places.items(rule));
        let items: Vec<Range<usize>> = items.into_iter().map(range).collect();
        assert_eq!(items, marked, "{text} {component}");
        let is_list = table.lists().any(|list| list == component);
        if !is_list && table.own_components().is_some_and(|mut own| own.any(|one| one == component))
        {
            assert_eq!(of_table, items.first().cloned(), "{text} {component}");
            assert!(items.len() < 2, "{text} {component}");
        }
        Some(items)
    }
}

/// Values have the components that their grammar's table finds.
fn check_value(grammar: Grammar, table: &'static Table, text: &str) {
    let Ok(value) = IriRefBuf::parse_by(grammar, READING, text) else { return };
    let found = table.components(text.as_bytes(), READING).unwrap();
    let own = [
        (Component::Host, value.host()),
        (Component::Userinfo, value.userinfo()),
        (Component::Authority, value.authority()),
        (Component::Query, value.query()),
        (Component::Fragment, value.fragment()),
    ];
    for (component, of_value) in own {
        let of_table = found.text(component).map(|bytes| std::str::from_utf8(bytes).unwrap());
        assert_eq!(of_value, of_table, "{grammar} {text} {component}");
    }
    assert!(value.as_iri_ref().components().has_spans_of(&found), "{grammar} {text}");
}

/// The components of the random grammars: a published one, and one of their own.
const NAMES: [&str; 3] = ["host", "path", "tag"];

fn expression(random: &mut Random, depth: usize) -> String {
    let kind = if depth == 0 { random.below(2) } else { random.below(6) };
    let mut inner = || expression(random, depth - 1);
    match kind {
        0 => "\"a\"".to_owned(),
        1 => "%x61-62".to_owned(),
        2 => format!("( {} / {} )", inner(), inner()),
        3 => format!("{} {}", inner(), inner()),
        4 => format!("[ {} ]", inner()),
        _ => "1*%x61-62".to_owned(),
    }
}

/// Returns a random grammar over `a`, `b`, `:` and `/`, most of the time with delimiters.
fn random_grammar(random: &mut Random) -> String {
    let mut one = |depth| expression(random, depth);
    let (host, path, tag, loose) = (one(2), one(1), one(1), one(1));
    let pattern = [
        "host [ \":\" tag ] [ \"/\" path ]",
        "[ tag \":\" ] host *( \"/\" path )",
        "( host / tag ) \"/\" path",
        "host {} path [ \":\" host ]",
        "tag *( \":\" tag ) \"/\" ( host / path \"/\" )",
        "*( tag \"/\" ) [ host ] \":\" path",
        "[ path {} ] host / \":\" tag",
    ];
    let start = pattern[random.below(pattern.len())].replace("{}", &loose);
    format!("url = {start}\nhost = {host}\npath = {path} [ \"/\" tag ]\ntag = {tag}\n")
}

type Items = Option<Vec<Range<usize>>>;

/// Short texts of one grammar, with the places that all derivations give.
struct Known {
    grammar: Grammar,
    /// For each text that is accepted, what each component is; `None` where nothing is decided.
    texts: Vec<(String, Vec<Items>)>,
}

fn known(grammar: Grammar, rules: &abnf::Grammar, texts: &[String]) -> Known {
    let table = grammar.tables(READING).start();
    let asked = NAMES.map(|name| Asked::of(grammar, None, Component::of_name(name)));
    let naive = Naive { grammar: rules, components: &NAMES };
    let mut found = Vec::new();
    for text in texts {
        let derivations: Vec<Lists> = naive.derivations(text.as_bytes());
        assert_eq!(table.accepts(text.as_bytes()), !derivations.is_empty(), "{grammar} {text}");
        let Some(first) = derivations.first() else { continue };
        check_value(grammar, table, text);
        let each = asked.iter().enumerate().map(|(number, asked)| {
            let items = asked.items(table, text)?;
            assert_eq!(items, first[number], "{grammar} {text} {}", NAMES[number]);
            let is_same = |other: &Lists| other[number] == first[number];
            assert!(derivations.iter().all(is_same), "{grammar} {text} {}", NAMES[number]);
            Some(items)
        });
        found.push((text.clone(), each.collect()));
    }
    Known { grammar, texts: found }
}

/// Two grammars agree exactly if they give every text the same: the proof, the witness and all
/// short texts say so.
fn compare(a: &Known, b: &Known, number: usize) -> &'static str {
    let component = Component::of_name(NAMES[number]);
    let sides = [side(a.grammar, None), side(b.grammar, None)];
    let outcome = agree(sides[0], sides[1], component, None).unwrap().outcome;
    let mut common = a.texts.iter().filter_map(|(text, own)| {
        let other = b.texts.iter().find(|(other, _)| other == text)?;
        Some((text, &own[number], &other.1[number]))
    });
    match &outcome {
        Outcome::Agrees => assert!(common.all(|(.., a, b)| a == b)),
        Outcome::Vacuous => assert!(common.next().is_none()),
        Outcome::Differs(difference) => {
            let first = common.find(|(.., a, b)| a != b);
            let length = first.map_or(usize::MAX, |(text, ..)| text.len());
            assert!(difference.input.len() <= length, "{difference:?}");
            let text = std::str::from_utf8(&difference.input).unwrap();
            let places = [(a, &difference.a), (b, &difference.b)].map(|(known, own)| {
                let table = known.grammar.tables(READING).start();
                let asked = Asked::of(known.grammar, None, component);
                let items = asked.items(table, text).unwrap();
                assert_eq!(items.get(difference.item.unwrap_or(0)), own.as_ref());
                items
            });
            assert_ne!(places[0], places[1]);
        }
        Outcome::NotApplicable => assert!(common.all(|(.., a, b)| {
            let is_without = |own: &Option<Vec<_>>| own.as_ref().is_some_and(Vec::is_empty);
            is_without(a) || is_without(b)
        })),
        _ => assert!([a, b]
            .iter()
            .any(|known| known.texts.iter().all(|(_, own)| own[number].is_none()))),
    }
    outcome.name()
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn three_hundred_random_grammars() {
    let scratch = Scratch::new("every-way");
    let texts = strings("ab:/", 5);
    let mut random = Random::seeded(33);
    let mut counts = std::collections::BTreeMap::new();
    let (mut lists, mut unknown, mut decided) = (0, 0, 0);
    let mut before: Option<Known> = None;
    for number in 0..300 {
        let text = random_grammar(&mut random);
        let rules = abnf::Grammar::parse(&text).unwrap();
        let own = grammar(&scratch.file(&format!("own-{number}.abnf"), &text));
        let table = own.tables(READING).start();
        lists += table.lists().count();
        unknown += usize::from(table.has_unknown()) - usize::from(table.lists().count() > 0);
        let known = known(own, &rules, &texts);
        decided += known.texts.len();
        if let Some(before) = &before {
            for number in 0..NAMES.len() {
                *counts.entry(compare(before, &known, number)).or_insert(0) += 1;
            }
        }
        before = Some(known);
    }
    let counted = format!("{counts:?}, {lists} lists, {unknown} unknown, {decided} texts");
    let has = |name: &str| counts.get(name).copied().unwrap_or(0);
    assert!(has("agrees") > 20 && has("differs") > 100 && has("undecided") > 20, "{counted}");
    assert!(lists > 60 && unknown > 20 && decided > 5_000, "{counted}");
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = ["specs", "examples"].map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let paths = entries.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = paths.filter(|path| path.join("document.toml").exists()).collect();
    all.sort();
    all
}

/// The documents, the practices, and the folders of specs and examples: each component, and each
/// rule that is one, by every way.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn documents_practices_and_folders() {
    let published = Grammar::ALL.iter().copied().chain(Grammar::unselected());
    let loaded: Vec<Grammar> = folders().iter().map(|path| grammar(path)).collect();
    assert!(loaded.len() > 6, "{loaded:?}");
    let (mut checked, mut rules) = (0, 0);
    for grammar in published.chain(loaded) {
        let table = grammar.tables(READING).start();
        let texts = samples(grammar, 33, 12);
        let own: Vec<Component> = table.own_components().into_iter().flatten().collect();
        // A rule by its name, in documents that state a shape as well.
        let named = grammar.document().rules().iter().map(|rule| Component::Rule(rule.name));
        let named: Vec<Component> = if own.is_empty() { named.step_by(40).collect() } else { own };
        for component in named {
            let asked = Asked::of(grammar, None, component);
            rules += usize::from(asked.rule.is_some());
            for text in texts.iter().filter(|text| Places::of(text, table).is_ok()) {
                let is_whole = Stripped::new(table, text.as_bytes()).left() == text.as_bytes();
                checked += usize::from(is_whole && asked.items(table, text).is_some());
            }
        }
        texts.iter().filter(|text| table.accepts(text.as_bytes())).for_each(|text| {
            check_value(grammar, table, text);
        });
    }
    assert!(checked > 3_000 && rules > 30, "{checked} {rules}");
}

/// The packages that are generated are checked by vectors, and the folders that they are made of
/// say the same.
#[test]
fn folders_split_the_vectors_of_their_packages() {
    let mut checked = 0;
    for path in folders() {
        let Ok(files) = std::fs::read_dir(path.join("crate/tests")) else { continue };
        let own = grammar(&path);
        for file in files.map(|file| file.unwrap().path()) {
            if file.extension().is_none_or(|end| end != "tsv") {
                continue;
            }
            let text = std::fs::read_to_string(&file).unwrap();
            // The first line names the rule.
            let rule = text.split('`').nth(1).unwrap();
            let name = format!("{own} {rule}");
            let table = own.table_of(READING, rule).unwrap();
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            let rows: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
            let places = |row: &[&str]| -> Vec<(String, Range<usize>)> {
                row.get(3).copied().unwrap_or_default().split_whitespace().map(place).collect()
            };
            let mut names: Vec<String> =
                rows.iter().flat_map(|row| places(row)).map(|(name, _)| name).collect();
            names.sort();
            names.dedup();
            let asked = names.iter().map(|name| {
                let component = own.document().rules().iter().find(|one| one.name == name).unwrap();
                Asked::of(own, Some(rule), Component::of_name(component.name))
            });
            let asked: Vec<Asked> = asked.collect();
            for row in &rows {
                let input = unescaped(row[2]);
                let found = table.components(&input, READING);
                assert_eq!(found.is_ok(), row[0] == "accept", "{name} {row:?}");
                checked += 1;
                if found.is_err() {
                    continue;
                }
                let wanted = places(row);
                for asked in &asked {
                    let items = asked.rule.as_ref().unwrap().items(&input);
                    let own = wanted.iter().find(|(name, _)| name == asked.component.name());
                    let items: Vec<Range<usize>> = items.into_iter().map(range).collect();
                    let own: Vec<Range<usize>> =
                        own.into_iter().map(|(_, at)| at.clone()).collect();
                    assert_eq!(items, own, "{name} {row:?} {}", asked.component);
                }
                if table.own_components().is_some_and(|mut own| own.next().is_some()) {
                    let found = found.unwrap();
                    let mut own: Vec<_> = found
                        .iter()
                        .map(|one| (one.component.name().to_owned(), range(one.span)))
                        .collect();
                    let mut wanted = wanted;
                    let key = |one: &(String, Range<usize>)| (one.0.clone(), one.1.start);
                    own.sort_by_key(key);
                    wanted.sort_by_key(key);
                    assert_eq!(own, wanted, "{name} {row:?}");
                }
            }
        }
    }
    assert!(checked > 450, "{checked}");
}

/// Reads `name=start..end`.
fn place(text: &str) -> (String, Range<usize>) {
    let (name, span) = text.split_once('=').unwrap();
    let (start, end) = span.split_once("..").unwrap();
    (name.to_owned(), start.parse().unwrap()..end.parse().unwrap())
}

/// Reads `\xHH` and `\\`.
fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, tail)) = rest.split_first() {
        let digits = tail.get(1..3).and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, tail.first()) {
            (b'\\', Some(b'x')) => {
                bytes.push(u8::from_str_radix(digits.unwrap(), 16).unwrap());
                rest = &tail[3..];
            }
            (b'\\', Some(b'\\')) => {
                bytes.push(b'\\');
                rest = &tail[1..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    bytes
}

/// PEGs whose lookahead and order no ABNF has, each with its components.
const PEGS: [(&str, &[&str]); 4] = [
    (
        "item = { SOI ~ maker ~ \":\" ~ name ~ (\",\" ~ tag)* ~ EOI }\nmaker = { 'a'..'b'+ }\n\
         name = { (!\",\" ~ ANY)* }\ntag = { 'a'..'b'* }\n",
        &["maker", "name", "tag"],
    ),
    (
        "item = { key ~ (\"=\" ~ value)? }\nkey = { (!\"=\" ~ ANY)+ }\nvalue = { ANY* }\n",
        &["key", "value"],
    ),
    (
        "item = { (host ~ &\":\" ~ \":\" ~ port | host) ~ !ANY }\nhost = { (!(\":\" ~ port) ~ ANY)+ }\n\
         port = { 'a'..'b'+ ~ !ANY }\n",
        &["host", "port"],
    ),
    (
        "item = { word ~ (\",\" ~ word)* ~ rest }\nword = { \"a\"+ | \"b\" }\nrest = { ANY* }\n",
        &["word", "rest"],
    ),
];

/// The components of a PEG are where pest's own virtual machine has them.
#[test]
fn pegs_have_the_places_of_their_one_parse() {
    let scratch = Scratch::new("every-way-pegs");
    let texts = strings("ab:,=", 5);
    let mut accepted = 0;
    for (number, (rules, names)) in PEGS.into_iter().enumerate() {
        let own = grammar(&scratch.file(&format!("peg-{number}.pest"), rules));
        let table = own.tables(READING).start();
        let (_, optimized) = pest_meta::parse_and_optimize(rules).unwrap();
        let vm = pest_vm::Vm::new(optimized);
        let asked = names.iter().map(|name| Asked::of(own, None, Component::of_name(name)));
        let asked: Vec<Asked> = asked.collect();
        for text in &texts {
            let parsed = vm.parse("item", text).ok().and_then(|mut pairs| pairs.next());
            let parsed = parsed.filter(|item| item.as_span().end() == text.len());
            assert_eq!(table.accepts(text.as_bytes()), parsed.is_some(), "{rules}{text}");
            let Some(item) = parsed else { continue };
            accepted += 1;
            let parts: Vec<_> = item.into_inner().collect();
            for asked in &asked {
                let name = asked.component.name();
                let of = parts.iter().filter(|part| part.as_rule() == name);
                let wanted: Vec<Range<usize>> =
                    of.map(|part| part.as_span().start()..part.as_span().end()).collect();
                assert_eq!(asked.items(table, text), Some(wanted), "{rules}{text} {name}");
            }
        }
    }
    assert!(accepted > 5_000, "{accepted}");
}
