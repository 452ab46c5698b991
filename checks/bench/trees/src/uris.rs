//! URIs, made by a seed, and their clock.

use std::fmt::Write;
use std::hint::black_box;

use crate::{shortest, Numbers};

/// The number of URIs.
const COUNT: usize = 1_000;
/// The turns through all URIs in a pass.
const TURNS: usize = 10;

/// Returns URIs with authorities, paths, queries and fragments, of some 80 bytes each.
fn uris() -> Vec<String> {
    let mut numbers = Numbers(3986);
    (0..COUNT)
        .map(|_| {
            let mut below = |bound| numbers.below(bound);
            let scheme = ["http", "https", "ftp"][below(3) as usize];
            let mut uri = format!("{scheme}://www{}.example-{}.org", below(10), below(1_000));
            if below(4) == 0 {
                write!(uri, ":{}", below(65_536)).unwrap();
            }
            for _ in 0..1 + below(4) {
                write!(uri, "/part-{}_{}", below(100), below(10_000)).unwrap();
            }
            if below(2) == 0 {
                write!(uri, "?name=value%20{}&page={}", below(1_000), below(50)).unwrap();
            }
            if below(4) == 0 {
                write!(uri, "#section-{}", below(20)).unwrap();
            }
            uri
        })
        .collect()
}

/// Times a function on the URIs, and prints a row: program, task, input and nanoseconds for each
/// byte. The function drops its result, so that is also timed.
pub fn measure(program: &str, task: &str, work: impl Fn(&str)) {
    let uris = uris();
    let bytes: usize = uris.iter().map(String::len).sum();
    let seconds = shortest(|| {
        for _ in 0..TURNS {
            uris.iter().for_each(|uri| work(black_box(uri)));
        }
    });
    println!("{program}\t{task}\turis\t{:.3}", seconds * 1e9 / (TURNS * bytes) as f64);
}
