//! Grammars where some strings have two readings, with and without a choice.

use urigram::agreement::{agree, Outcome};
use urigram::proof::Side;
use urigram::{Component, Grammar, Reading};

use crate::own_grammars::folder::folders::{grammar, refusal, Scratch};

const GEO: &str = include_str!("../data/preferred/geo.abnf");
const TAG: &str = include_str!("../data/preferred/language-tag.abnf");

/// Returns the components of an accepted text with their texts.
fn split(grammar: Grammar, input: &str) -> Vec<(&'static str, &str)> {
    let table = grammar.tables(Reading::Corrected).start();
    let found = table.components(input.as_bytes(), Reading::Corrected).unwrap();
    let text = |span: urigram::parts::Span| &input[span.start as usize..span.end as usize];
    found.iter().map(|one| (one.component.name(), text(one.span))).collect()
}

fn folder(scratch: &Scratch, name: &str, rows: &str, abnf: &str) -> Grammar {
    let facts = format!("id = \"{name}\"\n{rows}");
    grammar(&scratch.folder(name, &[("document.toml", &facts), ("a.abnf", abnf)]))
}

fn notes(grammar: Grammar) -> &'static [&'static str] {
    grammar.tables(Reading::Corrected).start().ambiguities()
}

fn outcome(a: Grammar, b: Grammar, component: &'static str) -> Outcome {
    let side = |grammar| Side { grammar, reading: Reading::Corrected, rule: None };
    agree(side(a), side(b), Component::of_name(component), None).unwrap().outcome
}

const PARTS: &str = "[components]\ncoordinates = [\"coordinates\"]\ncrs = [\"crslabel\"]\n\
                     uncertainty = [\"uval\"]\n";

/// RFC 5870: `;crs=a` is the reference system, or a parameter of this name.
#[test]
fn a_parameter_of_a_geo_uri_is_the_reference_system_by_choice() {
    let scratch = Scratch::new("preferred-geo");
    let without = folder(&scratch, "geo-without", PARTS, GEO);
    assert_eq!(split(without, "geo:1,2;crs=a;u=3"), [("coordinates", "1,2")]);
    let open = notes(without);
    assert_eq!(open.len(), 2, "{open:?}");
    assert!(
        open[0].starts_with("no component `crs` of `geo-URI`: the component has two"),
        "{open:?}"
    );
    assert!(open[0].contains("crs=a\": none, and bytes 12 to 13"), "{open:?}");
    assert!(matches!(outcome(without, without, "crs"), Outcome::Undecided));

    let first = folder(&scratch, "geo-first", &format!("prefer = \"first\"\n{PARTS}"), GEO);
    for (input, expected) in [
        ("geo:1,2;crs=a;u=3", vec![("coordinates", "1,2"), ("crs", "a"), ("uncertainty", "3")]),
        ("geo:1,2,3;u=3", vec![("coordinates", "1,2,3"), ("uncertainty", "3")]),
        // A label has no colon, so this is a parameter with any preference.
        ("geo:1,2;crs=a:b", vec![("coordinates", "1,2")]),
        ("geo:1,2;x=y;crs=a", vec![("coordinates", "1,2")]),
    ] {
        assert_eq!(split(first, input), expected);
    }
    assert_eq!(
        notes(first)[0],
        "component `crs` of `geo-URI`: the component has two places in \"geo:0,0;crs=a\": none, \
         and bytes 12 to 13; taken: bytes 12 to 13"
    );
    // The language is unchanged, and the functions are decided.
    for component in ["crs", "uncertainty"] {
        assert!(matches!(outcome(first, first, component), Outcome::Agrees), "{component}");
    }
    assert!(matches!(outcome(first, without, "crs"), Outcome::Undecided));
}

/// Another order gives other places, and a component that is never taken is refused.
#[test]
fn another_order_gives_other_places() {
    let scratch = Scratch::new("preferred-choices");
    let rules = "[ path ]\nhost = 1*( ALPHA / \"-\" )\nname = 1*( ALPHA / DIGIT )\n\
                 path = \"/\" *ALPHA\n";
    let choose = |id: &str, order: &str| {
        folder(&scratch, id, "prefer = \"first\"\n", &format!("own = {order} {rules}"))
    };
    let first = choose("host-first", "( host / name )");
    let name = choose("name-first", "( name / host )");
    assert_eq!(split(first, "ab/c"), [("host", "ab"), ("path", "/c")]);
    assert_eq!(split(name, "ab/c"), [("name", "ab"), ("path", "/c")]);
    assert_eq!(split(name, "a-b"), [("host", "a-b")]);
    assert_eq!(split(first, "a1"), [("name", "a1")]);
    let Outcome::Differs(found) = outcome(first, name, "host") else { panic!() };
    assert_eq!((&*found.input, found.a, found.b), (&b"a"[..], Some(0..1), None));
    assert!(matches!(outcome(first, name, "path"), Outcome::Agrees));
    assert!(notes(name)
        .iter()
        .any(|line| line.contains("`host`") && line.ends_with("; taken: none")));
    let facts = "id = \"word\"\nprefer = \"first\"\n[components]\nname = [\"name\"]\n";
    let abnf = "word = ALPHA / name\nname = ALPHA\n";
    let reason = refusal(&scratch.folder("word", &[("document.toml", facts), ("a.abnf", abnf)]));
    let says = "document.toml: line 4: [components] name: word uses `name`, but no string \
                that it accepts has it in the reading that is preferred: leave the row out";
    assert!(reason.contains(says), "{reason}");
}

