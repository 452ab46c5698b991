//! The functions that JavaScript calls, in this order: [`urigram_room`], [`urigram_ask`],
//! [`urigram_answer`] and [`urigram_answer_length`] or [`urigram_places`].
//!
//! WebAssembly of this target has one thread, so one call is under way at a time. `no_mangle` is
//! `unsafe` because two functions of one name would be linked as one. The prefix keeps these names
//! apart from all others, and nothing else here is `unsafe`: JavaScript owns the memory anyway, and
//! writes only where [`urigram_room`] says and before the next call.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::Call;

thread_local! {
    static CALL: RefCell<Call> = const { RefCell::new(Call::new()) };
}

/// Returns the address where texts of this many bytes are written.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_room(length: usize) -> *mut u8 {
    CALL.with_borrow_mut(|call| call.room(length).as_mut_ptr())
}

/// Answers a question by its number: [`Call::ask`]. Returns 1, or 0 for an error.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_ask(
    question: u32,
    grammar: u32,
    first: usize,
    second: usize,
    third: usize,
) -> u32 {
    CALL.with_borrow_mut(|call| call.ask(question, grammar, [first, second, third])).into()
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_answer() -> *const u8 {
    CALL.with_borrow(|call| call.answer().as_ptr())
}

/// Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_answer_length() -> usize {
    CALL.with_borrow(|call| call.answer().len())
}

/// Returns the address of the places, which does not change.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_places() -> *const u32 {
    CALL.with_borrow(|call| call.places().as_flattened().as_ptr())
}
