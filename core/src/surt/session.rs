//! Session ids, which make many URLs of one page.

use alloc::vec::Vec;

/// The length of an id of ASP.NET in a path.
const ASP: usize = 24;

/// The length of the ids of Java and PHP.
const LONG: usize = 32;

fn is_id(text: &[u8], length: usize) -> bool {
    text.len() == length && text.iter().all(u8::is_ascii_alphanumeric)
}

/// Returns a path without its session ids: `;jsessionid=…` at its end, and before a page of ASP.NET
/// a segment `(…)`, `(S(…))` or with several letters, each with an id in parentheses.
pub(super) fn without_in_path(path: &[u8]) -> Vec<u8> {
    let path = without_java(path);
    let mut segments: Vec<&[u8]> = path.split(|&byte| byte == b'/').collect();
    let is_page = |segment: &&[u8]| {
        segment.len() >= 5 && segment[segment.len() - 5..].eq_ignore_ascii_case(b".aspx")
    };
    if segments.last().is_some_and(is_page) {
        if let Some(at) = segments.iter().position(|segment| is_asp(segment)) {
            segments.remove(at);
        }
    }
    segments.join(&b'/')
}

fn without_java(path: &[u8]) -> &[u8] {
    const NAME: &[u8] = b";jsessionid=";
    let Some(start) = path.len().checked_sub(NAME.len() + LONG) else { return path };
    let (before, last) = path.split_at(start);
    let is_java = last[..NAME.len()].eq_ignore_ascii_case(NAME) && is_id(&last[NAME.len()..], LONG);
    if is_java {
        before
    } else {
        path
    }
}

fn is_asp(segment: &[u8]) -> bool {
    let inner = segment.strip_prefix(b"(").and_then(|inner| inner.strip_suffix(b")"));
    let is_marked = |one: &[u8]| {
        one[0].is_ascii_alphabetic()
            && one[1] == b'('
            && is_id(&one[2..2 + ASP], ASP)
            && one[2 + ASP] == b')'
    };
    inner.is_some_and(|inner| {
        let all = inner.chunks_exact(ASP + 3);
        is_id(inner, ASP)
            || (!inner.is_empty() && all.remainder().is_empty() && { all }.all(is_marked))
    })
}

/// Returns a query without its session ids, each with the `&` after it: `jsessionid`, `phpsessid`
/// and `sid` with 32 letters and digits, `aspsessionid` and eight letters with 24 letters, and
/// `cfid` with the `cftoken` after it.
pub(super) fn without_in_query(query: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(query.len());
    let mut parameters = query.split_inclusive(|&byte| byte == b'&').peekable();
    while let Some(parameter) = parameters.next() {
        let (name, value) = parts(parameter);
        let is_token = |next: &&[u8]| {
            let (name, value) = parts(next);
            name == b"cftoken" && !value.is_empty()
        };
        let is_number = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
        if name == b"cfid" && is_number && parameters.next_if(is_token).is_some() {
            continue;
        }
        if !is_session(&name, value) {
            kept.extend_from_slice(parameter);
        }
    }
    kept
}

/// Returns the name of a parameter in lower case, and its value.
fn parts(parameter: &[u8]) -> (Vec<u8>, &[u8]) {
    let parameter = parameter.strip_suffix(b"&").unwrap_or(parameter);
    let equals = parameter.iter().position(|&byte| byte == b'=').unwrap_or(parameter.len());
    (parameter[..equals].to_ascii_lowercase(), parameter.get(equals + 1..).unwrap_or_default())
}

fn is_session(name: &[u8], value: &[u8]) -> bool {
    match name {
        b"jsessionid" | b"phpsessid" | b"sid" => is_id(value, LONG),
        _ => name.strip_prefix(b"aspsessionid").is_some_and(|mark| {
            mark.len() == 8
                && mark.iter().all(u8::is_ascii_alphabetic)
                && value.len() == ASP
                && value.iter().all(u8::is_ascii_alphabetic)
        }),
    }
}
