//! The scoreboard: for each RFC of a folder, how many of its rules run, and why others do not.
//!
//! ```sh
//! cargo run --release -p urigram-rfcs -- FOLDER > table.tsv
//! cargo run --release -p urigram-rfcs -- FOLDER crates/rfc/registry
//! cargo run --release -p urigram-rfcs -- FOLDER checks/rfcs/errata.toml > errata.tsv
//! cargo run --release -p urigram-rfcs -- FOLDER errata.json > checks/rfcs/errata.toml
//! ```
//!
//! `--pegs` in the second place adds columns: the regular rules with a proved PEG, as printed,
//! repaired, or made of an automaton, and the components that a string gives two places.
//! `--rules` there lists every rule with what is said of it; numbers behind it or
//! behind `--pegs` choose texts.
//!
//! `--mistakes` there judges drafts with one mistake each; with numbers behind it, it lists the
//! errors that authors of these texts get.
//!
//! The second form writes the registry, from which folders import rules. The third decides the
//! reports of `errata.toml`; the fourth writes that file from the RFC Editor's list of reports.
//!
//! The folder holds `rfcNNNN.txt`, as the package `doc-rfc` of Debian has them unpacked.

mod errata;
mod judge;
mod mistakes;
mod pegs;
mod registry;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use errata::Reports;
use judge::{judge, Judged, Rfc, Verdict};
use pegs::Pegs;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let Some(folder) = folder else {
        eprintln!("usage: urigram-rfcs FOLDER");
        std::process::exit(2);
    };
    let begun = Instant::now();
    let files = texts(&folder)?;
    let second = std::env::args_os().nth(2);
    let only: Vec<u32> = std::env::args().skip(3).filter_map(|it| it.parse().ok()).collect();
    if second.as_ref().is_some_and(|it| it == "--mistakes") {
        let (said, is_enough) = mistakes::judge(&files, &only);
        std::io::stdout().write_all(said.as_bytes())?;
        std::process::exit(i32::from(!is_enough));
    }
    let texts = each(&files, |number, text| Some((number, Rfc::of(text))));
    let mut known: BTreeMap<u32, Rfc> =
        texts.into_iter().filter(|(_, rfc)| rfc.rules > 0).collect();
    eprintln!("read: {} s", begun.elapsed().as_secs());
    judge::settle(&mut known);
    eprintln!("settled: {} s", begun.elapsed().as_secs());
    let is = |option: &str| second.as_ref().is_some_and(|it| it == option);
    let (rules, has_pegs) = (is("--rules"), is("--pegs"));
    if let Some(out) = second.filter(|_| !rules && !has_pegs).map(PathBuf::from) {
        let text = match out.extension().and_then(|end| end.to_str()) {
            Some("json") => Reports::published(&out)?.to_toml(),
            Some("toml") => Reports::kept(&out)?.decide(&known),
            _ => return registry::write(&known, &out),
        };
        return std::io::stdout().write_all(text.as_bytes());
    }
    let uncited = Mutex::new(Vec::new());
    let rows = each(&files, |number, text| {
        if !only.is_empty() && !only.contains(&number) {
            return None;
        }
        let found = known.get(&number).into_iter().flat_map(|rfc| rfc.uncited(text));
        let mut all = uncited.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(found.map(|(name, from)| format!("RFC {number}: {name} of RFC {from}")));
        drop(all);
        let begun = Instant::now();
        let judged = judge(number, &known, has_pegs)?;
        if has_pegs {
            // A line for each text as it ends: a run over all takes many minutes.
            let Pegs { open, .. } = &judged.pegs;
            let open = match &open[..] {
                [] => String::new(),
                open => format!("; no PEG of {}", open.join(", ")),
            };
            eprintln!("RFC {number}: {:.1} s{open}", begun.elapsed().as_secs_f32());
        }
        Some((number, judged, begun.elapsed().as_millis()))
    });
    let uncited = uncited.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !uncited.is_empty() {
        let all = uncited.join("\n");
        return Err(std::io::Error::other(format!("taken from RFCs that are not cited:\n{all}")));
    }
    let mut out = std::io::stdout().lock();
    if rules {
        for (number, judged, _) in &rows {
            for Verdict { rule, why, cause } in &judged.verdicts {
                writeln!(out, "{number}\t{rule}\t{why}\t{cause}")?;
            }
        }
        return Ok(());
    }
    drop(out);
    score(&rows, files.len(), has_pegs)?;
    eprintln!("all: {} s", begun.elapsed().as_secs());
    Ok(())
}

