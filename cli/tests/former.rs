//! Command lines of before, which run unchanged.
//!
//! `former.txt` has every command line of the READMEs, the documentation and the transcripts with a
//! word or an option that has another name since: the old line, the new one, an empty line. What
//! the new lines print is in the transcripts. Both give the same standard output and status.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

use rayon::prelude::*;

/// The lines that answer another question now, and the reason. Help is that of the new word.
const DIFFERENT: [(&str, &str); 1] =
    [("urigram history autority", "a name of no rule is a string now, as any other string is")];

fn run(line: &str) -> (String, Option<i32>) {
    let binary = Path::new(env!("CARGO_BIN_EXE_urigram"));
    let mut path = binary.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("PATH", path).env_remove("COLUMNS");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts"));
    let Output { stdout, status, stderr } = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    assert!(!stderr.contains("this is now"), "a script sees no note: {line}");
    (String::from_utf8_lossy(&stdout).into_owned(), status.code())
}

#[test]
fn command_lines_of_before_give_the_same_answers() {
    let pairs: Vec<(&str, &str)> = include_str!("former.txt")
        .split("\n\n")
        .filter_map(|pair| pair.trim_end().split_once('\n'))
        .collect();
    assert!(pairs.len() > 70, "{}", pairs.len());
    let is_listed = |line: &str| DIFFERENT.iter().any(|(known, _)| line.starts_with(known));
    // Lines that write a file run one after the other.
    let (writing, reading): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|(old, _)| old.contains("target/"));
    let wrong = |(old, new): &(&str, &str)| {
        let is_same = run(old) == run(new);
        (is_same == is_listed(old)).then(|| format!("{old}\n  {new}"))
    };
    let mut all: Vec<String> = reading.par_iter().filter_map(wrong).collect();
    all.extend(writing.iter().filter_map(wrong));
    assert!(all.is_empty(), "{}", all.join("\n"));
}
