//! Maps from a few small numbers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// A hash of a few small numbers. The standard one would take most of the time.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_usize(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_usize(number as usize);
    }

    fn write_usize(&mut self, number: usize) {
        self.0 = (self.0.rotate_left(23) ^ number as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
}
