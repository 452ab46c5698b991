//! Names of rules as names of Rust.

use std::collections::HashMap;

use urigram_automata::peg;

use crate::error::ReadError;
use crate::folder::Folder;

/// Names that a method or a macro cannot have: Rust's own, and those of every type.
const TAKEN: &[&str] = &[
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "parse",
    "from_macro",
    "known",
    "as_str",
    "place_of",
    "to_owned",
    "as_ref",
    "borrow",
    "clone",
    "eq",
    "cmp",
    "fmt",
    "hash",
    "partial_cmp",
    "serialize",
    "try_from",
    "from",
    "into",
    "to_string",
];

/// Returns a rule's name in snake case; a name that is taken gets an underscore at its end.
pub(crate) fn snake(rule: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in rule.chars() {
        if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
            out.push('_');
        }
        out.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
        before = c;
    }
    if TAKEN.contains(&&*out) {
        out.push('_');
    }
    out
}

/// Returns a rule's name in camel case, as a type is called.
pub(crate) fn camel(rule: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        let is_loud = word.chars().all(|c| !c.is_ascii_lowercase());
        let rest = if is_loud { rest.to_ascii_lowercase() } else { rest.to_owned() };
        first.to_ascii_uppercase() + &rest
    };
    rule.split(|c: char| !c.is_ascii_alphanumeric()).map(word).collect()
}

/// Checks that no two rules have names that are one in ABNF or in Rust.
///
/// # Errors
/// [`ReadError`] with both names.
pub(crate) fn check(folder: &Folder) -> Result<(), ReadError> {
    // ABNF refuses such names itself. Beside it a PEG may have both.
    let peg = folder.peg()?.filter(|_| folder.printed.abnf.is_missing());
    let mut seen: HashMap<String, &str> = HashMap::new();
    for name in peg.iter().flat_map(peg::Grammar::rules).map(peg::Rule::name) {
        if let Some(other) = seen.insert(name.to_ascii_lowercase(), name) {
            return Err(folder.error(format!(
                "the rules `{other}` and `{name}` differ only in case, and ABNF ignores case: \
                 rename one"
            )));
        }
    }
    let id = &folder.facts.id;
    let is_name = id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !is_name {
        return Err(folder.error(format!(
            "id = {id:?}: an id has lower-case letters, digits and hyphens, and begins with a letter"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_style_of_rust() {
        let names = ["PURL", "did-url", "taggingEntity", "URI-Template", "op-level2", "type"];
        assert_eq!(
            names.map(snake),
            ["purl", "did_url", "tagging_entity", "uri_template", "op_level2", "type_"]
        );
        assert_eq!(
            names.map(camel),
            ["Purl", "DidUrl", "TaggingEntity", "UriTemplate", "OpLevel2", "Type"]
        );
    }
}
