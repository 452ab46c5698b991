//! Arrays on the heap.

use alloc::boxed::Box;

/// Zeros on the heap, without a copy of them on the stack.
pub(super) fn zeros<T: Zero, const COUNT: usize>() -> Box<[T; COUNT]> {
    let zeros = alloc::vec![T::ZERO; COUNT].into_boxed_slice();
    // A slice of that length is such an array.
    zeros.try_into().unwrap_or_else(|_| Box::new([T::ZERO; COUNT]))
}

/// Of a number, or of an array of numbers.
pub(super) trait Zero: Copy {
    const ZERO: Self;
}

impl Zero for u8 {
    const ZERO: u8 = 0;
}

impl Zero for u16 {
    const ZERO: u16 = 0;
}

impl Zero for u32 {
    const ZERO: u32 = 0;
}

impl<T: Zero, const COUNT: usize> Zero for [T; COUNT] {
    const ZERO: [T; COUNT] = [T::ZERO; COUNT];
}
