//! Identifiers from a fixed seed: what a crawler, a log and a document store hold, in proportions of our choosing.

use urigram_automata::Random;

/// Inputs of a task.
pub struct Corpus {
    /// 8,000 identifiers, more than branch prediction can learn; the first 1,000 are the small set.
    pub uris: Vec<String>,
    /// 300 references, a third of them with a dot-segment.
    pub references: Vec<String>,
    /// 300 strings that RFC 3986 rejects, each one byte away from one that it accepts.
    pub invalid: Vec<String>,
    /// URNs.
    pub urns: Vec<String>,
}

const WORDS: [&str; 32] = [
    "index",
    "over",
    "there",
    "wiki",
    "download",
    "archive",
    "images",
    "a",
    "b",
    "2024",
    "user",
    "profile",
    "search",
    "items",
    "v1",
    "api",
    "static",
    "css",
    "main.css",
    "readme.txt",
    "logo.png",
    "~jane",
    "draft-05",
    "rfc3986",
    "news",
    "article",
    "hello-world",
    "123456",
    "en_US",
    "data",
    "report.pdf",
    "x",
];
const HOSTS: [&str; 14] = [
    "example.com",
    "www.example.org",
    "en.wikipedia.org",
    "a.b.c.d.example.net",
    "localhost",
    "cdn.assets-host.example",
    "datatracker.ietf.org",
    "shop.example.co.uk",
    "x.org",
    "api.service.internal.example.com",
    "www.w3.org",
    "raw.content.example",
    "ftp.is.co.za",
    "news-1.example",
];

struct Writer(Random);

impl Writer {
    fn pick(&mut self, from: &[&str]) -> String {
        from[self.0.below(from.len())].to_owned()
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.0.below(100) < percent
    }

    fn word(&mut self) -> String {
        let mut word = self.pick(&WORDS);
        if self.chance(6) {
            word += &format!("%{:02X}", self.0.below(256));
        }
        if self.chance(10) {
            word += &self.0.below(100_000).to_string();
        }
        word
    }

    fn path(&mut self, most: usize) -> String {
        let segments = self.0.below(most + 1);
        (0..segments).map(|_| format!("/{}", self.word())).collect()
    }

    fn query(&mut self) -> String {
        let pairs = 1 + self.0.below(5);
        let pairs: Vec<String> = (0..pairs).map(|_| format!("{}={}", self.word(), self.word())).collect();
        pairs.join("&")
    }

    fn host(&mut self) -> String {
        match self.0.below(100) {
            0..=2 => format!("[2001:db8:{:x}::{:x}]", self.0.below(65536), self.0.below(65536)),
            3..=6 => format!("192.0.{}.{}", self.0.below(256), self.0.below(256)),
            _ => self.pick(&HOSTS),
        }
    }

    fn authority(&mut self) -> String {
        let user = match self.0.below(100) {
            0..=2 => "user@".to_owned(),
            3 => "user:secret@".to_owned(),
            _ => String::new(),
        };
        let port = if self.chance(9) { format!(":{}", 80 + self.0.below(9000)) } else { String::new() };
        format!("{user}{}{port}", self.host())
    }

    fn web(&mut self, most: usize) -> String {
        let scheme = if self.chance(70) { "https" } else { "http" };
        let mut text = format!("{scheme}://{}{}", self.authority(), self.path(most));
        if self.chance(40) {
            text += &format!("?{}", self.query());
        }
        if self.chance(15) {
            text += &format!("#{}", self.word());
        }
        text
    }

    fn urn(&mut self) -> String {
        match self.0.below(3) {
            0 => format!("urn:isbn:0{}", 100_000_000 + self.0.below(800_000_000)),
            1 => format!("urn:ietf:rfc:{}", 1 + self.0.below(9000)),
            _ => format!("urn:uuid:{:08x}-1111-4222-8333-{:012x}", self.0.below(1 << 32), self.0.below(1 << 48)),
        }
    }

    fn uri(&mut self) -> String {
        match self.0.below(100) {
            0..=3 => format!("mailto:{}.{}@{}", self.pick(&WORDS), self.pick(&WORDS), self.pick(&HOSTS)),
            4..=7 => self.urn(),
            8..=10 => format!("ftp://{}{}", self.authority(), self.path(5)),
            11..=12 => format!("data:text/plain;charset=utf-8,{}{}", self.word(), "A0b%20".repeat(self.0.below(20))),
            13..=15 => format!("file:///{}{}", self.word(), self.path(6)),
            16..=17 => format!("tel:+1-201-555-{:04}", self.0.below(10_000)),
            18..=27 => self.web(20),
            _ => self.web(7),
        }
    }

    fn reference(&mut self) -> String {
        let dots = ["./", "../", "../../", ".././"];
        let mut text = match self.0.below(10) {
            0 => self.uri(),
            1 => format!("//{}{}", self.authority(), self.path(4)),
            2..=4 => format!("{}{}", self.pick(&dots), self.pick(&WORDS)) + &self.path(3),
            5..=6 => format!("/{}", self.pick(&WORDS)) + &self.path(4),
            7 => String::new(),
            _ => self.pick(&WORDS) + &self.path(3),
        };
        if self.chance(25) && !text.contains(['?', '#']) {
            text += &format!("?{}", self.query());
        }
        text
    }

    /// A byte that no URI holds, or a broken escape, somewhere after the scheme.
    fn invalid(&mut self) -> String {
        let mut text = self.uri();
        let wrong = self.pick(&[" ", "\"", "<", "%G0", "%2", "^", "|", "\\", "é", "{"]);
        let from = text.find(':').unwrap_or(0) + 1;
        let at = from + self.0.below(text.len() - from + 1);
        text.insert_str(at, &wrong);
        if urigram::Uri::parse(&text).is_ok() {
            text.push('>');
        }
        text
    }
}

impl Corpus {
    pub fn new() -> Corpus {
        let mut writer = Writer(Random::seeded(3986));
        Corpus {
            uris: (0..8000).map(|_| writer.uri()).collect(),
            references: (0..300).map(|_| writer.reference()).collect(),
            invalid: (0..300).map(|_| writer.invalid()).collect(),
            urns: (0..1000).map(|_| writer.urn()).collect(),
        }
    }

    /// The identifiers as lines, repeated until there are at least so many bytes.
    pub fn lines(&self, bytes: usize) -> Vec<u8> {
        let mut lines = Vec::with_capacity(bytes + 4096);
        for uri in self.uris.iter().cycle() {
            if lines.len() >= bytes {
                break;
            }
            lines.extend_from_slice(uri.as_bytes());
            lines.push(b'\n');
        }
        lines
    }
}
