//! The expansion of URI templates (RFC 6570), to level 4: values take the places of variables.
//!
//! ```
//! use uri_template::UriTemplate;
//! use uri_template_expand::{expand, Value};
//!
//! let template = UriTemplate::parse("https://api.example/users/{user}/posts{?since,tag*}")?;
//! let values = [
//!     ("user", Value::Text("jane/doe")),
//!     ("tag", Value::List(&["été", "news"])),
//! ];
//! assert_eq!(
//!     expand(&template, &values)?,
//!     "https://api.example/users/jane%2Fdoe/posts?tag=%C3%A9t%C3%A9&tag=news"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One table of the operators decides everything (appendix A):
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
//!
//! # Where the document says two things
//! Of an associative array that explodes, section 3.2.1 encodes names as it does values, and leaves
//! out the `=` before an empty value except in forms (`{?a*}`, `{&a*}`). The algorithm of appendix
//! A encodes some names as literals, and keeps some of these `=`. It is not normative, so that
//! section 3.2.1 holds here. Values are not normalized to NFC (1.6): a caller who wants that does
//! it.
#![forbid(unsafe_code)]

use std::fmt;

use uri_template::{Expression, UriTemplate, Varspec};

/// The value of a variable. A list or an array without members is as good as no value (2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'v> {
    /// A string.
    Text(&'v str),
    /// A list of strings.
    List(&'v [&'v str]),
    /// An associative array: names with their values, in order.
    Pairs(&'v [(&'v str, &'v str)]),
}

/// The reason why a template has no expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpandError {
    /// The mistake in the first expression that cannot be expanded.
    pub problem: Problem,
    /// The offset of that expression in the template, in bytes.
    pub offset: usize,
    /// The text that section 3 asks for: the template with the values of all other expressions. It
    /// is not an identifier.
    pub partial: String,
}

/// A mistake in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The operator is reserved for extensions (2.2): `=`, `,`, `!`, `@`, `|`.
    ReservedOperator,
    /// A prefix of a list or of an associative array (2.4.1).
    PrefixOfComposite,
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self.problem {
            Problem::ReservedOperator => {
                "the operator is reserved for extensions (RFC 6570 section 2.2)"
            }
            Problem::PrefixOfComposite => {
                "a list or an associative array has no prefix (RFC 6570 section 2.4.1)"
            }
        };
        write!(f, "byte {}: {problem}", self.offset)
    }
}

impl std::error::Error for ExpandError {}

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
    fn of(operator: Option<&str>) -> Option<Operator> {
        let (first, separator, named, if_empty, reserved) = match operator {
            None => ("", ",", false, "", false),
            Some("+") => ("", ",", false, "", true),
            Some("#") => ("#", ",", false, "", true),
            Some(".") => (".", ".", false, "", false),
            Some("/") => ("/", "/", false, "", false),
            Some(";") => (";", ";", true, "", false),
            Some("?") => ("?", "&", true, "=", false),
            Some("&") => ("&", "&", true, "=", false),
            Some(_) => return None,
        };
        Some(Operator { first, separator, named, if_empty, reserved })
    }

    /// Appends the name of a value, if this operator has names, and what stands before the value.
    fn name(&self, name: &str, equals: &str, out: &mut String) {
        if self.named {
            literal(name, out);
            out.push_str(equals);
        }
    }

    /// Returns what stands between a name and its value.
    fn equals(&self, value: &str) -> &'static str {
        if value.is_empty() {
            self.if_empty
        } else {
            "="
        }
    }
}

