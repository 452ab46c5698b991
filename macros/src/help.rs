//! Suggestions for a rejected literal, found by trying them.

use urigram_grammars::{Found, Grammar, GrammarSet, Reading, SyntaxError, Table};

use crate::arguments::Arguments;
use crate::kind::{Kind, Value};
use crate::mistakes;
use urigram_literals::Origin;

/// The most characters to show of a proposed text.
const SHOWN: usize = 100;

/// Returns lines for the diagnosis, the most likely first.
pub(crate) fn help(
    kind: &Kind,
    arguments: &Arguments,
    error: &SyntaxError,
    accepted_by: GrammarSet,
) -> Vec<String> {
    let text = &arguments.text.value;
    let table = kind.table(arguments.grammar, arguments.reading);
    let default_accepts = kind.default().is_some_and(|default| accepted_by.contains(default));
    if default_accepts {
        return arguments.grammar_path.iter().map(|path| without(&path.text(), kind)).collect();
    }
    if !kind.value.is_bytes() && kind.value != Value::Urn {
        if let Some(mistake) = mistakes::known(table, text, error) {
            return vec![mistake];
        }
    }
    let mut help: Vec<String> = begin_with_urn(kind, table, text).into_iter().collect();
    help.extend(other_macro(kind, arguments.grammar, text));
    if help.is_empty() {
        let before_colon = || dot_segment(kind, table, text, error);
        help.extend(
            unwanted_break(arguments, error).or_else(|| trimmed(table, text)).or_else(before_colon),
        );
        if help.is_empty() {
            help.extend(percent_encoded(kind, table, text, error));
        }
        help.extend(newest_accepting(kind, accepted_by, arguments.reading));
    }
    help
}

fn without(path: &str, kind: &Kind) -> String {
    let default = kind.default().map_or("the default", Grammar::as_str);
    format!("without `{path}` it is read by {default}, which accepts it")
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

fn other_macro(kind: &Kind, grammar: Grammar, text: &[u8]) -> Option<String> {
    // A URN with a mistake may still be a URI, but that is not what was meant.
    if kind.value == Value::Urn && is_name(text) {
        return None;
    }
    let others = || Kind::ALL.into_iter().filter(|other| other.name != kind.name);
    let literal = quoted(text).map_or("…".into(), |text| format!("{text:?}"));
    if let Some(other) = others().find(|other| other.accepts(text)) {
        return Some(format!("this is {}: write `{}!({literal})`", other.takes, other.name));
    }
    let by_the_same = |other: &&Kind| {
        other.reads_by(grammar) && other.table(grammar, Reading::default()).accepts(text)
    };
    let other = others().find(by_the_same)?;
    Some(format!(
        "this is {} by {grammar}: write `{}!({}, {literal})`",
        other.takes,
        other.name,
        grammar.constant()
    ))
}

/// Suggests to remove a line break at the error.
fn unwanted_break(arguments: &Arguments, error: &SyntaxError) -> Option<String> {
    let (piece, _) = arguments.text.piece_at(error.offset())?;
    match (&piece.origin, error.found()) {
        (Origin::Literal(_), Found::Char('\n')) => Some(
            "the line break belongs to the text; a backslash at the end of the line leaves it out"
                .into(),
        ),
        (Origin::LookedUp { .. }, Found::Char('\n' | '\r')) => {
            Some("of a file, only the last line break is left out".into())
        }
        _ => None,
    }
}

/// Suggests a dot-segment before a relative path whose first segment contains a colon (RFC 3986,
/// 4.2).
fn dot_segment(kind: &Kind, table: &Table, text: &[u8], error: &SyntaxError) -> Option<String> {
    let dotted = [b"./", text].concat();
    let colon = matches!(kind.value, Value::UriRef | Value::IriRef)
        && error.found() == Found::Char(':')
        && error.offset() > 0;
    if !colon || !table.accepts(&dotted) {
        return None;
    }
    Some(format!("if the colon ends no scheme, write `{}`", quoted(&dotted)?))
}

fn trimmed(table: &Table, text: &[u8]) -> Option<String> {
    let trimmed = text.trim_ascii();
    (trimmed.len() < text.len() && table.accepts(trimmed))
        .then(|| "it is accepted without the white space around it".into())
}

/// Replaces rejected characters one by one while the error moves on.
fn percent_encoded(
    kind: &Kind,
    table: &'static Table,
    text: &[u8],
    error: &SyntaxError,
) -> Option<String> {
    if kind.value.is_bytes() {
        return None;
    }
    let mut encoded = text.to_vec();
    let mut error = *error;
    for _ in 0..32 {
        let Found::Char(c) = error.found() else {
            return None;
        };
        let at = error.offset();
        // Characters that are never rejected themselves, that nobody means, and a delimiter with
        // nothing before it.
        let unreserved = c.is_ascii_alphanumeric() || "-._~".contains(c);
        if unreserved || c.is_control() || (at == 0 && c.is_ascii()) {
            return None;
        }
        let escape: String =
            c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02X}")).collect();
        encoded.splice(at..at + c.len_utf8(), escape.bytes());
        match table.check(&encoded, error.reading()) {
            Ok(()) => {
                return Some(match quoted(&encoded) {
                    Some(whole) => format!("percent-encoded it is accepted: `{whole}`"),
                    None => format!(
                        "it is accepted where {} is percent-encoded: `{escape}`",
                        error.found()
                    ),
                });
            }
            Err(next) if next.offset() > at => error = next,
            Err(_) => return None,
        }
    }
    None
}

fn newest_accepting(kind: &Kind, accepted_by: GrammarSet, reading: Reading) -> Option<String> {
    let newest = accepted_by.iter().next_back()?;
    let reading =
        if reading == Reading::default() { String::new() } else { format!("{reading:?}, ") };
    Some(format!("`{}!({}, {reading}…)` reads it by {newest}", kind.name, newest.constant()))
}
