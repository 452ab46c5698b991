//! Parameters of a question: `name=value&…`, percent-encoded, as in a query or a body.

use urigram::documents::Rule;
use urigram::proof::Side;
use urigram::{Grammar, Reading};

use crate::escape::unescaped;
use crate::refusal::Refusal;

/// The longest text of parameters, in bytes: three for each byte of the longest input if it is all
/// percent-encoded, and room for the rest.
pub const LONGEST_BODY: usize = 4 * LONGEST_INPUT;

/// The longest input that is answered, in bytes.
const LONGEST_INPUT: usize = 1024 * 1024;

/// Names and values. Values are bytes, because an input need not be UTF-8. `+` is a plus.
#[derive(Clone, Debug, Default)]
pub struct Params(Vec<(String, Vec<u8>)>);

impl Params {
    /// Reads parameters. A `%` without two hexadecimal digits is taken as it is.
    ///
    /// # Errors
    /// [`Refusal::Limit`] for a value of more than 1 MiB.
    pub fn read(text: &[u8]) -> Result<Params, Refusal> {
        let mut all = Vec::new();
        for pair in text.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty()) {
            let cut = pair.iter().position(|&byte| byte == b'=').unwrap_or(pair.len());
            let name = String::from_utf8_lossy(&pair[..cut]).into_owned();
            let value = decoded(pair.get(cut + 1..).unwrap_or(b""));
            if value.len() > LONGEST_INPUT {
                return Err(Refusal::Limit(format!(
                    "`{name}` is longer than {LONGEST_INPUT} bytes"
                )));
            }
            all.push((name, value));
        }
        Ok(Params(all))
    }

    /// Returns the parameters that have one value.
    pub(super) fn of(name: &str, value: &str) -> Params {
        Params(vec![(name.to_owned(), value.as_bytes().to_vec())])
    }

    /// Returns true if the parameters have rules that a visitor wrote, or a literal copy of a
    /// document's rules.
    ///
    /// Reading such rules can take exponential time, so it must be possible to end what answers.
    pub fn has_rules(&self) -> bool {
        let is_rules = |(name, value): &(String, Vec<u8>)| match name.as_str() {
            "peg" | "abnf" => true,
            "by" => value == b"copy",
            _ => false,
        };
        self.0.iter().any(is_rules)
    }

    /// Returns true if there is a parameter of a name, which may be empty.
    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Returns the bytes of a parameter; none if it is missing.
    pub(super) fn bytes(&self, name: &str) -> &[u8] {
        self.find(name).unwrap_or(b"")
    }

    fn find(&self, name: &str) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// Returns the text of a parameter that is there and not empty.
    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        match self.find(name) {
            None | Some(b"") => Ok(None),
            Some(value) => match std::str::from_utf8(value) {
                Ok(text) => Ok(Some(text)),
                Err(_) => Err(Refusal::Usage(format!("`{name}` is not UTF-8"))),
            },
        }
    }

    /// Returns an input: the parameter's bytes, with `\xHH` and the like read as escapes if
    /// `escaped=1`.
    pub(super) fn input(&self, name: &str) -> Result<Vec<u8>, Refusal> {
        let bytes = self.bytes(name);
        if self.flag("escaped") {
            unescaped(bytes)
        } else {
            Ok(bytes.to_vec())
        }
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.bytes(name) == b"1"
    }

    pub(super) fn grammar(&self, name: &str) -> Result<Grammar, Refusal> {
        match self.text(name)? {
            Some(id) => id.parse().map_err(|error| Refusal::unknown(id, error)),
            None => Err(Refusal::Usage(format!("`{name}` names no grammar"))),
        }
    }

    pub(super) fn reading(&self, name: &str) -> Result<Reading, Refusal> {
        match self.text(name)? {
            Some(id) => id.parse().map_err(|error| Refusal::unknown(id, error)),
            None => Ok(Reading::default()),
        }
    }

    /// Returns the rule of a grammar that a parameter names; `None` without one.
    pub(super) fn rule(&self, name: &str, of: Grammar) -> Result<Option<&'static Rule>, Refusal> {
        let Some(name) = self.text(name)? else { return Ok(None) };
        let known = of.document().rule(name);
        known.map(Some).map_err(|error| Refusal::unknown_in(name, of, error))
    }

    /// Returns a side of a comparison, by the names of its grammar, its reading and its rule.
    pub(super) fn side(&self, names: [&str; 3]) -> Result<Side<'static>, Refusal> {
        let grammar = self.grammar(names[0])?;
        let rule = self.rule(names[2], grammar)?.map(|rule| rule.id);
        Ok(Side { grammar, reading: self.reading(names[1])?, rule })
    }
}

/// Returns text percent-decoded. A `%` without two digits is kept, so that any text in a link is an
/// input.
fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    let digit = |at: usize| text.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    while at < text.len() {
        match (text[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_as_they_were_meant() {
        let params = Params::read(b"input=%FF%00a+b%2B%zz%4&reading=printed&empty=&&bare").unwrap();
        assert_eq!(params.bytes("input"), b"\xFF\0a+b+%zz%4");
        assert_eq!(params.reading("reading").ok(), Some(Reading::Printed));
        assert_eq!(params.text("empty").ok(), Some(None));
        assert!(params.text("input").is_err() && params.grammar("empty").is_err());
        assert_eq!(
            Params::read(b"input=%5Cx41&escaped=1").unwrap().input("input").ok(),
            Some(b"A".to_vec())
        );
        for (query, has_rules) in [
            ("x=1&peg=", true),
            ("abnf", true),
            // However it is written.
            ("by=%63opy", true),
            ("by=project&input=peg=", false),
        ] {
            assert_eq!(Params::read(query.as_bytes()).unwrap().has_rules(), has_rules, "{query}");
        }
        assert!(Params::read(&vec![b'a'; LONGEST_INPUT]).is_ok());
        let long = |length| [b"input=".to_vec(), vec![b'a'; length]].concat();
        let whole = Params::read(&long(LONGEST_INPUT)).unwrap();
        assert_eq!(whole.bytes("input").len(), 1024 * 1024);
        assert!(Params::read(&long(LONGEST_INPUT + 1)).is_err());
    }
}
