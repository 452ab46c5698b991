//! Writes what pest's derived parsers make of short strings, with the tags of the nodes: a line for
//! each grammar, rule and string that the rule matches to the end. `generate/tests/nested_tags.rs`
//! holds the trees of this project against the file.
//!
//! `cargo run --manifest-path checks/tags/Cargo.toml > generate/tests/tags/trees.txt`

use pest::Parser;
use pest::iterators::{Pair, Pairs};

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
    macro_rules! trees {
        ($grammar:ident, $text:expr) => {
            for &rule in $grammar::Rule::all_rules() {
                let Ok(pairs) = $grammar::Tags::parse(rule, $text) else { continue };
                if let Some(tree) = tree(pairs, $text) {
                    println!("{}\t{rule:?}\t{}\t{tree}", stringify!($grammar), $text);
                }
            }
        };
    }
    for text in strings() {
        trees!(plain, &text);
        trees!(spaced, &text);
    }
}
