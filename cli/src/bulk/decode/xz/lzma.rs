//! LZMA, the compression inside of xz: probabilities of bits, and a window of what was decoded.
//!
//! A symbol is a byte, or "repeat `length` bytes that are `distance` back". It is a sequence of
//! bits, each coded by its probability in a range that shrinks: of a range of 1,000 and a bit that
//! is 0 with probability 0.9, codes below 900 mean 0. Where the range gets small, a byte more is
//! read, so that a byte can hold many likely symbols:
//!
//! ```text
//! compressed   …  8F        03                   1C  (end)
//! symbols      … 'h' 't'   (repeat 200, 31 back)  'p' and half a symbol
//! ```
//!
//! A symbol counts once its last bit is decoded. Symbols before the one whose bits are missing, or
//! whose distance is wrong, stay in the window, from where the caller takes them.

use std::io::{self, BufRead};

use super::super::invalid;
use super::bytes::Bytes;

/// The last bytes that were decoded, in a ring that grows up to its size.
pub(super) struct Window {
    ring: Vec<u8>,
    size: usize,
    /// The offset in the ring of the next byte.
    pos: usize,
    /// The number of bytes that may be repeated.
    full: usize,
    /// The offset in the ring of the first byte that nobody has taken.
    taken: usize,
}

impl Window {
    pub(super) fn new(size: usize) -> Window {
        Window { ring: Vec::new(), size, pos: 0, full: 0, taken: 0 }
    }

    /// Forgets the bytes before.
    pub(super) fn reset(&mut self) {
        (self.pos, self.full, self.taken) = (0, 0, 0);
    }

    /// Makes room for at most so many bytes, and returns it.
    pub(super) fn room(&mut self, most: usize) -> &mut [u8] {
        if self.pos == self.size {
            (self.pos, self.taken) = (0, 0);
        }
        let end = self.size.min(self.pos + most);
        if self.ring.len() < end {
            self.ring.resize(self.size.min(end.max(2 * self.ring.len())), 0);
        }
        &mut self.ring[self.pos..end]
    }

    /// Adds bytes of the room that were written there.
    pub(super) fn add(&mut self, count: usize) {
        self.pos += count;
        self.full = self.full.max(self.pos);
    }

    /// Copies the bytes that nobody has taken.
    pub(super) fn take(&mut self, room: &mut [u8]) -> usize {
        let bytes = &self.ring[self.taken..self.pos];
        room[..bytes.len()].copy_from_slice(bytes);
        self.taken = self.pos;
        bytes.len()
    }

    fn put(&mut self, byte: u8) {
        self.ring[self.pos] = byte;
        self.add(1);
    }

    /// Returns the byte so far back, 0 for the last one.
    fn back(&self, distance: usize) -> u8 {
        if distance >= self.full {
            0
        } else {
            self.ring[self.from(distance)]
        }
    }

    fn from(&self, distance: usize) -> usize {
        let at = self.pos + self.size - 1 - distance;
        if at >= self.size {
            at - self.size
        } else {
            at
        }
    }

    /// Repeats bytes. Both ends may overlap, where a pattern is repeated.
    fn repeat(&mut self, distance: usize, count: usize) {
        let from = self.from(distance);
        if from + count <= self.pos {
            self.ring.copy_within(from..from + count, self.pos);
            return self.add(count);
        }
        for _ in 0..count {
            let byte = self.back(distance);
            self.put(byte);
        }
    }
}

/// The probability that a bit is 0, in parts of 2,048.
type Chance = u16;

const EVEN: Chance = 1024;

/// The range of the codes that are still possible, and the code in it.
#[derive(Default)]
struct Range {
    range: u32,
    code: u32,
}

