//! IPv6 addresses between brackets, by arithmetic: each step of a table would wait for the one before it.

use super::authority::Marked;
use super::planes::{above, from};
use super::{Form, Pieces};

/// Where the bracket stands that closes the literal from `start`, where one opens it, to before `stop`; `None` if it is none.
#[inline(always)]
pub(super) fn end(form: &Form, input: &[u8], marked: &Marked, (start, stop): (usize, usize)) -> Option<usize> {
    let closes = marked.closes & above(start) & !from(stop);
    if let (Some(pieces), true) = (&form.pieces, closes != 0) {
        let close = closes.trailing_zeros() as usize;
        if pieces.are_between(marked, (start + 1, close)) {
            return Some(close);
        }
    }
    let close = start + input[start..stop].iter().position(|&byte| byte == b']')?;
    form.literal?.accepts(&input[start..=close]).then_some(close)
}

impl Pieces {
    /// Whether an address of pieces alone goes from `start` to `end`; one that ends in dotted numbers is none here.
    #[inline(always)]
    fn are_between(&self, &Marked { hex, colons, .. }: &Marked, (start, end): (usize, usize)) -> bool {
        let region = above(start) & !from(end);
        let (hex, colons) = (hex & region, colons & region);
        let doubled = colons & colons >> 1;
        let too_long = hex & hex >> 1 & hex >> 2 & hex >> 3 & hex >> 4;
        let at_ends = colons & (1 << start | 1 << (end - 1));
        let pieces = (hex & !(hex << 1)).count_ones();
        let is_whole = doubled == 0;
        hex | colons == region
            && too_long == 0
            // No three colons side by side, which are two that are doubled.
            && doubled & doubled.wrapping_sub(1) == 0
            && at_ends & !(doubled | doubled << 1) == 0
            && pieces >= if is_whole { self.least } else { 0 }
            && pieces <= if is_whole { self.most } else { self.most_beside }
    }
}

#[cfg(any())]
mod tests {
    use super::super::tests::{agree, tables};
    use crate::Table;

    /// The tables that know addresses, and whether they bound the number of pieces.
    fn with_pieces() -> Vec<(&'static Table, bool)> {
        let form = |table: &Table| table.fast.and_then(|fast| fast.any.or(fast.relative));
        let pieces = |table: &'static Table| Some((table, form(table)?.pieces.as_ref()?.most < 100));
        tables().into_iter().filter_map(pieces).collect()
    }

    #[test]
    fn documents_with_ipv6_addresses_know_their_pieces() {
        let known = with_pieces();
        for id in ["rfc3986", "rfc3987", "rfc6874", "uri-2003"] {
            assert!(known.iter().any(|(table, is_bounded)| table.document.id == id && *is_bounded), "{id}");
        }
        assert!(known.iter().all(|(table, is_bounded)| (table.document.id == "rfc2732") != *is_bounded));
    }

    /// Every order of up to four of what addresses are made of, and of what they are not.
    #[test]
    fn every_short_address() {
        const TOKENS: [&str; 10] = ["", "1", "aBcD", "12345", ":", "::", ".", "1.2.3.4", "g", "%"];
        for (table, _) in with_pieces() {
            for number in 0..10_000 {
                let inner = [1, 10, 100, 1000].map(|power| TOKENS[number / power % 10]).concat();
                agree(table, format!("x://[{inner}]:8/y").as_bytes());
            }
        }
    }

    /// From none to twelve pieces, with a double colon nowhere or at each place, in what stands around addresses.
    #[test]
    fn every_number_of_pieces() {
        let mut texts = Vec::new();
        for count in 0..=12 {
            let pieces = vec!["a1"; count];
            texts.push(pieces.join(":"));
            texts.extend((0..=count).map(|at| format!("{}::{}", pieces[..at].join(":"), pieces[at..].join(":"))));
        }
        for (table, is_bounded) in with_pieces() {
            for text in &texts {
                for (start, end) in
                    [("x://[", "]"), ("//[", "]:/"), ("x://u:p@[", "]:80?q"), ("x://[", "]y"), ("x://[", "")]
                {
                    agree(table, format!("{start}{text}{end}").as_bytes());
                }
            }
            let eight = "x://[1:2:3:4:5:6:7:8]/";
            assert!(table.runs_to_the_end(eight.as_bytes()) && agree(table, eight.as_bytes()));
            assert_eq!(table.runs_to_the_end(b"x://[1:2:3:4:5:6:7:8:9]/"), !is_bounded);
        }
    }
}
