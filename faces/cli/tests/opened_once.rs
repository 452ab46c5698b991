//! A command opens each file of rules once, however many questions it asks about the rules.
//!
//! The file is a named pipe, which gives its text to the first who opens it. The second waits for
//! ever, and the test ends the command.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::urigram;

/// The time after which a command waits for a second text.
const NEVER: Duration = Duration::from_secs(60);

/// Makes a pipe with a text in it, which is written when somebody opens the pipe.
fn pipe(folder: &Path, name: &str, text: &'static str) -> PathBuf {
    let path = folder.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let written = path.clone();
    thread::spawn(move || std::fs::write(written, text));
    path
}

/// Runs a command on files of rules that are pipes, and returns its status.
fn status(number: usize, arguments: &[&str], files: &[(&str, &'static str)]) -> Option<i32> {
    let name = format!("urigram-once-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir(&folder).unwrap();
    let pipes: Vec<PathBuf> = files.iter().map(|(name, text)| pipe(&folder, name, text)).collect();
    let mut command = urigram::<&str>(&[]);
    for argument in arguments {
        match argument.strip_prefix('$').map(|at| at.parse::<usize>().unwrap()) {
            Some(at) => command.arg(&pipes[at]),
            None => command.arg(argument),
        };
    }
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > NEVER {
            child.kill().unwrap();
            panic!("{arguments:?} opens a file twice");
        }
        thread::sleep(Duration::from_millis(20));
    };
    std::fs::remove_dir_all(&folder).unwrap();
    status.code()
}

#[test]
fn each_file_of_rules_is_opened_once() {
    let plain = ("plain.abnf", "a = \"x\" b\nb = *\"y\"\n");
    let other = ("other.abnf", "a = \"x\" *\"y\"\n");
    let nested = ("nested.abnf", "list = \"(\" *list \")\"\n");
    let peg = ("rules.pest", "a = { ^\"x\" ~ b }\nb = { ^\"y\"* }\n");
    let nested_peg = ("nested.pest", "list = { \"(\" ~ list* ~ \")\" }\n");
    for (number, (arguments, files, expected)) in [
        (&["check", "-g", "$0", "-s", "xy"][..], &[plain][..], 0),
        (&["check", "-g", "$0", "-s", "(())"], &[nested], 0),
        (&["parse", "-g", "$0", "xy"], &[plain], 0),
        (&["parse", "-g", "$0", "(())"], &[nested], 0),
        (&["split", "-g", "$0", "-s", "xy"], &[plain], 0),
        (&["sample", "$0", "--seed", "1"], &[plain], 0),
        (&["sample", "$0", "--seed", "1"], &[nested], 0),
        (&["grammars", "$0"], &[plain], 0),
        (&["prove", "$0", "$1"], &[plain, peg], 0),
        (&["prove", "$0", "$1"], &[nested, nested_peg], 0),
        (&["generate", "--peg", "$0"], &[plain], 0),
        (&["compare", "$0", "$1"], &[plain, other], 0),
        (&["compare", "$0", "$1"], &[plain, peg], 0),
        (&["compare", "$0", "$1"], &[nested, other], 1),
        (&["compare", "--component", "all", "$0", "$1"], &[plain, other], 0),
        (&["compare", "--matrix", "$0", "$1"], &[plain, other], 0),
        (&["diff", "$0", "$1"], &[plain, other], 0),
        (&["abnf", "--check", "$0"], &[plain], 0),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(status(number, arguments, files), Some(expected), "{arguments:?}");
    }
}