impl Range {
    fn normalize(&mut self, data: &mut Bytes<'_, impl BufRead>) {
        if self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(data.next());
        }
    }

    #[inline]
    fn bit(&mut self, data: &mut Bytes<'_, impl BufRead>, chance: &mut Chance) -> usize {
        self.normalize(data);
        let bound = (self.range >> 11) * u32::from(*chance);
        if self.code < bound {
            self.range = bound;
            *chance += (2048 - *chance) >> 5;
            0
        } else {
            self.range -= bound;
            self.code -= bound;
            *chance -= *chance >> 5;
            1
        }
    }

    /// Decodes a number, its highest bit first; the bits before choose the chance of the next.
    fn tree(&mut self, data: &mut Bytes<'_, impl BufRead>, chances: &mut [Chance]) -> usize {
        let mut node = 1;
        while node < chances.len() {
            node = node << 1 | self.bit(data, &mut chances[node]);
        }
        node - chances.len()
    }

    /// Decodes a number of so many bits, its lowest bit first.
    fn reverse(
        &mut self,
        data: &mut Bytes<'_, impl BufRead>,
        chances: &mut [Chance],
        bits: u32,
    ) -> usize {
        let (mut node, mut number) = (1, 0);
        for place in 0..bits {
            let bit = self.bit(data, &mut chances[node]);
            node = node << 1 | bit;
            number |= bit << place;
        }
        number
    }

    /// Decodes so many bits that are 0 as often as 1.
    fn even(&mut self, data: &mut Bytes<'_, impl BufRead>, bits: u32) -> usize {
        let mut number = 0;
        for _ in 0..bits {
            self.normalize(data);
            self.range >>= 1;
            let is_one = self.code >= self.range;
            if is_one {
                self.code -= self.range;
            }
            number = number << 1 | usize::from(is_one);
        }
        number
    }
}

/// The chances of the length of a repetition: 2 to 9, 10 to 17 or 18 to 273.
struct Lengths {
    choices: [Chance; 2],
    low: [[Chance; 8]; 16],
    middle: [[Chance; 8]; 16],
    high: [Chance; 256],
}

impl Lengths {
    const NEW: Lengths = Lengths {
        choices: [EVEN; 2],
        low: [[EVEN; 8]; 16],
        middle: [[EVEN; 8]; 16],
        high: [EVEN; 256],
    };

    fn read(&mut self, range: &mut Range, data: &mut Bytes<'_, impl BufRead>, at: usize) -> usize {
        if range.bit(data, &mut self.choices[0]) == 0 {
            2 + range.tree(data, &mut self.low[at])
        } else if range.bit(data, &mut self.choices[1]) == 0 {
            10 + range.tree(data, &mut self.middle[at])
        } else {
            18 + range.tree(data, &mut self.high)
        }
    }
}

/// The chances of every bit, in the state that the symbols before led to.
struct Chances {
    /// A number below 12; below 7 after a byte.
    state: usize,
    /// The last four distances.
    distances: [usize; 4],
    is_repeat: [[Chance; 16]; 12],
    is_known: [Chance; 12],
    is_other: [[Chance; 12]; 3],
    is_long: [[Chance; 16]; 12],
    slots: [[Chance; 64]; 4],
    /// The low bits of distances below 128, and below them a place that no bit has.
    low_bits: [Chance; 116],
    align: [Chance; 16],
    lengths: Lengths,
    known_lengths: Lengths,
    bytes: Vec<[Chance; 0x300]>,
}

impl Chances {
    fn new(contexts: usize) -> Box<Chances> {
        Box::new(Chances {
            state: 0,
            distances: [0; 4],
            is_repeat: [[EVEN; 16]; 12],
            is_known: [EVEN; 12],
            is_other: [[EVEN; 12]; 3],
            is_long: [[EVEN; 16]; 12],
            slots: [[EVEN; 64]; 4],
            low_bits: [EVEN; 116],
            align: [EVEN; 16],
            lengths: Lengths::NEW,
            known_lengths: Lengths::NEW,
            bytes: vec![[EVEN; 0x300]; contexts],
        })
    }
}

/// A decoder of symbols.
pub(super) struct Lzma {
    chances: Box<Chances>,
    range: Range,
    /// The bits of the byte before, and of the position, that choose the chances of a byte.
    context_bits: u32,
    position_bits: u32,
    position_mask: usize,
    /// The bytes of a repetition that had no room.
    pending: usize,
}

impl Lzma {
    /// Makes a decoder of the properties that one byte holds; `None` if there are no such.
    pub(super) fn new(properties: u8) -> Option<Lzma> {
        let (context_bits, rest) = (u32::from(properties % 9), u32::from(properties / 9));
        let (position_bits, mask_bits) = (rest % 5, rest / 5);
        (mask_bits <= 4 && context_bits + position_bits <= 4).then(|| Lzma {
            chances: Chances::new(1 << (context_bits + position_bits)),
            range: Range::default(),
            context_bits,
            position_bits,
            position_mask: (1 << mask_bits) - 1,
            pending: 0,
        })
    }

    /// Forgets the symbols before.
    pub(super) fn reset(&mut self) {
        self.chances = Chances::new(self.chances.bytes.len());
    }

