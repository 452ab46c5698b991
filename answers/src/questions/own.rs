//! Rules that a visitor wrote, beside a document's: for one string, or for all.

use serde_json::{json, Value};
use urigram::proof::{Side, Terminals};
use urigram_generate::nested::{Error, Limits, Node};
use urigram_generate::NestedRule;

use super::line::Line;
use super::tree::{preorder, row};
use super::{automata, steps, Params};
use crate::json::{extend, ComparedRule, ComparisonJson};
use crate::lessons::{is_short, Fault, Notation, ReadRules, Written};
use crate::refusal::Refusal;

/// The name of the visitor's rules beside the ids of documents.
const OWN: &str = "own";

/// Answers `own`: the verdict of the rules in `abnf` or `peg` on `input`. `rule` names one of them,
/// by default the first. With `tree=1` the rules that matched are there, too. A rule that calls
/// itself is `nested`: an automaton with a stack, or a PEG's machine, reads it.
///
/// Reading such rules can take exponential time.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let read = match read(params, Terminals::CodePoints)? {
        Ok(read) => read,
        Err(fault) => return Ok(json!({ "error": fault })),
    };
    if read.is_nested() {
        return nested(&read, params);
    }
    let dfa = match read.automaton() {
        Ok(dfa) => dfa,
        Err(fault) => return Ok(json!({ "error": fault })),
    };
    let mut value = json!({ "rule": read.rule, "states": dfa.len() });
    if params.has("input") {
        let input = params.input("input")?;
        let line = Line::new(&input);
        let offset = dfa.reject_offset(&input);
        if params.flag("tree") {
            extend(&mut value, &tree_of(&read.machine(), &input, &line)?)?;
        }
        extend(&mut value, &verdict(offset, line))?;
    }
    Ok(value)
}

/// Answers `beside`: the relation of the visitor's rules to the rule `of` of `grammar`. It is a
/// question of its own, because `own` needs no document.
///
/// Reading such rules can take exponential time.
pub(super) fn beside(params: &Params) -> Result<Value, Refusal> {
    let side = side(params)?;
    let terminals = steps::transcriptions(side.grammar, side.reading)?.terminals();
    let found = read(params, terminals)?.and_then(|read| Ok((read.automaton()?, read.rule)));
    let (dfa, rule) = match found {
        Ok(found) => found,
        Err(fault) => return Ok(json!({ "error": fault })),
    };
    let compared = dfa.compare(automata::of(side)?, Default::default());
    let compared = compared.map_err(urigram::proof::ProofError::Undecided)?;
    let own = ComparedRule { name: OWN, rule: &rule, reading: None };
    let comparison = serde_json::to_value(ComparisonJson::new(own, side, &compared))?;
    Ok(json!({ "rule": rule, "states": dfa.len(), "comparison": comparison }))
}

/// Reads the rules that a visitor wrote.
fn read(params: &Params, terminals: Terminals) -> Result<Result<ReadRules, Fault>, Refusal> {
    let (notation, text) = written(params)?;
    let written = Written { notation, text, given: "", terminals };
    Ok(written.read(params.text("rule")?))
}

/// Returns the rules that a visitor wrote.
pub(super) fn written(params: &Params) -> Result<(Notation, &str), Refusal> {
    let (notation, text) = match (params.text("peg")?, params.text("abnf")?) {
        (Some(peg), None) => (Notation::Peg, peg),
        (None, Some(abnf)) => (Notation::Abnf, abnf),
        (None, None) => return Err(Refusal::Usage("write rules in `abnf` or `peg`".to_owned())),
        _ => return Err(Refusal::Usage("give `abnf` or `peg`, not both".to_owned())),
    };
    is_short(text).map_err(Refusal::Limit)?;
    Ok((notation, text))
}

/// Returns the place where an input is rejected, in bytes and in columns.
fn verdict(offset: Option<usize>, line: Line) -> Value {
    json!({
        "accepted": offset.is_none(),
        "offset": offset,
        "caret": offset.map(|offset| line.column(offset)),
        "line": line,
    })
}

