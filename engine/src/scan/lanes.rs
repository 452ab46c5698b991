//! Components by planes of bits: the bytes of a block are classified all at once, and delimiters are found by arithmetic.

use super::authority::{self, Authority, Marked};
use super::components::{finish, finish_oddly, has_empty_segment, Marks, Stuck};
use super::planes::{above, after_percent, below_lowest, carried, from, lowest, Signs, BLOCK};
use super::{Fast, Form, Host, Known, Net, Opaque, Part, Scheme};
use crate::Parts;

/// For each class a mask: bit i speaks of byte i of the block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Planes {
    /// What may stand in a path, but for the `%` of escapes. Bits beyond the input say nothing.
    pub(super) plain: u64,
    /// No bit beyond the input is set.
    pub(super) question: u64,
}

/// A way to classify bytes. All ways give the same masks for bytes within the input.
pub(super) trait Lanes: Copy {
    /// A block in registers.
    type Block: Copy;

    /// The first 64 bytes of an input, or all of a shorter one.
    fn head(self, input: &[u8]) -> Self::Block;

    /// The 64 bytes at `base`, all of them within the input.
    fn block(self, input: &[u8], base: usize) -> Self::Block;

    /// The last 64 bytes of an input, or all of a shorter one, and where they begin.
    fn tail(self, input: &[u8]) -> (Self::Block, usize);

    fn planes(self, block: Self::Block, fast: &Fast) -> Planes;

    /// Where a byte stands that is no zero and no letter: no bit beyond the input is set.
    fn equal(self, block: Self::Block, byte: u8) -> u64;

    fn hex(self, block: Self::Block) -> u64;

    fn digits(self, block: Self::Block) -> u64;

    /// Those of the first 32 bytes that a scheme may hold; all bits behind are zero.
    fn scheme(self, block: Self::Block, fast: &Fast) -> u64;

    /// Those of the first `end` bytes that [`Fast::host`] has; other bits say nothing.
    fn host(self, block: Self::Block, fast: &Fast, end: usize) -> u64;

    /// The dots and the hyphens of the first `end` bytes; other bits say nothing.
    fn signs(self, block: Self::Block, end: usize) -> Signs;
}

/// Splits an input of the language that `fast` describes.
#[inline(always)]
pub(super) fn split<L: Lanes>(lanes: L, fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    let len = input.len();
    if len >= u32::MAX as usize {
        return Err(Known::NOTHING);
    }
    let block = lanes.head(input);
    let scheme = (!lanes.scheme(block, fast)).trailing_zeros() as usize;
    let head = Head { lanes, block, planes: lanes.planes(block, fast), slash: lanes.equal(block, b'/') };

    let has_scheme = input.get(scheme) == Some(&b':');
    let (form, body) = match has_scheme {
        true => (with_scheme(fast, input, scheme).ok_or(Known::NOTHING)?, scheme + 1),
        false => {
            let Some(form) = fast.relative else { return Err(fast.without_scheme(input, scheme)) };
            let colon = lanes.equal(block, b':');
            let ends = colon | head.slash | head.planes.question | lanes.equal(block, b'#');
            // A first segment that goes on beyond the block could still hold a colon.
            if colon & lowest(ends) != 0 || (ends == 0 && len > BLOCK) {
                return Err(Known::NOTHING);
            }
            (form, 0)
        }
    };

    let mut path_start = body;
    let mut authority = Authority::ABSENT;
    let mut is_whole = !form.query;
    if head.slash >> body & 3 == 3 && form.net != Net::Path {
        path_start = head.net(fast, form, input, body, &mut authority)?;
    } else {
        let known = match input.get(body) {
            None | Some(b'?' | b'#') => form.bare,
            Some(b'/') => form.slash,
            Some(_) => match form.opaque {
                Opaque::Unknown => false,
                Opaque::Path => true,
                Opaque::Whole => {
                    is_whole = true;
                    true
                }
                Opaque::Name(nid) => nid.begins(input, body),
            },
        };
        if !known {
            return Err(form.from(Part::Start, body));
        }
    }

    if form.single_slashes {
        let slash = head.slash & from(path_start);
        if slash & slash >> 1 != 0 || (len > BLOCK && has_empty_segment(&input[path_start.max(BLOCK - 1)..])) {
            return Err(form.from(Part::Start, body));
        }
    }

    // Written out for each way, so that nothing is written to memory for the ways that are rare.
    let scheme = if has_scheme { scheme } else { 0 };
    match marks(lanes, fast, input, head.planes, path_start, authority.brackets) {
        Ok(marks) if form.is_plain || marks.question.min(marks.hash) == len => {
            finish(form, len, (scheme, body, path_start), authority, marks, is_whole, parts)
        }
        Ok(marks) => finish_oddly(form, input, (scheme, body, path_start), authority, marks.at(len), is_whole, parts),
        Err(stuck) if form.is_plain && authority.start != 0 => {
            Err(stuck.known(form, input, (scheme, body, path_start)))
        }
        Err(stuck) => finish_oddly(form, input, (scheme, body, path_start), authority, stuck, is_whole, parts),
    }
}

