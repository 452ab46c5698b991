//! Words and options of before, which are read as those that replaced them.
//!
//! `urigram agree A B --all` is `urigram compare A B --matrix --component all`. The arguments are
//! rewritten before they are parsed, so that each answer has one way through the program. On a
//! terminal, a line shows the new form. The old words are in no help, and go with version 1.0.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;

/// A subcommand of before: its name, its new name, an option that it always has now, and the
/// options with other names.
struct Former {
    word: &'static str,
    now: &'static str,
    with: &'static [&'static str],
    options: &'static [(&'static str, &'static str)],
}

const FORMER: [Former; 9] = [
    Former { word: "agree", now: "compare", with: &[], options: &AGREE },
    Former { word: "compare", now: "compare", with: &[], options: &[("--all", "--matrix")] },
    Former { word: "migrate", now: "diff", with: &[], options: &[("--lines", "--each")] },
    Former { word: "blame", now: "history", with: &["--drafts"], options: &[] },
    Former { word: "history", now: "history", with: &[], options: &[("--input", "--string")] },
    Former { word: "peg", now: "generate", with: &["--peg"], options: &[] },
    Former { word: "page", now: "serve", with: &[], options: &[] },
    Former { word: "certify", now: "prove", with: &[], options: &CERTIFY },
    Former { word: "extract", now: "extract", with: &[], options: &[] },
];

const AGREE: [(&str, &str); 2] = [("--all", "--matrix"), ("--if", "--under")];
const CERTIFY: [(&str, &str); 2] = [("--out", "--certify"), ("-o", "--certify")];

/// The notations of texts, which `extract` took by `--in`: everywhere, the format of records.
const NOTATIONS: [&str; 2] = ["html", "json"];

/// The common options that take the next argument as their value.
const TAKE_A_VALUE: [&str; 6] = ["-g", "--grammar", "--reading", "--rule", "--format", "--color"];

/// Returns the arguments in the words of now, or `None` where they are in these words already. The
/// first argument is the program's name.
pub(crate) fn renewed(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let mut at = subcommand(arguments, 1)?;
    let is_help = arguments[at] == "help";
    if is_help {
        at = subcommand(arguments, at + 1)?;
    }
    let former = FORMER.iter().find(|former| arguments[at] == former.word)?;
    let mut all = arguments.to_vec();
    all[at] = former.now.into();
    if is_help {
        return (all != arguments).then_some(all);
    }
    let mut rest = all.split_off(at + 1);
    // What follows `--` is no option.
    let end = rest.iter().position(|word| word == "--").unwrap_or(rest.len());
    let operands = rest.split_off(end);
    match former.word {
        "agree" if rest.iter().any(|word| has_name(word, "--lines")) => {
            all[at] = "diff".into();
            rest = files_last(rest);
            demand(&mut rest, "--component", "all");
        }
        "agree" => demand(&mut rest, "--component", "all"),
        "certify" if !rest.iter().any(|word| has_name(word, "--out") || is_short_out(word)) => {
            rest.extend(["--certify", "-"].map(OsString::from));
        }
        "extract" => rename_notation(&mut rest),
        _ => {}
    }
    for word in &mut rest {
        if let Some((old, new)) = former.options.iter().find(|(old, _)| has_name(word, old)) {
            *word = renamed(word, old, new);
        }
    }
    all.extend(former.with.iter().map(OsString::from));
    all.extend(rest);
    all.extend(operands);
    (all != arguments).then_some(all)
}

/// Returns the index of the first argument, from one on, that is neither an option nor its value.
fn subcommand(arguments: &[OsString], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(word) = arguments.get(at) {
        if !word.as_encoded_bytes().starts_with(b"-") {
            return Some(at);
        }
        at += if TAKE_A_VALUE.iter().any(|option| word == option) { 2 } else { 1 };
    }
    None
}

/// Returns true for `--name`, `--name=value`, and for a short option with its value behind it.
fn has_name(word: &OsStr, name: &str) -> bool {
    let Some(rest) = word.as_encoded_bytes().strip_prefix(name.as_bytes()) else { return false };
    rest.is_empty() || rest.starts_with(b"=") || !name.starts_with("--")
}

