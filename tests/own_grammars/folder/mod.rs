//! A new document: written into a folder, loaded, and taken through everything.

pub(crate) mod folders;

use std::path::Path;

use urigram::agreement::{agree, Outcome as Agreement};
use urigram::constraints::{is_checked, violations};
use urigram::documents::Date;
use urigram::history::{Lineage, RuleHistory, StringHistory};
use urigram::migrate::{Kind, Migration, Outcome};
use urigram::normalization::Objective;
use urigram::proof::{compare, Relation, Side, Transcriptions};
use urigram::selection::GrammarSet;
use urigram::tree::{Tree, TreeError};
use urigram::{Component, Grammar, Normalizer, Reading, Resolver, Select, UriBuf};
use urigram_generate::load;

use folders::{grammar, known, loaded, refusal, Scratch, FILE_URI, MARK};

fn side(grammar: Grammar) -> Side<'static> {
    Side { grammar, reading: Reading::Corrected, rule: None }
}

fn prove_all(grammar: Grammar) {
    let both = Transcriptions::of(grammar, Reading::Corrected).unwrap();
    for rule in grammar.document().rules().iter().filter(|rule| both.has_peg(rule.id)) {
        let proof = both.prove(rule.id).unwrap_or_else(|error| panic!("{}: {error}", rule.name));
        assert!(proof.proved(), "{}: {proof:?}", rule.name);
    }
}

fn split(grammar: Grammar, input: &str) -> Vec<String> {
    let table = grammar.tables(Reading::Corrected).start();
    let found = table.components(input.as_bytes(), Reading::Corrected).unwrap();
    let text = |name: &str, bytes: &[u8]| format!("{name} {}", String::from_utf8_lossy(bytes));
    let mut all = Vec::new();
    for component in found.iter() {
        all.push(text(component.component.name(), found.slice(component.span)));
        let parts = found.parts(component.component);
        all.extend(parts.map(|part| text(part.name, found.slice(part.span))));
    }
    all
}

