//! One question and its reply.

use serde_json::{json, Value};
use urigram_answers::questions::{Params, Questions, LONGEST_BODY};
use urigram_answers::Refusal;

/// The longest text of a question: its name, `?`, and parameters.
const LONGEST: usize = LONGEST_BODY + 64;

/// A question that is written byte by byte, and the text of what was answered.
#[derive(Debug, Default)]
pub struct Exchange {
    question: Vec<u8>,
    answer: Vec<u8>,
}

impl Exchange {
    /// An exchange where nothing was asked.
    pub const fn new() -> Exchange {
        Exchange { question: Vec::new(), answer: Vec::new() }
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
    /// `apart`, `seconds`, `status`, `body`. With `apart` the answer can take exponential time, so
    /// it has to be computed apart from everything else: [`Params::has_rules`].
    pub fn plan(&mut self) {
        let apart = self.read().is_ok_and(|(_, params)| params.has_rules());
        let (seconds, status, undecided) = if apart {
            (5, 422, "these rules take more than 5 seconds")
        } else {
            (20, 503, "no answer within 20 seconds")
        };
        let body = json!({ "undecided": undecided });
        let plan = json!({ "apart": apart, "seconds": seconds, "status": status, "body": body });
        self.answer = plan.to_string().into_bytes();
    }

    /// Answers the question if it is one of these, and returns the status in HTTP's numbers.
    pub fn ask(&mut self, questions: Questions) -> u16 {
        let (status, body) = match self.reply(questions) {
            Ok(answer) => (200, answer),
            Err(Refusal::Usage(message)) => (400, json!({ "error": message })),
            Err(Refusal::Limit(message)) => (422, json!({ "undecided": message })),
        };
        self.answer = body.to_string().into_bytes();
        status
    }

    fn reply(&self, questions: Questions) -> Result<Value, Refusal> {
        let (name, params) = self.read()?;
        questions.ask(&name, &params)
    }

    fn read(&self) -> Result<(String, Params), Refusal> {
        let cut = self.question.iter().position(|&byte| byte == b'?');
        let (name, query) = self.question.split_at(cut.unwrap_or(self.question.len()));
        let params = Params::read(query.get(1..).unwrap_or_default())?;
        Ok((String::from_utf8_lossy(name).into_owned(), params))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(exchange: &mut Exchange, question: &[u8]) {
        exchange.room(question.len()).unwrap().copy_from_slice(question);
    }

    fn answer(exchange: &Exchange) -> Value {
        serde_json::from_slice(exchange.answer()).unwrap()
    }

    /// Returns the status of a reply, its text, and what it says.
    fn ask(question: &[u8]) -> (u16, String, Value) {
        let mut exchange = Exchange::new();
        put(&mut exchange, question);
        let status = exchange.ask(Questions::ALL);
        (status, String::from_utf8(exchange.answer().to_vec()).unwrap(), answer(&exchange))
    }

    #[test]
    fn a_question_is_answered_as_the_library_answers_it() {
        let params = Params::read(b"input=http://a/b%3Fx").unwrap();
        let expected = urigram_answers::questions::ask("string", &params).unwrap();
        let (status, _, answer) = ask(b"string?input=http://a/b%3Fx");
        assert_eq!((status, answer), (200, expected));
        assert_eq!(ask(b"grammars").0, 200);
    }

    #[test]
    fn rules_of_a_visitor_are_apart_and_given_up_sooner() {
        let plan = |question: &str| {
            let mut exchange = Exchange::new();
            put(&mut exchange, question.as_bytes());
            exchange.plan();
            answer(&exchange)
        };
        let (own, theirs) = (plan("own?peg=a&input=a"), plan("steps?grammar=rfc3986"));
        assert_eq!((&own["apart"], &own["seconds"]), (&json!(true), &json!(5)));
        assert_eq!(own["body"]["undecided"], "these rules take more than 5 seconds");
        assert_eq!((&theirs["apart"], &theirs["seconds"]), (&json!(false), &json!(20)));
        assert_eq!(theirs["body"]["undecided"], "no answer within 20 seconds");
        assert_eq!(plan("")["apart"], false);
    }

    #[test]
    fn bad_questions_are_refused_with_a_reason() {
        for (question, status, says) in [
            ("document?grammar=rfc9999", 400, "no such grammar"),
            ("document", 400, "names no grammar"),
            ("diagram?grammar=rfc3986&rule=hots", 400, "host"),
            ("compare?a=rfc3986&b=rfc2396&rule_a=nothing", 400, "no such rule"),
            ("string?input=%5Cq&escaped=1", 400, "escape"),
            ("string?reading=wrong", 400, "no such reading"),
            ("history?of=nothing", 400, "nothing"),
            (
                "resolve?base=http://a/%FF&reference=g",
                400,
                "`base` is not UTF-8: byte 0xFF at offset 9",
            ),
            ("own?peg=a%3D&input=x", 200, "line"),
            ("steps?grammar=rfc1738&rule=lowalpha&input=A", 200, "alphabet-case"),
            ("nothing", 400, "no such question"),
            ("", 400, "no such question"),
        ] {
            let (answer, text, _) = ask(question.as_bytes());
            assert_eq!(answer, status, "{question}: {text}");
            assert!(text.contains(says), "{question}: {text}");
        }
        assert_eq!(ask(b"\xFF?\xFF").0, 400);
    }

    #[test]
    fn any_bytes_are_an_input() {
        let (_, _, answer) = ask(b"string?input=%3C%FF%00%3E");
        assert_eq!((&answer["input_hex"], &answer["plain"]), (&json!("3cff003e"), &json!(false)));
        assert_eq!(answer["escaped"], "<\\xFF\\x00>");
        assert_eq!(answer["line"]["text"], "<\u{FFFD}␀>");
        let (_, _, empty) = ask(b"string");
        assert_eq!((&empty["bytes"], &empty["line"]["text"]), (&json!(0), &json!("")));
        let long = |count: usize| ask(&[b"string?input=".to_vec(), vec![b'a'; count]].concat());
        let (status, text, _) = long(1_000_000);
        assert_eq!(status, 200);
        assert!(text.len() < 20_000, "{} bytes for what is not drawn", text.len());
        assert_eq!(long(1_048_577).0, 422);
        assert!(Exchange::new().room(LONGEST + 1).is_none());
    }

    #[test]
    fn a_long_reference_has_a_short_answer() {
        let resolve = |times: usize| {
            ask(format!("resolve?base=http://a/b&reference={}g", "../".repeat(times)).as_bytes())
        };
        let (status, text, _) = resolve(5_400);
        assert_eq!(status, 200);
        assert!(text.len() < 8_000_000, "{} bytes", text.len());
        let (status, text, _) = resolve(340_000);
        assert_eq!(status, 422);
        assert!(text.contains("longer than 16384 bytes"), "{text}");
    }

    #[test]
    fn a_copied_hostname_breaks_at_aa() {
        let (_, _, steps) = ask(b"steps?grammar=rfc2396&rule=hostname&by=copy&input=aa");
        assert_eq!(
            (&steps["peg"]["accepted"], &steps["bnf"]["accepted"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(steps["difference"]["only_bnf"], "aa");
        assert_eq!((&steps["peg"]["matched"], &steps["peg"]["characters"]), (&json!(1), &json!(2)));
        assert_eq!(steps["peg"]["won_early"].as_array().map(Vec::len), Some(2));
        let (_, _, own) = ask(b"steps?grammar=rfc2396&rule=hostname&input=aa");
        assert_eq!((&own["peg"]["accepted"], &own["proved"]), (&json!(true), &json!(true)));
    }

    #[test]
    fn a_document_that_leaves_a_choice_gives_every_answer() {
        let (_, _, answer) = ask(b"resolve?base=http://a/b/c/d;p%3Fq&reference=../../../g");
        let answers = answer["answers"].as_array().unwrap();
        let of = |id: &str| answers.iter().find(|one| one["grammar"] == id).unwrap();
        let options = |one: &Value| {
            let options = one.get("alternatives").and_then(Value::as_array);
            let options = options.into_iter().flatten();
            options
                .map(|other| (other["option"].clone(), other["target"].clone()))
                .collect::<Vec<_>>()
        };
        let (older, newer) = (of("rfc2396"), of("rfc3986"));
        assert_eq!(
            (&older["target"], &newer["target"]),
            (&json!("http://a/../g"), &json!("http://a/g"))
        );
        let removed = (json!("excess .. removed"), json!("http://a/g"));
        assert_eq!(options(older), [removed, (json!("excess .. refused"), Value::Null)]);
        assert_eq!(options(newer), []);
    }

    #[test]
    fn a_citation_comes_apart_into_its_elements() {
        let (_, _, answer) = ask(b"string?input=%3CURN:a:b;Title=%25F5;%3E");
        let documents = answer["documents"].as_array().unwrap();
        let citation = documents.iter().find(|one| one["grammar"] == "urc-1993").unwrap();
        let mark = |mark: &Value| [mark["name"].clone(), mark["from"].clone(), mark["to"].clone()];
        let marks: Vec<_> = citation["marks"].as_array().unwrap().iter().map(mark).collect();
        assert_eq!(json!(marks), json!([["urn", 1, 8], ["urd", 9, 18]]));
        assert_eq!(citation["elements"][0]["text"], "a:b");
        let long = [b"string?input=%3CTitle=".to_vec(), vec![b'a'; 100_000], b";%3E".to_vec()];
        let (_, text, _) = ask(&long.concat());
        assert!(text.len() < 20_000, "{} bytes for what is not drawn", text.len());
    }
}
