//! From left to right: a scheme, an authority, and what follows.

use super::authority::Authority;
use super::blocks::{Block, Half, Long, Short, HALF};
use super::components::{finish, finish_oddly};
use super::masks::{Masks, HOSTLESS};
use super::planes::BLOCK;
use super::{Fast, Known, Net, Opaque, Part, Scheme};
use crate::Parts;

/// Splits an input of the language that `fast` describes.
#[inline(always)]
pub(super) fn split<H: Half>(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    // Nothing is plain in a language without letters.
    if input.is_empty() || !fast.legal.usual {
        return Err(Known::NOTHING);
    }
    if input.len() < HALF {
        return split_by::<Short<H>>(fast, input, parts);
    }
    split_by::<Long<H>>(fast, input, parts)
}

#[inline(always)]
fn split_by<B: Block>(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    let len = input.len();
    if len >= u32::MAX as usize {
        return Err(Known::NOTHING);
    }
    let masks = Masks::<B>::new(fast, input);
    let (form, scheme, body) = match masks.scheme_end(fast, input) {
        Ok(scheme) => {
            if scheme == 0 || scheme > BLOCK - 4 {
                return Err(Known::NOTHING);
            }
            let known = match fast.named {
                Some(named) => named.get(input, scheme),
                None => Scheme::Other,
            };
            let form = match known {
                Scheme::Named(form) => Some(form),
                Scheme::Other if fast.first.contains(input[0]) => fast.any,
                Scheme::Other | Scheme::Unknown => None,
            };
            (form.ok_or(Known::NOTHING)?, scheme, scheme + 1)
        }
        Err(first) => {
            let form = fast.relative.ok_or_else(|| fast.without_scheme(input, first))?;
            // No colon may stand in the first segment.
            if input[first..].iter().find(|byte| matches!(byte, b':' | b'/' | b'?' | b'#')) == Some(&b':') {
                return Err(Known::NOTHING);
            }
            (form, 0, 0)
        }
    };

    let mut path_start = body;
    let mut host = HOSTLESS;
    let mut is_whole = !form.query;
    let is_known = match &input[body..] {
        [b'/', b'/', ..] if form.net != Net::Path => {
            let found = masks.net(fast, form, input, body + 2);
            (path_start, host) = found.ok_or_else(|| form.from(Part::Net, body + 2))?;
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
            Opaque::Name(nid) => masks.nid(nid, input, body),
        },
    };
    if !is_known || (form.single_slashes && masks.has_empty_segment(input, path_start)) {
        return Err(form.from(Part::Start, body));
    }

    let start = if path_start > body { body as u32 + 2 } else { 0 };
    let authority = || Authority { start, host_start: host.0, host_end: host.1, brackets: 0 };
    let places = || (scheme, body, path_start);
    // Written out for each way, so that nothing is written to memory for the ways that are rare.
    match masks.marks(fast, input, path_start) {
        Ok(marks) if form.is_plain || marks.question.min(marks.hash) == len => {
            finish(form, len, places(), authority(), marks, is_whole, parts)
        }
        Ok(marks) => finish_oddly(form, input, places(), authority(), marks.at(len), is_whole, parts),
        Err(stuck) if form.is_plain && start > 0 => Err(stuck.known(form, input, places())),
        Err(stuck) => finish_oddly(form, input, places(), authority(), stuck, is_whole, parts),
    }
}