    /// Begins a chunk: reads its first code.
    pub(super) fn begin(&mut self, data: &mut Bytes<'_, impl BufRead>) -> io::Result<()> {
        let [zero, code @ ..] = data.array::<5>()?;
        self.range = Range { range: u32::MAX, code: u32::from_be_bytes(code) };
        self.pending = 0;
        if zero == 0 {
            Ok(())
        } else {
            Err(invalid("a chunk begins with a wrong byte"))
        }
    }

    /// Returns true if a chunk ends here.
    pub(super) fn is_ended(&mut self, data: &mut Bytes<'_, impl BufRead>) -> io::Result<bool> {
        self.range.normalize(data);
        match data.failure() {
            Some(failure) => Err(failure),
            None => Ok(self.range.code == 0 && self.pending == 0),
        }
    }

    /// Decodes at most so many bytes into the window, which has room for them. Whole symbols before
    /// an error are there, too.
    pub(super) fn run(
        &mut self,
        data: &mut Bytes<'_, impl BufRead>,
        window: &mut Window,
        most: usize,
    ) -> io::Result<()> {
        let end = window.pos + most;
        loop {
            let count = self.pending.min(end - window.pos);
            if count > 0 {
                let distance = self.chances.distances[0];
                if distance >= window.full {
                    return Err(invalid("a repetition begins before the data"));
                }
                window.repeat(distance, count);
                self.pending -= count;
            }
            if window.pos == end || (data.would_wait() && window.taken < window.pos) {
                return Ok(());
            }
            let byte = self.symbol(data, window);
            if let Some(failure) = data.failure() {
                return Err(failure);
            }
            if let Some(byte) = byte {
                window.put(byte);
            }
        }
    }

    /// Decodes a symbol: a byte, or else a repetition, which is pending then.
    fn symbol(&mut self, data: &mut Bytes<'_, impl BufRead>, window: &Window) -> Option<u8> {
        let (chances, range) = (&mut *self.chances, &mut self.range);
        let at = window.pos & self.position_mask;
        let state = chances.state;
        if range.bit(data, &mut chances.is_repeat[state][at]) == 0 {
            let before = usize::from(window.back(0)) >> (8 - self.context_bits);
            let place = window.pos & ((1 << self.position_bits) - 1);
            let of_byte = &mut chances.bytes[place << self.context_bits | before];
            let mut node = 1;
            if state >= 7 {
                // After a repetition, a byte differs from the one that would have been next: each
                // bit has other chances up to the first that differs.
                let mut other = usize::from(window.back(chances.distances[0])) << 1;
                while node < 0x100 {
                    let expected = other & 0x100;
                    node = node << 1 | range.bit(data, &mut of_byte[0x100 + expected + node]);
                    if node & 1 != expected >> 8 {
                        break;
                    }
                    other <<= 1;
                }
            }
            while node < 0x100 {
                node = node << 1 | range.bit(data, &mut of_byte[node]);
            }
            chances.state = match state {
                0..4 => 0,
                4..10 => state - 3,
                _ => state - 6,
            };
            return Some(node as u8);
        }
        let after_byte = state < 7;
        if range.bit(data, &mut chances.is_known[state]) == 0 {
            self.pending = chances.lengths.read(range, data, at);
            let [first, second, third, _] = chances.distances;
            let distance = distance(chances, range, data, self.pending);
            chances.distances = [distance, first, second, third];
            chances.state = if after_byte { 7 } else { 10 };
            return None;
        }
        if range.bit(data, &mut chances.is_other[0][state]) == 0 {
            if range.bit(data, &mut chances.is_long[state][at]) == 0 {
                self.pending = 1;
                chances.state = if after_byte { 9 } else { 11 };
                return None;
            }
        } else {
            let mut place = 1;
            while place < 3 && range.bit(data, &mut chances.is_other[place][state]) == 1 {
                place += 1;
            }
            chances.distances[..=place].rotate_right(1);
        }
        self.pending = chances.known_lengths.read(range, data, at);
        chances.state = if after_byte { 8 } else { 11 };
        None
    }
}

/// Decodes a distance: the place of its highest bit and the bit after it, then the others.
fn distance(
    chances: &mut Chances,
    range: &mut Range,
    data: &mut Bytes<'_, impl BufRead>,
    length: usize,
) -> usize {
    let slot = range.tree(data, &mut chances.slots[length.min(5) - 2]);
    if slot < 4 {
        return slot;
    }
    let bits = (slot / 2 - 1) as u32;
    let high = (2 | slot & 1) << bits;
    high + if slot < 14 {
        range.reverse(data, &mut chances.low_bits[high - slot..], bits)
    } else {
        let middle = range.even(data, bits - 4) << 4;
        middle + range.reverse(data, &mut chances.align, 4)
    }
}
