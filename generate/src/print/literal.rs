//! Rust literals.

use urigram_engine::Schemes;

/// Returns a string literal.
pub(crate) fn text(value: &str) -> String {
    format!("{value:?}")
}

/// Returns `Some("…")` or `None`.
pub(crate) fn optional(value: Option<&str>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({})", text(value)))
}

/// Returns `Schemes::Only(&["…", …])`, `Schemes::All` or `Schemes::None`.
pub(crate) fn schemes(schemes: &Schemes) -> String {
    match schemes {
        Schemes::All => "Schemes::All".to_owned(),
        Schemes::None => "Schemes::None".to_owned(),
        Schemes::Only(names) => format!("Schemes::Only({})", list(names)),
        Schemes::Exactly(names) => format!("Schemes::Exactly({})", list(names)),
    }
}

/// Returns `&["…", …]`.
pub(crate) fn list<S: AsRef<str>>(values: &[S]) -> String {
    let values: Vec<String> = values.iter().map(|value| text(value.as_ref())).collect();
    format!("&[{}]", values.join(", "))
}

/// Returns the items in lines of at most 100 characters, where none alone is longer.
pub(crate) fn filled(indent: usize, items: impl IntoIterator<Item = String>) -> String {
    let (mut out, mut width) = (String::new(), 0);
    for item in items {
        width += 1 + item.len();
        if width > 100 || out.is_empty() {
            let line_end = if out.is_empty() { "" } else { "\n" };
            out.push_str(line_end);
            out.push_str(&" ".repeat(indent));
            width = indent + item.len();
        } else {
            out.push(' ');
        }
        out.push_str(&item);
    }
    out.push_str(if out.is_empty() { "" } else { "\n" });
    out
}

/// Joins lines of one indentation that are whole items, as [`filled`] does.
pub(crate) fn joined(lines: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_item = |line: &str| line.ends_with(',') && !line.trim_start().starts_with([']', '}']);
    let lines: Vec<&str> = lines.lines().collect();
    let same = |a: &&str, b: &&str| is_item(a) && is_item(b) && indent(a) == indent(b);
    let groups = lines.chunk_by(same).map(|group| match group {
        [line] => format!("{line}\n"),
        _ => filled(indent(group[0]), group.iter().map(|line| line.trim_start().to_owned())),
    });
    groups.collect()
}

/// Returns a hash of the sources (64-bit FNV-1a), so that a reader sees at a glance which version a
/// file was made from.
pub(crate) fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
