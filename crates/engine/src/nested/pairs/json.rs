//! Pairs as JSON, as pest's feature `pretty-print` writes them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Pair, Pairs, Shared};
use crate::nested::pair_span::RuleName;
use crate::nested::tree::{Node, Nodes};

/// Something that is to be written, at a number of levels.
enum Task {
    Pair(u32, usize),
    /// Pairs beside each other with their place.
    Pairs(u32, u32, usize),
    /// The pairs of a list, and whether the first one was written.
    Items(u32, u32, usize, bool),
    End(char, usize),
}

impl<R: RuleName> Pair<'_, R> {
    /// Returns the pair and those inside it as JSON with line ends, as pest does with its feature
    /// `pretty-print`.
    ///
    /// # Cost
    /// Linear in the text that is returned. Each level inside another is indented further.
    pub fn to_json(&self) -> String {
        written(&self.shared, Task::Pair(self.index, 0))
    }
}

impl<R: RuleName> Pairs<'_, R> {
    /// Returns the pairs and those inside them as JSON with line ends, as pest does with its
    /// feature `pretty-print`. No pairs, which pest does not write, are at bytes 0 to 0.
    ///
    /// # Cost
    /// Linear in the text that is returned. Each level inside another is indented further.
    pub fn to_json(&self) -> String {
        written(&self.shared, Task::Pairs(self.next, self.end, 0))
    }
}

fn written<R: RuleName>(shared: &Shared<'_, R>, task: Task) -> String {
    let tree = &shared.tree;
    let (mut out, mut tasks) = (String::new(), Vec::from([task]));
    while let Some(task) = tasks.pop() {
        match task {
            Task::Pair(index, level) => {
                let node = Node::at(tree, index);
                let (_, after) = node.place();
                place(&mut out, (node.start(), node.end()), level);
                let rule = shared.rule(node).map(|rule| alloc::format!("{rule:?}"));
                out.push_str("\"rule\": ");
                text(&mut out, &rule.unwrap_or_default());
                out.push(',');
                line(&mut out, level + 1);
                out.push_str("\"inner\": ");
                tasks.push(Task::End('}', level));
                if after == index + 1 {
                    text(&mut out, node.text());
                } else {
                    tasks.push(Task::Pairs(index + 1, after, level + 1));
                }
            }
            Task::Pairs(next, end, level) => {
                let mut nodes = Nodes::between(tree, next, end);
                let first = nodes.next();
                let start = first.map_or(0, |node| node.start());
                let last = nodes.last().or(first).map_or(0, |node| node.end());
                place(&mut out, (start, last), level);
                out.push_str("\"pairs\": [");
                tasks.push(Task::End('}', level));
                if first.is_some() {
                    tasks.push(Task::End(']', level + 1));
                    tasks.push(Task::Items(next, end, level + 2, false));
                } else {
                    out.push(']');
                }
            }
            Task::Items(next, end, level, is_behind) => {
                if next >= end {
                    continue;
                }
                if is_behind {
                    out.push(',');
                }
                line(&mut out, level);
                tasks.push(Task::Items(Node::at(tree, next).place().1, end, level, true));
                tasks.push(Task::Pair(next, level));
            }
            Task::End(bracket, level) => {
                line(&mut out, level);
                out.push(bracket);
            }
        }
    }
    out
}

fn line(out: &mut String, level: usize) {
    out.push('\n');
    (0..level).for_each(|_| out.push_str("  "));
}

/// Begins an object with its place.
fn place(out: &mut String, (start, end): (usize, usize), level: usize) {
    out.push('{');
    line(out, level + 1);
    out.push_str("\"pos\": [");
    for (number, behind) in [(start, ","), (end, "")] {
        line(out, level + 2);
        // Writing to a string does not fail.
        let _ = write!(out, "{number}{behind}");
    }
    line(out, level + 1);
    out.push_str("],");
    line(out, level + 1);
}

fn text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..=' ' if c != ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
