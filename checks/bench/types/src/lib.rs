//! The inputs, made of the specifications' own examples by a seed, and the clock of the programs.

use std::hint::black_box;
use std::time::Instant;

/// The number of inputs, more than branch prediction can learn.
const INPUTS: usize = 4_000;
/// The number of inputs between two looks at the clock.
const PIECE: usize = 250;
/// The passes over all inputs. Each piece counts with its shortest time.
const PASSES: usize = 400;

/// A kind of identifiers.
pub struct Kind {
    name: &'static str,
    examples: &'static str,
    /// Whether runs of letters or digits may become longer or shorter by one.
    stretches: bool,
    /// Whether letters become letters up to `f` alone.
    is_hex: bool,
    /// The text up to this character, and that character, stays.
    keeps: Option<char>,
}

macro_rules! kind {
    ($constant:ident, $name:literal, $stretches:literal, $is_hex:literal, $keeps:expr) => {
        pub const $constant: Kind = Kind {
            name: $name,
            examples: include_str!(concat!("../../../../specs/", $name, "/examples.toml")),
            stretches: $stretches,
            is_hex: $is_hex,
            keeps: $keeps,
        };
    };
}

kind!(SEMVER, "semver", true, false, None);
kind!(UUID, "uuid", false, true, None);
kind!(JSON_POINTER, "json-pointer", true, false, None);
kind!(BCP_47, "bcp-47", false, false, None);
kind!(PURL, "purl", true, false, Some('/'));

/// A generator of numbers, the same ones in every program (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Returns the inputs of a kind: its valid examples, by turns, with other letters and digits.
pub fn inputs(kind: &Kind) -> Vec<String> {
    let file: toml::Table = toml::from_str(kind.examples).expect("examples are TOML");
    let examples = file["example"].as_array().expect("examples are a list").iter();
    let of_type = examples.filter(|one| one.get("rule").is_none());
    let valid = of_type.filter(|one| one["says"].as_str() == Some("valid"));
    let texts: Vec<&str> = valid.filter_map(|one| one["text"].as_str()).collect();
    let mut numbers = Numbers(9562);
    (0..INPUTS).map(|_| varied(texts[numbers.below(texts.len())], kind, &mut numbers)).collect()
}

/// Exchanges each run of letters and each of digits, except after `%` and `~`, and subtags of one
/// letter.
fn varied(text: &str, kind: &Kind, numbers: &mut Numbers) -> String {
    let kept = kind.keeps.and_then(|end| text.find(end)).map_or(0, |at| at + 1);
    let (mut out, mut rest) = (text[..kept].to_owned(), &text[kept..]);
    while let Some(first) = rest.chars().next() {
        let same = |c: char| {
            let cased = c.is_ascii_uppercase() == first.is_ascii_uppercase();
            c.is_ascii_digit() && first.is_ascii_digit()
                || c.is_ascii_alphabetic() && first.is_ascii_alphabetic() && cased
        };
        let is_escape = matches!(first, '%' | '~');
        let length = match rest.find(|c| !same(c)).unwrap_or(rest.len()) {
            0 if is_escape => rest.len().min(if first == '%' { 3 } else { 2 }),
            0 => first.len_utf8(),
            length => length,
        };
        let (run, after) = rest.split_at(length);
        let is_run = first.is_ascii_alphanumeric();
        // Subtags such as `x` and `i-enochian` have a meaning in BCP 47.
        let is_meant = !kind.stretches && !kind.is_hex && (length == 1 || text.starts_with("i-"));
        if !is_run || is_meant {
            out.push_str(run);
        } else {
            let other = if kind.stretches { length + numbers.below(3) } else { length + 1 };
            let wanted = (other - 1).max(1);
            for at in 0..wanted {
                let (from, count) = match first {
                    '0'..='9' if kind.stretches && at == 0 && wanted > 1 => (b'1', 9),
                    '0'..='9' => (b'0', 10),
                    'A'..='Z' => (b'A', if kind.is_hex { 6 } else { 26 }),
                    _ => (b'a', if kind.is_hex { 6 } else { 26 }),
                };
                out.push(char::from(from + numbers.below(count) as u8));
            }
        }
        rest = after;
    }
    out
}

/// Times a parser, and prints a row: kind, program and nanoseconds for each input. A result is
/// dropped inside the timed part.
///
/// # Panics
/// If the parser refuses an input: those who are compared agree on all of them.
pub fn measure<'a, T, E>(kind: &Kind, program: &str, parse: impl Fn(&'a str) -> Result<T, E>) {
    // Some parsers have the lifetime of their input in their type.
    let inputs: &'a [String] = inputs(kind).leak();
    for input in inputs {
        assert!(parse(input).is_ok(), "{program} refuses {input}");
    }
    let mut shortest = vec![f64::INFINITY; inputs.len().div_ceil(PIECE)];
    for _ in 0..PASSES {
        for (piece, shortest) in inputs.chunks(PIECE).zip(&mut shortest) {
            let begun = Instant::now();
            for input in piece {
                let _ = black_box(parse(black_box(input)));
            }
            *shortest = shortest.min(begun.elapsed().as_secs_f64());
        }
    }
    let nanoseconds = shortest.iter().sum::<f64>() * 1e9 / inputs.len() as f64;
    println!("{}\t{program}\t{nanoseconds:.2}", kind.name);
}
