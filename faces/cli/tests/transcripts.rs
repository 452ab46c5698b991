//! Whole commands: input, output, status.
//!
//! Every ```` ```console ```` block whose commands begin with `$ ` is run by `sh`: those of
//! tests/transcripts in that folder, and those of all other pages at the root of the repository,
//! where their reader is. tests/guide.rs runs the guides, whose reader begins in an empty folder.
//! `? 1` after a command is its status if it is not 0; standard output and standard error follow.
//! `[..]` matches any text within a line, a line `...` any lines. Outputs that list every
//! grammar use these, or name their grammars, because more documents will be added.
//!
//! `URIGRAM_PROGRAM=PATH` runs another program of that name, such as one built in release.
//! `BLESS=1 cargo test -p urigram-cli --test all transcripts` writes what differs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::transcript::{self, matches, Page};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The pages that tests/guide.rs runs.
const GUIDES: [&str; 2] = ["your-identifier.md", "your-language.md"];

/// Commands that are not run here: a server does not end, the certificates of all rules take
/// minutes (`.ci/run` checks them), and the texts of RFCs are not in the repository.
const NOT_RUN: [&str; 3] = ["urigram serve", "--certify target/certificates", "--text"];

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

/// Returns the pages below a folder, except lessons and what is built, fetched or only for tests.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            let others = ["target", "node_modules", "lessons", "tests"];
            if !name.starts_with('.') && !others.contains(&&*name) {
                found.extend(pages(&path));
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// Runs the pages that are chosen, which have so many commands or more.
#[cfg(unix)]
fn run(least: usize, is_chosen: impl Fn(&Path) -> bool) {
    let root = Path::new(ROOT);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    // Commands write files there, wherever cargo builds.
    fs::create_dir_all(root.join("target")).unwrap();
    let mut pages: Vec<_> = pages(root).into_iter().map(|page| (page, root)).collect();
    pages.retain(|(page, _)| !GUIDES.iter().any(|guide| page.ends_with(guide)));
    pages.extend(self::pages(&folder).into_iter().map(|page| (page, &*folder)));
    pages.retain(|(page, _)| is_chosen(page));
    pages.sort();
    let pages: Vec<Page> = pages.par_iter().map(|(path, folder)| Page::run(path, folder)).collect();
    if transcript::overwrites() {
        pages.iter().filter(|page| page.count() > 0).for_each(Page::write);
    }
    let count: usize = pages.iter().map(Page::count).sum();
    let failures: String = pages.iter().map(Page::failures).collect();
    assert!(count >= least, "only {count} transcripts were found");
    assert!(transcript::overwrites() || failures.is_empty(), "{failures}");
}

/// Returns the commands that a page names without their output: the lines of blocks of `sh`, and
/// what stands between backticks.
fn named(page: &str) -> Vec<String> {
    let (mut commands, mut text, mut block) = (Vec::new(), String::new(), None);
    for line in page.lines() {
        match (line.trim_start().strip_prefix("```"), block) {
            (Some(language), None) => block = Some(language),
            (Some(_), _) => block = None,
            (None, None) => text += &format!("{line}\n"),
            (None, Some("sh")) => {
                commands.extend(line.split(" #").next().map(|line| line.trim().to_owned()));
            }
            (None, _) => {}
        }
    }
    let words = |quoted: &str| quoted.split_whitespace().collect::<Vec<_>>().join(" ");
    commands.extend(text.split('`').skip(1).step_by(2).map(words));
    commands.retain(|command| command.starts_with("urigram "));
    commands
}

/// Returns true for a word that stands for another, such as `FILE.abnf`, for an absent file, and
/// for a path outside of the repository.
fn is_placeholder(word: &str) -> bool {
    let is_name = |part: &str| part.bytes().all(|b| b.is_ascii_uppercase()) && !part.is_empty();
    let is_file = [".abnf", ".txt", ".xml"].iter().any(|end| word.ends_with(end));
    let is_absent = is_file && !Path::new(ROOT).join(word).exists();
    word.starts_with(['~', '/']) || word.split(['.', '/']).any(is_name) || is_absent
}

/// A command that a page only names has options that its subcommand has. It runs, too, at the root
/// of the repository, unless it needs what its reader has.
#[cfg(unix)]
#[test]
fn commands_that_pages_name_are_understood() {
    let root = Path::new(ROOT);
    let (mut helps, mut ran, mut complaints) = (BTreeMap::new(), 0, String::new());
    for page in pages(root) {
        for command in named(&fs::read_to_string(&page).unwrap()) {
            let words: Vec<&str> = command.split(' ').collect();
            let subcommand = words[1].trim_matches(|c: char| !c.is_alphanumeric());
            let ask = || transcript::run(&format!("urigram help {subcommand}"), root).join("\n");
            let help = helps.entry(subcommand.to_owned()).or_insert_with(ask);
            let mut options = words.iter().filter(|word| word.starts_with("--"));
            let is_known = !help.starts_with("? ") && options.all(|option| help.contains(*option));
            let is_run = words[2..].iter().any(|word| !word.starts_with('-'))
                && !GUIDES.iter().any(|guide| page.ends_with(guide))
                && !NOT_RUN.iter().any(|part| command.contains(part))
                && !words[2..].iter().any(|word| is_placeholder(word));
            let printed = if is_run {
                transcript::run(&format!("{command} </dev/null"), root)
            } else {
                vec![]
            };
            ran += usize::from(is_run);
            if !is_known || printed.first().is_some_and(|line| line == "? 2") {
                complaints += &format!("{}: {command}\n{}\n", page.display(), printed.join("\n"));
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
    assert!(ran >= 20, "only {ran} commands were run");
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
