//! The lines of the history, and all revisions in them.

use super::Frame;

/// A line of revisions of one file.
#[derive(Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Line {
    /// The name: `relative-url`, `url`, `uri` or `rfc2396bis`.
    pub id: &'static str,
    /// The end of the line: a document's id, or the next line.
    pub ends_in: &'static str,
}

/// A revision: a state of the text, whether or not a rule changed in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Revision {
    /// The line.
    pub line: &'static Line,
    /// The number in the line, from 1; `None` for a published draft that is not a revision.
    pub number: Option<u32>,
    /// The commit, abbreviated.
    pub commit: Option<&'static str>,
    /// The date: YYYY-MM-DD.
    pub date: &'static str,
    /// The frame that holds its rules.
    pub frame: Frame,
}

/// A revision as it is stored.
pub(crate) struct Row {
    pub(crate) line: usize,
    pub(crate) number: Option<u32>,
    pub(crate) commit: Option<&'static str>,
    pub(crate) date: &'static str,
    pub(crate) frame: Frame,
}

impl From<Frame> for Revision {
    fn from(frame: Frame) -> Revision {
        Revision {
            line: frame.line(),
            number: frame.number(),
            commit: frame.commit(),
            date: frame.date(),
            frame,
        }
    }
}
