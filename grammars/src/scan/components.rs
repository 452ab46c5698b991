//! From planes to components.

use super::authority::{self, Authority};
use super::planes::{above, after_percent, below_lowest, carried, from, lowest, Lanes, Planes, BLOCK};
use super::{After, Due, Fast, Form, Host, Known, Net, Opaque, Part, Scheme};
use crate::Parts;

/// Absent, as [`Parts`] writes it.
const NONE: u32 = u32::MAX;

/// Splits an input of the language that `fast` describes.
#[inline(always)]
pub(super) fn split<L: Lanes>(lanes: L, fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    let len = input.len();
    if len >= NONE as usize {
        return Err(Known::NOTHING);
    }
    let block = lanes.head(input);
    let scheme = (!lanes.scheme(block, fast)).trailing_zeros() as usize;
    let head = lanes.planes(block, fast);
    let slash = lanes.equal(block, b'/');

    let has_scheme = input.get(scheme) == Some(&b':');
    let (form, body) = match has_scheme {
        true => (with_scheme(fast, input, scheme).ok_or(Known::NOTHING)?, scheme + 1),
        false => {
            let Some(form) = fast.relative else { return Err(fast.without_scheme(input, scheme)) };
            let colon = lanes.equal(block, b':');
            let ends = colon | slash | head.question | lanes.equal(block, b'#');
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
    if slash >> body & 3 == 3 && form.net != Net::Path {
        path_start = net(lanes, fast, form, input, block, head, slash, body, &mut authority)?;
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
        let slash = slash & from(path_start);
        if slash & slash >> 1 != 0 || (len > BLOCK && has_empty_segment(&input[path_start.max(BLOCK - 1)..])) {
            return Err(form.from(Part::Start, body));
        }
    }

    let found = marks(lanes, fast, input, head, path_start, authority.brackets);
    let places = (if has_scheme { scheme } else { 0 }, body, path_start);
    match found {
        Ok(marks) if form.is_plain() || marks.question.min(marks.hash) == len => {
            finish(form, len, places, authority, marks, is_whole, parts)
        }
        Ok(marks) => finish_oddly(form, input, places, authority, marks.at(len), is_whole, parts),
        Err(stuck) if form.is_plain() && authority.start != 0 => Err(stuck.known(form, input, places)),
        Err(stuck) => finish_oddly(form, input, places, authority, stuck, is_whole, parts),
    }
}

/// What two slashes begin at `body`; returns where the path begins.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn net<L: Lanes>(
    lanes: L,
    fast: &Fast,
    form: &Form,
    input: &[u8],
    block: L::Block<'_>,
    head: Planes,
    slash: u64,
    body: usize,
    authority: &mut Authority,
) -> Result<usize, Known> {
    let start = body + 2;
    let mut stops = (slash | head.question & form.authority_ends) & above(start) | from(input.len());
    let mut region = below_lowest(stops) & above(start);
    let mut odd = region & !lanes.host(block, head, fast, stops.trailing_zeros() as usize);
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
    let unknown = || form.from(Part::Net, start);
    if !form.keeps_authority(&input[stop..]).ok_or_else(unknown)? {
        return Ok(body);
    }
    *authority = Authority::name(start, stop);
    if odd != 0 {
        let (ats, colons) = (region & lanes.equal(block, b'@'), region & lanes.equal(block, b':'));
        *authority = odd_authority(fast, form, input, odd, (ats, colons), (start, stop))?;
    }
    match form.host {
        Host::Any => {}
        Host::None => *authority = Authority::hostless(start),
        // An empty authority has no host, and a host that is empty beside something else is not known.
        Host::Server { .. } if start == stop => {
            if !form.empty {
                return Err(unknown());
            }
            *authority = Authority::hostless(start);
        }
        Host::Server { hostport, leading_letter } if authority.brackets == 0 => {
            let (first, end) = (authority.host_start as usize, authority.host_end as usize);
            let is_clear = odd & above(first) & !from(end) == 0;
            let is_name = is_clear && authority::is_name(lanes.signs(block, end), input, (first, end), leading_letter);
            if !is_name && !hostport.runs_to_the_end(&input[first..stop]) {
                return Err(unknown());
            }
        }
        Host::Server { .. } => {}
    }
    Ok(stop)
}

/// An authority that holds something `odd` for a host.
#[inline(never)]
fn odd_authority(
    fast: &Fast,
    form: &Form,
    input: &[u8],
    odd: u64,
    (ats, colons): (u64, u64),
    (start, stop): (usize, usize),
) -> Result<Authority, Known> {
    let first = odd.trailing_zeros() as usize;
    if first > start && !fast.legal.bytes.contains(input[first]) {
        if let Some(known) = form.wrong(Part::Host, first) {
            return Err(known);
        }
    }
    authority::split(form, input, ats, colons, (start, stop)).ok_or_else(|| form.from(Part::Net, start))
}

/// Whether two slashes stand side by side; in a part behind the path they are unknown all the same.
pub(super) fn has_empty_segment(rest: &[u8]) -> bool {
    // Without an early end, so that it is a vector loop.
    rest.windows(2).fold(false, |found, two| found | (two[0] == b'/') & (two[1] == b'/'))
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

/// Where components begin that are known before the first mark: the scheme's end, what follows it, and the path.
type Places = (usize, usize, usize);

/// The components, once all bytes are found right.
#[inline(always)]
pub(super) fn finish(
    form: &Form,
    len: usize,
    (scheme_end, _, path_start): Places,
    authority: Authority,
    marks: Marks,
    is_whole: bool,
    parts: &mut Parts,
) -> Result<(), Known> {
    if !form.fragment && marks.hash < len {
        return Err(Known::NOTHING);
    }
    let has_query = marks.question < marks.hash && !is_whole;
    *parts = Parts::from_raw([
        scheme_end as u32,
        authority.start,
        authority.host_start,
        authority.host_end,
        path_start as u32,
        if has_query { marks.question } else { marks.hash } as u32,
        if has_query { marks.hash as u32 } else { NONE },
        len as u32,
    ]);
    Ok(())
}

/// The components where something more is to be seen to: a byte that is wrong, or a part that the table is to judge.
#[inline(never)]
pub(super) fn finish_oddly(
    form: &Form,
    input: &[u8],
    places: Places,
    authority: Authority,
    stuck: Stuck,
    is_whole: bool,
    parts: &mut Parts,
) -> Result<(), Known> {
    let len = input.len();
    let mut marks = Marks { question: stuck.question, hash: stuck.hash };
    let (mark, after) = match form.after_question {
        After::Table(_) | After::Unknown if marks.question < marks.hash => (marks.question, form.after_question),
        _ => (marks.hash, form.after_hash),
    };
    match after {
        After::Unknown if mark < len && stuck.offset > mark => Err(Known::NOTHING),
        After::Table(state) if mark < len && stuck.offset > mark => {
            // What stopped the search may have stopped it before the fragment.
            marks.hash = input[mark..].iter().position(|&byte| byte == b'#').map_or(len, |at| mark + at);
            finish(form, len, places, authority, marks, is_whole, parts)?;
            Err(Known::at(mark + 1, state, Due::Verdict))
        }
        _ if stuck.offset > len => finish(form, len, places, authority, marks, is_whole, parts),
        _ if authority.start != 0 => Err(stuck.known(form, input, places)),
        _ => Err(stuck.known_without_authority(form, input, places)),
    }
}

impl Form {
    /// Whether nothing is left to be seen to when all bytes are right.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        self.after_question == After::Legal && self.after_hash == After::Legal
    }

    /// Whether what precedes `rest` after two slashes is an authority, and not the beginning of a path; `None` where nothing
    /// is known.
    #[inline(always)]
    pub(super) fn keeps_authority(&self, rest: &[u8]) -> Option<bool> {
        let Some(following) = self.after_authority else { return Some(true) };
        let is_known = match rest {
            [] | [b'#', ..] => following.nothing,
            [b'?', ..] if following.path => return Some(false),
            [b'?', ..] => following.query,
            [_, b'/', ..] => following.slashes,
            _ => true,
        };
        is_known.then_some(true)
    }
}

/// Where the first `?` of the path and the first `#` stand, or the length.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub(super) question: usize,
    pub(super) hash: usize,
}

