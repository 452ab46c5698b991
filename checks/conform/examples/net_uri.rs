//! Prints the strings on which java.net.URI is compared, a line of hexadecimal digits for each.
//!
//! `cargo run -p urigram-conform --example net_uri [SAMPLES]`: for a sample, about three strings.

#[path = "../tests/java_net_uri/inputs.rs"]
mod inputs;

use std::io::{BufWriter, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let samples = std::env::args().nth(1).map_or(Ok(1_000), |samples| samples.parse())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for input in inputs::inputs(samples) {
        for byte in input {
            write!(out, "{byte:02x}")?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}
