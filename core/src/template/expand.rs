//! Expansion (RFC 6570, 3). One table of the operators decides everything (appendix A):
//!
//! ```text
//!            none  +   .   /   ;   ?   &   #
//! first                .   /   ;   ?   &   #    before the first value
//! separator  ,     ,   .   /   ;   &   &   ,    between values
//! named                        x   x   x        values after their names and `=`
//! if empty                         =   =        in place of `=` before an empty value
//! reserved         x                       x    reserved characters and triplets stay
//! ```
//!
//! `{?x,y}` with x = `1024` and y = `a b`: `?`, `x`, `=`, `1024`, `&`, `y`, `=`, `a%20b`.

use alloc::string::String;

use super::{ExpandError, Expression, Modifier, Problem, Template, Value, Varspec};

/// A column of the table.
struct Operator {
    first: &'static str,
    separator: &'static str,
    named: bool,
    if_empty: &'static str,
    reserved: bool,
}

impl Operator {
    /// Returns the column of an operator; `None` for one that is reserved for extensions.
    const fn of(operator: Option<u8>) -> Option<Operator> {
        let (first, separator, named, if_empty, reserved) = match operator {
            None => ("", ",", false, "", false),
            Some(b'+') => ("", ",", false, "", true),
            Some(b'#') => ("#", ",", false, "", true),
            Some(b'.') => (".", ".", false, "", false),
            Some(b'/') => ("/", "/", false, "", false),
            Some(b';') => (";", ";", true, "", false),
            Some(b'?') => ("?", "&", true, "=", false),
            Some(b'&') => ("&", "&", true, "=", false),
            Some(_) => return None,
        };
        Some(Operator { first, separator, named, if_empty, reserved })
    }
}

impl<'a> Template<'a> {
    /// Puts values in the places of variables. A variable without a value adds nothing. Time is
    /// linear in the length of the result, and for each variable in the number of values.
    ///
    /// The result is mostly a URI reference, but no rule says that it is one: `{scheme}:a` with the
    /// value `1` is none. [`UriRef::parse`](crate::UriRef::parse) tells.
    ///
    /// ```
    /// use urigram::template::{Template, Value};
    ///
    /// let values = [("path", Value::Text("/foo/bar")), ("keys", Value::Pairs(&[("dot", ".")]))];
    /// let expand = |template| Template::parse(template).unwrap().expand(&values).unwrap();
    /// assert_eq!(expand("{path}"), "%2Ffoo%2Fbar");
    /// assert_eq!(expand("{+path:4}"), "/foo");
    /// assert_eq!(expand("{?keys*}{&keys,none}"), "?dot=.&keys=dot,.");
    /// ```
    ///
    /// # Errors
    /// [`ExpandError`] for an operator that is reserved for extensions (`{!a}`), and for the prefix
    /// of a list or an array (`{a:3}`).
    pub fn expand(&self, values: &[(&str, Value<'_>)]) -> Result<String, ExpandError> {
        self.expand_with(|name| {
            let known = values.iter().find(|(known, _)| *known == name);
            known.map(|(_, value)| *value)
        })
    }

    /// Puts the values that a function gives in the places of variables, as
    /// [`expand`](Template::expand) does. The function has to give the same value for a name each
    /// time (3.2.1).
    ///
    /// # Errors
    /// [`ExpandError`] for the same expressions as [`expand`](Template::expand).
    pub fn expand_with<'v>(
        &self,
        mut value: impl FnMut(&'a str) -> Option<Value<'v>>,
    ) -> Result<String, ExpandError> {
        let template = self.as_str();
        let mut out = String::with_capacity(template.len() + template.len() / 2);
        let mut error: Option<(Problem, usize)> = None;
        let mut from = 0;
        for expression in self.expressions() {
            literal(&template[from..expression.start], &mut out);
            from = expression.end;
            let before = out.len();
            if let Err(problem) = self::expression(expression, &mut value, &mut out) {
                error = error.or(Some((problem, expression.start)));
                out.truncate(before);
                out.push_str(&template[expression.start..expression.end]);
            }
        }
        literal(&template[from..], &mut out);
        match error {
            Some((problem, offset)) => Err(ExpandError { problem, offset, partial: out }),
            None => Ok(out),
        }
    }
}

/// Appends the values of an expression (3.2).
fn expression<'a, 'v>(
    expression: Expression<'a>,
    value: &mut impl FnMut(&'a str) -> Option<Value<'v>>,
    out: &mut String,
) -> Result<(), Problem> {
    let operator = Operator::of(expression.operator).ok_or(Problem::ReservedOperator)?;
    let mut before = operator.first;
    for variable in expression.varspecs() {
        let Some(value) = value(variable.name) else { continue };
        let count = match value {
            Value::Text(_) => 1,
            Value::List(members) => members.len(),
            Value::Pairs(pairs) => pairs.len(),
        };
        if count > 0 {
            out.push_str(core::mem::replace(&mut before, operator.separator));
            variable.append(value, &operator, out)?;
        }
    }
    Ok(())
}

impl Varspec<'_> {
    /// Appends a defined value (3.2.1).
    fn append(self, value: Value<'_>, by: &Operator, out: &mut String) -> Result<(), Problem> {
        let is_exploded = self.modifier == Modifier::Explode;
        match value {
            Value::Text(text) => {
                if by.named {
                    literal(self.name, out);
                    out.push_str(if text.is_empty() { by.if_empty } else { "=" });
                }
                let characters = match self.modifier {
                    Modifier::Prefix(characters) => characters,
                    _ => usize::MAX,
                };
                encoded(text, characters, by.reserved, out);
            }
            _ if matches!(self.modifier, Modifier::Prefix(_)) => {
                return Err(Problem::PrefixOfComposite)
            }
            Value::List(members) if is_exploded => {
                for (at, member) in members.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { by.separator });
                    if by.named {
                        literal(self.name, out);
                        out.push_str(if member.is_empty() { by.if_empty } else { "=" });
                    }
                    encoded(member, usize::MAX, by.reserved, out);
                }
            }
            Value::Pairs(pairs) if is_exploded => {
                for (at, (name, text)) in pairs.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { by.separator });
                    encoded(name, usize::MAX, by.reserved, out);
                    out.push_str(if text.is_empty() { by.if_empty } else { "=" });
                    encoded(text, usize::MAX, by.reserved, out);
                }
            }
            Value::List(members) => {
                self.name_composite(by, out);
                comma_separated(members.iter().copied(), by, out);
            }
            Value::Pairs(pairs) => {
                self.name_composite(by, out);
                comma_separated(pairs.iter().flat_map(|&(name, text)| [name, text]), by, out);
            }
        }
        Ok(())
    }

    fn name_composite(self, by: &Operator, out: &mut String) {
        if by.named {
            literal(self.name, out);
            out.push('=');
        }
    }
}