/// Puts values in the places of variables. A variable without a value adds nothing. Time is linear
/// in the length of the result, and for each variable in the number of values.
///
/// The result is mostly a URI reference, but no rule says so: `{scheme}:a` with the value `1` is
/// not one.
///
/// ```
/// use uri_template::UriTemplate;
/// use uri_template_expand::Value;
///
/// let values = [("path", Value::Text("/foo/bar")), ("keys", Value::Pairs(&[("dot", ".")]))];
/// let expand = |template| {
///     uri_template_expand::expand(&UriTemplate::parse(template).unwrap(), &values).unwrap()
/// };
/// assert_eq!(expand("{path}"), "%2Ffoo%2Fbar");
/// assert_eq!(expand("{+path:4}"), "/foo");
/// assert_eq!(expand("{?keys*}{&keys,none}"), "?dot=.&keys=dot,.");
/// ```
///
/// # Errors
/// [`ExpandError`] for an operator that is reserved for extensions (`{!a}`), and for the prefix of
/// a list or an array (`{a:3}`).
pub fn expand(
    template: &UriTemplate<'_>,
    values: &[(&str, Value<'_>)],
) -> Result<String, ExpandError> {
    let text = template.as_str();
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    let mut error = None;
    let mut from = 0;
    // The grammar has braces around expressions, and nowhere else.
    for ((start, _), (end, _)) in text.match_indices('{').zip(text.match_indices('}')) {
        literal(&text[from..start], &mut out);
        from = end + 1;
        let before = out.len();
        let Ok(expression) = Expression::parse(&text[start..from]) else { continue };
        if let Err(problem) = append_all(&expression, values, &mut out) {
            error = error.or(Some((problem, start)));
            out.truncate(before);
            out.push_str(expression.as_str());
        }
    }
    literal(&text[from..], &mut out);
    match error {
        Some((problem, offset)) => Err(ExpandError { problem, offset, partial: out }),
        None => Ok(out),
    }
}

/// Appends the values of an expression (3.2).
fn append_all(
    expression: &Expression<'_>,
    values: &[(&str, Value<'_>)],
    out: &mut String,
) -> Result<(), Problem> {
    let operator = Operator::of(expression.operator()).ok_or(Problem::ReservedOperator)?;
    let mut before = operator.first;
    for variable in expression.each_varspec() {
        let known = values.iter().find(|(name, _)| *name == variable.varname());
        match known {
            None | Some((_, Value::List([]) | Value::Pairs([]))) => {}
            Some((_, value)) => {
                out.push_str(before);
                before = operator.separator;
                append(&variable, *value, &operator, out)?;
            }
        }
    }
    Ok(())
}

/// Appends a defined value (3.2.1).
fn append(
    variable: &Varspec<'_>,
    value: Value<'_>,
    by: &Operator,
    out: &mut String,
) -> Result<(), Problem> {
    let (name, modifier) = (variable.varname(), variable.modifier_level4());
    let is_exploded = modifier == Some("*");
    let prefix = modifier.and_then(|modifier| modifier.strip_prefix(':')?.parse().ok());
    match value {
        Value::Text(text) => {
            by.name(name, by.equals(text), out);
            encoded(text, prefix.unwrap_or(usize::MAX), by.reserved, out);
        }
        _ if prefix.is_some() => return Err(Problem::PrefixOfComposite),
        Value::List(members) if is_exploded => {
            for (at, member) in members.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { by.separator });
                by.name(name, by.equals(member), out);
                encoded(member, usize::MAX, by.reserved, out);
            }
        }
        Value::Pairs(pairs) if is_exploded => {
            for (at, (name, text)) in pairs.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { by.separator });
                encoded(name, usize::MAX, by.reserved, out);
                out.push_str(by.equals(text));
                encoded(text, usize::MAX, by.reserved, out);
            }
        }
        Value::List(members) => {
            by.name(name, "=", out);
            comma_separated(members.iter().copied(), by, out);
        }
        Value::Pairs(pairs) => {
            by.name(name, "=", out);
            comma_separated(pairs.iter().flat_map(|&(name, text)| [name, text]), by, out);
        }
    }
    Ok(())
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
/// triplet; `None` where there isn't one.
fn triplets(bytes: &[u8]) -> Option<usize> {
    octet(bytes, 0)?;
    // A missing octet is NUL, which is in no character of several octets.
    let octets = [0, 3, 6, 9].map(|at| octet(bytes, at).unwrap_or(0));
    let len = (1..=4).find(|&len| std::str::from_utf8(&octets[..len]).is_ok());
    Some(3 * len.unwrap_or(1))
}

/// Returns the octet that the triplet at an offset encodes.
fn octet(bytes: &[u8], at: usize) -> Option<u8> {
    let &[b'%', high, low] = bytes.get(at..at + 3)? else { return None };
    let digit = |byte| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}
