//! The algorithm, from an input to its components. `mod.rs` draws it.

use super::authority::{Authority, AuthoritySearch};
use super::backend::{Backend, HALF};
use super::bits::{above, digits_after, digits_in_next, from, lowest, BLOCK};
use super::block::{Block, Scan};
use super::finish::{finish, finish_oddly, has_empty_segment, Delimiters, Layout, ScanError};
use super::spec::SchemeLookup;
use super::{AfterScheme, Handover, Net, Opaque, Region, ScanSpec};
use crate::Parts;

/// Splits an input of the language that `spec` describes. Takes linear time.
///
/// # Errors
/// A handover for every other input, and for some inputs of the language that are rare.
#[inline(always)]
pub(super) fn split<B: Backend>(
    backend: B,
    spec: &ScanSpec,
    input: &[u8],
    parts: &mut Parts,
) -> Result<(), Handover> {
    if input.len() < HALF {
        return split_input::<B, true>(backend, spec, input, parts);
    }
    split_input::<B, false>(backend, spec, input, parts)
}

#[inline(always)]
fn split_input<B: Backend, const SHORT: bool>(
    backend: B,
    spec: &ScanSpec,
    input: &[u8],
    parts: &mut Parts,
) -> Result<(), Handover> {
    let len = input.len();
    if len >= u32::MAX as usize {
        return Err(Handover::NOTHING);
    }
    let block = Block::<B, SHORT>::head(backend, input);
    let (names, head) = (block.names_of_low_half(), block.classes(&spec.plain));
    let scan = Scan::<B, SHORT> { backend, spec, input, head };

    let (after, scheme_end, body) = match scan.scheme_end((!names).trailing_zeros() as usize) {
        Some(end) => (scan.after_scheme(end).ok_or(Handover::NOTHING)?, end, end + 1),
        None => (scan.relative()?, 0, 0),
    };

    let mut layout = Layout {
        scheme_end,
        body,
        authority: Authority::ABSENT,
        path_start: body,
        is_whole: !after.query,
    };
    let rest = &input[body..];
    if after.net != Net::Path && matches!(rest, [b'/', b'/', ..]) {
        let search = AuthoritySearch { scan: &scan, after, start: body + 2 };
        layout.path_start = search.run(names, &mut layout.authority)?;
    } else if !after.begins_path(input, &mut layout) {
        return Err(after.hand_over(Region::Start, body));
    }

    if after.single_slashes {
        let slashes =
            Block::<B, SHORT>::again(backend, input).equal(b'/') & from(layout.path_start);
        let beyond = layout.path_start.max(BLOCK - 1);
        if slashes & slashes >> 1 != 0 || (len > BLOCK && has_empty_segment(&input[beyond..])) {
            return Err(after.hand_over(Region::Start, body));
        }
    }

    // Each way calls its own end, so that nothing is written to memory for the ways that are rare.
    match scan.delimiters(layout.path_start, layout.authority.brackets) {
        Ok(delimiters) if after.is_plain || delimiters.question.min(delimiters.hash) == len => {
            finish(after, input, layout, delimiters, parts)
        }
        Ok(delimiters) => {
            // There is no error: its offset is behind the input.
            finish_oddly(after, input, layout, ScanError::new(delimiters, len + 1), parts)
        }
        Err(error) if after.is_plain && layout.authority.start != 0 => {
            Err(error.with_authority(after, input, layout.authority.start, layout.path_start))
        }
        Err(error) => finish_oddly(after, input, layout, error, parts),
    }
}

/// The escapes and fragments seen so far, in a search through blocks.
struct Progress {
    delimiters: Delimiters,
    /// The digits that an escape in the block before demands: bits 0 and 1 of the next block.
    pending: u64,
}

