//! The reader of `.pest` files. It refuses what is not read: the stack, `SOI`, implicit blanks and
//! comments, block comments and Unicode's properties.

use crate::grammar::{Grammar, Node, Notation, Set};
use crate::reader::{self, Read, Reader};

/// Names that no rule may have: pest has a meaning of its own for them.
const RESERVED: &str = "_ ANY DROP EOI PEEK PEEK_ALL POP POP_ALL PUSH SOI WHITESPACE COMMENT";

/// The sets that pest has under a name, each as ends of ranges.
const SETS: [(&str, &[u8]); 10] = [
    ("ASCII", b"\0\x7F"),
    ("ASCII_DIGIT", b"09"),
    ("ASCII_NONZERO_DIGIT", b"19"),
    ("ASCII_BIN_DIGIT", b"01"),
    ("ASCII_OCT_DIGIT", b"07"),
    ("ASCII_HEX_DIGIT", b"09AFaf"),
    ("ASCII_ALPHA_LOWER", b"az"),
    ("ASCII_ALPHA_UPPER", b"AZ"),
    ("ASCII_ALPHA", b"AZaz"),
    ("ASCII_ALPHANUMERIC", b"09AZaz"),
];

pub(crate) fn read(texts: &[String], octets: bool) -> Read<Grammar> {
    let grammar = reader::read(texts, Grammar::new(Notation::Pest, octets), rules)?;
    // pest refuses a grammar if any rule uses a missing name.
    (0..grammar.rules().count() as u32).try_for_each(|rule| grammar.body(rule).map(drop))?;
    Ok(grammar)
}

/// Returns the set that pest has under a name.
fn built_in(name: &str, all: Set) -> Option<Set> {
    if name == "ANY" {
        return Some(all);
    }
    let (_, ends) = SETS.iter().find(|(known, _)| *known == name)?;
    Some(ends.chunks(2).map(|ends| (ends[0].into(), ends[1].into())).collect())
}

fn rules(reader: &mut Reader) -> Read<()> {
    loop {
        reader.skip();
        if reader.take("///") || reader.take("//!") {
            reader.while_in(|c| c != '\n');
            continue;
        }
        if reader.rest().is_empty() {
            return Ok(());
        }
        let at = reader.at;
        let name = reader.name()?;
        let mut reserved = RESERVED.split(' ').chain(SETS.iter().map(|(name, _)| *name));
        reader.ensure(!reserved.any(|known| known == name), "a rule cannot have this name")?;
        demand(reader, "=")?;
        reader.skip();
        // Kinds of nodes in trees: without implicit blanks, they do not change what matches.
        let _kind = ["_", "@", "$", "!"].iter().any(|kind| reader.take(kind));
        demand(reader, "{")?;
        take(reader, "|");
        let body = expression(reader)?;
        demand(reader, "}")?;
        reader.define((at, name), body, false)?;
    }
}

fn take(reader: &mut Reader, token: &str) -> bool {
    reader.skip();
    reader.take(token)
}

fn demand(reader: &mut Reader, token: &str) -> Read<()> {
    reader.skip();
    reader.demand(token)
}

fn expression(reader: &mut Reader) -> Read {
    reader.terms(term, |reader| Ok(take(reader, "~")), |reader| take(reader, "|"))
}

/// Reads prefixes, an operand and its repetitions, which bind tighter than prefixes.
fn term(reader: &mut Reader) -> Read {
    reader.skip();
    for (mark, node) in [("&", Node::And as fn(u32) -> Node), ("!", Node::Not)] {
        if reader.take(mark) {
            let inner = reader.inside(term)?;
            return Ok(reader.grammar.nodes.of(node(inner)));
        }
    }
    let operand = operand(reader)?;
    repeated(reader, operand)
}

/// Reads the repetitions of an operand.
fn repeated(reader: &mut Reader, operand: u32) -> Read {
    let marks = [("?", (0, Some(1))), ("*", (0, None)), ("+", (1, None))];
    let (min, max) = match marks.iter().find(|(mark, _)| take(reader, mark)) {
        Some((_, bounds)) => *bounds,
        None if take(reader, "{") => bounds(reader)?,
        None => return Ok(operand),
    };
    let repetition = reader.repeat(operand, min, max)?;
    reader.inside(|reader| repeated(reader, repetition))
}

fn bounds(reader: &mut Reader) -> Read<(u32, Option<u32>)> {
    let number = |reader: &mut Reader| {
        reader.skip();
        reader.number(10)
    };
    let min = number(reader)?;
    let max = if take(reader, ",") { number(reader)? } else { min };
    demand(reader, "}")?;
    reader.ensure(min.or(max).is_some() && max != Some(0), "these numbers bound no repetition")?;
    Ok((min.unwrap_or(0), max))
}

fn operand(reader: &mut Reader) -> Read {
    let any_case = reader.take("^");
    if any_case || reader.peek() == Some('"') {
        let text = quoted(reader, "\"")?;
        return Ok(reader.grammar.text(&text, any_case));
    }
    if reader.take("(") {
        let inner = reader.inside(expression)?;
        demand(reader, ")")?;
        return Ok(inner);
    }
    if reader.peek() == Some('\'') {
        let low = quoted(reader, "'")?;
        demand(reader, "..")?;
        reader.skip();
        let high = quoted(reader, "'")?;
        reader.ensure(low.len() == 1 && high.len() == 1, "expected one character")?;
        return Ok(reader.grammar.set(vec![(low[0], high[0])]));
    }
    let name = reader.name()?;
    let is_stack = name.starts_with("PUSH") || name.starts_with("PEEK");
    reader.ensure(!is_stack, "the stack is not read")?;
    Ok(match built_in(name, reader.grammar.all()) {
        _ if name == "EOI" => reader.grammar.nodes.of(Node::End),
        Some(set) => reader.grammar.set(set),
        None => reader.grammar.call(name),
    })
}

fn quoted(reader: &mut Reader, mark: &str) -> Read<Vec<u32>> {
    reader.demand(mark)?;
    let mut text = Vec::new();
    while !reader.take(mark) {
        text.push(character(reader)?.into());
    }
    Ok(text)
}

/// Takes a character or an escape.
fn character(reader: &mut Reader) -> Read<char> {
    let any = |reader: &mut Reader| {
        let c = reader.peek().ok_or_else(|| reader.wrong("the text ends in a string"))?;
        reader.at += c.len_utf8();
        Ok::<_, String>(c)
    };
    let c = any(reader)?;
    if c != '\\' {
        return Ok(c);
    }
    let most = match any(reader)? {
        c @ ('"' | '\\' | '\'') => return Ok(c),
        'r' => return Ok('\r'),
        'n' => return Ok('\n'),
        't' => return Ok('\t'),
        '0' => return Ok('\0'),
        'x' => 2,
        'u' if reader.take("{") => 6,
        _ => 0,
    };
    let digits = reader.rest().bytes().take(most).take_while(u8::is_ascii_hexdigit).count();
    let value = u32::from_str_radix(&reader.rest()[..digits], 16).ok().and_then(char::from_u32);
    reader.at += digits;
    let is_closed = most == 2 || reader.take("}");
    let value = value.filter(|_| digits >= 2 && is_closed);
    value.ok_or_else(|| reader.wrong("the escape is not a character"))
}
