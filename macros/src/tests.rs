//! Tests of the macros without a compiler: every printed example, the shape of the expansion, the
//! messages in the documentation.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use urigram_grammars::{Grammar, Reading};

use crate::expand::expand;
use crate::kind::Kind;

fn expansion(kind: &Kind, arguments: &TokenStream) -> TokenStream {
    expand(kind, quote!([urigram] #arguments))
}

/// Returns the message of a `compile_error!`, or `None`.
fn message(expansion: TokenStream) -> Option<String> {
    let mut tokens =
        expansion.into_iter().skip_while(|token| token.to_string() != "compile_error").skip(2);
    let TokenTree::Group(group) = tokens.next()? else {
        return None;
    };
    syn::parse2::<syn::LitStr>(group.stream()).ok().map(|literal| literal.value())
}

/// Collects every token that is not a group, depth first.
fn flat(tokens: TokenStream, out: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    _ => ("(", ")"),
                };
                out.push(open.into());
                flat(group.stream(), out);
                out.push(close.into());
            }
            other => out.push(other.to_string()),
        }
    }
}

/// Returns the printed examples of a document.
fn examples(grammar: Grammar) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../grammars")
        .join(grammar.as_str())
        .join("examples.toml");
    let file: toml::Table = fs::read_to_string(file).unwrap().parse().unwrap();
    let examples = file["example"].as_array().unwrap();
    examples.iter().filter_map(|example| example.get("text")?.as_str()).map(str::to_owned).collect()
}