impl<B: Backend, const SHORT: bool> Scan<'_, B, SHORT> {
    /// Returns the offset of the colon of a scheme. The bytes before `first` are name characters,
    /// the byte there is not.
    ///
    /// `fast-scheme` in `model.rs`, except for its first byte.
    #[inline(always)]
    fn scheme_end(&self, first: usize) -> Option<usize> {
        match self.input.get(first) {
            Some(b':') if self.spec.scheme_holds_names => return Some(first),
            None | Some(b'/' | b'?' | b'#') => return None,
            _ => {}
        }
        let end = end_of_scheme_bytes(self.spec, self.input);
        (self.input.get(end) == Some(&b':')).then_some(end)
    }

    /// Returns the facts about the scheme that ends at `end`, if any are known.
    #[inline(always)]
    fn after_scheme(&self, end: usize) -> Option<&'static AfterScheme> {
        let lookup = match self.spec.named {
            Some(named) => named.get(self.input, end),
            None => SchemeLookup::Other,
        };
        match lookup {
            SchemeLookup::Named(after) => Some(after),
            SchemeLookup::Unknown => None,
            // The slashes of an authority must be in the first block.
            SchemeLookup::Other
                if end == 0 || end > BLOCK - 4 || !self.spec.first.contains(self.input[0]) =>
            {
                None
            }
            SchemeLookup::Other => self.spec.any,
        }
    }

    /// Returns the facts about an identifier without a scheme, whose first segment must hold no
    /// colon.
    ///
    /// `fast-opaque-byte` in `model.rs`.
    #[inline(always)]
    fn relative(&self) -> Result<&'static AfterScheme, Handover> {
        let &Scan { backend, spec, input, head } = self;
        let Some(after) = spec.relative else {
            return Err(spec.without_scheme(input, end_of_scheme_bytes(spec, input)));
        };
        let block = Block::<B, SHORT>::again(backend, input);
        let colon = block.equal(b':');
        let ends = colon | block.equal(b'/') | head.question | block.equal(b'#');
        // A first segment that goes on beyond the block could still hold a colon.
        if colon & lowest(ends) != 0 || (ends == 0 && input.len() > BLOCK) {
            return Err(Handover::NOTHING);
        }
        Ok(after)
    }

    /// Checks all bytes and escapes, and finds the first `?` of the path or behind it, and the
    /// first `#`. `exempt` are brackets in the first block that another rule has checked.
    ///
    /// `fast-byte` and `fast-escape` in `model.rs`.
    #[inline(always)]
    fn delimiters(&self, path_start: usize, exempt: u64) -> Result<Delimiters, ScanError> {
        let &Scan { backend, spec, input, head } = self;
        let len = input.len();
        if len >= 2 * BLOCK {
            return self.delimiters_of_many_blocks(path_start, exempt);
        }
        let question = head.question & from(path_start);
        let odd = !(head.plain | from(len) | exempt);
        // A second block costs exact backends less than a branch that cannot be predicted, and the
        // others more.
        if SHORT || (!B::IS_EXACT && len < BLOCK) {
            let question = len.min(question.trailing_zeros() as usize);
            let mut progress =
                Progress { delimiters: Delimiters { question, hash: len }, pending: 0 };
            if odd != 0 {
                self.check(&mut progress, Block::again(backend, input), 0, odd)?;
            }
            return Ok(progress.delimiters);
        }
        // Whether there is a second block and which block has odd bytes cannot be predicted. So
        // both blocks are classified, and one branch tests both.
        let (tail, base) = Block::<B, SHORT>::tail(backend, input);
        let classes = tail.classes(&spec.plain);
        // The bits of bytes that the first block does not have; none if base is 0.
        let new = u64::MAX << 1 << (BLOCK - 1 - base);
        let (odd_in_tail, question_in_tail) = (!classes.plain & new, classes.question & new);
        // Without a branch: where the first block has no `?`, it counts as far behind.
        let in_first = question.trailing_zeros() as usize + (usize::from(question == 0) << 16);
        let question = in_first.min(base + question_in_tail.trailing_zeros() as usize).min(len);
        let mut progress = Progress { delimiters: Delimiters { question, hash: len }, pending: 0 };
        if odd | odd_in_tail == 0 {
            return Ok(progress.delimiters);
        }
        self.check(&mut progress, Block::again(backend, input), 0, odd)?;
        // Bit 0 of the pending digits is the first byte behind the first block.
        let pending = Pending::moved(progress.pending, BLOCK - base);
        progress.pending = pending.within;
        self.check(&mut progress, tail, base, odd_in_tail)?;
        progress.pending |= pending.beyond;
        progress.end(len)
    }

    /// Like [`Scan::delimiters`] for two blocks and more.
    #[inline(always)]
    fn delimiters_of_many_blocks(
        &self,
        path_start: usize,
        exempt: u64,
    ) -> Result<Delimiters, ScanError> {
        let &Scan { backend, spec, input, head } = self;
        let len = input.len();
        let question = head.question & from(path_start);
        let question = if question == 0 { len } else { question.trailing_zeros() as usize };
        let mut progress = Progress { delimiters: Delimiters { question, hash: len }, pending: 0 };
        let odd = !(head.plain | exempt);
        if odd != 0 {
            // Loaded again: kept in registers, the block would take them from inputs without odd
            // bytes.
            self.check(&mut progress, Block::again(backend, input), 0, odd)?;
        }
        let mut end = BLOCK;
        while end < len {
            // The last block overlaps the one before it.
            let base = end.min(len - BLOCK);
            let old = end - base;
            let block = Block::at(backend, input, base);
            let classes = block.classes(&spec.plain);
            let question = classes.question & above(old);
            if progress.delimiters.question == len && question != 0 {
                progress.delimiters.question = base + question.trailing_zeros() as usize;
            }
            let odd = !classes.plain & above(old);
            if odd | progress.pending != 0 {
                let pending = Pending::moved(progress.pending, old);
                progress.pending = pending.within;
                self.check(&mut progress, block, base, odd)?;
                progress.pending |= pending.beyond;
            }
            end = base + BLOCK;
        }
        progress.end(len)
    }

    /// Checks the bytes of a block that are not plain: escapes and the first `#` are right, all
    /// others are errors. So is a byte that is not a hexadecimal digit where an escape demands one.
    #[inline(always)]
    fn check(
        &self,
        progress: &mut Progress,
        block: Block<B, SHORT>,
        base: usize,
        odd: u64,
    ) -> Result<(), ScanError> {
        let len = self.input.len();
        let found = block.odd_bytes(self.spec, &self.input[base..], odd);
        // Whether there is a `#` cannot be predicted: no branch.
        let is_first = (progress.delimiters.hash == len) & (found.hash != 0);
        let hash = if is_first { lowest(found.hash) } else { 0 };
        if is_first {
            progress.delimiters.hash = base + found.hash.trailing_zeros() as usize;
        }
        let mut wrong = found.illegal | found.hash & !hash;
        let digits = digits_after(found.percent) | progress.pending;
        if B::IS_EXACT || digits != 0 {
            wrong |= digits & (!block.hex_digits() | from(len - base));
        }
        if wrong != 0 {
            let at = base + wrong.trailing_zeros() as usize;
            return Err(ScanError::new(progress.delimiters, at));
        }
        progress.pending = digits_in_next(found.percent);
        Ok(())
    }
}

