//! Writes a PEG for an ABNF file and the verdicts on its rules: `synthesize FILE.abnf [octets] [source]`.

use std::time::Instant;
use urigram_automata::synthesis::{synthesize, Budget};
use urigram_automata::{abnf, Terminals};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let octets = arguments.iter().any(|argument| argument == "octets");
    let show = arguments.iter().any(|argument| argument == "source");
    let terminals = if octets { Terminals::Octets } else { Terminals::CodePoints };
    let mut grammar = abnf::Grammar::default();
    for file in arguments.iter().filter(|argument| argument.contains('.')) {
        grammar = abnf::Grammar::overlay(&grammar, &abnf::Grammar::parse(&std::fs::read_to_string(file)?)?);
    }
    let start = Instant::now();
    let found = synthesize(&grammar, terminals, Budget::default());
    let took = start.elapsed();
    if show {
        println!("{}", found.source());
    }
    for rule in found.rules() {
        if rule.proof.is_err() || !rule.repairs.is_empty() {
            let proof = match &rule.proof {
                Ok(states) => format!("proved ({states})"),
                Err(cause) => format!("{cause:?}"),
            };
            let edits: Vec<_> = rule.repairs.iter().map(|repair| format!("{} {:?}", repair.rule, repair.kinds)).collect();
            println!("{:24} {proof} {}", rule.rule, edits.join("; "));
        }
    }
    let proved = found.rules().iter().filter(|rule| rule.proof.is_ok()).count();
    println!("{proved} of {} rules proved in {took:.2?}", found.rules().len());
    Ok(())
}
