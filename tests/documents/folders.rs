//! Every document folder is whole, both transcriptions have the same rules, and the generated
//! modules are fresh.

use std::collections::BTreeSet;
use std::path::Path;

use crate::corpus;

use urigram_grammars::proof::Transcriptions;
use urigram_grammars::{Grammar, Reading, Rule};

#[test]
fn every_folder_is_a_grammar_and_whole() {
    let mut complaints = Vec::new();
    let mut folders: Vec<String> = Vec::new();
    let places = [corpus::grammars(), corpus::grammars().join("practices")];
    for entry in places.iter().flat_map(|place| place.read_dir().expect("folders can be listed")) {
        let path = entry.expect("the folders can be listed").path();
        let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if !path.is_dir() || ["practices", "src", "tests"].contains(&name.as_str()) {
            continue;
        }
        for file in
            ["document.toml", "sections.tsv", "printed.abnf", "printed.pest", "examples.toml"]
        {
            if !path.join(file).is_file() {
                complaints.push(format!("{name}: no {file}"));
            }
        }
        if path.join("corrected.abnf").is_file() != path.join("corrected.pest").is_file() {
            complaints.push(format!("{name}: corrected in one transcription only"));
        }
        folders.push(name);
    }
    let all = Grammar::ALL.iter().copied().chain(Grammar::unselected());
    let all = all.chain(Grammar::SCHEMES.iter().copied());
    let mut known: Vec<&str> = all.map(Grammar::as_str).collect();
    folders.sort();
    known.sort_unstable();
    if folders != known {
        complaints.push(format!("the folders {folders:?} are not the list {known:?}"));
    }
    corpus::expect_none(complaints);
}

