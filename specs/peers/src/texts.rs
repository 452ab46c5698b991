//! The strings that the crates are asked about.

/// Returns the examples that a specification's folder holds for a rule, or for the start rule.
pub fn examples(folder: &str, rule: Option<&str>) -> Vec<String> {
    let file: toml::Table = toml::from_str(folder).expect("the folder's examples are TOML");
    let examples = file["example"].as_array().expect("examples are a list");
    let text = |example: &toml::Value| example["text"].as_str().map(str::to_owned);
    let is_of = |example: &&toml::Value| example.get("rule").and_then(|name| name.as_str()) == rule;
    examples.iter().filter(is_of).filter_map(text).collect()
}

/// Returns the strings of one type in the AT Protocol's test files.
pub fn at_protocol(name: &str) -> Vec<String> {
    let rows = upstream::rows(include_str!("../../upstream/at-protocol.tsv"));
    rows.filter(|row| row.column(0) == name).map(|row| row.column(2).to_owned()).collect()
}

/// Returns the strings of Package-URL's test files.
pub fn package_urls() -> Vec<String> {
    let rows = upstream::rows(include_str!("../../upstream/purl.tsv"));
    rows.map(|row| row.column(1).to_owned()).collect()
}

/// Returns the inputs of conformance vectors that are UTF-8.
pub fn vectors(file: &str) -> Vec<String> {
    let lines = file.lines().filter(|line| !line.starts_with("# "));
    lines.filter_map(|line| unescaped(line.split('\t').nth(2)?)).collect()
}

/// Returns the text of an input where `\xHH` is a byte and `\\` a backslash.
fn unescaped(input: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), input.as_bytes());
    while let [first, tail @ ..] = rest {
        let byte;
        (byte, rest) = match (first, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                ((digit(high)? << 4 | digit(low)?) as u8, tail)
            }
            (b'\\', [b'\\', tail @ ..]) => (b'\\', tail),
            _ => (*first, tail),
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}
