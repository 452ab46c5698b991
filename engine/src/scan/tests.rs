//! The slow truth is the table and `Shape::split`.

use super::planes::BLOCK;
use super::{portable, After, Due, Fast, Known};
use crate::table::Wrong;
use crate::{Grammar, Parts, Reading, Table};

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::{avx2, avx512, lanes::Lanes, planes::from, sse2};

/// Every table that has a fast splitter, of both readings where they differ.
pub(super) fn tables() -> Vec<&'static Table> {
    let mut all: Vec<&'static Table> = Vec::new();
    for (grammar, reading) in Grammar::ALL.iter().flat_map(|grammar| Reading::ALL.map(|reading| (grammar, reading))) {
        let fast = grammar.tables(reading).all.iter().filter(|table| table.fast.is_some());
        all.extend(fast.filter(|&&table| !all.iter().any(|known| std::ptr::eq(*known, table))).collect::<Vec<_>>());
    }
    all
}

/// What each way to split says.
fn engines(fast: &Fast, input: &[u8]) -> Vec<(&'static str, Result<(), Known>, Parts)> {
    type Split<'s> = &'s dyn Fn(&mut Parts) -> Result<(), Known>;
    let found = |name: &'static str, split: Split| {
        let mut parts = Parts::EMPTY;
        (name, split(&mut parts), parts)
    };
    let mut all = vec![found("portable", &|parts| portable::split(fast, input, parts))];
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    {
        all.push(found("sse2", &|parts| sse2::split(fast, input, parts)));
        if let Some(lanes) = avx2::Avx2::detect() {
            all.push(found("avx2", &|parts| lanes.split(fast, input, parts)));
        }
        if let Some(lanes) = avx512::Avx512::detect() {
            all.push(found("avx512", &|parts| lanes.split(fast, input, parts)));
        }
    }
    all
}

