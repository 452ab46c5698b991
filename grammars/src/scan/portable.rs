//! Components byte by byte, by a table of classes: safe code for any processor, and what the vector modules are
//! compared with.

use super::authority::{self, Authority};
use super::components::{Marks, Stuck};
use super::facts::classes::{AT, COLON, END, HEX, ODD, SIGN, STOP};
use super::planes::BLOCK;
use super::walk::{self, Span, Walk};
use super::{Fast, Form, Host, Known};
use crate::Parts;

/// Splits without vector instructions.
pub(super) fn split(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    walk::split(Portable, fast, input, parts)
}

#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Walk for Portable {
    #[inline(always)]
    fn scheme_end(self, fast: &Fast, input: &[u8]) -> usize {
        walk::short_scheme_end(fast, input).unwrap_or_else(|| walk::long_scheme_end(fast, input))
    }

    #[inline(always)]
    fn net(self, fast: &Fast, form: &Form, input: &[u8], start: usize) -> Option<(usize, Span)> {
        let (stop, found) = net(fast, form, input, start)?;
        Some((stop, (found.host_start, found.host_end)))
    }

    #[inline(always)]
    fn marks(self, fast: &Fast, input: &[u8], path_start: usize) -> Result<Marks, Stuck> {
        let len = input.len();
        let mut marks = Marks { question: len, hash: len };
        let mut at = path_start;
        loop {
            at = seek(fast, input, at, STOP);
            at += match input.get(at) {
                None => return Ok(marks),
                Some(b'%') if is_escape(fast, &input[at..]) => 3,
                Some(b'?') if fast.legal.bytes.contains(b'?') => {
                    marks.question = marks.question.min(at);
                    1
                }
                Some(b'#') if marks.hash == len => {
                    marks.hash = at;
                    1
                }
                Some(_) => return Err(Stuck::new(marks, at)),
            };
        }
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
    if stop > BLOCK {
        return None;
    }
    if !form.keeps_authority(&input[stop..])? {
        return Some((start - 2, Authority::ABSENT));
    }
    let mut found = Authority::name(start, stop);
    if seen & ODD != 0 {
        found = odd(fast, form, input, start, stop, seen & STOP == 0)?;
    }
    match form.host {
        Host::Any => {}
        Host::None => found = Authority::hostless(start),
        Host::Server { .. } if start == stop => found = form.empty.then(|| Authority::hostless(start))?,
        Host::Server { hostport, leading_letter } if found.brackets == 0 => {
            let (host, end) = (found.host_start as usize, found.host_end as usize);
            let leads = !leading_letter || input[host].is_ascii_alphabetic();
            if !(leads && is_name(fast, &input[host..end]) || hostport.runs_to_the_end(&input[host..stop])) {
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
