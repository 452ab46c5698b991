//! The quotations of a folder, row by row.

use std::ops::Range;

use crate::evidence::text::letters;
use crate::folder::examples::Examples;
use crate::folder::facts::Facts;
use crate::folder::rules::hash;

/// The words of one line of a row, in the pieces between its ellipses.
pub(crate) struct Quotation {
    /// The row: `erratum ID`.
    pub(crate) row: String,
    /// The sections that the row cites.
    pub(crate) cited: String,
    pub(crate) pieces: Vec<String>,
    /// Whether it is an example, which is in a section that it cites.
    pub(crate) is_example: bool,
}

impl Quotation {
    fn new(row: &str, cited: &str, words: &str) -> Quotation {
        let words = words.replace("[…]", "…");
        let pieces = words.split('…').map(letters).filter(|piece| !piece.is_empty());
        Quotation {
            row: row.to_owned(),
            cited: cited.to_owned(),
            pieces: pieces.collect(),
            is_example: false,
        }
    }

    pub(crate) fn hash(&self) -> u64 {
        let pieces = self.pieces.iter().map(String::as_str);
        hash(&[&*self.cited].into_iter().chain(pieces).collect::<Vec<_>>())
    }

    /// Returns the places of the pieces in some letters, in order.
    pub(crate) fn places(&self, letters: &str) -> Option<Vec<Range<usize>>> {
        let mut end = 0;
        let mut place = |piece: &String| {
            let rest = &letters[end..];
            let found = |piece: &str| rest.find(piece).map(|at| (at, piece.len()));
            let (at, length) = spellings(piece).iter().find_map(|piece| found(piece))?;
            let start = end + at;
            end = start + length;
            Some(start..end)
        };
        self.pieces.iter().map(&mut place).collect()
    }

    /// Returns true if the pieces are at some places.
    pub(crate) fn places_from(&self, places: &[Range<usize>], letters: &str) -> bool {
        let is_at = |(piece, place): (&String, &Range<usize>)| {
            let there = letters.get(place.clone());
            there.is_some_and(|there| spellings(piece).iter().any(|piece| piece == there))
        };
        places.len() == self.pieces.len() && self.pieces.iter().zip(places).all(is_at)
    }
}

/// Returns the ways in which a document can print some letters. Notations of 1993 have no sign
/// between a rule's name and its definition, and RFC 3987 writes characters beyond US-ASCII as
/// those of XML: `&#xE9;`.
fn spellings(piece: &str) -> Vec<String> {
    let mut all = vec![piece.to_owned(), piece.replacen('=', "", 1)];
    if !piece.is_ascii() {
        let entity = |c: char| match c {
            c if c.is_ascii() => c.to_string(),
            c => format!("&#x{:X};", u32::from(c)),
        };
        all.push(piece.chars().map(entity).collect());
    }
    all
}

/// Returns the quotations of a folder, in the order of its rows, and then its examples.
pub(crate) fn quotations(facts: &Facts, examples: &str) -> Result<Vec<Quotation>, toml::de::Error> {
    let mut all = of_rows(facts);
    let examples: Examples = toml::from_str(examples)?;
    for (example, at) in examples.example.iter().zip(1..) {
        // Running text is shortened, and octets have no letters.
        let text = example.shown.as_ref().or(example.text.as_ref());
        let with = example.with.as_ref().filter(|_| text.is_some());
        let texts = [text, with].into_iter().flatten();
        all.extend(texts.map(|text| Quotation {
            row: format!("example {at}"),
            cited: example.section.clone(),
            pieces: vec![letters(text)],
            is_example: true,
        }));
    }
    all.retain(|quotation| quotation.pieces.iter().any(|piece| !piece.is_empty()));
    Ok(all)
}

fn of_rows(facts: &Facts) -> Vec<Quotation> {
    let mut all = Vec::new();
    for row in &facts.erratum {
        let name = format!("erratum {}", row.id);
        all.extend(row.printed.lines().map(|line| Quotation::new(&name, row.section, line)));
        in_marks(&mut all, &name, row.section, row.says);
    }
    for (row, at) in facts.marking.iter().zip(1..) {
        all.push(Quotation::new(&format!("marking {at}"), row.section, row.says));
    }
    for (name, cited, says) in based(facts) {
        all.extend(says.map(|says| Quotation::new(&name, cited, says)));
    }
    for row in &facts.constraint {
        in_marks(&mut all, &format!("constraint {}", row.id), row.section, row.message);
    }
    for row in &facts.caution {
        in_marks(&mut all, &format!("caution {}", row.id), row.section, row.message);
    }
    for row in &facts.rule {
        let note = row.note.unwrap_or_default();
        in_marks(&mut all, &format!("rule {}", row.name), row.section, note);
    }
    all
}

/// Returns the rows that rest on words of a section: their names, sections and words.
pub(crate) fn based(facts: &Facts) -> Vec<(String, &str, Option<&str>)> {
    let mut all = Vec::new();
    for row in &facts.equivalence {
        all.push((format!("equivalence {}", row.id), row.section, row.keys.says));
    }
    for row in &facts.constraint {
        all.push((format!("constraint {}", row.id), row.section, row.keys.says));
    }
    for row in &facts.caution {
        all.push((format!("caution {}", row.id), row.section, row.keys.says));
    }
    for row in &facts.part {
        all.push((format!("part {}", row.name), row.section, row.keys.says));
    }
    all
}

/// Returns true for a document whose quotations have to be proved. A practice has no text of one
/// version; a document of schemes that quotes only examples can be added without its text.
pub(crate) fn are_needed(facts: &Facts) -> bool {
    facts.status != "practice" && (facts.schemes.is_empty() || !facts.erratum.is_empty())
}

/// Adds the words that a sentence has in quotation marks. A single word is a text, not a quotation.
fn in_marks(all: &mut Vec<Quotation>, row: &str, cited: &str, sentence: &str) {
    let quoted = sentence.split('"').skip(1).step_by(2);
    let words = quoted.filter(|quoted| quoted.trim().contains(' '));
    all.extend(words.map(|words| Quotation::new(row, cited, words)));
}