#[test]
#[cfg(feature = "practices")]
fn a_text_of_which_a_practice_removes_something_is_refused() {
    for text in [" http://a/", "http://a\t/", "http://a/ "] {
        let refused = message(expansion(&Kind::IRI, &quote!(Whatwg, #text))).unwrap();
        assert!(refused.starts_with("whatwg removes the character at byte "), "{refused}");
    }
}

#[test]
fn a_macro_accepts_what_its_rule_accepts_among_all_printed_examples() {
    let mut accepted = 0;
    for kind in Kind::ALL {
        for grammar in kind.grammars() {
            let texts = examples(grammar);
            for (reading, text) in Reading::ALL
                .iter()
                .flat_map(|reading| texts.iter().map(move |text| (*reading, text)))
            {
                let names = [grammar.constant().to_owned(), format!("{reading:?}")]
                    .map(|name| format_ident!("{name}"));
                let literal = Literal::string(text);
                let refusal = message(expansion(kind, &quote!(#(#names,)* #literal)));
                let accepts = kind.table(grammar, reading).accepts(text.as_bytes());
                assert_eq!(
                    refusal.is_none(),
                    accepts,
                    "{}!({grammar}, {reading}, {text:?}): {refusal:?}",
                    kind.name
                );
                accepted += usize::from(accepts);
            }
        }
    }
    assert!(accepted > 40 * Grammar::ALL.len(), "only {accepted} examples are accepted");
}

/// Checks that an expansion has only literals, paths to `from_macro`, a grammar and a reading, so
/// nothing runs.
#[test]
fn an_expansion_is_a_constant_of_literals() {
    for kind in Kind::ALL {
        for grammar in kind.grammars() {
            let name = format_ident!("{}", grammar.constant());
            let accepted =
                |text: &String| kind.table(grammar, Reading::Corrected).accepts(text.as_bytes());
            for text in examples(grammar).into_iter().filter(accepted) {
                let literal = Literal::string(&text);
                let mut tokens = Vec::new();
                flat(expansion(kind, &quote!(#name, #literal)), &mut tokens);
                assert_eq!(tokens[..2], ["const", "{"], "{tokens:?}");
                let names: Vec<&str> = tokens
                    .iter()
                    .map(String::as_str)
                    .filter(|token| token.starts_with(char::is_alphabetic))
                    .collect();
                let mut expected = vec![
                    "const",
                    "urigram",
                    kind.value.name(),
                    "from_macro",
                    "urigram",
                    "Grammar",
                    grammar.constant(),
                ];
                if kind.value.is_bytes() {
                    expected.insert(4, "as_bytes");
                }
                expected.extend(["urigram", "Reading", "Corrected"]);
                assert_eq!(names, expected, "{}!({text:?})", kind.name);
            }
        }
    }
}

/// Returns the help of a refused literal.
fn helps(kind: &Kind, text: &str) -> Vec<String> {
    let message = message(expansion(kind, &quote!(#text))).unwrap();
    message.lines().filter_map(|line| line.strip_prefix("  = help: ")).map(str::to_owned).collect()
}

/// Checks literals whose help once led to another host, or said nothing.
#[test]
fn help_says_the_cause_and_leads_to_no_other_host() {
    for (text, expected) in [
        (
            "http://user:p@ss@example.org/",
            &["the last `@` ends the user name and password; others in them are written `%40`: \
               `http://user:p%40ss@example.org/`"][..],
        ),
        (
            r"https://example.org\@evil.example/",
            &["a URI has no `\\`; browsers read it as `/` in this scheme: \
               `https://example.org/@evil.example/`"],
        ),
        (
            r"http://example.org\path",
            &["a URI has no `\\`; browsers read it as `/` in this scheme: \
               `http://example.org/path`"],
        ),
        ("http://{host}/a", &["braces mark a placeholder: fill in the host first"]),
        ("http://a|b/", &["a host name cannot contain this character, not even percent-encoded"]),
        ("http://example.org:80:80/", &["an authority has one port"]),
        (
            r"file://C:\a\b",
            &["the URI of a file of Windows begins with `file:///` and has `/` for `\\`: \
               `file:///C:/a/b`"],
        ),
        (
            "http://user:pa#ss@example.org/",
            &["`/`, `?` and `#` end an authority; in a password they are `%2F`, `%3F` and `%23`"],
        ),
        (
            r"\\server\share\x",
            &["the URI of a share of Windows begins with `file://` and has `/` for `\\`: \
               `file://server/share/x`"],
        ),
        (
            "http://[fe80::1%eth0]/",
            &["a zone is not part of an address in a URI; only RFC 6874 has zones, after `%25`"],
        ),
        (
            "www.example.org",
            &[
                "if this begins with a host, write `https://` in front of it",
                "this is a relative reference: write `uri_ref!(\"www.example.org\")`",
            ],
        ),
        (
            "http//example.org",
            &[
                "a colon is missing after the scheme, as in `https://`",
                "this is a relative reference: write `uri_ref!(\"http//example.org\")`",
            ],
        ),
    ] {
        assert_eq!(helps(&Kind::URI, text), expected, "{text:?}");
    }
}

/// Checks that the documentation of the macros shows the compiler's messages.
#[test]
fn the_documented_messages_are_the_real_ones() {
    for kind in Kind::ALL {
        let source = include_str!("../../src/literals.rs");
        let mut at = 0;
        let mut lines = source.lines();
        let call = format!("urigram::{}!(", kind.name);
        while let Some(line) =
            lines.find(|line| line.starts_with("/// let wrong = ") && line.contains(&call))
        {
            let code = line.trim_start_matches("/// ");
            let tokens: TokenStream = code.parse().unwrap();
            let arguments = tokens.into_iter().find_map(|token| match token {
                TokenTree::Group(group) => Some(group.stream()),
                _ => None,
            });
            let message = message(expansion(kind, &arguments.unwrap())).unwrap();
            // The compiler indents the lines after its `error: `; the file's name replaces a
            // user's.
            let (before, rest) = message.split_once("<parsed string ").unwrap();
            let (_, place) = rest.split_once(">:").unwrap();
            let message = format!("{before}src/main.rs:{place}");
            let shown = format!("error: {}\n", message.replace("\n  ", "\n         "));
            let include = lines.find(|line| line.contains("include_str!")).unwrap();
            let file = include.split('"').nth(1).unwrap();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src").join(file);
            if std::env::var_os("BLESS").is_some() {
                fs::write(&path, &shown).unwrap();
            }
            assert_eq!(fs::read_to_string(path).unwrap(), shown, "`just bless` writes it");
            at += 1;
        }
        assert!(at > 0, "no wrong `{}!` is documented", kind.name);
    }
}
