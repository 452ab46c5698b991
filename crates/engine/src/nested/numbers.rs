//! Numbers as bytes, so that a program and a constant read a table as it is in a file.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The number that refers to nothing.
pub(super) const NONE: u32 = u32::MAX;

/// Numbers of `WIDTH` bytes each, which is 2 or 4, the lowest byte first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers<const WIDTH: usize>(Cow<'static, [u8]>);

impl<const WIDTH: usize> Numbers<WIDTH> {
    /// No numbers.
    pub const EMPTY: Self = Numbers(Cow::Borrowed(&[]));

    /// Reads the numbers of a file.
    pub(super) const fn of(bytes: &'static [u8]) -> Self {
        Numbers(Cow::Borrowed(bytes))
    }

    pub(super) const fn bytes(&self) -> &[u8] {
        match &self.0 {
            Cow::Borrowed(bytes) => bytes,
            Cow::Owned(bytes) => Vec::as_slice(bytes),
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.bytes().len() / WIDTH
    }

    /// Returns a number; [`NONE`] beyond the end.
    #[inline]
    pub(super) const fn get(&self, at: usize) -> u32 {
        let bytes = self.bytes();
        if at >= bytes.len() / WIDTH {
            return NONE;
        }
        read::<WIDTH>(bytes, WIDTH * at)
    }
}

/// Reads a number of bytes that are there.
#[inline]
pub(super) const fn read<const WIDTH: usize>(bytes: &[u8], at: usize) -> u32 {
    let low = bytes[at] as u32 | (bytes[at + 1] as u32) << 8;
    if WIDTH == 2 {
        low
    } else {
        low | (bytes[at + 2] as u32) << 16 | (bytes[at + 3] as u32) << 24
    }
}

/// Writes numbers. One that `WIDTH` bytes do not hold becomes the largest that they hold.
impl<const WIDTH: usize> FromIterator<u32> for Numbers<WIDTH> {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut bytes = Vec::new();
        for number in numbers {
            let held = if WIDTH == 2 { number.min(u32::from(u16::MAX)) } else { number };
            bytes.extend_from_slice(&held.to_le_bytes()[..WIDTH]);
        }
        Numbers(bytes.into())
    }
}

/// Lists of numbers, one behind the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists<const WIDTH: usize> {
    /// For each list, the number of its first item, and the number of items.
    pub(super) starts: Numbers<4>,
    pub(super) items: Numbers<WIDTH>,
}

impl<const WIDTH: usize> Lists<WIDTH> {
    /// No lists.
    pub const EMPTY: Self = Lists { starts: Numbers::EMPTY, items: Numbers::EMPTY };

    pub(super) const fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns the bytes of a list; none if there is no such list.
    #[inline]
    pub(super) const fn list(&self, list: usize) -> &[u8] {
        let (starts, items) = (self.starts.bytes(), self.items.bytes());
        let Some((_, starts)) = starts.split_at_checked(list << 2) else { return &[] };
        let Some(&[a, b, c, d, e, f, g, h]) = starts.first_chunk() else { return &[] };
        let start = u32::from_le_bytes([a, b, c, d]) as usize;
        let end = u32::from_le_bytes([e, f, g, h]) as usize;
        if start > end || end > items.len() / WIDTH {
            return &[];
        }
        items.split_at(WIDTH * end).0.split_at(WIDTH * start).1
    }

    /// Returns the pairs of a list that holds pairs.
    pub(super) fn pairs(&self, list: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let pairs = self.list(list as usize).chunks_exact(2 * WIDTH);
        pairs.map(|pair| (read::<WIDTH>(pair, 0), read::<WIDTH>(pair, WIDTH)))
    }

    /// Returns the second number of the pair with this first number, in a list of pairs that
    /// ascend; [`NONE`] if there isn't one.
    #[inline]
    pub(super) fn second(&self, list: usize, first: u32) -> u32 {
        let items = self.list(list);
        let (mut low, mut count) = (0, items.len() / (2 * WIDTH));
        if count == 0 {
            return NONE;
        }
        // The pair is not before `low`, and one of the `count` there.
        while count > 1 {
            let half = count / 2;
            if read::<WIDTH>(items, 2 * WIDTH * (low + half)) <= first {
                low += half;
            }
            count -= half;
        }
        if read::<WIDTH>(items, 2 * WIDTH * low) == first {
            read::<WIDTH>(items, 2 * WIDTH * low + WIDTH)
        } else {
            NONE
        }
    }
}

impl<const WIDTH: usize> FromIterator<Vec<u32>> for Lists<WIDTH> {
    fn from_iter<I: IntoIterator<Item = Vec<u32>>>(lists: I) -> Self {
        let (mut starts, mut items) = (Vec::from([0]), Vec::new());
        for list in lists {
            items.extend(list);
            starts.push(items.len() as u32);
        }
        Lists { starts: starts.into_iter().collect(), items: items.into_iter().collect() }
    }
}

/// Returns the items of a list.
// A constant cannot dereference a `Cow` by its trait.
#[allow(clippy::ptr_arg)]
pub(super) const fn items<'a, T: Clone>(items: &'a Cow<'static, [T]>) -> &'a [T] {
    match items {
        Cow::Borrowed(items) => items,
        Cow::Owned(items) => Vec::as_slice(items),
    }
}
