//! Cells of the nodes of a run, and the tree that they become.

use alloc::vec::Vec;

use super::{Machine, NONE};
use crate::nested::tree::Flat;
use crate::nested::Error;

/// The rule of a cell that stands for the cells inside it.
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
