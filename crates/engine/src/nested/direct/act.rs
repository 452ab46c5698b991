//! Things that are done before a byte is read.

use alloc::vec::Vec;

/// Something that is done before a byte is read. Ways and calls name places as offsets of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Open(u32),
    Close,
    /// Opens a way.
    Try(u32),
    /// Closes the last way.
    Commit,
    /// Closes the last way and goes back to its place.
    Found,
    Forbidden,
    /// Calls a rule, and goes on at the place when it returns.
    Call(u32),
    /// Begins another rule in place of this one.
    GoOn,
    Return,
    Fail,
    Start,
    End(bool),
    Text(u32),
    AnyCase(u32),
    One(u32),
    Run(u32),
    /// Goes on at a place.
    Go(u32),
    /// Reads one byte and goes on at a place.
    Read(u32),
    /// Two acts that are often together.
    OpenRead(u16, u32),
    /// Reads one byte, and writes nodes of it, one in the other: their number, and the first of
    /// their rules.
    Leaves(u16, u32),
    CloseRead(u32),
    CloseReturn,
    CallOpen(u16, u32),
}

impl Act {
    /// Returns a number that only this act has.
    pub(super) fn key(&self) -> u64 {
        let pair = |rule: u16, row: u32| u64::from(rule) << 32 | u64::from(row);
        let (kind, of): (u64, u64) = match *self {
            Act::Open(rule) => (0, rule.into()),
            Act::Close => (1, 0),
            Act::Try(row) => (2, row.into()),
            Act::Commit => (3, 0),
            Act::Found => (4, 0),
            Act::Forbidden => (5, 0),
            Act::Call(row) => (6, row.into()),
            Act::GoOn => (7, 0),
            Act::Return => (8, 0),
            Act::Fail => (9, 0),
            Act::Start => (10, 0),
            Act::End(leaves_node) => (11, leaves_node.into()),
            Act::Text(text) => (12, text.into()),
            Act::AnyCase(text) => (13, text.into()),
            Act::One(class) => (14, class.into()),
            Act::Run(class) => (15, class.into()),
            Act::Go(row) => (17, row.into()),
            Act::Read(row) => (18, row.into()),
            Act::OpenRead(rule, row) => (19, pair(rule, row)),
            Act::CloseRead(row) => (20, row.into()),
            Act::CloseReturn => (21, 0),
            Act::CallOpen(rule, row) => (22, pair(rule, row)),
            Act::Leaves(count, first) => (23, pair(count, first)),
        };
        of << 8 | kind
    }
}

/// Returns acts with those that are often together as one.
pub(super) fn joined(acts: &[Act]) -> Vec<Act> {
    let (mut all, mut rest) = (Vec::new(), acts);
    while let [first, behind @ ..] = rest {
        let rule = |rule: u32| u16::try_from(rule).ok();
        let two = match (first, behind.first()) {
            (Act::Open(number), Some(Act::Read(row))) => {
                rule(*number).map(|number| Act::OpenRead(number, *row))
            }
            (Act::Call(row), Some(Act::Open(number))) => {
                rule(*number).map(|number| Act::CallOpen(number, *row))
            }
            (Act::Close, Some(Act::Read(row))) => Some(Act::CloseRead(*row)),
            (Act::Close, Some(Act::Return)) => Some(Act::CloseReturn),
            _ => None,
        };
        all.push(two.unwrap_or(*first));
        rest = if two.is_some() { &behind[1..] } else { behind };
    }
    all
}
