//! The claims of docs/programs.md, decided again.
//!
//! `just bless` takes a minute and leaves these out, because they decide every pair of programs:
//! `BLESS=1 cargo test --release --test all -- --ignored as_the_page_says` writes the page.

use std::collections::BTreeMap;
use std::sync::Mutex;

use urigram::agreement::{Condition, Only, Outcome, Splits};
use urigram::proof::{self, compare, Relation, Side};
use urigram::{Component, Grammar, Iri, Reading};

const PAGE: &str = include_str!("../../docs/programs.md");

fn side(grammar: Grammar) -> Side<'static> {
    Side { grammar, reading: Reading::Corrected, rule: None }
}

/// Compares a part of the page with what was found, or writes it where `BLESS=1` is set.
fn hold(said: &str, found: &str) {
    static PAGE_IS_WRITTEN: Mutex<()> = Mutex::new(());
    if std::env::var_os("BLESS").is_none() {
        assert!(said == found, "the page should say:\n{found}");
        return;
    }
    let _one = PAGE_IS_WRITTEN.lock().unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/programs.md");
    let page = std::fs::read_to_string(path).unwrap();
    std::fs::write(path, page.replace(said, found)).unwrap();
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn trust_is_as_the_page_says() {
    let readers = Grammar::PRACTICES.iter().copied().chain([Grammar::Rfc3986]);
    let all: Vec<Splits<'_>> =
        readers.map(|grammar| Splits::of(side(grammar), &[Component::Host]).unwrap()).collect();
    let all: Vec<_> = all.iter().map(|splits| splits.values(Component::Host).unwrap()).collect();
    let mut found = BTreeMap::new();
    for (at, a) in all.iter().enumerate() {
        for b in all.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, b)| b) {
            let answer = a.trust(b, "good.example", None).unwrap();
            let pair = [answer.a, answer.b].map(|side| side.grammar.document().id);
            match answer.outcome {
                Outcome::Agrees => {}
                Outcome::Undecided => {
                    found.insert((pair[0], pair[1]), "undecided".to_owned());
                }
                Outcome::Differs(difference) => {
                    let string = format!("`{}`", shown(difference.input));
                    found.insert((pair[0], pair[1]), string);
                }
                other => panic!("{pair:?}: {other:?}"),
            }
        }
    }
    hold(rows_below("\n## Trust"), &table(&found));
}

/// Returns the rows of the first table below a heading of the page.
fn rows_below(heading: &str) -> &'static str {
    let (_, section) = PAGE.split_once(heading).expect("the section is there");
    let begin = section.find("| `").expect("the section has a table");
    section[begin..].split("\n\n").next().unwrap_or_default()
}

/// Returns the table that the page should have.
fn table(found: &BTreeMap<(&str, &str), String>) -> String {
    let mut rows: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for ((a, b), string) in found {
        rows.entry(string).or_default().entry(a).or_default().push(b);
    }
    rows.iter().map(|(string, readers)| grouped(string, readers)).collect::<Vec<_>>().join("\n")
}

