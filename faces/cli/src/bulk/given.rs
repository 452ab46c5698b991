//! A string of the command line in place of files.

use std::ffi::OsString;

use clap::Args;

use super::input::Settings;
use super::reader::Reader;
use crate::exit::Failure;

/// The option that gives a string in place of files.
#[derive(Debug, Default, Args)]
pub(crate) struct Given {
    /// Read this string instead of files
    #[arg(short = 's', long, value_name = "STRING", conflicts_with = "files")]
    string: Option<OsString>,
}

impl<'a> Reader<'a> {
    /// Makes the reader read a string, if one is given, as the only record, or as the text.
    ///
    /// # Errors
    /// [`Failure::Usage`] for options about files.
    pub(crate) fn given(mut self, given: &'a Given) -> Result<Reader<'a>, Failure> {
        self.string = given.string.as_deref();
        let Settings { columns, format, has_header, is_text, .. } = self.settings;
        let about_files = [
            (!columns.is_empty(), "--column"),
            (format.is_some(), "--in and --delimiter"),
            (has_header, "--header"),
            (is_text, "--text"),
        ];
        match about_files.iter().find(|(is_set, _)| *is_set && self.string.is_some()) {
            Some((_, option)) => {
                Err(Failure::Usage(format!("--string gives a string: leave out {option}")))
            }
            None => Ok(self),
        }
    }
}
