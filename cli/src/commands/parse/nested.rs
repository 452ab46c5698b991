//! Inputs of rules that call themselves: their trees, or where they are wrong.

use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;
use urigram::proof::peg;
use urigram_answers::escape::clipped;
use urigram_generate::nested::{program, Error, Limits, Node, Nodes, Open, Tree};

use super::Arguments;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::rules_file::{Rules, RulesFile};
use crate::style::{BAD, DIM, GOOD, NAME};
use crate::{input, operands, output};

/// The most levels of a tree that are shown as text. JSON has all of them.
const LEVELS: usize = 100;

/// The keys of `parse` in JSON, without the tree, which no serializer may recurse into.
#[derive(Serialize)]
struct Line<'a> {
    input: &'a str,
    grammar: &'a str,
    rule: &'a str,
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Wrong<'a>>,
}

#[derive(Serialize)]
struct Wrong<'a> {
    offset: usize,
    line: usize,
    column: usize,
    rule: Option<&'a str>,
    open: Vec<OpenRule<'a>>,
    message: String,
}

#[derive(Serialize)]
struct OpenRule<'a> {
    rule: &'a str,
    start: usize,
}

impl<'a> OpenRule<'a> {
    fn of(open: &'a Open) -> OpenRule<'a> {
        OpenRule { rule: &open.rule, start: open.start }
    }
}

/// Parses by a rule of a `.pest` file that no automaton can follow; `None` if the options name
/// anything else.
///
/// # Errors
/// [`Failure::Usage`] for a file that cannot be read, for input that is not UTF-8, and for options
/// that nested rules do not have.
pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Option<Outcome>, Failure> {
    let paths: Vec<_> = globals.paths().collect();
    let [path] = paths[..] else { return Ok(None) };
    if path.is_dir() || path.extension().is_none_or(|ending| ending != "pest") {
        return Ok(None);
    }
    let file = RulesFile::read(path)?;
    let Rules::Pest(rules) = &file.rules else { return Ok(None) };
    let wanted = globals.rule.as_deref();
    let first = || rules.rules().iter().find(|rule| !rule.is_silent()).map(peg::Rule::name);
    let Ok(rule) = file.rule(wanted.or_else(first)) else { return Ok(None) };
    if rules.undecided(&rule).is_none() {
        return Ok(None);
    }
    if arguments.lines || globals.reading.is_some() {
        return Err(Failure::Usage(format!(
            "`{rule}` calls itself or uses the stack: leave out --lines and --reading"
        )));
    }
    let [operand] = operands::exactly(&arguments.operands, "one input")?;
    operands::note_file(operand, "urigram parse --lines");
    let bytes = input::read(operand, arguments.escaped)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        Failure::Usage(format!("byte {}: the input is not UTF-8", error.valid_up_to()))
    })?;
    let program = program(rules);
    let parsed = program.parse(&rule, text, Limits::for_length(text.len()));
    let shown = path.display().to_string();
    let line = Line { input: text, grammar: &shown, rule: &rule, accepted: false, error: None };
    let outcome = match &parsed {
        Ok(tree) if globals.json() => {
            let mut json = serde_json::to_string(&Line { accepted: true, ..line })?;
            if !arguments.no_tree {
                json.truncate(json.len() - 1);
                json.push_str(",\"tree\":");
                as_json(tree, &mut json)?;
                json.push('}');
            }
            writeln!(out, "{json}")?;
            Outcome::Done
        }
        Ok(tree) => {
            writeln!(out, "{GOOD}accepted{GOOD:#} as {NAME}{rule}{NAME:#} of {shown}")?;
            if !arguments.no_tree {
                writeln!(out)?;
                as_text(tree, out)?;
            }
            Outcome::Done
        }
        Err(Error::Rejected { offset, open }) => {
            let (line_number, column) = Tree::line_col(text, *offset);
            let innermost = open.last().map(|open| open.rule.as_str());
            let message = message(*offset, line_number, column, open);
            if globals.json() {
                let error = Wrong {
                    offset: *offset,
                    line: line_number,
                    column,
                    rule: innermost,
                    open: open.iter().map(OpenRule::of).collect(),
                    message,
                };
                output::json_line(out, &Line { error: Some(error), ..line })?;
            } else {
                writeln!(out, "{BAD}rejected{BAD:#} by {NAME}{rule}{NAME:#} of {shown}")?;
                writeln!(out, "  {message}")?;
            }
            Outcome::Rejected
        }
        Err(error) => return Err(Failure::Limit(error.to_string())),
    };
    Ok(Some(outcome))
}

/// Returns where the input is wrong, with the innermost rules that are open there.
fn message(offset: usize, line: usize, column: usize, open: &[Open]) -> String {
    let mut message = format!("line {line}, column {column} (byte {offset}): ");
    if open.is_empty() {
        message.push_str("the rule ends before this");
        return message;
    }
    message.push_str("no alternative goes on here, in ");
    let skipped = open.len().saturating_sub(8);
    if skipped > 0 {
        let _ = write!(message, "… {skipped} more > ");
    }
    let named =
        open[skipped..].iter().map(|open| format!("{} from byte {}", open.rule, open.start));
    message.push_str(&named.collect::<Vec<_>>().join(" > "));
    message
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
        let column = bars.chars().count() + branch.chars().count() + node.rule().len() + 2;
        let text = clipped(node.text().as_bytes(), width.saturating_sub(column).max(16));
        writeln!(out, "{DIM}{bars}{branch}{DIM:#}{NAME}{}{NAME:#}  {text}", node.rule())?;
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
    let _ = write!(json, ",\"start\":{},\"end\":{},\"children\":[", node.start(), node.end());
    Ok(())
}
