//! Values as numbers, and maps from small values.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::Index;

pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// Values with their numbers, from 0. Equal values are one number.
#[derive(Clone)]
pub(crate) struct Numbers<T> {
    values: Vec<T>,
    numbers: Map<T, u32>,
}

impl<T: Clone + Eq + Hash> Numbers<T> {
    /// Returns the numbers of some values that differ.
    pub(crate) fn new(values: &[T]) -> Numbers<T> {
        let mut numbers = Numbers { values: Vec::new(), numbers: Map::default() };
        values.iter().for_each(|value| _ = numbers.of(value.clone()));
        numbers
    }

    pub(crate) fn of(&mut self, value: T) -> u32 {
        let next = self.values.len() as u32;
        let values = &mut self.values;
        *self.numbers.entry(value).or_insert_with_key(|value| {
            values.push(value.clone());
            next
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }
}

impl<T> Index<u32> for Numbers<T> {
    type Output = T;

    fn index(&self, number: u32) -> &T {
        &self.values[number as usize]
    }
}

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