/// Returns the rows of a string. Readers that differ from the same others share one.
fn grouped(string: &str, readers: &BTreeMap<&str, Vec<&str>>) -> String {
    let mut alike: BTreeMap<&[&str], Vec<&str>> = BTreeMap::new();
    readers.iter().for_each(|(a, others)| alike.entry(others).or_default().push(a));
    let row = |(others, readers): (&&[&str], &Vec<&str>)| {
        format!("| {string} | {} | {} |", readers.join(", "), others.join(", "))
    };
    alike.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// The components that have values.
const WITH_VALUES: [Component; 4] =
    [Component::Host, Component::Port, Component::Userinfo, Component::Path];

/// Returns the rows of the matrix, as the page should have them: for each component the pairs
/// whose values are equal or undecided. All other pairs have values that differ.
fn matrix() -> String {
    let readers: Vec<Grammar> =
        Grammar::PRACTICES.iter().copied().chain([Grammar::Rfc3986, Grammar::Rfc3987]).collect();
    let splits: Vec<Splits<'_>> =
        readers.iter().map(|&reader| Splits::of(side(reader), &WITH_VALUES).unwrap()).collect();
    let of_component = |component: Component| {
        let values: Vec<_> = splits.iter().map(|one| one.values(component).unwrap()).collect();
        let mut found = BTreeMap::new();
        for (a, b) in (0..readers.len()).flat_map(|a| (0..a).map(move |b| (b, a))) {
            let outcome = match values[a].agree(&values[b], None).outcome {
                Outcome::Agrees => "equal",
                Outcome::Undecided => "undecided",
                Outcome::Differs(_) => continue,
                Outcome::NotApplicable if component == Component::Userinfo => {
                    assert!([readers[a], readers[b]].contains(&Grammar::RustHttp15));
                    continue;
                }
                other => panic!("{component}, {}, {}: {other:?}", readers[a], readers[b]),
            };
            let pair = [a, b].map(|at| readers[at].document().id);
            found.insert((pair[0], pair[1]), format!("`{component}` {outcome}"));
        }
        table(&found)
    };
    WITH_VALUES.map(of_component).join("\n")
}

/// Returns a string where spaces and controls can be seen, and which no table splits at.
fn shown(input: Vec<u8>) -> String {
    let string = String::from_utf8(input).unwrap();
    string.replace(' ', "␠").replace('\t', "␉").replace('\n', "␊").replace('|', "\\|")
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn the_matrix_is_as_the_page_says() {
    hold(rows_below("\n## Matrix"), &matrix());
}

#[test]
fn a_host_must_be_a_name() {
    let splits = Splits::of(side(Grammar::Rfc3986), &[Component::Host]).unwrap();
    let values = splits.values(Component::Host).unwrap();
    for host in ["", "a b", "a\"b", "a.", "é", "[::1]"] {
        assert!(values.trust(&values, host, None).is_err(), "{host}");
    }
    assert_eq!(values.trust(&values, "A-1.b", None).unwrap().outcome, Outcome::Agrees);
}

/// IDNA makes `good.example` of a full-width letter, which Go keeps. No automaton has its tables,
/// and the host that is serialized shows the difference.
#[test]
#[cfg(feature = "url")]
fn a_host_that_idna_maps_is_a_witness() {
    let splits = |grammar| Splits::of(side(grammar), &[Component::Host]).unwrap();
    let [url, go] = [Grammar::Whatwg, Grammar::Go127].map(splits);
    let [url, go] = [&url, &go].map(|splits| splits.values(Component::Host).unwrap());
    let text = "ws://ｇood.example";
    assert!(Iri::parse_by(Grammar::Whatwg, Reading::Corrected, text).is_ok());
    assert_eq!(go.of(text.as_bytes()).unwrap(), "ｇood.example".as_bytes());
    assert_eq!(url.of(text.as_bytes()), None);
    let asked = url.trust(&go, "good.example", None).unwrap().outcome;
    let Outcome::Differs(found) = asked else { panic!("{asked:?}") };
    assert_eq!(url.of_reference(None, &found.input).unwrap(), b"good.example");
    assert_ne!(go.of(&found.input).unwrap(), b"good.example");
    assert_eq!(go.trust(&url, "good.example", None).unwrap().outcome, Outcome::Agrees);
}

/// Automata leave these open, and a mutant of `ftp://good.example` shows the difference.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn a_mutant_is_a_witness_where_automata_do_not_decide() {
    let witness = |[a, b]: [Grammar; 2], condition: Option<&Condition>| {
        let all = [a, b].map(|grammar| Splits::of(side(grammar), &[Component::Host]).unwrap());
        let [a, b] = all.each_ref().map(|splits| splits.values(Component::Host).unwrap());
        let answer = a.trust(&b, "good.example", condition).unwrap();
        let Outcome::Differs(found) = answer.outcome else { return None };
        let [one, other] = [a.of(&found.input).unwrap(), b.of(&found.input).unwrap()];
        assert_eq!(one, b"good.example");
        assert!(other != one && !other.ends_with(b".good.example"));
        Some(String::from_utf8(found.input).unwrap())
    };
    let perl = [Grammar::PerlUri5, Grammar::FastUri4];
    let found = witness(perl, None).unwrap();
    assert_eq!(witness(perl, None).as_ref(), Some(&found), "the seed does not change");
    assert!(found.len() <= "ftp://@@good.example".len(), "{found}");
    assert!(witness([Grammar::Whatwg2025, Grammar::FastUri4], None).is_some());
    // A condition also holds for mutants.
    let only = Condition::beginning("ftp://u").unwrap();
    assert!(witness(perl, Some(&only)).unwrap().starts_with("ftp://u"));
}

/// urllib3 makes an address of `1%2e2.3.4`, which RFC 3986 keeps: `agrees` was wrong here.
#[test]
fn a_number_may_be_the_trusted_address() {
    let splits = |grammar| Splits::of(side(grammar), &[Component::Host]).unwrap();
    let [urllib, document] = [Grammar::Urllib32, Grammar::Rfc3986].map(splits);
    let [urllib, document] =
        [&urllib, &document].map(|splits| splits.values(Component::Host).unwrap());
    assert_eq!(urllib.trust(&document, "1.2.3.4", None).unwrap().outcome, Outcome::Undecided);
    assert_eq!(urllib.of(b"//1%2e2.3.4"), None);
}

/// A browser removes a tab inside a name, and so does Node: `differs` was wrong here.
#[test]
fn a_value_is_of_what_is_left() {
    let splits = |grammar| Splits::of(side(grammar), &[Component::Host]).unwrap();
    let [url, node] = [Grammar::Whatwg, Grammar::NodeUrl20].map(splits);
    let [url, node] = [&url, &node].map(|splits| splits.values(Component::Host).unwrap());
    let text = b"ws://a\tb/";
    assert_eq!((url.of(text), node.of(text)), (Some(b"ab".to_vec()), Some(b"ab".to_vec())));
}

/// A program is known to differ from its practice in some strings: they are not witnesses, and
/// where nothing else differs, nothing is decided.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn strings_in_which_a_program_differs_leave_its_cells_undecided() {
    let splits = |grammar| Splits::of(side(grammar), &[Component::Host, Component::Port]).unwrap();
    let [perl, java] = [Grammar::PerlUri5, Grammar::JavaNetUri].map(splits);
    let under = |text: &str| Some(Condition::beginning(text).unwrap());
    // By the rules both find no host in `sip:a`; Perl finds one, which no rule tells.
    for component in [Component::Host, Component::Port] {
        let found = perl.agree(&java, component, under("sip:a").as_ref());
        assert_eq!(found.outcome, Outcome::Undecided);
        assert!(found.open.is_some_and(|open| open.starts_with(b"sip:a")));
        let [one, other] = [&perl, &java].map(|side| side.values(component).unwrap());
        assert_eq!(one.of(b"sip:a"), None);
        assert_eq!(one.agree(&other, under("sip:a").as_ref()).outcome, Outcome::Undecided);
        // Strings of other schemes are decided.
        let found = perl.agree(&java, component, under("mailto:a").as_ref());
        assert_eq!((found.outcome, found.open), (Outcome::Agrees, None));
    }
    // A shorter string differs by the rules, and the program is known to differ from them there.
    let all = proof::differences(Grammar::PerlUri5, Reading::Corrected).unwrap();
    for grammar in Grammar::PRACTICES {
        for component in [Component::Host, Component::Port] {
            let found = perl.agree(&splits(*grammar), component, None).outcome;
            let Outcome::Differs(difference) = found else { continue };
            let differs = |row: &proof::Difference| {
                row.touches(component) && row.strings.accepts(&difference.input)
            };
            assert!(!all.iter().any(differs), "{grammar}: {difference:?}");
        }
    }
}

