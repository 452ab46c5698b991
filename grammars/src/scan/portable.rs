//! Components byte by byte, by a table of classes: safe code for any processor, and what the vector modules are
//! compared with.

use super::authority::{self, Authority};
use super::components::{finish, finish_oddly, has_empty_segment, Marks, Stuck};
use super::facts::classes::{AT, COLON, END, HEX, ODD, SIGN, STOP};
use super::planes::BLOCK;
use super::{Fast, Form, Host, Known, Net, Opaque, Part, Scheme};
use crate::Parts;

/// Absent, as [`Parts`] writes it.
const NONE: u32 = u32::MAX;

/// Splits without vector instructions.
pub(super) fn split(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    let len = input.len();
    if len >= NONE as usize {
        return Err(Known::NOTHING);
    }
    let scheme = input.iter().position(|&byte| !fast.scheme.bytes.contains(byte)).unwrap_or(len);
    let has_scheme = input.get(scheme) == Some(&b':');
    let (form, body) = if has_scheme {
        if scheme == 0 || scheme > BLOCK - 4 {
            return Err(Known::NOTHING);
        }
        let form = match fast.named.map_or(Scheme::Other, |named| named.get(input, scheme)) {
            Scheme::Named(form) => Some(form),
            Scheme::Unknown => None,
            Scheme::Other => fast.any.filter(|_| fast.first.contains(input[0])),
        };
        (form.ok_or(Known::NOTHING)?, scheme + 1)
    } else {
        let first = seek(fast, input, scheme, END | COLON);
        if input.get(first) == Some(&b':') {
            return Err(Known::NOTHING);
        }
        (fast.relative.ok_or(Known::NOTHING)?, 0)
    };

    let mut path_start = body;
    let mut authority = Authority::ABSENT;
    let mut is_whole = !form.query;
    let is_known = match &input[body..] {
        [b'/', b'/', ..] if form.net != Net::Path => {
            (path_start, authority) = net(fast, form, input, body + 2).ok_or_else(|| form.from(Part::Net, body + 2))?;
            form.net == Net::Authority
        }
        [] | [b'?' | b'#', ..] => form.bare,
        [b'/', ..] => form.slash,
        [_, ..] => match form.opaque {
            Opaque::Unknown => false,
            Opaque::Path => true,
            Opaque::Whole => {
                is_whole = true;
                true
            }
            Opaque::Name(nid) => nid.begins(input, body),
        },
    };
    if !is_known || (form.single_slashes && has_empty_segment(&input[path_start..])) {
        return Err(form.from(Part::Start, body));
    }

    let places = (if has_scheme { scheme } else { 0 }, body, path_start);
    let (mut question, mut hash) = (len, len);
    let mut at = path_start;
    loop {
        at = seek(fast, input, at, STOP);
        at += match input.get(at) {
            None => break,
            Some(b'%') if is_escape(fast, &input[at..]) => 3,
            Some(b'?') if fast.legal.bytes.contains(b'?') => {
                question = question.min(at);
                1
            }
            Some(b'#') if hash == len => {
                hash = at;
                1
            }
            Some(_) => {
                let stuck = Stuck { question, hash, offset: at };
                return finish_oddly(form, input, places, authority, stuck, is_whole, parts);
            }
        };
    }
    let marks = Marks { question, hash };
    if form.is_plain() {
        finish(form, len, places, authority, marks, is_whole, parts)
    } else {
        finish_oddly(form, input, places, authority, marks.at(len), is_whole, parts)
    }
}

