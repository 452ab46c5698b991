//! The answers of the library.

use serde_json::{json, Value};
use urigram::agreement::{self, Refusal};
use urigram::errors::{NormalizeError, Objection, Violation};
use urigram::normalization::Level;
use urigram::parts::Span;
use urigram::{Component, Grammar, Normalizer, Reading, Resolver, SyntaxError};

/// The questions, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Question {
    /// The grammars, and the names of components in the order of their places. No text.
    Grammars,
    /// The places of the components of the first text, by the start rule that the second names.
    Parse,
    /// The second text, resolved against the first.
    Resolve,
    /// The reference that leads from the first text to the second.
    Relativize,
    /// The normal form of the first text, up to the level that the second names.
    Normalize,
    /// The equivalence of two texts: `true`, `false` or `null`.
    Equivalent,
    /// The agreement on the first text of the grammars that the third names, a line each.
    Agree,
}

impl Question {
    pub(crate) const ALL: [Question; 7] = [
        Question::Grammars,
        Question::Parse,
        Question::Resolve,
        Question::Relativize,
        Question::Normalize,
        Question::Equivalent,
        Question::Agree,
    ];

    /// Returns the question of a number.
    pub fn of(number: u32) -> Option<Question> {
        Question::ALL.get(number as usize).copied()
    }
}

/// Beginning and end of each component; `u32::MAX` twice where it is absent.
pub(crate) type Places = [[u32; 2]; Component::ALL.len()];

#[cfg(not(feature = "all"))]
const DOCUMENTS: &[Grammar] = &[Grammar::Rfc3986, Grammar::Rfc3987, Grammar::Rfc8141];
#[cfg(not(feature = "all"))]
const PRACTICES: &[Grammar] = &[];
#[cfg(feature = "all")]
const DOCUMENTS: &[Grammar] = Grammar::ALL;
#[cfg(feature = "all")]
const PRACTICES: &[Grammar] = Grammar::PRACTICES;

const LEVELS: [(&str, Level); 6] = [
    ("simple-string", Level::SimpleString),
    ("case", Level::Case),
    ("percent-encoding", Level::PercentEncoding),
    ("path-segments", Level::PathSegments),
    ("scheme", Level::Scheme),
    ("address", Level::Address),
];

/// An answer, or an object of JSON with at least a `message`. The offset in one is in the first
/// text, or in the second where `text` is true.
type Answer = Result<Vec<u8>, Value>;

pub(crate) fn all() -> impl Iterator<Item = Grammar> {
    DOCUMENTS.iter().chain(PRACTICES).copied()
}

fn grammar(id: &str) -> Result<Grammar, Value> {
    all().find(|grammar| grammar.as_str() == id).ok_or_else(|| {
        let known: Vec<&str> = all().map(Grammar::as_str).collect();
        error(format_args!("no grammar {id}; there are {}", known.join(", ")))
    })
}

/// Answers a question by the grammar of a number about texts. Places are written where they stay.
pub(crate) fn answer(
    question: Question,
    number: u32,
    [first, second, ids]: [&str; 3],
    places: &mut Places,
) -> Answer {
    let own = || {
        let grammar = all().nth(number as usize);
        grammar.ok_or_else(|| error("no grammar of this number"))
    };
    let text = |text: String| Ok(text.into_bytes());
    let value = |value: Value| Ok(value.to_string().into_bytes());
    match question {
        Question::Grammars => value(grammars()),
        Question::Parse => parse(first, own()?, second, places),
        Question::Resolve => {
            let target = Resolver::new(own()?).resolve(first, second).map_err(error)?;
            text(target.to_string())
        }
        Question::Relativize => {
            text(Resolver::new(own()?).relativize(first, second).map_err(error)?)
        }
        Question::Normalize => {
            let grammar = own()?;
            let normal = Normalizer::new(grammar).up_to(level(second)?).normalize(first);
            text(normal.map_err(|wrong| unnormal(grammar, &wrong))?.into_owned())
        }
        Question::Equivalent => {
            let grammar = own()?;
            let compared = Normalizer::new(grammar).equivalent(first, second);
            let compared = compared.map_err(|wrong| {
                let mut object = objection(grammar, &wrong);
                let start = grammar.tables(Reading::Corrected).start();
                let of_first = grammar.verdict(Reading::Corrected, start, first.as_bytes());
                object["text"] = of_first.is_accepted().into();
                object
            })?;
            value(match compared {
                urigram::normalization::Compared::Unsaid { .. } => Value::Null,
                compared => json!(compared.is_equivalent()),
            })
        }
        Question::Agree => {
            let grammars: Vec<Grammar> = ids.split('\n').map(grammar).collect::<Result<_, _>>()?;
            value(agree(first, &grammars))
        }
    }
}