/// Node takes domains that UTS #46 refuses, and the practice does not: no witness.
#[test]
fn strings_with_another_verdict_are_no_witnesses() {
    let splits = |grammar| Splits::of(side(grammar), &[Component::Host]).unwrap();
    let [url, rust] = [Grammar::Whatwg2025, Grammar::RustHttp15].map(splits);
    let under = Condition::beginning("ws:é").unwrap();
    let found = url.agree(&rust, Component::Host, Some(&under));
    assert!(!matches!(found.outcome, Outcome::Differs(_)), "{found:?}");
    let under = Condition::beginning("ws:a").unwrap();
    let found = url.agree(&rust, Component::Host, Some(&under));
    assert!(matches!(found.outcome, Outcome::Differs(_)), "{found:?}");
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn an_upgrade_of_the_url_standard_is_decided() {
    let all = [Component::Host, Component::Authority];
    let [old, new] =
        [Grammar::Whatwg2025, Grammar::Whatwg].map(|one| Splits::of(side(one), &all).unwrap());
    assert_eq!(old.only(&new).unwrap(), Only::None);
    let Only::String(gained) = new.only(&old).unwrap() else { panic!() };
    let gained = String::from_utf8(gained).unwrap();
    let accepts = |grammar, text| Iri::parse_by(grammar, Reading::Corrected, text).is_ok();
    assert!(accepts(Grammar::Whatwg, &gained) && !accepts(Grammar::Whatwg2025, &gained));
    // Of an address no automaton knows the value, so that values are not decided, by this string.
    let [of_old, of_new] = [&old, &new].map(|side| side.values(Component::Host).unwrap());
    let values = of_old.agree(&of_new, None);
    assert_eq!(values.outcome, Outcome::Undecided);
    assert_eq!(values.open.as_deref(), Some(&b"ws:0"[..]));
    // Programs whose checks cannot be compared.
    let java = Splits::of(side(Grammar::JavaNetUri), &all).unwrap();
    assert!(matches!(java.only(&new).unwrap(), Only::String(_)));
    let [old, new] =
        [Grammar::Python3113, Grammar::Python314].map(|one| Splits::of(side(one), &all).unwrap());
    assert_eq!(new.only(&old).unwrap(), Only::Undecided);
}

/// Rows of the table of reports that no other test decides.
#[test]
fn a_backslash_is_read_in_two_ways() {
    let splits = |grammar| Splits::of(side(grammar), &[Component::Host]).unwrap();
    let [url, uri_js] = [Grammar::Whatwg, Grammar::UriJs4].map(splits);
    let under = Condition::beginning("http://good.example").unwrap();
    let found = url.agree(&uri_js, Component::Host, Some(&under)).outcome;
    let Outcome::Differs(difference) = found else { panic!("{found:?}") };
    assert_eq!(difference.input, br"http://good.example\");
    assert!(PAGE.contains(r"--under 'http://good.example*'` | `http://good.example\` |"));
}

#[test]
fn what_brackets_hold_was_not_checked() {
    for (old, new, shortest) in
        [(Grammar::Python3113, Grammar::Python314, "[a]"), (Grammar::Go119, Grammar::Go127, "[]")]
    {
        let [of_old, of_new] = [old, new].map(|one| Side { rule: Some("literal"), ..side(one) });
        let compared = compare(of_old, of_new).unwrap();
        assert_eq!(compared.relation, Relation::Superset);
        assert_eq!(compared.only_a.as_deref(), Some(shortest.as_bytes()));
        let table = |grammar: Grammar| grammar.tables(Reading::Corrected).start();
        let accepts = |grammar| table(grammar).accepts(b"//[a]");
        assert!(accepts(old) && !accepts(new));
        assert!(PAGE.contains(&format!("--rule literal` | `{shortest}` |")));
    }
    let [old, new] = [Grammar::Python3113, Grammar::Python314]
        .map(|one| Splits::of(side(one), &[Component::Host, Component::Authority]).unwrap());
    assert_eq!(old.only(&new).unwrap(), Only::String(b"//[]".to_vec()));
}

#[test]
fn a_newer_go_only_refuses() {
    let [old, new] = [Grammar::Go119, Grammar::Go127].map(side);
    let compared = compare(old, new).unwrap();
    assert_eq!(compared.relation, Relation::Superset);
    assert_eq!(compared.only_a.as_deref(), Some(&b"//a["[..]));
    let components: Vec<Component> =
        Grammar::Go127.document().components.iter().map(|(component, _)| *component).collect();
    let [old, new] = [old, new].map(|side| Splits::of(side, &components).unwrap());
    for component in components {
        assert_eq!(old.agree(&new, component, None).outcome, Outcome::Agrees, "{component}");
    }
}

/// Returns the time that this thread has run on a processor, in seconds.
#[cfg(target_os = "linux")]
fn on_processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    stat.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

/// Every pair of the matrix takes at most 5 seconds of a processor, with its automata built anew:
/// the components of two readers, their agreement by place and by value, and trust in both
/// directions. All pairs, with the automata of each reader built once, take at most 5 minutes.
#[test]
#[ignore = "takes minutes; run it in release"]
#[cfg(target_os = "linux")]
fn every_pair_of_the_matrix_is_decided_in_seconds() {
    let readers: Vec<Grammar> =
        Grammar::PRACTICES.iter().copied().chain([Grammar::Rfc3986, Grammar::Rfc3987]).collect();
    let start = on_processor();
    let timed: Vec<(Splits<'_>, f64)> = readers
        .iter()
        .map(|&reader| {
            let before = on_processor();
            let splits = Splits::of(side(reader), &WITH_VALUES).unwrap();
            for component in WITH_VALUES {
                splits.values(component).unwrap();
            }
            (splits, on_processor() - before)
        })
        .collect();
    let mut pairs = Vec::new();
    for (a, b) in (0..readers.len()).flat_map(|a| (0..a).map(move |b| (b, a))) {
        let before = on_processor();
        let ((one, built), (other, also)) = (&timed[a], &timed[b]);
        for component in WITH_VALUES {
            one.agree(other, component, None);
            let [of_a, of_b] = [one, other].map(|side| side.values(component).unwrap());
            of_a.agree(&of_b, None);
            if component == Component::Host {
                of_a.trust(&of_b, "good.example", None).unwrap();
                of_b.trust(&of_a, "good.example", None).unwrap();
            }
        }
        let pair = on_processor() - before + built + also;
        pairs.push((pair, readers[a].to_string(), readers[b].to_string()));
    }
    let all = on_processor() - start;
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    println!("{} pairs in {all:.1} s; the slowest ones:", pairs.len());
    pairs.iter().take(8).for_each(|(time, a, b)| println!("{time:.2} s: {a}, {b}"));
    assert!(pairs[0].0 <= 5.0 && all <= 300.0, "{:?}, {all}", pairs[0]);
}
