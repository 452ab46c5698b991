//! Prose values that describe single characters exactly: by other rules, by their octets, or by
//! themselves.
//!
//! RFC 822 and the documents of its family have no notation for exceptions: they write them in
//! words.
//!
//! ```text
//!   <any CHAR except CTLs or separators>        CHAR without what CTL and separators have
//!   <any US-ASCII character (octets 0 - 127)>   %x00-7F
//!   <US-ASCII SP, space (32)>                   %x20
//!   <any US-ASCII digit "0".."9">               %x30-39
//!   <">                                         %x22
//! ```
//!
//! Nothing is concluded from a word alone: `<any ASCII character>` stays without a meaning, because
//! RFC 822 counts NUL among them and RFC 5234's `CHAR` does not.

mod finder;

use super::Expr;

/// The characters that a prose value describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// The characters of any of these,
    some: Vec<Term>,
    /// without those of any of these,
    except: Vec<Term>,
    /// and the strings of these rules besides.
    besides: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Rule(String),
    Range(u32, u32),
}

/// Words between what is taken and what is left out.
const EXCEPT: [&str; 6] =
    ["except for", "except", "excluding", "other than", "but not", "excepting"];

/// Reads what is said between angle brackets; `None` for any other prose.
pub(super) fn set(said: &str) -> Option<Set> {
    let none = || (Vec::new(), Vec::new());
    if said == "\"" {
        return Some(Set {
            some: vec![Term::Range(0x22, 0x22)],
            except: none().0,
            besides: none().1,
        });
    }
    if let Some((some, except)) = numbered(said) {
        return Some(Set { some: vec![some], except, besides: Vec::new() });
    }
    if let Some(some) = octets(said) {
        return Some(Set { some, except: Vec::new(), besides: Vec::new() });
    }
    if let Some((low, high, rest)) = values(said) {
        if low > high || high > 0x10_FFFF {
            return None;
        }
        let except = rest.trim_start_matches(',').trim();
        let except = match except.strip_prefix("except ") {
            Some(except) => terms(except)?,
            None if except.is_empty() => Vec::new(),
            None => return None,
        };
        return Some(Set { some: vec![Term::Range(low, high)], except, besides: Vec::new() });
    }
    let any = said.strip_prefix("any ").or_else(|| said.strip_prefix("Any "))?;
    let any = any.strip_prefix("single ").unwrap_or(any);
    if let Some(some) = decimals(any) {
        return Some(Set { some, except: Vec::new(), besides: Vec::new() });
    }
    let any = any.strip_prefix("(US-ASCII) ").unwrap_or(any);
    let (some, except) = EXCEPT.iter().find_map(|word| {
        let (some, except) = any.split_once(&format!(" {word} "))?;
        Some((some.trim_end_matches(','), except))
    })?;
    let including = [", but including ", ", and including ", ", & including "];
    let (except, besides) = match including.iter().find_map(|it| except.split_once(it)) {
        Some((except, besides)) => (except, vec![name(besides)?]),
        None => (except, Vec::new()),
    };
    Some(Set { some: vec![Term::Rule(name(some)?)], except: terms(except)?, besides })
}

/// Returns the rules that a prose value which describes characters names, as alternatives.
pub fn described(said: &str) -> Option<Expr> {
    let Set { some, except, besides } = set(said)?;
    let mut parts: Vec<Expr> = besides.into_iter().map(Expr::Rule).collect();
    parts.extend(some.into_iter().chain(except).map(|term| match term {
        Term::Rule(name) => Expr::Rule(name),
        Term::Range(low, high) => Expr::Range(low, high),
    }));
    Some(Expr::Choice(parts))
}

/// Reads `ASCII 1..255, except LF (linefeed) and CR (carriage return)`: the range, and the names.
fn numbered(said: &str) -> Option<(Term, Vec<Term>)> {
    let (low, rest) = said.strip_prefix("ASCII ")?.split_once("..")?;
    let (high, rest) = rest.split_once(',').unwrap_or((rest, ""));
    let number = |text: &str| text.trim().parse().ok().filter(|value| *value < 256);
    let (low, high): (u32, u32) = (number(low)?, number(high)?);
    let except = match rest.trim().strip_prefix("except ") {
        Some(except) => terms(&without_remarks(except))?,
        None if rest.trim().is_empty() => Vec::new(),
        None => return None,
    };
    (low <= high).then_some((Term::Range(low, high), except))
}

/// Reads `octet with decimal value of 33 through 60 inclusive, and 62 through 126`.
fn decimals(any: &str) -> Option<Vec<Term>> {
    let ranges = any.strip_prefix("octet with decimal value of ")?;
    let range = |text: &str| {
        let text = text.trim_start_matches("and ").trim_end_matches(" inclusive");
        let (low, high) = text.split_once(" through ")?;
        let (low, high) = (low.parse().ok()?, high.parse().ok()?);
        (low <= high && high < 256).then_some(Term::Range(low, high))
    };
    ranges.split(", ").map(range).collect()
}

/// Returns a text without what it has in parentheses.
fn without_remarks(text: &str) -> String {
    let parts = text.split('(').enumerate().map(|(number, part)| match part.split_once(')') {
        Some((_, behind)) if number > 0 => behind,
        _ => part,
    });
    parts.collect()
}

