//! `http::Uri`, and what its methods give.

use std::io::{BufRead, Write};

/// The versions of the crates.
const LOCK: &str = include_str!("../Cargo.lock");

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let version =
        LOCK.split("name = \"http\"\nversion = \"").nth(1).and_then(|rest| rest.split('"').next());
    writeln!(out, "{}", version.unwrap_or("unknown"))?;
    out.flush()?;
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&octets(line?.trim())))?;
    }
    out.flush()
}

fn answer(octets: &[u8]) -> String {
    let uri = match http::Uri::try_from(octets) {
        Ok(uri) => uri,
        Err(_) => return r#"{"error":"InvalidUri"}"#.to_owned(),
    };
    let parts = [
        ("scheme", uri.scheme_str()),
        ("authority", uri.authority().map(|authority| authority.as_str())),
        ("host", uri.host()),
        ("port", uri.port().map(|port| port.as_u16().to_string()).as_deref()),
        ("path", Some(uri.path()).filter(|path| !path.is_empty())),
        ("query", uri.query()),
    ]
    .map(|(name, text)| text.map(|text| format!("{}:{}", quoted(name), quoted(text))));
    format!("{{{}}}", parts.into_iter().flatten().collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> String {
    let one = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c < ' ' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(one).collect::<String>())
}

fn octets(digits: &str) -> Vec<u8> {
    let digit = |at| digits.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
    (0..digits.len()).step_by(2).filter_map(digit).collect()
}
