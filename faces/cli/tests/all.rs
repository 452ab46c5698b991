//! The tests of the command together, as one program, which keeps every processor busy to its end.

#[cfg(unix)]
mod action;
mod bad_input;
mod check;
mod damaged;
mod documents;
mod guide;
mod lessons;
mod meaning;
mod open_pipe;
#[cfg(unix)]
mod opened_once;
mod options;
mod page;
mod program;
mod quick;
mod records;
mod schemas;
mod schemes;
mod serve;
#[path = "../../page/tests/page/served.rs"]
mod served;
mod shells;
mod tables;
mod texts;
mod transcript;
mod transcripts;
mod verdicts;
