//! Wrong edits of folders: a folder that states something else is refused.
//!
//! Edits are made by kind, because values of one key are many and those of another few: of each
//! kind twenty, in all folders, by a fixed seed. `URIGRAM_TEXTS` names a folder with the documents'
//! texts, `ID.txt`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use toml::Value;
use urigram_automata::Random;
use urigram_core::proof::{PartsProof, PartsProver, Transcriptions};
use urigram_core::{Grammar, Reading};
use urigram_engine::Definition;
use urigram_generate::{decide_quotations, evidence_at, load, Folder, Text};

use crate::reports;

/// The edits of a kind.
const EACH: usize = 20;

/// A kind of edit: its name, the file, the places and the change. In a place, `*` is any key and
/// any position.
#[derive(Clone, Copy)]
struct Kind(&'static str, &'static str, &'static str, Change);

#[derive(Clone, Copy)]
enum Change {
    /// The next letter or digit at a random place.
    Letter,
    /// A word is left out.
    Word,
    /// Another value of the same kind in the same file.
    Other,
    /// The key or the item is left out.
    Drop,
    /// The other truth.
    Flip,
    /// The next number.
    Next,
    /// Another of these.
    Among(&'static [&'static str]),
    /// `1*NAME` of one rule becomes `*NAME` in the ABNF and the PEG of a reading.
    Repetition,
    /// A letter of a title in `sections.tsv`.
    Title,
}

const DOCUMENT: &str = "document.toml";
const REPORTS: &str = "errata.toml";
const STATUSES: &[&str] = &["Informational", "Internet Standard", "Experimental", "Historic"];
const VERDICTS: &[&str] = &["verified", "held", "rejected", "reported"];
const FINDS: &[&str] = &["password", "large-port", "not-utf8", "rare-ipv4", "abbreviated"];

/// The kinds that the folder alone refuses in 95 % of their edits, those that also need the
/// document's text, and the others. Of these, in their order, 15, 18, 9, 17, 0 and 0 of 20 edits
/// are refused.
#[rustfmt::skip]
const KINDS: [&[Kind]; 3] = [
    &[
        Kind("printed text of an erratum", DOCUMENT, "erratum.*.printed", Change::Letter),
        Kind("repair of an erratum", DOCUMENT, "erratum.*.repair", Change::Letter),
        Kind("section of an erratum", DOCUMENT, "erratum.*.section", Change::Other),
        Kind("verdict of an erratum", DOCUMENT, "erratum.*.*_accepts", Change::Flip),
        Kind("language of an erratum", DOCUMENT, "erratum.*.changes_language", Change::Flip),
        Kind("reports of an erratum", DOCUMENT, "erratum.*.rfc_editor.*", Change::Next),
        Kind("number of a report", REPORTS, "report.*.eid", Change::Next),
        Kind("status of a report", REPORTS, "report.*.status", Change::Among(VERDICTS)),
        Kind("section of a report", REPORTS, "report.*.section", Change::Letter),
        Kind("section of a rule", DOCUMENT, "rule.*.section", Change::Other),
        Kind("name of a rule", DOCUMENT, "rule.*.name", Change::Letter),
        Kind("section of a constraint", DOCUMENT, "constraint.*.section", Change::Other),
        Kind("example of a constraint", DOCUMENT, "constraint.*.example", Change::Other),
        Kind("string that a constraint accepts", DOCUMENT, "constraint.*.accepted", Change::Other),
        Kind("finding of a caution", DOCUMENT, "caution.*.finds", Change::Among(FINDS)),
        Kind("change of an equivalence", DOCUMENT, "equivalence.*.change", Change::Other),
        Kind("example of an equivalence", DOCUMENT, "equivalence.*.example.*", Change::Other),
        Kind("example of a part", DOCUMENT, "part.*.example.*", Change::Other),
        Kind("delimiter of a part", DOCUMENT, "part.*.begins", Change::Letter),
        Kind("repetition in both notations", "printed.abnf", "", Change::Repetition),
    ],
    &[
        Kind("title misspelt", DOCUMENT, "title", Change::Letter),
        Kind("word of the title left out", DOCUMENT, "title", Change::Word),
        Kind("author misspelt", DOCUMENT, "authors.*", Change::Letter),
        Kind("author left out", DOCUMENT, "authors.*", Change::Drop),
        Kind("date", DOCUMENT, "date", Change::Letter),
        Kind("number", DOCUMENT, "number", Change::Letter),
        Kind("status", DOCUMENT, "status", Change::Among(STATUSES)),
        Kind("obsoletes left out", DOCUMENT, "obsoletes.*", Change::Drop),
        Kind("updates left out", DOCUMENT, "updates.*", Change::Drop),
        Kind("title of a section", "sections.tsv", "", Change::Title),
    ],
    &[
        Kind("obsoleted_by left out", DOCUMENT, "obsoleted_by.*", Change::Drop),
        Kind("rule of an erratum", DOCUMENT, "erratum.*.rules.*", Change::Other),
        Kind("words of a row", DOCUMENT, "*.*.says", Change::Letter),
        Kind("rule of a component", DOCUMENT, "components.*.*", Change::Other),
        Kind("summary", DOCUMENT, "summary", Change::Word),
        Kind("message", DOCUMENT, "*.*.message", Change::Word),
    ],
];

