//! Rules that a visitor wrote, beside a document's: for one string, or for all.

use serde_json::{json, Value};
use urigram::proof::{Side, Terminals};

use super::line::Line;
use super::{automata, steps, Params};
use crate::json::{extend, ComparedRule, ComparisonJson};
use crate::lessons::{is_short, Notation, Written};
use crate::refusal::Refusal;

/// The name of the visitor's rules beside the ids of documents.
const OWN: &str = "own";

/// Answers `own`: the verdict of the rules in `abnf` or `peg` on `input`, and their relation to the
/// rule `of` of `grammar`, if one is named. `rule` names the visitor's rule, by default the first.
///
/// Reading such rules can take exponential time.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let (notation, text) = match (params.text("peg")?, params.text("abnf")?) {
        (Some(peg), None) => (Notation::Peg, peg),
        (None, Some(abnf)) => (Notation::Abnf, abnf),
        (None, None) => return Err(Refusal::Usage("write rules in `abnf` or `peg`".to_owned())),
        _ => return Err(Refusal::Usage("`abnf` and `peg` exclude each other here".to_owned())),
    };
    is_short(text).map_err(Refusal::Limit)?;
    let side = side(params)?;
    let terminals = match side {
        Some(side) => steps::transcriptions(side.grammar, side.reading)?.terminals(),
        None => Terminals::CodePoints,
    };
    let written = Written { notation, text, given: "", terminals };
    let (rule, dfa) = match written.automaton(params.text("rule")?) {
        Ok(found) => found,
        Err(fault) => return Ok(json!({ "error": fault })),
    };
    let mut value = json!({ "rule": rule, "states": dfa.len() });
    if params.has("input") {
        let input = params.input("input")?;
        let line = Line::new(&input);
        let offset = dfa.reject_offset(&input);
        let caret = offset.map(|offset| line.column(offset));
        let more = json!({
            "accepted": offset.is_none(),
            "offset": offset,
            "caret": caret,
            "line": line,
        });
        extend(&mut value, &more)?;
    }
    if let Some(side) = side {
        let compared = dfa.compare(automata::of(side)?, Default::default());
        let compared = compared.map_err(urigram::proof::ProofError::Undecided)?;
        let own = ComparedRule { name: OWN, rule: &rule, reading: None };
        value["comparison"] = serde_json::to_value(ComparisonJson::new(own, side, &compared))?;
    }
    Ok(value)
}

/// Returns the rule that the visitor's is compared with.
fn side(params: &Params) -> Result<Option<Side<'_>>, Refusal> {
    if !params.has("grammar") {
        return Ok(None);
    }
    let (grammar, rule) = (params.grammar("grammar")?, params.text("of")?);
    if let Some(name) = rule {
        let known = grammar.document().rule(name);
        known.map_err(|error| Refusal::unknown_in(name, grammar, error))?;
    }
    Ok(Some(Side { grammar, reading: params.reading("reading")?, rule }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(query: &str) -> Result<Value, Refusal> {
        answer(&Params::read(query.as_bytes()).unwrap())
    }

    #[test]
    fn rules_are_held_against_a_string_and_a_document() {
        let abnf = "abnf=x%20%3D%20%22http://%22%201*ALPHA%0Ay%20%3D%20%22%22";
        let told = ask(&format!("{abnf}&input=http://%C3%A9")).unwrap();
        assert_eq!((&told["rule"], &told["accepted"]), (&json!("x"), &json!(false)));
        assert_eq!((&told["offset"], &told["caret"]), (&json!(7), &json!(7)));
        assert_eq!(ask(&format!("{abnf}&rule=y&input=")).unwrap()["accepted"], true);
        let told = ask(&format!("{abnf}&grammar=rfc3986")).unwrap();
        let comparison = &told["comparison"];
        assert_eq!(comparison["relation"], "subset");
        assert_eq!((&comparison["a"], &comparison["rule_a"]), (&json!("own"), &json!("x")));
        assert_eq!((&comparison["only_b"], &told["accepted"]), (&json!(""), &Value::Null));
        let told = ask("peg=host%20%3D%20%7B%20%22a%22%20%7D&grammar=rfc3986&of=host").unwrap();
        assert_eq!(told["comparison"]["both"], "a");
    }

    #[test]
    fn rules_that_cannot_be_read_have_a_place() {
        let told = ask("abnf=x%20%3D%20ALPHA%0A%20%20/%20digits&input=a").unwrap();
        assert_eq!((&told["error"]["line"], &told["accepted"]), (&json!(2), &Value::Null));
        for query in ["", "abnf=a&peg=b", "abnf=a%3D%22a%22&grammar=hots"] {
            assert!(matches!(ask(query), Err(Refusal::Usage(_))), "{query}");
        }
        let long = format!("abnf={}", "a".repeat(20_001));
        assert!(matches!(ask(&long), Err(Refusal::Limit(_))));
        let hots = ask("abnf=a%3D%22a%22&grammar=rfc3986&of=hots").unwrap_err();
        assert!(hots.to_string().contains("did you mean `host`"), "{hots}");
    }
}