/// Answers about a rule that calls itself.
fn nested(read: &ReadRules, params: &Params) -> Result<Value, Refusal> {
    let mut value = json!({ "rule": read.rule, "nested": true });
    let machine = match read.machine() {
        Ok(machine) => machine,
        Err(why) => {
            let message = format!("`{}` calls itself, and is {why}: bound the nesting", read.rule);
            return Ok(json!({ "error": Fault::of_all(&message) }));
        }
    };
    value["way"] = machine.way().into();
    if params.has("input") {
        let input = params.input("input")?;
        let line = Line::new(&input);
        let offset = match machine.check(&input, Limits::for_length(input.len())) {
            Ok(()) => None,
            Err(Error::Unexpected { offset, .. } | Error::Rejected { offset, .. }) => Some(offset),
            Err(error) => return Err(Refusal::Limit(error.to_string())),
        };
        if params.flag("tree") {
            extend(&mut value, &tree_of(&Ok(machine), &input, &line)?)?;
        }
        extend(&mut value, &verdict(offset, line))?;
    }
    Ok(value)
}

/// Returns the tree of an input that a rule accepts, the numbers of the nodes whose inner nodes are
/// not the same in every reading, and of a rejected one what could follow and in which rules.
fn tree_of(
    machine: &Result<NestedRule, String>,
    input: &[u8],
    line: &Line,
) -> Result<Value, Refusal> {
    let machine = match machine {
        Ok(machine) => machine,
        Err(why) => return Ok(json!({ "no_tree": format!("There is no tree: {why}.") })),
    };
    let no_tree = |why: &str| Ok(json!({ "no_tree": why }));
    if !line.is_whole() {
        return no_tree("The string is too long to draw a tree over it.");
    }
    let Ok(text) = std::str::from_utf8(input) else {
        return no_tree("The string is not UTF-8, and these rules match characters.");
    };
    let tree = match machine.parse(text, Limits::for_length(text.len())) {
        Ok(tree) => tree,
        Err(Error::Unexpected { expected, open, .. }) => {
            let open: Vec<(&str, usize)> =
                open.iter().map(|open| (&*open.rule, line.column(open.start))).collect();
            return Ok(json!({ "expected": expected.items(), "open": open }));
        }
        Err(Error::Rejected { open, .. }) => {
            let open: Vec<(&str, usize)> =
                open.iter().map(|open| (&*open.rule, line.column(open.start))).collect();
            return Ok(json!({ "open": open }));
        }
        Err(error) => return no_tree(&format!("There is no tree: {error}.")),
    };
    let roots: Vec<Node<'_>> = tree.roots().collect();
    // A rule that leaves no node of its own is drawn above those inside it.
    let is_alone = roots.len() == 1;
    let mut nodes = Vec::new();
    if !is_alone {
        nodes.push(row(line, machine.name(), 0..input.len(), 0));
    }
    let mut ambiguous = Vec::new();
    for (node, depth) in preorder(roots, |node| node.children().collect())? {
        if node.is_ambiguous() {
            ambiguous.push(nodes.len());
        }
        let depth = depth + usize::from(!is_alone);
        nodes.push(row(line, node.rule(), node.start()..node.end(), depth));
    }
    Ok(json!({ "nodes": nodes, "ambiguous": ambiguous }))
}

