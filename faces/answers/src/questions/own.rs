//! Rules that a visitor wrote, on a string.

use serde::Serialize;
use urigram::proof::{Dfa, Terminals};
use urigram_generate::nested::{Error, Limits, Node, Open};
use urigram_generate::{NestedRule, NotRun};

use super::question::Tried;
use super::tree::{preorder, row, Row};
use super::{Params, Question};
use crate::lessons::{is_short, Fault, Notation, ReadRules, Written};
use crate::line::Line;
use crate::refusal::Refusal;

/// The rules that a visitor wrote in `abnf` or `peg`.
pub(super) struct Rules {
    pub(super) notation: Notation,
    pub(super) text: String,
}

impl Rules {
    pub(super) fn read(params: &Params) -> Result<Rules, Refusal> {
        let (notation, text) = match (params.text("peg")?, params.text("abnf")?) {
            (Some(peg), None) => (Notation::Peg, peg),
            (None, Some(abnf)) => (Notation::Abnf, abnf),
            (None, None) => {
                return Err(Refusal::Usage("write rules in `abnf` or `peg`".to_owned()))
            }
            _ => return Err(Refusal::Usage("give `abnf` or `peg`, not both".to_owned())),
        };
        is_short(text)?;
        Ok(Rules { notation, text: text.to_owned() })
    }

    /// Finds one of the rules: `rule`, by default the first.
    fn found(params: &Params, terminals: Terminals) -> Result<Result<ReadRules, Fault>, Refusal> {
        let Rules { notation, text } = Rules::read(params)?;
        let written = Written { notation, text: &text, given: "", terminals };
        Ok(written.read(params.text("rule")?))
    }
}

/// The verdict of the rules in `abnf` or `peg` on `input`; with `tree=1` the rules that matched.
/// Reading such rules can take exponential time.
pub(super) struct Own {
    found: Result<(ReadRules, Machine), Fault>,
    input: Option<Vec<u8>>,
    with_tree: bool,
}

/// A machine that reads a rule.
enum Machine {
    Automaton(Box<Dfa>),
    /// An automaton with a stack, or a PEG's machine: the rule is recursive.
    Nested(Box<NestedRule>),
}

impl Machine {
    fn of(read: ReadRules) -> Result<(ReadRules, Machine), Fault> {
        let machine = if read.is_nested() {
            let machine = read.machine().map_err(|why| {
                let rule = &read.rule;
                Fault::of_all(&format!("`{rule}` is recursive, and is {why}: bound the nesting"))
            })?;
            Machine::Nested(Box::new(machine))
        } else {
            Machine::Automaton(Box::new(read.automaton()?))
        };
        Ok((read, machine))
    }

    /// Returns the offset where an input is rejected, if it is.
    fn rejects(&self, input: &[u8]) -> Result<Option<usize>, Refusal> {
        match self {
            Machine::Automaton(dfa) => Ok(dfa.reject_offset(input)),
            Machine::Nested(machine) => {
                match machine.check(input, Limits::for_length(input.len())) {
                    Ok(()) => Ok(None),
                    Err(Error::Rejected { offset, .. }) => Ok(Some(offset)),
                    Err(error) => Err(Refusal::Limit(error.to_string())),
                }
            }
        }
    }
}

/// A rule, with its verdict if there is an input.
#[derive(Serialize)]
struct AnswerJson<'q> {
    rule: &'q str,
    #[serde(flatten)]
    machine: MachineJson,
    #[serde(flatten)]
    verdict: Judged,
}

/// The verdict, if there is an input.
#[derive(Serialize)]
#[serde(untagged)]
enum Judged {
    Input(Verdict),
    NoInput {},
}

/// The number of an automaton's states, or the way that a recursive rule is read.
#[derive(Serialize)]
#[serde(untagged)]
enum MachineJson {
    Automaton { states: usize },
    Nested { nested: bool, way: String },
}

/// The verdict on an input.
#[derive(Serialize)]
struct Verdict {
    accepted: bool,
    /// The place where it is rejected, in bytes and in columns.
    offset: Option<usize>,
    caret: Option<usize>,
    #[serde(flatten)]
    tree: Option<TreeJson>,
    line: Line,
}

