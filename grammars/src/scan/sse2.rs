//! By SSE2, which every x86-64 processor has: names by ranges, and elsewhere the bytes that are not plain one by one.
#![allow(unsafe_code)]

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::authority;
use super::components::{Marks, Stuck};
use super::facts::classes::{END, ILLEGAL};
use super::facts::Run;
use super::planes::{above, after_percent, below_lowest, carried, from, lowest, sixteen, Signs, BLOCK};
use super::walk::{self, Span, Walk, HOSTLESS};
use super::{Fast, Form, Host, Known};
use crate::Parts;

const WIDTH: usize = 16;

/// Where a byte stands in a block.
#[cfg(feature = "lines")]
#[inline(always)]
pub(super) fn equal(block: &[u8; BLOCK], byte: u8) -> u64 {
    Four::block(block, 0).mask(|vector| vector.equal(byte))
}

/// Splits with SSE2 alone.
pub(super) fn split(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    if !fast.legal.usual {
        return super::portable::split(fast, input, parts);
    }
    if input.is_empty() {
        return Err(Known::NOTHING);
    }
    if input.len() < 2 * WIDTH {
        return walk::split(Masks::<Two>::new(fast, input), fast, input, parts);
    }
    walk::split(Masks::<Four>::new(fast, input), fast, input, parts)
}

/// The first block of an input.
pub(super) trait Head: Copy {
    /// Of an input of a length that it is made for.
    fn new(input: &[u8]) -> Self;

    /// The bits of bytes of a kind; none beyond the input, if zeros are not of that kind.
    fn mask(self, each: impl Fn(Vector) -> Vector) -> u64;

    /// The bits of all other bytes, and none beyond the input.
    fn others(self, each: impl Fn(Vector) -> Vector) -> u64;

    /// The same as [`Head::mask`] of the first 32 bytes alone.
    fn first(self, each: impl Fn(Vector) -> Vector) -> u64;

    /// Whether there can be more than a block.
    const MORE: bool;
}

/// What every input is asked, all at once, so that no vector is kept.
#[derive(Clone, Copy)]
struct Masks<H> {
    /// What is more than a plain byte of a path.
    unusual: u64,
    /// Slashes and what is no part of a name, as far as the first 32 bytes tell; all bits behind.
    other: u64,
    head: PhantomData<H>,
}

impl<H: Head> Masks<H> {
    #[inline(always)]
    fn new(fast: &Fast, input: &[u8]) -> Masks<H> {
        let head = H::new(input);
        let unusual = head.others(|vector| vector.is_usual(&fast.legal.run));
        let other = !head.first(Vector::is_name_or_slash) | head.first(|vector| vector.equal(b'/'));
        Masks { unusual, other, head: PhantomData }
    }
}

impl<H: Head> Walk for Masks<H> {
    #[inline(always)]
    fn scheme_end(self, fast: &Fast, input: &[u8]) -> usize {
        let end = self.other.trailing_zeros() as usize;
        if fast.scheme.names && input.get(end) == Some(&b':') {
            return end;
        }
        walk::long_scheme_end(fast, input)
    }

    #[inline(always)]
    fn net(self, fast: &Fast, form: &Form, input: &[u8], start: usize) -> Option<(usize, Span)> {
        let stop = (self.other & above(start)).trailing_zeros() as usize;
        let is_end = match input.get(stop) {
            None => stop == input.len(),
            Some(b'?') if form.authority_ends == 0 => false,
            Some(&byte) => stop < 2 * WIDTH && fast.classes[usize::from(byte)] & END != 0,
        };
        if !is_end {
            return odd_net::<H>(fast, form, input, start);
        }
        if !form.keeps_authority(&input[stop..])? {
            return Some((start - 2, HOSTLESS));
        }
        match form.host {
            Host::Any => {}
            Host::None => return Some((stop, HOSTLESS)),
            Host::Server { .. } if start == stop => return form.empty.then_some((stop, HOSTLESS)),
            Host::Server { hostport, leading_letter } => {
                let head = H::new(input);
                let equal = |byte| head.first(|vector| vector.equal(byte));
                let signs = Signs { dot: equal(b'.'), hyphen: equal(b'-') };
                if !authority::is_name(signs, input, (start, stop), leading_letter)
                    && !hostport.runs_to_the_end(&input[start..stop])
                {
                    return None;
                }
            }
        }
        Some((stop, (start as u32, stop as u32)))
    }