/// An authority, and where it ends.
#[inline(always)]
fn net(fast: &Fast, form: &Form, input: &[u8], start: usize) -> Option<(usize, Authority)> {
    let class = |byte: u8| fast.classes[usize::from(byte)];
    let mut seen = 0;
    let mut stop = start;
    for eight in input[start..].chunks_exact(8) {
        let all = eight.iter().fold(0, |all, &byte| all | class(byte));
        if all & END != 0 {
            break;
        }
        seen |= all;
        stop += 8;
    }
    while let Some(&byte) = input.get(stop) {
        if class(byte) & END != 0 && (byte != b'?' || form.authority_ends != 0) {
            break;
        }
        seen |= class(byte);
        stop += 1;
    }
    if stop > BLOCK || form.after_authority.is_some_and(|following| !following.has(&input[stop..])) {
        return None;
    }
    let mut found = Authority::name(start, stop);
    if seen & ODD != 0 {
        found = odd(fast, form, input, start, stop, seen & STOP == 0)?;
    }
    match form.host {
        Host::Any => {}
        Host::None => found = Authority::HOSTLESS,
        Host::Server { .. } if start == stop => found = form.hostless()?,
        Host::Server { hostport, leading_letter } if found.brackets == 0 => {
            let (host, end) = (found.host_start as usize, found.host_end as usize);
            let leads = !leading_letter || input[host].is_ascii_alphabetic();
            if !(leads && is_name(fast, &input[host..end]) || hostport.accepts(&input[host..stop])) {
                return None;
            }
        }
        Host::Server { .. } => {}
    }
    Some((stop, found))
}

/// An authority with a userinfo, a port, a literal or escapes. Where `is_legal`, it has no brackets and no escapes.
#[inline(never)]
fn odd(fast: &Fast, form: &Form, input: &[u8], start: usize, stop: usize, is_legal: bool) -> Option<Authority> {
    let (mut ats, mut colons) = (0, 0);
    for (at, &byte) in input.iter().enumerate().take(stop).skip(start) {
        let class = fast.classes[usize::from(byte)];
        ats |= u64::from(class & AT != 0) << at;
        colons |= u64::from(class & COLON != 0) << at;
    }
    let found = authority::split(form, input, ats, colons, (start, stop))?;
    let mut at = if is_legal { stop } else { start };
    while at < stop {
        let is_bracket = found.brackets >> at & 1 == 1;
        at += match input[at] {
            b'%' if !is_escape(fast, &input[at..]) => return None,
            b'%' => 3,
            byte if !is_bracket && !fast.legal.bytes.contains(byte) => return None,
            _ => 1,
        };
    }
    Some(found)
}

/// Whether labels of letters, digits and inner hyphens stand there, the last of which begins with a letter.
#[inline(always)]
fn is_name(fast: &Fast, host: &[u8]) -> bool {
    let is_sign = |at: usize| host.get(at).is_none_or(|&byte| fast.classes[usize::from(byte)] & SIGN != 0);
    let mut last_label = 0;
    for (at, &byte) in host.iter().enumerate() {
        if !is_sign(at) {
            continue;
        }
        match byte {
            // Beside a dot stands no sign, so that hyphens are within a label.
            b'.' if !is_sign(at.wrapping_sub(1)) && !is_sign(at + 1) => last_label = at + 1,
            b'-' if at > 0 && at + 1 < host.len() => {}
            _ => return false,
        }
    }
    host.get(last_label).is_some_and(u8::is_ascii_alphabetic)
}

#[inline(always)]
fn is_escape(fast: &Fast, from: &[u8]) -> bool {
    let is_hex = |byte: u8| fast.classes[usize::from(byte)] & HEX != 0;
    matches!(*from, [_, high, low, ..] if is_hex(high) && is_hex(low))
}

/// The offset of the first byte at or after `from` that has one of the classes, or the length.
#[inline(always)]
fn seek(fast: &Fast, input: &[u8], from: usize, classes: u8) -> usize {
    let class = |byte: u8| fast.classes[usize::from(byte)];
    let rest = &input[from..];
    let mut at = from;
    for eight in rest.chunks_exact(8) {
        // One branch for eight bytes.
        if eight.iter().fold(0, |all, &byte| all | class(byte)) & classes != 0 {
            break;
        }
        at += 8;
    }
    while at < input.len() && class(input[at]) & classes == 0 {
        at += 1;
    }
    at
}