/// Returns the rule that the visitor's is compared with.
fn side(params: &Params) -> Result<Side<'_>, Refusal> {
    let (grammar, rule) = (params.grammar("grammar")?, params.text("of")?);
    if let Some(name) = rule {
        let known = grammar.document().rule(name);
        known.map_err(|error| Refusal::unknown_in(name, grammar, error))?;
    }
    Ok(Side { grammar, reading: params.reading("reading")?, rule })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(query: &str) -> Result<Value, Refusal> {
        let params = Params::read(query.as_bytes()).unwrap();
        if params.has("grammar") {
            beside(&params)
        } else {
            answer(&params)
        }
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

    #[test]
    fn trees_of_own_rules_are_those_of_their_notation() {
        let nodes = |query: &str| {
            let told = ask(query).unwrap();
            serde_json::from_value::<Vec<(String, usize, usize, usize)>>(told["nodes"].clone())
                .unwrap_or_else(|error| panic!("{error}: {told}"))
        };
        let row = |name: &str, from, to, depth| (name.to_owned(), from, to, depth);
        let wanted = [row("a", 0, 3, 0), row("b", 0, 1, 1), row("b", 2, 3, 1)];
        let abnf = "abnf=a%20%3D%20b%20%22:%22%20b%0Ab%20%3D%20*%22%C3%A9%22%20%25xE9";
        assert_eq!(ask(&format!("{abnf}&input=x&tree=1")).unwrap()["error"]["line"], 2);
        let abnf = "abnf=a%20%3D%20b%20%22:%22%20b%0Ab%20%3D%20%25xE9";
        assert_eq!(nodes(&format!("{abnf}&input=%C3%A9:%C3%A9&tree=1")), wanted);
        let peg = "peg=a%20%3D%20%7Bb~%22:%22~b%7D%20b%3D%7B%22%C3%A9%22%7D";
        assert_eq!(nodes(&format!("{peg}&input=%C3%A9:%C3%A9&tree=1")), wanted);
        // What could follow, and in which rule.
        let told = ask(&format!("{abnf}&input=%C3%A9x&tree=1")).unwrap();
        assert_eq!((&told["accepted"], &told["caret"]), (&json!(false), &json!(1)), "{told}");
        assert_eq!((&told["expected"], &told["open"]), (&json!(["\":\""]), &json!([["a", 0]])));
        // Two readings, of which nobody says which one is meant.
        let told = ask("abnf=a%20%3D%20*b%20*b%0Ab%20%3D%20%22x%22&input=xx&tree=1").unwrap();
        assert_eq!((&told["accepted"], &told["nodes"][0]), (&json!(true), &json!(["a", 0, 2, 0])));
    }

    #[test]
    fn rules_that_call_themselves_are_run_and_said_to_be_nested() {
        let list = "abnf=list%20%3D%20%22(%22%20*list%20%22)%22";
        let told = ask(&format!("{list}&input=(())&tree=1")).unwrap();
        assert_eq!((&told["nested"], &told["accepted"]), (&json!(true), &json!(true)), "{told}");
        assert_eq!(told["nodes"], json!([["list", 0, 4, 0], ["list", 1, 3, 1]]));
        assert!(told["way"].as_str().unwrap().contains("with a stack"), "{told}");
        let told = ask(&format!("{list}&input=(()")).unwrap();
        assert_eq!((&told["accepted"], &told["offset"]), (&json!(false), &json!(3)));
        let peg = "peg=list%20%3D%20%7B%22(%22~list*~%22)%22%7D";
        let told = ask(&format!("{peg}&input=(())&tree=1")).unwrap();
        assert_eq!((&told["nested"], &told["accepted"]), (&json!(true), &json!(true)), "{told}");
        assert_eq!(ask(&format!("{peg}&input=(()")).unwrap()["offset"], 3);
        // Palindromes are not shown deterministic, and a document is compared with no such rule.
        let even = "abnf=p%20%3D%20%22%22%20/%20%22a%22%20p%20%22a%22%20/%20%22b%22%20p%20%22b%22";
        let told = ask(&format!("{even}&input=abba")).unwrap()["error"]["message"].to_string();
        assert!(told.contains("bound the nesting"), "{told}");
        let told = ask(&format!("{list}&grammar=rfc3986")).unwrap();
        assert!(told["error"]["message"].is_string() && told["comparison"].is_null(), "{told}");
    }

    #[test]
    fn hostile_inputs_and_rules_have_an_answer() {
        let list = "abnf=list%20%3D%20%22(%22%20*list%20%22)%22";
        let deep = "(".repeat(100_000);
        let told = ask(&format!("{list}&input={deep}&tree=1")).unwrap();
        assert_eq!((&told["accepted"], &told["offset"]), (&json!(false), &json!(100_000)));
        assert!(told["no_tree"].as_str().unwrap().contains("too long"), "{told}");
        let told = ask("abnf=a%20%3D%20*OCTET&input=%FF%00&tree=1").unwrap();
        assert!(told["accepted"].is_boolean() && told["no_tree"].is_string(), "{told}");
        for rules in ["%00", "%FF", "%3D", "a%3Da", "a%3D((((", "a%3D%22x%22%0D%0Aa%3D%22y%22"] {
            for notation in ["abnf", "peg"] {
                let told = ask(&format!("{notation}={rules}&input=x&tree=1"));
                assert!(told.is_err() || told.unwrap()["error"].is_object(), "{notation} {rules}");
            }
        }
    }
}
