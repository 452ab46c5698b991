//! How tables run: one input, several lines at a time, and several tables at a time.
//!
//! A step waits for the one before it, and a processor could do four to six meanwhile. So many lines run side by side,
//! in safe code, each a step at a time.

use crate::{Grammar, GrammarSet, Reading, Table};

/// Lines that run side by side; more would not fit into registers.
const STREAMS: usize = 6;

/// Lines that are found and judged before the first of them is shown: bits in a mask of verdicts.
const BATCH: usize = 64;

/// Tables that run side by side.
const TABLES: usize = 4;

impl Table {
    /// Judges the lines of a buffer, which end in LF or CRLF; the last one need not. Calls `each` with every line, in
    /// order and without its end, and whether the rule accepts it. An empty line is an input.
    ///
    /// ```
    /// use urigram_grammars::{Grammar, Reading};
    ///
    /// let mut accepted = Vec::new();
    /// let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
    /// table.accepts_lines(b"http://a/b\r\na b\n\n../g", |_, accepts| accepted.push(accepts));
    /// assert_eq!(accepted, [true, false, true, true]);
    /// ```
    ///
    /// Takes one step a byte, for six lines at a time, and no heap.
    pub fn accepts_lines<'b>(&self, buffer: &'b [u8], mut each: impl FnMut(&'b [u8], bool)) {
        let mut rest = buffer;
        while !rest.is_empty() {
            let mut batch: [&[u8]; BATCH] = [&[]; BATCH];
            let mut count = 0;
            while count < BATCH && !rest.is_empty() {
                let end = line_end(rest);
                let line = &rest[..end];
                rest = &rest[rest.len().min(end + 1)..];
                batch[count] = line.strip_suffix(b"\r").unwrap_or(line);
                count += 1;
            }
            let verdicts = self.side_by_side(&batch[..count]);
            for (index, line) in batch[..count].iter().enumerate() {
                each(line, verdicts >> index & 1 == 1);
            }
        }
    }

    /// A bit for each line that is accepted.
    #[inline(always)]
    fn side_by_side(&self, lines: &[&[u8]]) -> u64 {
        let rows = &self.rows;
        let mut verdicts = 0;
        let mut waiting = lines.iter().enumerate();
        let mut streams: [(usize, &[u8]); STREAMS] = [(BATCH, &[]); STREAMS];
        let mut states = [0; STREAMS];
        let mut running = 0;
        for (stream, (index, &line)) in streams.iter_mut().zip(waiting.by_ref()) {
            *stream = (index, line);
            running += 1;
        }
        while running == STREAMS {
            let steps = streams.iter().map(|(_, rest)| rest.len()).min().unwrap_or(0);
            let next = |row: usize, byte: u8| rows.next(row, byte);
            // Named one by one, so that they live in registers.
            let [a, b, c, d, e, f] = streams.map(|(_, rest)| &rest[..steps]);
            let [mut s, mut t, mut u, mut v, mut w, mut x] = states;
            for (((((&a, &b), &c), &d), &e), &f) in a.iter().zip(b).zip(c).zip(d).zip(e).zip(f) {
                (s, t, u, v, w, x) = (next(s, a), next(t, b), next(u, c), next(v, d), next(w, e), next(x, f));
            }
            states = [s, t, u, v, w, x];
            for (stream, state) in streams.iter_mut().zip(&mut states) {
                stream.1 = &stream.1[steps..];
                if stream.1.is_empty() && running == STREAMS {
                    verdicts |= (rows.end(*state) as u64) << stream.0;
                    match waiting.next() {
                        Some((index, &line)) => (*stream, *state) = ((index, line), 0),
                        None => {
                            // The others finish one by one; this one is done.
                            running -= 1;
                            *stream = (BATCH, &[]);
                        }
                    }
                }
            }
        }
        let unfinished = streams.iter().zip(states).take(if running == STREAMS - 1 { STREAMS } else { running });
        for (&(index, rest), state) in unfinished.filter(|((index, _), _)| *index < BATCH) {
            verdicts |= (rows.end(rest.iter().fold(state, |row, &byte| rows.next(row, byte))) as u64) << index;
        }
        verdicts
    }
}

/// The offset of the first line feed, or the length.
#[inline(always)]
fn line_end(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let mut offset = 0;
    for word in bytes.chunks_exact(8) {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        // A byte that is a line feed becomes zero, and the lowest zero byte gets its highest bit set (Mycroft).
        let zero = u64::from_le_bytes(eight) ^ (ONES * u64::from(b'\n'));
        let found = zero.wrapping_sub(ONES) & !zero & ONES << 7;
        if found != 0 {
            return offset + found.trailing_zeros() as usize / 8;
        }
        offset += 8;
    }
    bytes[offset..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| offset + at)
}

/// Some tables on their way through an input, side by side.
struct Together {
    grammars: [Grammar; TABLES],
    tables: [&'static Table; TABLES],
    states: [usize; TABLES],
    count: usize,
}

impl Together {
    fn new(first: Grammar, reading: Reading) -> Together {
        let table = first.tables(reading).start();
        Together { grammars: [first; TABLES], tables: [table; TABLES], states: [0; TABLES], count: 0 }
    }

