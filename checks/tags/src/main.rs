//! Writes what pest's derived parsers make of short strings, with the tags of the nodes: a line for
//! each grammar, rule and string that the rule matches to the end. `generate/tests/nested_tags.rs`
//! holds the trees of this project against the file.
//!
//! `cargo run --manifest-path checks/tags/Cargo.toml > generate/tests/tags/trees.txt`

use pest::iterators::{Pair, Pairs};
use pest::Parser;

mod plain {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../generate/tests/tags/plain.rules"]
    pub(super) struct Tags;
}

mod spaced {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../generate/tests/tags/spaced.rules"]
    pub(super) struct Tags;
}

mod stays {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../generate/tests/tags/stays.rules"]
    pub(super) struct Tags;
}

mod stays_spaced {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../generate/tests/tags/stays.rules"]
    #[grammar_inline = "WHITESPACE = _{ \" \" }"]
    pub(super) struct Tags;
}

mod random {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../generate/tests/tags/random.rules"]
    pub(super) struct Tags;
}

mod random_spaced {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../generate/tests/tags/random.rules"]
    #[grammar_inline = "WHITESPACE = _{ \" \" }"]
    pub(super) struct Tags;
}

fn written<R: pest::RuleType>(pair: Pair<'_, R>, out: &mut String) {
    let span = pair.as_span();
    *out += &format!("({:?} {} {}", pair.as_rule(), span.start(), span.end());
    if let Some(tag) = pair.as_node_tag() {
        *out += &format!(" #{tag}");
    }
    pair.into_inner().for_each(|inner| written(inner, out));
    out.push(')');
}

fn strings() -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..4 {
        let longer = |head: &String| ["a", "b", " ", "(", ")"].map(|tail| format!("{head}{tail}"));
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn main() {
    fn tree<R: pest::RuleType>(pairs: Pairs<'_, R>, text: &str) -> Option<String> {
        let mut out = String::new();
        let is_whole = pairs.clone().last()?.as_span().end() == text.len();
        pairs.for_each(|pair| written(pair, &mut out));
        is_whole.then_some(out)
    }
    /// Returns the tree of a text that a rule matches to the end, and `panic` where pest panics, as
    /// it does where `POP` or `PEEK` finds no text.
    macro_rules! tree {
        ($grammar:ident, $rule:expr, $text:expr) => {
            std::panic::catch_unwind(|| {
                let Ok(pairs) = $grammar::Tags::parse($rule, $text) else { return None };
                tree(pairs, $text)
            })
            .unwrap_or_else(|_| Some("panic".to_owned()))
        };
    }
    macro_rules! trees {
        ($grammar:ident, $texts:expr) => {
            let panics = |text: &String, rule| {
                tree!($grammar, rule, text).is_some_and(|tree| tree == "panic")
            };
            let (all, mut sound) = ($grammar::Rule::all_rules(), Vec::new());
            for &rule in all {
                if $texts.iter().all(|text| panics(text, rule)) {
                    println!("{}\t{rule:?}\t*\tpanic", stringify!($grammar));
                } else {
                    sound.push(rule);
                }
            }
            for text in $texts {
                for &rule in &sound {
                    if let Some(tree) = tree!($grammar, rule, text) {
                        println!("{}\t{rule:?}\t{text}\t{tree}", stringify!($grammar));
                    }
                }
            }
        };
    }
    std::panic::set_hook(Box::new(|_| ()));
    let texts = strings();
    let short: Vec<String> =
        texts.iter().filter(|text| !text.contains(['(', ')'])).cloned().collect();
    trees!(plain, &texts);
    trees!(spaced, &texts);
    trees!(stays, &texts);
    trees!(stays_spaced, &texts);
    trees!(random, &short);
    trees!(random_spaced, &short);
}
