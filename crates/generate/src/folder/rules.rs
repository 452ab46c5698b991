//! The rules of one reading, as text.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use urigram_automata::abnf::ErrorKind;
use urigram_automata::{abnf, peg};
use urigram_rfc::{is_registered, registered_text};

use crate::error::ReadError;
use crate::folder::libraries::Libraries;

/// The rules of one reading in both notations. A notation that the folder does not have is empty.
#[derive(Clone, Default)]
pub(crate) struct Rules {
    pub(crate) abnf: Source,
    pub(crate) pest: Source,
}

/// Rules in one notation, and the file that they come from.
#[derive(Clone, Default)]
pub(crate) struct Source {
    pub(crate) file: PathBuf,
    pub(crate) text: String,
}

impl Source {
    /// Reads a file, or the rules of an RFC that the registry has.
    pub(crate) fn read(file: &Path, known: Libraries<'_>) -> Result<Source, ReadError> {
        let registered = is_registered(file).then(|| registered_text(file)).flatten();
        let mut text = registered.map_or_else(|| known.read(file), |text| Ok(text.to_owned()))?;
        if text.starts_with('\u{FEFF}') {
            // A byte-order mark.
            text.remove(0);
        }
        Ok(Source { file: file.to_owned(), text })
    }

    pub(crate) fn is_missing(&self) -> bool {
        self.text.is_empty()
    }

    /// Reads ABNF with its errors: each one costs the rules that need it.
    ///
    /// # Errors
    /// [`ReadError`] for a text that is too long to be read.
    pub(crate) fn abnf(&self) -> Result<abnf::Grammar, ReadError> {
        let grammar = abnf::Grammar::read(&self.text);
        let too_long = |fault: &&abnf::Fault| matches!(fault.error.kind, ErrorKind::TooLong(_));
        match grammar.faults().iter().find(too_long) {
            Some(fault) => Err(ReadError::limit(&self.file, &fault.error)),
            None => Ok(grammar),
        }
    }

    /// Parses ABNF that has no error.
    fn sound_abnf(&self) -> Result<abnf::Grammar, ReadError> {
        abnf::Grammar::parse(&self.text).map_err(|error| ReadError::new(&self.file, error))
    }

    /// Parses a PEG. A missing one has no rules.
    pub(crate) fn peg(&self) -> Result<Option<peg::Grammar>, ReadError> {
        if self.is_missing() {
            return Ok(None);
        }
        peg::Grammar::parse(&self.text).map(Some).map_err(|error| ReadError::peg(&self.file, error))
    }

    /// Replaces the lines of some rules by their definitions, makes comments of other lines, and
    /// keeps the number of lines. Lines count from 1.
    pub(crate) fn rewrite(&mut self, rules: &[&abnf::Rule], comments: &HashSet<usize>) {
        if rules.is_empty() && comments.is_empty() {
            return;
        }
        let mut new: HashMap<usize, String> = HashMap::new();
        let mut comments = comments.clone();
        for rule in rules {
            let said = rule.source.lines().next().unwrap_or_default().trim();
            new.insert(rule.line, format!("{} = {} ; {said}\n", rule.name, rule.expr));
            comments.extend(rule.line + 1..rule.line + rule.source.lines().count());
        }
        let changed = self.text.split_inclusive('\n').enumerate().map(|(at, line)| {
            let margin = &line[..line.len() - line.trim_start().len()];
            match new.get(&(at + 1)) {
                Some(new) => format!("{margin}{new}"),
                None if comments.contains(&(at + 1)) => format!("; {line}"),
                None => line.to_owned(),
            }
        });
        self.text = changed.collect();
    }

    /// Adds rules at the end, indented as the first rule of the text is.
    pub(crate) fn append(&mut self, rules: &[abnf::Rule]) {
        let first = abnf::Grammar::read(&self.text);
        let line = first.rules().first().and_then(|rule| self.text.lines().nth(rule.line - 1));
        let line = line.unwrap_or_default();
        let margin = line[..line.len() - line.trim_start().len()].to_owned();
        for rule in rules {
            self.text.push('\n');
            for line in with_comment(rule).lines() {
                self.text.push_str(&format!("{margin}{line}\n"));
            }
        }
    }

    /// Replaces the text by the rules of a grammar.
    pub(crate) fn replace(&mut self, rules: &abnf::Grammar) {
        let text: Vec<String> = rules.rules().iter().map(with_comment).collect();
        self.text = text.join("\n");
    }
}

impl Rules {
    /// Returns these rules laid over a base's.
    pub(crate) fn on(&self, base: &Rules) -> Result<Rules, ReadError> {
        let mut merged = self.clone();
        merged
            .abnf
            .replace(&abnf::Grammar::overlay(&base.abnf.sound_abnf()?, &self.abnf.sound_abnf()?));
        if !self.pest.is_missing() {
            let pest = peg::Grammar::overlay(&base.pest.text, &self.pest.text)
                .map_err(|error| ReadError::peg(&self.pest.file, error))?;
            pest.source().clone_into(&mut merged.pest.text);
        }
        Ok(merged)
    }
}

fn with_comment(rule: &abnf::Rule) -> String {
    let comment: String = rule.comment.lines().map(|line| format!("; {}\n", line.trim())).collect();
    format!("{comment}{}\n", rule.source.trim_end())
}

/// Returns the lines of a PEG's rules, from 1, by name.
pub(crate) fn lines_of(pest: &str) -> HashMap<&str, usize> {
    let mut lines = HashMap::new();
    for (line, text) in pest.lines().enumerate() {
        let is_name = |c: char| c == '_' || c.is_ascii_alphanumeric();
        let (name, rest) = text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()));
        if rest.trim_start().starts_with('=') {
            lines.entry(name).or_insert(line + 1);
        }
    }
    lines
}

/// Returns true if a PEG's name is that of an ABNF's rule.
pub(crate) fn is_same(pest: &str, id: &str) -> bool {
    plain(pest) == plain(id)
}

/// Returns the form of a rule's name that is the same in both notations.
pub(crate) fn plain(name: &str) -> String {
    // A name that is a keyword of Rust has an underscore more in the PEG.
    abnf::key(name.trim_end_matches(['_', '-']))
}

/// Returns a hash of the sources (64-bit FNV-1a), so that a reader sees at a glance which version a
/// file was made from.
pub(crate) fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
