//! The messages of syntax errors, for many lines.
//!
//! A message names the cause, which takes hundreds of steps of an automaton, and files have the
//! same errors again and again. The last few messages are therefore kept without
//! their offsets:
//!
//! ```text
//! a space is not allowed in a path (byte 27, rule `path-abempty`, rfc3986 section 3.3)
//! └────────────── before ───────────────┘  └────────────────── after ─────────────────┘
//! ```

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Write;

use urigram::errors::Objection;
use urigram::SyntaxError;
use urigram_answers::json::ErrorJson;

/// The number of messages that a thread keeps.
const KEPT: usize = 32;

struct Message {
    error: SyntaxError,
    before: String,
    after: String,
}

thread_local! {
    static KNOWN: RefCell<VecDeque<Message>> = const { RefCell::new(VecDeque::new()) };
}

/// Returns the message of an objection to an input. That of a recursive rule has the line and the
/// column, any other is the text that `Display` writes.
pub(crate) fn of_input(input: &[u8], objection: &Objection) -> String {
    match objection {
        Objection::Stack(_) => ErrorJson::of_objection(input, objection).message().to_owned(),
        other => of_objection(other),
    }
}

/// Returns the message of an objection: its text as `Display` writes it.
pub(crate) fn of_objection(objection: &Objection) -> String {
    match objection {
        Objection::Syntax(error) => message(error),
        other => other.to_string(),
    }
}

/// Returns the message of an error: its text as `Display` writes it.
pub(crate) fn message(error: &SyntaxError) -> String {
    KNOWN.with_borrow_mut(|known| {
        let at = known.iter().position(|one| one.error.is_same_apart_from_offset(error));
        let at = match at {
            Some(at) => at,
            None => {
                let Some(made) = Message::new(error) else { return error.to_string() };
                known.truncate(KEPT - 1);
                known.push_front(made);
                0
            }
        };
        // Frequent ones move to the front.
        if at > 0 {
            known.swap(at, at / 2);
        }
        let Message { before, after, .. } = &known[at / 2];
        let mut text = String::with_capacity(before.len() + after.len() + 10);
        text.push_str(before);
        // Writing to a string does not fail.
        let _ = write!(text, "{}", error.offset());
        text.push_str(after);
        text
    })
}

impl Message {
    /// Splits the message of an error around its offset; `None` if it does not say the offset.
    fn new(error: &SyntaxError) -> Option<Message> {
        let (text, offset) = (error.to_string(), format!(" (byte {},", error.offset()));
        let start = text.find(&offset)?;
        let end = start + offset.len() - 1;
        let before = text[..start + " (byte ".len()].to_owned();
        Some(Message { error: *error, before, after: text[end..].to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use urigram::{Grammar, Reading};

    /// Every message is that of `Display`, in any order.
    #[test]
    fn messages_are_those_of_the_errors() {
        let inputs =
            ["a b", "aa b", "http://a/%", "%%", "http://[::", "x:\u{FDD0}", "a\u{E4}b ", "`"];
        let mut compared = 0;
        for round in 0..3 {
            for grammar in Grammar::ALL {
                for input in inputs {
                    let input = format!("{}{input}", "a".repeat(round * 37));
                    for input in [input.as_bytes(), &[input.as_bytes(), b"\xFF"].concat()] {
                        let table = grammar.tables(Reading::Corrected).start();
                        let Err(error) = table.check(input, Reading::Corrected) else { continue };
                        assert_eq!(super::message(&error), error.to_string());
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 300, "{compared}");
    }
}