/// Prints a line of figures for each text, and their totals to the standard error.
fn score(rows: &[(u32, Judged, u128)], texts: usize, has_pegs: bool) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let columns = if has_pegs { "\tprinted\trepaired\tautomaton\tambiguous\tshortest" } else { "" };
    writeln!(out, "rfc\trules\tloaded\tregular\tnested\tprose\tundecided\treasons{columns}\tms")?;
    let mut totals = Judged::default();
    let mut reasons: BTreeMap<&'static str, usize> = BTreeMap::new();
    for (number, judged, time) in rows {
        let each = judged.reasons.iter().map(|(why, count)| format!("{why} {count}"));
        let each = each.collect::<Vec<_>>().join(", ");
        let Judged { rules, regular, nested, prose, .. } = judged;
        let (loaded, open) = (regular + nested, rules - regular - nested - prose);
        let counts = format!("{rules}\t{loaded}\t{regular}\t{nested}\t{prose}\t{open}");
        let cells = if has_pegs { judged.pegs.cells() } else { String::new() };
        writeln!(out, "{number}\t{counts}\t{each}{cells}\t{time}")?;
        totals.pegs.printed += judged.pegs.printed;
        totals.pegs.repaired += judged.pegs.repaired;
        totals.pegs.made += judged.pegs.made;
        totals.pegs.ambiguous += judged.pegs.ambiguous;
        totals.rules += rules;
        totals.regular += regular;
        totals.nested += nested;
        totals.prose += prose;
        for (why, count) in &judged.reasons {
            *reasons.entry(why).or_default() += count;
        }
    }
    if let Some((number, _, time)) = rows.iter().max_by_key(|(.., time)| *time) {
        eprintln!("RFC {number} takes longest: {time} ms");
    }
    let Judged { rules, regular, nested, prose, pegs, .. } = totals;
    let share = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
    let loaded = regular + nested;
    let whole = rows.iter().filter(|(_, it, _)| it.regular + it.nested == it.rules).count();
    eprintln!(
        "{} texts, {} with rules, {whole} whole; {rules} rules, {loaded} loaded ({:.1} %; {:.1} % \
         of those that do not rest on prose): {regular} regular, {nested} nested; {prose} prose; \
         {reasons:?}",
        texts,
        rows.len(),
        share(loaded, rules),
        share(loaded, rules - prose)
    );
    if !has_pegs {
        return Ok(());
    }
    let Pegs { printed, repaired, made, ambiguous, .. } = pegs;
    eprintln!(
        "PEGs of the regular rules: {printed} as printed, {repaired} repaired ({:.1} % together), \
         {made} from automata; {ambiguous} ambiguous components",
        share(printed + repaired, regular)
    );
    Ok(())
}

/// Returns the texts of a folder by their numbers.
fn texts(folder: &Path) -> std::io::Result<Vec<(u32, PathBuf)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let number = stem.strip_prefix("rfc").and_then(|digits| digits.parse().ok());
        if path.extension().is_some_and(|end| end == "txt") {
            files.extend(number.map(|number| (number, path)));
        }
    }
    files.sort();
    Ok(files)
}

/// Returns what a function makes of the texts, on two threads, in their order.
fn each<T: Send>(files: &[(u32, PathBuf)], made: impl Fn(u32, &str) -> Option<T> + Sync) -> Vec<T> {
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((number, path)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Ok(bytes) = std::fs::read(path) else { continue };
                    let made = made(*number, &String::from_utf8_lossy(&bytes));
                    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                    all.extend(made.map(|made| (*number, made)));
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, made)| made).collect()
}
