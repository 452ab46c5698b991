//! Inputs from the command line and standard input.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};

use urigram_answers::escape::unescaped;

use crate::exit::Failure;

/// The longest input, in bytes.
pub(crate) const LONGEST: usize = 16 * 1024 * 1024;

/// Returns an argument's bytes; `-` reads standard input to its end and drops one line end.
///
/// # Errors
/// [`Failure::Limit`] above [`LONGEST`], [`Failure::Usage`] for a wrong escape and unreadable
/// input.
pub(crate) fn read(argument: &OsStr, escapes: bool) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    if argument == "-" {
        // Room for a line end, and one byte to detect excess.
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
        bytes = unescaped(&bytes)?;
    }
    Ok(bytes)
}

/// Returns standard input as a file, if it is a regular one.
pub(crate) fn stdin_file() -> Option<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    #[cfg(not(any(unix, windows)))]
    let handle = Err::<File, _>(io::ErrorKind::Unsupported);
    let file = File::from(handle.ok()?);
    file.metadata().is_ok_and(|facts| facts.is_file()).then_some(file)
}

/// Returns a line without its LF or CRLF.
pub(crate) fn without_line_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// Returns as many operands as a command takes.
///
/// # Errors
/// [`Failure::Usage`] for more or fewer.
pub(crate) fn exactly<'a, const N: usize>(
    operands: &'a [OsString],
    what: &str,
) -> Result<[&'a OsStr; N], Failure> {
    let all: Vec<&OsStr> = operands.iter().map(OsString::as_os_str).collect();
    refuse_second_stdin(&all)?;
    all.try_into()
        .map_err(|_| Failure::Usage(format!("give {what}; with --lines, files that hold them")))
}

/// Refuses `-` as a second operand: standard input would be empty.
///
/// # Errors
/// [`Failure::Usage`] if several are `-`.
pub(crate) fn refuse_second_stdin(operands: &[&OsStr]) -> Result<(), Failure> {
    if operands.iter().filter(|operand| **operand == "-").count() > 1 {
        return Err("standard input is read once: give `-` one time, or files".into());
    }
    Ok(())
}

/// Notes that an input is also the name of a file, which is not read.
pub(crate) fn note_file(input: &OsStr, command: &str) {
    let path = std::path::Path::new(input);
    if path.extension().is_some() && path.is_file() {
        crate::message::to_stderr(format_args!(
            "note: this is the identifier `{0}`; for the lines of the file: {command} {0}",
            input.to_string_lossy()
        ));
    }
}
