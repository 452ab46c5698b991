//! Every string of up to some length over one byte of each class that a start rule distinguishes.
//! pest, the table, the automaton of the ABNF, and the naive ABNF matcher must agree.

use crate::{corpus, parallel};

use crate::engines::{short_strings, Engines};

/// The number of strings, and the number of those that a rule accepts.
#[derive(Default)]
struct Count {
    strings: usize,
    accepted: usize,
    naive: usize,
    longest: usize,
    complaints: Vec<String>,
}

fn judge(engines: &Engines, budget: usize) -> Count {
    let mut count = Count::default();
    for input in short_strings(&engines.automaton, budget) {
        count.strings += 1;
        count.longest = input.len();
        match engines.verdict(&input, true) {
            Ok(verdict) => {
                count.accepted += usize::from(verdict.accepted);
                count.naive += usize::from(verdict.naive);
            }
            Err(complaint) => count.complaints.push(complaint),
        }
    }
    count
}

fn run(budget: usize) {
    let tasks = Engines::all();
    let counts = parallel::map(&tasks, |&(grammar, reading, rule)| {
        judge(&Engines::new(grammar, reading, rule), budget)
    });
    let mut complaints = Vec::new();
    let (mut strings, mut accepted) = (0, 0);
    for ((grammar, reading, rule), count) in tasks.into_iter().zip(counts) {
        let Count { longest, naive, .. } = count;
        println!(
            "{grammar} {reading} {rule}: {} strings of up to {longest} bytes, {} accepted, {naive} naively too",
            count.strings, count.accepted
        );
        if naive * 10 < count.strings * 9 {
            complaints
                .push(format!("{grammar} {reading} {rule}: the naive matcher gave up too often"));
        }
        strings += count.strings;
        accepted += count.accepted;
        complaints.extend(count.complaints);
    }
    println!("{strings} strings, {accepted} accepted");
    corpus::expect_none(complaints);
}

#[test]
fn engines_agree_on_every_short_string() {
    run(1_500);
}

#[test]
#[ignore = "a minute in release: `cargo test --release --test all brute_force -- --ignored --nocapture`"]
fn engines_agree_on_every_string_that_fits_in_a_minute() {
    run(15_000);
}