#[test]
fn a_document_goes_through_everything() {
    let scratch = Scratch::new("rfc8089");
    let path = scratch.folder("rfc8089", &FILE_URI);
    let file = grammar(&path);
    assert_ne!(file, grammar(&path), "two loads are two grammars");
    assert!(Grammar::ALL.iter().all(|known| *known != file));
    prove_all(file);

    // Facts and inherited rules.
    let document = file.document();
    assert_eq!((document.id, document.constant), ("rfc8089", "Rfc8089"));
    let host = document.rule("host").unwrap();
    assert_eq!((host.section, host.imported), ("RFC 3986, 3.2.2", Some("RFC 3986, 3.2.2")));

    // Components, errors, values, trees.
    let remote = "file://host.example.com/path/to/file";
    let expected = [
        "scheme file",
        "authority host.example.com",
        "host host.example.com",
        "path /path/to/file",
    ];
    assert_eq!(split(file, remote), expected);
    let error = file.tables(Reading::Corrected).start().check(b"file:a", Reading::Corrected);
    assert_eq!(error.unwrap_err().offset(), 5);
    let value = UriBuf::parse_by(file, Reading::Corrected, remote).unwrap();
    assert_eq!((value.host(), value.path()), (Some("host.example.com"), "/path/to/file"));
    let tree = Tree::parse(file, Reading::Corrected, None, remote.as_bytes()).unwrap();
    assert!(tree.find_named("file-auth").is_some_and(|node| node.start() == 7));

    // Meaning, as the folder says.
    let target = Resolver::new(file).resolve("file:///a/b/c", "../d").unwrap();
    assert_eq!(target.to_string(), "file:///a/d");
    let normalizer = Normalizer::new(file);
    assert_eq!(normalizer.normalize("FILE://localhost/a").unwrap(), "file:///a");
    let keys = ["FILE:///a", "file://localhost/a"].map(|text| normalizer.key(text).unwrap());
    assert!(keys[0].is_some() && keys[0] == keys[1]);
    let same = normalizer.equivalent("file://LOCALHOST/a", "file:///a").unwrap();
    assert!(!same.is_equivalent(), "the row has the text in lower case");
    assert!(normalizer.equivalent("file://localhost/a", "file:///a").unwrap().is_equivalent());

    // Among the other documents.
    let all: Vec<Grammar> = Grammar::ALL.iter().copied().chain([file]).collect();
    let history = StringHistory::among(b"file:/a", Reading::Corrected, &all);
    assert!(history.verdict(file).unwrap().is_accepted());
    let last = history.periods(Lineage::Identifiers).pop().unwrap();
    assert!(last.documents.contains(&file), "the newest document of the line: {last:?}");
    let paths = RuleHistory::among("path", Reading::Corrected, &all).unwrap();
    let entry = paths.entry(file).unwrap();
    assert_eq!(entry.definitions[0].rule.name, "path-absolute");
    assert_eq!(paths.entries.last().unwrap().grammar, file, "by date");
    let relation = compare(side(file), side(Grammar::Rfc3986)).unwrap();
    assert_eq!(relation.relation, Relation::Subset);
    let agreed = agree(side(file), side(Grammar::Rfc3986), Component::Path, None).unwrap();
    assert_eq!(agreed.outcome, Agreement::Agrees);
    let migration = Migration::new(Grammar::Rfc3986, file);
    let Outcome::Differs(causes) = migration.judge(b"file:a?b") else { panic!("no difference") };
    assert_eq!(causes[0].kind(), Kind::Lost);
    let set = GrammarSet::from_iter([file, Grammar::Rfc3986]);
    assert!(set.contains(file) && set.len() == 2);

    // Nobody is given it who has not named it.
    assert_ne!(Select::Newest.select(remote.as_bytes(), Reading::Corrected).grammar, Some(file));
    assert!(!GrammarSet::accepting(remote.as_bytes(), Reading::Corrected).contains(file));
}

#[test]
fn an_invented_identifier_has_its_own_parts_and_constraints() {
    let scratch = Scratch::new("shelf-mark");
    let mark = grammar(&scratch.folder("anything", &MARK));
    prove_all(mark);
    let expected = ["scheme mark", "path ab/12.3", "house ab", "shelf 12.3", "query 2"];
    assert_eq!(split(mark, "mark:ab/12.3?2"), expected);
    // A rule that no [[rule]] lists is cited by its line.
    assert_eq!(mark.document().rule("house").unwrap().section, "line 4");

    let broken = violations(mark, Reading::Corrected, b"mark:ab/1.2?00");
    let found: Vec<_> = broken.iter().map(|one| (one.id(), one.range.clone())).collect();
    assert_eq!(found, [("copies-from-one", 12..14)]);
    assert!(violations(mark, Reading::Corrected, b"mark:ab/1.2?10").is_empty());
    let checked: Vec<bool> =
        mark.document().constraints.iter().map(|row| is_checked(mark.document(), row)).collect();
    assert_eq!(checked, [true, false]);

    let normalizer = Normalizer::new(mark);
    assert_eq!(normalizer.normalize("MARK:Ab/1.2?1").unwrap(), "mark:Ab/1.2?1");
    assert_eq!(normalizer.key("MARK:Ab/1.2?1").unwrap().as_deref(), Some("mark:Ab/1.2"));
    assert!(normalizer.equivalent("mark:ab/1.2?1", "mark:ab/1.2").unwrap().is_equivalent());
    // A change for one purpose only belongs to keys.
    let retrieval = normalizer.objective(Objective::Retrieval);
    assert_eq!(retrieval.normalize("mark:Ab/1.2?2").unwrap(), "mark:Ab/1.2?2");
    assert!(retrieval.steps("mark:Ab/1.2?2").unwrap().is_empty());
    assert_eq!(retrieval.key("mark:Ab/1.2?2").unwrap().as_deref(), Some("mark:ab/1.2?2"));
    assert_eq!(normalizer.key("mark:Ab/1.2?2").unwrap().as_deref(), Some("mark:Ab/1.2?2"));
    let relation = compare(side(mark), side(Grammar::Rfc3986)).unwrap().relation;
    assert_eq!(relation, Relation::Subset);
    // Between RFC 2732 and RFC 3986 by its date, and of no use to rule histories without
    // [concepts].
    assert!(Grammar::Rfc2732 < mark && mark < Grammar::Rfc3986);
    let houses = RuleHistory::among("house", Reading::Corrected, &[mark]).unwrap();
    assert_eq!(houses.entries.len(), 1);

    // Of references the folder says nothing.
    assert!(!Resolver::new(mark).is_defined());
    let error = Resolver::new(mark).resolve("mark:ab/1.2", "cd/3.4").unwrap_err();
    assert!(error.to_string().contains("does not say"), "{error}");
}

