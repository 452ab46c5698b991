//! Lone surrogates: half of a pair of UTF-16, which the strings of some languages can hold, and
//! which is not text.
//!
//! No practice describes such a string. A program that reads it as if U+FFFD stood there answers as
//! its practice does for that text. The rows of `programs.toml` name the components where this is
//! not true. A driver gets a lone surrogate as the three octets that UTF-8 would have for it.

use std::collections::BTreeSet;
use std::path::Path;

use crate::driver::{self, Answer, Components};
use crate::expected::Practice;
use crate::rows::Program;

/// The halves that are put in, alone and in the wrong order, and the text in their place.
const HALVES: [(&[u8], &str); 3] = [
    (b"\xED\xA0\x80", "\u{FFFD}"),
    (b"\xED\xBF\xBF", "\u{FFFD}"),
    (b"\xED\xB0\x80\xED\xA0\x80", "\u{FFFD}\u{FFFD}"),
];

/// The texts around them.
const AROUND: &[(&str, &str)] = &[
    ("", ""),
    ("a", "b:c"),
    ("", "//h/"),
    ("//", "/"),
    ("//u", "@h/"),
    ("//h:8", "/"),
    ("http://", "/"),
    ("http://a", ".b/"),
    ("http://u", ":p@h/"),
    ("http://h:8", "/"),
    ("http://h", ""),
    ("http://h/", ""),
    ("http://h/%41", "/"),
    ("http://h/?", ""),
    ("http://h/#", ""),
    ("http://[::1%25", "]/"),
    ("ws://a", "/"),
    ("ws://h/", "?"),
    ("x://a", "/"),
    ("x://u", "@h"),
    ("x://h/", "?q#f"),
    ("x:", ""),
    ("urn:a:", ""),
    ("mailto:a", "@b"),
    ("javascript:", ""),
    ("file:///", ""),
];

/// Asks a program about strings with lone surrogates, and compares its answers with those about
/// U+FFFD. Returns true if they differ in what its row says and in nothing else; `None` if its
/// language has no lone surrogates.
pub fn compare(
    folder: &Path,
    program: &Program,
    practice: &Practice,
) -> Result<Option<bool>, String> {
    let Some(expected) = &program.surrogates else { return Ok(None) };
    let (mut lone, mut replaced) = (Vec::new(), Vec::new());
    for &(before, after) in AROUND {
        for (half, text) in HALVES {
            lone.push([before.as_bytes(), half, after.as_bytes()].concat());
            replaced.push(format!("{before}{text}{after}"));
        }
    }
    let (said, broken) = said(folder, program, &lone)?;
    let (instead, _) = self::said(folder, program, &replaced)?;
    let mut found = BTreeSet::new();
    for ((input, said), instead) in lone.iter().zip(said).zip(instead) {
        for part in practice.differing(&instead, &said) {
            if found.insert(part.to_owned()) && !expected.contains(part) {
                println!("  {}: another {part}", input.escape_ascii());
            }
        }
    }
    broken.iter().for_each(|why| println!("  {why}"));
    let names: Vec<&str> = found.iter().map(String::as_str).collect();
    println!(
        "{}: {} strings with lone surrogates, read as U+FFFD, except [{}]",
        program.grammar,
        lone.len(),
        names.join(", ")
    );
    Ok(Some(broken.is_empty() && found == *expected))
}

type Said = Vec<Option<Components>>;

/// Returns the answers of a program, and where its driver broke.
fn said<T: AsRef<[u8]> + std::fmt::Debug>(
    folder: &Path,
    program: &Program,
    inputs: &[T],
) -> Result<(Said, Vec<String>), String> {
    let (mut all, mut broken) = (Vec::new(), Vec::new());
    driver::ask(folder, &program.driver, inputs, driver::PATIENCE, |input, answer| match answer {
        Answer::Said(said) => all.push(said),
        Answer::Broken(why) => {
            broken.push(format!("the driver broke at {input:?}: {why}"));
            all.push(None);
        }
    })?;
    Ok((all, broken))
}