#[test]
fn grammars_stand_in_order_of_date() {
    let dates: Vec<_> = Grammar::ALL.iter().map(|grammar| grammar.document().date).collect();
    assert!(dates.is_sorted(), "{dates:?}");
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn what_is_generated_is_fresh() {
    let mut files =
        urigram_generate::render(&corpus::grammars()).unwrap_or_else(|error| panic!("{error}"));
    let package = corpus::grammars().join("../crates/parsers");
    let parsers = urigram_generate::render_parsers(&corpus::grammars(), &package);
    files.extend(parsers.unwrap_or_else(|error| panic!("{error}")));
    let stale =
        files.iter().filter(|(path, content)| std::fs::read(path).ok().as_ref() != Some(content));
    let mut stale: Vec<String> = if std::env::var_os("BLESS").is_some() {
        stale.for_each(|(path, content)| std::fs::write(path, content).expect("it can be written"));
        Vec::new()
    } else {
        stale.map(|(path, _)| path.display().to_string()).collect()
    };
    // A file that nothing generates any more is as stale as one that would be another.
    let places: BTreeSet<&Path> = files.iter().filter_map(|(path, _)| path.parent()).collect();
    for place in places.into_iter().filter(|place| place.ends_with("generated")) {
        for entry in std::fs::read_dir(place).into_iter().flatten() {
            let path = entry.expect("the folder can be listed").path();
            if !files.iter().any(|(generated, _)| *generated == path) {
                stale.push(path.display().to_string());
            }
        }
    }
    assert!(stale.is_empty(), "run `{}`; stale: {stale:#?}", urigram_generate::COMMAND);
}

#[test]
fn both_notations_have_the_rules_of_the_document() {
    let mut complaints = Vec::new();
    for &grammar in Grammar::ALL {
        let document = grammar.document();
        for reading in [Reading::Printed, Reading::Corrected] {
            let both = Transcriptions::of(grammar, reading).expect("committed rules can be read");
            let abnf: Vec<&str> =
                both.abnf().rules().iter().map(|rule| rule.name.as_str()).collect();
            // A narrowed form (`scheme__before_colon`) belongs to the rule that it narrows.
            let shown = both.peg().rules().iter().filter(|rule| !rule.is_silent());
            let pest: Vec<&str> =
                shown.map(|rule| rule.name().split("__").next().unwrap_or_default()).collect();
            let mut complain = |hand: &str, rule: &str, what: &str| {
                complaints.push(format!("{grammar} {reading:?} {hand}: {rule} {what}"));
            };
            for rule in document.rules() {
                if !abnf.contains(&rule.id) {
                    complain("abnf", rule.id, "is missing");
                }
                if !pest.contains(&rule.id.replace('-', "_").as_str()) {
                    complain("pest", rule.id, "is missing");
                }
            }
            let known = |id: &str| document.rules().iter().any(|rule| rule.id == id);
            abnf.iter()
                .filter(|id| !known(id))
                .for_each(|id| complain("abnf", id, "is not a rule of document.toml"));
            // RFC 5234 ignores the case of names: the `digit` of a patch is its base's `DIGIT`, and
            // a PEG keeps both.
            let same = |id: &str, name: &str| id.replace('-', "_").eq_ignore_ascii_case(name);
            let unknown = |name: &&&str| !document.rules().iter().any(|rule| same(rule.id, name));
            pest.iter()
                .filter(unknown)
                .for_each(|id| complain("pest", id, "is not a rule of document.toml"));
            for rule in both.peg().rules().iter().filter(|rule| rule.is_silent()) {
                if !rule.name().starts_with('_') {
                    complain("pest", rule.name(), "is silent and has no underscore");
                }
            }
        }
    }
    corpus::expect_none(complaints);
}

/// A folder that says nothing of resolution or equivalence is allowed, and every published document
/// says something.
#[test]
fn every_document_says_what_its_identifiers_mean() {
    let mut complaints = Vec::new();
    for &grammar in Grammar::ALL {
        let document = grammar.document();
        let mut complain = |what: &str| complaints.push(format!("{grammar}: {what}"));
        match &document.comparison {
            None => complain("no [comparison]"),
            Some(comparison) if comparison.equivalences.is_empty() => {
                complain("no [[equivalence]]");
            }
            Some(comparison) => {
                let table = grammar.tables(Reading::Corrected).start();
                for row in comparison.equivalences {
                    for text in row.example.iter().filter(|text| !table.accepts(text.as_bytes())) {
                        complain(&format!("equivalence {}: rejects its example {text}", row.id));
                    }
                    let rows = comparison.equivalences.iter();
                    if rows.filter(|other| other.id == row.id).count() > 1
                        || row.section.trim().is_empty()
                    {
                        complain(&format!("equivalence {}: two of that id, or no section", row.id));
                    }
                }
            }
        }
        match &document.resolution {
            // A document with a rule for references says how they resolve, or where it says that it
            // does not.
            None if document.start.reference.is_some() => complain("no [resolution]"),
            Some(resolution)
                if resolution.section.is_empty() || resolution.base_section.is_empty() =>
            {
                complain("[resolution] without a section");
            }
            _ => {}
        }
        if document.commentary().concepts.is_empty() {
            complain("no [concepts]");
        }
    }
    corpus::expect_none(complaints);
}

#[test]
fn facts_name_rules_and_sections_that_exist() {
    let mut complaints = Vec::new();
    for &grammar in Grammar::ALL {
        let document = grammar.document();
        let rules = document.rules().iter().filter(|rule| rule.section.trim().is_empty());
        rules.for_each(|rule| complaints.push(format!("{grammar}: {} has no section", rule.name)));
        let named = document.components.iter().flat_map(|(_, rules)| *rules);
        let named = named.chain(document.parts.iter().filter_map(|part| part.rule.as_ref()));
        let named = named.chain(document.names.iter().filter_map(|name| name.rule.as_ref()));
        let named =
            named.chain(document.commentary().concepts.iter().flat_map(|(_, rules)| *rules));
        let named =
            named.chain(document.commentary().errata.iter().flat_map(|erratum| erratum.rules));
        let named =
            named.chain(document.constraints.iter().flat_map(|constraint| constraint.rules));
        for name in named.filter(|name| document.rule(name).is_err()) {
            complaints.push(format!("{grammar}: names the rule {name}, which it has not"));
        }
        let ids = document.commentary().errata.iter().map(|erratum| erratum.id);
        let mut ids: Vec<&str> =
            ids.chain(document.constraints.iter().map(|constraint| constraint.id)).collect();
        ids.sort_unstable();
        for pair in ids.windows(2).filter(|pair| pair[0] == pair[1]) {
            complaints.push(format!("{grammar}: two things are called {}", pair[0]));
        }
    }
    corpus::expect_none(complaints);
}

/// Errors show names and sections from one text, and everything else reads the list of rules.
#[test]
fn the_text_of_names_and_sections_is_that_of_the_rules() {
    let mut documents = 0;
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        let document = grammar.document();
        let line = |rule: &Rule| format!("{}\t{}\n", rule.name, rule.section);
        let rules: String = document.rules().iter().map(line).collect();
        assert_eq!(document.rule_names.lines(), rules, "{grammar}");
        documents += 1;
    }
    assert!(documents > Grammar::ALL.len(), "no practice or draft was compared");
}

/// An RFC that says that it obsoletes another here is what the other is obsoleted by.
#[test]
fn documents_know_what_obsoletes_them() {
    let is_rfc = |grammar: &&Grammar| grammar.document().number.starts_with("RFC ");
    let mut pairs = 0;
    for grammar in Grammar::ALL.iter().filter(is_rfc) {
        for old in Grammar::ALL.iter().filter(is_rfc).map(|old| old.document()) {
            let new = grammar.document();
            if new.commentary().obsoletes.contains(&old.id)
                || new.commentary().obsoletes.contains(&old.number)
            {
                pairs += 1;
                assert!(
                    old.commentary().obsoleted_by.contains(&new.id),
                    "{} does not know {}",
                    old.id,
                    new.id
                );
            }
        }
    }
    assert!(pairs >= 4, "{pairs}");
    assert_eq!(Grammar::Rfc6874.document().commentary().obsoleted_by, ["RFC 9844"]);
}

/// The reports of the RFC Editor that bear on rules or algorithms, each on the point that it is
/// about.
#[test]
fn reports_of_the_rfc_editor_are_cited() {
    let cited = |grammar: Grammar| {
        let errata = grammar.document().commentary().errata.iter();
        let mut numbers: Vec<u32> =
            errata.flat_map(|erratum| erratum.rfc_editor).copied().collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(cited(Grammar::Rfc3986), [2033, 2525, 2624, 2933, 4547, 4789, 4942, 5428]);
    assert_eq!(cited(Grammar::Rfc1738), [2845, 5118]);
    assert_eq!(cited(Grammar::Rfc2396), [452, 1933]);
}
