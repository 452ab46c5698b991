//! A rule with a table, and the correct answers by its automaton.

use urigram_automata::{ByteClasses, Dfa, StateId};
use urigram_grammars::proof::Transcriptions;
use urigram_grammars::{Encoding, Grammar, Reading, Table};

/// A rule with a table, and the minimal automaton of its ABNF, which is the truth for the table and
/// every faster engine.
pub struct Subject {
    /// The document.
    pub grammar: Grammar,
    /// Its reading.
    pub reading: Reading,
    /// The table under test.
    pub table: &'static Table,
    /// The automaton of the ABNF.
    pub dfa: Dfa,
    transcriptions: Transcriptions,
    dead: Vec<bool>,
}

/// The ways that the naive matcher tries before it leaves an input undecided.
const STEPS: usize = 400_000;

/// The correct answers about an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Whether the rule accepts it.
    pub accepted: bool,
    /// The length of its longest prefix that some accepted string begins with.
    pub viable: usize,
    /// The length of its longest viable prefix of whole characters, or of octets where these are
    /// the characters.
    pub characters: usize,
    /// The length of its longest prefix that is accepted.
    pub prefix: Option<usize>,
}

impl Truth {
    /// Returns the offset that an error must have.
    pub fn offset(&self) -> Option<usize> {
        (!self.accepted).then_some(self.characters)
    }
}

impl Subject {
    /// Returns a rule of a document.
    ///
    /// # Panics
    /// When the rule has no table or no automaton.
    pub fn new(grammar: Grammar, reading: Reading, table: &'static Table) -> Subject {
        let transcriptions =
            Transcriptions::of(grammar, reading).expect("committed rules can be read");
        let dfa = transcriptions.abnf_automaton(table.rule()).expect("every rule has an automaton");
        let dead = (0..dfa.len() as StateId).map(|state| dfa.is_dead(state)).collect();
        Subject { grammar, reading, table, dfa, transcriptions, dead }
    }

    /// Returns every table of every document, practice, draft and reading, once.
    pub fn every_table() -> Vec<(Grammar, Reading, &'static Table)> {
        let mut all: Vec<(Grammar, Reading, &'static Table)> = Vec::new();
        for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
            for reading in Reading::ALL {
                for &table in grammar.tables(reading).all {
                    if !all.iter().any(|(_, _, known)| std::ptr::eq(*known, table)) {
                        all.push((grammar, reading, table));
                    }
                }
            }
        }
        all
    }

    /// Whether nothing is accepted from a state on.
    pub fn is_dead(&self, state: StateId) -> bool {
        self.dead[state as usize]
    }

    /// Returns the correct answers about an input, by the automaton.
    pub fn truth(&self, input: &[u8]) -> Truth {
        let mut state = 0;
        let mut prefix = self.dfa.is_accepting(0).then_some(0);
        for (at, &byte) in input.iter().enumerate() {
            state = self.dfa.next(state, byte);
            if self.dead[state as usize] {
                return self.truth_at(input, false, at, prefix);
            }
            if self.dfa.is_accepting(state) {
                prefix = Some(at + 1);
            }
        }
        let accepted = !self.dead[0] && self.dfa.is_accepting(state);
        self.truth_at(input, accepted, input.len(), prefix)
    }

    fn truth_at(
        &self,
        input: &[u8],
        accepted: bool,
        viable: usize,
        prefix: Option<usize>,
    ) -> Truth {
        let mut characters = viable;
        if self.grammar.document().encoding == Encoding::Utf8
            && viable > 0
            && input[viable - 1] >= 0x80
        {
            let is_text = |end: &usize| std::str::from_utf8(&input[..*end]).is_ok();
            characters = (0..=viable).rev().find(is_text).unwrap_or(0);
        }
        Truth { accepted, viable, characters, prefix }
    }

    /// Returns the verdict of the naive matcher of the ABNF; `None` if that takes too long.
    pub fn naively(&self, input: &[u8]) -> Option<bool> {
        let terminals = self.transcriptions.terminals();
        let abnf = self.transcriptions.abnf();
        abnf.matches_naively(self.table.rule(), terminals, input, STEPS).ok()
    }

    /// Names the subject and an input.
    pub fn shown(&self, input: &[u8]) -> String {
        format!(
            "{} {} {} \"{}\"",
            self.grammar,
            self.reading,
            self.table.rule(),
            input.escape_ascii()
        )
    }
}

/// Returns one byte of each class that the automaton distinguishes, or that an engine which
/// classifies bytes may distinguish: delimiters, letters, hexadecimal digits, and bytes beyond
/// US-ASCII.
pub fn alphabet(dfa: &Dfa) -> Vec<u8> {
    let delimiters = ByteClasses::by_key(|byte| match byte {
        b'%' | b':' | b'/' | b'?' | b'#' | b'@' | b'[' | b']' | b'.' | b'-' | b'\n' | b'\r' => byte,
        b'0'..=b'9' => b'0',
        b'a'..=b'f' | b'A'..=b'F' => b'a',
        b'g'..=b'z' | b'G'..=b'Z' => b'g',
        0x80.. => 0x80,
        _ => 0,
    });
    let classes = dfa.classes().refine(&delimiters);
    let rank = |byte: &u8| (!byte.is_ascii_alphanumeric(), !byte.is_ascii_graphic(), *byte);
    (0..classes.len()).filter_map(|class| classes.bytes(class).min_by_key(rank)).collect()
}
