//! Every question has an answer, and one sentence for parameters that it cannot use.

use urigram_answers::questions::{ask, kept, Params, Questions};
use urigram_answers::Refusal;

/// A question, parameters that it answers with a key of that answer, and parameters that it
/// refuses, each with the sentence.
type Row = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const READING: (&str, &str) = ("reading=hots&grammar=rfc3986", "\"hots\": no such reading");
const UNKNOWN: (&str, &str) =
    ("grammar=rfc398", "\"rfc398\": no such grammar; did you mean `rfc3986`?");
const MISSING: (&str, &str) = ("", "`grammar` names no grammar");
const ESCAPE: (&str, &str) =
    ("escaped=1&input=a%5Cq", "byte 1: an escape is \\\\, \\n, \\r, \\t, \\xHH or \\u{H…}");
const RULE: (&str, &str) =
    ("grammar=rfc3986&rule=hots", "\"hots\" in rfc3986: no such rule; did you mean `host`?");
const UNWRITTEN: (&str, &str) = ("", "write rules in `abnf` or `peg`");
const BOTH: (&str, &str) = ("abnf=a&peg=a", "give `abnf` or `peg`, not both");

const ROWS: &[Row] = &[
    ("string", "input=a", "documents", &[
        READING,
        ESCAPE,
        ("reading=%FF", "`reading` is not UTF-8"),
    ]),
    ("resolve", "base=a:b&reference=c", "answers", &[
        READING,
        ("base=%FF", "`base` is not UTF-8: byte 0xFF at offset 0; the documents resolve text"),
    ]),
    ("compare", "a=rfc2396&b=rfc3986&rule_a=host&rule_b=host", "relation", &[
        ("b=rfc3986", "`a` names no grammar"),
        ("a=rfc2396&b=hots", "\"hots\": no such grammar"),
        (
            "a=rfc2396&b=rfc3986&rule_b=hots",
            "\"hots\" in rfc3986: no such rule; did you mean `host`?",
        ),
    ]),
    ("components", "a=rfc2141&b=rfc3986", "components", &[("a=rfc2141", "`b` names no grammar")]),
    ("agree", "a=rfc2396&b=rfc3986&component=scheme", "result", &[
        ("b=rfc3986", "`a` names no grammar"),
        ("a=rfc2396", "`b` names no grammar"),
        ("a=rfc2396&b=rfc3986&component=hots", "\"hots\": no such component; did you mean `host`?"),
        ("a=rfc2396&b=rfc3986&reading_b=hots", "\"hots\": no such reading"),
        ("a=rfc2396&b=rfc3986&if=hots", "\"hots\": no such rule; did you mean `host`?"),
    ]),
    ("hosts", "input=a", "readers", &[ESCAPE]),
    ("document", "grammar=rfc3986", "rules", &[MISSING, UNKNOWN, READING]),
    ("diagram", "grammar=rfc3986&rule=HOST", "svg", &[
        MISSING,
        UNKNOWN,
        READING,
        ("grammar=rfc3986&rule=hots", "\"hots\": no such rule; did you mean `host`?"),
    ]),
    ("history", "of=host", "shared", &[
        READING,
        ("of=hots", "\"hots\": no such concept or rule; did you mean `host`?"),
    ]),
    ("drafts", "of=host&input=a", "changes", &[ESCAPE, ("of=%FF", "`of` is not UTF-8")]),
    ("rules", "grammar=rfc3986", "rules", &[MISSING, UNKNOWN]),
    ("steps", "grammar=rfc3986&rule=scheme&input=a", "peg", &[
        MISSING, UNKNOWN, READING, RULE, ESCAPE,
    ]),
    ("tree", "grammar=rfc3986&input=a", "nodes", &[
        MISSING,
        UNKNOWN,
        READING,
        RULE,
        ESCAPE,
        ("grammar=rfc3986&rule=scheme&input=1", "`1` is not allowed in a scheme (byte 0, rule `scheme`, rfc3986 section 3.1)"),
    ]),
    ("exercise", "id=scheme&abnf=scheme%3D%22a%22", "verdict", &[
        ("", "\"\": there is no such exercise"),
        ("id=scheme&abnf=%FF", "`abnf` is not UTF-8"),
    ]),
    ("own", "abnf=a%3D%22a%22&input=b", "offset", &[
        UNWRITTEN,
        BOTH,
        // What cannot be read is refused before the rules are.
        (
            "abnf=a&input=a%5Cq&escaped=1",
            "byte 1: an escape is \\\\, \\n, \\r, \\t, \\xHH or \\u{H…}",
        ),
    ]),
    ("remarks", "peg=a%3D%7B%22a%22%7D", "findings", &[UNWRITTEN, BOTH]),
    ("grammars", "", "grammars", &[]),
    ("suggestions", "", "witnesses", &[]),
    ("matrix", "", "pairs", &[]),
    ("lessons", "", "lessons", &[]),
    ("lesson", "id=tilde", "steps", &[
        ("id=%FF", "`id` is not UTF-8"),
        (
            "id=hots",
            "\"hots\": there is no such lesson; there are query, copied-bnf, tilde, two-hosts, \
             urn-to-urn, brackets, first-match, backslash, zones, own-grammar",
        ),
    ]),
    ("exercises", "", "exercises", &[]),
    ("agreeing", "", "others", &[]),
];

#[test]
fn every_question_has_an_answer_and_sentences() {
    let names: Vec<&str> = ROWS.iter().map(|row| row.0).collect();
    assert_eq!(Questions::ALL.names().collect::<Vec<_>>(), names);
    let mut others = Vec::new();
    for (name, good, key, refused) in ROWS {
        let answered = |query: &str| ask(name, &Params::read(query.as_bytes()).unwrap());
        let answer = answered(good).unwrap_or_else(|refusal| panic!("{name}?{good}: {refusal}"));
        assert!(!answer[*key].is_null(), "{name}?{good}: {answer}");
        for (query, sentence) in *refused {
            let found = answered(query).unwrap_err().to_string();
            if found != *sentence {
                others.push(format!("{name}?{query}: {found}"));
            }
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
    let none = ask("hots", &Params::default());
    assert_eq!(none, Err(Refusal::Usage("\"hots\": there is no such question".to_owned())));
}

/// A question without inputs has one answer for all parameters.
#[test]
fn kept_answers_are_those_that_are_asked_for() {
    for (question, answer) in kept().unwrap() {
        let (name, query) = question.split_once('?').unwrap();
        let query = if query.is_empty() { "input=%FF&reading=hots" } else { query };
        assert_eq!(ask(name, &Params::read(query.as_bytes()).unwrap()), Ok(answer), "{question}");
    }
}
