//! The PEG of a frame, from that of the frame before.

use std::path::Path;

use urigram_automata::abnf::{peg_name, Rule};
use urigram_automata::peg;
use urigram_automata::synthesis::{synthesize, synthesize_from, LIMITS};
use urigram_automata::Terminals::CodePoints;

use super::frames::{FrameData, Made};
use crate::proof::Prover;
use crate::rules::{self, blocks, key, Block, Patch};

/// The documents whose PEGs are tried, the nearest to each other first.
const DOCUMENTS: [&str; 5] = ["rfc1808", "url-1997", "rfc2396", "uri-2003", "rfc3986"];

/// Finds the PEG of each frame.
pub(super) struct Pegs {
    pub(super) prover: Prover,
    documents: Vec<String>,
}

impl Pegs {
    /// Reads the PEGs of the documents.
    pub(super) fn new(root: &Path) -> Result<Pegs, String> {
        let read = |id: &&str| {
            let path = root.join("../../grammars").join(id).join("printed.pest");
            std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let documents = DOCUMENTS.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Pegs { prover: Prover::default(), documents })
    }

    /// Returns the rules of a frame's PEG that are not those of the frame before. The frames before
    /// have theirs.
    ///
    /// A `printed.pest` that is there is kept if it proves every rule. Otherwise a rule that is not
    /// proved any more is taken from a document that has it, where that proves it. The remaining
    /// rules are synthesized.
    ///
    /// # Errors
    /// The message that names the rules for which no proof was found.
    pub(super) fn patch(&mut self, made: &Made, index: usize) -> Result<String, String> {
        let frame = &made.frames[index];
        let grammar = &frame.grammar;
        if !frame.pest.is_empty() && self.prover.lacking(grammar, &made.pest(index)).is_empty() {
            return Ok(frame.pest.clone());
        }
        let before = made.pest_before(index);
        let own = [&before, &frame.pest].map(|text| Patch { text, gone: &[] });
        let mut own = rules::of_grammar(rules::merge(own), grammar);
        own.retain(|(_, block)| !uses_gone(made, index, block));
        let mut source = self.filled(made, index, &rules::text(&own));
        let mut missing = self.prover.lacking(grammar, &source);
        for document in &self.documents {
            if missing.is_empty() {
                break;
            }
            let wanted = |(name, _): &Block<'_>| {
                name.starts_with('-') || missing.iter().any(|one| key(&peg_name(one)) == *name)
            };
            let taken: Vec<Block<'_>> = blocks(document).into_iter().filter(wanted).collect();
            let text = rules::text(&taken);
            let both = [&source, &text].map(|text| Patch { text, gone: &[] });
            let merged = rules::text(&rules::of_grammar(rules::merge(both), grammar));
            let still = self.prover.lacking(grammar, &merged);
            if still.len() < missing.len() {
                (source, missing) = (merged, still);
            }
        }
        if !missing.is_empty() {
            let is_proved =
                |(name, _): &Block<'_>| !missing.iter().any(|one| key(&peg_name(one)) == *name);
            let proved: Vec<Block<'_>> = blocks(&source).into_iter().filter(is_proved).collect();
            let copied = with_copies(made, index, &rules::text(&proved));
            let still = self.prover.lacking(grammar, &copied);
            if still.len() < missing.len() {
                (source, missing) = (copied, still);
            }
        }
        if !missing.is_empty() {
            source = synthesized(made, index, &source, &missing)?;
            missing = self.prover.lacking(grammar, &source);
        }
        if !missing.is_empty() {
            return Err(format!("{}: not proved: {}", frame.folder, missing.join(", ")));
        }
        let known = blocks(&before);
        let is_new = |(name, block): &Block<'_>| {
            !known.iter().any(|(old, text)| old == name && body(text) == body(block))
        };
        Ok(rules::text(&blocks(&source).into_iter().filter(is_new).collect::<Vec<_>>()))
    }
}

