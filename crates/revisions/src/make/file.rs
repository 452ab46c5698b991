//! The file with all that was made of the frames.

use super::changes::Tables;
use super::frames::{IssueFacts, LineFacts, Made};
use super::{fixed, stages};
use crate::frame::{Broken, Change, Collected, Data, Draft, File, Issue, Line, Stored};

/// The prefixes of the names of drafts, and what remains of them in short names.
const PREFIXES: [(&str, &str); 3] = [
    ("draft-fielding-uri-rfc2396bis-", "rfc2396bis-"),
    ("draft-fielding-", ""),
    ("draft-ietf-uri-", ""),
];

/// Returns the short name of a draft: `url-syntax-05` for `draft-fielding-url-syntax-05`.
fn short(draft: &str) -> String {
    let strip =
        |(long, short): &(&str, &str)| Some(format!("{short}{}", draft.strip_prefix(long)?));
    PREFIXES.iter().find_map(strip).unwrap_or_else(|| draft.to_owned())
}

/// Returns the bytes of `src/generated/frames.bin`.
pub(super) fn bytes(made: Made, facts: &[String], tables: Tables, changes: Vec<Change>) -> Vec<u8> {
    let line = |line: &LineFacts| Line { id: fixed(&line.id), ends_in: fixed(&line.ends_in) };
    let frames = (0..made.frames.len()).map(|at| frame(&made, &facts[at], tables.of[at], at));
    let file = File {
        lines: list(&made.lines, line),
        frames: frames.collect::<Vec<Data>>().leak(),
        revisions: made.rows.leak(),
        changes: changes.leak(),
        tables: tables.all.leak(),
    };
    let mut bytes = Vec::new();
    file.write(&mut bytes);
    bytes
}

fn frame(made: &Made, facts: &str, table: Option<usize>, at: usize) -> Data {
    let frame = &made.frames[at];
    let own = &frame.facts;
    let draft = |name: &String| Draft { name: fixed(name), short: fixed(&short(name)) };
    let issue = |one: &IssueFacts| Issue {
        id: fixed(&one.id),
        title: fixed(&one.title),
        quote: fixed(&one.quote),
        by: fixed(&one.by),
    };
    Data {
        folder: fixed(&frame.folder),
        line: frame.line,
        parent: frame.parent,
        number: own.number,
        commit: own.commit.as_deref().map(fixed),
        date: fixed(&own.date),
        message: fixed(&own.message),
        drafts: list(&own.drafts, draft),
        gone: list(&own.gone, |name| fixed(name)),
        issues: list(&own.issue, issue),
        broken: list(&own.broken, |one| Broken { rule: fixed(&one.rule), why: fixed(&one.why) }),
        collected: list(&own.collected, |one| Collected {
            rule: fixed(&one.rule),
            printed: fixed(&one.printed),
        }),
        renamed: list(&frame.renamed, |(old, new)| (fixed(old), fixed(new))),
        abnf: fixed(&frame.abnf),
        pest: fixed(&frame.pest),
        facts: fixed(facts),
        start: fixed(&stages::start(made, at).unwrap_or_default()),
        table,
    }
}

fn list<A, B>(all: &[A], made: impl Fn(&A) -> B) -> &'static [B] {
    all.iter().map(made).collect::<Vec<B>>().leak()
}