/// The place of a value: keys and positions.
type Place = Vec<Step>;

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    At(usize),
}

/// Collects the places of all values.
fn places(value: &Value, place: &mut Place, found: &mut Vec<Place>) {
    let steps: Vec<(Step, &Value)> = match value {
        Value::Table(table) => {
            table.iter().map(|(key, value)| (Step::Key(key.clone()), value)).collect()
        }
        Value::Array(items) => items.iter().zip(0..).map(|(it, at)| (Step::At(at), it)).collect(),
        _ => return found.push(place.clone()),
    };
    for (step, value) in steps {
        place.push(step);
        places(value, place, found);
        place.pop();
    }
}

/// Returns true for a place of some form: `erratum.*.section`.
fn is_of(place: &[Step], form: &str) -> bool {
    let steps: Vec<&str> = form.split('.').collect();
    let is_step = |(step, form): (&Step, &&str)| match step {
        Step::At(_) => *form == "*",
        Step::Key(key) => key == form || form.strip_prefix('*').is_some_and(|it| key.ends_with(it)),
    };
    steps.len() == place.len() && place.iter().zip(&steps).all(is_step)
}

fn at<'v>(value: &'v mut Value, place: &[Step]) -> &'v mut Value {
    place.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value.as_table_mut().unwrap()[key],
        Step::At(at) => &mut value.as_array_mut().unwrap()[*at],
    })
}

fn got<'v>(value: &'v Value, place: &[Step]) -> &'v Value {
    place.iter().fold(value, |value, step| match step {
        Step::Key(key) => &value.as_table().unwrap()[key],
        Step::At(at) => &value.as_array().unwrap()[*at],
    })
}

fn shown(place: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => key.clone(),
        Step::At(at) => at.to_string(),
    };
    place.iter().map(step).collect::<Vec<_>>().join(".")
}

/// Returns a text with another letter or digit.
fn with_a_letter(text: &str, random: &mut Random) -> String {
    let letters: Vec<char> = text.chars().collect();
    let plain: Vec<usize> =
        (0..letters.len()).filter(|&at| letters[at].is_ascii_alphanumeric()).collect();
    let Some(&place) = plain.get(random.below(plain.len())) else { return format!("{text}x") };
    let next = match letters[place] {
        'z' | 'Z' => 'a',
        '9' => '1',
        c => char::from(c as u8 + 1),
    };
    letters.iter().enumerate().map(|(at, &c)| if at == place { next } else { c }).collect()
}

