//! The functions from the text of a component to the value that a program gives.

mod curl;
mod fast_uri;
mod node_url;
mod perl;
mod uri_js;
mod urllib3;

/// A function from the text of a component, with what else is in the whole.
pub type Function = fn(&str, &Seen<'_>) -> String;

/// The parts of a whole text on which the value of another part depends.
pub struct Seen<'a> {
    /// The scheme in lower case.
    pub scheme: &'a str,
    /// The text of the host.
    pub host: Option<&'a str>,
}

/// Returns the function of a name.
pub fn function(name: &str) -> Option<Function> {
    Some(match name {
        "lower-case" => |text, _| text.to_ascii_lowercase(),
        "lower-case-http" => |text, seen| match seen.scheme {
            known @ ("http" | "https") => known.to_owned(),
            _ => text.to_owned(),
        },
        "upper-case-escapes" => |text, _| upper_case_escapes(text),
        "before-zone" => |text, _| before_zone(text),
        "brackets" => |text, _| without_brackets(text),
        "number" => |text, _| number(text),
        "js-number" => |text, _| js_number(text),
        "decode" => |text, _| decode(text),
        "decode-c" => |text, _| decode(text).split('\0').next().unwrap_or_default().to_owned(),
        "octets" => |text, _| octets(text),
        "perl-text" => |text, _| perl::text(text),
        "perl-host" => |text, seen| perl::host(text, seen.scheme),
        "php-text" => {
            |text, _| text.chars().map(|c| if c.is_ascii_control() { '_' } else { c }).collect()
        }
        "strtol" => |text, _| strtol(text),
        "slash-if-empty" => |text, _| if text.is_empty() { "/" } else { text }.to_owned(),
        "curl-host" => |text, _| curl::host(text),
        "fast-uri-host" => |text, seen| fast_uri::host(text, seen.scheme),
        "fast-uri-path" => |text, seen| fast_uri::path(text, seen.scheme),
        "fast-uri-query" => |text, seen| fast_uri::query(text, seen.scheme),
        "node-url-userinfo" => |text, _| node_url::userinfo(text),
        "node-url-host" => |text, _| node_url::host(text),
        "node-url-path" => node_url::path,
        "node-url-query" => |text, _| node_url::escaped(text),
        "without-tabs" => |text, _| node_url::without_tabs(text),
        "uri-js-scheme" => |text, _| uri_js::scheme(text),
        "uri-js-userinfo" => |text, _| uri_js::component(text, ":"),
        "uri-js-host" => |text, seen| uri_js::host(text, seen.scheme),
        "uri-js-path" => |text, seen| uri_js::path(text, seen.scheme),
        "uri-js-query" => |text, _| uri_js::component(text, ":@/?"),
        // Go writes a path that is an asterisk as it is, encoded or not.
        "go-path" => |text, _| if text == "%2A" { "*" } else { text }.to_owned(),
        "urllib3-userinfo" => |text, seen| urllib3::encoded(text, seen.scheme, b":"),
        "urllib3-host" => |text, seen| urllib3::host(text, seen.scheme),
        "urllib3-path" => |text, seen| urllib3::path(text, seen.scheme),
        "urllib3-query" => |text, seen| urllib3::encoded(text, seen.scheme, b":@/?"),
        _ => return None,
    })
}

/// Removes brackets around a text. Python needs only the left one.
fn without_brackets(text: &str) -> String {
    let inner = text.strip_prefix('[').map(|inner| inner.strip_suffix(']').unwrap_or(inner));
    inner.unwrap_or(text).to_owned()
}

/// Converts to lower case what is before the first `%`.
fn before_zone(text: &str) -> String {
    let (host, zone) = text.split_at(text.find('%').unwrap_or(text.len()));
    host.to_lowercase() + zone
}

/// Removes the zeros before a number.
fn number(text: &str) -> String {
    let digits = text.trim_start_matches('0');
    if digits.is_empty() {
        "0".to_owned()
    } else {
        digits.to_owned()
    }
}

/// Writes a number as JavaScript does; no digits stay none.
fn js_number(text: &str) -> String {
    let number: f64 = text.parse().unwrap_or_default();
    match number {
        _ if text.is_empty() => String::new(),
        number if number.is_infinite() => "Infinity".to_owned(),
        ..1e21 => number.to_string(),
        _ => format!("{number:e}").replace('e', "e+"),
    }
}

/// Returns the number that C's strtol reads at the beginning.
fn strtol(text: &str) -> String {
    let is_space = |c: char| c == ' ' || ('\t'..='\r').contains(&c);
    let digits = text.trim_start_matches(is_space).trim_start_matches(['+', '-']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    number(&digits[..end])
}

/// Writes a text as octets: a character for each byte, as some drivers do.
fn octets(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

/// Returns the octet of the percent-encoding that a text begins with.
fn escaped_octet(text: &str) -> Option<u8> {
    let digits = text.strip_prefix('%')?.get(..2)?;
    let digits = Some(digits).filter(|two| two.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u8::from_str_radix(digits, 16).ok()
}

/// Decodes percent-encodings: a character for each octet.
fn decode(text: &str) -> String {
    let mut decoded = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let octet = escaped_octet(rest);
        decoded.push(octet.map_or(c, char::from));
        rest = &rest[if octet.is_some() { 3 } else { c.len_utf8() }..];
    }
    decoded
}

/// Writes the digits of percent-encodings in upper case.
fn upper_case_escapes(text: &str) -> String {
    let mut upper = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let digits = rest.get(at + 1..at + 3);
        let digits = digits.filter(|two| two.bytes().all(|byte| byte.is_ascii_hexdigit()));
        upper.push_str(&rest[..=at]);
        upper.push_str(&digits.unwrap_or("").to_ascii_uppercase());
        rest = &rest[at + 1 + digits.map_or(0, str::len)..];
    }
    upper + rest
}
