//! The slow truth is the table and `Shape::split`; every way to classify must give the same planes.

use super::planes::{below, Lanes, BLOCK, SHORTEST};
use super::{portable, Fast, Known};
use crate::{Grammar, Parts, Reading, Table};

#[cfg(target_arch = "x86_64")]
use super::{avx2, sse2};

/// The default start rule of every grammar that has a fast splitter, and one rule without relative forms and one
/// without fragments.
fn tables() -> Vec<&'static Table> {
    let start = |grammar: &Grammar| grammar.tables(Reading::Corrected).start();
    let mut all: Vec<_> = Grammar::ALL.iter().map(start).filter(|table| table.fast.is_some()).collect();
    all.push(Grammar::Rfc3986.table(Reading::Corrected, Some("URI")).unwrap());
    all.push(Grammar::Rfc2396.table(Reading::Corrected, Some("absoluteURI")).unwrap());
    all
}

/// What each way to split says.
fn engines(fast: &Fast, input: &[u8]) -> Vec<(&'static str, Result<Parts, Known>)> {
    let mut all = vec![("portable", portable::split(fast, input))];
    #[cfg(target_arch = "x86_64")]
    {
        all.push(("sse2", sse2::split(fast, input)));
        if let Some(lanes) = avx2::Avx2::detect() {
            all.push(("avx2", lanes.split(fast, input)));
        }
    }
    all
}

/// All engines agree, and what they know is what the table and the shape say. Whether they knew.
fn agree(table: &Table, input: &[u8]) -> bool {
    let Some(fast) = table.fast else { return false };
    let engines = engines(fast, input);
    let verdict = table.run_from(input, 0, 0);
    let truth = verdict.map(|()| table.shape.split(input));
    for (name, parts) in &engines {
        assert_eq!(*parts, engines[0].1, "{name} and portable: {}", shown(table, input));
        match parts {
            Ok(parts) => assert_eq!(Ok(*parts), truth, "{name}: {}", shown(table, input)),
            Err(known) => assert_eq!(table.run_on(input, *known), verdict, "{name}: {}", shown(table, input)),
        }
    }
    engines[0].1.is_ok()
}

