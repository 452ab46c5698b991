//! A position in a text, for the readers of grammars.

/// The deepest permitted nesting of parentheses and operators.
pub(crate) const DEPTH: usize = 100;

pub(crate) struct Cursor<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    /// The number of parentheses and operators that are open.
    pub(crate) depth: usize,
}

impl<'a> Cursor<'a> {
    /// Refuses control characters except tabs and the ends of lines: a reader cannot see them.
    pub(crate) fn new(text: &'a str) -> Result<Cursor<'a>, String> {
        let cursor = |at| Cursor { text, at, depth: 0 };
        let plain = text.replace("\r\n", "\n\n");
        let hidden = plain.char_indices().find(|(_, c)| c.is_control() && !"\t\n".contains(*c));
        match hidden {
            Some((at, c)) => {
                Err(cursor(at).wrong(&format!("control character {:X}", u32::from(c))))
            }
            None => Ok(cursor(0)),
        }
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes a token, if it is next.
    pub(crate) fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    pub(crate) fn demand(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) {
            return Ok(());
        }
        Err(self.wrong(&format!("expected `{token}`")))
    }

    /// Takes the characters that belong.
    pub(crate) fn while_in(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Takes a number, if there is one.
    pub(crate) fn number(&mut self, radix: u32) -> Result<Option<u32>, String> {
        let digits = self.while_in(|c| c.is_digit(radix));
        if digits.is_empty() {
            return Ok(None);
        }
        let number = u32::from_str_radix(digits, radix);
        number.map(Some).map_err(|_| self.wrong("the number is too large"))
    }

    pub(crate) fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.wrong("nested too deeply"));
        }
        Ok(())
    }

    pub(crate) fn wrong(&self, message: &str) -> String {
        let line = self.text[..self.at].matches('\n').count() + 1;
        format!("line {line} of the grammar: {message}")
    }
}
