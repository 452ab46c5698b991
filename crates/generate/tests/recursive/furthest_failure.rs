//! The furthest failure of a machine that keeps results, and what was tried there.

use urigram_automata::peg::Grammar;
use urigram_automata::Random;
use urigram_engine::nested::{Error, Limits, Program};
use urigram_generate::nested::program;

use crate::recursive::abnf_matcher::strings;

fn made(source: &str) -> Program {
    program(&Grammar::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}")))
}

/// Returns the place of the furthest failure and what was tried there; `None` for a match.
fn failure(program: &Program, rule: &str, input: &str) -> Option<(usize, Vec<String>)> {
    match program.parse(rule, input, Limits::for_length(input.len())) {
        Ok(_) => None,
        Err(Error::Rejected { offset, expected, .. }) => Some((offset, expected)),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_furthest_failure_has_what_was_tried() {
    let list = made(
        "list = { \"(\" ~ (!\"x\" ~ item ~ (^\"and\" ~ item)*)? ~ \")\" ~ EOI }\n\
         item = { '0'..'9' | list2 }\nlist2 = { \"[\" ~ item ~ \"]\" }",
    );
    let tried = |input: &str| failure(&list, "list", input).unwrap();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert_eq!(tried(""), (0, names(&["\"(\""])));
    // A negative lookahead says what may not be there.
    for input in ["(;", "(x"] {
        assert_eq!(tried(input), (1, names(&["\"[\"", "\")\"", "\"0\" to \"9\""])));
    }
    assert_eq!(tried("(1;"), (2, names(&["\"and\"", "\")\""])));
    assert_eq!(tried("([1"), (3, names(&["\"]\""])));
    assert_eq!(tried("(1)2"), (3, names(&["the end"])));
    // The rule ends, and more follows.
    let short = made("a = { \"x\"+ ~ (&\"y\" ~ b)? }\nb = { \"y\" ~ \"z\" }");
    assert_eq!(failure(&short, "a", "xx;"), Some((2, names(&["\"x\"", "\"y\"", "the end"]))));
    let wide = made("a = { (LETTER | \"-\") ~ a? }");
    let (_, wide) = failure(&wide, "a", "").unwrap();
    let beyond = "a character beyond US-ASCII";
    assert_eq!(wide, ["\"-\"", "\"A\" to \"Z\"", "\"a\" to \"z\"", beyond]);
}

#[test]
fn a_result_that_is_known_from_a_negative_lookahead_is_found_again() {
    let twice = made("a = { !(b ~ \"!\") ~ b }\nb = { \"(\" ~ b ~ \")\" | \"x\" }");
    let (offset, tried) = failure(&twice, "a", "((y").unwrap();
    assert_eq!((offset, tried), (2, vec!["\"(\"".to_owned(), "\"x\"".to_owned()]));
}

#[test]
fn the_error_says_it_in_words() {
    let list = made("list = { \"(\" ~ list* ~ \")\" }");
    let error = list.parse("list", "(()", Limits::for_length(3)).unwrap_err();
    let says =
        "byte 3: expected \"(\" or \")\", found the end of the input (furthest failure), inside \
         `list`, which begins at byte 0";
    assert_eq!(error.to_string(), says);
    // A hundred thousand open rules are gone through once more, and no oftener.
    let deep = "(".repeat(100_000);
    let error = list.parse("list", &deep, Limits::for_length(deep.len())).unwrap_err();
    let Error::Rejected { offset, expected, open, .. } = error else { panic!("{error}") };
    assert_eq!((offset, expected.len(), open.len()), (100_000, 2, 100_000));
}

/// An expression without negative lookaheads, whose texts are single characters.
fn expression(random: &mut Random, depth: usize) -> String {
    let leaves = ["\"x\"", "\"y\"", "\"(\"", "'x'..'y'", "^\"X\"", "a", "b"];
    if depth == 0 {
        return leaves[random.below(leaves.len())].to_owned();
    }
    let one = |random: &mut Random| expression(random, depth - 1);
    match random.below(7) {
        0 | 1 => format!("\"{}\" ~ {} ~ {}", ["x", "("][random.below(2)], one(random), one(random)),
        2 | 3 => format!("({} | {})", one(random), one(random)),
        4 => format!("(\"{}\" ~ {})*", ["x", "y"][random.below(2)], one(random)),
        5 => format!("({})?", one(random)),
        _ => format!("&\"x\" ~ {}", one(random)),
    }
}

/// The character that goes on is one of those that were tried, where a beginning of an accepted
/// string fails at its end.
#[test]
fn what_goes_on_was_tried() {
    let mut random = Random::seeded(8);
    let (mut seen, mut grammars) = (0, 0);
    for _ in 0..2_500 {
        let rules = ["a", "b"].map(|rule| {
            format!(
                "{rule} = {{ \"{}\" ~ {} }}\n",
                ["x", "("][random.below(2)],
                expression(&mut random, 3)
            )
        });
        // A rule that calls none is a token, and what continues one is left out.
        let Ok(grammar) = Grammar::parse(&rules.concat()) else { continue };
        if !rules[1][4..].contains(['a', 'b']) {
            continue;
        }
        grammars += 1;
        let program = program(&grammar);
        for input in strings(b"xy(", 5) {
            let input = String::from_utf8(input).unwrap();
            if failure(&program, "a", &input).is_some() {
                continue;
            }
            for at in 0..input.len() {
                let Some((offset, tried)) = failure(&program, "a", &input[..at]) else { continue };
                let next = input[at..].chars().next().unwrap();
                let has =
                    |word: &String| word.to_ascii_lowercase().contains(&format!("\"{next}\""));
                assert_eq!(offset, at, "{input:?} {}", rules.concat());
                assert!(tried.iter().any(has), "{next} {tried:?} {input:?} {}", rules.concat());
                seen += 1;
            }
        }
    }
    assert!(seen > 5_000 && grammars > 500, "{seen} {grammars}");
}
