//! Counts of verdicts.

use std::collections::BTreeMap;

use super::{Cause, Interpretation, Kind, Migration, Outcome};

/// Inputs counted by outcome.
///
/// ```
/// use urigram::{migrate::{Kind, Migration, Tally}, Grammar};
///
/// let migration = Migration::new(Grammar::Rfc1738, Grammar::Rfc3986);
/// let mut tally = Tally::new(2);
/// let inputs = ["http://a/~b", "http://a/b", "http://a:/", "a b"];
/// for (number, input) in (1..).zip(inputs) {
///     tally.add(&migration, number, input.as_bytes());
/// }
/// assert_eq!((tally.inputs(), tally.rejected(), tally.inputs_of(Kind::Gained)), (4, 1, 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    inputs: u64,
    same: u64,
    rejected: u64,
    undecided: u64,
    /// The inputs that differ in several ways.
    several: u64,
    by_kind: [u64; Kind::ALL.len()],
    causes: BTreeMap<Cause, Count>,
    /// The number of examples to keep of each cause.
    examples: usize,
}

/// The inputs that differ for one cause.
///
/// ```
/// use urigram::migrate::{Migration, Tally};
/// use urigram::Grammar;
///
/// let mut tally = Tally::new(1);
/// tally.add(&Migration::new(Grammar::Rfc1738, Grammar::Rfc3986), 7, b"http://a/~b");
/// let (_, count) = tally.causes()[0];
/// assert_eq!((count.inputs, count.examples.len()), (1, 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// The number of inputs.
    pub inputs: u64,
    /// The first examples.
    pub examples: Vec<Example>,
}

/// An input that differs.
///
/// ```
/// use urigram::migrate::{Migration, Tally};
/// use urigram::Grammar;
///
/// let mut tally = Tally::new(1);
/// tally.add(&Migration::new(Grammar::Rfc1738, Grammar::Rfc3986), 7, b"http://a/~b");
/// let (_, count) = tally.causes()[0];
/// let example = &count.examples[0];
/// assert_eq!((example.number, &example.input[..]), (7, &b"http://a/~b"[..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// Its number, as given to [`Tally::add`].
    pub number: u64,
    /// Its first 4,096 bytes.
    pub input: Vec<u8>,
    /// The number of its bytes.
    pub length: usize,
    /// The earlier document's interpretation, of each text the first 4,096 bytes or so.
    pub before: Interpretation,
    /// The later document's interpretation.
    pub after: Interpretation,
}

/// The bytes to keep of an example. Memory is bounded by the number of causes, not by the inputs.
const KEPT: usize = 4096;

impl Tally {
    /// Makes an empty tally that keeps `examples` of each cause.
    pub fn new(examples: usize) -> Tally {
        Tally { examples, ..Tally::default() }
    }

    /// Judges an input, counts it, and returns the verdict. `number` orders the examples; the
    /// lowest are kept.
    pub fn add(&mut self, migration: &Migration, number: u64, input: &[u8]) -> Outcome {
        self.inputs += 1;
        let outcome = migration.judge(input);
        match &outcome {
            Outcome::Same => self.same += 1,
            Outcome::Rejected => self.rejected += 1,
            Outcome::Undecided => self.undecided += 1,
            Outcome::Differs(causes) => {
                self.several += u64::from(causes.len() > 1);
                for &cause in causes {
                    self.by_kind[cause.kind() as usize] += 1;
                    let count = self.causes.entry(cause).or_default();
                    count.inputs += 1;
                    let example = || Example::new(migration, &cause, number, input);
                    count.keep(self.examples, number, example);
                }
            }
        }
        outcome
    }

    /// Counts inputs that are known to mean the same to both documents.
    #[doc(hidden)]
    pub fn add_same(&mut self, inputs: u64) {
        self.inputs += inputs;
        self.same += inputs;
    }

    /// Counts a record without an input.
    #[doc(hidden)]
    pub fn add_rejected(&mut self) {
        self.inputs += 1;
        self.rejected += 1;
    }

    /// Counts an input that is undecided because it is longer than the reader allows.
    #[doc(hidden)]
    pub fn add_undecided(&mut self) {
        self.inputs += 1;
        self.undecided += 1;
    }

    /// Returns the sum of two tallies. The order does not matter if the numbers of their inputs
    /// differ.
    #[must_use]
    #[doc(hidden)]
    pub fn merged(mut self, other: Tally) -> Tally {
        self.inputs += other.inputs;
        self.same += other.same;
        self.rejected += other.rejected;
        self.undecided += other.undecided;
        self.several += other.several;
        self.examples = self.examples.max(other.examples);
        self.by_kind.iter_mut().zip(other.by_kind).for_each(|(sum, more)| *sum += more);
        for (cause, more) in other.causes {
            let count = self.causes.entry(cause).or_default();
            count.inputs += more.inputs;
            count.examples.extend(more.examples);
            count.examples.sort_by_key(|example| example.number);
            count.examples.truncate(self.examples);
        }
        self
    }

    /// Returns the number of inputs that were counted.
    pub fn inputs(&self) -> u64 {
        self.inputs
    }

    /// Returns the number of inputs that mean the same to both documents.
    pub fn same(&self) -> u64 {
        self.same
    }

    /// Returns the number of inputs that neither document accepts.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Returns the number of inputs that were too long to be compared.
    pub fn undecided(&self) -> u64 {
        self.undecided
    }

    /// Returns the number of inputs that differ, for any cause.
    pub fn differing(&self) -> u64 {
        self.inputs - self.same - self.rejected - self.undecided
    }

    /// Returns the number of inputs that differ in several ways, and are counted by each kind: the
    /// kinds add up to more than [`Tally::differing`].
    #[doc(hidden)]
    pub fn differing_in_several(&self) -> u64 {
        self.several
    }

    /// Returns the number of inputs that differ in one way. An input may differ in several.
    #[doc(hidden)]
    pub fn inputs_of(&self, kind: Kind) -> u64 {
        self.by_kind[kind as usize]
    }

    /// Returns the causes by kind, the most frequent first.
    pub fn causes(&self) -> Vec<(&Cause, &Count)> {
        let mut causes: Vec<(&Cause, &Count)> = self.causes.iter().collect();
        causes.sort_by_key(|(cause, count)| (cause.kind(), std::cmp::Reverse(count.inputs)));
        causes
    }
}

impl Count {
    fn keep(&mut self, most: usize, number: u64, example: impl FnOnce() -> Example) {
        let at = self.examples.partition_point(|kept| kept.number < number);
        if at < most {
            self.examples.insert(at, example());
            self.examples.truncate(most);
        }
    }
}

impl Example {
    fn new(migration: &Migration, cause: &Cause, number: u64, input: &[u8]) -> Example {
        let [mut before, mut after] = migration.illustrate(input, cause);
        before.cut(KEPT);
        after.cut(KEPT);
        let (input, length) = (input[..input.len().min(KEPT)].to_vec(), input.len());
        Example { number, input, length, before, after }
    }
}
