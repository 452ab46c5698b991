//! Cells of the nodes of a run, and the tree that they become.
//!
//! A tag is for the node that ended before it, which may be one that stood there already when an
//! alternative was begun. pest leaves it there if the alternative then fails. So does this machine:
//! where it goes back to a list of cells, the tag that is first behind it, before any node, is put
//! behind it again. With `r = { a ~ (#t = "b" ~ "c" | "bd") }` and `abd`, the lists of `r` are
//!
//! ```text
//! a, #t          at byte 2, where "c" fails
//! a, #t          at byte 1, where "bd" begins: the list was `a`, and has the tag again
//! ```
//!
//! What a rule without a node does to the node before it is thus a tag or none. It is kept with the
//! rule's result, in a failure, too. Looking for it takes linear time: each cell is looked at once
//! when it leaves a list, and once when its rule ends.

use alloc::vec::Vec;

use super::{Machine, Stop, NONE};
use crate::nested::tree::Flat;
use crate::nested::Error;

/// The rule of a cell that stands for the cells inside it, of which one is a node. Its `start` is
/// the tag that is first in it, before any node, or `NONE`.
pub(super) const SPLICE: u32 = u32::MAX - 2;
/// The rule of a cell that gives the node that ended before it a tag, its `start`.
pub(super) const TAG: u32 = u32::MAX - 3;

/// A node behind those before it. Cells are never changed, so that results can share them.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) before: u32,
    pub(super) rule: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) inside: u32,
}

impl Machine<'_> {
    /// Puts a tag behind the list, if it is one, and returns its cell.
    pub(super) fn add_tag(&mut self, tag: u32) -> Result<u32, Stop> {
        if tag == NONE {
            return Ok(NONE);
        }
        self.cell(TAG, tag, NONE)
    }

    /// Returns the tag in the list behind a cell for the node that ends with it, or `NONE`, and
    /// whether there is a node behind it. Without tags, all that is behind it counts as a node.
    pub(super) fn first_tag(&self, until: u32) -> (u32, bool) {
        if !self.program.has_tags {
            return (NONE, self.list != until);
        }
        let (mut tag, mut has_nodes, mut next) = (NONE, false, self.list);
        while let Some(cell) = self.cells.get(next as usize).filter(|_| next != until) {
            match cell.rule {
                TAG if tag == NONE => tag = cell.start,
                TAG => {}
                rule => {
                    has_nodes = true;
                    tag = if rule == SPLICE { cell.start } else { NONE };
                }
            }
            next = cell.before;
        }
        (tag, has_nodes)
    }

    /// Returns the nodes of the run, in the order of the text.
    pub(in crate::nested) fn tree(&self) -> Result<Vec<Flat>, Error> {
        enum Task {
            Visit(u32),
            /// A node whose inner ones follow, from this number on, and its tag.
            Node(u32, u32, u32),
        }
        let mut nodes: Vec<Flat> = Vec::new();
        let mut tasks = Vec::from([Task::Visit(self.list)]);
        // The tag that the next node gets if it ends where the tag is.
        let mut pending = NONE;
        // From the last node to the first one, each behind those inside it; then turned around.
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(list) => {
                    let Some(&cell) = self.cells.get(list as usize) else { continue };
                    tasks.push(Task::Visit(cell.before));
                    match cell.rule {
                        TAG if pending == NONE => pending = cell.start,
                        TAG => {}
                        SPLICE => tasks.push(Task::Visit(cell.inside)),
                        _ => {
                            let tag = core::mem::replace(&mut pending, NONE);
                            tasks.push(Task::Node(list, nodes.len() as u32, tag));
                            tasks.push(Task::Visit(cell.inside));
                        }
                    }
                }
                Task::Node(cell, from, tag) => {
                    pending = NONE;
                    if nodes.len() >= self.limits.nodes {
                        return Err(Error::Limit { what: "nodes" });
                    }
                    let Cell { mut rule, start, end, .. } = self.cells[cell as usize];
                    if tag != NONE {
                        let tagged = self.program.tagged(rule, tag);
                        rule = tagged.ok_or(Error::Limit { what: "tags" })?;
                    }
                    let size = nodes.len() as u32 + 1 - from;
                    nodes.push(Flat { rule, start, end, after: size });
                }
            }
        }
        nodes.reverse();
        for (index, node) in nodes.iter_mut().enumerate() {
            node.after += index as u32;
        }
        Ok(nodes)
    }
}