    #[inline(always)]
    fn marks(self, fast: &Fast, input: &[u8], path_start: usize) -> Result<Marks, Stuck> {
        let len = input.len();
        let run = &fast.legal.run;
        let mut seen = Seen::among(fast, &input[..len.min(BLOCK)], self.unusual & above(path_start));
        let mut marks = Marks { question: len, hash: len };
        seen.mark(&mut marks, 0);
        if seen.percent != 0 {
            seen.bad |= after_percent(seen.percent) & !H::new(input).mask(Vector::is_hex);
        }
        let mut due = carried(seen.percent);
        if !H::MORE || len <= BLOCK {
            if seen.bad == 0 && (due == 0 || len < BLOCK) {
                return Ok(marks);
            }
            return Err(Stuck::new(marks, len.min(seen.bad.trailing_zeros() as usize)));
        }
        let mut base = 0;
        let mut end = BLOCK;
        while end < len {
            if seen.bad != 0 {
                return Err(Stuck::new(marks, base + seen.bad.trailing_zeros() as usize));
            }
            // The last block overlaps the one before it.
            base = end.min(len - BLOCK);
            let old = end - base;
            let block = Four::block(input, base);
            let unusual = block.others(|vector| vector.is_usual(run)) & above(old);
            seen = Seen::among(fast, &input[base..base + BLOCK], unusual);
            seen.mark(&mut marks, base);
            if seen.percent | due != 0 {
                seen.bad |= (after_percent(seen.percent) | due << old) & !block.mask(Vector::is_hex) & above(old);
            }
            // An escape that begins before this block and ends behind it was seen to be due there.
            due = carried(seen.percent) | if old > 62 { due >> (BLOCK - old) } else { 0 };
            end = base + BLOCK;
        }
        if seen.bad == 0 && due == 0 {
            return Ok(marks);
        }
        Err(Stuck::new(marks, len.min(base + seen.bad.trailing_zeros() as usize)))
    }
}

/// An authority that is more than a name, or that ends beyond the first 32 bytes.
#[inline(never)]
fn odd_net<H: Head>(fast: &Fast, form: &Form, input: &[u8], start: usize) -> Option<(usize, Span)> {
    let head = H::new(input);
    let equal = |byte| head.mask(|vector| vector.equal(byte));
    let ends = equal(b'/') | equal(b'?') & form.authority_ends | equal(b'#');
    let stops = ends & above(start) | from(input.len());
    if stops == 0 {
        return None;
    }
    let stop = stops.trailing_zeros() as usize;
    if !form.keeps_authority(&input[stop..])? {
        return Some((start - 2, HOSTLESS));
    }
    let region = below_lowest(stops) & above(start);
    let found = authority::split(form, input, equal(b'@') & region, equal(b':') & region, (start, stop))?;
    let unusual = head.others(|vector| vector.is_usual(&fast.legal.run)) & region & !found.brackets;
    let seen = Seen::among(fast, &input[..input.len().min(BLOCK)], unusual);
    let unescaped = after_percent(seen.percent) & !(region & head.mask(Vector::is_hex));
    if seen.bad | unescaped | carried(seen.percent) != 0 {
        return None;
    }
    match form.host {
        Host::Server { .. } if start == stop => return form.empty.then_some((stop, HOSTLESS)),
        Host::Server { hostport, leading_letter } if found.brackets == 0 => {
            let host = (found.host_start as usize, found.host_end as usize);
            let is_clear = from(host.0) & !from(host.1) & !head.mask(Vector::is_name_or_slash) == 0;
            let signs = Signs { dot: equal(b'.'), hyphen: equal(b'-') };
            let is_name = is_clear && authority::is_name(signs, input, host, leading_letter);
            if !is_name && !hostport.runs_to_the_end(&input[host.0..stop]) {
                return None;
            }
        }
        Host::Any | Host::None | Host::Server { .. } => {}
    }
    Some((stop, (found.host_start, found.host_end)))
}

/// Masks of the bytes of a block that are not plain.
struct Seen {
    percent: u64,
    question: u64,
    hash: u64,
    bad: u64,
}

impl Seen {
    /// Looks at some bytes of a block, one by one.
    #[inline(always)]
    fn among(fast: &Fast, block: &[u8], mut unusual: u64) -> Seen {
        let mut seen = Seen { percent: 0, question: 0, hash: 0, bad: 0 };
        // Nearly every block has two of them or less, so that no branch depends on how many.
        seen.next(fast, block, &mut unusual);
        seen.next(fast, block, &mut unusual);
        while unusual != 0 {
            seen.next(fast, block, &mut unusual);
        }
        seen
    }

