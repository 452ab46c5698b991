//! A progress bar.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, if that is a terminal and all inputs have a length. Answers must go
/// elsewhere: they and the bar would overwrite each other.
pub(crate) struct Progress(Option<Bar>);

struct Bar {
    bar: ProgressBar,
    /// The position that is shown.
    shown: u64,
    /// The bytes of the files before this one.
    before: u64,
    /// The bytes of this file.
    length: u64,
    /// The number of bytes read of compressed files, all together.
    compressed: Arc<AtomicU64>,
    /// The number of compressed bytes read before this file.
    compressed_before: u64,
}

/// The bytes between two updates.
const STEP: u64 = 1 << 20;

/// The bar with its numbers, in at most 60 columns.
const STYLE: &str = "{bar:14} {percent:>3} % {binary_bytes_per_sec}, {eta} left";

fn styled(bar: ProgressBar, style: &str) -> ProgressBar {
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Returns the length of a regular file.
fn length(name: &OsStr) -> Option<u64> {
    let facts =
        if name == "-" { crate::input::stdin_file()?.metadata() } else { fs::metadata(name) };
    facts.ok().filter(fs::Metadata::is_file).map(|facts| facts.len())
}

impl Progress {
    /// Returns no bar.
    #[cfg(test)]
    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    /// Returns a bar for files. Compressed files count the bytes that are read. `quiet` is true if
    /// nothing is written to standard output meanwhile.
    pub(crate) fn of(files: &[&OsStr], compressed: &Arc<AtomicU64>, quiet: bool) -> Progress {
        let is_shown = io::stderr().is_terminal() && (quiet || !io::stdout().is_terminal());
        let all: Option<u64> =
            if is_shown { files.iter().map(|name| length(name)).sum() } else { None };
        let Some(all) = all.filter(|&all| all >= STEP) else { return Progress(None) };
        let bar = styled(ProgressBar::new(all), STYLE);
        let compressed = Arc::clone(compressed);
        let (shown, before, length, compressed_before) = (0, 0, 0, 0);
        Progress(Some(Bar { bar, shown, before, length, compressed, compressed_before }))
    }

    /// Begins the next file.
    pub(crate) fn begin(&mut self, name: &OsStr) {
        if let Some(bar) = &mut self.0 {
            bar.before += bar.length;
            bar.length = length(name).unwrap_or(0);
            bar.compressed_before = bar.compressed.load(Ordering::Relaxed);
        }
    }

    /// Shows that so many bytes of this file are read, or of its content if it is compressed.
    pub(crate) fn at(&mut self, read: u64) {
        let Some(bar) = &mut self.0 else { return };
        let compressed = bar.compressed.load(Ordering::Relaxed) - bar.compressed_before;
        let read = if compressed > 0 { compressed } else { read };
        let position = bar.before + read.min(bar.length);
        if position.saturating_sub(bar.shown) >= STEP {
            bar.shown = position;
            bar.bar.set_position(position);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use indicatif::{ProgressDrawTarget, TermLike};

    use super::*;

    /// A wide terminal that keeps what is written to it.
    #[derive(Debug, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            200
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            self.write_str("\n")
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            self.write_str("\n")
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            self.write_str("\n")
        }

        fn write_line(&self, line: &str) -> io::Result<()> {
            self.write_str(line)?;
            self.write_str("\n")
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.write_str("\n")
        }

        fn flush(&self) -> io::Result<()> {
            self.write_str("\n")
        }
    }

    #[test]
    fn the_bar_fits_60_columns() {
        let mut widest = 0;
        for (elapsed, position) in [(1, 0), (1, 999 << 40), (40, 1 << 20), (400_000_000, 1 << 30)] {
            let screen = Arc::default();
            let target = ProgressDrawTarget::term_like(Box::new(Screen(Arc::clone(&screen))));
            let bar = ProgressBar::with_draw_target(Some(1000 << 40), target);
            let bar = styled(bar.with_elapsed(Duration::from_secs(elapsed)), STYLE);
            bar.set_position(position);
            bar.tick();
            bar.abandon();
            let screen = screen.lock().unwrap();
            let width = |line: &str| line.trim_end().chars().count();
            widest = screen.lines().map(width).max().unwrap_or(0).max(widest);
        }
        assert!((30..=60).contains(&widest), "{widest}");
    }
}
