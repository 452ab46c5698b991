//! Strings that are tried where no automaton decides: mutants of those that both sides accept.
//!
//! ```text
//! http://good.example/     both accept it, and both find the host
//! http://@good.example/    a piece is put somewhere around the host
//! http://@@good.example/   and another one: one side finds another host
//! ```

use std::borrow::Cow;
use std::collections::BTreeSet;

use urigram_core::Resolver;
use urigram_grammars::proof::{Dfa, Random};
#[cfg(feature = "url")]
use urigram_grammars::Component;

use super::super::proof::Difference;
use super::{Judged, Values};

/// The number of strings that are tried.
const COUNT: usize = 100_000;

/// The seed of the strings.
const SEED: u64 = 3986;

/// The most pieces that a mutant has more than its string, or in place of a character.
const EDITS: usize = 4;

/// The pieces: the delimiters of all readers, their percent-encodings, characters that some of them
/// remove, and another host.
const PIECES: [&str; 38] = [
    "@", ":", "/", "\\", "?", "#", "[", "]", "%", " ", "\t", "\n", "\r", "\0", ".", "-", "_", ";",
    ",", "|", "^", "\"", "'", "*", "a", "0", "80", "//", "%2F", "%5C", "%40", "%00", "%2E", "%09",
    "%23", "\u{7F}", "é", OTHER,
];

/// Another host than the trusted one.
const OTHER: &str = "evil.example";

impl<'a> Values<'_, 'a> {
    /// Returns a difference that a mutant shows, in references to a base if there is one. This side
    /// finds the trusted host, and the other side neither this host nor one below it; without a
    /// trusted host, both find hosts that are not the same. The shortest mutant is taken, without
    /// the characters that the difference does not need. The number is that of the strings that
    /// show no difference.
    pub(super) fn mutant(
        &self,
        other: &Values<'_, 'a>,
        trusted: Option<&str>,
        base: Option<&str>,
        condition: Option<&Dfa>,
    ) -> (Option<Difference>, usize) {
        let asked = Asked { values: [self, other], trusted, base, condition };
        let host = trusted.unwrap_or(OTHER);
        let seeds = asked.seeds(host);
        let mut random = Random::seeded(SEED);
        let count = if seeds.is_empty() { 0 } else { COUNT };
        let mutants =
            (0..count).map(|_| mutant(&seeds[random.below(seeds.len())], host, &mut random));
        let (mut found, mut same) = (None::<Difference>, BTreeSet::new());
        for text in seeds.iter().cloned().chain(mutants) {
            if found.as_ref().is_none_or(|known| text.len() < known.input.len()) {
                match asked.judge(text.as_bytes()) {
                    Judged::Differs(difference) => found = Some(difference),
                    Judged::Same => {
                        same.insert(text);
                    }
                    _ => {}
                }
            }
        }
        (found.map(|found| asked.shrunk(found)), same.len())
    }

    /// Returns the value of the component in a string as [`Values::trust`] reads it, or in the
    /// target of a reference to a base as [`Values::references`] does.
    #[doc(hidden)]
    pub fn of_reference(&self, base: Option<&str>, reference: &[u8]) -> Option<Vec<u8>> {
        self.read(&self.target(base, reference)?)
    }

    /// Returns the value of the host, or the host that the URL Standard serializes where no
    /// automaton computes the value.
    fn read(&self, input: &[u8]) -> Option<Vec<u8>> {
        self.of(input).or_else(|| self.serialized(input))
    }

    #[cfg(feature = "url")]
    fn serialized(&self, input: &[u8]) -> Option<Vec<u8>> {
        let side = self.splits.side();
        let is_asked = self.component == Component::Host && side.rule.is_none();
        let text = std::str::from_utf8(input).ok().filter(|_| is_asked)?;
        let href = urigram_core::practices::Href::of(side.grammar, side.reading, text)?.ok()?;
        href.host().map(|host| host.as_bytes().to_vec())
    }

    #[cfg(not(feature = "url"))]
    fn serialized(&self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    /// Returns the text where this side finds the host of an input.
    fn target<'t>(&self, base: Option<&'t str>, input: &'t [u8]) -> Option<Cow<'t, [u8]>> {
        let Some(base) = base else { return Some(Cow::Borrowed(input)) };
        let side = self.splits.side();
        let resolver = Resolver::new(side.grammar).reading(side.reading);
        if resolver.is_defined() {
            let target = resolver.resolve(base, std::str::from_utf8(input).ok()?).ok()?;
            return Some(Cow::Owned(target.text().unwrap_or(base).as_bytes().to_vec()));
        }
        let found = self.splits.function(self.component)?.split(input)?;
        Some(Cow::Borrowed(if found.is_some() { input } else { base.as_bytes() }))
    }

    /// Returns true if the program takes a text and is not known to give the host another place.
    fn is_known(&self, text: &[u8]) -> bool {
        let misread = self.splits.misread(self.component);
        !self.splits.refuses(text) && !misread.is_some_and(|strings| strings.accepts(text))
    }
}

