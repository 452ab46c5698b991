//! Values of Perl's package URI. Texts are octets there: a character for each byte.

use super::{decode, octets};

/// Writes percent-encodings for octets that the package calls neither reserved nor unreserved.
pub(super) fn text(text: &str) -> String {
    escaped(text, "")
}

/// Returns the host: of a known scheme what is in brackets, with IDNA for labels beyond US-ASCII.
pub(super) fn host(text: &str, scheme: &str) -> String {
    let octets = octets(text);
    if scheme == "file" {
        return decode(&octets);
    }
    let mapped = if text.is_ascii() { None } else { to_ascii(&octets) };
    let host = escaped(mapped.as_deref().unwrap_or(text), "[]");
    let host = ["%5B", "%5b", "%5D", "%5d"].iter().fold(host, |host, escape| {
        host.replace(escape, if escape.eq_ignore_ascii_case("%5B") { "[" } else { "]" })
    });
    let inner = host.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    decode(inner.unwrap_or(&host))
}

/// Percent-encodes the octets that are not in the sets of the package, nor in `more`.
fn escaped(text: &str, more: &str) -> String {
    let mut all = String::new();
    for byte in text.bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || "%#;/?:@&=+$,-_.!~*'()".contains(c) || more.contains(c) {
            all.push(c);
        } else {
            all.push_str(&format!("%{byte:02X}"));
        }
    }
    all
}

/// Returns the name in punycode; `None` where a label is empty or too long, or has the prefix.
fn to_ascii(name: &str) -> Option<String> {
    let is_rooted = name.ends_with('.') && name.len() > 1;
    let labels = name.strip_suffix('.').filter(|_| is_rooted).unwrap_or(name).split('.');
    let labels: Option<Vec<String>> = labels.map(label_to_ascii).collect();
    Some(labels?.join(".") + if is_rooted { "." } else { "" })
}

fn label_to_ascii(label: &str) -> Option<String> {
    let label = if label.is_ascii() {
        label.to_owned()
    } else {
        // Perl lowers the letters of US-ASCII in a text of octets.
        let lower = label.to_ascii_lowercase();
        let lower = Some(lower).filter(|lower| !lower.starts_with("xn--"))?;
        format!("xn--{}", idna::punycode::encode_str(&lower)?)
    };
    Some(label).filter(|label| (1..=63).contains(&label.len()))
}