#[test]
fn silence_is_reported() {
    let scratch = Scratch::new("silence");
    let files = [("document.toml", "id = \"bare\"\n"), ("x.abnf", "top = \"x:\" 1*3HEXDIG\n")];
    let path = scratch.folder("bare", &files);
    let bare = grammar(&path);
    assert_eq!(bare.document().start.default, "top");
    assert!(split(bare, "x:1F").is_empty(), "no components");
    assert_eq!(bare.document().date, Date::UNDATED);
    assert!(Grammar::ALL.iter().all(|grammar| *grammar < bare), "after all dated documents");
    let error = Resolver::new(bare).resolve("x:1", "x:2").unwrap_err().to_string();
    assert!(error.contains("does not say"), "{error}");
    let error = Normalizer::new(bare).normalize("x:1").unwrap_err().to_string();
    assert!(error.contains("does not say"), "{error}");
    assert_eq!(Normalizer::new(bare).key("x:1").unwrap(), None);
    assert!(!Normalizer::new(bare).equivalent("x:1", "x:1").unwrap().is_equivalent());
    let tree = Tree::parse(bare, Reading::Corrected, None, b"x:1F").unwrap();
    let names: Vec<&str> = tree.nodes().map(|node| node.rule().name).collect();
    assert_eq!(names, ["top", "HEXDIG", "DIGIT", "HEXDIG"], "by a PEG that is made of the ABNF");
    let folder = loaded(&path);
    for what in ["[start]", "date", "[components]", "[resolution]", "[comparison]", "[concepts]"] {
        assert!(folder.left_out.iter().any(|line| line.contains(what)), "{:?}", folder.left_out);
    }
    assert_eq!(folder.imports, ["from RFC 5234: HEXDIG, DIGIT"]);

    // No PEG is made of rules of octets.
    let facts = "id = \"raw\"\nencoding = \"octets\"\n";
    let files = [("document.toml", facts), ("x.abnf", "top = 1*%x80-FF\n")];
    let raw = grammar(&scratch.folder("raw", &files));
    let error = Tree::parse(raw, Reading::Corrected, None, b"\xFF").unwrap_err();
    assert_eq!(error, TreeError::NoPeg);

    // Several rules for a component, and nothing that says which of them one is.
    let files = [
        ("document.toml", "id = \"unnamed\"\n[components]\npath = [\"short\", \"long\"]\n"),
        ("x.abnf", "top = short / long\nshort = \"a\"\nlong = 2*\"a\"\n"),
    ];
    let path = scratch.folder("unnamed", &files);
    let table = grammar(&path).tables(Reading::Corrected).start();
    let found = table.components(b"aa", Reading::Corrected).unwrap();
    assert_eq!(found.get(Component::Path).unwrap().rule, None);
    assert!(loaded(&path).left_out.iter().any(|line| line.contains("[names] for path")));
}

