//! Trees as pest's own pairs, for code that reads those.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

use ::pest::error::{Error as PestError, ErrorVariant};
use ::pest::iterators::{Pairs, PairsBuilder};
use ::pest::{Position, RuleType};

use super::tree::{Event, Tree};
use super::{Error, Limits, Program, RuleName};

/// The most nodes inside each other. pest's builder of pairs recurses into each of them.
const DEPTH: usize = 1_000;

impl Program {
    /// Matches a rule with the beginning of an input, as pest's parsers do, and returns the nodes
    /// as pest's pairs.
    ///
    /// # Errors
    /// pest's error, with this crate's reason as its message: the furthest failure, a limit, or
    /// more than 1,000 nodes inside each other.
    pub fn pairs<'i, R: RuleName + RuleType>(
        &self,
        rule: R,
        input: &'i str,
    ) -> Result<Pairs<'i, R>, Box<PestError<R>>> {
        let tree = self.parse_prefix(rule.name(), input, Limits::for_length(input.len()));
        tree.and_then(|tree| as_pairs(&tree)).map_err(|error| {
            let at = match &error {
                Error::Rejected { offset, .. } => Position::new(input, *offset),
                Error::Limit { .. } | Error::UnknownRule => None,
            };
            let variant = ErrorVariant::CustomError { message: error.to_string() };
            Box::new(PestError::new_from_pos(variant, at.unwrap_or(Position::from_start(input))))
        })
    }
}

/// Returns the nodes of a tree as pairs.
fn as_pairs<'i, R: RuleName + RuleType>(tree: &Tree<'_, 'i>) -> Result<Pairs<'i, R>, Error> {
    // The variant of each rule that has a node, by its number; first that of the end.
    let mut variants: Vec<Option<R>> = Vec::new();
    let (mut open, mut inside) = (Vec::new(), PairsBuilder::new(tree.input));
    for event in tree.events() {
        match event {
            Event::Enter(_) if open.len() == DEPTH => {
                return Err(Error::Limit { what: "nodes inside each other for pest's pairs" });
            }
            Event::Enter(_) => {
                let before = core::mem::replace(&mut inside, PairsBuilder::new(tree.input));
                open.push(before);
            }
            Event::Leave(node) => {
                let place = node.rule_number().map_or(0, |number| number + 1);
                variants.resize(variants.len().max(place + 1), None);
                variants[place] = variants[place].or_else(|| R::of(node.rule()));
                let rule = variants[place].ok_or(Error::UnknownRule)?;
                // Each node that is left was entered.
                let Some(before) = open.pop() else { continue };
                inside = before.rule_with(rule, node.start(), node.end(), |_| inside);
            }
        }
    }
    Ok(inside.build())
}
