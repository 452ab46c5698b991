//! The inputs, made by a seed, and the clock of the programs.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

pub mod documents;
pub mod selectors;
pub mod uris;

/// Nothing more is added to an input of this length in bytes.
const LENGTH: usize = 1_000_000;
/// The passes over an input. The shortest is reported.
const PASSES: usize = 15;

/// A generator of numbers, the same ones in every program (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Returns the inputs with their names: small objects in an array, long texts, numbers.
pub fn inputs() -> [(&'static str, String); 3] {
    let mut numbers = Numbers(8259);
    [
        ("objects", array(&mut numbers, object)),
        ("strings", array(&mut numbers, string)),
        ("numbers", array(&mut numbers, number)),
    ]
}

fn array(numbers: &mut Numbers, item: fn(&mut Numbers, &mut String)) -> String {
    let mut text = String::from("[");
    while text.len() < LENGTH {
        if text.len() > 1 {
            text.push_str(",\n  ");
        }
        item(numbers, &mut text);
    }
    text.push(']');
    text
}

fn object(numbers: &mut Numbers, text: &mut String) {
    let (id, tags) = (numbers.below(100_000), numbers.below(4));
    write!(text, "{{\"id\": {id}, \"name\": \"user-{}\", \"tags\": [", id % 977).unwrap();
    for tag in 0..tags {
        text.push_str(if tag == 0 { "\"a\"" } else { ", \"bc\"" });
    }
    let active = numbers.below(2) == 0;
    write!(text, "], \"active\": {active}, \"parent\": null, \"at\": {{\"x\": 1}}}}").unwrap();
}

fn string(numbers: &mut Numbers, text: &mut String) {
    text.push('"');
    for _ in 0..20 + numbers.below(200) {
        match numbers.below(40) {
            0 => text.push_str("\\n"),
            1 => text.push('é'),
            letter => text.push(char::from(b'a' + (letter % 26) as u8)),
        }
    }
    text.push('"');
}

fn number(numbers: &mut Numbers, text: &mut String) {
    let whole = numbers.below(2_000_000);
    match numbers.below(3) {
        0 => write!(text, "{whole}"),
        1 => write!(text, "-{whole}.{}", numbers.below(1_000_000)),
        _ => write!(text, "{}.{}e-{}", whole % 10, numbers.below(1_000), numbers.below(30)),
    }
    .unwrap();
}

/// Times a function on each input, and prints a row for each: program, task, input and nanoseconds
/// for each byte. The function drops its result, so that is also timed.
pub fn measure(program: &str, task: &str, work: impl Fn(&'static str)) {
    for (name, input) in inputs() {
        // Some parsers have the lifetime of their input in their type.
        let input: &'static str = input.leak();
        let seconds = shortest(|| work(black_box(input)));
        println!("{program}\t{task}\t{name}\t{:.3}", seconds * 1e9 / input.len() as f64);
    }
}

/// Returns the seconds of the shortest pass.
fn shortest(pass: impl Fn()) -> f64 {
    let mut shortest = f64::INFINITY;
    for _ in 0..PASSES {
        let begun = Instant::now();
        pass();
        shortest = shortest.min(begun.elapsed().as_secs_f64());
    }
    shortest
}
