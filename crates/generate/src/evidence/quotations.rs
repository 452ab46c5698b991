//! Quotations that prove themselves: where in a document's text the words of a folder are.
//!
//! A quotation is what an erratum prints, what a row of another kind `says`, what notes have in
//! quotation marks, and each example. `quotations.tsv` has its place, so that anyone with the
//! document can check it:
//!
//! ```text
//! erratum authority-or-host  7.5  6fd2c0a1b2c3d4e5  1204-1263  52fe01a2b3c4d5e6
//! ```
//!
//! The columns are the row, the section where the words are, a hash of the section's letters (see
//! `text.rs`), the bytes of the letters that are quoted (several, where an ellipsis leaves
//! something out), and a hash of the quotation and of the sections that its row cites. The last one
//! is checked without the text.

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use urigram_engine::Definition;

use crate::error::ReadError;
use crate::evidence::head;
use crate::evidence::printed_rules;
use crate::evidence::quoted::{are_needed, based, quotations, Quotation};
use crate::evidence::text::Text;
use crate::folder::facts::Facts;
use crate::folder::rules::hash;
use crate::folder::sections::{Section, Sections, HEAD};
use crate::folder::Folder;

/// The way to `quotations.tsv`, as messages end. `TEXT` is the document as text.
pub(crate) const WRITE: &str = "quotations.tsv: write it in a checkout of urigram with \
                                `cargo run --release -p urigram-generate quote FOLDER TEXT`";

/// A line of `quotations.tsv`.
struct Record<'t> {
    row: &'t str,
    section: &'t str,
    section_hash: &'t str,
    places: &'t str,
    hash: &'t str,
}

impl<'t> Record<'t> {
    fn parse(line: &'t str) -> Option<Record<'t>> {
        let mut columns = line.split('\t');
        let mut next = || columns.next();
        let record = Record {
            row: next()?,
            section: next()?,
            section_hash: next()?,
            places: next()?,
            hash: next()?,
        };
        columns.next().is_none().then_some(record)
    }
}

/// Returns a line for each quotation that `quotations.tsv` does not have, or has otherwise.
pub(crate) fn check(folder: &Folder) -> Vec<String> {
    let Some(text) = &folder.quotations else { return Vec::new() };
    let mut records = text.lines();
    let mut complaints = Vec::new();
    if are_needed(&folder.facts) && folder.facts.schemes.is_empty() {
        let bare = based(&folder.facts).into_iter().filter(|(_, _, says)| says.is_none());
        complaints.extend(bare.map(|(name, cited, _)| {
            format!("{name}: says = \"…\" is missing, the words of {cited} on which it rests")
        }));
    }
    let quotations = match quotations(&folder.facts, &folder.examples) {
        Ok(quotations) => quotations,
        Err(error) => return vec![format!("examples.toml: {error}")],
    };
    for quotation in quotations {
        let Some(record) = records.next().and_then(Record::parse) else {
            complaints.push(format!("{}: it has no line in {WRITE}", quotation.row));
            break;
        };
        let ranges = record.places.split(' ').filter_map(range).count();
        if record.row != quotation.row
            || record.hash != format!("{:016x}", quotation.hash())
            || ranges != quotation.pieces.len()
        {
            complaints.push(format!("{}: its quotation is not the one in {WRITE}", quotation.row));
            break;
        }
        if !is_cited(folder, &quotation.cited, record.section) {
            let (row, cited) = (&quotation.row, &quotation.cited);
            complaints.push(format!(
                "{row}: its words are of section {:?}, and it cites {cited}",
                record.section
            ));
        }
    }
    if complaints.is_empty() && records.next().is_some() {
        complaints.push("quotations.tsv: more lines than there are quotations".to_owned());
    }
    complaints
}

/// Returns true if a citation names the section of a quotation, or a whole document that has it:
/// `BNF; RFC 822, 6.1` names `RFC 822, 6.1` and, if no sections of it are listed, `RFC 822`.
fn is_cited(folder: &Folder, citation: &str, section: &str) -> bool {
    if section.starts_with("RFC ") {
        let clauses = citation.split("; ").filter(|clause| clause.starts_with("RFC "));
        return clauses.into_iter().any(|clause| {
            clause == section
                || clause.split_once(", ").is_some_and(|(number, _)| number == section)
        });
    }
    let Some(sections) = &folder.sections else { return true };
    sections.cited(citation).iter().any(|&at| sections.all[at].number == section)
}

fn range(text: &str) -> Option<Range<usize>> {
    let (start, end) = text.split_once('-')?;
    Some(start.parse().ok()?..end.parse().ok()?)
}

/// A document that quotations may be of: its number, its sections and its text.
struct Source<'t> {
    number: String,
    sections: Option<Sections>,
    places: Vec<Option<Range<usize>>>,
    text: &'t Text,
}

