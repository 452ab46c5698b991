//! A progress bar.

use std::fs::File;
use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, if that is a terminal and the input has a length. Answers must go elsewhere:
/// they and the bar would overwrite each other.
pub(crate) struct Progress(Option<(ProgressBar, u64)>);

/// The bytes between two updates.
const STEP: u64 = 1 << 20;

impl Progress {
    /// Returns no bar.
    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    /// Returns a bar for a file. `quiet` tells that nothing is written to standard output meanwhile.
    pub(crate) fn of(file: &File, quiet: bool) -> Progress {
        let length =
            file.metadata().map_or(0, |facts| if facts.is_file() { facts.len() } else { 0 });
        if length < STEP || !io::stderr().is_terminal() || (io::stdout().is_terminal() && !quiet) {
            return Progress(None);
        }
        let style = "{bar:40} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left";
        let bar = ProgressBar::new(length);
        Progress(Some((
            ProgressStyle::with_template(style).map_or(bar.clone(), |style| bar.with_style(style)),
            0,
        )))
    }

    /// Shows that so many bytes are read.
    pub(crate) fn at(&mut self, read: u64) {
        if let Some((bar, shown)) = &mut self.0 {
            if read.saturating_sub(*shown) >= STEP {
                *shown = read;
                bar.set_position(read);
            }
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((bar, _)) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
