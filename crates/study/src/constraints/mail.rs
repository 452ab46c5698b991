//! A parser of `addr-spec` of RFC 822, section 6.1, which RFC 1738, 3.5, requires of a decoded
//! mailto URL.

use std::ops::Range;

use urigram_core::internal::octet;

use super::Subject;

pub(super) fn mailto_addr_spec(subject: &Subject<'_>) -> Option<Range<usize>> {
    const SCHEME: &str = "mailto:";
    if !subject.scheme_is_any_case(SCHEME) {
        return None;
    }
    let decoded = decode(&subject.input[SCHEME.len()..]);
    let mut cursor = Cursor { rest: &decoded };
    (!cursor.addr_spec()).then_some(SCHEME.len()..subject.input.len())
}

fn decode(text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let (value, len) = octet(text, at).map_or((byte, 1), |value| (value, 3));
        octets.push(value);
        at += len;
    }
    octets
}

struct Cursor<'a> {
    rest: &'a [u8],
}

impl Cursor<'_> {
    /// Parses `addr-spec = local-part "@" domain`.
    fn addr_spec(&mut self) -> bool {
        let local = self.list(|cursor| cursor.quoted(b'"', b'"') || cursor.atom());
        let sub_domain = |cursor: &mut Self| cursor.quoted(b'[', b']') || cursor.atom();
        local && self.mark(b'@') && self.list(sub_domain) && self.rest.is_empty()
    }

    /// Parses one or more items with dots between them.
    fn list(&mut self, item: impl Fn(&mut Self) -> bool) -> bool {
        loop {
            if !item(self) {
                return false;
            }
            if !self.mark(b'.') {
                return true;
            }
        }
    }

    /// Parses a special character, with the white space that RFC 822, 3.1.4, allows between tokens.
    fn mark(&mut self, mark: u8) -> bool {
        let found = self.rest.trim_ascii_start();
        match found.first() {
            Some(&first) if first == mark => {
                self.rest = found[1..].trim_ascii_start();
                true
            }
            _ => false,
        }
    }

    /// Parses `quoted-string` or `domain-literal`: anything except CR and the marks, which a
    /// backslash quotes.
    fn quoted(&mut self, open: u8, close: u8) -> bool {
        if self.rest.first() != Some(&open) {
            return false;
        }
        let mut at = 1;
        while let Some(&octet) = self.rest.get(at) {
            match octet {
                _ if octet == close => {
                    self.rest = &self.rest[at + 1..];
                    return true;
                }
                b'\\' => at += 2,
                b'\r' => return false,
                _ if octet == open => return false,
                _ => at += 1,
            }
        }
        false
    }

    /// Parses `atom = 1*<any CHAR except specials, SPACE and CTLs>`.
    fn atom(&mut self) -> bool {
        let is_atom = |octet: &&u8| octet.is_ascii_graphic() && !b"()<>@,;:\\\".[]".contains(octet);
        let len = self.rest.iter().take_while(is_atom).count();
        self.rest = &self.rest[len..];
        len > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_rfc_822() {
        let is_address = |text: &str| Cursor { rest: &decode(text.as_bytes()) }.addr_spec();
        for text in [
            "a@b",
            "a.b@c.d",
            "a . b @ c",
            "%61%40b",
            "!#$&'*+-/=?^_`{|}~@b",
            "\"a b,@\"@c",
            "a.\"\\\"\"@c",
            "a@[1.2.3.4]",
            "a@b.[\\]].c",
        ] {
            assert!(is_address(text), "{text}");
        }
        for text in [
            "",
            "a",
            "@b",
            "a@",
            "a..b@c",
            ".a@b",
            "a.@b",
            "a@b.",
            "a b@c",
            "a@b c",
            "a@b@c",
            "a(b)@c",
            "a@b,c@d",
            "\"a@b",
            "\"a%0D\"@b",
            "\"a\\\"@b",
            "a@[b",
            "a@[b[c]",
            "\u{e9}@a",
        ] {
            assert!(!is_address(text), "{text}");
        }
    }
}
