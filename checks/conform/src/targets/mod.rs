//! The functions that fuzzers run: each takes bytes and panics at a wrong answer. Tests on a stable
//! compiler run the same functions on random inputs and on the seeds in `fuzz/corpus`.

mod meaning;
mod recognition;
mod rules;

pub use meaning::{extract, meaning, urc};
pub use recognition::{accepting, engines, lines};
pub use rules::rules;

use std::sync::OnceLock;

use crate::Subject;

/// A target.
pub type Target = fn(&[u8]);

/// Every target by its name, which is that of its file in `fuzz/fuzz_targets` and of its seeds'
/// folder.
pub const ALL: [(&str, Target); 7] = [
    ("engines", engines),
    ("lines", lines),
    ("accepting", accepting),
    ("meaning", meaning),
    ("extract", extract),
    ("urc", urc),
    ("rules", rules),
];

/// Returns the subject that a byte chooses, made when it is first chosen.
fn subject(choice: u8) -> &'static Subject {
    static ALL: OnceLock<Vec<OnceLock<Subject>>> = OnceLock::new();
    let tables = Subject::every_table();
    let all = ALL.get_or_init(|| tables.iter().map(|_| OnceLock::new()).collect());
    let at = usize::from(choice) % all.len();
    let (grammar, reading, table) = tables[at];
    all[at].get_or_init(|| Subject::new(grammar, reading, table))
}
