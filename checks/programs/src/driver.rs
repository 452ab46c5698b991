//! A driver: a process that answers one line after another.
//!
//! The first line of its output is the version of the program. Each line of its input is a text in
//! hexadecimal digits of its UTF-8, where a lone surrogate has three octets as well. Each further
//! line of output is a JSON object: the components that are present, or `{"error": …}` for a text
//! that the program refuses.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::Duration;

/// The values of the components that are present.
pub type Components = BTreeMap<String, String>;

/// The longest time for an answer.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The most inputs where a driver may break.
const MOST: usize = 20;

/// An answer to an input.
pub enum Answer {
    /// The components; `None` if the program refuses the input.
    Said(Option<Components>),
    /// The driver died, hung or answered something else.
    Broken(String),
}

/// Asks a driver about all inputs and returns the version of the program. A driver that dies or
/// hangs is started again with the next input.
pub fn ask<T: AsRef<[u8]> + Debug>(
    folder: &Path,
    command: &str,
    inputs: &[T],
    patience: Duration,
    mut each: impl FnMut(&T, Answer),
) -> Result<String, String> {
    let (mut at, mut broken) = (0, 0);
    loop {
        let mut running = start(folder, command)?;
        let (version, done) = session(&mut running, &inputs[at..], patience, &mut each);
        // It is ours, and may hang.
        let _ = running.kill();
        let _ = running.wait();
        let version = version.ok_or_else(|| format!("{command}: it reported no version"))?;
        at += done;
        let Some(input) = inputs.get(at) else { return Ok(version) };
        each(input, Answer::Broken("no answer".to_owned()));
        (at, broken) = (at + 1, broken + 1);
        if broken == MOST {
            return Err(format!("{command}: it broke {MOST} times, last at {input:?}"));
        }
    }
}

fn start(folder: &Path, command: &str) -> Result<Child, String> {
    let shell = Command::new("sh")
        .args(["-c", &format!("exec {command}")])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    shell.map_err(|error| format!("{command}: {error}"))
}

/// Asks one process; returns its version and the number of inputs that it answered.
fn session<T: AsRef<[u8]>>(
    running: &mut Child,
    inputs: &[T],
    patience: Duration,
    each: &mut impl FnMut(&T, Answer),
) -> (Option<String>, usize) {
    let (Some(stdin), Some(stdout)) = (running.stdin.take(), running.stdout.take()) else {
        return (None, 0);
    };
    let (send, lines) = channel();
    let all: Vec<String> = inputs.iter().map(|input| hex(input.as_ref())).collect();
    // Both end when the process does.
    std::thread::spawn(move || {
        let mut stdin = BufWriter::new(stdin);
        let _ = all.iter().try_for_each(|line| writeln!(stdin, "{line}"));
    });
    std::thread::spawn(move || {
        let lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let _ = lines.map(|line| send.send(line)).take_while(Result::is_ok).count();
    });
    let Some(version) = line(&lines, patience) else { return (None, 0) };
    for (at, input) in inputs.iter().enumerate() {
        let Some(line) = line(&lines, patience) else { return (Some(version), at) };
        each(input, read(&line));
    }
    (Some(version), inputs.len())
}

fn line(lines: &Receiver<String>, patience: Duration) -> Option<String> {
    lines.recv_timeout(patience).ok()
}

fn read(line: &str) -> Answer {
    let said: Result<BTreeMap<String, Option<String>>, _> = serde_json::from_str(line);
    match said {
        Ok(said) if said.contains_key("error") => Answer::Said(None),
        Ok(said) => {
            let present = said.into_iter().filter_map(|(name, value)| Some((name, value?)));
            Answer::Said(Some(present.collect()))
        }
        Err(error) => Answer::Broken(format!("{error}: {line}")),
    }
}

fn hex(octets: &[u8]) -> String {
    octets.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell that dies at `d`, hangs at `h` and prints garbage at `g`.
    const FAKE: &str = r#"sh -c 'echo 1.0; while read line; do case $line in
        64) exit 3 ;; 68) exec sleep 600 ;; 67) echo "{" ;; *) echo "{\"path\":\"$line\"}" ;;
    esac; done'"#;

    fn answers(command: &str, inputs: &str) -> (Result<String, String>, Vec<String>) {
        let inputs: Vec<String> = inputs.chars().map(String::from).collect();
        let mut answers = Vec::new();
        let version =
            ask(Path::new("."), command, &inputs, Duration::from_secs(2), |input, answer| {
                answers.push(match answer {
                    Answer::Said(Some(parts)) => format!("{input}:{}", parts["path"]),
                    Answer::Said(None) => format!("{input} refused"),
                    Answer::Broken(why) => format!("{input} broke: {}", &why[..9]),
                });
            });
        (version, answers)
    }

    #[test]
    fn a_driver_that_dies_hangs_or_prints_garbage_is_reported_and_the_run_goes_on() {
        let (version, answers) = answers(FAKE, "adbhgc");
        assert_eq!(version.as_deref(), Ok("1.0"));
        let garbage = "g broke: EOF while";
        let right = ["a:61", "d broke: no answer", "b:62", "h broke: no answer", garbage, "c:63"];
        assert_eq!(answers, right);
    }

    #[test]
    fn a_driver_that_never_answers_ends() {
        let (version, answers) = answers("sh -c 'echo 1.0; exit'", &"a".repeat(30));
        assert!(version.unwrap_err().contains("it broke 20 times"));
        assert_eq!(answers.len(), 20);
        let (version, answers) = self::answers("sh -c 'exec sleep 600'", "a");
        assert!(version.unwrap_err().contains("no version"));
        assert!(answers.is_empty());
    }
}
