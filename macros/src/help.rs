//! What to do about a refusal, found by trying it.

use urigram_grammars::{Found, Grammar, GrammarSet, SyntaxError, Table};

use crate::arguments::Arguments;
use crate::kind::{Kind, Value};

/// The most characters of a proposed text that are shown.
const SHOWN: usize = 100;

/// Lines for the diagnosis, the most likely first.
pub(crate) fn help(kind: &Kind, arguments: &Arguments, error: &SyntaxError, accepted_by: GrammarSet) -> Vec<String> {
    let text = &arguments.text.value;
    let table = kind.table(arguments.grammar, arguments.reading);
    let mut help = Vec::new();
    help.extend(begin_with_urn(kind, table, text));
    help.extend(other_macro(kind, text));
    if help.is_empty() {
        help.extend(trimmed(table, text).or_else(|| percent_encoded(kind, table, text, error)));
    }
    help.extend(other_grammar(kind, arguments, accepted_by));
    help
}

fn is_name(text: &[u8]) -> bool {
    text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"urn:"))
}

fn quoted(text: &[u8]) -> Option<&str> {
    std::str::from_utf8(text).ok().filter(|text| text.chars().count() <= SHOWN)
}

fn begin_with_urn(kind: &Kind, table: &Table, text: &[u8]) -> Option<String> {
    if kind.value != Value::Urn || is_name(text) || !table.accepts(&[b"urn:", text].concat()) {
        return None;
    }
    Some(format!("a name begins with `urn:`: `{}!(\"urn:{}\")`", kind.name, quoted(text)?))
}

fn other_macro(kind: &Kind, text: &[u8]) -> Option<String> {
    // A URN with a slip is a URI all the same; that is not what was meant.
    if kind.value == Value::Urn && is_name(text) {
        return None;
    }
    let other = Kind::ALL.iter().find(|other| other.name != kind.name && other.accepts(text))?;
    let literal = quoted(text).map_or("…".into(), |text| format!("{text:?}"));
    Some(format!("this is {}: write `{}!({literal})`", other.takes, other.name))
}

fn trimmed(table: &Table, text: &[u8]) -> Option<String> {
    let trimmed = text.trim_ascii();
    (trimmed.len() < text.len() && table.accepts(trimmed))
        .then(|| "it is accepted without the white space around it".into())
}

/// Replaces what is refused, character by character, while the refusal moves on.
fn percent_encoded(kind: &Kind, table: &'static Table, text: &[u8], error: &SyntaxError) -> Option<String> {
    if kind.value.is_bytes() {
        return None;
    }
    if error.found() == Found::Char('\n') {
        return Some("the line break belongs to the text; a backslash at the end of the line leaves it out".into());
    }
    let mut encoded = text.to_vec();
    let mut error = *error;
    for _ in 0..32 {
        let Found::Char(c) = error.found() else {
            return None;
        };
        let at = error.offset();
        // What is never refused for itself, what nobody means, and a delimiter with nothing before it.
        let unreserved = c.is_ascii_alphanumeric() || "-._~".contains(c);
        if unreserved || c.is_control() || (at == 0 && c.is_ascii()) {
            return None;
        }
        let escape: String = c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02X}")).collect();
        encoded.splice(at..at + c.len_utf8(), escape.bytes());
        match table.check(&encoded, error.reading()) {
            Ok(()) => {
                let whole = quoted(&encoded).unwrap_or(&escape).to_string();
                return Some(format!("percent-encoded it is accepted: `{whole}`"));
            }
            Err(next) if next.offset() > at => error = next,
            Err(_) => return None,
        }
    }
    None
}

fn other_grammar(kind: &Kind, arguments: &Arguments, accepted_by: GrammarSet) -> Option<String> {
    let default = kind.default()?;
    if accepted_by.contains(default) {
        let path = arguments.grammar_path.as_ref()?;
        return Some(format!("without `{}` it is read by {default}, which accepts it", path.text()));
    }
    let newest: Grammar = accepted_by.iter().next_back()?;
    Some(format!("`{}!({}, …)` reads it by {newest}", kind.name, newest.variant()))
}
