//! Addresses in the one form of RFC 5952, a level of its own: RFC 3986 has many texts for an
//! address of IPv6 and compares none of them.
//!
//! ```text
//! http://[2001:DB8:0:0:0:0:0:1]/     as it may be written
//! http://[2001:db8::1]/              4.1 no leading zeros, 4.2 the longest run of zeros as `::`
//!                                    (the first of equals, and never one field), 4.3 small letters
//! http://[::FFFF:c000:221]/          as it may be written
//! http://[::ffff:192.0.2.33]/        5: the prefix tells that an address of IPv4 is embedded
//! ```
//!
//! RFC 5952 leaves other prefixes with an embedded address to those who know them, so that only
//! `::ffff:0:0/96` is printed with dots. An address of IPv4 has one text in RFC 3986: `0127.0.0.1`
//! is a registered name there, and stays.

use alloc::borrow::Cow;
use alloc::format;
use core::fmt;
use core::net::Ipv6Addr;

use urigram_grammars::{Change, Equivalence, Parts};

use super::{is_of_normal_form, keys, rows, Apply, Normalizer};
use crate::rewrite::Rewrite;

/// The equivalence of addresses, which no document of this house states.
static ROW: Equivalence = Equivalence::new(
    "address",
    "RFC 5952, 4",
    Change::Address,
    None,
    false,
    None,
    ("http://[2001:DB8:0:0:0:0:0:1]/", "http://[2001:db8::1]/"),
);

/// The functions of this level, which a normalizer of the level holds. A program that only
/// normalizes by its document links nothing of them.
#[derive(Clone, Copy)]
pub(super) struct Addresses {
    /// Makes the normal form.
    pub(super) normal_form: for<'a> fn(&Normalizer, &'a str, Parts) -> Cow<'a, str>,
    /// Applies an equivalence's change, this one or any other.
    pub(super) apply: Apply,
}

impl Addresses {
    pub(super) const WRITTEN: Addresses = Addresses { normal_form, apply };

    pub(super) fn row(self) -> &'static Equivalence {
        &ROW
    }
}

impl fmt::Debug for Addresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RFC 5952")
    }
}

fn normal_form<'a>(by: &Normalizer, text: &'a str, parts: Parts) -> Cow<'a, str> {
    let rows = by.with_address().filter(|row| is_of_normal_form(row));
    by.apply_all(text, parts, rows, apply, |_, _| ()).text
}

fn apply<'a>(row: &Equivalence, text: &'a str, parts: &Parts, lowers_host: bool) -> Cow<'a, str> {
    match row.change {
        Change::Address => written(text, parts),
        _ => keys::apply(row, text, parts, lowers_host),
    }
}

/// Returns the text with its address of IPv6 in its one form. A zone identifier stays (RFC 6874).
fn written<'a>(text: &'a str, parts: &Parts) -> Cow<'a, str> {
    let rewrite = &mut Rewrite::of(text);
    let host = rows::host_range(text, parts);
    if let Some(inner) = text[host.clone()].strip_prefix('[') {
        let address = inner.strip_suffix(']').unwrap_or(inner);
        if let Ok(parsed) = address.parse::<Ipv6Addr>() {
            let start = host.start + 1;
            rewrite.replace(start, start + address.len(), &format!("{parsed}"));
        }
    }
    rewrite.finish()
}

#[cfg(test)]
mod tests {
    use urigram_grammars::{Grammar, Level};

    use crate::Normalizer;

    /// The examples of RFC 5952 (1, 2, 4, 5), each with the form that it recommends.
    const EXAMPLES: [(&str, &str); 16] = [
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:0db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8::1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8::0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:0db8::1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8:0:0:1::1", "2001:db8::1:0:0:1"),
        ("2001:DB8:0:0:1::1", "2001:db8::1:0:0:1"),
        ("2001:0db8::0001", "2001:db8::1"),
        ("2001:db8::0001", "2001:db8::1"),
        ("2001:db8:0:0:0:0:2:1", "2001:db8::2:1"),
        ("2001:db8::1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
        ("2001:db8:aaaa:bbbb:cccc:dddd:eeee:AAAA", "2001:db8:aaaa:bbbb:cccc:dddd:eeee:aaaa"),
        ("0:0:0:0:0:ffff:192.0.2.1", "::ffff:192.0.2.1"),
        ("::FFFF:c000:201", "::ffff:192.0.2.1"),
        ("0:0:0:0:0:0:0:0", "::"),
    ];

    #[test]
    fn the_examples_of_rfc_5952() {
        for grammar in [Grammar::Rfc3986, Grammar::Rfc3987, Grammar::Rfc6874] {
            let addresses = Normalizer::new(grammar).up_to(Level::Address);
            let document = Normalizer::new(grammar);
            for (address, form) in EXAMPLES {
                let text = format!("http://u@[{address}]:8080/?q");
                let normal = addresses.normalize(&text).unwrap();
                assert_eq!(normal, format!("http://u@[{form}]:8080/?q"));
                assert!(document.normalize(&text).unwrap().eq_ignore_ascii_case(&text));
                let compared = addresses.equivalent(&text, &normal).unwrap();
                assert!(compared.is_equivalent(), "{text}");
            }
        }
    }

    #[test]
    fn zones_and_what_is_no_address_stay() {
        let normal = |grammar, text: &str| {
            Normalizer::new(grammar).up_to(Level::Address).normalize(text).unwrap().into_owned()
        };
        assert_eq!(normal(Grammar::Rfc6874, "a://[FE80:0::1%25En1]/"), "a://[fe80::1%25En1]/");
        assert_eq!(normal(Grammar::Rfc3986, "a://[v1.0:0:0]/"), "a://[v1.0:0:0]/");
        assert_eq!(normal(Grammar::Rfc3986, "a://0127.0.0.1/"), "a://0127.0.0.1/");
        assert_eq!(normal(Grammar::Rfc3986, "//[0:0::1]:/."), "//[::1]:/.");
    }
}
