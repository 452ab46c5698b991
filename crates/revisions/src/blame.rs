//! The verdicts on a string through all lines, and the rules that changed them.

use urigram_automata::abnf::Rule;
use urigram_automata::Terminals::CodePoints;

use crate::frame::{Frame, Line};
use crate::mixed::Mixture;
use crate::rules::{definition, key};

/// The longest input for which causes are looked for, in bytes. Verdicts have no such limit.
pub const LONGEST: usize = 2_048;

/// The positions that one reading of an input visits at most.
const POSITIONS: usize = 2_000_000;

/// A rule that changed a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedRule {
    /// The name of the rule.
    pub name: String,
    /// The definition before, in ABNF.
    pub before: String,
    /// The definition after, in ABNF.
    pub after: String,
}

/// The reason why a verdict changed: rules of the frame. With the definitions that they had before,
/// the verdict is the one before, and each of them is needed for that.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// The rules.
    pub rules: Vec<ChangedRule>,
    /// The frame whose verdict and definitions are those before.
    pub since: Frame,
}

/// A frame with which a verdict begins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// The frame.
    pub frame: Frame,
    /// The verdict from here on; `None` where the rules are broken, and where the frame is not
    /// about the string ([`Frame::speaks_of`]).
    pub accepted: Option<bool>,
    /// The reason; `None` for the first verdict, for one that is as before some broken frames, and
    /// for an input that is longer than [`LONGEST`].
    pub cause: Option<Cause>,
}

/// The verdicts on a string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Blame {
    /// The frames where the verdict changed, in the order of the lines.
    pub events: Vec<Event>,
}

impl Blame {
    /// Returns the events of a line.
    pub fn of_line(&self, line: &Line) -> impl Iterator<Item = &Event> {
        let id = line.id;
        self.events.iter().filter(move |event| event.frame.line().id == id)
    }
}

/// Returns the frames where the verdict on a string changed, with the rules that changed it.
///
/// A line that continues another has no first verdict of its own.
///
/// ```
/// use urigram_revisions::blame;
/// let blame = blame(b"http://[::1]/");
/// let of_line = |event: &&urigram_revisions::Event| event.frame.line().id == "rfc2396bis";
/// let event = blame.events.iter().find(of_line).unwrap();
/// assert_eq!(event.frame.date(), "2002-10-28");
/// assert_eq!(event.cause.as_ref().unwrap().rules[0].name, "host");
/// ```
///
/// # Cost
/// A step for each byte and each frame. Each change of a verdict takes some readings of the input
/// by the rules, for inputs of up to [`LONGEST`] bytes.
pub fn blame(input: &[u8]) -> Blame {
    let mut events: Vec<Event> = Vec::new();
    // The last verdict of a chain and whether it has one, and the last frame with a verdict.
    let mut now: Option<(Option<bool>, bool)> = None;
    let mut sound: Option<(Frame, bool)> = None;
    for frame in Frame::all() {
        if frame.before().is_none() {
            (now, sound) = (None, None);
        }
        let speaks = frame.speaks_of(input);
        let accepted = frame.accepts(input).filter(|_| speaks);
        if now != Some((accepted, speaks)) {
            let before = sound.filter(|&(_, before)| accepted.is_some_and(|now| now != before));
            let cause = before.and_then(|(since, _)| cause(since, frame, input));
            events.push(Event { frame, accepted, cause });
        }
        now = Some((accepted, speaks));
        sound = accepted.map(|accepted| (frame, accepted)).or(sound);
    }
    Blame { events }
}

/// Returns the rules that make two frames judge an input differently.
fn cause(since: Frame, frame: Frame, input: &[u8]) -> Option<Cause> {
    if input.len() > LONGEST {
        return None;
    }
    let mixture = Mixture::new(since, frame)?;
    let wanted = since.accepts(input)?;
    let gives = |reverted: &[&Rule]| {
        let mixed = mixture.with(reverted);
        mixed.accepts(frame.start(), CodePoints, input, POSITIONS).ok() == Some(wanted)
    };
    let changed = mixture.changed();
    let alone = changed.iter().find(|rule| gives(&[rule]));
    let rules = match alone {
        Some(rule) => vec![*rule],
        None => {
            let mut needed = changed;
            if !gives(&needed) {
                return None;
            }
            for at in (0..needed.len()).rev() {
                let without: Vec<&Rule> =
                    needed.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, r)| *r).collect();
                if gives(&without) {
                    needed = without;
                }
            }
            needed
        }
    };
    let rules = rules.into_iter().map(|rule| ChangedRule {
        name: rule.name.clone(),
        before: mixture.before(&key(&rule.name)).map(definition).unwrap_or_default(),
        after: definition(rule),
    });
    Some(Cause { rules: rules.collect(), since })
}
