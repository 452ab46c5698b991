//! The text of a grammar: the positions of its rules, pest's errors, and overlays.

use super::{Error, Origin};
use pest_meta::parser::{self, Rule as Meta};
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
    /// The number of pest's pieces, an upper bound of its depth.
    pub(super) pieces: usize,
    /// The nesting of its parentheses, the braces included.
    pub(super) nesting: usize,
}

/// The pieces of a text before validation.
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
        let patch_source =
            Source { text: patch.to_owned(), pieces: vec![whole], base: String::new(), patch: patch.to_owned() };
        let new = patch_source.outline()?;
        let mut by_name = HashMap::new();
        for definition in &new.definitions {
            if by_name.insert(definition.name.as_str(), definition).is_some() {
                let message = format!("rule {} already defined", definition.name);
                return Err(patch_source.error_at(definition.body.start, message));
            }
        }
        let mut merged =
            Source { text: String::new(), pieces: Vec::new(), base: base.to_owned(), patch: patch.to_owned() };
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
        for definition in new.definitions.iter().filter(|definition| !replaced.contains(definition.name.as_str())) {
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
        let pairs = parser::parse(Meta::grammar_rules, &self.text).map_err(|error| self.error(error))?;
        let mut outline = Outline { doc: Vec::new(), definitions: Vec::new() };
        let (mut doc, mut start, mut end) = (Vec::new(), None, 0);
        for pair in pairs {
            let span = pair.as_span();
            match pair.as_rule() {
                Meta::grammar_doc => {
                    outline.doc.extend(pair.into_inner().map(|line| line.as_str().to_owned()));
                    end = span.end();
                }
                Meta::grammar_rule => {
                    let (mut pieces, mut nesting, mut open) = (0, 0, Vec::new());
                    for piece in pair.clone().into_inner().flatten() {
                        pieces += 1;
                        if piece.as_rule() == Meta::expression {
                            open.retain(|&end| end > piece.as_span().start());
                            open.push(piece.as_span().end());
                            nesting = nesting.max(open.len());
                        }
                        if matches!(piece.as_rule(), Meta::inner_str | Meta::inner_chr) {
                            if let Some(at) = no_character(piece.as_str()) {
                                let message = "this escape is no character".to_owned();
                                return Err(self.error_at(piece.as_span().start() + at, message));
                            }
                        }
                    }
                    let Some(first) = pair.into_inner().next() else { continue };
                    start.get_or_insert(span.start());
                    if first.as_rule() == Meta::line_doc {
                        doc.extend(first.into_inner().map(|line| line.as_str().to_owned()));
                        continue;
                    }
                    let start = start.take().unwrap_or(span.start());
                    outline.definitions.push(Definition {
                        name: first.as_str().to_owned(),
                        doc: std::mem::take(&mut doc),
                        lead: self.lead(end, start),
                        start,
                        // pest's span may include blanks before a brace, never after it.
                        body: span.start()..span.end(),
                        pieces,
                        nesting,
                    });
                    end = span.end();
                }
                _ => {}
            }
        }
        Ok(outline)
    }

    /// Returns the line comments between two rules that belong to the second.
    fn lead(&self, end: usize, start: usize) -> Range<usize> {
        let gap = &self.text[end..start];
        // The rest of the line on which a rule ends belongs to that rule.
        let own = if end == 0 { 0 } else { gap.find('\n').map_or(gap.len(), |newline| newline + 1) };
        let comments = gap[own..].trim_start();
        let only_lines = !gap[..own].contains("/*")
            && comments.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with("//"));
        if only_lines {
            start - comments.len()..start
        } else {
            start..start
        }
    }

    /// Returns pest's error at its position in the text that it came from.
    pub(super) fn error(&self, error: pest::error::Error<Meta>) -> Error {
        let error = error.renamed_rules(parser::rename_meta_rule);
        let offset = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        self.error_at(offset, error.variant.message().into_owned())
    }

    pub(super) fn error_at(&self, offset: usize, message: String) -> Error {
        let piece = self.pieces.iter().rev().find(|piece| piece.at <= offset);
        let (origin, at) =
            piece.map_or((Origin::Base, offset), |piece| (piece.origin, piece.from + (offset - piece.at)));
        let text = if origin == Origin::Patch { &self.patch } else { &self.base };
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Error::Syntax { origin, line, column, message }
    }
}

/// Returns the position of an escape in a literal that is no character; pest_meta panics at it.
fn no_character(literal: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = literal.get(at..).and_then(|rest| rest.find('\\')) {
        let escape = at + found;
        let code = literal[escape..].strip_prefix("\\u{").and_then(|code| code.split('}').next());
        if code.is_some_and(|code| u32::from_str_radix(code, 16).ok().and_then(char::from_u32).is_none()) {
            return Some(escape);
        }
        // Past the backslash and the escaped ASCII character.
        at = escape + 2;
    }
    None
}
