//! The equivalences of `geo`, `mailto` and `data`, against the words of their documents.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use urigram::constraints::violations;
use urigram::normalization::Compared;
use urigram::{Grammar, Normalizer, Reading};
use urigram_automata::Random;

const READING: Reading = Reading::Corrected;

fn accepts(grammar: Grammar, text: &str) -> bool {
    grammar.tables(READING).start().accepts(text.as_bytes())
}

/// Whether two are the same; `None` where the document leaves it open.
fn same(grammar: Grammar, a: &str, b: &str) -> Option<bool> {
    match Normalizer::new(grammar).equivalent(a, b).unwrap() {
        Compared::Equivalent { .. } => Some(true),
        Compared::Different => Some(false),
        _ => None,
    }
}

#[test]
fn section_6_4_of_rfc_5870() {
    let same = |a, b| same(Grammar::Rfc5870, a, b);
    assert_eq!(same("geo:90,-22.43;crs=WGS84", "geo:90,46"), Some(true));
    assert_eq!(same("geo:22.300,-118.44", "geo:22.3,-118.4400"), Some(true));
    let [a, b] = ["geo:66,30;u=6.500;FOo=this%2dthat", "geo:66.0,30;u=6.5;foo=this-that"];
    assert_eq!(same(a, b), Some(true));
    assert_eq!(same("geo:70,20;foo=1.00;bar=white", "geo:70,20;foo=1;bar=white"), None);
    assert_eq!(same("geo:47,11;foo=blue;bar=white", "geo:47,11;bar=white;foo=blue"), Some(true));
    assert_eq!(same("geo:22,0;bar=Blue", "geo:22,0;BAR=blue"), None);
    // 3.4.3: "Zero uncertainty and absent uncertainty are never the same thing."
    assert_eq!(same("geo:1,2;u=0", "geo:1,2"), Some(false));
    // 3.4.4: an altitude that is missing is not equal to any.
    assert_eq!(same("geo:1,2,0", "geo:1,2"), Some(false));
    // The rules for poles and the date line are those of WGS-84.
    assert_eq!(same("geo:90,1;crs=other", "geo:90,2;crs=other"), Some(false));
    assert_eq!(same("geo:1,180;crs=other", "geo:1,-180;crs=OTHER"), Some(false));
    // What differs otherwise is different for any parameters.
    assert_eq!(same("geo:1,2;foo=a", "geo:1,3;foo=b"), Some(false));
}

#[test]
fn what_rfc_5870_forbids() {
    let broken = |text: &str| {
        assert!(accepts(Grammar::Rfc5870, text), "{text}");
        let found = violations(Grammar::Rfc5870, READING, text.as_bytes());
        found.iter().map(urigram::constraints::Violation::id).collect::<Vec<_>>()
    };
    let [in_range, out] = [vec![], vec!["invalid-location"]];
    let misplaced = vec!["parameters-in-place"];
    for (text, ids) in [
        ("geo:90,180", &in_range),
        ("geo:-90.000,-180.00,-1", &in_range),
        ("geo:94,0", &out),
        ("geo:90.001,0", &out),
        ("geo:0,180.5;crs=WGS84;u=1;a=b", &out),
        ("geo:0,-181", &out),
        ("geo:123,0;crs=wgs84", &out),
        ("geo:001,0", &out),
        // Ranges are those of WGS-84.
        ("geo:94,0;crs=other", &in_range),
        ("geo:0,0;a;b=c;crsx=1;ux", &in_range),
        ("geo:0,0;u=1;crs=wgs84", &misplaced),
        ("geo:0,0;a=b;u=1", &misplaced),
        ("geo:0,0;CRS=a;crs=b", &misplaced),
        ("geo:0,0;u=a", &misplaced),
        ("geo:0,0;crs", &misplaced),
    ] {
        assert_eq!(&broken(text), ids, "{text}");
    }
}

