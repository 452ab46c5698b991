//! Markup inside of source code in XML, where `<` of the code itself is `&lt;`.
//!
//! ```text
//!   port = &lt;port, see <xref target="RFC3986"/>&gt;    port = &lt;port, see [RFC3986]&gt;
//!   x    = <x:ref>token</x:ref>                         x    = token
//! ```

/// Returns a line without tags; a reference becomes its name in brackets. `open` is the part of a
/// tag that the line before did not end.
pub(super) fn without_tags(line: &str, open: &mut Option<String>) -> String {
    /// The longest tag, in bytes. A longer one is text.
    const LONGEST: usize = 1_000;
    let (mut new, mut rest) = (String::new(), line);
    loop {
        if let Some(tag) = open {
            let (inside, behind) = rest.split_once('>').unwrap_or((rest, ""));
            tag.push_str(inside);
            if inside.len() == rest.len() {
                tag.push(' ');
                if tag.len() > LONGEST {
                    *open = None;
                }
                return new;
            }
            new.push_str(&reference(tag));
            (*open, rest) = (None, behind);
        }
        let Some((before, behind)) = rest.split_once('<') else { return new + rest };
        new.push_str(before);
        (*open, rest) = (Some(String::new()), behind);
    }
}

/// Returns the reference that a tag shows: `[RFC3986]` for `xref target="RFC3986" section="3"`.
fn reference(tag: &str) -> String {
    let target = tag.strip_prefix("xref ").and_then(|rest| rest.split_once("target=\""));
    let name = target.and_then(|(_, rest)| Some(rest.split_once('"')?.0));
    name.map_or_else(String::new, |name| format!("[{name}]"))
}

#[cfg(test)]
mod tests {
    use super::without_tags;

    #[test]
    fn tags_go_and_references_stay() {
        let mut open = None;
        for (line, expected) in [
            ("a = <x:ref>b</x:ref> / c", "a = b / c"),
            (
                "&lt;port, see <xref target=\"RFC3986\" x:rel=\"#uri\"/>&gt;",
                "&lt;port, see [RFC3986]&gt;",
            ),
            ("x = <xref", "x = "),
            ("   target=\"RFC5646\"/> y", "[RFC5646] y"),
            ("z<", "z"),
            (&"a".repeat(2_000), ""),
            ("b", "b"),
        ] {
            assert_eq!(without_tags(line, &mut open), expected, "{line}");
        }
    }
}
