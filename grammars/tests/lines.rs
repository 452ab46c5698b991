//! Lines in bulk, held against the tables line by line.
#![cfg(all(feature = "lines", feature = "engines"))]

use urigram_grammars::{Grammar, GrammarSet, LineClassifier, LineCount, LineTable, Reading, Table};

/// Returns the lines of a buffer, found in the obvious way.
fn lines(buffer: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = buffer.split(|&byte| byte == b'\n').collect();
    // What follows the last line feed is a line without an end, if it is anything.
    let last = lines.pop().filter(|last| !last.is_empty());
    let ended = lines.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    ended.chain(last).collect()
}

struct Both {
    table: &'static Table,
    lines: LineTable,
    classifier: LineClassifier,
}

impl Both {
    fn new(grammar: Grammar) -> Both {
        let table = grammar.tables(Reading::Corrected).start();
        Both {
            table,
            lines: LineTable::new(table),
            classifier: LineClassifier::new(Reading::Corrected),
        }
    }

    fn judge(&self, buffer: &[u8]) {
        let mut found = Vec::new();
        self.lines.judge(buffer, |line, accepts| found.push((line, accepts)));
        let expected: Vec<_> =
            lines(buffer).into_iter().map(|line| (line, self.table.accepts(line))).collect();
        assert!(
            found == expected,
            "{} {}",
            self.table.rule(),
            buffer[..buffer.len().min(500)].escape_ascii()
        );
        let accepted = expected.iter().filter(|(_, accepts)| *accepts).count();
        assert_eq!(
            self.lines.count(buffer),
            LineCount { accepted, rejected: expected.len() - accepted }
        );
        let mut found = Vec::new();
        self.classifier.judge(buffer, |line, set| found.push((line, set)));
        let set = |line| (line, GrammarSet::accepting(line, Reading::Corrected));
        assert!(found == lines(buffer).into_iter().map(set).collect::<Vec<_>>());
        let counts = self.classifier.count(buffer);
        let count = |set| found.iter().filter(|(_, other)| *other == set).count();
        assert!(counts.iter().all(|&(set, lines)| lines > 0 && lines == count(set)));
        assert_eq!(counts.iter().map(|(_, lines)| lines).sum::<usize>(), found.len());
    }
}

const KINDS: [&[u8]; 14] = [
    b"http://a/b",
    b"",
    b"a b",
    b"urn:a:b",
    b"%",
    b"a:\xFF",
    b"<URN:IANA:0::d:1;A=b;>",
    b"//h:1?x#y",
    b"x:\r",
    b"\r",
    b"\r\rx",
    b"x\ry",
    b"http://example.org/rosa\xC3\xA9",
    b"a\0b",
];

#[test]
fn lines_are_judged_as_one_by_one() {
    let all: Vec<Both> =
        [Grammar::Rfc3986, Grammar::Rfc3987, Grammar::Urc1993].map(Both::new).into();
    let mut text: Vec<&[u8]> = Vec::new();
    for count in 0..200 {
        text.push(KINDS[count * 5 % KINDS.len()]);
        text.push(&b"http://host.example/a/path/that/is/longer/than/others"[..count % 50]);
        for ending in ["\n", "\r\n"] {
            for is_ended in [true, false] {
                let mut buffer = text.join(ending.as_bytes());
                if is_ended {
                    buffer.extend(ending.as_bytes());
                }
                all[count % 3].judge(&buffer);
            }
        }
    }
}

/// Line ends and carriage returns in every arrangement.
#[test]
fn every_short_buffer() {
    let all: Vec<Both> = [Grammar::Rfc3986, Grammar::Urc1993].map(Both::new).into();
    for length in 0..=6 {
        for number in 0..5usize.pow(length) {
            let buffer: Vec<u8> =
                (0..length).map(|at| b"\r\na %"[number / 5usize.pow(at) % 5]).collect();
            all.iter().for_each(|both| both.judge(&buffer));
        }
    }
}

/// Bytes that matter, in every arrangement and from every offset among others': accepted and
/// rejected lines end with the first byte of a pair, with the second and with both.
#[test]
fn a_line_ends_at_either_byte_of_a_pair() {
    let mut words = Vec::new();
    for number in 0..5usize.pow(5) {
        words.extend((0..5).map(|at| b"\r\na %"[number / 5usize.pow(at) % 5]));
    }
    for both in [Grammar::Rfc3986, Grammar::Rfc3987, Grammar::Urc1993].map(Both::new) {
        for start in 0..4 {
            for end in 0..4 {
                both.judge(&words[start..words.len() - end]);
            }
        }
    }
}

/// Buffers around the sizes where they are cut otherwise, and lines longer than a part or than all
/// parts.
#[test]
fn parts_and_long_lines() {
    let both = Both::new(Grammar::Rfc3986);
    for length in
        [1, 5, 6, 7, 8, 511, 512, 513, 4095, 4096, 4097, 4608, 28_671, 28_672, 28_673, 100_000]
    {
        both.judge(&[b'\n'].repeat(length));
        both.judge(&b"\r\n".repeat(length));
        both.judge(&[b'a'].repeat(length));
        // What is wrong, long before the end.
        both.judge(&[b" ", &*[b'a'].repeat(length - 1)].concat());
        for before in [0, 1, 4095, 5000, 30_000] {
            let short = b"http://a/b\n%\n".repeat(before / 13 + 1);
            for end in [&b""[..], b"\n", b"\r\n", b"\n\n", b"\n%\nx:y"] {
                both.judge(&[&short[..before], &b"b".repeat(length), end].concat());
            }
        }
    }
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn one_line_of_16_mib() {
    let both = Both::new(Grammar::Rfc3986);
    for last in [b'a', b' ', b'\r', 0] {
        let mut buffer = [b'a'].repeat(16 << 20);
        buffer.push(last);
        both.judge(&buffer);
        buffer.extend(b"\nx:y\n \n");
        both.judge(&buffer);
    }
}

/// In every table of a document a step takes a pair.
#[test]
fn every_table_takes_pairs() {
    for reading in Reading::ALL {
        for table in Grammar::ALL.iter().flat_map(|grammar| grammar.tables(reading).all) {
            assert!(LineTable::new(table).takes_pairs(), "{reading} {}", table.rule());
        }
    }
}