/// The rules of 3.4.4 once more, from two texts to an answer, with numbers as digits that are
/// padded to one width.
fn by_rules(a: &str, b: &str) -> Option<bool> {
    struct Read {
        system: String,
        numbers: Vec<(bool, String)>,
        uncertainty: Option<(bool, String)>,
        others: BTreeSet<(String, Option<Vec<u8>>)>,
    }
    fn padded(text: &str) -> (bool, String) {
        let digits = text.trim_start_matches('-');
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let padded = format!("{whole:0>20}.{fraction:0<20}");
        (text.starts_with('-') && padded.bytes().any(|byte| (b'1'..=b'9').contains(&byte)), padded)
    }
    fn decoded(value: &str) -> Vec<u8> {
        let (mut out, bytes) = (Vec::new(), value.as_bytes());
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] == b'%' {
                out.push(u8::from_str_radix(&value[at + 1..at + 3], 16).unwrap());
                at += 3;
            } else {
                out.push(bytes[at]);
                at += 1;
            }
        }
        out
    }
    let read = |text: &str| {
        let mut read = Read {
            system: "wgs84".to_owned(),
            numbers: Vec::new(),
            uncertainty: None,
            others: BTreeSet::new(),
        };
        for (index, part) in text["geo:".len()..].split(';').enumerate() {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.to_lowercase(), Some(value)),
                None => (part.to_lowercase(), None),
            };
            match (index, &*name, value) {
                (0, ..) => read.numbers = part.split(',').map(padded).collect(),
                (_, "crs", Some(value)) => read.system = value.to_lowercase(),
                (_, "u", Some(value)) => read.uncertainty = Some(padded(value)),
                _ => drop(read.others.insert((name, value.map(decoded)))),
            }
        }
        if read.system == "wgs84" {
            if read.numbers[0].1 == padded("90").1 {
                read.numbers[1] = padded("0");
            }
            if read.numbers[1] == padded("-180") {
                read.numbers[1] = padded("180");
            }
        }
        read
    };
    let (a, b) = (read(a), read(b));
    if a.system != b.system || a.numbers != b.numbers || a.uncertainty != b.uncertainty {
        return Some(false);
    }
    (a.others == b.others).then_some(true)
}

