//! Inputs of recursive rules: their trees, or where they are wrong.

use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;
use urigram::errors::Objection;
use urigram_answers::escape::clipped;
use urigram_answers::json::ErrorJson;
use urigram_generate::nested::{Error, Limits, Node, Nodes, Tree};
use urigram_generate::NestedRule;

use crate::exit::{Failure, Outcome};
use crate::output::{self, Out};
use crate::style::{BAD, DIM, GOOD, NAME};

/// The most levels of a tree that are shown as text. JSON has all of them.
const LEVELS: usize = 100;

/// Parses one input by a recursive rule.
///
/// # Errors
/// [`Failure::Usage`] for input that is not UTF-8.
pub(super) fn parse(
    rule: &NestedRule,
    bytes: &[u8],
    with_tree: bool,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Failure::Usage(format!("byte {}: the input is not UTF-8", error.valid_up_to()))
    })?;
    let parsed = rule.parse(text, Limits::for_length(text.len()));
    let of = |error: &Error| ErrorJson::of_objection(bytes, &Objection::Stack(error.clone()));
    let error = parsed.as_ref().err().map(of);
    if let Some(limit) = error.as_ref().filter(|error| !error.has_place()) {
        return Err(Failure::Limit(limit.message().to_owned()));
    }
    let outcome = Outcome::of(error.is_none());
    let tree = parsed.as_ref().ok().filter(|_| with_tree);
    let (grammar, name) = (rule.id(), rule.name());
    if out.is_json() {
        let accepted = error.is_none();
        let line = ParsedByCallsJson { input: text, grammar, rule: name, accepted, error };
        let mut json = serde_json::to_string(&line)?;
        if let Some(tree) = tree {
            json.truncate(json.len() - 1);
            json.push_str(",\"tree\":");
            as_json(tree, &mut json)?;
            json.push('}');
        }
        writeln!(out, "{json}")?;
        return Ok(outcome);
    }
    if let Some(error) = error {
        writeln!(out, "{BAD}rejected{BAD:#} by {NAME}{name}{NAME:#} of {grammar}")?;
        writeln!(out, "  {}", error.message())?;
    } else {
        writeln!(out, "{GOOD}accepted{GOOD:#} as {NAME}{name}{NAME:#} of {grammar}")?;
    }
    if let Some(tree) = tree {
        writeln!(out)?;
        as_text(tree, out)?;
    }
    Ok(outcome)
}

/// Writes the nodes below each other, children behind their parent's bars.
fn as_text(tree: &Tree<'_, '_>, out: &mut dyn Write) -> Result<(), Failure> {
    let width = output::width();
    // For each open level, the nodes that are left, and the bars before them.
    let mut levels: Vec<(Nodes<'_>, String)> = vec![(tree.roots(), String::new())];
    while let Some((nodes, bars)) = levels.last_mut() {
        let Some(node) = nodes.next() else {
            levels.pop();
            continue;
        };
        let mut following = *nodes;
        let is_last = following.next().is_none();
        let (bars, is_root) = (bars.clone(), levels.len() == 1);
        let branch = match (is_root, is_last) {
            (true, _) => "",
            (false, true) => "└─ ",
            (false, false) => "├─ ",
        };
        let before = [&*bars, branch, node.rule()].map(|text| text.chars().count());
        let column = before.iter().sum::<usize>() + 2;
        let text = clipped(node.text().as_bytes(), width.saturating_sub(column).max(16));
        let doubt = if node.is_ambiguous() { "  (several readings)" } else { "" };
        let rule = node.rule();
        writeln!(out, "{DIM}{bars}{branch}{DIM:#}{NAME}{rule}{NAME:#}  {text}{doubt}")?;
        let inside = if is_root {
            ""
        } else if is_last {
            "   "
        } else {
            "│  "
        };
        if levels.len() == LEVELS && node.children().next().is_some() {
            writeln!(out, "{DIM}{bars}{inside}└─ … (--format json has all levels){DIM:#}")?;
        } else {
            levels.push((node.children(), format!("{bars}{inside}")));
        }
    }
    Ok(())
}

/// Writes the outermost node, or a list of them where the rule leaves none or several.
fn as_json(tree: &Tree<'_, '_>, json: &mut String) -> Result<(), Failure> {
    let is_one = tree.roots().count() == 1;
    if !is_one {
        json.push('[');
    }
    let mut levels: Vec<(Nodes<'_>, bool)> = vec![(tree.roots(), true)];
    while let Some((nodes, is_first)) = levels.last_mut() {
        let Some(node) = nodes.next() else {
            levels.pop();
            if !levels.is_empty() {
                json.push_str("]}");
            }
            continue;
        };
        if !std::mem::replace(is_first, false) {
            json.push(',');
        }
        opening(node, json)?;
        levels.push((node.children(), true));
    }
    if !is_one {
        json.push(']');
    }
    Ok(())
}

/// Writes a node up to its children.
fn opening(node: Node<'_>, json: &mut String) -> Result<(), Failure> {
    json.push_str("{\"rule\":");
    json.push_str(&serde_json::to_string(node.rule())?);
    let _ = write!(json, ",\"start\":{},\"end\":{}", node.start(), node.end());
    if node.is_ambiguous() {
        json.push_str(",\"ambiguous\":true");
    }
    json.push_str(",\"children\":[");
    Ok(())
}

/// An input by a recursive rule, without its tree, which nests as deep as the input.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ParsedByCallsJson<'a> {
    /// The input.
    pub(crate) input: &'a str,
    /// The id of the grammar.
    pub(crate) grammar: &'a str,
    /// The rule.
    pub(crate) rule: &'a str,
    /// Whether the rule derives the input.
    pub(crate) accepted: bool,
    /// The reason why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<ErrorJson>,
}