impl<'t> Source<'t> {
    fn new(number: &str, sections: Option<Sections>, text: &'t Text) -> Source<'t> {
        let places = sections.as_ref().map(|sections| text.sections(sections));
        let places = places.unwrap_or_default();
        Source { number: number.to_owned(), sections, places, text }
    }

    /// Returns the letters of a section; without a list of sections, of the whole text.
    fn letters(&self, section: &str) -> Option<&'t str> {
        let Some(sections) = &self.sections else { return Some(self.text.whole()) };
        let at = sections.cited(section).first().copied()?;
        self.places.get(at)?.as_ref().map(|range| self.text.part(range))
    }
}

/// The texts at hand, the document's own first.
struct Library<'t>(Vec<Source<'t>>);

impl<'t> Library<'t> {
    /// Gives each text to the document that its head names, and one without a number to the
    /// document itself.
    fn new(number: &str, sections: &str, known: &[(&str, &str)], texts: &'t [Text]) -> Self {
        let parsed = |text: &str| Sections::parse(Path::new("sections.tsv"), text).ok();
        let source = |text: &'t Text| {
            let own = text.number().unwrap_or(number);
            let list = if own == number {
                Some(sections)
            } else {
                known.iter().find(|(known, _)| *known == own).map(|(_, list)| *list)
            };
            let list = list.filter(|list| !list.is_empty()).and_then(parsed);
            Source::new(own, list, text)
        };
        let mut all: Vec<Source<'t>> = texts.iter().map(source).collect();
        all.sort_by_key(|source| source.number != number);
        Library(all)
    }

    /// Returns the document of a section that `quotations.tsv` names, and the section's own name.
    fn find<'s>(&self, number: &str, section: &'s str) -> Option<(&Source<'t>, &'s str)> {
        let of = |number: &str| self.0.iter().find(|source| source.number == number);
        if !section.starts_with("RFC ") {
            return Some((of(number)?, section));
        }
        let (number, section) = section.split_once(", ").unwrap_or((section, ""));
        Some((of(number)?, section))
    }
}

/// A statement of a folder, as decided with the document's text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Quoted {
    /// The row that quotes, `erratum ID`; a fact of the head, `title`; `heading 3.2`; or
    /// `printed RULE`.
    pub row: String,
    /// The section where the words are.
    pub section: String,
    /// Whether the text has it so; `None` where the text of the document is not at hand.
    pub is_there: Option<bool>,
    /// The reason, where it has not, or the erratum that states a difference; empty otherwise.
    pub why: String,
}

/// Decides the quotations of a grammar with the texts of documents: its own, and those of others
/// from which it quotes. A text is the document's whose number its head gives, or else its own.
/// With its own text, the facts of the head, the headings and the rules as printed are decided.
///
/// # Errors
/// A sentence for a grammar without quotations, and for facts that cannot be read.
pub fn decide(
    grammar: &Definition,
    known: &[&Definition],
    texts: &[Text],
) -> Result<Vec<Quoted>, String> {
    let document = grammar.document;
    let sources = grammar.sources.filter(|sources| !sources.quotations.is_empty());
    let Some(sources) = sources else {
        return Err(format!("{} has no quotations.tsv", document.id));
    };
    let facts = Facts::read(sources.facts).map_err(|error| error.to_string())?;
    let lists = known
        .iter()
        .filter_map(|known| known.sources.map(|sources| (known.document.number, sources.sections)));
    let lists: Vec<(&str, &str)> = lists.collect();
    let library = Library::new(document.number, sources.sections, &lists, texts);
    let mut records = sources.quotations.lines().map(Record::parse);
    let decide = |quotation: Quotation| {
        let record = records.next().flatten().filter(|record| record.row == quotation.row);
        let Some(record) = record else {
            return Err(format!("{}: quotations.tsv has no line for it", quotation.row));
        };
        let answer = |is_there, why: &str| Quoted {
            row: quotation.row.clone(),
            section: record.section.to_owned(),
            is_there,
            why: why.to_owned(),
        };
        let Some((source, section)) = library.find(document.number, record.section) else {
            return Ok(answer(None, "its document's text is not at hand"));
        };
        let Some(letters) = source.letters(section) else {
            return Ok(answer(Some(false), "the text has no such section"));
        };
        let places: Vec<Range<usize>> = record.places.split(' ').filter_map(range).collect();
        let at = quotation.places_from(&places, letters);
        let is_section = record.section_hash == format!("{:016x}", hash(&[letters]));
        Ok(match (at, is_section) {
            (true, true) => answer(Some(true), ""),
            (false, true) => answer(Some(false), "other words are at its place in the section"),
            (_, false) if quotation.places(letters).is_some() => {
                answer(Some(false), "the words are there, and the section is another one")
            }
            (_, false) => answer(Some(false), "the section is another one, without these words"),
        })
    };
    let all = quotations(&facts, sources.examples).map_err(|error| error.to_string())?;
    let mut decided: Vec<Quoted> = all.into_iter().map(decide).collect::<Result<_, _>>()?;
    if let Some((own, _)) = library.find(document.number, "") {
        decided.extend(of_head(&facts, own));
        decided.extend(of_headings(own));
        decided.extend(of_rules(&facts, sources.abnf[1], own.text));
    }
    Ok(decided)
}

