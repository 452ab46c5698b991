//! The test files that specifications publish, as rows of verdict, text and reason.
//!
//! A row has a reason where the rules say the opposite of the file. A row whose reason is no longer
//! true fails like one that never was.

/// A line of a table: columns without the quotes and escapes that tests do not need.
pub struct Row<'a> {
    columns: Vec<&'a str>,
}

impl<'a> Row<'a> {
    /// Returns a column; empty if the line ends before it.
    pub fn column(&self, index: usize) -> &'a str {
        self.columns.get(index).copied().unwrap_or_default()
    }
}

/// Returns the rows of a table; lines that begin with `# ` are its heading.
pub fn rows(table: &str) -> impl Iterator<Item = Row<'_>> {
    let lines = table.lines().filter(|line| !line.starts_with("# "));
    lines.map(|line| Row { columns: line.split('\t').collect() })
}

/// Asserts that the rules agree with a file's verdict exactly where no reason is given.
///
/// # Panics
///
/// If they do not.
pub fn assert_verdict(text: &str, verdict: &str, reason: &str, accepted: bool) {
    let is_valid = match verdict {
        "valid" => true,
        "invalid" => false,
        other => panic!("`{other}` is not a verdict"),
    };
    assert_eq!(
        accepted == is_valid,
        reason.is_empty(),
        "{text:?} is {verdict}; reason: {reason:?}"
    );
}
