//! The rows of `markings.tsv`: components that are not simply a set of rules.

use urigram_automata::marked::Placed;

use crate::{Component, Grammar, Reading};

/// The text of all rows.
const ROWS: &str = include_str!("../../../markings.tsv");

/// A row about a component of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The component.
    pub component: Component,
    /// The statement.
    pub kind: RowKind,
    /// The section of the document that says it.
    pub section: &'static str,
    /// The document's words.
    pub says: &'static str,
}

/// A statement about a component.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowKind {
    /// The component is from the beginning of a rule to the end of another, or of the first if none
    /// of the others follows. Without the second list it is the rule.
    Rules {
        /// The rules where it begins.
        from: Vec<&'static str>,
        /// The rules where it ends.
        to: Vec<&'static str>,
    },
    /// The component ends before the first of its bytes that is this one.
    Cut(u8),
    /// The component is empty where the rules give it no place: before the first of these bytes or
    /// at the end.
    Empty(&'static str),
    /// Derivations that enter these rules are preferred, the first rule most.
    Prefer(Vec<&'static str>),
    /// The shape departs from the rules. The text is the shortest marked string of the shape that
    /// no derivation gives.
    Beyond(&'static str),
}

impl Row {
    /// Returns the rows of a grammar in a reading.
    pub fn of(grammar: Grammar, reading: Reading) -> Vec<Row> {
        let lines = ROWS.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| row(line, grammar.as_str(), reading)).collect()
    }
}

/// Returns the row of a line if it is about this grammar and reading.
fn row(line: &'static str, id: &str, reading: Reading) -> Option<Row> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [ids, readings, component, kind, value, section, says] = fields[..] else { return None };
    let is_of = ids.split(' ').any(|one| one == id);
    let reads = match readings {
        "printed" => reading == Reading::Printed,
        "corrected" => reading == Reading::Corrected,
        _ => true,
    };
    if !is_of || !reads {
        return None;
    }
    let component = Component::ALL.into_iter().find(|one| one.name() == component)?;
    let list = || value.split(' ').collect();
    let kind = match kind {
        "rules" => match value.split_once("..") {
            Some((from, to)) => {
                RowKind::Rules { from: from.split(' ').collect(), to: to.split(' ').collect() }
            }
            None => RowKind::Rules { from: list(), to: Vec::new() },
        },
        "cut" => RowKind::Cut(*value.as_bytes().first()?),
        "empty" => RowKind::Empty(value),
        "prefer" => RowKind::Prefer(list()),
        "beyond" => RowKind::Beyond(value),
        _ => return None,
    };
    Some(Row { component, kind, section, says })
}

/// Returns a marked string as rows have it: escaped, with `⟨` and `⟩` around the component.
pub(super) fn shown(placed: &Placed) -> String {
    let text = |from: usize, to: usize| placed.input[from..to].escape_ascii().to_string();
    let len = placed.input.len();
    match &placed.span {
        Some(span) => {
            let (before, after) = (text(0, span.start), text(span.end, len));
            format!("{before}⟨{}⟩{after}", text(span.start, span.end))
        }
        None => text(0, len),
    }
}
