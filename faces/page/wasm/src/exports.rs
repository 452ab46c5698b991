//! The functions that JavaScript calls, in this order: [`urigram_room`], [`urigram_plan`] or
//! [`urigram_ask`], [`urigram_answer`], [`urigram_answer_length`].
//!
//! WebAssembly of this target has one thread, so one exchange is under way at a time. JavaScript
//! drops an instance in which a call failed, and does not call it again.
//!
//! `no_mangle` is `unsafe` because two functions of one name would be linked as one. The prefix
//! keeps these names apart from all others, and nothing else here is `unsafe`: JavaScript owns the
//! memory anyway, and writes only where [`urigram_room`] says and before the next call.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ptr;

use urigram_page::Pack;

use crate::Exchange;

/// The pack that is built. Its questions are all that is linked.
const PACK: Pack = if cfg!(feature = "readers") {
    Pack::READERS
} else if cfg!(feature = "documents") {
    Pack::DOCUMENTS
} else if cfg!(feature = "history") {
    Pack::HISTORY
} else if cfg!(feature = "rules") {
    Pack::RULES
} else if cfg!(feature = "own") {
    Pack::OWN
} else {
    Pack::FIRST
};

thread_local! {
    static EXCHANGE: RefCell<Exchange> = const { RefCell::new(Exchange::new(PACK.questions)) };
}

/// Returns the address at which a question of this many bytes is written; 0 for a question that is
/// too long.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_room(length: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.room(length).map_or(ptr::null_mut(), <[u8]>::as_mut_ptr)
    })
}

/// Tells how long the answer may take: [`Exchange::plan`].
#[unsafe(no_mangle)]
pub extern "C" fn urigram_plan() {
    EXCHANGE.with_borrow_mut(Exchange::plan);
}

/// Answers the question and returns the status.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_ask() -> u32 {
    EXCHANGE.with_borrow_mut(Exchange::ask).into()
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_answer() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.answer().as_ptr())
}

/// Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_answer_length() -> usize {
    EXCHANGE.with_borrow(|exchange| exchange.answer().len())
}

/// Returns the address of the text that identifies this as a pack of a version.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_mark() -> *const u8 {
    PACK.mark.as_ptr()
}
