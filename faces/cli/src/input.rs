//! Inputs from the command line and standard input, as bytes and as texts by a grammar.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};

use urigram::documents::Form;
use urigram::{urc, Grammar, Reading};
use urigram_answers::escape::unescaped;
use urigram_answers::RuleRef;

use crate::exit::Failure;
use crate::rejection::Rejection;

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
        bytes = unescaped(&bytes).map_err(Failure::Usage)?;
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

/// Returns an input as text.
///
/// # Errors
/// The grammar's error, or the message for an input that it accepts although it is not UTF-8: only
/// a citation gives such octets a meaning.
pub(crate) fn text(bytes: &[u8], grammar: Grammar, reading: Reading) -> Result<&str, Rejection> {
    std::str::from_utf8(bytes).map_err(|invalid| {
        match RuleRef::start(grammar, reading).verdict(bytes).check() {
            Err(objection) => objection.into(),
            Ok(()) => Rejection::Said(format!(
                "byte {}: the input is not UTF-8, and {grammar} gives other octets no meaning",
                invalid.valid_up_to()
            )),
        }
    })
}

/// Returns named inputs as texts.
///
/// # Errors
/// The reason for the first input that is not text, as [`text`] gives it, with the input's name.
pub(crate) fn texts<'a, const N: usize>(
    inputs: [(&'static str, &'a [u8]); N],
    grammar: Grammar,
    reading: Reading,
) -> Result<[&'a str; N], Rejection> {
    let mut texts = [""; N];
    for (place, (name, bytes)) in texts.iter_mut().zip(inputs) {
        *place = text(bytes, grammar, reading).map_err(|rejection| rejection.of(name))?;
    }
    Ok(texts)
}

/// Returns a citation with angle brackets if it is one without them, and any other input as it is.
pub(crate) fn with_brackets(bytes: &[u8], grammar: Grammar, reading: Reading) -> Cow<'_, [u8]> {
    if grammar.document().form == Form::Urc {
        let whole = urc::with_brackets(bytes);
        if grammar.tables(reading).start().accepts(&whole) {
            return whole;
        }
    }
    Cow::Borrowed(bytes)
}
