//! Times of two functions, by turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of times that each function goes through all texts.
const ROUNDS: usize = 3_000;

/// Returns the nanoseconds that each function takes for a text, on average over the texts. A text
/// counts with its shortest time, so that a disturbance costs only a round of it.
pub fn times(texts: &[&str], functions: [fn(&str) -> bool; 2]) -> [f64; 2] {
    let mut shortest = vec![[Duration::MAX; 2]; texts.len()];
    for round in 0..ROUNDS {
        for (text, best) in texts.iter().zip(&mut shortest) {
            for turn in 0..2 {
                let which = (round + turn) % 2;
                let begun = Instant::now();
                // Several at once, because the clock itself takes as long as one.
                for _ in 0..REPEATS {
                    black_box(functions[which](black_box(text)));
                }
                best[which] = best[which].min(begun.elapsed());
            }
        }
    }
    [0, 1].map(|which| {
        let sum: Duration = shortest.iter().map(|best| best[which]).sum();
        sum.as_nanos() as f64 / (texts.len().max(1) * REPEATS) as f64
    })
}

/// The number of calls between two looks at the clock.
const REPEATS: usize = 20;
