//! Every way to ask for the components of an input gives one answer: the function, the values,
//! `parse`, `history`, the page, and what `migrate` says of two documents.
//!
//! The inputs are all strings that the documents print as examples, in both readings, as printed
//! and padded to lengths where other code runs: beyond one block of the scanner, and beyond the
//! longest input that has a tree.

mod compared;

use std::collections::BTreeSet;

use clap::Parser;
use serde_json::Value;
use urigram::documents::Form;
use urigram::parts::Components;
use urigram::tree::Tree;
use urigram::{Component, Grammar, IriRef, Reading, Urn};
use urigram_study::migrate::{Culprit, Kind, Migration, Outcome};

use crate::args::Cli;
use compared::{answer, examples, read, Answer, Place};
use urigram_answers::questions::{self as answers, Params};

fn components(grammar: Grammar, reading: Reading, input: &[u8]) -> Option<Components<'_>> {
    grammar.tables(reading).start().components(input, reading).ok()
}

/// Runs the command and returns its lines of JSON.
fn run(arguments: &[&str]) -> Vec<Value> {
    let (command, rest) = arguments.split_first().unwrap();
    let line = ["urigram", command, "--format", "json"];
    let cli = Cli::try_parse_from(line.iter().chain(rest)).unwrap();
    let mut out = Vec::new();
    let globals = cli.command.globals();
    let mut writer = crate::output::Out::new(globals.format, &mut out);
    crate::commands::run(&cli.command, crate::args::command, &globals, &mut writer).unwrap();
    drop(writer);
    String::from_utf8(out)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Compares every answer about one input in one reading; returns the number of compared answers.
fn ask(input: &[u8], reading: Reading, with_tree: bool) -> usize {
    let known: Vec<Option<Answer>> = Grammar::ALL
        .iter()
        .map(|&grammar| components(grammar, reading, input).map(|found| answer(&found)))
        .collect();
    let shown = || format!("{reading} {}", urigram_answers::escape::clipped(input, 200));
    let mut compared = 0;
    let mut same = |who: &str, index: usize, json: &Value| {
        let theirs = json.get("components").map(|components| read(input, components));
        assert_eq!(theirs, known[index], "{who} {} {}", Grammar::ALL[index], shown());
        compared += 1;
    };

    let mut arguments = vec!["parse", "--escaped", "--reading", reading.id()];
    if !with_tree {
        arguments.push("--no-tree");
    }
    Grammar::ALL.iter().for_each(|grammar| arguments.extend(["-g", grammar.as_str()]));
    // A lone hyphen would be standard input.
    let escaped = urigram_answers::escape::escaped(input).replace('-', "\\x2D");
    arguments.extend(["--", &escaped]);
    for (index, verdict) in run(&arguments).iter().enumerate() {
        same("parse", index, verdict);
    }
    let history = run(&["history", "--escaped", "--reading", reading.id(), "--", &escaped]);
    for (index, verdict) in history[0]["documents"].as_array().unwrap().iter().enumerate() {
        same("history", index, verdict);
    }
    let encoded: String = input.iter().map(|byte| format!("%{byte:02X}")).collect();
    let params =
        Params::read(format!("reading={}&input={encoded}", reading.id()).as_bytes()).ok().unwrap();
    let page = answers::ask("string", &params).ok().unwrap();
    for (index, verdict) in page["documents"].as_array().unwrap().iter().enumerate() {
        if verdict.get("components").is_some() || known[index].is_none() {
            same("page", index, verdict);
        }
        // Beyond some hundred characters the page has marks only, a citation's are its elements.
        let marks: Vec<&str> = verdict["marks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["name"].as_str().unwrap())
            .collect();
        let flat = known[index]
            .iter()
            .flatten()
            .flat_map(|(whole, parts)| std::iter::once(whole).chain(parts));
        let names: Vec<&str> = flat.map(|(name, ..)| &**name).collect();
        let is_citation = Grammar::ALL[index].document().form == Form::Urc;
        assert!(
            is_citation || marks == names,
            "marks {} {}: {marks:?}",
            Grammar::ALL[index],
            shown()
        );
    }
    compared
}

/// Compares the components of values with those of the grammar's table.
fn ask_values(input: &str, grammar: Grammar, reading: Reading) {
    let Some(found) = components(grammar, reading, input.as_bytes()) else { return };
    let text = |component| found.span(component).map(|span| span.of(input));
    if let Ok(uri) = IriRef::parse_by(grammar, reading, input) {
        assert_eq!(answer(&uri.components()), answer(&found), "{grammar} {input}");
        let accessors = [
            (Component::Authority, uri.authority()),
            (Component::Userinfo, uri.userinfo()),
            (Component::Host, uri.host()),
            (Component::Port, uri.port()),
            (Component::Query, uri.query()),
            (Component::Fragment, uri.fragment()),
        ];
        for (component, theirs) in accessors {
            assert_eq!(
                theirs,
                text(component),
                "{grammar} {reading} {} of {input}",
                component.name()
            );
        }
        // The path of a name is its namespace identifier and all that follows.
        if grammar.document().form != Form::Urn {
            assert_eq!(Some(uri.path()), text(Component::Path), "{grammar} {input}");
        }
    }
    if let Ok(urn) = Urn::parse_by(grammar, reading, input) {
        assert_eq!(answer(&urn.components()), answer(&found), "{grammar} {input}");
        let accessors = [
            (Component::Nid, Some(urn.nid())),
            (Component::Nss, Some(urn.nss())),
            (Component::RComponent, urn.r_component()),
            (Component::QComponent, urn.q_component()),
            (Component::Query, urn.query()),
            (Component::Fragment, urn.f_component()),
        ];
        for (component, theirs) in accessors {
            assert_eq!(
                theirs,
                text(component),
                "{grammar} {reading} {} of {input}",
                component.name()
            );
        }
    }
}

/// Checks that a migration reports another split exactly if the components differ, and reports
/// those components.
fn ask_migration(input: &[u8], from: Grammar, to: Grammar, reading: Reading) {
    let sides = (components(from, reading, input), components(to, reading, input));
    let (Some(before), Some(after)) = sides else { return };
    let differs = |component: &Component| before.span(*component) != after.span(*component);
    let differing: Vec<Component> = Component::ALL.into_iter().filter(differs).collect();
    let migration = Migration::new(from, to).readings(reading, reading);
    let causes = match migration.judge(input) {
        Outcome::Differs(causes) => causes,
        _ => Vec::new(),
    };
    let split = causes.iter().find(|cause| cause.kind() == Kind::Split);
    let reported = split.map_or(Vec::new(), |cause| match cause.culprit() {
        Culprit::Components(changes) => changes.iter().map(|(component, ..)| component).collect(),
        other => panic!("a split for {other}"),
    });
    let shown = urigram_answers::escape::clipped(input, 200);
    assert_eq!(reported, differing, "{from} to {to} {reading} {shown}");
    let Some(cause) = split else { return };
    let line = |components: &Components<'_>| {
        let of = |component: &Component| {
            let text = String::from_utf8_lossy(components.text(*component)?).into_owned();
            Some(format!(
                "{} {}",
                component.name(),
                if text.is_empty() { "(empty)" } else { &text }
            ))
        };
        let all: Vec<String> = differing.iter().filter_map(of).collect();
        if all.is_empty() {
            "none of these".to_owned()
        } else {
            all.join(", ")
        }
    };
    assert_eq!(
        migration.illustrate(input, cause).map(|side| side.to_string()),
        [line(&before), line(&after)],
        "{from} to {to} {shown}"
    );
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_way_to_ask_gives_one_answer() {
    let mut compared = 0;
    for input in examples() {
        for reading in Reading::ALL {
            compared += ask(&input, reading, true);
            for &grammar in Grammar::ALL {
                std::str::from_utf8(&input)
                    .into_iter()
                    .for_each(|text| ask_values(text, grammar, reading));
                for &other in Grammar::ALL {
                    ask_migration(&input, grammar, other, reading);
                }
            }
        }
    }
    assert!(compared > 10_000, "only {compared} answers were compared");
}

/// Returns the page's answer to a question.
fn page(question: &str, parameters: &[(&str, &str)]) -> Value {
    let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let pairs = parameters.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
    let params = Params::read(pairs.collect::<Vec<_>>().join("&").as_bytes()).ok().unwrap();
    answers::ask(question, &params).ok().unwrap()
}

#[test]
fn a_reference_has_one_target() {
    let mut compared = 0;
    for base in ["http://a/b", "http://a/b/c/d;p?q", "http://a", "mailto:a@b", "a/b", "http://a/%"]
    {
        for reference in
            ["", "#x", "b", "b#x", "g?y/../x", "../../../g", "http:g", "//g", "a:b", "%", "g"]
        {
            let page = page("resolve", &[("base", base), ("reference", reference)]);
            for theirs in page["answers"].as_array().unwrap() {
                let mut theirs = theirs.as_object().unwrap().clone();
                theirs.retain(|key, _| !["date", "number", "section"].contains(&&**key));
                let grammar = theirs["grammar"].as_str().unwrap().to_owned();
                let ask = |how: &str| {
                    let line = ["resolve", "-g", &grammar, how, "--", base, reference];
                    run(&line).remove(0).as_object().unwrap().clone()
                };
                // `--all` has no steps.
                let mut all = theirs.clone();
                all.remove("steps");
                for other in all.get_mut("alternatives").into_iter().filter_map(Value::as_array_mut)
                {
                    other.iter_mut().for_each(|one| {
                        one.as_object_mut().unwrap().remove("steps");
                    });
                }
                assert_eq!(ask("--all"), all, "{grammar} {base} {reference}");
                theirs.remove("alternatives");
                assert_eq!(ask("--steps"), theirs, "{grammar} {base} {reference}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "only {compared} answers were compared");
    let by = |grammar: &str, reference: &str| {
        let line = ["resolve", "-g", grammar, "--", "http://a/b", reference];
        let resolved = run(&line).remove(0);
        let flag = |key: &str| resolved.get(key).and_then(Value::as_bool);
        let target = resolved["target"].as_str().unwrap_or_default().to_owned();
        (target, flag("same_document"), flag("current_document"))
    };
    // RFC 3986, 4.4; RFC 2396, 4.2; RFC 1808 does not say.
    for (grammar, reference, target, is_same, is_current) in [
        ("rfc3986", "#x", "http://a/b#x", Some(true), None),
        ("rfc3986", "b#x", "http://a/b#x", Some(true), None),
        ("rfc2396", "#x", "#x", Some(true), Some(true)),
        ("rfc2396", "b#x", "http://a/b#x", Some(false), None),
        ("rfc1808", "#x", "http://a/b#x", None, None),
    ] {
        let expected = (target.to_owned(), is_same, is_current);
        assert_eq!(by(grammar, reference), expected, "{grammar} {reference}");
    }
}

#[test]
fn rules_have_the_remarks_of_an_author_s_report() {
    let path = std::env::temp_dir().join(format!("urigram-remarks-{}.abnf", std::process::id()));
    let mut ids = BTreeSet::new();
    for abnf in [
        "a = \"a\" / \"ab\"",
        "a = *b *b / c\nb = %s\"x\"\nc = c \"y\"",
        "a = b / c\nb = \"x\"\nc = \"x\"",
        "a = 1*DIGIT [ALPHA]",
        "a = nowhere",
        "list = \"(\" *list \")\"",
    ] {
        std::fs::write(&path, format!("{abnf}\n")).unwrap();
        let line = ["abnf", "--check", path.to_str().unwrap()];
        let mut ours = run(&line);
        for finding in &mut ours {
            finding.as_object_mut().unwrap().remove("file");
        }
        let mut theirs = page("remarks", &[("abnf", abnf)])["findings"].take();
        for finding in theirs.as_array_mut().unwrap() {
            finding.as_object_mut().unwrap().remove("string");
            ids.insert(finding["id"].as_str().unwrap().to_owned());
        }
        assert_eq!(Value::Array(ours), theirs, "{abnf}");
    }
    std::fs::remove_file(&path).unwrap();
    for id in ["first-match", "ambiguous", "import", "undefined", "left-recursion"] {
        assert!(ids.contains(id), "{id}: {ids:?}");
    }
}

/// Returns the structure of an answer: names of components, parts and rules.
fn structure(answer: &Answer) -> Vec<(String, Option<String>, Vec<String>)> {
    let names = |parts: &[Place]| parts.iter().map(|(name, ..)| name.clone()).collect();
    answer
        .iter()
        .map(|((name, _, _, rule), parts)| (name.clone(), rule.clone(), names(parts)))
        .collect()
}

/// Returns the answer after `count` bytes were put into the input at `at`.
fn shifted(answer: &Answer, at: usize, count: usize) -> Answer {
    let moved = |place: &Place| {
        let offset = |offset: usize| if offset > at { offset + count } else { offset };
        let (name, start, end, rule) = place.clone();
        (name, offset(start), offset(end), rule)
    };
    answer.iter().map(|(whole, parts)| (moved(whole), parts.iter().map(moved).collect())).collect()
}

/// Returns one example for each structure that there is, with the place where a letter changes only
/// lengths.
fn paddable(grammar: Grammar, reading: Reading) -> Vec<(Vec<u8>, usize)> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for input in examples() {
        let Some(known) = components(grammar, reading, &input).map(|found| answer(&found)) else {
            continue;
        };
        let padded = |at: &usize| {
            let padded = [&input[..*at], b"a", &input[*at..]].concat();
            components(grammar, reading, &padded)
                .is_some_and(|found| answer(&found) == shifted(&known, *at, 1))
        };
        // Not in a host: uri-2003 takes no label of more than 63 letters.
        let path = known.iter().find(|((name, ..), _)| name == "path" || name == "nid");
        let least = path.map_or(1, |((_, start, ..), _)| (*start).max(1));
        let Some(at) = (least..input.len()).rev().find(padded) else { continue };
        if seen.insert(structure(&known)) {
            found.push((input, at));
        }
    }
    found
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn length_changes_no_answer() {
    let mut compared = 0;
    let mut asked = BTreeSet::new();
    for &grammar in Grammar::ALL {
        for reading in Reading::ALL {
            for (input, at) in paddable(grammar, reading) {
                let known = answer(&components(grammar, reading, &input).unwrap());
                for count in [64, 65, 129, Tree::LONGEST] {
                    let padded = [&input[..at], &b"a".repeat(count), &input[at..]].concat();
                    let found = components(grammar, reading, &padded).map(|found| answer(&found));
                    let shown = urigram_answers::escape::clipped(&padded, 100);
                    // A namespace identifier has at most 32 characters, a scheme with a form of its
                    // own has its letters.
                    if found.is_none() {
                        continue;
                    }
                    assert_eq!(
                        found,
                        Some(shifted(&known, at, count)),
                        "{grammar} {reading} {shown}"
                    );
                    compared += 1;
                    // All documents are asked at once, so once for each structure is enough; what
                    // is longest is slow where nothing is optimized, so that only the components
                    // count there.
                    let is_longest = count == Tree::LONGEST;
                    let mut names = structure(&known);
                    if is_longest {
                        names
                            .iter_mut()
                            .for_each(|(_, rule, parts)| (*rule, *parts) = (None, Vec::new()));
                    }
                    if asked.insert((names, is_longest)) {
                        ask(&padded, reading, false);
                        let others = [Grammar::Rfc1738, Grammar::Rfc3986, Grammar::Rfc8141];
                        others
                            .into_iter()
                            .for_each(|other| ask_migration(&padded, grammar, other, reading));
                    }
                }
            }
        }
    }
    assert!(compared > 500, "only {compared} answers were compared");
}