#[test]
fn a_file_alone_is_a_grammar() {
    let scratch = Scratch::new("files");
    let abnf = scratch.file("tiny.abnf", "; on RFC 3986\ntiny = \"a:\" host\nother = 1*DIGIT\n");
    let tiny = grammar(&abnf);
    assert_eq!((tiny.as_str(), tiny.document().start.default), ("tiny", "tiny"));
    assert!(tiny.document().rule("IPv6address").unwrap().imported.is_some());
    let other = load(&abnf, Some("OTHER"), &known()).unwrap().definition;
    assert_eq!(Grammar::new(other).document().start.default, "other");
    assert_ne!(Grammar::new(other), tiny);
    let wrong = load(&abnf, Some("third"), &known()).unwrap_err().to_string();
    assert!(wrong.contains("no such rule") && wrong.contains("tiny, other"), "{wrong}");

    let pest =
        scratch.file("tiny.pest", "tiny = { \"a:\" ~ (!\"!\" ~ ANY)+ }\nnarrow = { \"x\" }\n");
    let peg = grammar(&pest);
    assert!(peg.tables(Reading::Corrected).start().accepts(b"a:b"));
    assert!(!peg.tables(Reading::Corrected).start().accepts(b"a:b!"));
    assert!(Tree::parse(peg, Reading::Corrected, None, b"a:b").is_ok());
    let relation = compare(side(tiny), side(peg)).unwrap().relation;
    assert_eq!(relation, Relation::Overlapping);
    let narrow = peg.table_of(Reading::Corrected, "narrow").unwrap();
    assert!(narrow.accepts(b"x") && !narrow.accepts(b"a:"));
}

/// A folder's name, its files, and words of its refusal.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str]);

/// Every error is named with its place and with what to do, and ends within the limits.
#[test]
fn what_is_wrong_is_reported() {
    let scratch = Scratch::new("wrong");
    let facts = ("document.toml", "id = \"wrong\"\n");
    let cases: [Case<'_>; 13] = [
        ("empty", &[], &["there is no document.toml", "write one"]),
        ("ruleless", &[facts], &["there are no rules", "printed.abnf"]),
        ("syntax", &[facts, ("a.abnf", "a = b\nb = (\n")], &["a.abnf", "line 2"]),
        (
            "undefined",
            &[facts, ("a.abnf", "a = nothing-such\n")],
            &["line 1", "nothing-such", "define it"],
        ),
        (
            "toml",
            &[("document.toml", "id = \"x\"\ntitel = 1\n"), ("a.abnf", "a = \"x\"\n")],
            &["document.toml", "line 2", "titel"],
        ),
        (
            "two",
            &[facts, ("a.abnf", "a = \"x\"\n"), ("b.abnf", "a = \"x\"\n")],
            &["a.abnf", "b.abnf", "printed.abnf"],
        ),
        (
            "base",
            &[("document.toml", "id = \"x\"\nbase = \"rfc9999\"\n"), ("a.abnf", "a = \"x\"\n")],
            &["rfc9999"],
        ),
        (
            "inherited",
            &[
                ("document.toml", "id = \"x\"\nbase = \"rfc3986\"\nschemes = [\"x\"]\n"),
                ("a.abnf", "top = \"x:\" 1*DIGIT\n"),
            ],
            &["equivalence", "of the base rfc3986: top rejects", "form = \"locator\""],
        ),
        (
            "differs",
            &[facts, ("a.abnf", "a = \"x\" / \"xy\"\n"), ("a.pest", "a = { ^\"x\" | ^\"xy\" }\n")],
            &["is not its ABNF", "xy"],
        ),
        ("recursion", &[facts, ("a.abnf", "a = \"(\" [ a ] \")\"\n")], &["a.abnf", "recursion"]),
        (
            "algorithm",
            &[
                (
                    "document.toml",
                    "id = \"x\"\n[resolution]\nalgorithm = \"mine\"\nsection = \"1\"\n",
                ),
                ("a.abnf", "a = \"x\"\n"),
            ],
            &["\"mine\"", "rfc3986"],
        ),
        (
            "removed",
            &[
                (
                    "document.toml",
                    "id = \"x\"\n[removed]\nsection = \"1\"\nends = \"pad\"\nanywhere = \"tab\"\n",
                ),
                ("a.abnf", "a = 1*( \"x\" / tab )\npad = %x20\ntab = %x09\n"),
            ],
            &["[removed]", "`a` accepts `\\t`"],
        ),
        (
            "identity",
            &[("document.toml", "id = \"x\"\n[comparison]\n"), ("a.abnf", "a = \"x\"\n")],
            &["[comparison] without [[equivalence]]"],
        ),
    ];
    for (name, files, expected) in cases {
        let error = refusal(&scratch.folder(name, files));
        for part in expected {
            assert!(error.contains(part), "{name}: {error}");
        }
    }
    // 2^40 states before minimization; and a table that would not fit.
    let large = "a = *( \"x\" / \"y\" ) \"x\" 40( \"x\" / \"y\" )\n";
    let error = load(&scratch.file("large.abnf", large), None, &known()).unwrap_err();
    assert!(error.is_limit(), "{error}");
    let wide = "a = 66000\"x\"\n";
    let error = load(&scratch.file("wide.abnf", wide), None, &known()).unwrap_err();
    assert!(error.is_limit() && error.to_string().contains("table"), "{error}");
    // Schemes that a grammar spells out in more ways than the scanner can hold.
    let many = "a = *8LETTER \":\" 1*LETTER\nLETTER = %x61-7A\n";
    assert!(load(&scratch.file("many.abnf", many), None, &known()).is_ok());
    assert!(load(&scratch.0.join("none.abnf"), None, &known()).is_err());
}

