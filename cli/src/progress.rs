//! How far a check has come.

use std::fs::File;
use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on stderr where that is a terminal and the input has a length; verdicts must go elsewhere, or they and the bar
/// would overwrite each other.
pub(crate) struct Progress(Option<(ProgressBar, u64)>);

/// Bytes between two looks at the clock.
const STEP: u64 = 1 << 20;

impl Progress {
    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    pub(crate) fn of(file: &File, quiet: bool) -> Progress {
        let length = file.metadata().map_or(0, |facts| if facts.is_file() { facts.len() } else { 0 });
        if length < STEP || !io::stderr().is_terminal() || (io::stdout().is_terminal() && !quiet) {
            return Progress(None);
        }
        let style = "{bar:40} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left";
        let bar = ProgressBar::new(length);
        Progress(Some((ProgressStyle::with_template(style).map_or(bar.clone(), |style| bar.with_style(style)), 0)))
    }

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
