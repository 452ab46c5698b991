//! Newline-separated input.

use crate::clock::rate;
use std::hint::black_box;
use urigram::{Grammar, Reading};

pub fn report(lines: &[u8]) {
    println!("| **Lines**: {} MiB | MB/s |", lines.len() >> 20);
    println!("| --- | ---: |");
    let show = |name: &str, rate: f64| println!("| {name} | {:.0} |", rate / 1e6);
    let count = |accepts: &dyn Fn(&[u8]) -> bool| {
        black_box(lines.split(|&byte| byte == b'\n').filter(|line| accepts(line)).count());
    };
    show(
        "count line ends, a byte a step",
        rate(lines.len(), 40, || {
            black_box(lines.iter().filter(|&&byte| byte == b'\n').count());
        }),
    );
    for &grammar in Grammar::ALL {
        let table = grammar.tables(Reading::Corrected).start();
        show(
            &format!("{grammar}"),
            rate(lines.len(), 40, || {
                let mut accepted = 0;
                table.accepts_lines(lines, |_, accepts| accepted += usize::from(accepts));
                black_box(accepted);
            }),
        );
        show(&format!("{grammar}, line by line"), rate(lines.len(), 40, || count(&|line| table.accepts(line))));
    }
    show(
        "all grammars at once",
        rate(1 << 20, 20, || {
            for line in lines[..1 << 20].split(|&byte| byte == b'\n') {
                black_box(urigram::accepting(line, Reading::Corrected));
            }
        }),
    );
    println!();
}
