//! The words of an error: the rules and texts that could stand at its place.
//!
//! Two engines find what was tried there, the machine of a PEG (`machine/tried.rs`) and the
//! readings of ABNF (`readings/tried.rs`). This module chooses what a reader sees. For example,
//! with `1 + * 2` and the rules of a calculator, these are tried at byte 4:
//!
//! ```text
//! " ", "#"          begin white space and a comment     left out
//! "-"               a word                              `"-"`
//! "0" to "9"        begins the token `number`           `number`
//! "A" to "Z" …      begins the token `name`             `name`
//! "("               a word                              `"("`
//! ```
//!
//! Characters that continue a token are left out where something else can follow it: after `12` an
//! operator is expected, and digits are not reported. If more than six things are expected, the
//! rule that begins with most of them takes their place, if they are at least four.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::{ByteSet, Expected};

/// The most words, unless no rule takes the place of several.
const MOST: usize = 6;
/// The least words whose place a rule takes.
const LEAST: usize = 4;

/// The place of what was tried in the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// It begins something.
    New,
    /// It continues a token or a word.
    Inside,
    /// It belongs to white space or a comment.
    Skipped,
}

/// The name of what was tried.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    Rule(u32),
    /// A text, as it is shown.
    Text(String),
    /// One character of several.
    Bytes,
    End,
}

/// Something that was tried at the place of an error.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tried {
    pub(super) role: Role,
    pub(super) label: Label,
    /// The rules that begin here and are reported by what they begin with, outermost first.
    pub(super) within: Vec<u32>,
}

/// The things that were tried, each with its number in order and the bytes with which it goes on,
/// if they are known.
#[derive(Default)]
pub(super) struct Seen(BTreeMap<Tried, (usize, ByteSet)>);

impl Seen {
    /// Adds something, and returns its role: a name for blanks only is white space.
    pub(super) fn add(&mut self, mut tried: Tried, bytes: ByteSet) -> Role {
        let blank: ByteSet = b"\t\n\r ".iter().copied().collect();
        let has_name = matches!(tried.label, Label::Rule(_) | Label::Bytes);
        if has_name && !bytes.is_empty() && blank.is_superset(&bytes) {
            tried.role = Role::Skipped;
        }
        let (role, next) = (tried.role, self.0.len());
        let (_, known) = self.0.entry(tried).or_insert((next, ByteSet::EMPTY));
        *known = known.union(&bytes);
        role
    }
}

/// Returns the words for what was tried. `exact` is what can follow, where that is decided: then no
/// word is without a byte that can follow, and every byte that can follow begins, continues or
/// skips something that was tried, or is reported.
pub(super) fn words<'n>(
    seen: &Seen,
    exact: Option<&Expected>,
    name: &dyn Fn(u32) -> &'n str,
) -> Vec<String> {
    let mut tried: Vec<_> = seen.0.iter().map(|(tried, &(at, bytes))| (at, tried, bytes)).collect();
    tried.sort_unstable_by_key(|(at, ..)| *at);
    let known = tried.iter().fold(ByteSet::EMPTY, |known, (.., bytes)| known.union(bytes));
    let rest = exact.map_or(ByteSet::EMPTY, |exact| exact.bytes().without(&known));
    if let Some(exact) = exact {
        tried.iter_mut().for_each(|(.., bytes)| *bytes = bytes.intersection(&exact.bytes()));
        tried.retain(|(_, it, bytes)| match it.label {
            Label::End => exact.end(),
            _ => !bytes.is_empty(),
        });
    }
    let role = tried.iter().map(|(_, it, _)| it.role).min();
    let role = if rest.is_empty() { role } else { Some(Role::New) };
    tried.retain(|(_, it, _)| Some(it.role) == role);
    let words_at = |place: Option<u32>| {
        let (mut words, mut known) = (Vec::new(), BTreeSet::new());
        let (mut bytes, mut end) = (rest, exact.is_some_and(Expected::end));
        let mut named = Vec::new();
        for (_, it, own) in &tried {
            let word = match (place, &it.label) {
                (Some(rule), _) if it.within.contains(&rule) => name(rule),
                (_, Label::Rule(rule)) => name(*rule),
                (_, Label::Text(text)) => {
                    // `"\""` or any other character.
                    named.extend(own.iter().filter(|byte| !byte.is_ascii_alphanumeric()));
                    text
                }
                (_, Label::Bytes) => {
                    bytes = bytes.union(own);
                    continue;
                }
                (_, Label::End) => {
                    end = true;
                    continue;
                }
            };
            if known.insert(word) {
                words.push(word.to_string());
            }
        }
        bytes = bytes.without(&named.into_iter().collect());
        if end || !bytes.is_empty() {
            words.extend(Expected::of_bytes(bytes, end).items());
        }
        words
    };
    let all = words_at(None);
    if all.len() <= MOST {
        return all;
    }
    let rules: BTreeSet<u32> = tried.iter().flat_map(|(_, it, _)| &it.within).copied().collect();
    let fewest = rules.into_iter().map(|rule| words_at(Some(rule))).min_by_key(Vec::len);
    fewest.filter(|fewest| fewest.len() + LEAST <= all.len() + 1).unwrap_or(all)
}

/// Returns a text as an error shows it.
pub(super) fn shown(text: &str) -> String {
    match text.as_bytes() {
        b"\n" | b"\r\n" | b"\r" => "a line break".to_string(),
        [byte] => Expected::of_bytes([*byte].into_iter().collect(), false).to_string(),
        _ if text.contains('"') => {
            let quoted = format!("{text:?}").replace("\\\"", "\"");
            format!("`{}`", &quoted[1..quoted.len() - 1])
        }
        _ => format!("{text:?}"),
    }
}
