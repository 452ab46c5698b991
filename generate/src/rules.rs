//! The rules of one reading, as text.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use urigram_automata::abnf::ErrorKind;
use urigram_automata::{abnf, peg};

use crate::error::ReadError;
use crate::registry::{self, is_registered};

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
    pub(crate) fn read(file: &Path) -> Result<Source, ReadError> {
        let registered = is_registered(file).then(|| registry::text(file)).flatten();
        let text = registered.map_or_else(|| read(file), |text| Ok(text.to_owned()))?;
        Ok(Source { file: file.to_owned(), text })
    }

    pub(crate) fn is_missing(&self) -> bool {
        self.text.is_empty()
    }

    /// Reads ABNF, whatever errors it has: each costs the rules that need it.
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

/// Reads a file of text.
pub(crate) fn read(path: &Path) -> Result<String, ReadError> {
    let bytes = std::fs::read(path).map_err(|error| ReadError::new(path, error))?;
    String::from_utf8(bytes).map_err(|error| {
        let start = error.utf8_error().valid_up_to();
        ReadError::new(path, format!("it is not UTF-8 from byte {start} on: save it as UTF-8"))
    })
}

fn with_comment(rule: &abnf::Rule) -> String {
    let comment: String = rule.comment.lines().map(|line| format!("; {}\n", line.trim())).collect();
    format!("{comment}{}\n", rule.source.trim_end())
}

/// Returns the line of a PEG's rule, from 1.
pub(crate) fn line_of(pest: &str, rule: &str) -> Option<usize> {
    let defines =
        |line: &str| line.strip_prefix(rule).is_some_and(|rest| rest.trim_start().starts_with('='));
    pest.lines().position(defines).map(|at| at + 1)
}
