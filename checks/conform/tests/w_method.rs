//! Every engine on conformance suites of every rule's own automaton (W-method). An engine that
//! passes a whole suite accepts the same language, if it has at most the suite's number of extra
//! states.

use std::collections::HashSet;

use rayon::prelude::*;
use urigram_automata::{Conformance, Random};
use urigram_conform::{alphabet, disagreement, disguised, stretched, Lines, Subject};
use urigram_grammars::{Grammar, GrammarSet};

/// Suites with up to this many words are run in full, depth by depth.
const WORDS: u128 = 600_000;

/// So many words of each deeper suite are drawn, down to the depth below.
const SAMPLES: usize = 20_000;

const DEPTH: usize = 6;

/// Every so many words one is seen again with other bytes, and at the edge of a block.
const AGAIN: u64 = 8;

/// The result of a rule's run.
struct Run {
    report: String,
    words: u64,
    complaint: Option<String>,
}

struct Judge<'s> {
    subject: &'s Subject,
    lines: Lines<'s>,
    random: Random,
    words: u64,
    complaint: Option<String>,
}

impl Judge<'_> {
    fn word(&mut self, word: &[u8]) {
        if self.complaint.is_some() {
            return;
        }
        self.one(word);
        if self.words.is_multiple_of(AGAIN) {
            let disguised = disguised(self.subject, word, &mut self.random);
            self.one(&disguised);
            let longer = stretched(self.subject, word, &mut self.random);
            longer.iter().for_each(|longer| self.one(longer));
            self.together(word);
            longer.iter().for_each(|longer| self.together(longer));
        }
    }

    fn one(&mut self, word: &[u8]) {
        self.words += 1;
        self.complaint = disagreement(self.subject, word).or_else(|| self.lines.push(word).err());
    }

    /// Compares the pass over all documents with the automaton, if this is the rule that the pass
    /// uses. It is of documents only: practices and drafts are not selected.
    fn together(&mut self, word: &[u8]) {
        let Subject { grammar, reading, table, .. } = self.subject;
        let is_published = Grammar::ALL.contains(grammar);
        if is_published && std::ptr::eq(grammar.tables(*reading).start(), *table) {
            let accepted = GrammarSet::accepting(word, *reading).contains(*grammar);
            if accepted != self.subject.truth(word).accepted {
                self.complaint =
                    Some(format!("{}: among all grammars {accepted}", self.subject.shown(word)));
            }
        }
    }
}

fn run(subject: &Subject) -> Run {
    let bytes = alphabet(&subject.dfa);
    let conformance = Conformance::over(&subject.dfa, &bytes);
    let random = Random::seeded(1978);
    let lines = Lines::new(subject);
    let mut judge = Judge { subject, lines, random, words: 0, complaint: None };
    let mut full = None;
    for extra in 0.. {
        // The plain suite is never left out, however long it is.
        if extra > 0 && conformance.count(extra) > WORDS {
            break;
        }
        conformance.each(extra, |word| judge.word(word));
        full = Some(extra);
    }
    let deeper = full.map_or(0, |full| full + 1)..=DEPTH;
    let mut random = Random::seeded(1991);
    for extra in deeper {
        (0..SAMPLES).for_each(|_| judge.word(&conformance.sample(extra, &mut random)));
    }
    judge.complaint = judge.complaint.take().or_else(|| judge.lines.finish().err());
    let report = format!(
        "{} {} {}: {} states, {} bytes, {} words; in full to depth {}, by sample to {}",
        subject.grammar,
        subject.reading,
        subject.table.rule(),
        subject.dfa.len(),
        bytes.len(),
        judge.words,
        full.unwrap_or(0),
        DEPTH.max(full.unwrap_or(0)),
    );
    Run { report, words: judge.words, complaint: judge.complaint }
}

#[test]
#[ignore = "a minute in release: `cargo test --release -p urigram-conform -- --ignored --nocapture`"]
fn every_engine_passes_the_suites_of_every_rule() {
    let tables = Subject::every_table();
    let runs: Vec<Run> = tables
        .par_iter()
        .with_max_len(1)
        .map(|&(grammar, reading, table)| run(&Subject::new(grammar, reading, table)))
        .collect();
    let complaints: Vec<&str> = runs.iter().filter_map(|run| run.complaint.as_deref()).collect();
    runs.iter().for_each(|run| println!("{}", run.report));
    println!("{} rules, {} words", runs.len(), runs.iter().map(|run| run.words).sum::<u64>());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(runs.iter().all(|run| run.words > 100));
}

#[test]
fn suites_cover_every_document() {
    let covered: HashSet<_> =
        Subject::every_table().into_iter().map(|(grammar, ..)| grammar).collect();
    assert_eq!(covered.len(), Grammar::ALL.len() + Grammar::unselected().count());
}
