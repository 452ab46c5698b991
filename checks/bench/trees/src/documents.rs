//! A document of TOML, made by a seed, and its clock.

use std::fmt::Write;
use std::hint::black_box;

use crate::{shortest, Numbers, LENGTH};

/// Returns a document of a million bytes: a table for each of many servers.
fn document() -> String {
    let mut numbers = Numbers(1979);
    let mut text = String::new();
    let mut server = 0;
    while text.len() < LENGTH {
        server += 1;
        let mut below = |bound| numbers.below(bound);
        let (port, load, load_below) = (below(65_536), below(100), below(1_000));
        let (name, x, y, month, day) =
            (below(977), below(1_000), below(1_000), below(9), below(10));
        write!(
            text,
            "# server {server}\n[servers.host-{server}]\nname = \"user-{name}\"\nport = {port}\n\
             load = {load}.{load_below}\nactive = {}\ntags = [\"a\", \"bc\", \"x{x}\"]\n\
             at = {{ x = {x}, y = -{y} }}\nsince = 2024-0{}-1{day}T0{day}:30:00Z\n\n",
            port % 2 == 0,
            month + 1,
        )
        .unwrap();
    }
    text
}

/// Times a function on the document, and prints a row: program, task, input and nanoseconds for
/// each byte. The function drops its result, so that is also timed.
pub fn measure(program: &str, work: impl Fn(&str)) {
    let text = document();
    let seconds = shortest(|| work(black_box(&text)));
    println!("{program}\ttree\tdocument\t{:.3}", seconds * 1e9 / text.len() as f64);
}
