//! A string of the command line in place of files.

use std::ffi::OsString;

use clap::Args;

use super::reader::Reader;

/// The option that gives a string in place of files.
#[derive(Debug, Default, Args)]
pub(crate) struct Given {
    /// Read this string instead of files
    #[arg(short = 's', long, value_name = "STRING")]
    #[arg(conflicts_with_all = ["files", "column", "records_in", "delimiter", "header", "text"])]
    string: Option<OsString>,
}

impl<'a> Reader<'a> {
    /// Makes the reader read a string, if one is given, as the only record, or as the text.
    pub(crate) fn given(mut self, given: &'a Given) -> Reader<'a> {
        self.string = given.string.as_deref();
        self
    }
}
