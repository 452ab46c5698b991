//! Every section that the library cites is one of the document that it cites; `sections.tsv` in
//! each folder lists them. What the folders themselves cite, the generator checks.

use crate::corpus;

use urigram::migrate::{Migration, Outcome};
use urigram::{Grammar, Normalizer, Reading, ResolveError, Resolver, Urc};
use urigram_generate::Folder;

fn folders() -> Vec<Folder> {
    Folder::read_all(&corpus::grammars()).unwrap_or_else(|error| panic!("{error}"))
}

/// Collects what is wrong with citations.
struct Citations {
    folders: Vec<Folder>,
    checked: usize,
    complaints: Vec<String>,
}

impl Citations {
    fn new() -> Citations {
        Citations { folders: folders(), checked: 0, complaints: Vec::new() }
    }

    fn check(&mut self, grammar: Grammar, by: &str, citation: &str) {
        let folder = self
            .folders
            .iter()
            .find(|folder| folder.id() == grammar.as_str())
            .expect("every grammar has a folder");
        self.checked += 1;
        if let Err(why) = folder.check_citation(citation, &self.folders) {
            self.complaints.push(format!("{grammar}, {by}: {why}"));
        }
    }

    fn finish(self) {
        assert!(self.checked > 0);
        corpus::expect_none(self.complaints);
    }
}

#[test]
fn citations_are_found_or_refused() {
    let folders = folders();
    let folder = |id: &str| folders.iter().find(|folder| folder.id() == id).unwrap();
    let rfc1808 = folder("rfc1808");
    for citation in [
        "2.1",
        "2.1, 2.4.6",
        "2.1; RFC 1738, 3.1 to 3.11",
        "RFC 1738, 2.1 and 2.2; RFC 3986, Appendix B",
    ] {
        assert_eq!(rfc1808.check_citation(citation, &folders), Ok(()), "{citation}");
    }
    for citation in
        ["", "9.9", "2.1, 9.9", "2.1; 9.9", "RFC 1738, 2.4", "RFC 4711, 1", "2.1 to 9.9", "Host"]
    {
        assert!(rfc1808.check_citation(citation, &folders).is_err(), "{citation}");
    }
    // A heading may hold what separates sections elsewhere.
    assert_eq!(folder("url-1993").check_citation("Telnet, rlogin, tn3270", &[]), Ok(()));
    // A patch cites its base without further documents.
    assert_eq!(folder("rfc2732").check_citation("RFC 2396, 5", &[]), Ok(()));
    assert!(folder("rfc2396").check_citation("RFC 2732, 3", &[]).is_err());
}

#[test]
fn documents_cite_sections_that_exist() {
    let mut citations = Citations::new();
    for &grammar in Grammar::ALL {
        let document = grammar.document();
        document.rules().iter().for_each(|rule| citations.check(grammar, rule.name, rule.section));
        document
            .commentary()
            .errata
            .iter()
            .for_each(|erratum| citations.check(grammar, erratum.id, erratum.section));
        document
            .constraints
            .iter()
            .for_each(|demand| citations.check(grammar, demand.id, demand.section));
    }
    citations.finish();
}

#[test]
fn normal_forms_cite_sections_that_exist() {
    let mut citations = Citations::new();
    for &grammar in Grammar::ALL {
        for row in Normalizer::new(grammar).equivalences() {
            citations.check(grammar, row.id, row.section);
        }
    }
    citations.finish();
}

/// The algorithm, the errors about bases, and the labels of steps that begin with a section.
#[test]
fn resolution_cites_sections_that_exist() {
    let mut citations = Citations::new();
    let references =
        ["g", "?y", "#s", "", "//g", "/g", "../../../g", "g:h", "http:g", "g;x=1/../y"];
    for &grammar in Grammar::ALL {
        let resolver = Resolver::new(grammar);
        resolver
            .section()
            .into_iter()
            .for_each(|section| citations.check(grammar, "resolution", section));
        for reference in references {
            for base in ["http://a/b/c/d;p?q", "http://a", "mailto:a", "g", "urn:a:b"] {
                let (result, steps) = resolver.resolve_with_steps(base, reference);
                for step in steps {
                    let word = step.label.split(' ').next().unwrap_or_default();
                    let is_section = word.contains('.')
                        && word.split('.').all(|part| part.parse::<u8>().is_ok());
                    // Documents since RFC 3986 resolve by its algorithm, and the labels are those
                    // of its sections.
                    let since = grammar.document().date >= Grammar::Rfc3986.document().date;
                    if is_section {
                        citations.check(
                            if since { Grammar::Rfc3986 } else { grammar },
                            step.label,
                            word,
                        );
                    }
                }
                let section = match result {
                    Err(
                        ResolveError::NoAlgorithm { section, .. }
                        | ResolveError::BaseNotAbsolute { section, .. }
                        | ResolveError::UnsuitableBase { section, .. }
                        | ResolveError::AboveRoot { section, .. }
                        | ResolveError::SplitOtherwise { section, .. },
                    ) if !section.is_empty() => section,
                    _ => continue,
                };
                citations.check(grammar, &format!("{reference} against {base}"), section);
            }
        }
    }
    citations.finish();
}

#[test]
fn causes_of_migration_cite_sections_that_exist() {
    let mut citations = Citations::new();
    let inputs = [
        "http://a/~b",
        "http://a:b/",
        "mailto:a?b",
        "urn:a:b",
        "HTTP://A/%7e/./b",
        "?y",
        "http://a:80",
        "<URN:a;>",
        "a b",
    ];
    for &from in Grammar::ALL {
        for &to in Grammar::ALL {
            let migration = Migration::new(from, to);
            let migration =
                migration.base("http://a/b/c").unwrap_or_else(|_| Migration::new(from, to));
            for input in inputs {
                if let Outcome::Differs(causes) = migration.judge(input.as_bytes()) {
                    for cause in causes.iter().filter(|cause| !cause.section().is_empty()) {
                        citations.check(cause.grammar(), &cause.to_string(), cause.section());
                    }
                }
            }
        }
    }
    citations.finish();
}

/// An error names a rule and its section, in both readings.
#[test]
fn errors_cite_sections_that_exist() {
    let mut citations = Citations::new();
    for &grammar in Grammar::ALL {
        for reading in Reading::ALL {
            for input in ["http://a/|", "urn:a:|", "<T=|", "%", "", "http://[", "\u{e9}", "a:b:c d"]
            {
                if let Err(error) = grammar.tables(reading).start().check(input.as_bytes(), reading)
                {
                    citations.check(grammar, error.rule(), error.section());
                }
            }
        }
    }
    citations.finish();
}

#[test]
fn a_citation_is_shown_as_it_is_written() {
    let urc = Urc::parse(b"<Title=J\xC3\xA4rn\xFFe;>").unwrap();
    assert_eq!(urc.to_string(), "<Title=J\u{E4}rn\u{FFFD}e;>");
}
