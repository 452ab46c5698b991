//! Two grammars: whether both find the same component in every string that both accept.

use serde::{Serialize, Serializer};
use urigram::errors::UnknownName;
use urigram::proof::{ProofError, Side};
use urigram::{Component, Grammar, Reading};
use urigram_study::agreement::{Agreement, Condition, Difference, Outcome, Splits, COMPONENTS};

use super::{string, Kept, Params, Question};
use crate::json::{AgreementJson, MarksJson};
use crate::line::Line;
use crate::memo::Memo;
use crate::parse::Report;
use crate::refusal::Refusal;

/// Two grammars and a component, by default the host, and a condition on strings.
pub(super) struct Agree {
    a: Side<'static>,
    b: Side<'static>,
    component: Component,
    condition: Option<Condition>,
}

impl Question for Agree {
    const NAME: &'static str = "agree";

    fn read(params: &Params) -> Result<Agree, Refusal> {
        let side = |grammar, reading| {
            let (grammar, reading) = (params.grammar(grammar)?, params.reading(reading)?);
            Ok::<_, Refusal>(Side { grammar, reading, rule: None })
        };
        let (a, b) = (side("a", "reading_a")?, side("b", "reading_b")?);
        let component = component(params.text("component")?.unwrap_or("host"))?;
        Ok(Agree { a, b, component, condition: condition(params.text("if")?, &[a, b])? })
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let &Agree { a, b, component, .. } = self;
        let (first, second) = (splits(a, component)?, splits(b, component)?);
        let agreement = first.agree(second, component, self.condition.as_ref());
        let marks = if let Outcome::Differs(Difference { input, .. }) = &agreement.outcome {
            let line = Line::new(input);
            let report = |side: Side<'_>| Report::by_start(input, side.grammar, side.reading);
            let marks = |side: Side<'_>| string::marks(&report(side), &line);
            Some(MarksJson { marks_a: marks(a), marks_b: marks(b), line })
        } else {
            None
        };
        Ok(Agreed { agreement, marks })
    }
}

/// An answer: as JSON the object of `urigram compare A B --component C --format json`, where the
/// witness also has its line and each grammar's marks in it.
struct Agreed {
    agreement: Agreement<'static>,
    marks: Option<MarksJson>,
}

impl Serialize for Agreed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AgreementJson::marked(&self.agreement, self.marks.as_ref()).serialize(serializer)
    }
}

/// The components that can be asked about, and the grammars that are not in the list of documents
/// and can be compared with them.
#[derive(Serialize)]
pub(super) struct Agreeing {
    components: Vec<&'static str>,
    others: Vec<Other>,
}

/// A grammar that is not in the list of documents.
#[derive(Serialize)]
struct Other {
    grammar: &'static str,
    number: &'static str,
    date: String,
    start: &'static str,
}

impl Kept for Agreeing {
    const NAME: &'static str = "agreeing";

    fn answer() -> Result<impl Serialize, Refusal> {
        let other = |grammar: Grammar| {
            let document = grammar.document();
            let (number, start) = (document.number, document.start.default);
            Other { grammar: document.id, number, date: document.date.to_string(), start }
        };
        let components = COMPONENTS.map(Component::name).to_vec();
        Ok(Agreeing { components, others: Grammar::unselected().map(other).collect() })
    }
}

fn component(name: &str) -> Result<Component, Refusal> {
    let found = UnknownName::resolve("component", name, COMPONENTS, Component::name);
    found.map_err(|error| Refusal::unknown(name, error))
}

/// Returns the condition that strings must satisfy, in the notation of `compare --under`.
fn condition(text: Option<&str>, sides: &[Side<'_>]) -> Result<Option<Condition>, Refusal> {
    let Some(text) = text else { return Ok(None) };
    Condition::read(text, sides).map(Some).map_err(|error| match error {
        ProofError::Undecided(_) => Refusal::Limit(format!("{text:?}: {error}")),
        error => Refusal::Usage(format!("{text:?}: {error}")),
    })
}

/// Returns the automaton of a component. There are at most ten for each grammar and reading.
fn splits(side: Side<'_>, component: Component) -> Result<&'static Splits<'static>, Refusal> {
    static KNOWN: Memo<(Grammar, Reading, &'static str), Splits<'static>> = Memo::new();
    let Side { grammar, reading, .. } = side;
    KNOWN.get((grammar, reading, component.name()), || {
        Ok(Splits::of(Side { grammar, reading, rule: None }, &[component])?)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{json, Value};

    use super::super::ask as ask_page;
    use super::super::question::json_of;
    use super::*;

    fn ask(query: &str) -> Result<Value, Refusal> {
        json_of::<Agree>(query)
    }

    #[test]
    fn the_splits_of_a_witness_differ_in_the_component() {
        let json = ask("a=rfc2396&b=rfc3986&component=host").unwrap();
        assert_eq!((&json["result"], &json["witness"]["input"]), (&json!("differs"), &json!("//")));
        let host = |marks: &Value| {
            let marks = marks.as_array().unwrap();
            marks.iter().find(|mark| mark["name"] == "host").map(|mark| mark["from"].clone())
        };
        assert_eq!(host(&json["witness"]["marks_a"]), None);
        assert_eq!(host(&json["witness"]["marks_b"]), Some(json!(2)));
    }

    #[test]
    fn a_condition_leaves_fewer_strings() {
        let named = "a=rfc2396&b=rfc3986&if=x%20%3D%20%22http://%22%20hostname";
        assert_eq!(ask(named).unwrap()["result"], "agrees");
        // As the command reads them: a beginning, and a rule of the second grammar.
        let beginning = ask("a=rfc2396&b=rfc3986&if=http://a*").unwrap();
        assert!(beginning["witness"]["input"].as_str().unwrap().starts_with("http://a"));
        assert!(ask("a=rfc2396&b=rfc3986&if=path-rootless").is_ok());
        assert!(matches!(ask("a=rfc2396&b=rfc3986&if=x%20%3D%20nowhere"), Err(Refusal::Usage(_))));
        assert!(matches!(ask("a=rfc2396&b=rfc3986&component=hots"), Err(Refusal::Usage(_))));
    }

    #[test]
    fn practices_can_be_asked_about() {
        let json = ask("a=rfc3986&b=java-net-uri&component=scheme").unwrap();
        assert_eq!(json["result"], "agrees");
        let others = ask_page("agreeing", &Params::default()).unwrap();
        assert!(others["others"].as_array().unwrap().iter().any(|one| one["grammar"] == "whatwg"));
    }
}
