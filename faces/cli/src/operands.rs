//! Operands that are inputs, or with `--lines` files.

use std::ffi::{OsStr, OsString};

use crate::exit::Failure;

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
        return Err(Failure::Usage(
            "standard input is read once: give `-` one time, or files".to_owned(),
        ));
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
