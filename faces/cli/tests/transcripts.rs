//! Whole commands: input, output, status.
//!
//! Every ```` ```console ```` block of tests/transcripts/*.md, of the READMEs and of
//! docs/revisions.md whose commands begin with `$ ` is run by `sh` in tests/transcripts. `? 1`
//! after a command is its status if it is not 0; standard output and standard error follow.
//! `[..]` matches any text within a line, a line `...` any lines. Outputs that list every
//! grammar use these, or name their grammars, because more documents will be added.
//!
//! `URIGRAM_PROGRAM=PATH` runs another program of that name, such as one built in release.
//! `BLESS=1 cargo test -p urigram-cli --test all transcripts` writes what differs.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::transcript::{self, matches, Page};

/// Pages whose commands decide what changed between drafts, which takes a third of the time of all.
const DECIDING: [&str; 2] = ["history-drafts.md", "revisions.md"];

#[cfg(unix)]
#[test]
fn transcripts_are_fresh() {
    run(30, |page| !DECIDING.iter().any(|one| page.ends_with(one)));
}

#[cfg(unix)]
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn transcripts_of_drafts_are_fresh() {
    run(2, |page| DECIDING.iter().any(|one| page.ends_with(one)));
}

/// Runs the pages that are chosen, which have so many commands or more.
#[cfg(unix)]
fn run(least: usize, is_chosen: impl Fn(&Path) -> bool) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = package.join("tests/transcripts");
    // Commands write files there, wherever cargo builds.
    fs::create_dir_all(package.join("../../target")).unwrap();
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.extend(
        ["README.md", "../../README.md", "../../docs/revisions.md"]
            .map(|page| package.join(page))
            .into_iter()
            .filter(|path| path.exists()),
    );
    pages.retain(|page| is_chosen(page));
    pages.sort();
    let pages: Vec<Page> = pages.par_iter().map(|path| Page::run(path, &folder)).collect();
    if transcript::overwrites() {
        pages.iter().for_each(Page::write);
    }
    let count: usize = pages.iter().map(Page::count).sum();
    let failures: String = pages.iter().map(Page::failures).collect();
    assert!(count >= least, "only {count} transcripts were found");
    assert!(transcript::overwrites() || failures.is_empty(), "{failures}");
}

#[test]
fn wildcards_match_in_a_line_and_over_lines() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let fits = |expected: &str, actual: &str| matches(&lines(expected), &lines(actual));
    assert!(fits("a\n...\nd", "a\nb\nc\nd") && fits("a\n...", "a") && fits("...", ""));
    assert!(!fits("a\n...\nd", "a\nb") && !fits("a", "a\nb") && !fits("a\nb", "a"));
    assert!(fits("x[..]y", "xy") && fits("x[..]y[..]", "x y z") && fits("[..]", "x"));
    assert!(!fits("x[..]y", "x z") && !fits("x", "xy") && !fits("ab[..]bc", "abc"));
}
