//! The reader of `.pest` files. It refuses what is not read: the stack, `SOI`, implicit blanks and
//! comments, tags, block comments and Unicode's properties.

use crate::grammar::{Grammar, Node, Notation, Set};
use crate::reader::{Link, Read, Reader};

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

/// Reads grammars. A rule replaces those of its name in the texts before.
pub(crate) fn read(texts: &[String], octets: bool) -> Read<Grammar> {
    let mut grammar = Grammar::new(Notation::Pest, octets);
    for text in texts {
        rules(&mut Reader::new(text, &mut grammar)?)?;
    }
    // pest refuses a grammar with the name of a rule that is missing, whichever rule uses it.
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
        blanks(reader);
        if reader.take("///") || reader.take("//!") {
            reader.while_in(|c| c != '\n');
            continue;
        }
        if reader.rest().is_empty() {
            return Ok(());
        }
        let at = reader.at;
        let name = name(reader)?;
        let mut reserved = RESERVED.split(' ').chain(SETS.iter().map(|(name, _)| *name));
        if reserved.any(|known| known == name) {
            return Err(reader.wrong(&format!("a rule cannot be called {name}")));
        }
        demand(reader, "=")?;
        blanks(reader);
        // Kinds of nodes in trees: without implicit blanks, they do not change what matches.
        let _kind = ["_", "@", "$", "!"].iter().any(|kind| reader.take(kind));
        demand(reader, "{")?;
        take(reader, "|");
        let body = expression(reader)?;
        demand(reader, "}")?;
        reader.define((at, name), body, false)?;
    }
}

/// Skips blanks and comments that document nothing.
fn blanks(reader: &mut Reader) {
    loop {
        reader.while_in(|c| " \t\r\n".contains(c));
        let rest = reader.rest();
        if !rest.starts_with("//") || rest.starts_with("///") || rest.starts_with("//!") {
            return;
        }
        reader.while_in(|c| c != '\n');
    }
}

fn take(reader: &mut Reader, token: &str) -> bool {
    blanks(reader);
    reader.take(token)
}

fn demand(reader: &mut Reader, token: &str) -> Read<()> {
    blanks(reader);
    reader.demand(token)
}

fn name<'a>(reader: &mut Reader<'a, '_>) -> Read<&'a str> {
    reader.name("_", "_")
}

fn expression(reader: &mut Reader) -> Read {
    reader.terms(term, |reader| {
        if take(reader, "~") {
            return Ok(Link::Then);
        }
        Ok(if take(reader, "|") { Link::Or } else { Link::Nothing })
    })
}

/// Reads prefixes, an operand and its repetitions, which bind tighter than prefixes.
fn term(reader: &mut Reader) -> Read {
    blanks(reader);
    let node = if reader.take("&") {
        Node::And(reader.inside(term)?)
    } else if reader.take("!") {
        Node::Not(reader.inside(term)?)
    } else {
        let operand = operand(reader)?;
        return repeated(reader, operand);
    };
    Ok(reader.grammar.nodes.of(node))
}

/// Reads the repetitions of an operand.
fn repeated(reader: &mut Reader, operand: u32) -> Read {
    let Some((min, max)) = times(reader)? else { return Ok(operand) };
    let repetition = reader.repeat(operand, min, max)?;
    reader.inside(|reader| repeated(reader, repetition))
}

fn times(reader: &mut Reader) -> Read<Option<(u32, Option<u32>)>> {
    for (mark, times) in [("?", (0, Some(1))), ("*", (0, None)), ("+", (1, None))] {
        if take(reader, mark) {
            return Ok(Some(times));
        }
    }
    if !take(reader, "{") {
        return Ok(None);
    }
    blanks(reader);
    let min = reader.number(10)?;
    let mut max = min;
    if take(reader, ",") {
        blanks(reader);
        max = reader.number(10)?;
    }
    demand(reader, "}")?;
    if min.or(max).is_none() || max == Some(0) {
        return Err(reader.wrong("these numbers bound no repetition"));
    }
    Ok(Some((min.unwrap_or(0), max)))
}

fn operand(reader: &mut Reader) -> Read {
    let any_case = reader.take("^");
    if any_case || reader.peek() == Some('"') {
        let text = string(reader)?;
        return Ok(reader.grammar.text(&text, any_case));
    }
    if reader.take("(") {
        let inner = reader.inside(expression)?;
        demand(reader, ")")?;
        return Ok(inner);
    }
    if reader.peek() == Some('\'') {
        let low = quoted(reader)?;
        demand(reader, "..")?;
        blanks(reader);
        let high = quoted(reader)?;
        return Ok(reader.grammar.set(vec![(low.into(), high.into())]));
    }
    let name = name(reader)?;
    if name.starts_with("PUSH") || name.starts_with("PEEK") {
        return Err(reader.wrong("the stack is not read"));
    }
    Ok(match built_in(name, reader.grammar.all()) {
        _ if name == "EOI" => reader.grammar.nodes.of(Node::End),
        Some(set) => reader.grammar.set(set),
        None => reader.grammar.call(name),
    })
}

fn string(reader: &mut Reader) -> Read<String> {
    reader.demand("\"")?;
    let mut text = String::new();
    while !reader.take("\"") {
        text.push(character(reader)?);
    }
    Ok(text)
}

fn quoted(reader: &mut Reader) -> Read<char> {
    reader.demand("'")?;
    if reader.peek() == Some('\'') {
        return Err(reader.wrong("expected a character"));
    }
    let c = character(reader)?;
    reader.demand("'")?;
    Ok(c)
}

/// Takes a character or an escape.
fn character(reader: &mut Reader) -> Read<char> {
    let c = reader.peek().ok_or_else(|| reader.wrong("the text ends in a string"))?;
    reader.at += c.len_utf8();
    if c != '\\' {
        return Ok(c);
    }
    for (mark, c) in ["\"\"", "\\\\", "''", "r\r", "n\n", "t\t", "0\0"].map(|pair| pair.split_at(1))
    {
        if reader.take(mark) {
            return Ok(c.chars().next().unwrap_or_default());
        }
    }
    let is_long = reader.take("u{");
    if !is_long {
        reader.demand("x")?;
    }
    let digits = reader.rest().bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    let digits = if is_long { digits } else { digits.min(2) };
    let code = &reader.rest()[..digits];
    reader.at += digits;
    if is_long {
        reader.demand("}")?;
    }
    let value = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
    let value = value.filter(|_| digits >= 2);
    value.ok_or_else(|| reader.wrong("the escape is no character"))
}
