//! One question and its reply.

use serde_json::{json, Value};
use urigram_answers::questions::{Questions, LONGEST_BODY};
use urigram_page::{Question, Reply};

/// The longest text of a question: its name, `?`, and parameters.
const LONGEST: usize = LONGEST_BODY + 64;

/// A question that is written byte by byte, and the text of what was answered.
#[derive(Debug)]
pub struct Exchange {
    questions: Questions,
    question: Vec<u8>,
    answer: Vec<u8>,
}

impl Exchange {
    /// An exchange about some of the questions, in which nothing was asked.
    pub const fn new(questions: Questions) -> Exchange {
        Exchange { questions, question: Vec::new(), answer: Vec::new() }
    }

    /// Returns room for a question of this many bytes, each zero; `None` for a question that is
    /// longer than any that is answered.
    pub fn room(&mut self, length: usize) -> Option<&mut [u8]> {
        if length > LONGEST {
            return None;
        }
        self.question.clear();
        self.question.resize(length, 0);
        Some(&mut self.question)
    }

    /// Returns the text that the last call answered, which is JSON.
    pub fn answer(&self) -> &[u8] {
        &self.answer
    }

    /// Tells how long the answer may take and what the reply is if it takes longer, as an object:
    /// `apart`, `seconds`, `status`, `body`. A question that cannot be read takes no time.
    pub fn plan(&mut self) {
        let plan = match self.read() {
            Ok(question) => {
                let too_long = question.too_long();
                plan(question.is_apart(), question.patience(), too_long)
            }
            Err(reply) => plan(false, 1, reply),
        };
        self.answer = plan.to_string().into_bytes();
    }

    /// Answers the question and returns the status.
    pub fn ask(&mut self) -> u16 {
        let reply = match self.read() {
            Ok(question) => question.reply(),
            Err(reply) => reply,
        };
        self.answer = reply.body.to_string().into_bytes();
        reply.status
    }

    fn read(&self) -> Result<Question, Reply> {
        let cut = self.question.iter().position(|&byte| byte == b'?');
        let (name, query) = self.question.split_at(cut.unwrap_or(self.question.len()));
        let (name, query) = (String::from_utf8_lossy(name), query.get(1..).unwrap_or_default());
        Question::read(self.questions, &name, query)
    }
}

fn plan(apart: bool, seconds: u64, too_long: Reply) -> Value {
    json!({ "apart": apart, "seconds": seconds, "status": too_long.status, "body": too_long.body })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(exchange: &mut Exchange, question: &str) {
        exchange.room(question.len()).unwrap().copy_from_slice(question.as_bytes());
    }

    fn answer(exchange: &Exchange) -> Value {
        serde_json::from_slice(exchange.answer()).unwrap()
    }

    #[test]
    fn a_question_is_answered_as_the_library_answers_it() {
        let mut exchange = Exchange::new(Questions::ALL);
        put(&mut exchange, "string?input=http://a/b%3Fx");
        exchange.plan();
        let plan = answer(&exchange);
        assert_eq!((&plan["apart"], &plan["seconds"]), (&json!(false), &json!(20)));
        assert_eq!(exchange.ask(), 200);
        let params = urigram_answers::questions::Params::read(b"input=http://a/b%3Fx").unwrap();
        let expected = urigram_answers::questions::ask("string", &params).unwrap();
        assert_eq!(answer(&exchange), expected);
        put(&mut exchange, "grammars");
        assert_eq!(exchange.ask(), 200);
    }

    #[test]
    fn a_question_of_any_bytes_has_a_reply() {
        let mut exchange = Exchange::new(Questions::ALL);
        exchange.room(3).unwrap().copy_from_slice(b"\xFF?\xFF");
        exchange.plan();
        assert_eq!(answer(&exchange)["status"], 404);
        assert_eq!(exchange.ask(), 404);
        put(&mut exchange, "");
        assert_eq!(exchange.ask(), 404);
        put(&mut exchange, "steps?by=own&peg=a&input=a");
        exchange.plan();
        assert_eq!(answer(&exchange)["apart"], true);
        assert!(exchange.room(LONGEST + 1).is_none());
        put(&mut exchange, &format!("string?{}", "a".repeat(LONGEST_BODY + 1)));
        assert_eq!(exchange.ask(), 413);
    }
}
