//! A question, its texts, and the answer.

use serde_json::{json, Value};
use urigram::Component;

use crate::answers::{self, Places, Question};

/// Texts that are written byte by byte, and what was answered.
#[derive(Debug)]
pub struct Call {
    texts: Vec<u8>,
    answer: Vec<u8>,
    places: Places,
}

impl Call {
    /// A call where nothing was asked.
    pub const fn new() -> Call {
        let places = [[u32::MAX; 2]; Component::ALL.len()];
        Call { texts: Vec::new(), answer: Vec::new(), places }
    }

    /// Returns room for at least this many bytes of texts. It stays where it is until more are
    /// asked for.
    pub fn room(&mut self, length: usize) -> &mut [u8] {
        if length > self.texts.len() {
            self.texts.resize(length, 0);
        }
        &mut self.texts
    }

    /// Returns what the last call answered: a text, or JSON.
    pub fn answer(&self) -> &[u8] {
        &self.answer
    }

    /// Returns the places that the last call found.
    pub fn places(&self) -> &[[u32; 2]] {
        &self.places
    }

    /// Answers a question by the grammar of a number about three texts, one after another, of these
    /// lengths in bytes. Returns false where the answer is an error, an object of JSON.
    pub fn ask(&mut self, question: u32, grammar: u32, lengths: [usize; 3]) -> bool {
        let Call { texts, answer, places } = self;
        let answered = match (split(texts, lengths), Question::of(question)) {
            (Some(texts), Some(question)) => answers::answer(question, grammar, texts, places),
            (None, _) => Err(json!({ "message": "the texts are not UTF-8 of these lengths" })),
            (_, None) => Err(json!({ "message": "no such question" })),
        };
        let is_ok = answered.is_ok();
        *answer = answered.unwrap_or_else(|error: Value| error.to_string().into_bytes());
        is_ok
    }
}

impl Default for Call {
    fn default() -> Call {
        Call::new()
    }
}

fn split(texts: &[u8], [first, second, third]: [usize; 3]) -> Option<[&str; 3]> {
    let (a, rest) = texts.split_at_checked(first)?;
    let (b, rest) = rest.split_at_checked(second)?;
    let text = |bytes| std::str::from_utf8(bytes).ok();
    Some([text(a)?, text(b)?, text(rest.get(..third)?)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(question: Question, id: &str, texts: [&str; 3]) -> (bool, Call) {
        let mut call = Call::new();
        let all = texts.concat();
        call.room(all.len())[..all.len()].copy_from_slice(all.as_bytes());
        let number = answers::all().position(|grammar| grammar.as_str() == id);
        let number = number.map_or(u32::MAX, |number| number as u32);
        let is_ok = call.ask(question as u32, number, texts.map(str::len));
        (is_ok, call)
    }

    fn text(question: Question, id: &str, texts: [&str; 3]) -> (bool, String) {
        let (is_ok, call) = ask(question, id, texts);
        (is_ok, String::from_utf8(call.answer().to_vec()).unwrap())
    }

    #[test]
    fn every_question_has_its_number() {
        for (number, question) in Question::ALL.into_iter().enumerate() {
            assert_eq!(question as usize, number);
            assert_eq!(Question::of(number as u32), Some(question));
        }
        assert_eq!(Question::of(7), None);
    }

    #[test]
    fn places_are_pairs_in_the_order_of_the_names() {
        let (is_ok, call) = ask(Question::Parse, "rfc3986", ["http://a:1/b?c#d", "", ""]);
        assert!(is_ok);
        let (_, grammars) = text(Question::Grammars, "", [""; 3]);
        let grammars: Value = serde_json::from_str(&grammars).unwrap();
        let names = grammars["components"].as_array().unwrap();
        assert_eq!(call.places().len(), names.len());
        let place =
            |name: &str| call.places()[names.iter().position(|known| known == name).unwrap()];
        assert_eq!((place("scheme"), place("host"), place("fragment")), ([0, 4], [7, 8], [15, 16]));
        assert_eq!(place("userinfo"), [u32::MAX; 2]);
    }

    #[test]
    fn answers_are_those_of_the_library() {
        for (question, first, second, expected) in [
            (Question::Resolve, "http://a/b", "../c", "http://a/c"),
            (Question::Relativize, "http://a/b", "http://a/c", "c"),
            (Question::Normalize, "HTTP://A/%7e", "", "http://a/~"),
            (Question::Normalize, "HTTP://A/%7e", "case", "http://a/%7E"),
            (Question::Equivalent, "http://a", "HTTP://a/", "true"),
            (Question::Equivalent, "http://a", "http://b", "false"),
        ] {
            let answer = text(question, "rfc3986", [first, second, ""]);
            assert_eq!(answer, (true, expected.to_owned()));
        }
        let (is_ok, agreed) = text(Question::Agree, "", ["http://a/", "", "rfc3986\nrfc3987"]);
        assert!(is_ok && agreed.contains("\"agreed\":true"), "{agreed}");
    }

    #[test]
    fn bad_calls_have_an_error() {
        for (question, id, texts, said) in [
            (Question::Parse, "rfc3986", ["a b", "", ""], "\"offset\":1"),
            (Question::Parse, "rfc1", ["a:b", "", ""], "no grammar of this number"),
            (Question::Agree, "", ["a:b", "", "rfc1"], "no grammar rfc1"),
            (Question::Agree, "", ["a:b", "", ""], "no grammar"),
            (Question::Normalize, "rfc3986", ["a:b", "most", ""], "no level most"),
            (Question::Resolve, "rfc3986", ["a", "b", ""], "scheme"),
        ] {
            let (is_ok, answer) = text(question, id, texts);
            assert!(!is_ok && answer.contains(said), "{answer}");
        }
        let mut call = Call::new();
        call.room(2).copy_from_slice(b"\xC3\xA9");
        assert!(!call.ask(1, 0, [1, 1, 0]));
        assert!(!call.ask(1, 0, [3, 0, 0]));
        assert!(!call.ask(1, 0, [usize::MAX, 2, 0]));
        assert!(!call.ask(99, 0, [2, 0, 0]));
    }
}