/// Decides the facts that the head of the document's text prints.
fn of_head(facts: &Facts, own: &Source<'_>) -> Vec<Quoted> {
    let Some(letters) = own.letters(HEAD).filter(|_| own.sections.is_some()) else {
        return Vec::new();
    };
    let found = head::decide(facts, own.text, letters.len());
    let fact = |(row, why): (&str, Option<String>)| Quoted {
        row: row.to_owned(),
        section: HEAD.to_owned(),
        is_there: Some(why.is_none()),
        why: why.unwrap_or_default(),
    };
    found.into_iter().map(fact).collect()
}

/// Decides the headings of the sections.
fn of_headings(own: &Source<'_>) -> Vec<Quoted> {
    let sections = own.sections.iter().flat_map(|sections| &sections.all).zip(&own.places);
    let heading = |(section, place): (&Section, &Option<Range<usize>>)| Quoted {
        row: format!("heading {}", section.number),
        section: section.number.clone(),
        is_there: Some(place.is_some()),
        why: if place.is_some() { "" } else { "the text has no such heading" }.to_owned(),
    };
    sections.filter(|(section, _)| section.number != HEAD).map(heading).collect()
}

/// Decides the rules that the text prints. An erratum may state the difference of one.
fn of_rules(facts: &Facts, printed: &str, text: &Text) -> Vec<Quoted> {
    let Some(lines) = text.lines() else { return Vec::new() };
    let rule = |(name, difference): (String, Option<String>)| {
        let mut errata = facts.erratum.iter().filter(|row| row.rules.contains(&&*name));
        let stated = difference.as_ref().and_then(|_| errata.next());
        let section = facts.rule.iter().find(|rule| rule.name == name);
        Quoted {
            row: format!("printed {name}"),
            section: section.map_or("", |rule| rule.section).to_owned(),
            is_there: Some(difference.is_none() || stated.is_some()),
            why: match stated {
                Some(row) => format!("{}: erratum {}", difference.unwrap_or_default(), row.id),
                None => difference.unwrap_or_default(),
            },
        }
    };
    printed_rules::decide(facts, printed, lines).into_iter().map(rule).collect()
}

/// Writes `quotations.tsv` anew from the texts of documents.
///
/// # Errors
/// [`ReadError`] with a line for each quotation that no text has.
pub fn quote(folder: &Folder, documents: &[Folder], texts: &[Text]) -> Result<String, ReadError> {
    let number = &folder.facts.number;
    let of = |folder: &Folder| folder.sections_text.clone().unwrap_or_default();
    let lists: Vec<(String, String)> =
        documents.iter().map(|other| (other.facts.number.clone(), of(other))).collect();
    let lists: Vec<(&str, &str)> = lists.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let own = of(folder);
    let library = Library::new(number, &own, &lists, texts);
    let (mut out, mut missing) = (String::new(), Vec::new());
    let all = quotations(&folder.facts, &folder.examples);
    for quotation in all.map_err(|error| folder.error(error))? {
        let candidates = candidates(&quotation, number, &library);
        let found = candidates.into_iter().find_map(|section| {
            let (source, own) = library.find(number, &section)?;
            let letters = source.letters(own)?;
            Some((section, quotation.places(letters)?, hash(&[letters])))
        });
        let Some((section, places, section_hash)) = found else {
            missing.push(format!("{}: {}", quotation.row, quotation.pieces.join("…")));
            continue;
        };
        let places: Vec<String> =
            places.iter().map(|place| format!("{}-{}", place.start, place.end)).collect();
        let (row, places, own) = (&quotation.row, places.join(" "), quotation.hash());
        let _ = writeln!(out, "{row}\t{section}\t{section_hash:016x}\t{places}\t{own:016x}");
    }
    if missing.is_empty() {
        return Ok(out);
    }
    Err(folder.error(format!("in no text at hand:\n{}", missing.join("\n"))))
}

/// Returns the sections where a quotation may be: those that its row cites, then all.
fn candidates(quotation: &Quotation, number: &str, library: &Library<'_>) -> Vec<String> {
    let mut candidates = Vec::new();
    for source in &library.0 {
        let Some(sections) = &source.sections else {
            // A short example is in any text.
            if !quotation.is_example || source.number == number {
                candidates.push(source.number.clone());
            }
            continue;
        };
        let prefix =
            if source.number == number { String::new() } else { format!("{}, ", source.number) };
        let clauses = quotation.cited.split("; ");
        let mut cited: Vec<usize> = if prefix.is_empty() {
            sections.cited(&quotation.cited)
        } else {
            clauses
                .filter_map(|clause| clause.strip_prefix(&prefix))
                .flat_map(|clause| sections.cited(clause))
                .collect()
        };
        if !quotation.is_example {
            cited.extend(0..sections.all.len());
        }
        candidates
            .extend(cited.into_iter().map(|at| format!("{prefix}{}", sections.all[at].number)));
    }
    candidates
}
