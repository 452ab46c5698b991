//! From masks of what is plain nearly everywhere to a scheme's end, an authority, and marks; other bytes are looked at
//! one by one.

use core::marker::PhantomData;

use super::authority::{self, Marked};
use super::blocks::{Block, Half, Long, HALF};
use super::components::{has_empty_segment, Marks, Stuck};
use super::planes::{above, after_percent, carried, from, lowest, Signs, BLOCK};
use super::sets::classes::{BAD, END};
use super::{Fast, Form, Host, Nid};

/// Where a host stands, as [`Parts`](crate::Parts) writes it.
pub(super) type Span = (u32, u32);

/// No host.
pub(super) const HOSTLESS: Span = (u32::MAX, u32::MAX);

/// What every input is asked, all at once, so that no vector is kept.
#[derive(Clone, Copy)]
pub(super) struct Masks<B> {
    /// What is more than a plain byte of a path.
    unusual: u64,
    /// What is no part of a server's name, as far as the first 32 bytes tell; all bits behind.
    other: u64,
    block: PhantomData<B>,
}

impl<B: Block> Masks<B> {
    #[inline(always)]
    pub(super) fn new(fast: &Fast, input: &[u8]) -> Masks<B> {
        let head = B::head(input);
        let unusual = head.others(|half| half.usual(&fast.legal.run));
        let other = !head.first(Half::name);
        Masks { unusual, other, block: PhantomData }
    }
}

impl<B: Block> Masks<B> {
    /// Where a scheme ends at a colon, or else the offset of the first byte that no scheme holds.
    #[inline(always)]
    pub(super) fn scheme_end(self, fast: &Fast, input: &[u8]) -> Result<usize, usize> {
        let end = self.other.trailing_zeros() as usize;
        if input.get(end) == Some(&b':') {
            let scheme = &fast.scheme;
            if scheme.names || input[..end].iter().all(|&byte| scheme.bytes.contains(byte)) {
                return Ok(end);
            }
        }
        long_scheme_end(fast, input)
    }

    /// Where the authority ends that begins at `start`, and its host; before `start` where a path begins there instead.
    #[inline(always)]
    pub(super) fn net(self, fast: &Fast, form: &Form, input: &[u8], start: usize) -> Option<(usize, Span)> {
        let stop = (self.other & above(start)).trailing_zeros() as usize;
        let is_end = match input.get(stop) {
            None => stop == input.len(),
            Some(b'?') if form.authority_ends == 0 => false,
            Some(&byte) => stop < HALF && fast.classes[usize::from(byte)] & END != 0,
        };
        if !is_end {
            return self.odd_net(fast, form, input, start);
        }
        if !form.keeps_authority(&input[stop..])? {
            return Some((start - 2, HOSTLESS));
        }
        match form.host {
            Host::Any => {}
            Host::None => return Some((stop, HOSTLESS)),
            Host::Server { .. } if start == stop => return form.empty.then_some((stop, HOSTLESS)),
            Host::Server { hostport, leading_letter } => {
                if !is_name::<B>(input, (start, stop), leading_letter) && !hostport.runs_to_the_end(&input[start..stop])
                {
                    return None;
                }
            }
        }
        Some((stop, (start as u32, stop as u32)))
    }

    /// An authority that is more than a name, or that ends beyond the first 32 bytes.
    #[inline(never)]
    fn odd_net(mut self, fast: &Fast, form: &Form, input: &[u8], start: usize) -> Option<(usize, Span)> {
        let delimiters =
            Delimiters::among(form, input, self.other & above(start) & u64::from(u32::MAX)).or_else(|| {
                self.other = B::head(input).others(Half::name) | from(input.len());
                Delimiters::among(form, input, self.other & above(start))
            });
        let Delimiters { stop, ats, colons } = delimiters?;
        if !form.keeps_authority(&input[stop..])? {
            return Some((start - 2, HOSTLESS));
        }
        let region = above(start) & !from(stop);
        let digits = if colons == 0 { 0 } else { digits_at_head::<B>(input) };
        let (hex, closes) = match input.get(start) {
            Some(b'[') => (hex_at_head::<B>(input), B::head(input).mask(|half| half.equal(b']'))),
            _ => (0, 0),
        };
        let found = authority::split(form, input, &Marked { ats, colons, digits, hex, closes }, (start, stop))?;
        let unusual = self.unusual & region & !found.brackets;
        if unusual != 0 {
            let seen = Seen::among(fast, &input[..input.len().min(BLOCK)], unusual);
            let unescaped = match seen.percent {
                0 => 0,
                percent => after_percent(percent) & !(region & hex_at_head::<B>(input)) | carried(percent),
            };
            if seen.bad | unescaped != 0 {
                return None;
            }
        }
        match form.host {
            Host::Server { .. } if start == stop => return form.empty.then_some((stop, HOSTLESS)),
            Host::Server { hostport, leading_letter } if found.brackets == 0 => {
                let host = (found.host_start as usize, found.host_end as usize);
                let is_clear = above(host.0) & !from(host.1) & self.other == 0;
                let is_name = is_clear && is_name::<B>(input, host, leading_letter);
                if !is_name && !hostport.runs_to_the_end(&input[host.0..stop]) {
                    return None;
                }
            }
            Host::Any | Host::None | Host::Server { .. } => {}
        }
        Some((stop, (found.host_start, found.host_end)))
    }

