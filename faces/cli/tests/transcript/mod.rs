//! Commands in a page, with what they print.

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

/// Runs a command in a folder, and returns its status if it is not 0, then its output.
pub fn run(command: &str, folder: &Path) -> Vec<String> {
    // `.ci/long` also runs the pages by the program as it is released.
    let program = std::env::var_os("URIGRAM_PROGRAM").map(PathBuf::from);
    let binary = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_urigram").into());
    assert!(binary.is_file(), "{} is not a program", binary.display());
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

pub fn matches(expected: &[String], actual: &[String]) -> bool {
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

/// Returns true if pages are to be written anew.
pub fn overwrites() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// A page whose commands were run.
pub struct Page {
    path: PathBuf,
    text: String,
    transcripts: Vec<(Transcript, Vec<String>)>,
}

impl Page {
    /// Runs the commands of a page in a folder.
    pub fn run(path: &Path, folder: &Path) -> Page {
        let text = fs::read_to_string(path).unwrap();
        let one = |transcript: Transcript| {
            let actual = run(&transcript.command, folder);
            (transcript, actual)
        };
        let transcripts = read(&text).into_iter().map(one).collect();
        Page { path: path.to_owned(), text, transcripts }
    }

    /// Returns the number of commands.
    pub fn count(&self) -> usize {
        self.transcripts.len()
    }

    /// Returns the commands that print something else, with both outputs.
    pub fn failures(&self) -> String {
        let mut failures = String::new();
        for (Transcript { line, command, expected }, actual) in &self.transcripts {
            if !matches(expected, actual) {
                let (expected, actual) = (expected.join("\n"), actual.join("\n"));
                let path = self.path.display();
                failures += &format!("\n{path}:{line}: $ {command}\n--- expected\n{expected}\n--- actual\n{actual}\n");
            }
        }
        failures
    }

    /// Writes the page with what the commands print now.
    pub fn write(&self) {
        fs::write(&self.path, rewritten(&self.text, &self.transcripts)).unwrap();
    }
}