    /// Looks at the next one; where there is none, at the first byte in vain.
    #[inline(always)]
    fn next(&mut self, fast: &Fast, block: &[u8], unusual: &mut u64) {
        let bit = lowest(*unusual);
        let byte = block[unusual.trailing_zeros() as usize & (BLOCK - 1)];
        let if_so = |is: bool| if is { bit } else { 0 };
        self.percent |= if_so(byte == b'%');
        self.question |= if_so(byte == b'?');
        self.hash |= if_so(byte == b'#');
        self.bad |= if_so(fast.classes[usize::from(byte)] & ILLEGAL != 0);
        *unusual ^= bit;
    }

    /// Notes the first `?` and `#`; any other `#` is bad.
    #[inline(always)]
    fn mark(&mut self, marks: &mut Marks, base: usize) {
        let question = base + self.question.trailing_zeros() as usize;
        marks.question = marks.question.min(if self.question == 0 { usize::MAX } else { question });
        if self.hash != 0 {
            let first = base + self.hash.trailing_zeros() as usize;
            self.bad |= if first < marks.hash { self.hash & (self.hash - 1) } else { self.hash };
            marks.hash = marks.hash.min(first);
        }
    }
}

/// An input of less than 32 bytes in two vectors; the second of which may overlap the first.
#[derive(Clone, Copy)]
pub(super) struct Two {
    vectors: [Vector; 2],
    /// Where the second one begins.
    second: usize,
    len: usize,
}

impl Head for Two {
    const MORE: bool = false;

    #[inline(always)]
    fn new(input: &[u8]) -> Two {
        let len = input.len();
        match len.checked_sub(WIDTH) {
            Some(second) => Two { vectors: [Vector::load(input, 0), Vector::load(input, second)], second, len },
            None => Two { vectors: [Vector::words(sixteen(input)), Vector::words([0, 0])], second: WIDTH, len },
        }
    }

    #[inline(always)]
    fn mask(self, each: impl Fn(Vector) -> Vector) -> u64 {
        let [a, b] = self.vectors.map(|vector| each(vector).mask());
        a | b << self.second
    }

    #[inline(always)]
    fn others(self, each: impl Fn(Vector) -> Vector) -> u64 {
        !self.mask(each) & !from(self.len)
    }

    #[inline(always)]
    fn first(self, each: impl Fn(Vector) -> Vector) -> u64 {
        self.mask(each)
    }
}

/// A block in four vectors, the last two of which may overlap the first two.
#[derive(Clone, Copy)]
pub(super) struct Four {
    vectors: [Vector; 4],
    /// Where the third one begins.
    third: usize,
}

impl Four {
    #[inline(always)]
    fn block(input: &[u8], base: usize) -> Four {
        Four::load(input, base, 2 * WIDTH)
    }

    #[inline(always)]
    fn load(input: &[u8], base: usize, third: usize) -> Four {
        let at = |from: usize| Vector::load(input, base + from);
        Four { vectors: [at(0), at(WIDTH), at(third), at(third + WIDTH)], third }
    }
}

impl Head for Four {
    const MORE: bool = true;

    #[inline(always)]
    fn new(input: &[u8]) -> Four {
        Four::load(input, 0, (2 * WIDTH).min(input.len() - 2 * WIDTH))
    }

    #[inline(always)]
    fn mask(self, each: impl Fn(Vector) -> Vector) -> u64 {
        let [a, b, c, d] = self.vectors.map(|vector| each(vector).mask());
        (a | b << WIDTH) | (c | d << WIDTH) << self.third
    }

    #[inline(always)]
    fn others(self, each: impl Fn(Vector) -> Vector) -> u64 {
        let [a, b, c, d] = self.vectors.map(|vector| each(vector).mask());
        let all = u64::from(u32::MAX);
        (a | b << WIDTH) ^ all | ((c | d << WIDTH) ^ all) << self.third
    }

    #[inline(always)]
    fn first(self, each: impl Fn(Vector) -> Vector) -> u64 {
        let [a, b, ..] = self.vectors;
        each(a).mask() | each(b).mask() << WIDTH
    }
}

// SAFETY of all intrinsics below: SSE2 is part of x86-64, and all but `load` touch no memory.
#[derive(Clone, Copy)]
pub(super) struct Vector(__m128i);

