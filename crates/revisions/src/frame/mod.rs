//! A frame: a revision where the text of a rule changed.

mod change;
mod line;
mod stored;
mod table;

use std::borrow::Cow;

use urigram_automata::abnf::{self, Grammar};

use crate::rules::{self, Patch};

pub use change::{Change, Kind};
pub(crate) use line::Row;
pub use line::{Line, Revision};
pub(crate) use stored::FILE;
#[cfg(feature = "make")]
pub(crate) use stored::{File, Stored};
pub(crate) use table::Table;

/// An issue of the list that the editor kept from 2002 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Issue {
    /// The id, such as `047-lc-edit-canonical`.
    pub id: &'static str,
    /// The title; may be empty.
    pub title: &'static str,
    /// A sentence of the discussion, as written; may be empty.
    pub quote: &'static str,
    /// The author of the sentence.
    pub by: &'static str,
}

/// A rule that has no definition in a frame, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Broken {
    /// The name of the rule.
    pub rule: &'static str,
    /// The reason, such as brackets that do not match.
    pub why: &'static str,
}

/// A rule that the section and the collected syntax define differently. The section counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Collected {
    /// The name of the rule.
    pub rule: &'static str,
    /// The rule as the collected syntax has it.
    pub printed: &'static str,
}

/// A published draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Draft {
    /// The whole name, such as `draft-fielding-url-syntax-05`.
    pub name: &'static str,
    /// The short name, such as `url-syntax-05`.
    pub short: &'static str,
}

/// The facts about a frame.
#[derive(Debug)]
pub(crate) struct Data {
    pub(crate) folder: &'static str,
    pub(crate) line: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) number: Option<u32>,
    pub(crate) commit: Option<&'static str>,
    pub(crate) date: &'static str,
    pub(crate) message: &'static str,
    pub(crate) drafts: &'static [Draft],
    pub(crate) gone: &'static [&'static str],
    pub(crate) issues: &'static [Issue],
    pub(crate) broken: &'static [Broken],
    pub(crate) collected: &'static [Collected],
    /// The rules that have another name than in the frame before: old and new.
    pub(crate) renamed: &'static [(&'static str, &'static str)],
    pub(crate) abnf: &'static str,
    pub(crate) pest: &'static str,
    /// A `document.toml` for the rules of this frame.
    pub(crate) facts: &'static str,
    /// The rule of a whole reference.
    pub(crate) start: &'static str,
    /// The automaton of that rule; `None` where the frame is broken there.
    pub(crate) table: Option<usize>,
}

/// A revision where the text of a rule changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame(usize);

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.folder())
    }
}

impl Frame {
    /// Returns every frame, in the order of the lines.
    pub fn all() -> impl ExactSizeIterator<Item = Frame> {
        (0..FILE.frames.len()).map(Frame)
    }

    pub(crate) const fn at(index: usize) -> Frame {
        Frame(index)
    }

