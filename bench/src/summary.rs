//! One table of all tasks, for the front page.

use crate::clock::Timing;
use crate::report::{when_and_where, Report, Section};

/// Columns, and what the names of the contenders in them begin with.
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

/// Titles of the tasks that fluent-uri does too, and which of urigram's contenders stands for it.
const ROWS: [(&str, &str); 8] = [
    ("Parse to components", "urigram"),
    ("Parse to components, 1,000 URIs", "urigram"),
    ("Parse URNs to components", "urigram rfc8141"),
    ("Validate", "urigram rfc3986"),
    ("Reject", "urigram"),
    ("Resolve", "urigram"),
    ("Normalize", "urigram"),
    ("Normalize what is normal", "urigram"),
];

/// Times as ratios to fluent-uri's, with its own in nanoseconds.
pub fn table(report: &Report) -> String {
    let mut out = String::from("| time / fluent-uri's |");
    COLUMNS.iter().for_each(|(name, _)| out += &format!(" {name} |"));
    out += "\n| --- |";
    COLUMNS.iter().for_each(|_| out += " ---: |");
    out += "\n";
    for (title, own) in ROWS {
        let Some(section) = report.sections.iter().find(|section| section.title == title) else { continue };
        out += &format!("| {title} |");
        for (name, prefixes) in COLUMNS {
            let names = if name == "urigram" { &[own][..] } else { prefixes };
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
    format!("{out}\n{}. [All tables](bench/RESULTS.md), [how they are measured](bench/README.md).\n", when_and_where())
}

fn find<'a>(section: &'a Section, names: &[&str], exactly: bool) -> Option<&'a Timing> {
    let fits = |timing: &&Timing| match exactly {
        true => names.contains(&timing.name.as_str()),
        false => names.iter().any(|name| timing.name.starts_with(name)),
    };
    section.timings.iter().find(fits).filter(|timing| timing.handled > 0)
}