/// Every published folder, loaded, is its constant.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn the_published_folders_load_as_their_constants() {
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars");
    for &constant in Grammar::ALL {
        let loaded = grammar(&grammars.join(constant.as_str()));
        assert_ne!(loaded, constant);
        let shown = |grammar: Grammar| format!("{:#?}", grammar.document());
        assert!(shown(loaded) == shown(constant), "{constant}: facts");
        for reading in Reading::ALL {
            assert_eq!(loaded.abnf(reading), constant.abnf(reading), "{constant}");
            assert_eq!(loaded.pest(reading), constant.pest(reading), "{constant}");
            let (one, other) = (loaded.tables(reading), constant.tables(reading));
            let rule = |table: Option<&urigram::documents::Table>| {
                table.map(urigram::documents::Table::rule)
            };
            assert_eq!(rule(one.uri), rule(other.uri));
            assert_eq!(rule(one.reference), rule(other.reference));
            assert_eq!(one.all.len(), other.all.len(), "{constant}");
            for (one, other) in one.all.iter().zip(other.all) {
                assert_eq!(one.rule(), other.rule(), "{constant}");
                let cells = |table: &urigram::documents::Table| {
                    (
                        table.automaton.classes,
                        table.automaton.states,
                        table.automaton.cells,
                        table.automaton.dead,
                        table.labels,
                    )
                };
                assert!(cells(one) == cells(other), "{constant} {}", one.rule());
                assert_eq!(format!("{:?}", one.shape), format!("{:?}", other.shape), "{constant}");
                assert_eq!(one.scan.is_some(), other.scan.is_some(), "{constant} {}", one.rule());
            }
            let same =
                std::ptr::eq(loaded.tables(Reading::Corrected), loaded.tables(Reading::Printed));
            assert_eq!(same, constant.abnf(Reading::Printed) == constant.abnf(Reading::Corrected));
        }
        assert_eq!(loaded.examples(), constant.examples(), "{constant}");
    }
}
