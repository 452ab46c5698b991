//! Compresses standard input as `gzip -9` does, and about 4 % smaller, in many times the time.

use std::io::{self, Read, Write};
use std::num::NonZeroU64;

/// The number of attempts, each of which takes as long as the first.
const ATTEMPTS: NonZeroU64 = NonZeroU64::new(5).unwrap();

fn main() -> io::Result<()> {
    let mut wasm = Vec::new();
    io::stdin().read_to_end(&mut wasm)?;
    let mut packed = Vec::new();
    let options = zopfli::Options { iteration_count: ATTEMPTS, ..Default::default() };
    zopfli::compress(options, zopfli::Format::Gzip, &*wasm, &mut packed)?;
    io::stdout().write_all(&packed)
}
