//! A macro, as messages call it.

/// A macro, as messages call it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'s> {
    /// Its name, without `!`.
    pub name: &'s str,
    /// The noun for its argument.
    pub takes: &'s str,
    /// The type that it yields.
    pub value: &'s str,
    /// Whether its text is bytes, which need not be UTF-8.
    pub is_bytes: bool,
}
