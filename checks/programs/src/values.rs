//! The functions from the text of a component to the value that a program gives.

mod curl;
mod fast_uri;
mod perl;
mod uri_js;
mod urllib3;

/// A function from the text of a component, with the scheme of the whole in lower case.
pub type Function = fn(&str, &str) -> String;

/// Returns the function of a name.
pub fn function(name: &str) -> Option<Function> {
    Some(match name {
        "lower-case" => |text, _| text.to_ascii_lowercase(),
        "lower-case-http" => {
            |text, scheme| if matches!(scheme, "http" | "https") { scheme } else { text }.to_owned()
        }
        "upper-case-escapes" => |text, _| upper_case_escapes(text),
        "before-zone" => |text, _| before_zone(text),
        "brackets" => |text, _| without_brackets(text),
        "number" => |text, _| number(text),
        "js-number" => |text, _| js_number(text),
        "decode" => |text, _| decode(text),
        "decode-c" => |text, _| decode(text).split('\0').next().unwrap_or_default().to_owned(),
        "octets" => |text, _| octets(text),
        "perl-text" => |text, _| perl::text(text),
        "perl-host" => perl::host,
        "php-text" => {
            |text, _| text.chars().map(|c| if c.is_ascii_control() { '_' } else { c }).collect()
        }
        "strtol" => |text, _| strtol(text),
        "slash-if-empty" => |text, _| if text.is_empty() { "/" } else { text }.to_owned(),
        "curl-host" => |text, _| curl::host(text),
        "fast-uri-host" => fast_uri::host,
        "fast-uri-path" => fast_uri::path,
        "fast-uri-query" => fast_uri::query,
        "uri-js-scheme" => |text, _| uri_js::scheme(text),
        "uri-js-userinfo" => |text, _| uri_js::component(text, ":"),
        "uri-js-host" => uri_js::host,
        "uri-js-path" => uri_js::path,
        "uri-js-query" => |text, _| uri_js::component(text, ":@/?"),
        "urllib3-userinfo" => |text, scheme| urllib3::encoded(text, scheme, b":"),
        "urllib3-host" => urllib3::host,
        "urllib3-path" => urllib3::path,
        "urllib3-query" => |text, scheme| urllib3::encoded(text, scheme, b":@/?"),
        _ => return None,
    })
}

/// Removes a bracket at the beginning, and then one at the end.
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
