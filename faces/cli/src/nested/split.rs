//! The places of rules in records that a nested rule derives.

use urigram::errors::Objection;
use urigram_answers::json::{self, ErrorJson, SplitJson, TextOf};
use urigram_answers::nested_verdict;
use urigram_generate::nested::{Error, Limits};
use urigram_generate::NestedRule;

use crate::bulk::Reader;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::rejected_lines::RejectedLines;
use crate::values::{Row, Style};

/// The texts of a rule in one record: one or none, unless the rule is a list there.
type Texts<'i> = Vec<&'i str>;

/// The column of errors.
const ERROR: &str = "error";

/// A reason why a record has no columns.
enum Wrong {
    Rejected(Box<ErrorJson>),
    Said(String, Outcome),
}

impl Wrong {
    fn message(&self) -> &str {
        match self {
            Wrong::Rejected(error) => error.message(),
            Wrong::Said(message, _) => message,
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Wrong::Rejected(_) => Outcome::Rejected,
            Wrong::Said(_, outcome) => *outcome,
        }
    }
}

/// Returns the object of a record.
fn json<'a>(
    input: &'a [u8],
    grammar: &'a str,
    found: &Result<Vec<(&'a str, Texts<'a>)>, Wrong>,
) -> SplitJson<'a> {
    let (components, error) = match found {
        Ok(found) => {
            let list = |texts: &Texts<'a>| texts.iter().map(|text| text.as_bytes()).collect();
            let named = found.iter().map(|(name, texts)| (*name, TextOf::List(list(texts))));
            (Some(json::Texts(named.collect())), None)
        }
        Err(Wrong::Rejected(error)) => (None, Some((**error).clone())),
        Err(Wrong::Said(message, _)) => (None, Some(ErrorJson::of(message))),
    };
    SplitJson { input: input.into(), grammar: Some(grammar), components, error }
}

/// Writes the texts of rules in each record, as columns or as JSON. In JSON each is an array, since
/// most rules inside a nested one may occur several times.
///
/// # Errors
/// [`Failure::Usage`] without names, and the errors of reading and writing.
pub(crate) fn split(
    globals: &Globals,
    rule: &NestedRule,
    reader: &Reader<'_>,
    get: &[String],
    separator: Option<&str>,
) -> Result<Outcome, Failure> {
    if get.is_empty() {
        return Err(Failure::Usage(format!(
            "`{}` is recursive: name the rules to write with --get",
            rule.name()
        )));
    }
    let rules: Vec<String> = get.iter().filter(|name| *name != ERROR).cloned().collect();
    for name in &rules {
        if matches!(rule.places(name, "", Limits::for_length(0)), Err(Error::UnknownRule)) {
            return Err(Failure::Usage(format!(
                "--get {name}: `{}` of {} uses no such rule",
                rule.name(),
                rule.id()
            )));
        }
    }
    RejectedLines::default().run(globals, reader, |place, input, answers| {
        let found = find(rule, &rules, input);
        let outcome = found.as_ref().map_or_else(Wrong::outcome, |_| Outcome::Done);
        if globals.json() {
            answers.json(place, &json(input, rule.id(), &found));
            return outcome;
        }
        let mut outcome = outcome;
        let mut values: Vec<Option<String>> = vec![None; rules.len()];
        let mut error = found.as_ref().err().map(|wrong| wrong.message().to_owned());
        for (value, (name, texts)) in values.iter_mut().zip(found.iter().flatten()) {
            *value = match (&texts[..], separator) {
                ([], _) => None,
                ([one], None) => Some((*one).to_owned()),
                (many, Some(separator)) if many.iter().all(|one| !one.contains(separator)) => {
                    Some(many.join(separator))
                }
                (_, Some(_)) => {
                    error = Some(format!("an item of {name} holds the separator"));
                    None
                }
                (many, None) => {
                    error = Some(format!("{name} occurs {} times: --list-separator", many.len()));
                    None
                }
            };
        }
        if error.is_some() && outcome == Outcome::Done {
            outcome = Outcome::Rejected;
        }
        let mut row = Row::new(&mut answers.text, Style::Tsv);
        let mut values = values.iter();
        for name in get {
            let value = if name == ERROR {
                Some(error.as_deref().unwrap_or(""))
            } else {
                values.next().and_then(|value| value.as_deref())
            };
            row.value(name, value.map(str::as_bytes));
        }
        answers.text.push(b'\n');
        outcome
    })
}

fn find<'i>(
    rule: &NestedRule,
    get: &'i [String],
    input: &'i [u8],
) -> Result<Vec<(&'i str, Texts<'i>)>, Wrong> {
    let wrong = |objection: Objection| match ErrorJson::of_objection(input, &objection) {
        line if !line.has_place() => Wrong::Said(line.message().to_owned(), Outcome::Undecided),
        line => Wrong::Rejected(Box::new(line)),
    };
    nested_verdict(rule, input).check().map_err(wrong)?;
    let limits = Limits::for_length(input.len());
    let said = |message: String| Wrong::Said(message, Outcome::Rejected);
    let text = std::str::from_utf8(input).map_err(|_| said("not UTF-8".to_owned()))?;
    let mut found = Vec::new();
    for name in get {
        let spans = rule.places(name, text, limits);
        let spans = spans.map_err(|error| wrong(Objection::Stack(error)))?;
        let spans = spans.ok_or_else(|| said(format!("{name} has several readings here")))?;
        found.push((&**name, spans.into_iter().map(|span| span.of(text)).collect()));
    }
    Ok(found)
}