fn shown(table: &Table, input: &[u8]) -> String {
    format!("{} {} {}", table.document.id, table.rule, input.escape_ascii())
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// A walk through the automaton that mostly stays where something can still be accepted.
fn walk(table: &Table, random: &mut Random, len: usize) -> Vec<u8> {
    let mut input = Vec::with_capacity(len);
    let mut state = 0;
    while input.len() < len {
        let alive: Vec<u8> = table.following(state).iter().collect();
        if alive.is_empty() {
            break;
        }
        let byte = match random.below(40) {
            0 => b":/?#[]@%."[random.below(9)],
            1..=3 => *b"/?#@:%.-".get(random.below(8)).filter(|byte| alive.contains(byte)).unwrap_or(&alive[0]),
            _ => alive[random.below(alive.len())],
        };
        input.push(byte);
        state = table.step(state, byte);
        if state == table.dead {
            break;
        }
    }
    input
}

#[test]
fn generic_grammars_have_a_fast_splitter() {
    for id in ["url-1997", "rfc2396", "rfc2732", "uri-2003", "rfc3986", "rfc6874"] {
        let grammar: Grammar = id.parse().unwrap();
        let tables = grammar.tables(Reading::Corrected);
        for table in [tables.uri.unwrap(), tables.reference.unwrap()] {
            assert!(table.fast.is_some(), "{}", shown(table, b""));
            for known in ["http://www.ietf.org/rfc/rfc2396.txt", "ftp://user:pw@a.b-c.org:21/%41?x=y", "mailto:a@b"] {
                assert!(agree(table, known.as_bytes()), "{}", shown(table, known.as_bytes()));
            }
        }
    }
}

#[test]
fn every_short_input_over_the_bytes_that_matter() {
    // One byte of each kind that any of the engines tells from others.
    for table in tables() {
        for (alphabet, longest) in [(&b"a:/?#@%1[].- \x80"[..], 4), (b"a:/?#@", 6), (b"a.-1:", 7)] {
            let mut digits = vec![0; longest];
            for len in 0..=longest {
                digits.fill(0);
                loop {
                    let input: Vec<u8> = digits[..len].iter().map(|&digit| alphabet[digit]).collect();
                    agree(table, &input);
                    let Some(at) = (0..len).find(|&at| digits[at] + 1 < alphabet.len()) else { break };
                    digits[..at].fill(0);
                    digits[at] += 1;
                }
            }
        }
    }
}

#[test]
fn every_length_and_alignment() {
    let mut random = Random(3986);
    let mut known = 0;
    for table in tables() {
        for len in 0..=300 {
            for prefix in ["", "a:", "http://", "http://a.b-c.d/", "//u:p@h.x:1/", "ftp://1.2.3.4", "x://[::1]:8/"] {
                let mut input = prefix.as_bytes().to_vec();
                input.extend(walk(table, &mut random, len));
                input.truncate(len);
                // Every alignment in a longer buffer.
                let shift = random.below(BLOCK);
                let mut buffer = vec![b'%'; shift];
                buffer.extend(&input);
                buffer.extend([b'#'; BLOCK]);
                known += usize::from(agree(table, &buffer[shift..shift + input.len()]));
            }
        }
    }
    assert!(known > 1000, "{known}");
}

#[test]
fn one_odd_byte_at_every_place() {
    for table in tables() {
        let long = format!("http://www.example.org/{}", "path/of/some/length".repeat(8));
        for len in 24..long.len() {
            for odd in ["#", "?", "%", "%4", "%41", "/", ":", "@", "[", " ", "\u{80}", "\0"] {
                for at in [len, len - 1, len / 2, 20] {
                    let mut text = long[..len].to_owned();
                    text.insert_str(at, odd);
                    agree(table, text.as_bytes());
                }
            }
        }
    }
}

#[test]
fn long_inputs_of_all_kinds() {
    for table in tables() {
        for body in ["a", "%41", "/", "?", "é", "."] {
            for head in ["http://h/", "http://", "a:", "", "http://u@", "http://h/?", "http://h/#"] {
                let mut input = head.as_bytes().to_vec();
                input.extend(body.repeat(7_000).as_bytes());
                agree(table, &input);
                input.push(b'%');
                agree(table, &input);
            }
        }
    }
}

#[test]
fn planes_are_the_same_by_every_instruction_set() {
    let mut random = Random(2396);
    for table in tables() {
        let fast = table.fast.unwrap();
        for round in 0..1000 {
            let len = SHORTEST + round % 200;
            let input: Vec<u8> =
                (0..len).map(|_| random.next() as u8 & if round % 3 == 0 { 255 } else { 127 }).collect();
            for base in (0..len).step_by(BLOCK) {
                let here = below(len - base);
                let slow = portable::Portable.planes(&input, base, fast);
                #[cfg(target_arch = "x86_64")]
                {
                    same(slow, sse2::Sse2.planes(&input, base, fast), here);
                    if let Some(lanes) = avx2::Avx2::detect() {
                        same(slow, lanes.planes(&input, base, fast), here);
                    }
                }
            }
            let here = below(len);
            let names = portable::Portable.names(&input);
            let digits = portable::Portable.digits(&input);
            // Only as far as the bytes go that a scheme may hold.
            let scheme = portable::Portable.scheme(&input, fast);
            #[cfg(target_arch = "x86_64")]
            for (other, other_digits, other_scheme) in vectors(&input, fast) {
                assert_eq!(
                    [names.alpha, names.digit, names.dot, names.hyphen].map(|mask| mask & here),
                    other.map(|mask| mask & here)
                );
                assert_eq!(digits & here, other_digits & here);
                assert_eq!(scheme & here, below((!(other_scheme & here)).trailing_zeros() as usize) & here);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn vectors(input: &[u8], fast: &Fast) -> Vec<([u64; 4], u64, u64)> {
    fn one<L: Lanes>(lanes: L, input: &[u8], fast: &Fast) -> ([u64; 4], u64, u64) {
        let names = lanes.names(input);
        ([names.alpha, names.digit, names.dot, names.hyphen], lanes.digits(input), lanes.scheme(input, fast))
    }
    let mut all = vec![one(sse2::Sse2, input, fast)];
    all.extend(avx2::Avx2::detect().map(|lanes| one(lanes, input, fast)));
    all
}

#[cfg(target_arch = "x86_64")]
fn same(a: super::planes::Planes, b: super::planes::Planes, here: u64) {
    let masks = |planes: super::planes::Planes| {
        let super::planes::Planes { legal, hex, percent, colon, slash, question, hash, at } = planes;
        [legal, hex, percent, colon, slash, question, hash, at].map(|mask| mask & here)
    };
    assert_eq!(masks(a), masks(b));
}