fn is_short_out(word: &OsStr) -> bool {
    has_name(word, "-o")
}

/// Returns an option under another name, with the value that it had in the same argument.
fn renamed(word: &OsStr, old: &str, new: &str) -> OsString {
    let text = word.to_string_lossy();
    let value = &text[old.len()..];
    match value.strip_prefix('=').unwrap_or(value) {
        "" if value.is_empty() => new.into(),
        value => format!("{new}={value}").into(),
    }
}

/// Adds an option with a value where there is no such option.
fn demand(words: &mut Vec<OsString>, option: &str, value: &str) {
    if !words.iter().any(|word| has_name(word, option)) {
        words.extend([option, value].map(OsString::from));
    }
}

/// Renames `--in` where a notation follows it.
fn rename_notation(words: &mut [OsString]) {
    for at in 0..words.len() {
        let given = words[at].to_string_lossy().into_owned();
        let next = words.get(at + 1).map(|word| word.to_string_lossy().into_owned());
        let value = given.strip_prefix("--in=").or(next.as_deref().filter(|_| given == "--in"));
        if value.is_some_and(|value| NOTATIONS.contains(&value)) {
            words[at] = renamed(&words[at], "--in", "--notation");
        }
    }
}

/// Moves the values of `--lines`, which are files, behind all other arguments.
fn files_last(words: Vec<OsString>) -> Vec<OsString> {
    let (mut kept, mut files) = (Vec::new(), Vec::new());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.to_string_lossy().strip_prefix("--lines") {
            Some("") => files.extend(words.next()),
            Some(value) if value.starts_with('=') => files.push(value[1..].into()),
            _ => kept.push(word),
        }
    }
    kept.extend(files);
    kept
}

/// Shows the new form of a command line on a terminal.
pub(crate) fn show(renewed: &[OsString]) {
    let quoted = |word: &OsString| {
        let text = word.to_string_lossy().into_owned();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@=,+%".contains(c);
        if text.chars().all(is_plain) && !text.is_empty() {
            text
        } else {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
    };
    let words: Vec<String> = renewed.iter().skip(1).map(quoted).collect();
    note(&format!("this is now: urigram {}", words.join(" ")));
}

/// Writes a note to standard error if that is a terminal. A script needs none.
pub(crate) fn note(text: &str) {
    if std::io::stderr().is_terminal() {
        crate::message::to_stderr(format_args!("note: {text}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renewed(line: &str) -> Option<String> {
        let words: Vec<OsString> =
            std::iter::once("urigram").chain(line.split(' ')).map(OsString::from).collect();
        let new = super::renewed(&words)?;
        let words: Vec<_> = new.iter().skip(1).map(|word| word.to_string_lossy()).collect();
        Some(words.join(" "))
    }

    #[test]
    fn old_words_are_read_as_new_ones() {
        for (old, new) in [
            ("agree a b", "compare a b --component all"),
            ("agree --all a b --component=host", "compare --matrix a b --component=host"),
            ("agree a b --if x", "compare a b --under x --component all"),
            ("agree a --lines f b --lines=g", "diff a b f g --component all"),
            ("compare --all", "compare --matrix"),
            ("migrate a b f --lines", "diff a b f --each"),
            ("blame x", "history --drafts x"),
            ("blame -- --rule", "history --drafts -- --rule"),
            ("-g blame --rule agree blame x", "-g blame --rule agree history --drafts x"),
            ("history --input x", "history --string x"),
            ("peg f --edits 3", "generate --peg f --edits 3"),
            ("page --export f", "serve --export f"),
            ("certify a", "prove a --certify -"),
            ("certify -o f a", "prove --certify f a"),
            ("certify -of a --rule x", "prove --certify=f a --rule x"),
            ("help migrate", "help diff"),
            ("extract --in html f", "extract --notation html f"),
            ("extract --in=json", "extract --notation=json"),
        ] {
            assert_eq!(renewed(old).as_deref(), Some(new), "{old}");
        }
        for line in
            ["compare a b", "history a", "check --all", "help", "--rule agree", "extract --in csv"]
        {
            assert_eq!(renewed(line), None, "{line}");
        }
    }
}
