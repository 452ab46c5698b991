//! Strings on which a crate's verdict is not the rules'.

use std::fmt;

use crate::subjects::{Peer, Subject};

/// The differences between a crate and the rules, both ways.
#[derive(Default)]
pub struct Differences {
    /// Strings that the crate accepts and the rules reject.
    pub accepted: Strings,
    /// Strings that the crate rejects and the rules accept.
    pub rejected: Strings,
    /// Strings on which the crate panics.
    pub panics: Strings,
}

/// Strings. The shortest are shown.
#[derive(Default)]
pub struct Strings(Vec<String>);

impl Differences {
    /// Asks about the vectors that are text and about the specification's own strings.
    pub fn of(subject: &Subject, peer: &Peer) -> Differences {
        let mut found = Differences::default();
        for text in subject.vectors.iter().chain(&subject.texts) {
            let strings = match (peer.verdict(text), (subject.accepts)(text)) {
                (None, _) => &mut found.panics,
                (Some(true), false) => &mut found.accepted,
                (Some(false), true) => &mut found.rejected,
                _ => continue,
            };
            strings.0.push(text.clone());
        }
        for strings in [&mut found.accepted, &mut found.rejected, &mut found.panics] {
            strings.0.sort_by(|a, b| a.len().cmp(&b.len()).then(a.cmp(b)));
            strings.0.dedup();
        }
        found
    }
}

impl fmt::Display for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.len())?;
        let shown = self.0.iter().filter(|text| !text.contains(['|', '`'])).take(2);
        for (index, text) in shown.enumerate() {
            write!(f, "{} `{}`", if index == 0 { ":" } else { "," }, text.escape_default())?;
        }
        Ok(())
    }
}
