//! A pipe that stays open: what was written to it is answered before more is.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc::{channel, Receiver};
use std::thread;
use std::time::Duration;

use crate::program::urigram;

/// The time after which an answer will not come any more.
const NEVER: Duration = Duration::from_secs(120);

/// Returns the lines of a reader as they come, so that the test fails where none does.
fn lines(reader: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(reader).lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Writes pieces to a command, and demands after each that the last line of the answer so far has a
/// text. Closes the pipe then, and returns the lines that follow.
fn ask(arguments: &[&str], pieces: &[(&[u8], &str)]) -> Vec<String> {
    let mut child = urigram(arguments).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let answers = lines(child.stdout.take().unwrap());
    for (piece, expected) in pieces {
        stdin.write_all(piece).unwrap();
        stdin.flush().unwrap();
        let answer = answers.recv_timeout(NEVER).unwrap_or_else(|error| {
            panic!("{arguments:?}: no answer to {}: {error}", piece.escape_ascii())
        });
        assert!(answer.contains(expected), "{arguments:?}: {answer}");
    }
    drop(stdin);
    let rest = answers.iter().collect();
    child.wait().unwrap();
    rest
}

#[test]
fn every_record_is_answered_when_its_end_was_written() {
    for (arguments, first, second) in [
        (&["check", "-g", "rfc3986"][..], "1: accepted", "2: accepted"),
        (&["check", "--accepted"], "x:", "http://b/"),
        (&["split", "--get", "line,path"], "1\ty", "2\t/c"),
        (&["split", "--format", "json"], "\"line\":1", "\"line\":2"),
        (&["normalize", "--lines"], "x:y", "http://b/c"),
        (&["resolve", "--lines", "--base", "http://a/"], "x:y", "http://b/c"),
        (&["parse", "--lines", "--format", "json"], "\"line\":1", "\"line\":2"),
        (&["surt", "--lines"], "x:", "b)/c"),
        (&["diff", "--each", "rfc3986", "rfc2141"], "1: ", "2: "),
    ] {
        // The first record is shorter than most magic numbers. The end of the second one comes
        // later than its beginning, and the beginning of a third one with it.
        let rest = ask(arguments, &[(b"x:y\n", first), (b"http://b/c\nhttp:", second)]);
        let is_total = |line: &String| line.contains(" 3 lines") || line.contains("totals");
        assert!(rest.len() == 1 || rest.iter().any(is_total), "{arguments:?}: {rest:?}");
    }
}

#[test]
fn compressed_records_are_answered_when_they_were_flushed() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut flushed = |line: &str| {
        encoder.write_all(line.as_bytes()).unwrap();
        encoder.flush().unwrap();
        std::mem::take(encoder.get_mut())
    };
    let (first, second) = (flushed("http://a/b\n"), flushed("http://c/d\n"));
    ask(&["split", "--get", "host,path"], &[(&first, "a\t/b"), (&second, "c\t/d")]);
}