#[test]
fn geo_is_compared_as_section_3_4_4_says() {
    let pieces: [&[&str]; 5] = [
        &["90", "-90.0", "0", "-0", "1.50", "1.5", "01.5", "-1.5", "90.1"],
        &["180", "-180", "-180.0", "0", "-0.0", "7", "7.0", "-7"],
        &["", "", "", ",0", ",-0.0", ",5", ",5.0"],
        &["", "", ";crs=wgs84", ";CRS=WGS84", ";crs=a", ";crs=A"],
        &["", "", ";u=0", ";u=1", ";U=1.0"],
    ];
    let others = [";foo", ";FOO", ";foo=1", ";foo=%31", ";foo=%2f", ";foo=%2F", ";a=b", ";b=%e4"];
    let mut random = Random::seeded(5870);
    let mut one = || {
        let mut pick = |from: &[&'static str]| from[random.below(from.len())];
        let mut text = format!("geo:{},{}", pick(pieces[0]), pick(pieces[1]));
        pieces[2..].iter().for_each(|from| text.push_str(pick(from)));
        for _ in 0..pick(&["", "", "x", "xx", "xxx"]).len() {
            text.push_str(pick(&others));
        }
        text
    };
    let mut answers = BTreeSet::new();
    for _ in 0..20_000 {
        let (a, b) = (one(), one());
        let expected = by_rules(&a, &b);
        assert_eq!(same(Grammar::Rfc5870, &a, &b), expected, "{a} and {b}");
        answers.insert(expected);
        // Of one text, with a change: most pairs above are different.
        let changed = a.replace("90", "090").replace("foo", "Foo");
        assert_eq!(same(Grammar::Rfc5870, &a, &changed), by_rules(&a, &changed), "{a}");
    }
    assert_eq!(answers.len(), 3);
}

#[test]
fn mailto_is_compared_as_section_2_says() {
    let same = |a, b| same(Grammar::Rfc6068, a, b) == Some(true);
    let [a, b, c] = [
        "mailto:addr1@an.example,addr2@an.example",
        "mailto:?to=addr1@an.example,addr2@an.example",
        "mailto:addr1@an.example?to=addr2@an.example",
    ];
    assert!(same(a, b) && same(b, c) && same(a, c));
    assert!(same("mailto:a@b?Subject=c&TO=d@e", "mailto:?to=a@b,d@e&subject=c"));
    // <hfvalue> in general is case-sensitive, and so are addresses as far as the document goes.
    assert!(
        !same("mailto:a@b?subject=c", "mailto:a@b?subject=C") && !same("mailto:a@b", "mailto:A@b")
    );
    // Of two fields `to` user agents make what they like.
    assert!(!same("mailto:?to=a@b&to=c@d", "mailto:?to=a@b,c@d"));
    assert!(!same("mailto:a@b?to=", "mailto:a@b") && same("mailto:", "MAILTO:"));
    assert!(same("mailto:?%74o=a@b", "mailto:a@b") && same("mailto:?X%2dy=1", "mailto:?x-Y=1"));
}

#[test]
fn mailto_has_encoded_addresses() {
    let accepts = |text: &str| accepts(Grammar::Rfc6068, text);
    assert!(accepts("mailto:%22not%40me%22@example.org") && accepts("mailto:a@%5B1.2.3.4%5D"));
    assert!(accepts("mailto:%22a,b(c)%22@d") && accepts("mailto:"));
    for text in ["mailto:a", "mailto:a&b@c", "mailto:a@b?c", "mailto:%22a@b", "mailto:a@[1]"] {
        assert!(!accepts(text), "{text}");
    }
}

#[test]
fn data_has_defaults() {
    let same = |a, b| same(Grammar::Rfc2397, a, b) == Some(true);
    assert!(same("data:,a", "data:text/plain;charset=US-ASCII,a"));
    assert!(same("data:;charset=US-ASCII,a", "DATA:,%61"));
    assert!(same("data:;base64,QQ==", "data:text/plain;charset=US-ASCII;base64,QQ=="));
    assert!(same("data:;charset=a;base64,", "data:text/plain;charset=a;base64,"));
    // A type without a charset is not left out.
    assert!(!same("data:,a", "data:text/plain,a") && !same("data:,a", "data:;base64,a"));
    let accepts = |text| accepts(Grammar::Rfc2397, text);
    assert!(accepts("data:a/b;c=%22d%22,") && accepts("data:,a?b/c") && !accepts("data:,a#b"));
    assert!(!accepts("data:;base64=,") && !accepts("data:a,") && !accepts("data:"));
}

/// Long inputs: keys take time in proportion to the text, and nothing recurs.
#[test]
fn keys_of_long_texts_are_made_in_time() {
    let many = |text: &str, count: usize| text.repeat(count);
    let texts = [
        (Grammar::Rfc5870, format!("geo:{}.{},1", many("0", 300_000), many("0", 300_000))),
        (Grammar::Rfc5870, format!("geo:1,2{}", many(";a=%61", 100_000))),
        (Grammar::Rfc5870, format!("geo:1,2;b={}", many("%2f", 200_000))),
        (Grammar::Rfc6068, format!("mailto:a@b{}", many(",a@b", 150_000))),
        (Grammar::Rfc6068, format!("mailto:a@b?A=b{}", many("&C%2D=d", 100_000))),
        (Grammar::Rfc6068, format!("mailto:?to=a@b{}", many("&to=a@b", 80_000))),
        (Grammar::Rfc2397, format!("data:{},", many(";a=b", 150_000))),
    ];
    for (grammar, text) in texts {
        let start = Instant::now();
        assert!(Normalizer::new(grammar).key(&text).unwrap().is_some());
        let took = start.elapsed();
        assert!(took < Duration::from_secs(20), "{grammar}: {took:?}");
    }
}
