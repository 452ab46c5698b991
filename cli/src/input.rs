//! The inputs of the command, as bytes.

use std::ffi::OsStr;
use std::io::{self, Read};

use crate::bytes::unescaped;
use crate::exit::Failure;

/// The longest input, in bytes.
pub(crate) const LONGEST: usize = 16 * 1024 * 1024;

/// An argument's bytes; `-` reads standard input to its end and drops one line end.
///
/// # Errors
/// [`Failure::Limit`] above [`LONGEST`], [`Failure::Usage`] for a wrong escape and unreadable input.
pub(crate) fn read(argument: &OsStr, escapes: bool) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    if argument == "-" {
        // A line end and a byte too many.
        let read = io::stdin().lock().take(LONGEST as u64 + 3).read_to_end(&mut bytes);
        read.map_err(|error| Failure::Usage(format!("standard input: {error}")))?;
        let kept = without_line_end(&bytes).len();
        bytes.truncate(kept);
    } else {
        bytes.extend(argument.as_encoded_bytes());
    }
    if bytes.len() > LONGEST {
        return Err(Failure::Limit(format!("the input is longer than {LONGEST} bytes")));
    }
    if escapes {
        bytes = unescaped(&bytes).map_err(Failure::Usage)?;
    }
    Ok(bytes)
}

/// A line without its LF or CRLF.
pub(crate) fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
    line
}