    /// Whether a namespace identifier begins at `start`, with its colon and a first byte of what it names.
    #[inline(always)]
    pub(super) fn nid(self, nid: Nid, input: &[u8], start: usize) -> bool {
        let end = (self.other & above(start)).trailing_zeros() as usize;
        let dots = B::head(input).first(|half| half.equal(b'.'));
        if end >= HALF || dots & above(start) & !from(end) != 0 {
            return nid.begins(input, start);
        }
        nid.ends(input, start, end)
    }

    /// Whether two slashes stand side by side from `start` on, which is in the first block.
    #[inline(always)]
    pub(super) fn has_empty_segment(self, input: &[u8], start: usize) -> bool {
        let slashes = B::head(input).mask(|half| half.equal(b'/')) & above(start);
        slashes & slashes >> 1 != 0 || (input.len() > BLOCK && has_empty_segment(&input[start.max(BLOCK - 1)..]))
    }

    /// Checks all bytes from the path on, and escapes.
    #[inline(always)]
    pub(super) fn marks(self, fast: &Fast, input: &[u8], path_start: usize) -> Result<Marks, Stuck> {
        let len = input.len();
        let run = &fast.legal.run;
        let mut seen = Seen::among(fast, &input[..len.min(BLOCK)], self.unusual & above(path_start));
        let mut marks = Marks { question: len, hash: len };
        seen.mark(&mut marks, input, 0);
        if seen.percent != 0 {
            seen.bad |= after_percent(seen.percent) & !hex_at_head::<B>(input);
        }
        let mut due = carried(seen.percent);
        if !B::MORE || len <= BLOCK {
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
            let block = Long::<B::Half>::at(input, base);
            let unusual = block.others(|half| half.usual(run)) & above(old);
            seen = Seen::among(fast, &input[base..base + BLOCK], unusual);
            seen.mark(&mut marks, input, base);
            if seen.percent | due != 0 {
                seen.bad |= (after_percent(seen.percent) | due << old) & !hex_at::<B::Half>(input, base) & above(old);
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

#[inline(never)]
fn long_scheme_end(fast: &Fast, input: &[u8]) -> Result<usize, usize> {
    let end = input.iter().position(|&byte| !fast.scheme.bytes.contains(byte)).unwrap_or(input.len());
    match input.get(end) {
        Some(b':') => Ok(end),
        _ => Err(end),
    }
}

/// The hexadecimal digits of the first block. As few inputs have escapes, in a function of its own: else vectors would be
/// kept in memory for it.
#[inline(never)]
fn hex_at_head<B: Block>(input: &[u8]) -> u64 {
    B::head(input).mask(Half::hex)
}

#[inline(never)]
fn digits_at_head<B: Block>(input: &[u8]) -> u64 {
    B::head(input).mask(Half::digits)
}

/// Those of the block at `base`.
#[inline(never)]
fn hex_at<H: Half>(input: &[u8], base: usize) -> u64 {
    Long::<H>::at(input, base).mask(Half::hex)
}

/// Whether letters, digits, dots and hyphens are a server's name.
#[inline(always)]
fn is_name<B: Block>(input: &[u8], host: (usize, usize), leading_letter: bool) -> bool {
    let head = B::head(input);
    let equal = |byte| match host.1 <= HALF {
        true => head.first(|half| half.equal(byte)),
        false => head.mask(|half| half.equal(byte)),
    };
    let signs = Signs { dot: equal(b'.'), hyphen: equal(b'-') };
    authority::is_name(signs, above(host.0) & !from(host.1), input, host, leading_letter)
}

/// What an authority is split by, and where it ends.
struct Delimiters {
    stop: usize,
    ats: u64,
    colons: u64,
}

impl Delimiters {
    /// Among bytes that are no part of a name.
    #[inline(always)]
    fn among(form: &Form, input: &[u8], mut others: u64) -> Option<Delimiters> {
        let (mut ats, mut colons) = (0, 0);
        while others != 0 {
            let stop = others.trailing_zeros() as usize;
            match input.get(stop) {
                Some(b':') => colons |= lowest(others),
                Some(b'@') => ats |= lowest(others),
                Some(b'?') if form.authority_ends == 0 => {}
                None | Some(b'/' | b'?' | b'#') => return Some(Delimiters { stop, ats, colons }),
                Some(_) => {}
            }
            others ^= lowest(others);
        }
        None
    }
}

/// Masks of the bytes of a block that are not plain.
struct Seen {
    percent: u64,
    question: u64,
    /// What is not legal, and `#`.
    bad: u64,
}

impl Seen {
    /// Looks at some bytes of a block, one by one.
    #[inline(always)]
    fn among(fast: &Fast, block: &[u8], mut unusual: u64) -> Seen {
        let mut seen = Seen { percent: 0, question: 0, bad: 0 };
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
        self.bad |= if_so(fast.classes[usize::from(byte)] & BAD != 0);
        *unusual ^= bit;
    }

    /// Notes the first `?` and `#`; any other `#` stays bad.
    #[inline(always)]
    fn mark(&mut self, marks: &mut Marks, input: &[u8], base: usize) {
        let question = base + self.question.trailing_zeros() as usize;
        marks.question = marks.question.min(if self.question == 0 { usize::MAX } else { question });
        if self.bad != 0 {
            let first = base + self.bad.trailing_zeros() as usize;
            if marks.hash == input.len() && input[first] == b'#' {
                marks.hash = first;
                self.bad ^= lowest(self.bad);
            }
        }
    }
}
