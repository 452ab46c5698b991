//! The tables of cargo's default release beside those of the tuned one.

use std::collections::BTreeMap;

pub const HEAD: &str = "# Results of cargo's default release

Written by `cargo run --profile usual --manifest-path checks/bench/Cargo.toml -- --usual`: no
link-time optimization, 16 units of code generation. One run, on a machine that did other work, too.
[RESULTS.md](RESULTS.md) has the figures that the front page shows.

";

/// Returns the nanoseconds of each contender by the title of its task and its name.
///
/// ```text
/// | **Resolve**: 300 references … | ns | ratio | handled |
/// | oxiri 0.3.1 | 100.0 | 0.90 | 300 |                        ("Resolve", "oxiri 0.3.1"): 100.0
/// ```
fn times(tables: &str) -> BTreeMap<(&str, &str), f64> {
    let mut task = "";
    let mut times = BTreeMap::new();
    for line in tables.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, name, nanoseconds, ..] = cells[..] else { continue };
        if let Some((title, _)) = name.strip_prefix("**").and_then(|name| name.split_once("**")) {
            task = title;
        } else if let Ok(nanoseconds) = nanoseconds.parse() {
            times.insert((task, name), nanoseconds);
        }
    }
    times
}

/// Names the contenders whose time one profile changes by more than half.
pub fn moved(tuned: &str, usual: &str) -> String {
    let tuned = times(tuned);
    let mut rows = String::new();
    for ((task, name), usual) in times(usual) {
        let Some(&tuned) = tuned.get(&(task, name)) else { continue };
        if usual > 1.5 * tuned || tuned > 1.5 * usual {
            rows += &format!("| {name}: {task} | {tuned:.1} | {usual:.1} |\n");
        }
    }
    if rows.is_empty() {
        return "No contender takes 1.5 times the time that it takes in RESULTS.md, or less than \
                two thirds.\n"
            .into();
    }
    let head = "| slower or faster by more than half | tuned, ns | default, ns |";
    format!("{head}\n| --- | ---: | ---: |\n{rows}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_contender_that_a_profile_slows_is_named() {
        let table = |ns: [f64; 2]| {
            format!(
                "| **A b**: 3 inputs | ns |\n| --- | ---: |\n| p 1 | {} |\n| q | {} |\n",
                ns[0], ns[1]
            )
        };
        let moved = super::moved(&table([10.0, 10.0]), &table([16.0, 14.0]));
        assert!(moved.contains("| p 1: A b | 10.0 | 16.0 |"), "{moved}");
        assert!(!moved.contains("| q"), "{moved}");
        let alike = table([10.0, 10.0]);
        assert!(super::moved(&alike, &alike).starts_with("No contender"));
    }
}
