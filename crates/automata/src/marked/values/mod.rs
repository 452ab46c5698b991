//! Values: what a program makes of the bytes of a component.
//!
//! A [`Value`] reads the bytes once, by a few steps in a row, each with a state of one byte. The
//! host `[FE80::A]` by the steps `brackets` and `lower-case`:
//!
//! ```text
//!   read         [    F    E    8    0    :    :    A    ]    end
//!   brackets          F    E    8    0    :    :    A         (a bracket at the end is dropped)
//!   lower-case        f    e    8    0    :    :    a
//! ```
//!
//! A step may know nothing of a text, as of one beyond US-ASCII that a program maps by IDNA. The
//! text has no value then, and nothing is decided about it.
//!
//! [`agree_on_values`] decides strings where both sides give the component the same place; the
//! strings where the places differ are those of [`agree`](super::agree()). It runs both automata
//! with their values, and notes what one value has written and the other one not yet. Between a
//! side that decodes and one that does not:
//!
//! ```text
//!   read         %      4      1        by the first   %41      by the second   A
//!   ahead        %      %4     differs: the second has written A, and the first begins with %
//! ```
//!
//! What is ahead stays short, because steps hold back at most two bytes or a run of zeros. If it
//! gets long, nothing is decided.

mod search;
mod step;

pub use search::{agree_on_values, ValueAgreement};
pub use step::Step;

use super::Pattern;
use crate::{build, ByteClasses, Deterministic, Dfa, Limits, StateId, Undecided};

/// The most steps of a value.
const MOST: usize = 10;

/// The state of each step.
type Run = [u8; MOST];

/// A function from the bytes of a component to its value.
///
/// ```
/// use urigram_automata::marked::{Step, Value};
///
/// let value = Value::new(&[Step::Decode, Step::LowerCase, Step::Ascii]).unwrap();
/// assert_eq!(value.of(b"EX%41m"), Some(b"exam".to_vec()));
/// assert_eq!(value.of(b"%C3%A9"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value(Vec<Step>);

impl Value {
    /// Makes a value of steps; `None` if there are more than ten.
    pub fn new(steps: &[Step]) -> Option<Value> {
        (steps.len() <= MOST).then(|| Value(steps.to_vec()))
    }

    /// Returns the value of a text; `None` if nothing is known of it.
    pub fn of(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (mut run, mut out) = ([0; MOST], Vec::new());
        let knows = text.iter().all(|&byte| self.push(&mut run, 0, byte, &mut out));
        (knows && self.end(&mut run, &mut out)).then_some(out)
    }

    /// Reads a byte from a step on; returns false if nothing is known any more.
    fn push(&self, run: &mut Run, at: usize, byte: u8, out: &mut Vec<u8>) -> bool {
        let Some(step) = self.0.get(at) else {
            out.push(byte);
            return true;
        };
        let Some(written) = step.read(&mut run[at], byte) else { return false };
        written.into_iter().flatten().all(|byte| self.push(run, at + 1, byte, out))
    }

    /// Reads the end of the text; returns false if nothing is known of it.
    fn end(&self, run: &mut Run, out: &mut Vec<u8>) -> bool {
        (0..self.0.len()).all(|at| {
            let Some(written) = self.0[at].end(run[at]) else { return false };
            written.into_iter().flatten().all(|byte| self.push(run, at + 1, byte, out))
        })
    }

    /// Returns the automaton of the texts whose value another automaton accepts.
    ///
    /// ```
    /// use urigram_automata::marked::{Step, Value};
    /// use urigram_automata::{Dfa, Limits};
    ///
    /// let value = Value::new(&[Step::Decode, Step::LowerCase]).unwrap();
    /// let texts = value.texts(&Dfa::of_string(b"a"), Limits::default())?;
    /// assert!(texts.accepts(b"A") && texts.accepts(b"%41") && !texts.accepts(b"%42"));
    /// # Ok::<(), urigram_automata::Undecided>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] if the automaton needs more than `limits.states` states.
    pub fn texts(&self, values: &Dfa, limits: Limits) -> Result<Dfa, Undecided> {
        build(&mut Texts { value: self, values }, limits)
    }

