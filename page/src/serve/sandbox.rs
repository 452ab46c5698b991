//! Questions about a visitor's own rules, answered in a process of their own.
//!
//! The readers of such rules were written for rules that people mean: some rules take exponential
//! time to read. A thread cannot be ended from outside; a process can.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{json, Value};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use urigram_answers::questions::{ask, Params};
use urigram_answers::Refusal;

/// The arguments with which this program answers one question and ends.
///
/// The program is started with these arguments and the question's name behind them. It has to call
/// [`answer`].
#[derive(Clone, Debug)]
pub struct Sandbox {
    arguments: Vec<OsString>,
}

impl Sandbox {
    /// Starts this program with these arguments.
    pub fn new(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Sandbox {
        Sandbox { arguments: arguments.into_iter().map(Into::into).collect() }
    }

    /// Asks a process. When the future is dropped, the process is ended.
    pub(super) async fn ask(
        &self,
        question: &str,
        query: &[u8],
    ) -> std::io::Result<Result<Value, Refusal>> {
        let mut child = Command::new(program()?)
            .args(&self.arguments)
            .arg(question)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(query).await?;
        }
        let output = child.wait_with_output().await?;
        let mut answer: Value = serde_json::from_slice(&output.stdout)?;
        let message = |key: &str| answer[key].as_str().map(str::to_owned);
        Ok(match (message("error"), message("undecided")) {
            (Some(message), _) => Err(Refusal::Usage(message)),
            (None, Some(message)) => Err(Refusal::Limit(message)),
            (None, None) => Ok(answer["answer"].take()),
        })
    }
}

/// Returns this program's file, also if a newer one has replaced it since the program started.
fn program() -> std::io::Result<PathBuf> {
    let known = std::env::current_exe()?;
    let running = PathBuf::from("/proc/self/exe");
    Ok(if known.exists() || !running.exists() { known } else { running })
}

/// Answers one question, in the process that a [`Sandbox`] starts: reads the parameters from
/// `input` and writes a line of JSON to `out`.
///
/// # Errors
/// Those of reading and writing.
pub fn answer(question: &str, input: &mut dyn Read, out: &mut dyn Write) -> std::io::Result<()> {
    let mut query = Vec::new();
    input.read_to_end(&mut query)?;
    let answer = match Params::read(&query).and_then(|params| ask(question, &params)) {
        Ok(answer) => json!({ "answer": answer }),
        Err(Refusal::Usage(message)) => json!({ "error": message }),
        Err(Refusal::Limit(message)) => json!({ "undecided": message }),
    };
    writeln!(out, "{answer}")
}
