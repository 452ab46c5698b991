//! Verdicts of every frame, from automata that were made with the frames.

use crate::frame::{Frame, Table, FILE};

/// Returns true if a string begins with a scheme and a colon.
fn has_scheme(input: &[u8]) -> bool {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = input.iter().take_while(|byte| is_of_scheme(byte)).count();
    input.first().is_some_and(u8::is_ascii_alphabetic) && input.get(length) == Some(&b':')
}

impl Frame {
    /// Returns true if the rule of a whole reference accepts the input; `None` if that rule is
    /// broken in this frame.
    ///
    /// # Cost
    /// A step for each byte.
    pub fn accepts(self, input: &[u8]) -> Option<bool> {
        Some(self.table()?.accepts(input))
    }

    /// Returns true if the frame is about strings like this one. The frames of the URL Standard
    /// hold absolute strings only, so they say nothing of a reference without a scheme, unless one
    /// of them accepts it.
    ///
    /// ```
    /// use urigram_revisions::Frame;
    /// let silent = |input: &[u8]| Frame::all().filter(|one| !one.speaks_of(input)).count();
    /// assert!(silent(b"//g") > 0 && silent(b"http://g") == 0);
    /// let mut silent = Frame::all().filter(|one| !one.speaks_of(b"//g"));
    /// assert!(silent.all(|one| one.accepts(b"//g") == Some(false)));
    /// ```
    pub fn speaks_of(self, input: &[u8]) -> bool {
        // A shortest reference of each kind.
        const REFERENCES: [&[u8]; 6] = [b"", b"g", b"/g", b"//g", b"?g", b"#g"];
        let takes = |input: &[u8]| self.accepts(input);
        let of_line = || Frame::all().filter(|frame| frame.line() == self.line());
        has_scheme(input)
            || !REFERENCES.iter().all(|one| takes(one) == Some(false))
            || of_line().any(|frame| frame.accepts(input) == Some(true))
    }

    fn table(self) -> Option<&'static Table> {
        self.data().table.map(|table| &FILE.tables[table])
    }
}
