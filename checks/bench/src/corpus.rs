//! Identifiers from a fixed seed, as in crawls, logs and document stores, in proportions of our
//! choosing.

mod writer;

use std::io::{self, Write};
use writer::Writer;

/// The insertions that make an identifier wrong: a byte that none contains, or a broken escape.
const WRONG: [&str; 10] = [" ", "\"", "<", "%G0", "%2", "^", "|", "\\", "é", "{"];

/// The inputs of the tasks.
pub struct Corpus {
    /// 8,000 identifiers, more than branch prediction can learn; the first 1,000 are the small set.
    pub uris: Vec<String>,
    /// 300 references, a third of them with a dot segment.
    pub references: Vec<String>,
    /// 300 strings that RFC 3986 rejects, each for one insertion; the insertions go through all of
    /// the input.
    pub invalid: Vec<String>,
    /// URNs.
    pub urns: Vec<String>,
}

impl Corpus {
    /// Makes the corpus, equal in every run and on every machine.
    pub fn new() -> Corpus {
        let mut writer = Writer::seeded(3986);
        Corpus {
            uris: (0..8000).map(|_| writer.uri()).collect(),
            references: (0..300).map(|_| writer.reference()).collect(),
            invalid: (0..300).map(|index| invalid(&mut writer, index, 299)).collect(),
            urns: (0..1000).map(|_| writer.urn()).collect(),
        }
    }

    /// Returns newline-separated identifiers of at least this many bytes.
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

    /// Prints each input after the name of its part.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let parts = [
            ("uri", &self.uris),
            ("reference", &self.references),
            ("invalid", &self.invalid),
            ("urn", &self.urns),
        ];
        for (name, inputs) in parts {
            for input in inputs {
                writeln!(out, "{name}\t{input}")?;
            }
        }
        Ok(())
    }
}

/// Returns an identifier with an error after `part` of `whole` of its length.
fn invalid(writer: &mut Writer, part: usize, whole: usize) -> String {
    loop {
        let mut text = writer.uri();
        let at = text.len() * part / whole;
        text.insert_str(at, &writer.pick(&WRONG));
        // A broken escape is an error at its first byte that is not a digit; some insertions break
        // nothing.
        if urigram::Uri::parse(&text).is_err_and(|error| (at..at + 3).contains(&error.offset())) {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Corpus;
    use urigram::{Uri, UriRef};

    #[test]
    fn is_what_it_says() {
        let corpus = Corpus::new();
        let mean =
            corpus.uris.iter().map(String::len).sum::<usize>() as f64 / corpus.uris.len() as f64;
        assert_eq!(mean.round(), 77.0);
        assert!(corpus.uris.iter().all(|text| Uri::parse(text).is_ok()));
        assert!(corpus.references.iter().all(|text| UriRef::parse(text).is_ok()));
        let is_dot = |text: &&String| {
            text.split(['/', '?', '#']).any(|segment| matches!(segment, "." | ".."))
        };
        assert!((80..130).contains(&corpus.references.iter().filter(is_dot).count()));
        let offset = |text: &String| Uri::parse(text).unwrap_err().offset() * 10 / (text.len() + 1);
        for tenth in 0..10 {
            let there = corpus.invalid.iter().filter(|text| offset(text) == tenth).count();
            assert!((15..46).contains(&there), "{there} in tenth {tenth}");
        }
    }
}
