//! Identifiers, drawn from a seed.

use urigram_automata::Random;

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

pub struct Writer(Random);

impl Writer {
    pub fn seeded(seed: u64) -> Writer {
        Writer(Random::seeded(seed))
    }

    pub fn pick(&mut self, from: &[&str]) -> String {
        from[self.0.below(from.len())].to_owned()
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.0.below(100) < percent
    }

    /// Returns a path segment or a part of a query; one in seventeen holds an escape, a fifth of
    /// those in lower case.
    fn word(&mut self) -> String {
        let mut word = self.pick(&WORDS);
        if self.chance(6) {
            let octet = self.0.below(256);
            word +=
                &if self.chance(20) { format!("%{octet:02x}") } else { format!("%{octet:02X}") };
        }
        if self.chance(10) {
            word += &self.0.below(100_000).to_string();
        }
        word
    }

    fn path(&mut self, most: usize) -> String {
        let segments = self.0.below(most + 1);
        let mut path: String = (0..segments).map(|_| format!("/{}", self.word())).collect();
        if self.chance(2) {
            path += &self.pick(&["/./", "/../", "/./a", "/x/../y"]);
        }
        path
    }

    fn query(&mut self) -> String {
        let pairs = 1 + self.0.below(6);
        let pairs: Vec<String> =
            (0..pairs).map(|_| format!("{}={}", self.word(), self.word())).collect();
        pairs.join("&")
    }

    fn host(&mut self) -> String {
        match self.0.below(100) {
            0..=2 => {
                format!("[2001:db8:{:x}::{:x}]", 1 + self.0.below(65535), 1 + self.0.below(65535))
            }
            3..=6 => format!("192.0.{}.{}", self.0.below(256), self.0.below(256)),
            7..=8 => self.pick(&["WWW.Example.ORG", "Example.com", "LOCALHOST"]),
            _ => self.pick(&HOSTS),
        }
    }

    fn authority(&mut self) -> String {
        let user = match self.0.below(100) {
            0..=2 => "user@".to_owned(),
            3 => "user:secret@".to_owned(),
            _ => String::new(),
        };
        let port = match self.0.below(100) {
            0 => ":80".to_owned(),
            1 => ":443".to_owned(),
            2..=9 => format!(":{}", 81 + self.0.below(9000)),
            _ => String::new(),
        };
        format!("{user}{}{port}", self.host())
    }

    fn web(&mut self, most: usize) -> String {
        let scheme = match self.0.below(100) {
            0 => "HTTP",
            1..=30 => "http",
            _ => "https",
        };
        let mut text = format!("{scheme}://{}{}", self.authority(), self.path(most));
        if self.chance(44) {
            text += &format!("?{}", self.query());
        }
        if self.chance(15) {
            text += &format!("#{}", self.word());
        }
        text
    }

    pub fn urn(&mut self) -> String {
        match self.0.below(3) {
            0 => format!("urn:isbn:0{}", 100_000_000 + self.0.below(800_000_000)),
            1 => format!("urn:ietf:rfc:{}", 1 + self.0.below(9000)),
            _ => format!(
                "urn:uuid:{:08x}-1111-4222-8333-{:012x}",
                self.0.below(1 << 32),
                self.0.below(1 << 48)
            ),
        }
    }

    pub fn uri(&mut self) -> String {
        match self.0.below(100) {
            0..=3 => {
                format!("mailto:{}.{}@{}", self.pick(&WORDS), self.pick(&WORDS), self.pick(&HOSTS))
            }
            4..=7 => self.urn(),
            8..=10 => format!("ftp://{}{}", self.authority(), self.path(6)),
            11..=12 => format!(
                "data:text/plain;charset=utf-8,{}{}",
                self.word(),
                "A0b%20".repeat(self.0.below(24))
            ),
            13..=15 => format!("file:///{}{}", self.word(), self.path(7)),
            16..=17 => format!("tel:+1-201-555-{:04}", self.0.below(10_000)),
            18..=29 => self.web(24),
            _ => self.web(8),
        }
    }

    pub fn reference(&mut self) -> String {
        let dots = ["./", "../", "../../", "../"];
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
}