/// Digits that an escape demands, in a block that begins before the end of the last one.
struct Pending {
    within: u64,
    /// The digits behind this block. There are no digits: it is the last block.
    beyond: u64,
}

impl Pending {
    /// Moves bits up by at most 64.
    #[inline(always)]
    fn moved(pending: u64, by: usize) -> Pending {
        let moved = u128::from(pending) << by;
        Pending { within: moved as u64, beyond: (moved >> BLOCK) as u64 }
    }
}

impl Progress {
    /// Returns the delimiters, unless the input ends in an escape.
    #[inline(always)]
    fn end(self, len: usize) -> Result<Delimiters, ScanError> {
        if self.pending == 0 {
            Ok(self.delimiters)
        } else {
            Err(ScanError::new(self.delimiters, len))
        }
    }
}

/// Returns the offset of the first byte that no scheme holds, at most 64.
#[inline(never)]
fn end_of_scheme_bytes(spec: &ScanSpec, input: &[u8]) -> usize {
    let bytes = &input[..input.len().min(BLOCK)];
    bytes.iter().position(|&byte| !spec.scheme.contains(byte)).unwrap_or(bytes.len())
}

impl AfterScheme {
    /// Returns true if a path may begin as this one does, without an authority; notes whether `?`
    /// is a byte of it.
    ///
    /// `fast-slash-path`, `fast-bare` and `fast-opaque-start` in `model.rs`.
    #[inline(always)]
    fn begins_path(&self, input: &[u8], layout: &mut Layout) -> bool {
        match input.get(layout.body) {
            None | Some(b'?' | b'#') => self.bare,
            Some(b'/') => self.slash,
            Some(_) => match self.opaque {
                Opaque::Unknown => false,
                Opaque::Path => true,
                Opaque::Whole => {
                    layout.is_whole = true;
                    true
                }
                Opaque::Name(nid) => nid.begins(input, layout.body),
            },
        }
    }
}
