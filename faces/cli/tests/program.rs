//! The command as the tests run it.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// Returns the command with arguments, without an input.
pub fn urigram<A: AsRef<OsStr>>(arguments: &[A]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command.
pub fn run<A: AsRef<OsStr>>(arguments: &[A]) -> Output {
    urigram(arguments).output().expect("the command starts")
}

/// Runs the command with an input.
pub fn fed(arguments: &[&str], input: &[u8]) -> Output {
    feed(&mut urigram(arguments), input)
}

/// Runs a program with an input.
pub fn feed(command: &mut Command, input: &[u8]) -> Output {
    finish(command.stdin(Stdio::piped()).spawn().expect("the program starts"), input)
}

/// Writes the input of a running program and waits for its end.
pub fn finish(mut child: Child, input: &[u8]) -> Output {
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The program may end before it has read everything.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the program ends")
    })
}

pub fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("the answer is text")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the objects of an answer, one a line.
pub fn json(output: &Output) -> Vec<Value> {
    let lines = stdout(output).lines();
    lines.map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}
