//! Character grids: which characters can stand in a part, document by document.

use serde::Serialize;
use serde_json::{json, Value};
use urigram::proof::{Dfa, Side};
use urigram::{same_name, Component, Grammar, Reading};

use super::{automata, Params, Refusal};

/// `characters`: for a component (or a rule of that name), which characters of US-ASCII can stand somewhere in it.
pub(crate) fn answer(params: &Params) -> Result<Value, Refusal> {
    let reading = params.reading("reading")?;
    let name = params.text("of")?.unwrap_or("path");
    let component = Component::ALL.into_iter().find(|component| component.name() == name);
    let mut rows = Vec::new();
    for &grammar in Grammar::ALL {
        let document = grammar.document();
        let rules: Vec<&'static str> = match component {
            Some(component) => document.component_rules(component).to_vec(),
            None => {
                document.rules.iter().map(|rule| rule.name).find(|known| same_name(known, name)).into_iter().collect()
            }
        };
        if let Some(row) = Row::new(grammar, reading, &rules)? {
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return Err(Refusal::Usage(format!("no document has a component or a rule {name:?}")));
    }
    let names: Vec<&str> = Component::ALL.into_iter().map(Component::name).collect();
    Ok(json!({ "of": name, "reading": reading.id(), "components": names, "rows": rows }))
}

/// One document.
#[derive(Serialize)]
struct Row {
    grammar: &'static str,
    date: String,
    rules: Vec<&'static str>,
    /// The characters from `!` to `~` that can stand there, in order; the space first where it can.
    characters: String,
    /// Whether octets or characters beyond US-ASCII can stand there.
    beyond: bool,
    /// Whether control characters can.
    controls: bool,
}

impl Row {
    fn new(grammar: Grammar, reading: Reading, rules: &[&'static str]) -> Result<Option<Row>, Refusal> {
        if rules.is_empty() {
            return Ok(None);
        }
        let mut bytes = [false; 256];
        for rule in rules {
            used(automata::of(Side { grammar, reading, rule: Some(rule) })?, &mut bytes);
        }
        let any = |range: std::ops::RangeInclusive<usize>| bytes[range].contains(&true);
        Ok(Some(Row {
            grammar: grammar.id(),
            date: grammar.document().date.to_string(),
            rules: rules.to_vec(),
            characters: (b' '..=b'~').filter(|&byte| bytes[usize::from(byte)]).map(char::from).collect(),
            beyond: any(0x80..=0xFF),
            controls: any(0..=0x1F) || bytes[0x7F],
        }))
    }
}

/// Marks the bytes with which some accepted string goes on from somewhere.
fn used(dfa: &Dfa, bytes: &mut [bool; 256]) {
    for state in 0..dfa.len() as u32 {
        for class in 0..dfa.classes().len() {
            if !dfa.is_dead(dfa.next_by_class(state, class)) {
                dfa.classes().bytes(class).for_each(|byte| bytes[usize::from(byte)] = true);
            }
        }
    }
}
