//! The text of a grammar: the positions of its rules, and overlays.

use super::text::{self, Item, Wrong};
use super::{Error, Expr, Kind, Origin};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A grammar's text, with the origin of each piece.
pub(super) struct Source {
    pub(super) text: String,
    pieces: Vec<Piece>,
    /// The texts that positions refer to.
    base: String,
    patch: String,
}

/// A piece of the whole text: from byte `at` on it is the text of `origin` from byte `from` on.
struct Piece {
    at: usize,
    origin: Origin,
    from: usize,
}

/// One rule's position in a text, in bytes.
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) doc: Vec<String>,
    /// The rule's own comments before the `///` lines.
    lead: Range<usize>,
    /// From the first `///` line.
    start: usize,
    /// From the name to the closing brace.
    body: Range<usize>,
    pub(super) kind: Kind,
    pub(super) expr: Expr,
    /// The offset where each expression in `expr` begins, by its number.
    pub(super) places: Vec<usize>,
}

/// The rules of a text, before anything is checked.
pub(super) struct Outline {
    pub(super) doc: Vec<String>,
    pub(super) definitions: Vec<Definition>,
}

impl Definition {
    /// Returns the bytes from the name to the closing brace.
    pub(super) fn body(&self) -> Range<usize> {
        self.body.clone()
    }
}

impl Source {
    pub(super) fn new(text: &str) -> Source {
        let pieces = vec![Piece { at: 0, origin: Origin::Base, from: 0 }];
        Source { text: text.to_owned(), pieces, base: text.to_owned(), patch: String::new() }
    }

    /// Returns the base with the rules of the patch in place of those of the same name, and new
    /// ones at the end.
    pub(super) fn overlay(base: &str, patch: &str) -> Result<Source, Error> {
        let old = Source::new(base).outline()?;
        let whole = Piece { at: 0, origin: Origin::Patch, from: 0 };
        let patch_source = Source {
            text: patch.to_owned(),
            pieces: vec![whole],
            base: String::new(),
            patch: patch.to_owned(),
        };
        let new = patch_source.outline()?;
        let mut by_name = HashMap::new();
        for definition in &new.definitions {
            if by_name.insert(definition.name.as_str(), definition).is_some() {
                let message = format!("rule {} already defined", definition.name);
                return Err(patch_source.error_at(definition.body.start, message));
            }
        }
        let mut merged = Source {
            text: String::new(),
            pieces: Vec::new(),
            base: base.to_owned(),
            patch: patch.to_owned(),
        };
        let mut copied = 0;
        let mut replaced = HashSet::new();
        for definition in &old.definitions {
            let Some(by) = by_name.get(definition.name.as_str()) else { continue };
            replaced.insert(by.name.as_str());
            // A patch that does not document a rule keeps its documentation.
            let from = if by.doc.is_empty() { definition.body.start } else { definition.start };
            merged.copy(Origin::Base, copied..from);
            merged.copy(Origin::Patch, by.lead.clone());
            merged.copy(Origin::Patch, by.start..by.body.end);
            copied = definition.body.end;
        }
        merged.copy(Origin::Base, copied..base.len());
        for definition in
            new.definitions.iter().filter(|definition| !replaced.contains(definition.name.as_str()))
        {
            merged.text.push_str(if merged.text.ends_with('\n') { "\n" } else { "\n\n" });
            merged.copy(Origin::Patch, definition.lead.clone());
            merged.copy(Origin::Patch, definition.start..definition.body.end);
            merged.text.push('\n');
        }
        Ok(merged)
    }

    fn copy(&mut self, origin: Origin, range: Range<usize>) {
        self.pieces.push(Piece { at: self.text.len(), origin, from: range.start });
        let text = if origin == Origin::Patch { &self.patch } else { &self.base };
        self.text.push_str(&text[range]);
    }

    pub(super) fn outline(&self) -> Result<Outline, Error> {
        let mut outline = Outline { doc: Vec::new(), definitions: Vec::new() };
        let (mut doc, mut first, mut last) = (Vec::new(), None, 0);
        for item in text::items(&self.text).map_err(|wrong| self.wrong(wrong))? {
            match item {
                Item::GrammarDoc { text, end } => {
                    outline.doc.push(text);
                    last = end;
                }
                Item::RuleDoc { text, start } => {
                    first.get_or_insert(start);
                    doc.push(text);
                }
                Item::Rule { name, kind, expr, places, start, end } => {
                    let first = first.take().unwrap_or(start);
                    outline.definitions.push(Definition {
                        name,
                        doc: std::mem::take(&mut doc),
                        lead: self.lead(last, first),
                        start: first,
                        body: start..end,
                        kind,
                        expr,
                        places,
                    });
                    last = end;
                }
            }
        }
        Ok(outline)
    }

    fn wrong(&self, wrong: Wrong) -> Error {
        match wrong {
            Wrong::Syntax { at, message } => self.error_at(at, message),
            Wrong::TooLarge { rule, what, limit } => {
                Error::TooLarge { rule: Some(rule), what, limit }
            }
        }
    }

    /// Returns the line comments between two rules that belong to the second.
    fn lead(&self, end: usize, start: usize) -> Range<usize> {
        let gap = &self.text[end..start];
        // The rest of the line on which a rule ends belongs to that rule.
        let own =
            if end == 0 { 0 } else { gap.find('\n').map_or(gap.len(), |newline| newline + 1) };
        let comments = gap[own..].trim_start();
        let only_lines = !gap[..own].contains("/*")
            && comments
                .lines()
                .all(|line| line.trim().is_empty() || line.trim_start().starts_with("//"));
        if only_lines {
            start - comments.len()..start
        } else {
            start..start
        }
    }

    pub(super) fn error_at(&self, offset: usize, message: String) -> Error {
        let piece = self.pieces.iter().rev().find(|piece| piece.at <= offset);
        let (origin, at) = piece.map_or((Origin::Base, offset), |piece| {
            (piece.origin, piece.from + (offset - piece.at))
        });
        let text = if origin == Origin::Patch { &self.patch } else { &self.base };
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Error::Syntax { origin, line, column, message }
    }
}