    pub(crate) fn data(self) -> &'static Data {
        &FILE.frames[self.0]
    }

    /// Returns the folder of the frame below `crates/revisions/frames`.
    pub fn folder(self) -> &'static str {
        self.data().folder
    }

    /// Returns the line that the frame belongs to.
    pub fn line(self) -> &'static Line {
        &FILE.lines[self.data().line]
    }

    /// Returns the frame before, which may be of the line that this one continues.
    pub fn before(self) -> Option<Frame> {
        self.data().parent.map(Frame)
    }

    /// Returns the number of the revision in its line; `None` for a published draft that is not a
    /// revision.
    pub fn number(self) -> Option<u32> {
        self.data().number
    }

    /// Returns the commit, abbreviated.
    pub fn commit(self) -> Option<&'static str> {
        self.data().commit
    }

    /// Returns the date: YYYY-MM-DD.
    pub fn date(self) -> &'static str {
        self.data().date
    }

    /// Returns the editor's message, as written; empty for a published draft that is not a
    /// revision.
    pub fn message(self) -> &'static str {
        self.data().message
    }

    /// Returns the published drafts with the rules of this frame.
    pub fn drafts(self) -> &'static [Draft] {
        self.data().drafts
    }

    /// Returns the names of the rules that the frame before has and this one has not.
    pub fn gone(self) -> &'static [&'static str] {
        self.data().gone
    }

    /// Returns the issues that the message names.
    pub fn issues(self) -> &'static [Issue] {
        self.data().issues
    }

    /// Returns the rules without a definition. Rules that use them have no language either.
    pub fn broken(self) -> &'static [Broken] {
        self.data().broken
    }

    /// Returns the rules that the collected syntax of this revision defines differently.
    pub fn collected(self) -> &'static [Collected] {
        self.data().collected
    }

    /// Returns the rules that have a new name: old and new.
    pub fn renamed(self) -> &'static [(&'static str, &'static str)] {
        self.data().renamed
    }

    /// Returns the rule of a whole reference.
    pub fn start(self) -> &'static str {
        self.data().start
    }

    /// Returns the facts of a document with these rules, in the format of `document.toml`.
    pub fn facts(self) -> &'static str {
        self.data().facts
    }

    /// Returns the name that a user can give for the frame: `rfc2396bis@c235999`, or the short name
    /// of a draft that is not a revision.
    pub fn name(self) -> Cow<'static, str> {
        match self.commit() {
            Some(commit) => format!("{}@{commit}", self.line().id).into(),
            None => self.drafts().first().map_or(self.folder(), |draft| draft.short).into(),
        }
    }

    /// Returns the rules that changed, in ABNF, with section and printed form above each.
    pub fn patch_abnf(self) -> &'static str {
        self.data().abnf
    }

    /// Returns the rules of the PEG that changed.
    pub fn patch_pest(self) -> &'static str {
        self.data().pest
    }

    /// Returns the frames from the first of the chain to this one.
    fn chain(self) -> Vec<Frame> {
        let mut chain: Vec<Frame> = std::iter::successors(Some(self), |at| at.before()).collect();
        chain.reverse();
        chain
    }

    /// Returns all rules of this revision in ABNF, in the order in which they appeared.
    pub fn abnf_text(self) -> String {
        let chain = self.chain();
        let patch = |frame: &Frame| Patch { text: frame.data().abnf, gone: frame.data().gone };
        rules::text(&rules::merge(chain.iter().map(patch)))
    }

    /// Returns the rules that have a language in ABNF, with the core rules that they use.
    ///
    /// # Errors
    /// The text of the project's own data is wrong.
    pub fn sound_text(self) -> Result<String, abnf::Error> {
        let grammar = self.grammar()?;
        let rules: Vec<String> = grammar.rules().iter().map(rules::source).collect();
        Ok(rules.join("\n"))
    }

    /// Returns the rules of this revision as a PEG, in the order in which they appeared. Rules that
    /// have no language are not among them.
    ///
    /// # Errors
    /// The text of the project's own data is wrong.
    pub fn pest_text(self) -> Result<String, abnf::Error> {
        let grammar = self.grammar()?;
        let chain = self.chain();
        let patch = |frame: &Frame| Patch { text: frame.data().pest, gone: &[] };
        Ok(rules::text(&rules::of_grammar(rules::merge(chain.iter().map(patch)), &grammar)))
    }

    /// Returns the rules of this revision that have a language, with RFC 5234's core rules where
    /// they are used.
    ///
    /// # Errors
    /// The text of the project's own data is wrong.
    pub fn grammar(self) -> Result<Grammar, abnf::Error> {
        rules::sound(&self.abnf_text())
    }

    /// Returns the rules of this revision that have a language, each by its name and its definition
    /// in ABNF on one line, in the order in which they appeared. Core rules of RFC 5234 are among
    /// them where they are used.
    ///
    /// # Errors
    /// The text of the project's own data is wrong.
    pub fn definitions(self) -> Result<Vec<(String, String)>, abnf::Error> {
        let of = |rule: &abnf::Rule| (rule.name.clone(), rules::definition(rule));
        Ok(self.grammar()?.rules().iter().map(of).collect())
    }
}

impl Revision {
    /// Returns every revision of the editor's history, and the published drafts that are not
    /// revisions, in the order of the lines.
    pub fn all() -> impl ExactSizeIterator<Item = Revision> {
        FILE.revisions.iter().map(|&Row { line, number, commit, date, frame }| {
            let line = &FILE.lines[line];
            Revision { line, number, commit, date, frame }
        })
    }
}

impl Change {
    /// Returns every change, in the order of the frames.
    pub fn all() -> impl ExactSizeIterator<Item = &'static Change> + Clone {
        FILE.changes.iter()
    }
}