    /// Returns true if nothing is known of any text.
    pub fn is_unknown(&self) -> bool {
        self.0.contains(&Step::Unknown)
    }

    /// Returns true if a step writes the digits of the byte that it reads.
    fn encodes(&self) -> bool {
        self.0.iter().any(|step| matches!(step, Step::Encode(_)))
    }

    /// Returns the automaton of the texts whose value is unknown and may be `name`: a program maps
    /// characters beyond US-ASCII to letters, but not to brackets or addresses. A number may be an
    /// address in another notation.
    ///
    /// ```
    /// use urigram_automata::marked::{Step, Value};
    /// use urigram_automata::Limits;
    ///
    /// let idna = Value::new(&[Step::LowerCase, Step::Ascii, Step::Literal]).unwrap();
    /// let mapped = idna.mapped("a", Limits::default())?;
    /// assert!(mapped.accepts("ａ".as_bytes()) && !mapped.accepts(b"b") && !mapped.accepts(b"[a]"));
    /// // The sign of kelvin is the one character whose lower case is in US-ASCII.
    /// let lower = Value::new(&[Step::LowerCase, Step::Letters]).unwrap();
    /// assert!(lower.mapped("ok", Limits::default())?.accepts("o\u{212A}".as_bytes()));
    /// assert!(!lower.mapped("ok", Limits::default())?.accepts("ａ".as_bytes()));
    /// let address = Value::new(&[Step::Address]).unwrap();
    /// assert!(address.mapped("127.0.0.1", Limits::default())?.accepts(b"0x7f.1"));
    /// assert!(!address.mapped("ok", Limits::default())?.accepts(b"0x7f.1"));
    /// # Ok::<(), urigram_automata::Undecided>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] if the automaton needs more than `limits.states` states.
    pub fn mapped(&self, name: &str, limits: Limits) -> Result<Dfa, Undecided> {
        let any = Pattern::any().strings(limits)?;
        let is_number = Value(vec![Step::Address]).of(name.as_bytes()).is_none();
        let maps = |step: &&Step| match step {
            Step::Ascii | Step::Letters | Step::Escapes | Step::Unknown => true,
            // A value in brackets is compared without them.
            Step::Address | Step::Literal => is_number,
            _ => false,
        };
        let rest = Value(self.0.iter().filter(|step| !maps(step)).copied().collect());
        let mapped = rest.texts(&any, limits)?.difference(&self.texts(&any, limits)?, limits)?;
        if self.0.iter().filter(maps).any(|&step| step != Step::Letters) {
            return Ok(mapped);
        }
        let kelvin = Pattern::sequence([Pattern::any(), Pattern::text("\u{212A}"), Pattern::any()]);
        let has_k = name.contains(['k', 'K']);
        let kelvin = if has_k { kelvin.strings(limits)? } else { any.complement() };
        mapped.intersection(&kelvin, limits)
    }
}

struct Texts<'a> {
    value: &'a Value,
    values: &'a Dfa,
}

impl Deterministic for Texts<'_> {
    type State = Option<(Run, StateId)>;

    fn classes(&self) -> ByteClasses {
        // A step treats all bytes of a kind alike, except for the byte that it writes.
        let class = |byte: u8| self.values.classes().of(byte);
        let kind = |byte| if self.value.encodes() { u16::from(byte) } else { step::kind(byte) };
        ByteClasses::by_key(|byte| (kind(byte), class(byte), class(byte.to_ascii_lowercase())))
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(Some(([0; MOST], 0)))
    }

    fn next(&mut self, state: &Self::State, byte: u8) -> Result<Self::State, Undecided> {
        let Some((mut run, at)) = *state else { return Ok(None) };
        let mut out = Vec::new();
        if !self.value.push(&mut run, 0, byte, &mut out) {
            return Ok(None);
        }
        Ok(Some((run, out.iter().fold(at, |at, &byte| self.values.next(at, byte)))))
    }

    fn is_accepting(&mut self, state: &Self::State) -> bool {
        let Some((mut run, at)) = *state else { return false };
        let mut out = Vec::new();
        self.value.end(&mut run, &mut out)
            && self.values.is_accepting(out.iter().fold(at, |at, &byte| self.values.next(at, byte)))
    }
}

#[cfg(test)]
mod tests;