/// The tree of an input that a rule accepts, or the reason why there isn't one.
#[derive(Serialize)]
#[serde(untagged)]
enum TreeJson {
    None {
        no_tree: String,
    },
    /// Of a rejected input what could follow, and the rules that are open, with the columns of
    /// their beginnings.
    Open {
        expected: Vec<String>,
        open: Vec<(String, usize)>,
    },
    /// The rules that matched, and the numbers of those whose inner nodes are not the same in every
    /// reading.
    Nodes {
        nodes: Vec<Row>,
        ambiguous: Vec<usize>,
    },
}

impl Question for Own {
    const NAME: &'static str = "own";

    fn read(params: &Params) -> Result<Own, Refusal> {
        let found = Rules::found(params, Terminals::CodePoints)?.and_then(Machine::of);
        let input = params.has("input").then(|| params.input("input")).transpose()?;
        Ok(Own { found, input, with_tree: params.flag("tree") })
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let (read, machine) = match &self.found {
            Ok(found) => found,
            Err(fault) => return Ok(Tried::from(Err(fault))),
        };
        let verdict = |input: &[u8]| {
            let (offset, line) = (machine.rejects(input)?, Line::new(input));
            let tree = self.with_tree.then(|| match machine {
                Machine::Automaton(_) => TreeJson::new(read.machine().as_ref(), input, &line),
                Machine::Nested(machine) => TreeJson::new(Ok(machine), input, &line),
            });
            let (tree, caret) = (tree.transpose()?, offset.map(|offset| line.column(offset)));
            Ok::<_, Refusal>(Verdict { accepted: offset.is_none(), offset, caret, tree, line })
        };
        let verdict = match &self.input {
            Some(input) => Judged::Input(verdict(input)?),
            None => Judged::NoInput {},
        };
        let machine = match machine {
            Machine::Automaton(dfa) => MachineJson::Automaton { states: dfa.len() },
            Machine::Nested(rule) => MachineJson::Nested { nested: true, way: rule.way() },
        };
        Ok(Ok(AnswerJson { rule: &read.rule, machine, verdict }).into())
    }
}