/// The first block, and what every input is asked of it.
struct Head<L: Lanes> {
    lanes: L,
    block: L::Block,
    planes: Planes,
    slash: u64,
}

impl<L: Lanes> Head<L> {
    /// What two slashes begin at `body`; returns where the path begins.
    #[inline(always)]
    fn net(
        &self,
        fast: &Fast,
        form: &Form,
        input: &[u8],
        body: usize,
        authority: &mut Authority,
    ) -> Result<usize, Known> {
        let &Head { lanes, block, planes, slash } = self;
        let start = body + 2;
        let mut stops = (slash | planes.question & form.authority_ends) & above(start) | from(input.len());
        let mut region = below_lowest(stops) & above(start);
        let mut odd = region & !lanes.host(block, fast, stops.trailing_zeros() as usize);
        if odd != 0 {
            let hash = region & lanes.equal(block, b'#');
            if hash != 0 {
                stops = hash;
                region &= below_lowest(hash);
                odd &= region;
            }
        }
        let stop = stops.trailing_zeros() as usize;
        if (stops == 0 && input.len() > BLOCK) || form.net == Net::Unknown {
            return Err(form.from(Part::Start, body));
        }
        let Some(keeps) = form.keeps_authority(&input[stop..]) else { return Err(form.from(Part::Net, start)) };
        if !keeps {
            return Ok(body);
        }
        if odd != 0 {
            *authority = self.odd_authority(fast, form, input, odd, (start, stop))?;
            return Ok(stop);
        }
        *authority = Authority::name(start, stop);
        if let Host::Server { hostport, leading_letter } = form.host {
            // An empty authority has no host.
            if start == stop && form.empty {
                *authority = Authority::hostless(start);
            } else if start == stop
                || !(authority::is_name(lanes.signs(block, stop), region, input, (start, stop), leading_letter)
                    || hostport.runs_to_the_end(&input[start..stop]))
            {
                return Err(form.from(Part::Net, start));
            }
        } else if matches!(form.host, Host::None) {
            *authority = Authority::hostless(start);
        }
        Ok(stop)
    }

    /// An authority that holds something `odd` for a host.
    #[inline(always)]
    fn odd_authority(
        &self,
        fast: &Fast,
        form: &Form,
        input: &[u8],
        odd: u64,
        (start, stop): (usize, usize),
    ) -> Result<Authority, Known> {
        let &Head { lanes, block, .. } = self;
        let first = odd.trailing_zeros() as usize;
        if !fast.legal.bytes.contains(input[first]) && (first > start || input[first] != b'[') {
            // What is no authority's first byte is no other byte of a name either.
            if let Some(known) = form.wrong(if first > start { Part::Host } else { Part::Net }, first) {
                return Err(known);
            }
        }
        let (ats, colons, digits) = (lanes.equal(block, b'@'), lanes.equal(block, b':'), lanes.digits(block));
        // A literal after a userinfo is left to its table.
        let (hex, closes) = match input[start] {
            b'[' => (lanes.hex(block), lanes.equal(block, b']')),
            _ => (0, 0),
        };
        let marked = Marked { ats, colons, digits, hex, closes };
        let Some(authority) = authority::split(form, input, &marked, (start, stop)) else {
            return Err(form.from(Part::Net, start));
        };
        if let (Host::Server { hostport, leading_letter }, 0) = (&form.host, authority.brackets) {
            let (first, end) = (authority.host_start as usize, authority.host_end as usize);
            let region = above(first) & !from(end);
            let signs = lanes.signs(block, end);
            if !(odd & region == 0 && authority::is_name(signs, region, input, (first, end), *leading_letter)
                || hostport.runs_to_the_end(&input[first..stop]))
            {
                return Err(form.from(Part::Net, start));
            }
        }
        Ok(authority)
    }
}

