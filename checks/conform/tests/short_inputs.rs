//! Every engine on every short input, over one byte of each kind that the automaton or an engine
//! distinguishes.
//!
//! An input that no accepted string begins with is checked and not continued. Samples check that
//! its continuations are rejected. The naive matcher and pest see one input of so many.

use rayon::prelude::*;
use urigram_automata::{Random, StateId};
use urigram_conform::{alphabet, disagreement, slow_disagreement, Lines, Subject};

/// Up to this length.
const LONGEST: usize = 6;

/// About so many inputs of a rule are checked by what is slow as well.
const SLOW: u64 = 1_000;

/// The inputs of one rule.
struct Walk<'s> {
    subject: &'s Subject,
    bytes: Vec<u8>,
    lines: Lines<'s>,
    random: Random,
    /// By length: one viable input of so many is continued.
    one_of: [usize; LONGEST],
    /// One input of so many is checked by what is slow.
    one_slow_of: usize,
    words: u64,
    /// The numbers of inputs that the slow matchers read, and that the naive one decided.
    slow: (u64, u64),
}

impl Walk<'_> {
    /// Checks an input that leads to a state, and its continuations.
    fn from(&mut self, state: StateId, word: &mut Vec<u8>) -> Result<(), String> {
        self.check(word)?;
        if self.subject.is_dead(state) {
            return self.beyond(word);
        }
        if word.len() == LONGEST || self.random.below(self.one_of[word.len()]) != 0 {
            return Ok(());
        }
        for at in 0..self.bytes.len() {
            let byte = self.bytes[at];
            word.push(byte);
            self.from(self.subject.dfa.next(state, byte), word)?;
            word.pop();
        }
        Ok(())
    }

    /// Dead stays dead: sometimes some bytes follow.
    fn beyond(&mut self, word: &[u8]) -> Result<(), String> {
        if self.random.below(16) != 0 {
            return Ok(());
        }
        let more = 1 + self.random.below(8);
        let mut longer = word.to_vec();
        longer.extend((0..more).map(|_| self.bytes[self.random.below(self.bytes.len())]));
        self.check(&longer)
    }

    fn check(&mut self, word: &[u8]) -> Result<(), String> {
        self.words += 1;
        disagreement(self.subject, word).map_or_else(|| self.lines.push(word), Err)?;
        // A rule whose strings are all longer has few inputs here.
        if self.words > 3 && self.random.below(self.one_slow_of) != 0 {
            return Ok(());
        }
        let (found, is_decided) = slow_disagreement(self.subject, word);
        self.slow.0 += 1;
        self.slow.1 += u64::from(is_decided);
        found.map_or(Ok(()), Err)
    }
}

/// Returns the number of viable inputs of each length.
fn viable(subject: &Subject, bytes: &[u8]) -> [u64; LONGEST] {
    let mut from: Vec<u64> = vec![0; subject.dfa.len()];
    from[0] = 1;
    let mut counts = [0; LONGEST];
    for count in &mut counts {
        let alive = |state: &usize| !subject.is_dead(*state as StateId);
        *count = (0..from.len()).filter(alive).map(|state| from[state]).sum();
        let mut next = vec![0; from.len()];
        for state in (0..from.len()).filter(alive).filter(|&state| from[state] > 0) {
            bytes.iter().for_each(|&byte| {
                next[subject.dfa.next(state as StateId, byte) as usize] += from[state];
            });
        }
        from = next;
    }
    counts
}

/// Checks every input of a length if there are no more than the budget, and about as many inputs of
/// each greater length.
fn run(subject: &Subject, budget: u64) -> (String, u64, Option<String>) {
    let bytes = alphabet(&subject.dfa);
    let counts = viable(subject, &bytes);
    let mut one_of = [1; LONGEST];
    let mut full = 0;
    let mut thinned = 1;
    for (length, one_of) in one_of.iter_mut().enumerate() {
        let continued = counts[length] * bytes.len() as u64 / thinned;
        *one_of = (continued / budget + 1) as usize;
        thinned *= *one_of as u64;
        if thinned == 1 {
            full = length + 1;
        }
    }
    let (lines, random) = (Lines::new(subject), Random::seeded(3986));
    let one_slow_of = (budget * LONGEST as u64 / SLOW) as usize;
    let mut walk =
        Walk { subject, bytes, lines, random, one_of, one_slow_of, words: 0, slow: (0, 0) };
    let complaint = walk.from(0, &mut Vec::new()).and_then(|()| walk.lines.finish()).err();
    let (slow, decided) = walk.slow;
    let complaint = complaint.or_else(|| {
        (decided * 10 < slow * 9 || slow < 3).then(|| {
            format!("{}: the naive matcher decided {decided} of {slow}", subject.shown(b""))
        })
    });
    let Subject { grammar, reading, table, .. } = subject;
    let some = if full < LONGEST {
        format!(", one of {thinned} of up to {LONGEST}")
    } else {
        String::new()
    };
    let words = walk.words;
    let report = format!(
        "{grammar} {reading} {}: {words} inputs, all of up to {full} bytes{some}",
        table.rule()
    );
    (report, words, complaint)
}

fn run_all(budget: u64) {
    let one = |&(grammar, reading, table): &_| run(&Subject::new(grammar, reading, table), budget);
    let runs: Vec<_> = Subject::every_table().par_iter().with_max_len(1).map(one).collect();
    runs.iter().for_each(|(report, ..)| println!("{report}"));
    println!(
        "{} rules, {} inputs",
        runs.len(),
        runs.iter().map(|(_, words, _)| words).sum::<u64>()
    );
    let complaints: Vec<String> =
        runs.into_iter().filter_map(|(.., complaint)| complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn engines_agree_on_every_short_input() {
    run_all(6_000);
}

#[test]
#[ignore = "half a minute in release: `cargo test --release -p urigram-conform -- --ignored --nocapture`"]
fn engines_agree_on_longer_inputs() {
    run_all(100_000);
}
