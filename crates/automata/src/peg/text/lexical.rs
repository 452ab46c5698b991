//! The characters of a grammar's text: blanks, comments, documentation, strings and escapes.

use super::{Read, Reader, Wrong};

impl<'a> Reader<'a> {
    pub(super) fn no_controls(&self) -> Read<()> {
        let wrong = |&(at, c): &(usize, char)| match c {
            '\t' | '\n' => false,
            '\r' => !self.text[at + 1..].starts_with('\n') && at + 1 < self.text.len(),
            c => c.is_control(),
        };
        let Some((at, c)) = self.text.char_indices().find(wrong) else { return Ok(()) };
        let code = u32::from(c);
        let message = format!(
            "the control character U+{code:04X} is not allowed: delete it, or write \\u{{{code:02X}}} if it is meant"
        );
        Err(Wrong::Syntax { at, message })
    }

    /// Skips blanks and comments.
    pub(super) fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with([' ', '\t', '\n']) {
                self.at += 1;
            } else if rest.starts_with("\r\n") {
                self.at += 2;
            } else if rest.starts_with("//") && !rest.starts_with("///") && !rest.starts_with("//!")
            {
                self.at += line(rest).len();
            } else if let Some(&end) =
                self.comments.get(self.at + 2).filter(|_| rest.starts_with("/*"))
            {
                if end == NONE {
                    return;
                }
                self.at = end as usize;
            } else {
                return;
            }
        }
    }

    /// Returns the text of a `//!` or `///` line, without the marks and one blank.
    pub(super) fn doc(&mut self) -> String {
        let line = line(self.rest());
        self.at += line.len();
        let said = &line[3..];
        said.strip_prefix([' ', '\t']).unwrap_or(said).to_owned()
    }

    pub(super) fn string(&mut self) -> Read<String> {
        if !self.rest().starts_with('"') {
            return self.expected("a string");
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.rest().chars().next() {
                None => return self.expected("`\"`"),
                Some('"') => break,
                Some('\\') => text.push(self.escape()?),
                Some(c) => {
                    text.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        self.at += 1;
        Ok(text)
    }

    pub(super) fn character(&mut self) -> Read<char> {
        let wrong = |at: usize| Wrong::Syntax {
            at,
            message: "expected a character in single quotes".to_owned(),
        };
        let start = self.at;
        let inner = self.rest().strip_prefix('\'').and_then(|rest| rest.chars().next());
        let Some(c) = inner else { return Err(wrong(start)) };
        self.at += 1;
        let c = match c {
            '\'' => return Err(wrong(self.at)),
            '\\' => self.escape()?,
            c => {
                self.at += c.len_utf8();
                c
            }
        };
        if !self.rest().starts_with('\'') {
            return Err(wrong(start));
        }
        self.at += 1;
        Ok(c)
    }

    fn escape(&mut self) -> Read<char> {
        let start = self.at;
        let wrong = |message: &str| Err(Wrong::Syntax { at: start, message: message.to_owned() });
        let rest = &self.rest()[1..];
        let simple = [
            ('"', '"'),
            ('\\', '\\'),
            ('r', '\r'),
            ('n', '\n'),
            ('t', '\t'),
            ('0', '\0'),
            ('\'', '\''),
        ];
        let Some(kind) = rest.chars().next() else { return wrong("expected an escape") };
        if let Some((_, c)) = simple.into_iter().find(|(mark, _)| *mark == kind) {
            self.at += 2;
            return Ok(c);
        }
        let digits = |text: &'a str| {
            &text[..text.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(text.len())]
        };
        let (code, length) = match kind {
            'x' => (digits(&rest[1..]).get(..2), 4),
            'u' => {
                let code = rest[1..].strip_prefix('{').map(digits);
                let code = code.filter(|code| {
                    rest[2 + code.len()..].starts_with('}') && (2..=6).contains(&code.len())
                });
                (code, 4 + code.map_or(0, str::len))
            }
            _ => (None, 0),
        };
        let Some(code) = code else {
            return wrong(
                "expected an escape: \\\", \\\\, \\', \\r, \\n, \\t, \\0, \\xHH or \\u{HHHH}",
            );
        };
        match u32::from_str_radix(code, 16).ok().and_then(char::from_u32) {
            Some(c) => {
                self.at += length;
                Ok(c)
            }
            None => wrong("this escape is not a character"),
        }
    }
}

/// Returns the text up to the end of the line.
fn line(text: &str) -> &str {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    if line.len() < text.len() {
        line.strip_suffix('\r').unwrap_or(line)
    } else {
        line
    }
}

/// For each byte, where a comment ends whose inside goes on there; `NONE` where none ends. Comments
/// nest, but as pest reads them a `/*` inside of a comment counts only where it is closed.
pub(super) fn comment_ends(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut ends = vec![NONE; bytes.len() + 1];
    for at in (0..bytes.len()).rev() {
        let inner = if bytes[at..].starts_with(b"/*") { ends[at + 2] } else { NONE };
        ends[at] = if inner != NONE {
            ends[inner as usize]
        } else if bytes[at..].starts_with(b"*/") {
            at as u32 + 2
        } else {
            ends[at + 1]
        };
    }
    ends
}

/// No comment ends here.
const NONE: u32 = u32::MAX;
