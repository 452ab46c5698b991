//! The first level where two documents' normal forms of a text differ, without making the forms.
//!
//! The forms are made level by level. If both documents do the same work on a level, equal texts
//! before it are equal after it. So if there is one level on which they do different work, the
//! normal forms differ exactly if that level makes them differ:
//!
//! ```text
//!                   HTTP://A:80/%7Eb/./c       rfc2396               rfc3986
//! case              both: http, a              the same work
//! percent-encoding  both decode 7E             the same work: the sets differ in other octets
//! path segments                                none                  removes `/.`    ◂ differs
//! scheme            both drop :80              the same work
//! ```

use urigram_grammars::{ByteSet, Level, Parts, Summary};

use super::one_pass;
use super::plan::{Plan, Work};
use crate::rewrite::{has_lower_case_digit, octet};
use urigram_grammars::search;

/// The levels that have work, in order.
const LEVELS: [Level; 4] =
    [Level::Case, Level::PercentEncoding, Level::PathSegments, Level::Scheme];

/// The work of each level on a text, as numbers that are equal if the work is; 0 for none.
type WorkByLevel = [u128; LEVELS.len()];

/// The first level where two normal forms differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The normal forms are the same.
    None,
    /// They differ first at this level, and only the document with this index changes the text
    /// there.
    At(Level, usize),
    /// The forms have to be made to find out.
    Unknown,
}

/// Returns the first level where normal forms differ.
pub(super) fn first(text: &str, parts: &[Parts; 2], rules: [&Summary; 2]) -> Difference {
    known(text, parts, rules).unwrap_or(Difference::Unknown)
}

fn known(text: &str, parts: &[Parts; 2], rules: [&Summary; 2]) -> Option<Difference> {
    // Only a closed document accepts every change; a path without a scheme can turn into one.
    if parts[0] != parts[1] || parts[0].scheme().is_none() || !rules.iter().all(|one| one.is_closed)
    {
        return None;
    }
    let mut plans = [Plan::default(), Plan::default()];
    let [first, second] = &mut plans;
    // Both are scanned, for any result of the first scan.
    if !(first.scan(text, &parts[0], rules[0]) | second.scan(text, &parts[1], rules[1])) {
        return Some(Difference::None);
    }
    let escapes = Escapes::of(text.as_bytes(), &parts[0])?;
    let mut works = [[0; LEVELS.len()]; 2];
    for (work, (plan, rules)) in works.iter_mut().zip(plans.iter().zip(rules)) {
        *work = work_of(plan, rules, &escapes)?;
    }
    let mut differing = (0..LEVELS.len()).filter(|&at| works[0][at] != works[1][at]);
    let Some(at) = differing.next() else { return Some(Difference::None) };
    // With a second such level, or work of both on the level, the forms decide.
    if differing.next().is_some() || (works[0][at] != 0 && works[1][at] != 0) {
        return None;
    }
    let (level, side) = (LEVELS[at], usize::from(works[0][at] == 0));
    let differ = if level == Level::PathSegments {
        one_pass::removes_dots(text, &parts[side], rules[side])?
    } else {
        let form = |side: usize| {
            one_pass::write(text, &parts[side], rules[side], Level::Scheme, &plans[side])
        };
        form(0)? != form(1)?
    };
    Some(if differ { Difference::At(level, side) } else { Difference::None })
}

/// Returns the work of each level; `None` for work that depends on other levels.
fn work_of(plan: &Plan, rules: &Summary, escapes: &Escapes) -> Option<WorkByLevel> {
    if plan.has(Work::Mailboxes) || plan.has(Work::Authority) {
        return None;
    }
    if rules.beyond_ascii && escapes.has_beyond_ascii {
        return None;
    }
    let flags = |flags: &[bool]| flags.iter().fold(0, |bits, &flag| bits << 1 | u128::from(flag));
    let letters = plan.has(Work::Letters);
    let case = [
        letters && rules.scheme_case,
        letters && rules.host_case,
        letters && rules.nid_case,
        rules.hex && escapes.has_lower_case,
    ];
    let decoded = rules.decoded.map_or(0, |decoded| escapes.ascii & ascii(decoded));
    let dots = plan.has(Work::Dots);
    let path = [dots && rules.remove_dots, dots && rules.merge_dots];
    let scheme = [plan.has(Work::Port), plan.has(Work::Slash)];
    Some([flags(&case), decoded, flags(&path), flags(&scheme)])
}

/// Returns a bit for each character of US-ASCII in a set.
fn ascii(set: ByteSet) -> u128 {
    let [low, high, ..] = set.to_words();
    u128::from(high) << 64 | u128::from(low)
}

/// The octets that a text encodes.
#[derive(Default)]
struct Escapes {
    /// A bit for each character of US-ASCII.
    ascii: u128,
    has_lower_case: bool,
    has_beyond_ascii: bool,
}

impl Escapes {
    /// Returns the escapes of a text; `None` if one is before the path, or stands for a dot or a
    /// slash: it could be decoded to something that splits the text.
    fn of(bytes: &[u8], parts: &Parts) -> Option<Escapes> {
        let mut escapes = Escapes::default();
        let path = parts.path();
        let (start, end) = (path.start as usize, path.end as usize);
        // An escape in what looks like an authority can decide whether it is one.
        let looks_like_one = parts.authority().is_none() && bytes[start..].starts_with(b"//");
        let allowed = if looks_like_one { end } else { start };
        if search::any(&bytes[..allowed], |byte| byte == b'%') {
            return None;
        }
        search::each(bytes, allowed, b'%', |at| {
            let Some(byte) = octet(bytes, at) else { return Some(()) };
            escapes.has_lower_case |= has_lower_case_digit(bytes, at);
            match byte {
                b'.' | b'/' => return None,
                0x80.. => escapes.has_beyond_ascii = true,
                _ => escapes.ascii |= 1 << byte,
            }
            Some(())
        })?;
        Some(escapes)
    }
}
