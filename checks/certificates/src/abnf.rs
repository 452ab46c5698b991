//! The reader of ABNF: RFC 5234, with RFC 7405's strings. Prose values are refused.

use crate::grammar::{Grammar, Notation};
use crate::reader::{self, Read, Reader};

pub(crate) fn read(texts: &[String], octets: bool) -> Read<Grammar> {
    reader::read(texts, Grammar::new(Notation::Abnf, octets), rules)
}

fn rules(reader: &mut Reader) -> Read<()> {
    reader.margin = indent(reader.skip());
    while reader.peek().is_some() {
        let at = reader.at;
        let name = reader.name()?;
        gap(reader);
        reader.demand("=")?;
        let adds = reader.take("/");
        let body = alternation(reader)?;
        let ends = reader.peek().is_none_or(|c| ";\r\n".contains(c));
        reader.ensure(ends, "expected the end of the rule")?;
        reader.define((at, name), body, adds)?;
        reader.skip();
    }
    Ok(())
}

/// Returns the indentation of a line, from what was skipped before its first element.
fn indent(skipped: &str) -> usize {
    skipped.len() - skipped.rfind('\n').map_or(0, |at| at + 1)
}

/// Skips blanks, and comments and ends of lines where a line follows that continues the rule: it is
/// indented deeper than the first rule.
fn gap(reader: &mut Reader) {
    reader.while_in(|c| c == ' ' || c == '\t');
    let end = reader.at;
    if indent(reader.skip()) <= reader.margin || reader.peek().is_none() {
        reader.at = end;
    }
}

fn alternation(reader: &mut Reader) -> Read {
    gap(reader);
    reader.terms(repetition, then, |reader| {
        let found = reader.take("/");
        gap(reader);
        found
    })
}

/// Takes the blanks before another element.
fn then(reader: &mut Reader) -> Read<bool> {
    let end = reader.at;
    gap(reader);
    let begins = |c: char| c.is_ascii_alphanumeric() || "*([\"%<".contains(c);
    let follows = reader.peek().is_some_and(begins);
    reader.ensure(!follows || end < reader.at, "expected a blank between two elements")?;
    Ok(follows)
}

fn repetition(reader: &mut Reader) -> Read {
    let first = reader.number(10)?;
    let (min, max) = match (reader.take("*"), first) {
        (true, first) => (first.unwrap_or(0), reader.number(10)?),
        (false, Some(first)) => (first, Some(first)),
        (false, None) => return element(reader),
    };
    let inner = element(reader)?;
    reader.repeat(inner, min, max)
}

fn element(reader: &mut Reader) -> Read {
    for (open, close) in [("(", ")"), ("[", "]")] {
        if reader.take(open) {
            let inner = reader.inside(alternation)?;
            reader.demand(close)?;
            return if open == "[" { reader.repeat(inner, 0, Some(1)) } else { Ok(inner) };
        }
    }
    match reader.peek() {
        Some('"') => literal(reader, true),
        Some('%') => value(reader),
        _ => {
            let name = reader.name()?;
            Ok(reader.grammar.call(name))
        }
    }
}

fn literal(reader: &mut Reader, any_case: bool) -> Read {
    reader.demand("\"")?;
    let text = reader.while_in(|c| c != '"' && (' '..='~').contains(&c));
    reader.demand("\"")?;
    let text: Vec<u32> = text.chars().map(u32::from).collect();
    Ok(reader.grammar.text(&text, any_case))
}

fn value(reader: &mut Reader) -> Read {
    reader.demand("%")?;
    let kind = reader.peek().unwrap_or(' ').to_ascii_lowercase();
    reader.at += usize::from(kind.is_ascii_alphabetic());
    let radix = match kind {
        's' | 'i' => return literal(reader, kind == 'i'),
        'x' => 16,
        'd' => 10,
        'b' => 2,
        _ => return Err(reader.wrong("expected x, d, b, s or i after %")),
    };
    let mut values = vec![one(reader, radix)?];
    if reader.take("-") {
        let (low, high) = (values[0], one(reader, radix)?);
        reader.ensure(low <= high, "the bounds are reversed")?;
        return Ok(reader.grammar.set(vec![(low, high)]));
    }
    while reader.take(".") {
        values.push(one(reader, radix)?);
    }
    Ok(reader.grammar.text(&values, false))
}

/// Takes a value that is a character.
fn one(reader: &mut Reader, radix: u32) -> Read<u32> {
    let value = reader.number(radix)?.ok_or_else(|| reader.wrong("expected a digit"))?;
    let is_character = reader.grammar.all().last().is_some_and(|&(_, last)| value <= last);
    reader.ensure(is_character, "the value is not a character")?;
    Ok(value)
}