fn level(name: &str) -> Result<Level, Value> {
    if name.is_empty() {
        return Ok(Level::Scheme);
    }
    let known = LEVELS.iter().find(|(known, _)| *known == name);
    known.map(|(_, level)| *level).ok_or_else(|| {
        let names = LEVELS.map(|(name, _)| name).join(", ");
        error(format_args!("no level {name}; there are {names}"))
    })
}

fn grammars() -> Value {
    let one = |grammar: Grammar| {
        let document = grammar.document();
        json!({
            "id": document.id,
            "name": document.number,
            "title": document.title,
            "date": document.date.to_string(),
            "practice": PRACTICES.contains(&grammar),
        })
    };
    json!({
        "grammars": all().map(one).collect::<Vec<_>>(),
        "components": Component::ALL.map(|component| component.name()),
    })
}

/// Writes the places of all components in the text as it was given. Where characters inside the
/// text are removed before the grammar reads, the answer is a list of the components' texts without
/// them.
fn parse(text: &str, grammar: Grammar, rule: &str, places: &mut Places) -> Answer {
    let table = match rule {
        "" => grammar.tables(Reading::Corrected).start(),
        rule => {
            #[cfg(feature = "all")]
            let named = grammar.table_of(Reading::Corrected, rule);
            #[cfg(not(feature = "all"))]
            let named = grammar.tables(Reading::Corrected).named(rule);
            named.map_err(|wrong| error(format_args!("{grammar}: {rule}: {wrong}")))?
        }
    };
    let verdict = grammar.verdict(Reading::Corrected, table, text.as_bytes());
    let found = verdict.components().map_err(|wrong| objection(grammar, &wrong))?;
    let span = |component| found.as_ref()?.span(component);
    let stripped = verdict.stripped();
    for (place, component) in places.iter_mut().zip(Component::ALL) {
        let span = span(component).map(|span| stripped.span(span));
        *place = span.map_or([u32::MAX; 2], |span| [span.start, span.end]);
    }
    if stripped.borrowed().is_some() {
        return Ok(Vec::new());
    }
    let text = |component| Some(String::from_utf8_lossy(found.as_ref()?.text(component)?));
    Ok(json!(Component::ALL.map(text)).to_string().into_bytes())
}

/// Returns the error for a text that a grammar does not accept.
fn objection(grammar: Grammar, objection: &Objection) -> Value {
    match objection {
        Objection::Syntax(error) => syntax(error),
        other => {
            let (rule, section) = other.rule().unzip();
            json!({
                "message": other.to_string(),
                "offset": other.offset(),
                "expected": [],
                "rule": rule,
                "constraint": other.constraint().map(Violation::id),
                "section": section.or_else(|| Some(other.constraint()?.section())),
                "grammar": grammar.as_str(),
            })
        }
    }
}

fn unnormal(grammar: Grammar, wrong: &NormalizeError) -> Value {
    match wrong {
        NormalizeError::Rejected(wrong) => objection(grammar, wrong),
        other => error(other),
    }
}

fn agree(text: &str, grammars: &[Grammar]) -> Value {
    let place = |span: Option<Span>| span.map(|span| [span.start, span.end]);
    match agreement::check(text, grammars) {
        Ok(agreed) => json!({
            "agreed": true,
            "accepting": agreed.accepting(),
            "scheme": place(agreed.scheme()),
            "userinfo": place(agreed.userinfo()),
            "host": place(agreed.host()),
            "port": place(agreed.port()),
        }),
        Err(Refusal::Conflict(conflict)) => json!({
            "agreed": false,
            "reason": conflict.to_string(),
            "component": conflict.component.name(),
            "grammars": [conflict.a.as_str(), conflict.b.as_str()],
            "places": [place(conflict.span_a), place(conflict.span_b)],
        }),
        Err(refusal) => json!({ "agreed": false, "reason": refusal.to_string() }),
    }
}

fn syntax(error: &SyntaxError) -> Value {
    json!({
        "message": error.to_string(),
        "kind": error.kind().as_str(),
        "offset": error.offset(),
        "expected": error.expected().items(),
        "rule": error.rule(),
        "section": error.section(),
        "grammar": error.document().id,
    })
}

fn error(message: impl ToString) -> Value {
    json!({ "message": message.to_string() })
}