/// What follows the scheme that ends at `end`; `None` where nothing is known.
#[inline(always)]
fn with_scheme(fast: &Fast, input: &[u8], end: usize) -> Option<&'static Form> {
    match fast.named.map_or(Scheme::Other, |named| named.get(input, end)) {
        Scheme::Named(form) => Some(form),
        Scheme::Unknown => None,
        Scheme::Other => fast.any.filter(|_| end > 0 && fast.first.contains(input[0])),
    }
}

/// Checks all bytes, and escapes. Of the first block, `exempt` are the bits that another rule has checked.
#[inline(always)]
fn marks<L: Lanes>(
    lanes: L,
    fast: &Fast,
    input: &[u8],
    head: Planes,
    path_start: usize,
    exempt: u64,
) -> Result<Marks, Stuck> {
    let len = input.len();
    if len >= 2 * BLOCK {
        return marks_of_many(lanes, fast, input, head, path_start, exempt);
    }
    // How long an input is, and in which block something is odd, is not to be foretold: one branch for all of it.
    let (tail, base) = lanes.tail(input);
    let planes = lanes.planes(tail, fast);
    let new = u64::MAX << 1 << (BLOCK - 1 - base);
    let (first, second) = (head.question & from(path_start), planes.question & new);
    // Without a branch: where the first block has none, it counts as far behind.
    let in_first = first.trailing_zeros() as usize + (usize::from(first == 0) << 16);
    let question = in_first.min(base + second.trailing_zeros() as usize).min(len);
    let mut marks = Marks { question, hash: len };
    let odd = [!(head.plain | from(len) | exempt), !planes.plain & new];
    if odd[0] | odd[1] == 0 {
        return Ok(marks);
    }
    let due = escapes(lanes, fast, lanes.head(input), odd[0], 0, (0, len), &mut marks)?;
    // What is due stands behind the first block.
    let due = due << (BLOCK - 1 - base) << 1;
    if escapes(lanes, fast, tail, odd[1], due, (base, len), &mut marks)? == 0 {
        Ok(marks)
    } else {
        Err(Stuck::new(marks, len))
    }
}

/// The same of two blocks and more.
#[inline(always)]
fn marks_of_many<L: Lanes>(
    lanes: L,
    fast: &Fast,
    input: &[u8],
    head: Planes,
    path_start: usize,
    exempt: u64,
) -> Result<Marks, Stuck> {
    let len = input.len();
    let mut marks = Marks { question: len, hash: len };
    let question = head.question & from(path_start);
    if question != 0 {
        marks.question = question.trailing_zeros() as usize;
    }
    let mut due = 0;
    let odd = !(head.plain | from(len) | exempt);
    if odd != 0 {
        // Loaded again: kept in registers, the block would be in the way of all that has nothing odd.
        due = escapes(lanes, fast, lanes.head(input), odd, 0, (0, len), &mut marks)?;
    }
    let mut end = BLOCK;
    while end < len {
        // The last block overlaps the one before it.
        let base = end.min(len - BLOCK);
        let old = end - base;
        let block = lanes.block(input, base);
        let planes = lanes.planes(block, fast);
        let question = planes.question & above(old);
        if marks.question == len && question != 0 {
            marks.question = base + question.trailing_zeros() as usize;
        }
        let odd = !planes.plain & above(old);
        due <<= old;
        if odd | due != 0 {
            due = escapes(lanes, fast, block, odd, due, (base, len), &mut marks)?;
        }
        end = base + BLOCK;
    }
    if due == 0 {
        Ok(marks)
    } else {
        Err(Stuck::new(marks, len))
    }
}

/// Sees to the bytes of a block that are not plain, of which escapes and the first `#` are right, and to the digits that
/// are `due` to an escape before. Returns what is due in the next block.
#[inline(always)]
fn escapes<L: Lanes>(
    lanes: L,
    fast: &Fast,
    block: L::Block,
    odd: u64,
    due: u64,
    (base, len): (usize, usize),
    marks: &mut Marks,
) -> Result<u64, Stuck> {
    let percent = lanes.equal(block, b'%') & fast.escapes;
    let hash = lanes.equal(block, b'#') & odd;
    // Whether there is one is not to be foretold: no branch.
    let is_first = (marks.hash == len) & (hash != 0);
    let bad = odd & !percent & !if is_first { lowest(hash) } else { 0 };
    marks.hash = if is_first { base + hash.trailing_zeros() as usize } else { marks.hash };
    let bad = bad | (after_percent(percent) | due) & (!lanes.hex(block) | from(len - base));
    if bad != 0 {
        return Err(Stuck::new(*marks, base + bad.trailing_zeros() as usize));
    }
    Ok(carried(percent))
}
