//! The choice of a rule for a folder whose own start rule does not run.

/// The rule that is read in place of start rules that do not run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instead<'a> {
    /// None: the folder is refused.
    Nothing,
    /// The one that is named.
    Rule(&'a str),
    /// The folder's first one that lacks no name.
    First,
}