/// Makes an edit of a file. Returns the new text and what was edited; `None` where the edit would
/// change nothing.
fn edit(kind: &Kind, text: &str, random: &mut Random) -> Option<(String, String)> {
    let Kind(_, _, form, change) = kind;
    let mut value: Value = toml::from_str(text).ok()?;
    let mut all = Vec::new();
    places(&value, &mut Vec::new(), &mut all);
    all.retain(|place| is_of(place, form));
    let place = all.get(random.below(all.len()))?.clone();
    let others: Vec<Value> = all.iter().map(|other| got(&value, other).clone()).collect();
    let (last, parent) = place.split_last()?;
    let before = got(&value, &place).clone();
    let mut pick = |items: &[Value]| {
        let items: Vec<&Value> = items.iter().filter(|it| **it != before).collect();
        items.get(random.below(items.len())).map(|it| (*it).clone())
    };
    let after = match (change, &before) {
        (Change::Drop, _) => {
            match (at(&mut value, parent), last) {
                (Value::Array(items), Step::At(at)) => drop(items.remove(*at)),
                (Value::Table(table), Step::Key(key)) => drop(table.remove(key)),
                _ => return None,
            }
            let what = format!("{} left out: {before}", shown(&place));
            return Some((toml::to_string(&value).ok()?, what));
        }
        (Change::Other, _) => pick(&others)?,
        (Change::Among(items), _) => {
            pick(&items.iter().map(|it| Value::String((*it).to_owned())).collect::<Vec<_>>())?
        }
        (Change::Flip, Value::Boolean(is)) => Value::Boolean(!is),
        (Change::Next | Change::Letter, Value::Integer(number)) => Value::Integer(number + 1),
        (Change::Letter, Value::String(text)) => Value::String(with_a_letter(text, random)),
        (Change::Word, Value::String(text)) => {
            let words: Vec<&str> = text.split(' ').collect();
            let out = random.below(words.len());
            let rest = words.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, it)| *it);
            Value::String(rest.collect::<Vec<_>>().join(" "))
        }
        _ => return None,
    };
    let what = format!("{}: {before} to {after}", shown(&place));
    *at(&mut value, &place) = after;
    Some((toml::to_string(&value).ok()?, what))
}

/// Returns texts where `1*NAME` of one rule is `*NAME`, in both notations.
fn repetition(abnf: &str, pest: &str, random: &mut Random) -> Option<([String; 2], String)> {
    let name_of = |line: &str| {
        let (name, rest) = line.split_once(" = ")?;
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        (is_name && rest.matches("1*").count() == 1).then(|| name.trim().to_owned())
    };
    let rules: Vec<String> = abnf.lines().filter_map(name_of).collect();
    let rule = rules.get(random.below(rules.len()))?;
    let other = rule.replace('-', "_");
    let edited = |text: &str, begins: &str, sign: &str, new: &str| {
        let mut count = 0;
        let line = |line: &str| {
            let is_rule = line.starts_with(begins) && line.matches(sign).count() == 1;
            count += usize::from(is_rule);
            if is_rule {
                line.replacen(sign, new, 1)
            } else {
                line.to_owned()
            }
        };
        let text: Vec<String> = text.lines().map(line).collect();
        (count == 1).then(|| text.join("\n") + "\n")
    };
    let abnf = edited(abnf, &format!("{rule} = "), "1*", "*")?;
    let pest = edited(pest, &format!("{other} = "), "+", "*")?;
    Some(([abnf, pest], format!("{rule} with * for 1*")))
}

/// A folder of copies, removed when it is dropped.
pub(crate) struct Copies(pub(crate) PathBuf);

