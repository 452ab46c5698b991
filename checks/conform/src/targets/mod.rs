//! The functions that fuzzers run: each takes bytes and panics at a wrong answer. Tests on a stable
//! compiler run the same functions on random inputs and on the seeds in `fuzz/corpus`.

mod meaning;
mod recognition;
mod rules;
mod values;

pub use meaning::{extract, meaning, urc};
pub use recognition::{accepting, engines, lines};
pub use rules::rules;
pub use values::{functions, values};

use std::sync::OnceLock;

use crate::Subject;
use urigram_grammars::{Grammar, Reading, Table};

/// A target.
pub type Target = fn(&[u8]);

/// Every target by its name, which is that of its file in `fuzz/fuzz_targets` and of its seeds'
/// folder.
pub const ALL: [(&str, Target); 9] = [
    ("engines", engines),
    ("lines", lines),
    ("accepting", accepting),
    ("meaning", meaning),
    ("extract", extract),
    ("urc", urc),
    ("rules", rules),
    ("values", values),
    ("functions", functions),
];

/// Returns the table that a byte chooses. Listing them takes longer than checking a short input.
fn table(choice: u8) -> (usize, (Grammar, Reading, &'static Table)) {
    static TABLES: OnceLock<Vec<(Grammar, Reading, &'static Table)>> = OnceLock::new();
    let tables = TABLES.get_or_init(Subject::every_table);
    let at = usize::from(choice) % tables.len();
    (at, tables[at])
}

/// Returns the subject that a byte chooses, made when it is first chosen: its automaton takes most
/// of a second.
fn subject(choice: u8) -> &'static Subject {
    static ALL: [OnceLock<Subject>; 256] = [const { OnceLock::new() }; 256];
    let (at, (grammar, reading, table)) = table(choice);
    ALL[at].get_or_init(|| Subject::new(grammar, reading, table))
}
