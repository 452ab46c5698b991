//! IPv6 addresses in brackets, by arithmetic: a step of a table depends on the step before it.

use core::ops::Range;

use super::authority::AuthorityMasks;
use super::bits::{above, at_most_one, from};
use super::{AfterScheme, Pieces};

impl AfterScheme {
    /// Returns the offset of the bracket that closes the literal at the beginning of `span`; `None`
    /// if there isn't one.
    #[inline(always)]
    pub(super) fn literal_end(
        &self,
        input: &[u8],
        masks: &AuthorityMasks,
        span: Range<usize>,
    ) -> Option<usize> {
        let closes = masks.closes & above(span.start) & !from(span.end);
        if let (Some(pieces), true) = (&self.pieces, closes != 0) {
            let close = closes.trailing_zeros() as usize;
            if pieces.are_between(masks, span.start + 1, close) {
                return Some(close);
            }
        }
        let close = span.start + input[span.clone()].iter().position(|&byte| byte == b']')?;
        self.literal?.runs_to_the_end(&input[span.start..=close]).then_some(close)
    }
}

impl Pieces {
    /// Returns true if the bytes from `start` to `end` are an address without dotted numbers.
    ///
    /// ```text
    /// 2001:db8::1:0
    /// 1111 111  1 1    hex digits
    ///     1   11 1     colons
    ///         1        doubled: a colon with a colon behind it
    /// 1    1    1 1    first digits, one for each piece
    /// ```
    ///
    /// `fast-literal` in `model.rs`.
    #[inline(always)]
    fn are_between(&self, masks: &AuthorityMasks, start: usize, end: usize) -> bool {
        let region = above(start) & !from(end);
        let (hex, colons) = (masks.hex_digits & region, masks.colons & region);
        let doubled = colons & colons >> 1;
        let five_digits = hex & hex >> 1 & hex >> 2 & hex >> 3 & hex >> 4;
        let at_ends = colons & (1 << start | 1 << (end - 1));
        let pieces = (hex & !(hex << 1)).count_ones();
        let (least, most) =
            if doubled == 0 { (self.least, self.most) } else { (0, self.most_beside) };
        hex | colons == region
            && five_digits == 0
            // Three colons side by side are two that are doubled.
            && at_most_one(doubled)
            // A colon at an end must be one of the doubled ones.
            && at_ends & !(doubled | doubled << 1) == 0
            && (least..=most).contains(&pieces)
    }
}
