//! Text between marks in a file that people write.

use std::io;
use std::path::Path;

/// Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->`.
///
/// # Errors
/// If the file cannot be read or written, or has no such marks.
pub fn fill(path: &Path, name: &str, with: &str) -> io::Result<()> {
    let text = std::fs::read_to_string(path)?;
    match filled(&text, name, with) {
        Some(text) => std::fs::write(path, text),
        None => Err(io::Error::other(format!("{}: no marks `{name}`", path.display()))),
    }
}

fn filled(text: &str, name: &str, with: &str) -> Option<String> {
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let (before, rest) = text.split_once(&open)?;
    let (_, after) = rest.split_once(&close)?;
    Some(format!("{before}{open}\n{}\n{close}{after}", with.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn only_what_stands_between_the_marks() {
        let text = "a\n<!-- bench -->\nold\n<!-- /bench -->\nb\n";
        let expected = "a\n<!-- bench -->\nnew\n<!-- /bench -->\nb\n";
        assert_eq!(filled(text, "bench", "new\n").as_deref(), Some(expected));
        assert_eq!(filled(expected, "bench", "new").as_deref(), Some(expected));
        assert_eq!(filled("a", "bench", "new"), None);
        assert_eq!(filled("<!-- /bench --><!-- bench -->", "bench", "new"), None);
    }
}
