//! Every engine against the table's own run and `Shape::split`: the same verdicts, errors and
//! components.
#![cfg(feature = "engines")]

use urigram_grammars::{Engine, Grammar, Reading, Table};

/// Returns every table of both readings, once.
fn tables() -> Vec<(Reading, &'static Table)> {
    let mut all: Vec<(Reading, &'static Table)> = Vec::new();
    for (grammar, reading) in
        Grammar::ALL.iter().flat_map(|grammar| Reading::ALL.map(|reading| (grammar, reading)))
    {
        for &table in grammar.tables(reading).all {
            if !all.iter().any(|(_, known)| std::ptr::eq(*known, table)) {
                all.push((reading, table));
            }
        }
    }
    // Miri is slow, and these four have every kind of form.
    let ids = ["rfc3986", "rfc1738", "rfc2396", "rfc8141"];
    all.into_iter().filter(|(_, table)| !cfg!(miri) || ids.contains(&table.document().id)).collect()
}

fn shown(table: &Table, input: &[u8]) -> String {
    format!("{} {} {}", table.document().id, table.rule(), input.escape_ascii())
}

/// Compares all engines with the table.
fn agree(reading: Reading, table: &'static Table, input: &[u8]) {
    let verdict = table.check_by(Engine::Table, input, reading);
    assert_eq!(table.check(input, reading), verdict, "{}", shown(table, input));
    let text = std::str::from_utf8(input).ok();
    let parts = text.map(|text| table.split_by(Engine::Table, text, reading));
    for engine in Engine::ALL.into_iter().filter(|engine| engine.is_present()) {
        assert_eq!(
            table.check_by(engine, input, reading),
            verdict,
            "{engine:?} {}",
            shown(table, input)
        );
        let same = text.map(|text| table.split_by(engine, text, reading));
        assert_eq!(same, parts, "{engine:?} {}", shown(table, input));
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Inputs that only a scanner's own work is enough for, in each document's own schemes.
const OWN: [(&str, &[&str]); 9] = [
    (
        "rfc3986 rfc2396 uri-2003 url-1997",
        &[
            "http://www.ietf.org/rfc/rfc2396.txt",
            "ftp://u:pw@a.b-c.org:21/%41?x=y#z",
            "mailto:a@b",
            "x://h",
        ],
    ),
    ("rfc3986", &["x://[::1]/"]),
    (
        "url-1993",
        &[
            "http://info.cern.ch:80/a/b%20c",
            "ftp://h.x/a",
            "news:comp.infosystems",
            "http://h.x/a?b+c",
        ],
    ),
    (
        "rfc1630",
        &["http://h.x/a;b=c", "ftp://u@h.x:21/a//b", "https://h.x/a", "telnet://u@h.x/?a+b"],
    ),
    ("rfc1738", &["HTTP://h.x/a?b/c", "ftp://u:p@1.2.3.4/a?b", "file:///etc/motd", "mailto:a@b?c"]),
    ("rfc1808", &["http://u@h:p?q/a;b?c#d", "a/b;c?d", "//h.x/?y", "/a#b"]),
    ("rfc2141", &["urn:a:b", "URN:a-:b/c?d", "uRn:ISBN:0-395-36341-1", "urn:ab:%2F"]),
    ("urn-2012", &["urn:ab:c", "URN:a-b:c", "urn:ietf:rfc:2648", "urn:ab:c?s=1#d"]),
    (
        "rfc8141",
        &[
            "urn:ab:c/d#e/f",
            "URN:a-b:c",
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "urn:ab:c?=d#e",
        ],
    ),
];

#[test]
fn common_inputs_need_no_table() {
    let own = OWN.iter().flat_map(|(ids, inputs)| ids.split(' ').map(move |id| (id, inputs)));
    for (id, inputs) in own {
        let table = id.parse::<Grammar>().unwrap().tables(Reading::Corrected).start();
        for input in *inputs {
            agree(Reading::Corrected, table, input.as_bytes());
            for engine in Engine::ALL.into_iter().filter(|&engine| engine != Engine::Table) {
                let is_scanned = table.is_scanned_by(engine, input.as_bytes());
                assert!(is_scanned, "{engine:?} {}", shown(table, input.as_bytes()));
            }
        }
    }
}

/// Beginnings that send the scanner different ways.
const BEGINNINGS: [&str; 24] = [
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
    "a+b-c.d:",
    "http://a.name.so.long.that.it.ends.behind.half.a.block/",
];

/// Pieces that go on from there, the common ones first.
const PIECES: [&str; 24] = [
    "a", "b1", "path", "of", "x.y", "/", "-", "_", "~!", "$", "=", "&", "%41", "%c3%A9", "?", ":",
    "@", "#", "%", "%4", "[", "]", " ", "\u{e9}",
];

#[test]
fn every_length_and_alignment() {
    let mut random = Random(3986);
    let mut accepted = 0;
    for (reading, table) in tables() {
        for len in (0..=300).step_by(if cfg!(miri) { 37 } else { 1 }) {
            for beginning in BEGINNINGS.iter().skip(len % 6).step_by(6) {
                // From mostly right to mostly wrong.
                let kinds = [12, 15, 17, PIECES.len()][random.below(4)];
                // Every alignment in a longer buffer.
                let shift = random.below(64);
                let mut buffer = vec![b'%'; shift];
                buffer.extend(beginning.bytes());
                while buffer.len() < shift + len {
                    buffer.extend(PIECES[random.below(kinds)].bytes());
                }
                buffer.truncate(shift + len);
                buffer.extend([b'#'; 64]);
                let input = &buffer[shift..buffer.len() - 64];
                agree(reading, table, input);
                accepted += usize::from(table.accepts(input));
            }
        }
    }
    assert!(accepted > if cfg!(miri) { 10 } else { 10_000 }, "{accepted}");
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn one_odd_byte_at_every_place() {
    for (reading, table) in tables() {
        for start in ["http://www.example.org/", "urn:example:", "ftp://h.x/", "FILE:///", "news:"]
        {
            let long = format!("{start}{}", "path/of/some/length".repeat(8));
            for len in (24..long.len())
                .filter(|len| len % 3 == 0 || (62..68).contains(len) || (126..132).contains(len))
            {
                for odd in
                    ["#", "?", "%", "%4", "%41", "/", ":", "@", "[", " ", "\u{80}", "\0", "~", "!"]
                {
                    for at in [len, len - 1, len / 2, 20] {
                        let text = [&long[..at], odd, &long[at..len]].concat();
                        agree(reading, table, text.as_bytes());
                    }
                }
            }
        }
    }
}

/// Inputs with a part of each kind, and in each document's own schemes.
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
#[cfg_attr(miri, ignore = "slow")]
fn every_byte_at_every_place() {
    for (reading, table) in tables() {
        for text in RICH.map(str::as_bytes) {
            for (at, byte) in (0..=text.len()).flat_map(|at| (0..=255).map(move |byte| (at, byte)))
            {
                let (before, after) = text.split_at(at);
                let rest = after.get(1..).unwrap_or_default();
                agree(reading, table, &[before, rest].concat());
                agree(reading, table, &[before, &[byte], after].concat());
                agree(reading, table, &[before, &[byte], rest].concat());
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn long_inputs_of_all_kinds() {
    for (reading, table) in tables() {
        for body in ["a", "%41", "/", "?", "é", ".", "~"] {
            for head in [
                "http://h/",
                "http://",
                "a:",
                "",
                "http://u@",
                "http://h/?",
                "http://h/#",
                "urn:ab:c",
            ] {
                let mut input = head.as_bytes().to_vec();
                input.extend(body.repeat(7_000).as_bytes());
                agree(reading, table, &input);
                input.push(b'%');
                agree(reading, table, &input);
            }
        }
    }
}

/// Returns the tables of the documents whose hosts may be IPv6 addresses.
fn with_addresses() -> impl Iterator<Item = (Reading, &'static Table)> {
    let ids = ["rfc2732", "uri-2003", "rfc3986", "rfc3987", "rfc6874"];
    tables().into_iter().filter(move |(_, table)| ids.contains(&table.document().id))
}

/// Every order of up to four of the pieces that addresses are made of, and of others.
#[test]
#[cfg_attr(miri, ignore = "slow")]
fn every_short_address() {
    const TOKENS: [&str; 10] = ["", "1", "aBcD", "12345", ":", "::", ".", "1.2.3.4", "g", "%"];
    for (reading, table) in with_addresses() {
        for number in 0..10_000 {
            let inner = [1, 10, 100, 1000].map(|power| TOKENS[number / power % 10]).concat();
            agree(reading, table, format!("x://[{inner}]:8/y").as_bytes());
        }
    }
}

/// From none to twelve pieces of one, two and four digits, with a double colon nowhere or at each
/// place.
#[test]
fn every_number_of_pieces() {
    let mut texts = Vec::new();
    // Eight pieces are allowed, or seven beside a double colon.
    let counts = if cfg!(miri) { 7..=9 } else { 0..=12 };
    for (count, piece) in counts.flat_map(|count| ["1", "a1", "ab12"].map(|piece| (count, piece))) {
        let pieces = vec![piece; count];
        texts.push(pieces.join(":"));
        let places = (0..=count).step_by(if cfg!(miri) { count } else { 1 });
        texts.extend(
            places.map(|at| format!("{}::{}", pieces[..at].join(":"), pieces[at..].join(":"))),
        );
    }
    for (reading, table) in with_addresses() {
        for text in &texts {
            for (start, end) in [
                ("x://[", "]"),
                ("//[", "]:/"),
                ("x://u:p@[", "]:80?q"),
                ("x://[", "]y"),
                ("x://[", ""),
            ] {
                agree(reading, table, format!("{start}{text}{end}").as_bytes());
            }
        }
        let eight = "x://[1:2:3:4:5:6:7:8]/";
        let is_bounded = table.document().id != "rfc2732";
        if table.accepts(eight.as_bytes()) {
            assert!(
                table.is_scanned_by(Engine::Portable, eight.as_bytes()),
                "{}",
                shown(table, b"")
            );
            assert_eq!(table.accepts(b"x://[1:2:3:4:5:6:7:8:9]/"), !is_bounded);
        }
    }
}

/// Addresses, whole and cut, that end around the end of the first block of 64 bytes.
#[test]
fn addresses_at_the_end_of_a_block() {
    let address = "1111:2222:3333:4444:5555:6666:7777:8888";
    for (reading, table) in with_addresses() {
        for length in 17..=23 {
            let begun = format!("{}://[{address}", "s".repeat(length));
            for end in ["", "]", "]/", "/", ":", "?", "]:80", "9]"] {
                agree(reading, table, format!("{begun}{end}").as_bytes());
            }
        }
    }
}
