//! The reader of ABNF: RFC 5234, with RFC 7405's strings. Prose values are refused.

use crate::grammar::{Expr, Grammar, Node, Notation};
use crate::reader::{Link, Read, Reader};

/// Reads grammars. A rule replaces those of its name in the texts before.
pub(crate) fn read(texts: &[String], octets: bool) -> Read<Grammar> {
    let mut grammar = Grammar::new(Notation::Abnf, octets);
    for text in texts {
        rules(&mut Reader::new(text, &mut grammar)?)?;
    }
    Ok(grammar)
}

fn rules(reader: &mut Reader) -> Read<()> {
    loop {
        let indent = blanks(reader);
        if reader.rest().is_empty() {
            return Ok(());
        }
        if at_end_of_line(reader) {
            next_line(reader);
            continue;
        }
        // A line that is indented deeper than the first rule continues a rule.
        reader.margin = reader.margin.or(Some(indent));
        let at = reader.at;
        let name = name(reader)?;
        gap(reader);
        reader.demand("=")?;
        let adds = reader.take("/");
        let body = alternation(reader)?;
        if !at_end_of_line(reader) {
            return Err(reader.wrong("expected the end of the rule"));
        }
        reader.define((at, name), body, adds)?;
    }
}

/// Skips blanks, and returns their number.
fn blanks(reader: &mut Reader) -> usize {
    reader.while_in(|c| c == ' ' || c == '\t').len()
}

fn at_end_of_line(reader: &Reader) -> bool {
    let rest = reader.rest();
    rest.is_empty() || rest.starts_with([';', '\n']) || rest.starts_with("\r\n")
}

fn next_line(reader: &mut Reader) {
    reader.while_in(|c| c != '\n');
    reader.take("\n");
}

/// Skips blanks, and the ends of lines where a deeper line follows.
fn gap(reader: &mut Reader) {
    loop {
        blanks(reader);
        let (end, mut indent) = (reader.at, 0);
        while at_end_of_line(reader) && !reader.rest().is_empty() {
            next_line(reader);
            indent = blanks(reader);
        }
        if reader.rest().is_empty() || Some(indent) <= reader.margin {
            reader.at = end;
            return;
        }
    }
}

fn name<'a>(reader: &mut Reader<'a, '_>) -> Read<&'a str> {
    reader.name("", "-")
}

fn alternation(reader: &mut Reader) -> Read {
    gap(reader);
    reader.terms(repetition, link)
}

fn link(reader: &mut Reader) -> Read<Link> {
    let end = reader.at;
    gap(reader);
    if reader.take("/") {
        gap(reader);
        return Ok(Link::Or);
    }
    let begins = |c: char| c.is_ascii_alphanumeric() || "*([\"%<".contains(c);
    if !reader.peek().is_some_and(begins) {
        return Ok(Link::Nothing);
    }
    if end == reader.at {
        return Err(reader.wrong("expected a blank between two elements"));
    }
    Ok(Link::Then)
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
    match reader.peek() {
        Some('(') => group(reader, ")"),
        Some('[') => {
            let inner = group(reader, "]")?;
            reader.repeat(inner, 0, Some(1))
        }
        Some('"') => literal(reader, true),
        Some('%') => value(reader),
        _ => {
            let name = name(reader)?;
            Ok(reader.grammar.call(name))
        }
    }
}

fn group(reader: &mut Reader, close: &str) -> Read {
    reader.at += 1;
    let inner = reader.inside(alternation)?;
    reader.demand(close)?;
    Ok(inner)
}

fn literal(reader: &mut Reader, any_case: bool) -> Read {
    reader.demand("\"")?;
    let text = reader.while_in(|c| c != '"' && (' '..='~').contains(&c));
    reader.demand("\"")?;
    Ok(reader.grammar.text(text, any_case))
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
    let low = one(reader, radix)?;
    if reader.take("-") {
        let high = one(reader, radix)?;
        if high < low {
            return Err(reader.wrong("the bounds are reversed"));
        }
        return Ok(reader.grammar.set(vec![(low, high)]));
    }
    let mut parts: Vec<Expr> = vec![reader.grammar.set(vec![(low, low)])];
    while reader.take(".") {
        let value = one(reader, radix)?;
        parts.push(reader.grammar.set(vec![(value, value)]));
    }
    Ok(reader.grammar.join(Node::Sequence, parts))
}

/// Takes a value that is a character.
fn one(reader: &mut Reader, radix: u32) -> Read<u32> {
    let value = reader.number(radix)?.ok_or_else(|| reader.wrong("expected a digit"))?;
    if reader.grammar.all().last().is_none_or(|&(_, last)| value > last) {
        return Err(reader.wrong("the value is no character"));
    }
    Ok(value)
}