impl Marks {
    /// With nothing wrong before the end of an input of this length, nor there.
    pub(super) fn at(self, len: usize) -> Stuck {
        Stuck::new(self, len + 1)
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
    block: L::Block<'_>,
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

/// Where a byte is wrong, and what was found before.
pub(super) struct Stuck {
    /// The first `?` of the path and the first `#`, or the length.
    pub(super) question: usize,
    pub(super) hash: usize,
    /// Beyond the length where nothing is wrong.
    pub(super) offset: usize,
}

impl Stuck {
    #[inline(always)]
    pub(super) fn new(Marks { question, hash }: Marks, offset: usize) -> Stuck {
        Stuck { question, hash, offset }
    }

    /// Where the table may begin: at the byte, or at the escape that it breaks.
    fn offset(&self, bytes: &[u8]) -> usize {
        let back = (1..=2).find(|&back| self.offset >= back && bytes[self.offset - back] == b'%');
        self.offset - back.unwrap_or(0)
    }

    /// What is known where no authority is.
    #[cold]
    fn known_without_authority(self, form: &Form, bytes: &[u8], (_, body, _): Places) -> Known {
        let offset = self.offset(bytes);
        let is_in_path = body < offset && offset < self.question.min(self.hash) && bytes[body] != b'/';
        let known = if is_in_path { form.stuck(Part::Rootless, bytes, offset) } else { Known::NOTHING };
        if known == Known::NOTHING {
            return form.from(Part::Start, body);
        }
        known
    }

    /// What is known where an authority is.
    #[cold]
    pub(super) fn known(self, form: &Form, bytes: &[u8], (_, body, path_start): Places) -> Known {
        let offset = self.offset(bytes);
        let path_end = self.question.min(self.hash);
        let part = if offset > self.hash {
            Part::Fragment
        } else if offset > self.question + 1 && form.places[Part::Query as usize].is_some() {
            Part::Query
        } else if offset > path_start && path_end > path_start {
            if offset > path_end {
                return form.from(Part::Path, path_end);
            }
            Part::Path
        } else {
            return form.from(Part::Net, body + 2);
        };
        form.stuck(part, bytes, offset)
    }
}