/// Reads the numbers of octets: `(octets 0 - 31) and DEL (127)`, `"A".."Z"`, `8-bit sequence`.
fn octets(said: &str) -> Option<Vec<Term>> {
    match said {
        "any 8-bit sequence of data" => return Some(vec![Term::Range(0, 255)]),
        "space character" => return Some(vec![Term::Range(0x20, 0x20)]),
        "horizontal tab character" => return Some(vec![Term::Range(0x09, 0x09)]),
        _ => {}
    }
    if let Some(value) = control(said) {
        return Some(vec![Term::Range(value, value)]);
    }
    if !said.contains("ASCII") || said.contains("..") && said.starts_with("ASCII ") {
        return None;
    }
    if let Some((_, range)) = said.split_once(" \"") {
        let (low, high) = range.strip_suffix('"')?.split_once("\"..\"")?;
        let one = |text: &str| text.chars().next().filter(|_| text.len() == 1).map(u32::from);
        return Some(vec![Term::Range(one(low)?, one(high)?)]);
    }
    let mut terms = Vec::new();
    for inside in said.split('(').skip(1) {
        let (inside, _) = inside.split_once(')')?;
        let numbers = inside.strip_prefix("octets ").unwrap_or(inside);
        let number = |text: &str| text.trim().parse().ok().filter(|value| *value < 256);
        if let Some(value) = inside.strip_prefix("value in HEX %x") {
            let value = u32::from_str_radix(value, 16).ok().filter(|value| *value < 256)?;
            terms.push(Term::Range(value, value));
            continue;
        }
        let (low, high) = numbers.split_once('-').unwrap_or((numbers, numbers));
        terms.push(Term::Range(number(low)?, number(high)?));
    }
    (!terms.is_empty()).then_some(terms)
}

/// The names of ASCII (RFC 20) for the octets from 0 on.
const CONTROLS: [&str; 33] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US", "SP",
];

/// Reads `ASCII CR (carriage return)`: the octet that ASCII calls so.
fn control(said: &str) -> Option<u32> {
    let said = said.strip_prefix("US-").unwrap_or(said).strip_prefix("ASCII ")?;
    let name = said.split_once(" (").map_or(said, |(name, _)| name);
    let remark = &said[name.len()..];
    if remark.contains(|c: char| c.is_ascii_digit() || c == '%') {
        return None;
    }
    let is_whole = remark.is_empty() || remark.find(')') == Some(remark.len() - 1);
    let at = CONTROLS.iter().position(|known| *known == name).filter(|_| is_whole)?;
    u32::try_from(at).ok()
}

/// Reads `%d32-%d255 except nl` and `ASCII LF, line feed, %x0A`: the values, and what follows.
fn values(said: &str) -> Option<(u32, u32, &str)> {
    let value = |text: &str| -> Option<(u32, usize)> {
        let (radix, digits) = match text.as_bytes().get(..2)? {
            b"%d" => (10, &text[2..]),
            b"%x" => (16, &text[2..]),
            _ => return None,
        };
        let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        Some((u32::from_str_radix(&digits[..end], radix).ok()?, 2 + end))
    };
    if said.starts_with("ASCII ") {
        let (value, end) = value(said.rsplit(' ').next()?)?;
        return (end == said.rsplit(' ').next()?.len()).then_some((value, value, ""));
    }
    let (low, end) = value(said)?;
    let Some(rest) = said[end..].strip_prefix('-') else { return Some((low, low, &said[end..])) };
    let rest = rest.strip_prefix(&said[..2]).unwrap_or(rest);
    let again = format!("{}{rest}", &said[..2]);
    let (high, end) = value(&again)?;
    Some((low, high, &rest[end - 2..]))
}

/// Reads `CTLs, SPACE, and ":"`: names of rules and quoted characters.
fn terms(text: &str) -> Option<Vec<Term>> {
    let (mut terms, mut rest) = (Vec::new(), text.trim());
    while !rest.is_empty() {
        let between = ["and ", "or ", "& ", "the ", ", ", ","];
        while let Some(behind) = between.iter().find_map(|word| rest.strip_prefix(word)) {
            rest = behind.trim_start();
        }
        if let Some(behind) = rest.strip_prefix("<\">") {
            terms.push(Term::Range(0x22, 0x22));
            rest = behind.trim_start();
            continue;
        }
        if let Some(quoted) = rest.strip_prefix('"') {
            let (c, behind) = (quoted.chars().next()?, quoted.get(1..)?);
            terms.push(Term::Range(u32::from(c), u32::from(c)));
            rest = behind.strip_prefix('"')?.trim_start();
            continue;
        }
        let end = rest.find([' ', ',']).unwrap_or(rest.len());
        terms.push(Term::Rule(name(&rest[..end])?));
        rest = rest[end..].trim_start();
    }
    (!terms.is_empty()).then_some(terms)
}

/// Returns a text that can be the name of a rule.
fn name(text: &str) -> Option<String> {
    let plain =
        text.trim().strip_suffix("'s").map_or(text.trim().to_owned(), |of| format!("{of}s"));
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_name = plain.starts_with(|c: char| c.is_ascii_alphabetic()) && plain.chars().all(inside);
    is_name.then_some(plain)
}

/// Returns the name that an expression uses for a set. No rule has this name.
pub(super) fn placeholder(number: usize) -> String {
    format!("\u{1}{number}")
}

/// Returns the number of a placeholder.
pub(super) fn number(name: &str) -> Option<usize> {
    name.strip_prefix('\u{1}')?.parse().ok()
}

/// Replaces the sets in an expression; `None` if one of them has no characters that are known.
pub(super) fn resolved(expr: &Expr, of: &impl Fn(usize) -> Option<Expr>) -> Option<Expr> {
    match expr {
        Expr::Rule(name) => number(name).map_or_else(|| Some(expr.clone()), of),
        _ => expr.try_inner(&mut |part| resolved(part, of).ok_or(())).ok(),
    }
}

/// Returns the sets in an expression.
pub(super) fn sets(expr: &Expr) -> Vec<usize> {
    let mut sets = Vec::new();
    expr.visit_rules(&mut |name| sets.extend(number(name)));
    sets
}
