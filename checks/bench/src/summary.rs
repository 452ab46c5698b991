//! One table of all tasks, for the front page.

use crate::clock::Timing;
use crate::report::{when_and_where, with_version, Report, Section};

/// The columns, and the beginnings of the names of their contenders.
const COLUMNS: [(&str, &[&str]); 11] = [
    ("urigram", &["urigram"]),
    ("fluent-uri", &["fluent-uri"]),
    ("oxiri", &["oxiri"]),
    ("iri-string", &["iri-string"]),
    ("iref", &["iref"]),
    ("http", &["http"]),
    ("url", &["url (WHATWG"]),
    ("ada-url", &["ada-url"]),
    ("uriparse", &["uriparse"]),
    ("regex", &["regex-automata"]),
    ("pest", &["pest"]),
];

/// The tasks that fluent-uri does too.
const ROWS: [Row; 15] = [
    Row { ours: "urigram", only: "", title: "Parse" },
    Row { ours: "urigram, Avx2", only: "… by AVX2", title: "Parse" },
    Row { ours: "urigram, Sse2", only: "… by SSE2", title: "Parse" },
    Row { ours: "urigram, Portable", only: "… by safe code", title: "Parse" },
    Row { ours: "urigram", only: "", title: "Parse, 1,000 URIs" },
    Row { ours: "urigram", only: "", title: "Parse and read all seven components" },
    Row { ours: "urigram", only: "", title: "Parse and read all seven components, 1,000 URIs" },
    Row { ours: "urigram rfc8141", only: "", title: "Parse URNs" },
    Row { ours: "urigram", only: "", title: "Parse URNs, NID and NSS" },
    Row { ours: "urigram rfc3986", only: "", title: "Validate" },
    Row { ours: "urigram", only: "", title: "Reject" },
    Row { ours: "urigram", only: "", title: "Resolve" },
    Row { ours: "urigram", only: "", title: "Normalize" },
    Row { ours: "urigram", only: "", title: "Normalize what is normal" },
    Row { ours: "urigram", only: "", title: "Set a fragment" },
];

struct Row {
    title: &'static str,
    /// The contender of urigram in this row.
    ours: &'static str,
    /// The engine, if it is not the one that the processor gets; peers have no cells then.
    only: &'static str,
}

/// Returns times as ratios to fluent-uri's, with its own in nanoseconds.
pub fn table(report: &Report) -> String {
    let mut out = String::from("| time / fluent-uri's |");
    COLUMNS.iter().for_each(|(name, prefixes)| out += &format!(" {} |", heading(name, prefixes)));
    out += "\n| --- |";
    COLUMNS.iter().for_each(|_| out += " ---: |");
    out += "\n";
    for Row { title, ours, only } in ROWS {
        let Some(section) = report.sections.iter().find(|section| section.title == title) else {
            continue;
        };
        out += &format!("| {} |", if only.is_empty() { title } else { only });
        for (name, prefixes) in COLUMNS {
            if !only.is_empty() && name != "urigram" {
                out += " |";
                continue;
            }
            let names = if name == "urigram" { &[ours][..] } else { prefixes };
            out += &match find(section, names, name == "urigram") {
                None => " |".to_owned(),
                Some(timing) if name == "fluent-uri" => format!(" {:.0} ns |", timing.nanoseconds),
                Some(timing) if name == "urigram" => format!(" **{:.2}** |", timing.ratio),
                Some(timing) if timing.ratio >= 10.0 => format!(" {:.0} |", timing.ratio),
                Some(timing) => format!(" {:.2} |", timing.ratio),
            };
        }
        out += "\n";
    }
    let links = "[All tables](checks/bench/RESULTS.md), \
                 [how they are measured](checks/bench/README.md).";
    format!("{out}\n{}.\n{links}\n", when_and_where())
}

/// Returns a column's name with the version of its package.
fn heading(name: &str, prefixes: &[&str]) -> String {
    match with_version(prefixes[0]).split_whitespace().nth(1) {
        Some(version) if name != "urigram" => format!("{name} {version}"),
        _ => name.to_owned(),
    }
}

fn find<'a>(section: &'a Section, names: &[&str], exactly: bool) -> Option<&'a Timing> {
    let fits = |timing: &&Timing| {
        if exactly {
            names.contains(&timing.name.as_str())
        } else {
            names.iter().any(|name| timing.name.starts_with(name))
        }
    };
    section.timings.iter().find(fits).filter(|timing| timing.handled > 0)
}
