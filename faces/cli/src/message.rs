//! Messages on standard error.

use std::fmt;
use std::io::Write;

/// Writes a line to standard error. All messages come here: the macros of the standard library
/// panic where standard error is full or closed. Here a failure is ignored, because the exit status
/// says how the command ended.
pub(crate) fn to_stderr(message: fmt::Arguments<'_>) {
    let _ = writeln!(anstream::stderr().lock(), "{message}");
}
