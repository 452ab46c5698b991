//! The tests of the command together, as one program, which keeps every processor busy to its end.

#[cfg(unix)]
mod action;
mod bad_input;
mod check;
mod damaged;
mod documents;
mod former;
mod guide;
#[cfg(feature = "serve")]
mod lessons;
mod meaning;
mod open_pipe;
mod options;
mod quick;
mod records;
mod schemas;
mod schemes;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
#[path = "../../page/tests/page/served.rs"]
mod served;
mod shells;
mod tables;
mod texts;
mod transcript;
mod transcripts;
mod wrong_edits;
