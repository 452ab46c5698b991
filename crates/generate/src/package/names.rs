//! Names of rules as names of Rust.

use std::collections::HashMap;

use urigram_automata::peg;

use crate::error::ReadError;
use crate::folder::Folder;

/// The keywords of Rust, those that are reserved included.
const KEYWORDS: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Keywords that are not names of Rust even with `r#` before them.
const NEVER: &[&str] = &["self", "Self", "super", "crate"];

/// Names that a method or a macro cannot have beside keywords: those of every type.
const TAKEN: &[&str] = &[
    "_",
    "macro_rules",
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

/// Names that the type of a text cannot have, since the code of each package has them.
const TYPES: &[&str] = &[
    "D",
    "E",
    "Err",
    "Error",
    "Into",
    "Items",
    "None",
    "Ok",
    "Option",
    "Result",
    "S",
    "Self",
    "Some",
    "Span",
    "String",
    "SyntaxError",
    "TextError",
    "TryFrom",
    "Violation",
];

/// Names that no package can have beside keywords: those of packages that its code uses.
const PACKAGES: &[&str] = &[
    "alloc",
    "core",
    "pest",
    "pest_derive",
    "proc_macro",
    "serde",
    "std",
    "test",
    "urigram_engine",
    "urigram_literals",
];

/// Returns a rule's name in snake case; a name that is taken gets an underscore at its end.
pub(crate) fn snake(rule: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in rule.chars() {
        if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
            out.push('_');
        }
        before = c;
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !(out.ends_with('_') && out.contains(|c| c != '_')) {
            // Rust asks for one underscore between words.
            out.push('_');
        }
    }
    if KEYWORDS.contains(&&*out) || TAKEN.contains(&&*out) {
        out.push('_');
    }
    out
}

/// Returns a rule's name as it is, as pest derives it: a keyword has `r#` before it. `None` for a
/// keyword that cannot have it.
pub(crate) fn raw(rule: &str) -> Option<String> {
    let mark = if KEYWORDS.contains(&rule) { "r#" } else { "" };
    (!NEVER.contains(&rule)).then(|| format!("{mark}{rule}"))
}

/// Returns a rule's name in camel case, as a type is called.
pub(crate) fn camel(rule: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        let is_loud = word.chars().all(|c| !c.is_ascii_lowercase());
        let rest = if is_loud { rest.to_ascii_lowercase() } else { rest.to_owned() };
        first.to_ascii_uppercase() + &rest
    };
    let words: String = rule.split(|c: char| !c.is_ascii_alphanumeric()).map(word).collect();
    if words.starts_with(|c: char| c.is_ascii_alphabetic()) {
        words
    } else {
        format!("Rule{words}")
    }
}

/// Returns the name of a type of texts, with `Text` behind one that is taken.
pub(crate) fn of_text(name: String, also: &[&str]) -> String {
    if TYPES.contains(&&*name) || also.contains(&&*name) {
        name + "Text"
    } else {
        name
    }
}

/// Returns true if code can use a package by a name.
pub(crate) fn is_package(name: &str) -> bool {
    !KEYWORDS.contains(&name) && !PACKAGES.contains(&name)
}

/// Returns two rules of a PEG alone whose names differ only in case. ABNF ignores case, and refuses
/// such names itself; a package of trees has a type for each.
pub(crate) fn alike(folder: &Folder) -> Result<Option<(String, String)>, ReadError> {
    let peg = folder.peg()?.filter(|_| folder.printed.abnf.is_missing());
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut names = peg.iter().flat_map(peg::Grammar::rules).map(peg::Rule::name);
    let found = names.find_map(|name| Some((seen.insert(name.to_ascii_lowercase(), name)?, name)));
    Ok(found.map(|(one, other)| (one.to_owned(), other.to_owned())))
}

/// Checks that no two rules have names that are one in ABNF, and the name of the package.
///
/// # Errors
/// [`ReadError`] with both names, or with that of the package.
pub(crate) fn check(folder: &Folder) -> Result<(), ReadError> {
    if let Some((one, other)) = alike(folder)? {
        return Err(folder.error(format!(
            "the rules `{one}` and `{other}` differ only in case, and ABNF ignores case: rename one"
        )));
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
        let names =
            ["PURL", "did-url", "taggingEntity", "URI-Template", "op-level2", "type", "_1", "a__b"];
        assert_eq!(
            names.map(snake),
            [
                "purl",
                "did_url",
                "tagging_entity",
                "uri_template",
                "op_level2",
                "type_",
                "_1",
                "a_b"
            ]
        );
        assert_eq!(
            names.map(camel),
            ["Purl", "DidUrl", "TaggingEntity", "UriTemplate", "OpLevel2", "Type", "Rule1", "AB"]
        );
        assert_eq!(snake("__"), "__");
        assert_eq!(camel("__"), "Rule");
        let names = ["use", "Use", "gen", "_1", "self", "Self", "super", "crate"];
        let shown = names.map(|name| raw(name).unwrap_or_default());
        assert_eq!(shown, ["r#use", "Use", "r#gen", "_1", "", "", "", ""]);
    }
}
