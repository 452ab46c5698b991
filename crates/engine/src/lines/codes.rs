//! Codes that replace bytes, so that rows have fewer than 256 cells.

use alloc::boxed::Box;

use super::machine::Machine;

/// The number of bytes that are converted together: a block of ASCII is copied.
const BLOCK: usize = 512;

/// The code of each byte. An ASCII byte is its own code. Other bytes share a code if the machine
/// does not distinguish them.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    of: Box<[u8; 256]>,
    /// The number of different codes.
    pub(super) count: usize,
}

impl Codes {
    pub(super) fn new(machine: &Machine) -> Codes {
        let mut codes = Codes { count: 128, of: Box::new(core::array::from_fn(|byte| byte as u8)) };
        for byte in 128..256 {
            let same = (128..byte).find(|&other| machine.columns[other] == machine.columns[byte]);
            codes.of[byte] = same.map_or(codes.count as u8, |same| codes.of[same]);
            codes.count += usize::from(same.is_none());
        }
        codes
    }

    /// Returns the code of a byte.
    pub(super) fn of(&self, byte: u8) -> u8 {
        self.of[usize::from(byte)]
    }

    /// Writes the codes of bytes; both slices are equally long.
    pub(super) fn write(&self, bytes: &[u8], codes: &mut [u8]) {
        for (bytes, codes) in bytes.chunks(BLOCK).zip(codes.chunks_mut(BLOCK)) {
            if bytes.is_ascii() {
                codes.copy_from_slice(bytes);
            } else {
                codes.iter_mut().zip(bytes).for_each(|(code, &byte)| *code = self.of(byte));
            }
        }
    }
}
