//! The valid selectors of JSONPath's suite, and their clock.

use crate::shortest;

/// The selectors of the JSONPath Compliance Test Suite.
const SUITE: &str = include_str!("../../../../specs/nested/jsonpath/suite.tsv");
/// The turns through all selectors in a pass: they are few.
const TURNS: usize = 100;

/// Times a function on the valid selectors, and prints a row: program, task, input and nanoseconds
/// for each byte. The function drops its result, so that is also timed.
pub fn measure(program: &str, work: impl Fn(&str)) {
    let selectors: Vec<String> = SUITE
        .lines()
        .filter_map(|line| line.strip_prefix("valid\t"))
        .map(|text| serde_json::from_str(text).unwrap())
        .collect();
    assert_eq!(selectors.len(), 421);
    let bytes: usize = selectors.iter().map(String::len).sum();
    let seconds = shortest(|| {
        for _ in 0..TURNS {
            selectors.iter().for_each(|text| work(text));
        }
    });
    println!("{program}\ttree\tselectors\t{:.3}", seconds * 1e9 / (bytes * TURNS) as f64);
}
