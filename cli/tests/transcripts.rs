//! Whole commands: input, output, status.
//!
//! Every ```` ```console ```` block of tests/transcripts/*.md and of the READMEs whose commands
//! begin with `$ ` is run by `sh` in tests/transcripts. `? 1` after a command is its status if it
//! is not 0; standard output and standard error follow. `[..]` matches any text within a line, a
//! line `...` any lines. Outputs that list every grammar use these, or name their grammars, because
//! more documents will be added.
//!
//! `TRANSCRIPTS=overwrite cargo test -p urigram-cli --test transcripts` writes what differs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Transcript {
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// Returns the commands of a page with the lines expected of each.
fn read(page: &str) -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut inside = false;
    for (index, line) in page.lines().enumerate() {
        match (line, line.strip_prefix("$ ")) {
            ("```console", _) => inside = true,
            ("```", _) => inside = false,
            (_, Some(command)) if inside => {
                found.push(Transcript {
                    line: index + 1,
                    command: command.to_owned(),
                    expected: Vec::new(),
                });
            }
            _ if inside => found
                .last_mut()
                .expect("a block begins with a command")
                .expected
                .push(line.to_owned()),
            _ => {}
        }
    }
    for transcript in &mut found {
        while transcript.expected.last().is_some_and(std::string::String::is_empty) {
            transcript.expected.pop();
        }
    }
    found
}

fn run(command: &str, folder: &Path) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_urigram"));
    let mut path = binary.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("COLUMNS")
        .output();
    let output = output.unwrap();
    let mut lines = Vec::new();
    match output.status.code() {
        Some(0) => {}
        code => {
            lines.push(format!("? {}", code.map_or("signal".to_owned(), |code| code.to_string())));
        }
    }
    for stream in [&output.stdout, &output.stderr] {
        lines.extend(String::from_utf8_lossy(stream).lines().map(str::to_owned));
    }
    while lines.last().is_some_and(std::string::String::is_empty) {
        lines.pop();
    }
    lines
}

fn matches(expected: &[String], actual: &[String]) -> bool {
    match expected {
        [] => actual.is_empty(),
        [dots, rest @ ..] if dots == "..." => {
            (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..]))
        }
        [first, rest @ ..] => {
            actual.first().is_some_and(|line| line_matches(first, line))
                && matches(rest, &actual[1..])
        }
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let mut parts = expected.split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = actual.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Returns the page with what the commands print now.
fn rewritten(page: &str, transcripts: &[(Transcript, Vec<String>)]) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let mut out: Vec<&str> = Vec::new();
    let mut at = 0;
    for (transcript, actual) in transcripts {
        out.extend(&lines[at..transcript.line]);
        at = transcript.line;
        while lines.get(at).is_some_and(|line| !line.starts_with("$ ") && *line != "```") {
            at += 1;
        }
        let kept =
            if matches(&transcript.expected, actual) { &transcript.expected } else { actual };
        out.extend(kept.iter().map(String::as_str));
        if lines.get(at) != Some(&"```") {
            out.push("");
        }
    }
    out.extend(&lines[at..]);
    out.join("\n") + "\n"
}

#[cfg(unix)]
#[test]
fn transcripts() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = package.join("tests/transcripts");
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.extend(
        ["README.md", "../README.md"]
            .map(|page| package.join(page))
            .into_iter()
            .filter(|path| path.exists()),
    );
    pages.sort();
    let overwrite = std::env::var_os("TRANSCRIPTS").is_some_and(|value| value == "overwrite");
    let (mut count, mut failures) = (0, String::new());
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        let run = |transcript: Transcript| {
            let actual = run(&transcript.command, &folder);
            (transcript, actual)
        };
        let transcripts: Vec<(Transcript, Vec<String>)> =
            read(&page).into_iter().map(run).collect();
        count += transcripts.len();
        let name = path.strip_prefix(package).unwrap_or(&path).display().to_string();
        for (transcript, actual) in &transcripts {
            if !matches(&transcript.expected, actual) {
                let Transcript { line, command, expected } = transcript;
                let (expected, actual) = (expected.join("\n"), actual.join("\n"));
                failures += &format!("\n{name}:{line}: $ {command}\n--- expected\n{expected}\n--- actual\n{actual}\n");
            }
        }
        if overwrite {
            fs::write(&path, rewritten(&page, &transcripts)).unwrap();
        }
    }
    assert!(count >= 30, "only {count} transcripts were found");
    assert!(overwrite || failures.is_empty(), "{failures}");
}

#[test]
fn wildcards() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let fits = |expected: &str, actual: &str| matches(&lines(expected), &lines(actual));
    assert!(fits("a\n...\nd", "a\nb\nc\nd") && fits("a\n...", "a") && fits("...", ""));
    assert!(!fits("a\n...\nd", "a\nb") && !fits("a", "a\nb") && !fits("a\nb", "a"));
    assert!(fits("x[..]y", "xy") && fits("x[..]y[..]", "x y z") && fits("[..]", "x"));
    assert!(!fits("x[..]y", "x z") && !fits("x", "xy") && !fits("ab[..]bc", "abc"));
}