/// RFC 5646: `no-bok` is a language with an extension, or a tag that was registered as a whole.
#[test]
fn a_grandfathered_tag_has_a_language_by_choice() {
    let scratch = Scratch::new("preferred-tag");
    let rows = "[components]\nlanguage = [\"language\"]\nscript = [\"script\"]\n\
                region = [\"region\"]\nwhole = [\"grandfathered\"]\nprivate = [\"privateuse\"]\n";
    let without = folder(&scratch, "tag-without", rows, TAG);
    assert_eq!(split(without, "zh-Hant-TW"), [("script", "Hant"), ("region", "TW")]);
    let open = notes(without);
    assert!(
        open.iter().any(|line| line.contains("`language`") && line.contains("no-bok")),
        "{open:?}"
    );
    let first = folder(&scratch, "tag-first", &format!("prefer = \"first\"\n{rows}"), TAG);
    assert_eq!(split(first, "no-bok"), [("language", "no-bok")]);
    let expected = [("language", "zh-yue"), ("script", "Hant"), ("region", "HK")];
    assert_eq!(split(first, "zh-yue-Hant-HK"), expected);
    assert_eq!(split(first, "i-klingon"), [("whole", "i-klingon")]);
    assert_eq!(split(first, "x-a-b"), [("private", "x-a-b")]);
    assert_eq!(split(first, "de-x-a"), [("language", "de"), ("private", "x-a")]);
}

/// One line says where the row is, what is wrong and what to write.
#[test]
fn rows_that_are_wrong_are_reported_with_their_line() {
    let scratch = Scratch::new("preferred-wrong");
    let abnf =
        "own = ( host / name ) [ path ]\nhost = 1*ALPHA\nname = 1*ALPHA\npath = \"/\" dead\n\
                dead = *ALPHA / never\nnever = \"y\" never\nfar = \"x\"\n";
    let cases = [
        ("unknown", "[components]\nhost = [\"hots\"]\n", "line 3: [components] host: \"hots\": no such rule; did you mean `host`?"),
        ("far", "[components]\nhost = [\"host\"]\nx = [\"far\"]\n", "line 4: [components] x: no string of own reaches `far`; name a rule that own uses: own, host, name"),
        ("never", "[components]\nx = [\n  \"never\",\n]\n", "line 4: [components] x: own uses `never`, but no string that it accepts has it: leave the row out"),
        ("typed", "[[type]]\nrule = \"own\"\ncomponents = [\"path\", \"far\"]\n", "line 4: [[type]] own: no string of own reaches `far`; name a rule"),
        ("types", "[[type]]\nrule = \"own\"\ncomponents = [\"paths\"]\n", "line 4: [[type]] own: \"paths\": no such rule; did you mean `path`?"),
        ("word", "prefer = \"frist\"\n", "line 2: prefer: \"frist\" is not a choice: write \"first\""),
        ("shape", "prefer = \"first\"\n[shape]\nauthority = \"none\"\n", "line 2: prefer: a document with a [shape] is split by the shape: leave this row out"),
    ];
    for (name, rows, says) in cases {
        let facts = format!("id = \"{name}\"\n{rows}");
        let path = scratch.folder(name, &[("document.toml", &facts), ("a.abnf", abnf)]);
        let reason = refusal(&path);
        assert!(reason.contains(&format!("document.toml: {says}")), "{name}: {reason}");
        assert_eq!(reason.lines().count(), 1, "{reason}");
    }
    let peg = ("a.pest", "own = { \"a\" }\n");
    let facts = ("document.toml", "id = \"peg\"\nprefer = \"first\"\n");
    let reason = refusal(&scratch.folder("peg", &[facts, peg]));
    assert!(reason.contains("line 2: prefer: a PEG has one parse"), "{reason}");
    // No derivation is the first.
    let abnf = ("a.abnf", "own = *( x )\nx = *ALPHA\n");
    let facts = ("document.toml", "id = \"empty\"\nprefer = \"first\"\n");
    let reason = refusal(&scratch.folder("empty", &[facts, abnf]));
    assert!(reason.contains("line 2: prefer: no derivation of \"own\" is the first"), "{reason}");
    assert!(reason.contains("let each round read something"), "{reason}");
}
