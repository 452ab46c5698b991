//! The functions that JavaScript calls to unpack a pack, in this order: [`urigram_pack`],
//! [`urigram_unpack`], [`urigram_unpacked`].
//!
//! They are a WebAssembly of their own, which takes 18 kB compressed. No browser unpacks LZMA, and
//! what browsers unpack is a third larger.
//!
//! `no_mangle` is `unsafe` because two functions of one name would be linked as one. The prefix
//! keeps these names apart from all others, and nothing else here is `unsafe`: JavaScript writes
//! only where [`urigram_pack`] says, and before the next call.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ptr;

use urigram_page::{unpacked, UNPACK_MARK};

/// The most bytes of a pack.
const LARGEST: usize = 64 << 20;

thread_local! {
    static PACK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static WASM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the address where a pack of this many bytes is written; 0 for one that is too large.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_pack(length: usize) -> *mut u8 {
    PACK.with_borrow_mut(|pack| {
        if length > LARGEST {
            return ptr::null_mut();
        }
        pack.clear();
        pack.resize(length, 0);
        pack.as_mut_ptr()
    })
}

/// Unpacks and returns the number of bytes; 0 for what is not a pack.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_unpack() -> usize {
    let wasm = PACK.with_borrow(|pack| unpacked(pack)).unwrap_or_default();
    let length = wasm.len();
    WASM.set(wasm);
    length
}

/// Returns the address of what was unpacked.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_unpacked() -> *const u8 {
    WASM.with_borrow(|wasm| wasm.as_ptr())
}

/// Returns the address of the text that identifies this as of a version.
#[unsafe(no_mangle)]
pub extern "C" fn urigram_unpack_mark() -> *const u8 {
    UNPACK_MARK.as_ptr()
}