    /// Adds a table in a state, and runs all when there are enough of them.
    fn push(&mut self, grammar: Grammar, table: &'static Table, state: usize, rest: &[u8], set: &mut GrammarSet) {
        self.grammars[self.count] = grammar;
        self.tables[self.count] = table;
        self.states[self.count] = state;
        self.count += 1;
        if self.count == TABLES {
            self.run(rest, set);
        }
    }

    fn run(&mut self, rest: &[u8], set: &mut GrammarSet) {
        let next = |table: &Table, row: usize, byte: u8| table.rows.next(row, byte);
        let [a, b, c, d] = self.tables;
        let [mut s, mut t, mut u, mut v] = self.states;
        for &byte in rest {
            (s, t, u, v) = (next(a, s, byte), next(b, t, byte), next(c, u, byte), next(d, v, byte));
        }
        let ends = self.tables.iter().zip([s, t, u, v]).zip(self.grammars).take(self.count);
        ends.filter(|((table, state), _)| table.rows.end(*state) == 1).for_each(|(_, grammar)| set.insert(grammar));
        self.count = 0;
    }
}

/// Bytes after which most grammars of another form have dropped out.
const PREFIX: usize = 4;

impl GrammarSet {
    /// The grammars whose default start rule accepts the whole input. Where the fast splitter knows, it is asked; the
    /// other tables run side by side, but for those that the first bytes refute.
    pub fn accepting(input: &[u8], reading: Reading) -> GrammarSet {
        let mut set = GrammarSet::EMPTY;
        let mut together = Together::new(Grammar::ALL[0], reading);
        let (prefix, rest) = input.split_at(input.len().min(PREFIX));
        for &grammar in Grammar::ALL {
            let table = grammar.tables(reading).start();
            if table.fast.is_some() {
                if table.accepts(input) {
                    set.insert(grammar);
                }
                continue;
            }
            let step = |row: usize, &byte: &u8| table.rows.next(row, byte);
            let state = prefix.iter().fold(0, step);
            if state != table.rows.row(table.dead) {
                together.push(grammar, table, state, rest, &mut set);
            }
        }
        if together.count > 0 {
            together.run(rest, &mut set);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use crate::{Grammar, GrammarSet, Reading};

    #[test]
    fn lines_are_judged_as_one_by_one() {
        let kinds: [&[u8]; 9] =
            [b"http://a/b", b"", b"a b", b"urn:a:b", b"%", b"a:\xFF", b"<URN:IANA:0::d:1;A=b;>", b"//h:1?x#y", b"x:\r"];
        let mut lines: Vec<&[u8]> = Vec::new();
        for count in 0..200 {
            lines.push(kinds[count * 7 % kinds.len()]);
            let long = &b"http://host.example/a/path/that/is/longer/than/others"[..count % 50];
            lines.push(long);
            for ending in ["\n", "\r\n"] {
                for is_ended in [true, false] {
                    let mut buffer = lines.join(ending.as_bytes());
                    if is_ended {
                        buffer.extend(ending.as_bytes());
                    }
                    for &grammar in [Grammar::Rfc3986, Grammar::Uri2003, Grammar::Urc1993].iter().take(1 + count % 3) {
                        let table = grammar.tables(Reading::Corrected).start();
                        let mut found = Vec::new();
                        table.accepts_lines(&buffer, |line, accepts| found.push((line, accepts)));
                        let mut expected: Vec<&[u8]> = buffer.split(|&byte| byte == b'\n').collect();
                        if expected.last().is_some_and(|last| last.is_empty()) {
                            expected.pop();
                        }
                        let strip = |line: &'_ [u8]| line.len() - usize::from(line.ends_with(b"\r"));
                        let expected: Vec<_> = expected.iter().map(|line| &line[..strip(line)]).collect();
                        let expected: Vec<_> = expected.iter().map(|&line| (line, table.accepts(line))).collect();
                        assert_eq!(found, expected);
                    }
                }
            }
        }
    }

    /// Of five lines the first once got the verdict of the empty string as well: the sixth stream stood for it.
    #[test]
    fn fewer_lines_than_streams() {
        let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
        for count in 0..20 {
            let mut found = Vec::new();
            table.accepts_lines("a b\n".repeat(count).as_bytes(), |_, accepts| found.push(accepts));
            assert_eq!(found, vec![false; count]);
        }
    }

    #[test]
    fn all_grammars_at_once_as_one_by_one() {
        let inputs: [&[u8]; 12] = [
            b"",
            b"a",
            b":",
            b"http://a/b?x=y#z",
            b"urn:isbn:0451450523",
            b"<URN:IANA:0::d:1;A=b;>",
            b"http://[::1]/",
            b"mailto:a@b",
            b"a b",
            b"\xC3\xA9",
            b"http://example.org/rosa\xC3\xA9/and/so/on/for/more/than/a/chunk#x",
            b"../g",
        ];
        for reading in Reading::ALL {
            for input in inputs {
                let slow =
                    Grammar::ALL.iter().copied().filter(|grammar| grammar.tables(reading).start().accepts(input));
                assert_eq!(GrammarSet::accepting(input, reading), slow.collect(), "{}", input.escape_ascii());
            }
        }
    }
}
