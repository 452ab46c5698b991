//! Identifiers that are found and not written, or not written as they are in the text.

/// Counts of identifiers that were found and not written whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// They are cut inside their authority.
    pub(super) cut: u64,
    /// They contain the byte that ends what is written.
    pub(super) broken: u64,
    /// They are cut elsewhere, and written as far as the grammar allows them.
    pub(super) shortened: u64,
}

impl LeftOut {
    /// Adds other counts.
    pub(super) fn take(&mut self, other: LeftOut) {
        self.cut += other.cut;
        self.broken += other.broken;
        self.shortened += other.shortened;
    }

    /// Says on standard error how many there are, if any.
    pub(super) fn report(self) {
        let plural = |count: u64| if count == 1 { "1 identifier is" } else { "identifiers are" };
        let of = |count: u64| if count == 1 { String::new() } else { format!("{count} ") };
        for (count, what) in [
            (self.cut, "cut inside of the authority and left out: its host would be another one"),
            (
                self.broken,
                "left out because it contains a line end: with --null, identifiers end in NUL",
            ),
            (self.shortened, "cut short where the grammar allows no more; --whole omits such"),
        ] {
            if count > 0 {
                crate::message::to_stderr(format_args!(
                    "note: {}{} {what}",
                    of(count),
                    plural(count)
                ));
            }
        }
    }
}