/// Returns true if a rule of a PEG uses one that an earlier frame has and this one has not.
fn uses_gone(made: &Made, index: usize, block: &str) -> bool {
    let chain = made.chain(index);
    let has = |frame: &FrameData, name: &str| {
        frame.grammar.rules().iter().any(|rule| peg_name(&rule.name) == name)
    };
    rules::words(&body(block))
        .any(|word| !has(&made.frames[index], word) && chain.iter().any(|frame| has(frame, word)))
}

/// Returns a rule of a PEG without its comment.
fn body(block: &str) -> String {
    block.lines().filter(|line| !line.starts_with('/')).collect::<Vec<_>>().join("\n")
}

impl Pegs {
    /// Returns the PEG with a rule of each name that it lacks: a literal copy, or, where pest
    /// refuses the copies, the rule of that name of a document.
    fn filled(&self, made: &Made, index: usize, source: &str) -> String {
        let copied = with_copies(made, index, source);
        if peg::Grammar::parse(&copied).is_ok() {
            return copied;
        }
        let lacks = |(name, _): &Block<'_>| !blocks(source).iter().any(|(has, _)| has == name);
        let filled = self.documents.iter().map(|document| {
            let taken: Vec<Block<'_>> = blocks(document).into_iter().filter(lacks).collect();
            let taken = rules::text(&taken);
            let both = [source, &taken].map(|text| Patch { text, gone: &[] });
            let all = rules::of_grammar(rules::merge(both), &made.frames[index].grammar);
            with_copies(made, index, &rules::text(&all))
        });
        filled.into_iter().find(|text| peg::Grammar::parse(text).is_ok()).unwrap_or(copied)
    }
}

/// Returns the PEG with a literal copy of each rule that it lacks by name.
fn with_copies(made: &Made, index: usize, source: &str) -> String {
    let grammar = &made.frames[index].grammar;
    let has = blocks(source);
    let is_there = |rule: &Rule| has.iter().any(|(name, _)| *name == key(&peg_name(&rule.name)));
    if grammar.rules().iter().all(is_there) {
        return source.to_owned();
    }
    let copies = synthesize(grammar, CodePoints, LIMITS);
    let new = |(name, _): &Block<'_>| !has.iter().any(|(known, _)| known == name);
    let new: Vec<Block<'_>> = blocks(copies.source()).into_iter().filter(new).collect();
    rules::text(&has.iter().cloned().chain(new).collect::<Vec<_>>())
}

/// Returns the PEG with the missing rules synthesized.
fn synthesized(
    made: &Made,
    index: usize,
    source: &str,
    missing: &[String],
) -> Result<String, String> {
    let frame = &made.frames[index];
    println!("{}: search for {}", frame.folder, missing.join(", "));
    let grammar = &frame.grammar;
    let has = blocks(source);
    let patched = blocks(&frame.abnf);
    // A changed rule that uses a missing one may have been proved by accident.
    let is_new = |rule: &Rule| {
        let uses = grammar.used_by(&rule.name);
        patched.iter().any(|(name, _)| *name == key(&rule.name))
            && uses.rules().iter().any(|used| missing.contains(&used.name))
    };
    let is_kept = |rule: &&Rule| {
        !missing.contains(&rule.name)
            && !is_new(rule)
            && has.iter().any(|(name, _)| *name == key(&peg_name(&rule.name)))
    };
    let kept: Vec<String> =
        grammar.rules().iter().filter(is_kept).map(|rule| peg_name(&rule.name)).collect();
    let old = peg::Grammar::parse(source).map_err(|error| format!("{}: {error}", frame.folder))?;
    let keep: Vec<&str> = kept.iter().map(String::as_str).collect();
    let found = synthesize_from(grammar, &old, &keep, CodePoints, LIMITS);
    let unproved: Vec<String> = found
        .rules()
        .iter()
        .filter_map(|rule| Some(format!("{}: {:?}", rule.rule, rule.proof.as_ref().err()?)))
        .collect();
    if unproved.is_empty() {
        return Ok(found.source().to_owned());
    }
    Err(format!("{}: not proved: {}", frame.folder, unproved.join("; ")))
}