/// What the engines know is what the table and the shape say. Whether all of them knew.
pub(super) fn agree(table: &Table, input: &[u8]) -> bool {
    let Some(fast) = table.fast else { return false };
    let engines = engines(fast, input);
    let verdict = table.run_on(input, Known::NOTHING);
    let truth = verdict.map(|()| table.shape.split(input));
    for (name, verdict_by, parts) in &engines {
        match verdict_by {
            Ok(()) => assert_eq!(Ok(*parts), truth, "{name}: {}", shown(table, input)),
            Err(known) => {
                assert_eq!(table.run_on(input, *known), verdict, "{name}: {}", shown(table, input));
                if known.due == Due::Nothing {
                    let row = table.rows.row(known.state) as u16;
                    let wrong = Wrong { offset: known.offset, row };
                    assert_eq!(verdict, Err(wrong), "{name}: {}", shown(table, input));
                }
                if known.due == Due::Verdict && truth.is_ok() {
                    assert_eq!(Ok(*parts), truth, "{name}: {}", shown(table, input));
                }
            }
        }
    }
    engines.iter().all(|(_, verdict, _)| verdict.is_ok())
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

/// What sends the splitters different ways.
const PREFIXES: [&str; 22] = [
    "",
    "a:",
    "a:b",
    "a:/",
    "http://",
    "http://a.b-c.d/",
    "http://a.b:80?",
    "HTTP://a.b/c#",
    "//u:p@h.x:1/",
    "ftp://1.2.3.4",
    "ftp://u@h.x/",
    "FTP://h.x/y?",
    "file:///",
    "wais://h.x/y?",
    "prospero://h.x/y",
    "telnet://u:p@h.x:23/",
    "news:",
    "mailto:a@b",
    "x://[::1]:8/",
    "urn:ab:c",
    "URN:a-b:c?",
    "urn:ab:c#",
];

/// A walk through the automaton, from behind a prefix on, that mostly stays where something can still be accepted.
fn walk(table: &Table, random: &mut Random, prefix: &str, len: usize) -> Vec<u8> {
    let mut input = prefix.as_bytes().to_vec();
    // From the beginning again where the prefix leads nowhere.
    let mut state = input.iter().fold(0, |state, &byte| table.step(state, byte));
    if state == table.dead {
        state = 0;
    }
    while input.len() < len {
        let alive: Vec<u8> = table.following(table.rows.row(state) as u16).iter().collect();
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

/// What each document's own schemes look like; the last one ends in a part that the table judges.
const OWN: [(&str, [&str; 4]); 7] = [
    ("url-1993", ["http://info.cern.ch:80/a/b%20c", "ftp://h.x/a", "news:comp.infosystems", "http://h.x/a?b+c"]),
    ("rfc1630", ["http://h.x/a;b=c", "ftp://u@h.x:21/a//b", "https://h.x/a", "telnet://u@h.x/?a+b"]),
    ("rfc1738", ["HTTP://h.x/a?b/c", "ftp://u:p@1.2.3.4/a?b", "file:///etc/motd", "mailto:a@b?c"]),
    ("rfc1808", ["http://u@h:p?q/a;b?c#d", "a/b;c?d", "//h.x/?y", "/a#b"]),
    ("rfc2141", ["urn:a:b", "URN:a-:b/c?d", "uRn:ISBN:0-395-36341-1", "urn:ab:%2F"]),
    ("urn-2012", ["urn:ab:c", "URN:a-b:c", "urn:ietf:rfc:2648", "urn:ab:c?s=1#d"]),
    ("rfc8141", ["urn:ab:c/d#e/f", "URN:a-b:c", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "urn:ab:c?=d#e"]),
];

#[test]
fn schemes_of_their_own_are_known() {
    for (id, inputs) in OWN {
        let table = id.parse::<Grammar>().unwrap().tables(Reading::Corrected).start();
        for input in inputs.map(str::as_bytes) {
            agree(table, input);
            for (name, known, _) in engines(table.fast.unwrap(), input) {
                assert!(
                    known.map_or_else(|known| known.due == Due::Verdict, |()| true),
                    "{name}: {}",
                    shown(table, input)
                );
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
            for prefix in PREFIXES.iter().skip(len % 8).step_by(8) {
                let mut input = walk(table, &mut random, prefix, len);
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
        let starts = ["http://www.example.org/", "urn:example:", "ftp://h.x/", "FILE:///", "news:"];
        let long = |start: &str| format!("{start}{}", "path/of/some/length".repeat(8));
        for (long, len) in starts.iter().flat_map(|start| (24..long(start).len()).map(move |len| (long(start), len))) {
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

/// What has a part of each kind, and each document's own schemes.
const RICH: [&str; 14] = [
    "http://u:p@h-x.org:80/a/b?c#d",
    "x://h?a#b",
    "x:///a//b?",
    "x://[::1]:8/a",
    "x://u@[v1.a:b]?c",
    "//u@h:/a",
    "a.b/c?d#e",
    "/a//b?c#d",
    "x:a?b#c",
    "ftp://u:p@h.x:21/a",
    "telnet://u:p@1.2.3.4:23/",
    "wais://h.x/a?b+c",
    "news:a@b.c",
    "urn:ab-c:d/e?=f#g",
];

#[test]
fn every_byte_at_every_place() {
    for table in tables() {
        for text in RICH.map(str::as_bytes) {
            for (at, byte) in (0..=text.len()).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
                let (before, after) = text.split_at(at);
                let rest = after.get(1..).unwrap_or_default();
                agree(table, &[before, rest].concat());
                agree(table, &[before, &[byte], after].concat());
                agree(table, &[before, &[byte], rest].concat());
            }
        }
    }
}

#[test]
fn long_inputs_of_all_kinds() {
    for table in tables() {
        for body in ["a", "%41", "/", "?", "é", "."] {
            for head in ["http://h/", "http://", "a:", "", "http://u@", "http://h/?", "http://h/#", "urn:ab:c"] {
                let mut input = head.as_bytes().to_vec();
                input.extend(body.repeat(7_000).as_bytes());
                agree(table, &input);
                input.push(b'%');
                agree(table, &input);
            }
        }
    }
}

/// All masks of a block, cut to what they speak of; `end` is asked of those that look no further.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
fn masks<L: Lanes>(lanes: L, block: L::Block, fast: &Fast, (len, end): (usize, usize)) -> [u64; 12] {
    let planes = lanes.planes(block, fast);
    let signs = lanes.signs(block, end);
    let [a, b, c, d, e, f] = [b'%', b'?', b'#', b':', b'/', b'@'].map(|byte| lanes.equal(block, byte));
    let scheme = lanes.scheme(block, fast) & !from(len);
    assert_eq!(b, planes.question);
    let cut = |mask: u64| mask & !from(end);
    let [host, dot, hyphen] = [lanes.host(block, fast, end), signs.dot, signs.hyphen].map(cut);
    [planes.plain & !from(len), a, b, c, d, e, f, lanes.hex(block) & !from(len), host, dot, hyphen, scheme]
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[test]
fn planes_are_what_the_bytes_are() {
    let mut random = Random(2396);
    for table in tables() {
        let fast = table.fast.unwrap();
        for round in 0..1000 {
            let len: usize = round % 200;
            let input: Vec<u8> =
                (0..len).map(|_| random.next() as u8 & if round % 3 == 0 { 255 } else { 127 }).collect();
            for base in 0..=len.saturating_sub(BLOCK) {
                let block = &input[base..len.min(base + BLOCK)];
                let mask = |is: &dyn Fn(u8) -> bool| {
                    block.iter().enumerate().fold(0, |mask, (at, &byte)| mask | u64::from(is(byte)) << at)
                };
                let equal = |other: u8| mask(&|byte| byte == other);
                let end = random.below(block.len() + 1);
                let slow = [
                    mask(&|byte| fast.plain.bytes.contains(byte)),
                    equal(b'%'),
                    equal(b'?'),
                    equal(b'#'),
                    equal(b':'),
                    equal(b'/'),
                    equal(b'@'),
                    mask(&|byte| byte.is_ascii_hexdigit()),
                    mask(&|byte| fast.host.bytes.contains(byte)) & !from(end),
                    equal(b'.') & !from(end),
                    equal(b'-') & !from(end),
                    mask(&|byte| fast.scheme.bytes.contains(byte)) & !from(32),
                ];
                fn both<L: Lanes>(lanes: L, input: &[u8], base: usize, fast: &Fast, end: usize) -> [u64; 12] {
                    let len = input.len() - base;
                    if base == 0 {
                        return masks(lanes, lanes.head(input), fast, (len, end));
                    }
                    masks(lanes, lanes.block(input, base), fast, (len, end))
                }
                if let Some(lanes) = avx2::Avx2::detect() {
                    assert_eq!(slow, both(lanes, &input, base, fast, end), "{}", input.escape_ascii());
                }
                if let Some(lanes) = avx512::Avx512::detect() {
                    assert_eq!(slow, both(lanes, &input, base, fast, end), "{}", input.escape_ascii());
                }
            }
        }
    }
}

/// What the facts say of each other.
#[test]
fn sets_are_made_of_what_is_legal() {
    for table in tables() {
        let fast = table.fast.unwrap();
        let forms = fast.named.iter().flat_map(|named| named.slots.iter().filter_map(|slot| slot.1));
        let forms: Vec<_> = forms.chain(fast.any).chain(fast.relative).collect();
        for form in &forms {
            assert_eq!(form.is_plain, form.after_question == After::Legal && form.after_hash == After::Legal);
        }
        let has_servers = forms.iter().any(|form| form.host.is_server());
        for byte in 0..=255 {
            let is_legal = fast.legal.bytes.contains(byte);
            assert_eq!(fast.plain.bytes.contains(byte), is_legal && byte != b'%');
            let is_name = byte.is_ascii_alphanumeric() || b".-".contains(&byte);
            // Else a name could hold what the model of a path does not.
            assert!(!has_servers || !is_name || is_legal);
            let is_host = if has_servers { is_name } else { is_legal && !b"%:@".contains(&byte) };
            assert_eq!(fast.host.bytes.contains(byte), is_host);
        }
        assert_eq!(fast.escapes, if fast.legal.bytes.contains(b'%') { u64::MAX } else { 0 });
    }
}

/// Blocks with a byte at one place, at two, and everywhere, among bytes that differ from it by one bit.
#[cfg(feature = "lines")]
#[test]
fn a_byte_is_found_where_it_stands() {
    for byte in [0, b'\n', 0x7F, 0x80, 0xFF] {
        for places in (0..BLOCK).flat_map(|at| [1 << at, 1 | 1 << at, 1 << at | 1 << (BLOCK - 1), u64::MAX << at]) {
            let other = |at: usize| byte ^ 1 << (at % 8);
            let block = std::array::from_fn(|at| if places >> at & 1 == 1 { byte } else { other(at) });
            assert_eq!(portable::find(&block, byte), places);
            assert_eq!(super::equal(&block, byte), places);
        }
    }
}
