//! Answers as they are sent, by the server and by the page without one: a status in HTTP's numbers
//! and an object of JSON.

use serde_json::{json, Value};

use urigram_answers::questions::{Params, Questions, LONGEST_BODY};
use urigram_answers::Refusal;

/// An answer as it is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The status in HTTP's numbers.
    pub status: u16,
    /// The answer; without one an object with the reason: `error`, or `undecided` where a limit was
    /// hit.
    pub body: Value,
}

impl Reply {
    fn error(status: u16, message: &str) -> Reply {
        Reply { status, body: json!({ "error": message }) }
    }

    /// Returns the reply that an answer was lost on its way.
    pub fn lost(error: &dyn std::fmt::Display) -> Reply {
        Reply::error(500, &format!("the answer was lost: {error}"))
    }
}

impl From<Result<Value, Refusal>> for Reply {
    fn from(answer: Result<Value, Refusal>) -> Reply {
        match answer {
            Ok(body) => Reply { status: 200, body },
            Err(Refusal::Usage(message)) => Reply::error(400, &message),
            Err(Refusal::Limit(message)) => {
                Reply { status: 422, body: json!({ "undecided": message }) }
            }
        }
    }
}

/// A question with its parameters, before anybody answers it.
#[derive(Clone, Debug)]
pub struct Question {
    questions: Questions,
    name: String,
    params: Params,
}

impl Question {
    /// Reads parameters, `name=value&…`, for the question of a name, which is one of `questions`.
    ///
    /// # Errors
    /// The reply to whoever asked: there is no such question, or its parameters cannot be read.
    pub fn read(questions: Questions, name: &str, query: &[u8]) -> Result<Question, Reply> {
        if !questions.has(name) {
            return Err(Reply::error(404, "there is no such question"));
        }
        if query.len() > LONGEST_BODY {
            return Err(Reply::error(413, &format!("more than {LONGEST_BODY} bytes")));
        }
        match Params::read(query) {
            Ok(params) => Ok(Question { questions, name: name.to_owned(), params }),
            Err(refusal) => Err(Err(refusal).into()),
        }
    }

    /// Returns true if the answer can take exponential time, so that whatever answers has to be
    /// apart from everything else, and has to be ended: [`Params::has_rules`].
    pub fn is_apart(&self) -> bool {
        self.params.has_rules()
    }

    /// Returns the seconds that the answer may take. A longer one is given up.
    pub fn patience(&self) -> u64 {
        if self.is_apart() {
            5
        } else {
            20
        }
    }

    /// Returns the reply to a question whose answer took longer than [`Question::patience`].
    pub fn too_long(&self) -> Reply {
        let seconds = self.patience();
        if self.is_apart() {
            Err(Refusal::Limit(format!("these rules take more than {seconds} seconds"))).into()
        } else {
            let message = format!("no answer within {seconds} seconds");
            Reply { status: 503, body: json!({ "undecided": message }) }
        }
    }

    /// Answers the question.
    pub fn reply(&self) -> Reply {
        self.questions.ask(&self.name, &self.params).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, query: &[u8]) -> Result<Question, Reply> {
        Question::read(Questions::ALL, name, query)
    }

    #[test]
    fn a_question_that_cannot_be_read_has_a_reply() {
        let status = |name: &str, query: &[u8]| read(name, query).map_err(|no| no.status);
        assert_eq!(status("hots", b"").err(), Some(404));
        assert_eq!(status("string", &vec![b'a'; LONGEST_BODY + 1]).err(), Some(413));
        let long = [b"input=".to_vec(), vec![b'a'; LONGEST_BODY / 2]].concat();
        assert_eq!(status("string", &long).err(), Some(422));
        let reply = read("string", b"input=a&reading=hots").unwrap().reply();
        assert_eq!(reply.status, 400);
        let reply = read("string", b"input=a").unwrap().reply();
        assert_eq!((reply.status, &reply.body["input"]), (200, &json!("a")));
    }

    #[test]
    fn own_rules_are_apart_and_given_up_sooner() {
        let own = read("steps", b"by=own&peg=a&input=a").unwrap();
        let theirs = read("steps", b"grammar=rfc3986&input=a").unwrap();
        assert!(own.is_apart() && !theirs.is_apart());
        assert!(own.patience() < theirs.patience());
        let undecided = |question: &Question| question.too_long().body["undecided"].to_string();
        assert_eq!(undecided(&own), "\"these rules take more than 5 seconds\"");
        assert_eq!(undecided(&theirs), "\"no answer within 20 seconds\"");
    }
}
