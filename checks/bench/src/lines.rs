//! The tasks on newline-separated input.

use crate::clock::{rates, BulkTask};
use std::fmt::Write;
use std::hint::black_box;
use urigram::lines::{LineClassifier, LineTable};
use urigram::{Grammar, Reading};
use urigram_grammars::Engine;

/// The bytes that are checked line by line, which is slower.
const FEW: usize = 1 << 20;

pub fn report(lines: &[u8]) -> String {
    let mut out =
        format!("| **Lines**: {} MiB | MB/s | ratio |\n| --- | ---: | ---: |\n", lines.len() >> 20);
    let few = &lines[..FEW];
    let each = |accepts: &dyn Fn(&[u8]) -> bool| {
        black_box(few.split(|&byte| byte == b'\n').filter(|line| accepts(line)).count());
    };
    let mut tasks: Vec<BulkTask<'_>> = Vec::new();
    let bytes = move || {
        black_box(memchr::memchr_iter(b'\n', lines).count());
    };
    tasks.push(("count line ends (memchr)".to_owned(), lines.len(), Box::new(bytes)));
    for &grammar in Grammar::ALL {
        let table = grammar.tables(Reading::Corrected).start();
        let many = LineTable::new(table);
        let bulk = move || {
            let mut accepted = 0;
            many.judge(lines, |_, accepts| accepted += usize::from(accepts));
            black_box(accepted);
        };
        tasks.push((grammar.to_string(), lines.len(), Box::new(bulk)));
        if grammar == Grammar::Rfc3986 {
            let many = LineTable::new(table);
            let count = move || {
                black_box(many.count(lines));
            };
            tasks.push((format!("{grammar}, counted"), lines.len(), Box::new(count)));
            let one = move || each(&|line| table.accepts_by(Engine::Table, line));
            tasks.push((format!("{grammar}, each line by its table"), FEW, Box::new(one)));
            tasks.push((
                format!("{grammar}, each line by its splitter"),
                FEW,
                Box::new(move || each(&|line| table.accepts(line))),
            ));
        }
    }
    for reading in Reading::ALL {
        let classifier = LineClassifier::new(reading);
        let bulk = move || {
            let mut accepted = 0;
            classifier.judge(lines, |_, set| accepted += set.len());
            black_box(accepted);
        };
        tasks.push((format!("all grammars, {reading}"), lines.len(), Box::new(bulk)));
    }
    let all =
        move || each(&|line| !urigram::selection::accepting(line, Reading::Corrected).is_empty());
    tasks.push(("all grammars, line by line".to_owned(), FEW, Box::new(all)));
    let found = rates(&tasks, 15);
    for ((name, ..), rate) in tasks.iter().zip(&found) {
        // Writing to a string does not fail.
        let _ = writeln!(out, "| {name} | {:.0} | {:.2} |", rate / 1e6, rate / found[0]);
    }
    out
}
