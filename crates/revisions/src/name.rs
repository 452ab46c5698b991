//! Revisions by name.

use std::fmt;
use std::str::FromStr;

use urigram_engine::UnknownName;

use crate::frame::{Draft, Frame, Revision, FILE};

/// The error for a name that no revision has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownRevision {
    /// The name.
    pub name: String,
    /// A name that exists, as near as one can be: in the same line, by date or number.
    pub nearest: Option<String>,
}

impl fmt::Display for UnknownRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no revision {}", self.name)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; the nearest is {nearest}"),
            None => f.write_str(
                "; name a date or a commit of a line (rfc2396bis@2004-03-26) or a draft \
                 (url-syntax-05)",
            ),
        }
    }
}

impl std::error::Error for UnknownRevision {}

impl FromStr for Revision {
    type Err = UnknownRevision;

    /// Reads `LINE@DATE` (the last revision of that day), `LINE@COMMIT`, `LINE@NUMBER`, or the name
    /// of a published draft, whole or short.
    ///
    /// ```
    /// use urigram_revisions::Revision;
    /// let revision: Revision = "rfc2396bis@2004-03-26".parse()?;
    /// assert_eq!(revision.commit, Some("c235999"));
    /// let error = "rfc2396bis@2004-03-25".parse::<Revision>().unwrap_err();
    /// assert_eq!(error.nearest.as_deref(), Some("rfc2396bis@2004-03-26"));
    /// # Ok::<(), urigram_revisions::UnknownRevision>(())
    /// ```
    fn from_str(text: &str) -> Result<Revision, UnknownRevision> {
        let unknown = |nearest| UnknownRevision { name: text.to_owned(), nearest };
        let Some((line, at)) = text.split_once('@') else {
            return draft(text).ok_or_else(|| unknown(nearest_draft(text)));
        };
        let of_line: Vec<Revision> = Revision::all().filter(|one| one.line.id == line).collect();
        if of_line.is_empty() {
            let nearest = nearest(line, FILE.lines.iter().map(|line| line.id));
            return Err(unknown(nearest.map(|line| format!("{line}@{at}"))));
        }
        if let Some(day) = day(at) {
            let on_day = of_line.iter().rfind(|one| one.date == at);
            let by_distance = || {
                let far =
                    |one: &&Revision| self::day(one.date).map_or(0, |date| date.abs_diff(day));
                of_line.iter().min_by_key(far).map(|one| format!("{line}@{}", one.date))
            };
            return on_day.copied().ok_or_else(|| unknown(by_distance()));
        }
        if let Some(found) = of_line.iter().find(|one| one.commit == Some(at)) {
            return Ok(*found);
        }
        if let Ok(number) = at.parse::<u32>() {
            let last = of_line.len() as u32;
            let found = of_line.iter().find(|one| one.number == Some(number));
            let nearest = format!("{line}@{}", number.clamp(1, last));
            return found.copied().ok_or_else(|| unknown(Some(nearest)));
        }
        let commits = of_line.iter().filter_map(|one| one.commit);
        Err(unknown(nearest(at, commits).map(|commit| format!("{line}@{commit}"))))
    }
}

impl Revision {
    /// Returns true if a name can only be meant as that of a revision: it begins with the name of a
    /// line and `@`, or is the name of a draft with another number.
    pub fn is_name(text: &str) -> bool {
        match text.split_once('@') {
            Some((line, _)) => FILE.lines.iter().any(|known| known.id == line),
            None => drafts().any(|(draft, _)| {
                [draft.name, draft.short].iter().any(|name| {
                    let series = name.trim_end_matches(|c: char| c.is_ascii_digit());
                    let number = text.strip_prefix(series).unwrap_or_default();
                    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
                })
            }),
        }
    }
}

/// Returns the published drafts with the frames that hold their rules.
fn drafts() -> impl Iterator<Item = (Draft, Frame)> + Clone {
    let all = 0..Frame::all().len();
    all.map(Frame::at).flat_map(|frame| frame.drafts().iter().map(move |&draft| (draft, frame)))
}

fn draft(text: &str) -> Option<Revision> {
    let same = |(draft, _): &(Draft, Frame)| draft.name == text || draft.short == text;
    drafts().find(same).map(|(_, frame)| frame.into())
}

fn nearest_draft(text: &str) -> Option<String> {
    let names = drafts().map(|(draft, _)| draft);
    nearest(text, names.clone().map(|draft| draft.short))
        .or_else(|| nearest(text, names.map(|draft| draft.name)))
}

/// Returns the known name that is nearest to a name, if one is near.
fn nearest<I: Iterator<Item = &'static str> + Clone>(name: &str, known: I) -> Option<String> {
    let found = UnknownName::resolve("revision", name, known, |name| name);
    found.map_or_else(|error| error.nearest, Some).map(str::to_owned)
}

/// Returns the days from a day of the year 0 to a date, roughly: months count 31 days.
fn day(text: &str) -> Option<u32> {
    let mut fields = text.split('-').map(|field| {
        Some((field.len(), field.parse::<u32>().ok().filter(|_| !field.starts_with('+'))?))
    });
    let (Some(Some((4, year))), Some(Some((2, month))), Some(Some((2, day))), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return None;
    };
    Some((year * 12 + month) * 31 + day)
}