impl TreeJson {
    fn new(
        machine: Result<&NestedRule, &NotRun>,
        input: &[u8],
        line: &Line,
    ) -> Result<TreeJson, Refusal> {
        let no_tree = |why: &str| Ok(TreeJson::None { no_tree: why.to_owned() });
        let machine = match machine {
            Ok(machine) => machine,
            Err(why) => return no_tree(&format!("There is no tree: {why}.")),
        };
        if !line.is_whole() {
            return no_tree("The string is too long to draw a tree over it.");
        }
        let Ok(text) = std::str::from_utf8(input) else {
            return no_tree("The string is not UTF-8, and these rules match characters.");
        };
        let columns = |open: Vec<Open>| {
            open.into_iter().map(|open| (open.rule, line.column(open.start))).collect()
        };
        let tree = match machine.parse(text, Limits::for_length(text.len())) {
            Ok(tree) => tree,
            Err(Error::Rejected { expected, open, .. }) => {
                return Ok(TreeJson::Open { expected, open: columns(open) })
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
        Ok(TreeJson::Nodes { nodes, ambiguous })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, Value};

    use super::super::question::json_of;
    use super::*;

    fn ask(query: &str) -> Result<Value, Refusal> {
        json_of::<Own>(query)
    }

    #[test]
    fn rules_are_held_against_a_string() {
        let abnf = "abnf=x%20%3D%20%22http://%22%201*ALPHA%0Ay%20%3D%20%22%22";
        let json = ask(&format!("{abnf}&input=http://%C3%A9")).unwrap();
        assert_eq!((&json["rule"], &json["accepted"]), (&json!("x"), &json!(false)));
        assert_eq!((&json["offset"], &json["caret"]), (&json!(7), &json!(7)));
        assert_eq!(ask(&format!("{abnf}&rule=y&input=")).unwrap()["accepted"], true);
    }

    #[test]
    fn rules_that_cannot_be_read_have_a_place() {
        let json = ask("abnf=x%20%3D%20ALPHA%0A%20%20/%20digits&input=a").unwrap();
        assert_eq!((&json["error"]["line"], &json["accepted"]), (&json!(2), &Value::Null));
        for query in ["", "abnf=a&peg=b"] {
            assert!(matches!(ask(query), Err(Refusal::Usage(_))), "{query}");
        }
        let long = format!("abnf={}", "a".repeat(20_001));
        assert!(matches!(ask(&long), Err(Refusal::Limit(_))));
    }

    #[test]
    fn trees_of_own_rules_are_those_of_their_notation() {
        let nodes = |query: &str| {
            let json = ask(query).unwrap();
            serde_json::from_value::<Vec<(String, usize, usize, usize)>>(json["nodes"].clone())
                .unwrap_or_else(|error| panic!("{error}: {json}"))
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
        let json = ask(&format!("{abnf}&input=%C3%A9x&tree=1")).unwrap();
        assert_eq!((&json["accepted"], &json["caret"]), (&json!(false), &json!(1)), "{json}");
        assert_eq!((&json["expected"], &json["open"]), (&json!(["\":\""]), &json!([["a", 0]])));
        // Two readings, and nothing says which one to use.
        let json = ask("abnf=a%20%3D%20*b%20*b%0Ab%20%3D%20%22x%22&input=xx&tree=1").unwrap();
        assert_eq!((&json["accepted"], &json["nodes"][0]), (&json!(true), &json!(["a", 0, 2, 0])));
    }

    #[test]
    fn rules_that_call_themselves_are_run_and_said_to_be_nested() {
        let list = "abnf=list%20%3D%20%22(%22%20*list%20%22)%22";
        let json = ask(&format!("{list}&input=(())&tree=1")).unwrap();
        assert_eq!((&json["nested"], &json["accepted"]), (&json!(true), &json!(true)), "{json}");
        assert_eq!(json["nodes"], json!([["list", 0, 4, 0], ["list", 1, 3, 1]]));
        assert!(json["way"].as_str().unwrap().contains("with a stack"), "{json}");
        let json = ask(&format!("{list}&input=(()")).unwrap();
        assert_eq!((&json["accepted"], &json["offset"]), (&json!(false), &json!(3)));
        let peg = "peg=list%20%3D%20%7B%22(%22~list*~%22)%22%7D";
        let json = ask(&format!("{peg}&input=(())&tree=1")).unwrap();
        assert_eq!((&json["nested"], &json["accepted"]), (&json!(true), &json!(true)), "{json}");
        assert_eq!(ask(&format!("{peg}&input=(()")).unwrap()["offset"], 3);
        // No automaton decides palindromes.
        let even = "abnf=p%20%3D%20%22%22%20/%20%22a%22%20p%20%22a%22%20/%20%22b%22%20p%20%22b%22";
        let json = ask(&format!("{even}&input=abba")).unwrap();
        assert_eq!((&json["nested"], &json["accepted"]), (&json!(true), &json!(true)), "{json}");
    }

    #[test]
    fn hostile_inputs_and_rules_have_an_answer() {
        let list = "abnf=list%20%3D%20%22(%22%20*list%20%22)%22";
        let deep = "(".repeat(100_000);
        let json = ask(&format!("{list}&input={deep}&tree=1")).unwrap();
        assert_eq!((&json["accepted"], &json["offset"]), (&json!(false), &json!(100_000)));
        assert!(json["no_tree"].as_str().unwrap().contains("too long"), "{json}");
        let json = ask("abnf=a%20%3D%20*OCTET&input=%FF%00&tree=1").unwrap();
        assert!(json["accepted"].is_boolean() && json["no_tree"].is_string(), "{json}");
        for rules in ["%00", "%FF", "%3D", "a%3Da", "a%3D((((", "a%3D%22x%22%0D%0Aa%3D%22y%22"] {
            for notation in ["abnf", "peg"] {
                let json = ask(&format!("{notation}={rules}&input=x&tree=1"));
                assert!(json.is_err() || json.unwrap()["error"].is_object(), "{notation} {rules}");
            }
        }
    }
}