impl Drop for Copies {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn copies(name: &str) -> Copies {
    let root = std::env::temp_dir().join(format!("urigram-edits-{}-{name}", std::process::id()));
    let all = Grammar::ALL.iter().chain(Grammar::SCHEMES).chain(Grammar::DRAFTS);
    for id in all.map(|grammar| grammar.as_str()) {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars").join(id);
        fs::create_dir_all(root.join(id)).unwrap();
        for file in fs::read_dir(from).unwrap() {
            let file = file.unwrap().path();
            fs::copy(&file, root.join(id).join(file.file_name().unwrap())).unwrap();
        }
    }
    Copies(root)
}

/// Returns the reasons why a folder is refused: without its document's text, and with it. Theorems
/// are decided if an edit is about parts.
fn refusals(
    path: &Path,
    about_parts: bool,
    known: &[&'static Definition],
    documents: &[Folder],
    text: Option<Text>,
) -> [Option<String>; 2] {
    let found = reports::differences(path);
    let read = Folder::read(path).and_then(|folder| folder.check(documents));
    let why = match (found.is_empty(), read) {
        (false, _) => Some(found.join("\n")),
        (_, Err(error)) => Some(error.to_string()),
        (_, Ok(lines)) => (!lines.is_empty()).then(|| lines.join("\n")),
    };
    if why.is_some() {
        return [why.clone(), why];
    }
    let loaded = match load(path, None, known) {
        Ok(loaded) => loaded,
        Err(error) => return [Some(error.to_string()), Some(error.to_string())],
    };
    let without = refusal(path, loaded.definition, about_parts, known);
    let with = text.and_then(|text| match decide_quotations(loaded.definition, known, &[text]) {
        Err(why) => Some(why),
        Ok(all) => {
            let other = all.iter().find(|quoted| quoted.is_there == Some(false));
            other.map(|other| format!("{}: {}", other.row, other.why))
        }
    });
    let with = without.clone().or(with);
    [without, with]
}

/// Returns the reason why a folder that was loaded is refused.
fn refusal(
    path: &Path,
    definition: &'static Definition,
    about_parts: bool,
    known: &[&'static Definition],
) -> Option<String> {
    match evidence_at(path, definition, known) {
        Ok(found) if found.contradictions.is_empty() => {}
        Ok(found) => return Some(found.contradictions.join("\n")),
        Err(error) => return Some(error.to_string()),
    }
    if !about_parts {
        return None;
    }
    let grammar = Grammar::new(definition);
    for reading in Reading::ALL {
        let pair = match Transcriptions::of(grammar, reading) {
            Ok(pair) => pair,
            Err(error) => return Some(error.to_string()),
        };
        let theorem = match PartsProver::of(&pair) {
            Ok(theorem) => theorem,
            Err(error) => return Some(error.to_string()),
        };
        for component in theorem.components() {
            for answer in [theorem.peg(component), theorem.shape(component)] {
                let holds =
                    answer.map(|answer| answer.is_none_or(|answer| PartsProof::holds(&answer)));
                if !matches!(holds, Ok(true)) {
                    return Some(format!("component {}: not proved", component.name()));
                }
            }
        }
    }
    None
}

/// Returns the documents' texts by their ids, from the folder that `URIGRAM_TEXTS` names.
fn texts() -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> =
        std::env::var_os("URIGRAM_TEXTS").map(PathBuf::from).into_iter().collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "txt") {
                found.insert(id, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Returns the folders that others cite.
pub(crate) fn documents() -> &'static [Folder] {
    static ALL: OnceLock<Vec<Folder>> = OnceLock::new();
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    ALL.get_or_init(|| Folder::read_all(&grammars).unwrap())
}

/// Makes the edits of a kind, and returns the number of those that are refused without texts and
/// with them, and those that are not.
fn run(
    kind: &Kind,
    each: usize,
    texts: &BTreeMap<String, Vec<u8>>,
    documents: &[Folder],
) -> ([usize; 2], Vec<String>) {
    let Kind(name, file, form, change) = kind;
    let copies = copies(&name.replace(' ', "-"));
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let ids: Vec<&str> =
        Grammar::ALL.iter().chain(Grammar::SCHEMES).map(|it| it.as_str()).collect();
    let seed = |seed: u64, byte: u8| seed.wrapping_mul(31).wrapping_add(u64::from(byte));
    let mut random = Random::seeded(name.bytes().fold(2141, seed));
    let about_parts = ["components", "part"].iter().any(|it| form.starts_with(it));
    let (mut refused, mut missed, mut made, mut tried) = ([0; 2], Vec::new(), 0, 0);
    while made < each {
        tried += 1;
        assert!(tried < 10_000, "{name}: no {each} edits");
        let id = ids[random.below(ids.len())];
        let path = copies.0.join(id);
        let Ok(text) = fs::read_to_string(path.join(file)) else { continue };
        let (files, what) = match change {
            Change::Repetition => {
                let Ok(pest) = fs::read_to_string(path.join("printed.pest")) else { continue };
                let Some((texts, what)) = repetition(&text, &pest, &mut random) else { continue };
                let [abnf, pest] = texts;
                (vec![("printed.abnf", abnf), ("printed.pest", pest)], what)
            }
            Change::Title => {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let at = random.below(lines.len());
                let mut columns: Vec<String> = lines[at].split('\t').map(str::to_owned).collect();
                if columns.len() < 2 || columns[1].is_empty() {
                    continue;
                }
                let what = format!("title {}", columns[1]);
                columns[1] = with_a_letter(&columns[1], &mut random);
                lines[at] = columns.join("\t");
                (vec![(*file, lines.join("\n") + "\n")], what)
            }
            _ => {
                let Some((text, what)) = edit(kind, &text, &mut random) else { continue };
                (vec![(*file, text)], what)
            }
        };
        made += 1;
        let before: Vec<String> =
            files.iter().map(|(file, _)| fs::read_to_string(path.join(file)).unwrap()).collect();
        for (file, text) in &files {
            fs::write(path.join(file), text).unwrap();
        }
        let own = texts.get(id).map(|bytes| Text::new(bytes).unwrap());
        let [without, with] = refusals(&path, about_parts, &known, documents, own);
        for ((file, _), text) in files.iter().zip(before) {
            fs::write(path.join(file), text).unwrap();
        }
        refused[0] += usize::from(without.is_some());
        refused[1] += usize::from(with.is_some());
        if with.is_none() {
            missed.push(format!("{id} {what}"));
        }
    }
    (refused, missed)
}

/// Every edit of these kinds is one that a check of the folder alone finds.
#[test]
fn wrong_edits_of_verdicts_and_reports_are_refused() {
    for wanted in ["status of a report", "language of an erratum"] {
        let kind = KINDS.concat().into_iter().find(|kind| kind.0 == wanted).unwrap();
        let ([refused, _], missed) = run(&kind, 3, &BTreeMap::new(), documents());
        assert_eq!(refused, 3, "{missed:#?}");
    }
}

/// Makes twenty edits of each kind, and prints how many are refused: 95 % of those of 20 kinds
/// without the documents' texts, and of 30 kinds with them.
#[test]
#[ignore = "an hour; URIGRAM_TEXTS names a folder of texts"]
fn wrong_edits_of_most_kinds_are_refused() {
    let texts = texts();
    if texts.is_empty() {
        println!("skipped: URIGRAM_TEXTS names no folder of texts");
        return;
    }
    let mut lines = vec!["kind\twithout texts\twith texts".to_owned()];
    let (documents, next, kinds) = (documents(), AtomicUsize::new(0), KINDS.concat());
    let found: Mutex<BTreeMap<usize, _>> = Mutex::default();
    std::thread::scope(|scope| {
        let work = || loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(kind) = kinds.get(at) else { break };
            let (refused, missed) = run(kind, EACH, &texts, documents);
            println!("{}: {refused:?}", kind.0);
            missed.iter().for_each(|edit| println!("  {edit}"));
            found.lock().unwrap().insert(at, refused);
        };
        (0..4).for_each(|_| drop(scope.spawn(work)));
    });
    let (alone, mut wrong) = (KINDS[0].len(), Vec::new());
    let with_texts = alone + KINDS[1].len();
    for (at, refused) in found.into_inner().unwrap() {
        let is_refused = refused.map(|refused| refused * 20 >= EACH * 19);
        if (at < alone && !is_refused[0]) || (at < with_texts && !is_refused[1]) {
            wrong.push(kinds[at].0);
        }
        lines.push(format!("{}\t{}\t{}", kinds[at].0, refused[0], refused[1]));
    }
    let list = lines.join("\n");
    println!("{list}");
    assert!(wrong.is_empty() && alone >= 20 && with_texts >= 28, "{wrong:?}:\n{list}");
}

/// Each document's text says what its folder states.
#[test]
#[ignore = "URIGRAM_TEXTS names a folder of texts"]
fn texts_decide_their_folders() {
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let mut wrong = Vec::new();
    for (id, bytes) in texts() {
        let all = Grammar::ALL.iter().chain(Grammar::SCHEMES).chain(Grammar::DRAFTS);
        let Some(grammar) = all.into_iter().find(|it| it.as_str() == id) else { continue };
        let text = Text::new(&bytes).unwrap();
        let all = match decide_quotations(grammar.definition(), &known, &[text]) {
            Ok(all) => all,
            Err(why) => {
                wrong.push(format!("{id}: {why}"));
                continue;
            }
        };
        let of = |row: &str| all.iter().filter(|it| it.row.starts_with(row)).count();
        println!("{id}: {} statements, {} of them printed rules", all.len(), of("printed "));
        let stated = all.iter().filter(|it| it.is_there == Some(true) && !it.why.is_empty());
        stated.for_each(|it| println!("  {}: {}", it.row, it.why));
        let different = all.iter().filter(|it| it.is_there == Some(false));
        wrong.extend(different.map(|it| format!("{id} {}: {}", it.row, it.why)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Folders that are written anew without an edit are taken.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn folders_without_an_edit_are_taken() {
    let copies = copies("none");
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    for id in ["rfc2141", "rfc6874"] {
        let path = copies.0.join(id);
        let text = fs::read_to_string(path.join(DOCUMENT)).unwrap();
        let value: Value = toml::from_str(&text).unwrap();
        fs::write(path.join(DOCUMENT), toml::to_string(&value).unwrap()).unwrap();
        assert_eq!(refusals(&path, true, &known, documents(), None), [None, None], "{id}");
    }
}

/// Edits a folder, which is refused with some words.
fn refused(id: &str, edits: &[(&str, &str)], words: &str) {
    let copies = copies(&format!("said-{id}-{}", edits[0].0.len()));
    let path = copies.0.join(id);
    let mut text = fs::read_to_string(path.join(DOCUMENT)).unwrap();
    for (before, after) in edits {
        assert!(text.contains(before), "{id} has no {before}");
        text = text.replacen(before, after, 1);
    }
    fs::write(path.join(DOCUMENT), text).unwrap();
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let [said, _] = refusals(&path, true, &known, documents(), None);
    let said = said.unwrap_or_default();
    assert!(said.contains(words), "{id} {edits:?}: {said:?}");
}

/// Defines a test of one document for each edit.
macro_rules! refused {
    ($($(#[$attribute:meta])* $name:ident: $id:literal, $edits:expr, $words:literal;)*) => {
        $(#[test]
        $(#[$attribute])*
        fn $name() {
            refused($id, &$edits, $words);
        })*
    };
}

refused! {
    a_verdict_of_the_printed_rules: "rfc2141",
        [("printed_accepts = true", "printed_accepts = false")],
        "and the row does not say so";
    a_verdict_of_the_corrected_rules: "rfc2141",
        [("corrected_accepts = true", "corrected_accepts = false")],
        "and the row does not say so";
    a_constraint_that_its_example_does_not_break: "rfc2141",
        [("example = \"urn:URN:a\"", "example = \"urn:foo:a\"")],
        "constraint nid-not-urn: \"urn:foo:a\" does not break it";
    an_equivalence_that_its_example_does_not_show: "rfc2141",
        [("[\"URN:foo:a\", \"urn:foo:a\"]", "[\"URN:foo:a\", \"urn:foo:b\"]")],
        "equivalence scheme-case: \"URN:foo:a\" and \"urn:foo:b\" are not equivalent";
    #[ignore = "long; `.ci/long` runs it in release"]
    another_rule_for_a_component: "rfc2396",
        [("host = [\"host\"]", "host = [\"hostport\"]")],
        "host";
    #[ignore = "long; `.ci/long` runs it in release"]
    another_algorithm: "rfc3986",
        [("algorithm = \"rfc3986\"", "algorithm = \"rfc1808\"")],
        "gives";
    #[ignore = "long; `.ci/long` runs it in release"]
    places_of_a_base_out_of_order: "rfc3986",
        [
            ("embedded_section = \"5.1.1\"", "embedded_section = \"5.1.2\""),
            ("encapsulating_section = \"5.1.2\"", "encapsulating_section = \"5.1.1\""),
        ],
        "[resolution.base]: the sections are not in the order of the document";
    a_misspelt_caution: "rfc1738",
        [("id = \"unusual-port\"", "id = \"unusual-prot\"")],
        "caution unusual-prot: its quotation is not";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_caution_that_finds_something_else: "rfc1738",
        [("finds = \"unusual-port\"", "finds = \"reserved-port\"")],
        "caution unusual-port";
    words_of_another_row: "rfc2396",
        [
            (
                "says = \"In other words, the authority component wins.\"",
                "says = \"the path component is never undefined, though it may be empty\"",
            ),
        ],
        "marking 1: its quotation is not the one in quotations.tsv";
    #[ignore = "long; `.ci/long` runs it in release"]
    words_of_two_errata_swapped: "rfc1808",
        [
            ("says = \"Every generic-RL", "says = \"No rule uses it.\"\n# \"Every generic-RL"),
            ("says = \"No rule uses national or", "says = \"Every generic-RL is.\"\n# \"No"),
        ],
        "erratum unused-classes: its words name rules that it does not list: generic-RL";
    quoted_words_of_another_erratum: "rfc1808",
        [("5.3 gives \\\"this:that\\\" as a path", "5.3 says \\\"as a path\\\" of it")],
        "its quotation is not the one in quotations.tsv";
    #[ignore = "long; `.ci/long` runs it in release"]
    another_rule_of_an_erratum: "rfc1808",
        [("rules = [\"lowalpha\", \"hialpha\"]", "rules = [\"lowalpha\", \"fragment\"]")],
        "erratum alphabet-case: neither its words nor its example have fragment";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_rule_that_an_erratum_leaves_out: "rfc1808",
        [("rules = [\"lowalpha\", \"hialpha\"]", "rules = [\"hialpha\"]")],
        "erratum alphabet-case: its words name rules that it does not list: lowalpha";
    an_example_judged_by_another_rule: "rfc2141",
        [("rule = \"excluded\"", "rule = \"other\"")],
        "is judged by other, which is not one of its rules";
    the_example_of_another_erratum: "rfc2141",
        [("example = \"urn:foo:100%\"", "example = \"urn:a-:b\"")],
        "erratum repeat-notation: another row has the example \"urn:a-:b\"";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_misspelt_example: "rfc6874",
        [("example = \"http://[2001:db8::1%25en1]\"", "example = \"hutp://[2001:db8::1%25en1]\"")],
        "the word \"hutp\" in its example occurs in no rule, sentence or other example";
    #[ignore = "long; `.ci/long` runs it in release"]
    an_octet_that_its_example_lacks: "rfc2396",
        [("octets = [13, ", "octets = [14, ")],
        "its example has no %0E";
    words_of_a_section_that_it_does_not_cite: "rfc1808",
        [("section = \"5.3, 2.2\"", "section = \"5.3\"")],
        "erratum colon-first-segment";
    a_form_that_there_is_not: "rfc8089",
        [("form = \"locator\"", "form = \"url\"")],
        "unknown variant `url`, expected one of `generic`, `locator`, `urn`, `urc`, `iri`";
    a_rule_that_no_row_lists: "rfc2141",
        [("name = \"NSS\"", "name = \"NID\"")],
        "no [[rule]] for NSS";
    a_section_that_does_not_exist: "rfc2141",
        [("section = \"2.1\"", "section = \"2.9\"")],
        "2.9";
    another_section: "rfc2141",
        [("section = \"5\"", "section = \"6\"")],
        "its quotation is not the one in quotations.tsv";
    a_language_that_a_repair_changes: "rfc8141",
        [("changes_language = true", "changes_language = false")],
        "language";
    a_rule_that_an_erratum_is_not_about: "rfc1808",
        [("rules = [\"base-header\"]", "rules = [\"fsegment\"]")],
        "erratum base-header-space: repairs base-header, which is not one of its rules";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_part_that_its_example_does_not_show: "rfc1808",
        [("\"http://a/b/c/d;p?q#f\", \"p\"]", "\"http://a/b/c/d;p?q#f\", \"q\"]")],
        "part params: \"q\" is not this part";
    a_status_that_there_is_not: "rfc2141",
        [("status = \"Proposed Standard\"", "status = \"Proposed Standart\"")],
        "status \"Proposed Standart\" is not one of";
    a_relation_that_the_other_document_denies: "rfc2141",
        [("obsoleted_by = [\"rfc8141\"]", "obsoleted_by = [\"rfc3987\"]")],
        "obsoleted_by and what rfc8141 obsoletes differ";
    a_concept_that_there_is_not: "rfc2141",
        [("[concepts]", "[concepts]\nnamespce = [\"NID\"]")],
        "there is no concept \"namespce\"";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_name_for_another_component: "rfc6874",
        [("rule = \"path-absolute\", begins", "rule = \"path-noscheme\", begins")],
        "[names] path: path-noscheme does not match";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_misspelt_scheme: "rfc1738",
        [("schemes = [\"mailto\"]", "schemes = [\"mailtp\"]")],
        "\"mailtp\": it occurs in no rule and no example";
    a_word_that_no_schemes_are: "rfc8089",
        [("userinfo = \"none\"", "userinfo = \"nobody\"")],
        "\"all\", \"none\" or a list of schemes";
}

/// A definition of two lines, whose words name a rule, is written anew on its first line: what is
/// left of the second one is a comment and no part of the rule.
#[test]
fn words_on_a_second_line_are_read_once() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("second-line");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("lines.abnf");
    let text = "a = \"x\" /\n    <DIGIT, see [RFC5234]>\nb = a \"!\"\n";
    std::fs::write(&file, text).unwrap();
    for (rule, input, is_accepted) in
        [("a", "x", true), ("a", "7", true), ("a", "x7", false), ("b", "7!", true)]
    {
        let loaded = urigram_generate::load(&file, Some(rule), &[]).unwrap();
        let table = loaded.definition.corrected.all[0];
        assert_eq!(table.accepts(input.as_bytes()), is_accepted, "{rule} {input}");
    }
}
