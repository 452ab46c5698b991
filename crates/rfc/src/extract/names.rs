//! Names with `_`, which ABNF does not have.
//!
//! `http_URL` is `http-URL`, because to a reader of ABNF both are the same name. Where the text has
//! another rule of that name, they are two: RFC 3875 says `QUERY_STRING = query-string`, and the
//! first one is `QUERY--STRING`.

use super::{lines, Block, HYPHEN};
use std::collections::HashSet;

/// Writes the names of the blocks as ABNF has them.
pub(super) fn hyphens(blocks: &mut [Block]) {
    if !blocks.iter().any(|block| block.source.contains('_')) {
        return;
    }
    let mut taken: HashSet<String> = HashSet::new();
    for block in &*blocks {
        lines::outside_strings(&block.source, |code| {
            let names = code.split(|c| !is_of_name(c)).filter(|name| !name.contains('_'));
            taken.extend(names.filter(|name| name.contains('-')).map(str::to_ascii_lowercase));
            String::new()
        });
    }
    for block in blocks {
        let new = lines::outside_strings(&block.source, |code| written(code, &taken));
        block.change(new, HYPHEN);
        let name = written(&block.name, &taken);
        if name.len() != block.name.len() {
            block.name = name;
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Replaces each `_` between letters or digits by `-`, or by `--` in a name that is taken then.
fn written(code: &str, taken: &HashSet<String>) -> String {
    let (mut new, mut rest) = (String::new(), code);
    while let Some(start) = rest.find(is_of_name) {
        let (before, from) = rest.split_at(start);
        let (name, behind) = from.split_at(from.find(|c| !is_of_name(c)).unwrap_or(from.len()));
        let one = with(name, "-");
        let is_taken = one != name && taken.contains(&one.to_ascii_lowercase());
        new.push_str(before);
        new.push_str(&if is_taken { with(name, "--") } else { one });
        rest = behind;
    }
    new + rest
}

fn with(name: &str, hyphen: &str) -> String {
    let is_letter = |at: Option<usize>| {
        at.and_then(|at| name.as_bytes().get(at)).is_some_and(u8::is_ascii_alphanumeric)
    };
    let mut new = String::new();
    for (at, c) in name.char_indices() {
        let is_inside = is_letter(at.checked_sub(1)) && is_letter(Some(at + 1));
        if c == '_' && is_inside {
            new.push_str(hyphen);
        } else {
            new.push(c);
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use crate::{extract, ListRule};
    use urigram_automata::abnf::Grammar;
    use urigram_automata::{Limits, Terminals};

    #[test]
    fn a_name_with_an_underscore_is_not_the_one_with_a_hyphen() {
        let text = "ABNF\n\n   QUERY_STRING = query-string / \"-\"\n   query-string = *\"x\"\n\
                    \n   net_loc = host [ \":_\" ]\n   host = 1*\"h\"\n   both = QUERY_STRING net_loc\n";
        let rules = Grammar::read(&extract(text, ListRule::Recipient).to_abnf());
        let names: Vec<&str> = rules.rules().iter().map(|rule| &*rule.name).collect();
        assert_eq!(names, ["QUERY--STRING", "query-string", "net-loc", "host", "both"]);
        let both = rules.dfa("both", Terminals::CodePoints, Limits::default()).unwrap();
        assert!(both.accepts(b"-h") && both.accepts(b"xxh:_") && !both.accepts(b"-x"));
    }
}
