//! The functions that JavaScript calls, in this order: [`urigram_room`], [`urigram_plan`] or
//! `urigram_ask_` and the name of the pack, [`urigram_answer`], [`urigram_answer_length`].
//!
//! WebAssembly of this target has one thread, so one exchange is under way at a time. JavaScript
//! drops an instance where a call failed, and does not call it again.
//!
//! `no_mangle` is `unsafe` because two functions of one name would be linked as one. The prefix
//! keeps these names apart from all others, and nothing else here is `unsafe`: JavaScript owns the
//! memory anyway, and writes only where [`urigram_room`] says and before the next call.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ptr;

use urigram_answers::questions::Questions;
use urigram_page::Pack;

use crate::Exchange;

thread_local! {
    static EXCHANGE: RefCell<Exchange> = const { RefCell::new(Exchange::new()) };
}

/// Returns the address where a question of this many bytes is written; 0 for a question that is too
/// long.
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

/// Answers the question if it is one of these, and returns the status.
fn ask(questions: Questions) -> u32 {
    EXCHANGE.with_borrow_mut(|exchange| exchange.ask(questions)).into()
}

/// Makes the two functions of each pack. A pack is linked with its own and not with another's, so
/// that it contains the answers to its questions alone.
macro_rules! packs {
    ($($pack:ident $ask:ident $mark:ident;)*) => {$(
        /// Answers the question if the pack has it, and returns the status.
        #[unsafe(no_mangle)]
        pub extern "C" fn $ask() -> u32 {
            ask(Pack::$pack.questions)
        }

        /// Returns the address of the text that identifies this as the pack of a version.
        #[unsafe(no_mangle)]
        pub extern "C" fn $mark() -> *const u8 {
            Pack::$pack.mark.as_ptr()
        }
    )*};
}

packs! {
    FIRST urigram_ask_first urigram_mark_first;
    HOSTS urigram_ask_hosts urigram_mark_hosts;
    COMPARE urigram_ask_compare urigram_mark_compare;
    DOCUMENTS urigram_ask_documents urigram_mark_documents;
    HISTORY urigram_ask_history urigram_mark_history;
}
