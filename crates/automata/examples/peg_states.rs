//! Prints the minimal states of every rule of `.pest` files, and what it cost:
//! `peg_states [--octets] FILE…`, where a file may be `BASE+PATCH`.

use std::time::Instant;
use urigram_automata::peg::{Grammar, Which};
use urigram_automata::Limits;
use urigram_automata::Terminals;

fn main() {
    let mut chars = Terminals::CodePoints;
    for path in std::env::args().skip(1) {
        if path == "--octets" {
            chars = Terminals::Octets;
            continue;
        }
        if let Err(error) = report(&path, chars) {
            eprintln!("{path}: {error}");
        }
    }
}

fn report(path: &str, chars: Terminals) -> Result<(), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let grammar = match path.split_once('+') {
        Some((base, patch)) => {
            Grammar::overlay(&std::fs::read_to_string(base)?, &std::fs::read_to_string(patch)?)?
        }
        None => Grammar::parse(&std::fs::read_to_string(path)?)?,
    };
    println!("{path}: {} rules, read in {:.1?}", grammar.rules().len(), started.elapsed());
    let (mut slowest, mut sum) = ((std::time::Duration::ZERO, ""), std::time::Duration::ZERO);
    for rule in grammar.rules() {
        let started = Instant::now();
        let states = match grammar.dfa(rule.name(), Which::Optimized, chars, Limits::default()) {
            Ok(dfa) => dfa.len().to_string(),
            Err(error) => error.to_string(),
        };
        let took = started.elapsed();
        println!("  {:<24} {states} states, {took:.1?}", rule.name());
        slowest = slowest.max((took, rule.name()));
        sum += took;
    }
    let started = Instant::now();
    grammar.dfa_all(Which::Optimized, chars, Limits::default());
    println!(
        "  one by one {sum:.1?} (slowest {} {:.1?}), all at once {:.1?}",
        slowest.1,
        slowest.0,
        started.elapsed()
    );
    for difference in grammar.optimizer_differences(chars, Limits::default())? {
        println!(
            "  the optimizer changes {}: {:?}",
            difference.rule,
            String::from_utf8_lossy(&difference.witness)
        );
    }
    Ok(())
}