impl Vector {
    #[inline(always)]
    fn load(input: &[u8], from: usize) -> Vector {
        let bytes = &input[from..from + WIDTH];
        // SAFETY: a slice of sixteen bytes, from which an unaligned load reads sixteen.
        Vector(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn words([low, high]: [u64; 2]) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_set_epi64x(high as i64, low as i64) })
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: see above.
        unsafe { _mm_movemask_epi8(self.0) as u32 as u64 }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_cmpeq_epi8(self.0, _mm_set1_epi8(byte as i8)) })
    }

    #[inline(always)]
    fn or(self, other: Vector) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_or_si128(self.0, other.0) })
    }

    /// With the bit that tells lower from upper case set.
    #[inline(always)]
    fn lower(self) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_or_si128(self.0, _mm_set1_epi8(0x20)) })
    }

    /// Moved so that the last byte of the range is the greatest of signed ones.
    #[inline(always)]
    fn in_range(self, first: u8, last: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe {
            let moved = _mm_add_epi8(self.0, _mm_set1_epi8((127 - last) as i8));
            _mm_cmpgt_epi8(moved, _mm_set1_epi8((126 - (last - first)) as i8))
        })
    }

    #[inline(always)]
    fn in_run(self, run: &Run) -> Vector {
        // SAFETY: see above; the loads read the sixteen bytes of arrays.
        Vector(unsafe {
            let moved = _mm_add_epi8(self.0, _mm_loadu_si128(run.moved.as_ptr().cast()));
            let other = _mm_cmpeq_epi8(self.0, _mm_loadu_si128(run.other.as_ptr().cast()));
            _mm_or_si128(_mm_cmpgt_epi8(moved, _mm_loadu_si128(run.below.as_ptr().cast())), other)
        })
    }

    #[inline(always)]
    fn is_letter(self) -> Vector {
        self.lower().in_range(b'a', b'z')
    }

    /// Letters, and the bytes of a run.
    #[inline(always)]
    fn is_usual(self, run: &Run) -> Vector {
        self.is_letter().or(self.in_run(run))
    }

    #[inline(always)]
    fn is_name_or_slash(self) -> Vector {
        self.is_letter().or(self.in_range(b'-', b'9'))
    }

    #[inline(always)]
    fn is_hex(self) -> Vector {
        self.in_range(b'0', b'9').or(self.lower().in_range(b'a', b'f'))
    }
}

#[cfg(test)]
mod tests {
    use super::{Four, Head, Two, Vector, BLOCK};
    use crate::{Grammar, Reading};

    /// The bits of the bytes that are among those that are wanted.
    fn slow(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
        bytes.iter().enumerate().fold(0, |mask, (at, &byte)| mask | u64::from(is(byte)) << at)
    }

    fn check<H: Head>(head: H, bytes: &[u8]) {
        let is_within = u64::MAX >> (BLOCK - bytes.len());
        let all = Grammar::ALL.iter().flat_map(|grammar| Reading::ALL.map(|reading| grammar.tables(reading).start()));
        for fast in all.filter_map(|table| table.fast).filter(|fast| fast.legal.usual) {
            let usual = head.mask(|vector| vector.is_usual(&fast.legal.run)) & is_within;
            let plain = |byte| fast.legal.bytes.contains(byte) && byte != b'%' && byte != b'?';
            assert_eq!(usual & !slow(bytes, plain), 0, "{}", bytes.escape_ascii());
            let least = |byte: u8| byte.is_ascii_alphanumeric() || byte == fast.legal.run.other[0];
            assert_eq!(slow(bytes, least) & !usual, 0, "{}", bytes.escape_ascii());
        }
        let is_name_or_slash = |byte: u8| byte.is_ascii_alphanumeric() || b"-./".contains(&byte);
        let hex = head.mask(Vector::is_hex) & is_within;
        let name = head.mask(Vector::is_name_or_slash) & is_within;
        assert_eq!(hex, slow(bytes, |byte| byte.is_ascii_hexdigit()), "{}", bytes.escape_ascii());
        assert_eq!(name, slow(bytes, is_name_or_slash), "{}", bytes.escape_ascii());
        assert_eq!(head.first(Vector::is_hex) & is_within, hex & 0xFFFF_FFFF, "{}", bytes.escape_ascii());
    }

    #[test]
    fn masks_are_what_the_bytes_are() {
        // Every byte at every place of every length.
        let bytes: Vec<u8> = (0..=255).cycle().take(256 + BLOCK).collect();
        for (from, len) in (0..=255).flat_map(|from| (1..=BLOCK).map(move |len| (from, len))) {
            let input = &bytes[from..from + len];
            if len < 32 {
                check(Two::new(input), input);
            } else {
                check(Four::new(input), input);
            }
            if len == BLOCK {
                check(Four::block(&bytes, from), input);
            }
        }
    }
}
