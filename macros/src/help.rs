//! Suggestions for a rejected literal: common mistakes, other macros and other grammars.

use urigram_grammars::{
    keeps_meaning, mistake, Found, Grammar, GrammarSet, Reading, SyntaxError, Table,
};

use crate::arguments::Arguments;
use crate::kind::{Kind, Value};
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
    let accepts = |grammar: &Grammar| {
        accepted_by.contains(*grammar) && is_meant(kind.table(*grammar, arguments.reading), text)
    };
    if kind.default().is_some_and(|default| accepts(&default)) {
        return arguments.grammar_path.iter().map(|path| without(&path.text(), kind)).collect();
    }
    let mut help = Vec::new();
    let mut is_explained = false;
    if !kind.value.is_bytes() && kind.value != Value::Urn {
        let mistake = std::str::from_utf8(text).ok().and_then(|text| mistake(error, text));
        // No grammar accepts what was meant if the mistake has only a sentence.
        is_explained = mistake.as_ref().is_some_and(|mistake| mistake.suggestion().is_none());
        let sentence = mistake.map(|mistake| mistake.to_string());
        help.extend(unwanted_break(arguments, error).or(sentence));
    }
    let mut others = begin_with_urn(kind, table, text).into_iter().collect::<Vec<_>>();
    others.extend(other_macro(kind, arguments, text));
    if others.is_empty() && !is_explained {
        let newest = accepted_by.iter().rfind(accepts);
        others.extend(newest.map(|newest| read_by(kind, newest, arguments.reading)));
    }
    help.extend(others);
    help
}

/// Returns true if a table reads the host, user name and port that browsers read. Bytes that are
/// not text name none.
fn is_meant(table: &'static Table, text: &[u8]) -> bool {
    std::str::from_utf8(text).map_or(true, |text| keeps_meaning(text, table, text))
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

fn other_macro(kind: &Kind, arguments: &Arguments, text: &[u8]) -> Option<String> {
    // A URN with a mistake may still be a URI, but that is not what was meant.
    if kind.value == Value::Urn && is_name(text) {
        return None;
    }
    let grammar = arguments.grammar;
    let literal = quoted(text).map_or("…".into(), |text| format!("{text:?}"));
    // A citation has no host of its own.
    let takes = |other: &Kind, table: &'static Table| {
        table.accepts(text) && (other.value.is_bytes() || is_meant(table, text))
    };
    let others = || Kind::ALL.into_iter().filter(|other| other.name != kind.name);
    let by_default = |other: &&Kind| {
        let table = other.default().map(|grammar| other.table(grammar, Reading::default()));
        table.is_some_and(|table| takes(other, table))
    };
    if let Some(other) = others().find(by_default) {
        return Some(format!("this is {}: write `{}!({literal})`", other.takes, other.name));
    }
    let by_the_same = |other: &&Kind| {
        other.reads_by(grammar) && takes(other, other.table(grammar, Reading::default()))
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

fn read_by(kind: &Kind, grammar: Grammar, reading: Reading) -> String {
    let reading =
        if reading == Reading::default() { String::new() } else { format!("{reading:?}, ") };
    format!("`{}!({}, {reading}…)` reads it by {grammar}", kind.name, grammar.constant())
}
