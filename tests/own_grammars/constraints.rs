//! Constraints of a folder whose check is in the folder and is not a rule.

use urigram::agreement::{Outcome, Splits};
use urigram::constraints::{is_checked, violations};
use urigram::proof::Side;
use urigram::{Component, Grammar, Reading};

use crate::own_grammars::folder::folders::{grammar, loaded, refusal, Scratch};

/// Tags with values, each name once, and at most nine bytes of values; `note` says a function.
const FACTS: &str = r#"
id = "tags"

[[type]]
rule = "tags"
components = ["list", "tail"]
lists = { list = "tag" }

[[constraint]]
id = "once"
section = "1"
message = "a name occurs once"
example = "t:a=1;a=2"
check = { of = "list", unique = "name" }

[[constraint]]
id = "short"
section = "1"
message = "a list has at most nine bytes"
check = { of = "list", longest = 9 }

[[constraint]]
id = "spelt"
section = "1"
message = "the tail spells UTF-8"
check = { of = "tail", utf8 = true }

[[constraint]]
id = "true"
section = "1"
message = "the tags are true"
check = { of = "tags", function = "crate::truth::holds" }
"#;

const RULES: &str = "tags = \"t:\" list [ \"?\" tail ]\nlist = tag *( \";\" tag )\n\
                     tag = name \"=\" *DIGIT\nname = 1*ALPHA\n\
                     tail = *( ALPHA / \"%\" 2HEXDIG )\n";

fn tags(scratch: &Scratch, name: &str, facts: &str) -> std::path::PathBuf {
    scratch.folder(name, &[("document.toml", facts), ("printed.abnf", RULES)])
}

fn broken(grammar: Grammar, input: &str) -> Vec<(&'static str, &str)> {
    let found = violations(grammar, Reading::Corrected, input.as_bytes());
    found.into_iter().map(|found| (found.id(), &input[found.range])).collect()
}

#[test]
fn checks_of_folders_run_at_the_place_of_their_rule() {
    let scratch = Scratch::new("own-constraints");
    let path = tags(&scratch, "tags", FACTS);
    let grammar = grammar(&path);
    for (input, expected) in [
        ("t:a=1;b=1", &[][..]),
        ("t:a=1;a=2", &[("once", "a=2")]),
        ("t:a=1;b=;c=3;b=", &[("once", "b="), ("short", "3;b=")]),
        ("t:a=1?%C3%A9", &[]),
        ("t:a=1?a%C3", &[("spelt", "%C3")]),
        // The check is about the tail, not about the list.
        ("t:a=1", &[]),
        // What the rules reject breaks nothing.
        ("t:a=1;a", &[]),
    ] {
        assert_eq!(broken(grammar, input), expected, "{input}");
    }
    let unchecked: Vec<&str> = grammar
        .document()
        .constraints
        .iter()
        .filter(|constraint| !is_checked(grammar.document(), constraint))
        .map(|constraint| constraint.id)
        .collect();
    assert_eq!(unchecked, ["true"]);
    let notes = loaded(&path).left_out;
    let note = "constraint true is not checked: `crate::truth::holds` is in the folder's package";
    assert!(notes.contains(&note), "{notes:?}");
}

#[test]
fn a_rule_without_one_place_is_reported() {
    let scratch = Scratch::new("own-constraints-place");
    let repeated = FACTS.replace("of = \"list\", longest", "of = \"name\", longest");
    let path = tags(&scratch, "repeated", &repeated);
    let notes = loaded(&path).left_out;
    assert!(
        notes.iter().any(|note| note.starts_with("constraint short is not checked: ")),
        "{notes:?}"
    );
    for (name, from, to, says) in [
        ("unknown", "of = \"tail\"", "of = \"tale\"", "tale"),
        ("two", "utf8 = true", "utf8 = true, longest = 3", "one of unique, utf8"),
        ("list", "lists = { list = \"tag\" }\n", "", "unique items need a list"),
    ] {
        let path = tags(&scratch, name, &FACTS.replace(from, to));
        assert!(refusal(&path).contains(says), "{}", refusal(&path));
    }
}

#[test]
fn differences_that_break_a_constraint_are_left_out_where_asked() {
    // Without the constraints the shortest difference is the second value of one name.
    let scratch = Scratch::new("own-constraints-agree");
    let last = "tags = \"t:\" *( tag \";\" ) host\nhost = name \"=\" *DIGIT\n";
    let first = "tags = \"t:\" host *( \";\" tag )\nhost = name \"=\" *DIGIT\n";
    let rest = "tag = name \"=\" *DIGIT\nname = %x61\nlist = tag *( \";\" tag )\n";
    let facts = "id = \"one\"\n[components]\nhost = [\"host\"]\n[[type]]\nrule = \"tags\"\n\
                 components = []\n[[constraint]]\nid = \"short\"\nsection = \"1\"\n\
                 message = \"short\"\ncheck = { of = \"tags\", longest = 8 }\n";
    let load = |name: &str, rules: &str| {
        let rules = format!("{rules}{rest}");
        grammar(&scratch.folder(name, &[("document.toml", facts), ("printed.abnf", &rules)]))
    };
    let side = |grammar| Side { grammar, reading: Reading::Corrected, rule: None };
    let build = |grammar| Splits::of(side(grammar), &[Component::Host]).unwrap();
    let [a, b] = [build(load("first", first)), build(load("last", last))];
    let Outcome::Differs(found) = a.agree(&b, Component::Host, None).outcome else { panic!() };
    assert_eq!(found.input, b"t:a=;a=");
    let strict = [a, b].map(Splits::strict);
    let found = strict[0].agree(&strict[1], Component::Host, None).outcome;
    let Outcome::Differs(found) = found else { panic!("{found:?}") };
    assert_eq!(found.input, b"t:a=;a=");
    assert!(violations(strict[0].side().grammar, Reading::Corrected, &found.input).is_empty());
}

#[test]
fn every_folder_of_this_project_keeps_its_own_constraints() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let mut checked = 0;
    for entry in std::fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if !path.join("document.toml").exists() {
            continue;
        }
        let grammar = grammar(&path);
        let document = grammar.document();
        for constraint in document.constraints {
            let Some(example) = constraint.example else { continue };
            let accepts = grammar.tables(Reading::Corrected).start().accepts(example.as_bytes());
            // An example of a part, as of a handle, is not an identifier.
            if accepts && is_checked(document, constraint) {
                let found = broken(grammar, example);
                assert!(found.iter().any(|found| found.0 == constraint.id), "{example}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 2, "{checked}");
}