/// The question whether the second side goes to another host than the first one finds.
struct Asked<'q, 's, 'a> {
    values: [&'q Values<'s, 'a>; 2],
    /// The host that the first side must find, if only this one is asked.
    trusted: Option<&'q str>,
    base: Option<&'q str>,
    condition: Option<&'q Dfa>,
}

impl Asked<'_, '_, '_> {
    /// Returns strings with a host that both sides read: of a list, and a shortest one of the
    /// condition.
    fn seeds(&self, host: &str) -> Vec<String> {
        let shortest = self.condition.and_then(Dfa::shortest).into_iter();
        let mut all: Vec<String> = shortest.filter_map(|it| String::from_utf8(it).ok()).collect();
        let before = ["", "//", "a://", "http://", "https://", "ftp://", "ws://", "file://"];
        // References begin with slashes of either kind.
        let slashes: &[&str] = if self.base.is_some() { &["/", "\\", "///"] } else { &[] };
        for before in before.iter().chain(slashes) {
            for userinfo in ["", "u@", "u:p@"] {
                for after in ["", "/", ":80", ":80/a?b#c"] {
                    all.push(format!("{before}{userinfo}{host}{after}"));
                }
            }
        }
        all.retain(|seed| self.values.iter().all(|side| self.finds_host(side, seed)));
        all
    }

    fn finds_host(&self, side: &Values<'_, '_>, input: &str) -> bool {
        side.target(self.base, input.as_bytes()).and_then(|text| side.read(&text)).is_some()
    }

    /// Removes characters from a string that differs, as long as it does.
    fn shrunk(&self, mut found: Difference) -> Difference {
        let mut at = 0;
        while at < found.input.len() {
            let mut shorter = found.input.clone();
            shorter.remove(at);
            match self.judge(&shorter) {
                // Characters before may be needless now.
                Judged::Differs(differs) => (found, at) = (differs, 0),
                _ => at += 1,
            }
        }
        found
    }

    /// Compares the hosts of the two sides. A string gives no answer if a side does not know its
    /// host, or if the first side does not find the trusted one.
    fn judge(&self, input: &[u8]) -> Judged {
        self.judged(input).unwrap_or(Judged::Unknown)
    }

    fn judged(&self, input: &[u8]) -> Option<Judged> {
        if self.condition.is_some_and(|condition| !condition.accepts(input)) {
            return None;
        }
        let [one, other] = self.values;
        let own = one.target(self.base, input)?;
        let found = one.read(&own)?;
        if self.trusted.is_some_and(|host| found != host.as_bytes()) {
            return None;
        }
        let theirs = other.target(self.base, input)?;
        let value = other.read(&theirs)?;
        if !one.is_known(&own) || !other.is_known(&theirs) {
            return None;
        }
        let is_same = match self.trusted {
            Some(host) => {
                let label = value.strip_suffix(host.as_bytes());
                let is_below = |label: &[u8]| label.is_empty() || label.ends_with(b".");
                value.is_empty() || label.is_some_and(is_below)
            }
            None => found == value,
        };
        if is_same {
            return Some(Judged::Same);
        }
        let place = |side: &Values<'_, '_>| side.splits.function(side.component)?.split(input)?;
        let (a, b) = (place(one), place(other));
        Some(Judged::Differs(Difference { input: input.to_vec(), a, b, item: None }))
    }
}

/// Puts pieces into a string, most of them next to the host or inside, and writes characters of the
/// host in other ways.
fn mutant(seed: &str, host: &str, random: &mut Random) -> String {
    let mut mutant = String::from(seed);
    let start = seed.find(host).unwrap_or_default();
    for _ in 0..=random.below(EDITS) {
        let place = match random.below(8) {
            0 | 1 => start,
            2 | 3 => start + host.len(),
            4 | 5 => start + random.below(host.len()),
            _ => random.below(mutant.len() + 1),
        };
        // The places of the seed are those of the mutant before the first piece.
        let Some(rest) = mutant.get(place..) else { continue };
        let first = rest.chars().next().filter(char::is_ascii);
        if let (0, Some(c)) = (random.below(4), first) {
            let other = match random.below(3) {
                0 => format!("%{:02X}", u32::from(c)),
                // The letter of full width, which IDNA maps to this one.
                1 if c.is_ascii_graphic() => {
                    char::from_u32(u32::from(c) + 0xFEE0).into_iter().collect()
                }
                _ => String::new(),
            };
            mutant.replace_range(place..=place, &other);
            continue;
        }
        let taken = first.filter(|_| random.below(4) == 0);
        let end = place + taken.map_or(0, char::len_utf8);
        mutant.replace_range(place..end, PIECES[random.below(PIECES.len())]);
    }
    mutant
}