fn comma_separated<'t>(texts: impl Iterator<Item = &'t str>, by: &Operator, out: &mut String) {
    for (at, text) in texts.enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        encoded(text, usize::MAX, by.reserved, out);
    }
}

/// Appends a literal of the template (3.1): the grammar has left no `%` without its digits.
fn literal(text: &str, out: &mut String) {
    encoded(text, usize::MAX, true, out);
}

/// Appends the first characters of a text, at most so many. Unreserved characters stay, and where
/// reserved ones are allowed these and triplets stay, too; of all others each octet is encoded.
///
/// A character is a code point. Where triplets stay, those that spell one code point count as one:
/// `{+v:1}` of `%C3%A9t%C3%A9` is `%C3%A9` (2.4.1: no split "within a pct-encoded triplet", nor
/// between the octets of a character).
fn encoded(text: &str, mut characters: usize, reserved: bool, out: &mut String) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && characters > 0 {
        // What stays is copied at once.
        let stays = |byte: &u8| is_unreserved(*byte) || reserved && is_reserved(*byte);
        let run = bytes[at..].iter().take(characters).take_while(|byte| stays(byte)).count();
        if run > 0 {
            out.push_str(&text[at..at + run]);
            (at, characters) = (at + run, characters - run);
            continue;
        }
        let length = match triplets(&bytes[at..]) {
            Some(length) if reserved => {
                out.push_str(&text[at..at + length]);
                length
            }
            _ => {
                let length = text[at..].chars().next().map_or(1, char::len_utf8);
                for byte in &bytes[at..at + length] {
                    let digit = |value: u8| char::from(b"0123456789ABCDEF"[usize::from(value)]);
                    out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
                }
                length
            }
        };
        (at, characters) = (at + length, characters - 1);
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn is_reserved(byte: u8) -> bool {
    b":/?#[]@!$&'()*+,;=".contains(&byte)
}

/// Returns the length of the triplets at the beginning that spell one code point, or of one
/// triplet; `None` where there is none.
fn triplets(bytes: &[u8]) -> Option<usize> {
    let first = crate::rewrite::octet(bytes, 0)?;
    let expected = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    let mut octets = [first; 4];
    for (number, octet) in octets.iter_mut().enumerate().take(expected).skip(1) {
        *octet = match crate::rewrite::octet(bytes, 3 * number) {
            Some(octet) => octet,
            None => return Some(3),
        };
    }
    let is_character = core::str::from_utf8(&octets[..expected]).is_ok();
    Some(if is_character { 3 * expected } else { 3 })
}
