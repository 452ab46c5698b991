use urigram_core::{Grammar, Normalizer, Reading, Urc};

use super::*;
use crate::charset::Charset;
use crate::value::encode_value;

fn equivalent(a: Urc<'_>, b: Urc<'_>) -> bool {
    compare(a, b, Normalizer::new(Grammar::Urc1993)).is_equivalent()
}

fn charset(name: &str) -> Option<Charset> {
    Charset::by_name(Some(name))
}

fn urc(text: &[u8]) -> Urc<'_> {
    Urc::parse(text).unwrap()
}

fn only(text: &[u8]) -> Descriptor<'_> {
    match elements(urc(text)).next().unwrap().kind {
        Kind::Urd(descriptor) | Kind::Urf(descriptor) => descriptor,
        other => panic!("{other:?}"),
    }
}

const SIMPLE: &str = "<ftp://nic.nordu.net/internet-drafts/draft-ietf-uri-url-01.txt;
URN:IANA:0::drafts:1204;
Author=Tim Berners-Lee;
Title=Uniform Resource Locators;
Title.sv/Text/Plain/charset:SEN_850200_B=Likformiga resursl{gesgivare;
Language=en;
Version=01;>";

const COMPLEX: &str = "<URN:IANA:0::drafts:1204;
Author=Tim Berners-Lee;
Title=Uniform Resource Locators;
BEGIN * Current version;
Version=1;
BEGIN * Postscript;
Content-type=PostScript;
ftp://nic.nordu.net/internet-drafts/draft-ietf-uri-url-01.ps;
END * Postscript;
BEGIN * Official;
Content-type=Text/Plain;
Charset=US-ASCII;
ftp://nic.nordu.net/internet-drafts/draft-ietf-uri-url-01.txt;
END * Official;
END * Current version;
BEGIN * Older;
Version=0;
Content-type=Text/Plain;
Charset=US-ASCII;
ftp://nic.nordu.net/internet-drafts/draft-ietf-uri-url-00.txt;
ftp://ds.internic.net/internet-drafts/draft-ietf-uri-url-00.txt;
END * Older;
Fragment=Section:Abstract;>";

#[test]
fn both_long_examples_round_trip() {
    for text in [SIMPLE, COMPLEX] {
        let lines = text.replace('\n', "\r\n");
        assert_eq!(canonical(urc(text.as_bytes())).unwrap(), lines.as_bytes());
        assert_eq!(canonical(urc(lines.as_bytes())).unwrap(), lines.as_bytes());
        assert!(equivalent(urc(text.as_bytes()), urc(lines.as_bytes())));
    }
}

#[test]
fn the_simple_example_comes_apart() {
    let elements: Vec<_> = elements(urc(SIMPLE.as_bytes())).collect();
    assert_eq!(elements.len(), 7);
    let Kind::Url(url) = &elements[0].kind else { panic!() };
    assert_eq!(
        (url.scheme, url.value.raw()),
        ("ftp", &b"//nic.nordu.net/internet-drafts/draft-ietf-uri-url-01.txt"[..])
    );
    let Kind::Urn(urn) = &elements[1].kind else { panic!() };
    assert_eq!(urn.value.raw(), b"IANA:0::drafts:1204");
    let Kind::Urd(title) = &elements[4].kind else { panic!() };
    assert_eq!(title.language.unwrap().as_str(), "sv");
    assert_eq!(title.representation.unwrap().to_string(), "Text/Plain; charset=SEN_850200_B");
    assert_eq!(title.value.text(title.charset()).unwrap(), "Likformiga resurslägesgivare");
    for element in &elements {
        assert_eq!(SIMPLE.as_bytes()[element.range.end], b';');
    }
}

#[test]
fn the_complex_example_has_its_groups() {
    let complex = urc(COMPLEX.as_bytes());
    assert_eq!(check_structors(complex), Ok(()));
    let structors: Vec<_> = elements(complex)
        .filter_map(|element| match element.kind {
            Kind::Structor(structor) => Some((structor.keyword, structor.label())),
            _ => None,
        })
        .collect();
    assert_eq!(structors.len(), 8);
    assert_eq!(
        structors[..2],
        [(Keyword::Begin, &b"Current version"[..]), (Keyword::Begin, b"Postscript")]
    );
    let Some(Kind::Urf(fragment)) = elements(complex).last().map(|element| element.kind) else {
        panic!()
    };
    let (method, parts) = fragment.fragment().unwrap();
    assert_eq!((method, parts.collect::<Vec<_>>()), (&b"Section"[..], [&b"Abstract"[..]].to_vec()));
}

#[test]
fn different_octets_can_be_the_same_citation() {
    let seven_bits = urc(b"<Author/Text/Plain/charset:SEN_850200_B=Olle J{rnefors;>");
    let eight_bits = urc(b"<Author/Text/Plain/charset:ISO-8859-1=Olle J\xE4rnefors;>");
    let utf_2 = urc("<author/text/plain/CHARSET:utf-2=Olle Järnefors;>".as_bytes());
    assert!(equivalent(seven_bits, eight_bits) && equivalent(eight_bits, utf_2));
    assert!(equivalent(utf_2, seven_bits));
    assert_ne!(seven_bits, eight_bits);
    let others: [&[u8]; 6] = [
        b"<Author=Olle J{rnefors;>",
        b"<Author.sv/Text/Plain/charset:SEN_850200_B=Olle J{rnefors;>",
        b"<Author/Text/TeX/charset:SEN_850200_B=Olle J{rnefors;>",
        b"<Editor/Text/Plain/charset:SEN_850200_B=Olle J{rnefors;>",
        b"<Author/Text/Plain/charset:X-UNKNOWN=Olle J{rnefors;>",
        b"<>",
    ];
    for other in others {
        assert!(!equivalent(seven_bits, urc(other)), "{:?}", urc(other));
    }
    assert!(equivalent(urc(b"<T=a;>"), urc(b"<T/Text/Plain/charset:US-ASCII=%61;>")));
    assert!(equivalent(urc(b"<T/X/Y/charset:Z=a;>"), urc(b"<T/x/y/charset:z=a;>")));
}

#[test]
fn values_are_decoded_by_the_notes_own_rules() {
    let title = only(b"<Title=a%;b%%c%41%00%1b\r\n%3B;>");
    assert_eq!(title.value.decode().unwrap().as_ref(), b"a;b%cA\0\x1B\r\n;");
    let printed =
        Urc::parse_by(Grammar::Urc1993, Reading::Printed, b"<Title=100 % pure;>").unwrap();
    let Some(Kind::Urd(title)) = elements(printed).next().map(|element| element.kind) else {
        panic!()
    };
    assert_eq!(title.value.decode(), Err(ValueError::StrayPercent { offset: 11 }));
    assert_eq!(canonical(printed), Err(ValueError::StrayPercent { offset: 11 }));
}

#[test]
fn every_octet_survives_encoding() {
    let octets: Vec<u8> = (0..=255).chain(*b"\r\n%%;;").collect();
    let text =
        [b"<T/Text/Plain/charset:ISO-8859-1=".as_slice(), &encode_value(&octets), b";>"].concat();
    assert_eq!(only(&text).value.decode().unwrap().as_ref(), octets);
}

#[test]
fn the_print_swaps_the_marks_of_the_tags() {
    let printed = Urc::parse_by(
        Grammar::Urc1993,
        Reading::Printed,
        b"<Title/sv.Text/Plain/charset:x=a;ftp/l1:b;>",
    )
    .unwrap();
    let elements: Vec<_> = elements(printed).collect();
    let Kind::Urd(title) = &elements[0].kind else { panic!() };
    assert_eq!((title.language.unwrap().as_str(), title.charset()), ("sv", Some("x")));
    let Kind::Url(url) = &elements[1].kind else { panic!() };
    assert_eq!((url.charset, url.value.raw()), (Some("l1"), &b"b"[..]));
}

#[test]
fn lone_structors_are_found() {
    let error = |text: &[u8]| check_structors(urc(text)).unwrap_err();
    let begin = |range| StructorError { keyword: Keyword::Begin, range };
    let end = |range| StructorError { keyword: Keyword::End, range };
    assert_eq!(error(b"<BEGIN*a;BEGIN*b;END*b;>"), begin(1..8));
    assert_eq!(error(b"<BEGIN*a;BEGIN*b;>"), begin(9..16));
    assert_eq!(error(b"<END*;>"), end(1..5));
    assert_eq!(error(b"<BEGIN*;END*;END*;>"), end(13..17));
    // Comments are comments: these groups only seem to cross.
    assert_eq!(check_structors(urc(b"<BEGIN*a;BEGIN*b;END*a;END*b;>")), Ok(()));
}

#[test]
fn a_million_groups_need_no_stack() {
    let begins = [b"<".to_vec(), b"BEGIN*;".repeat(1_000_000), b">".to_vec()].concat();
    assert_eq!(check_structors(urc(&begins)).unwrap_err().keyword, Keyword::Begin);
    let nested =
        [b"<".to_vec(), b"BEGIN*;".repeat(200_000), b"END*;".repeat(200_000), b">".to_vec()]
            .concat();
    assert_eq!(check_structors(urc(&nested)), Ok(()));
}

#[test]
fn language_tags_are_judged_as_the_note_says() {
    let tag = |text| LanguageTag::new(text, 0);
    for good in ["en", "en-gb", "eng", "sv-xprivate", "en-cockney"] {
        assert!(tag(good).is_well_formed(), "{good}");
    }
    for bad in ["e", "e1", "engl", "en-", "en-g", "en-g1", "en-gb-x"] {
        assert!(!tag(bad).is_well_formed(), "{bad}");
    }
}

#[test]
fn octets_without_a_character_are_reported() {
    let part = |number: u8| charset(&format!("ISO-8859-{number}")).unwrap();
    assert_eq!(part(3).decode(b"a\xA5"), Err(CharsetError { offset: 1 }));
    assert_eq!(part(5).decode(b"\xB0\x85").unwrap(), "А\u{85}");
    assert_eq!(part(15).decode(b"\xA4").unwrap(), "€");
    assert!(charset("ISO-8859-12").is_none());
    assert!(charset("ISO-8859-é").is_none());
    assert_eq!(Charset::UsAscii.decode(b"a\x80"), Err(CharsetError { offset: 1 }));
    assert_eq!(Charset::Utf8.decode(b"\xC3\xA4\xFF"), Err(CharsetError { offset: 2 }));
}

/// Compares with encoding_rs, which has the parts of ISO 8859 that the web uses under their own
/// names.
#[cfg(feature = "charsets")]
#[test]
fn the_tables_agree_with_encoding_rs() {
    for number in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] {
        let name = format!("ISO-8859-{number}");
        let theirs = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        for octet in 0xA0..=0xFF {
            let (expected, failed) =
                theirs.decode_without_bom_handling(std::slice::from_ref(&octet));
            let found = charset(&name).unwrap().decode(&[octet]);
            if failed {
                assert!(found.is_err(), "{name} {octet:X}");
            } else {
                assert_eq!(found.unwrap(), expected, "{name} {octet:X}");
            }
        }
    }
}

#[cfg(feature = "charsets")]
#[test]
fn japanese_mail_is_read() {
    let value = only(b"<T/Text/Plain/charset:ISO-2022-JP=%1B$BF|K\\%1B(B;>").value;
    assert_eq!(value.text(Some("ISO-2022-JP")).unwrap(), "日本");
    assert!(value.text(Some("US-ASCII")).is_ok(), "escapes are ASCII controls");
    assert!(Charset::Iso2022Jp.decode(b"\x1B$B\xFF\xFF").is_err());
}

#[test]
fn a_citation_without_brackets_has_one_canonical_form() {
    let texts: [&[u8]; 4] = [b"", b"T=a;", b"<T=a;>", b"URN:a:b;\nBEGIN*<;T=>;END*<;"];
    for text in texts {
        let whole = with_brackets(text);
        let canonical = canonical(urc(&whole)).unwrap();
        let bare = &canonical[1..canonical.len() - 1];
        assert_eq!(with_brackets(bare), &canonical[..], "{:?}", text.escape_ascii());
        assert!(!bare.starts_with(b"<"));
    }
}

#[test]
fn character_sets_that_move_the_marks_are_known() {
    for name in [
        "UTF-16",
        "utf-16le",
        "UTF-32BE",
        "ISO-10646-UCS-2",
        "IBM037",
        "cp500",
        "EBCDIC-FI-SE",
        "csIBM1026",
        "IBM01140",
    ] {
        assert!(!keeps_ascii(name), "{name}");
        assert!(charset(name).is_none(), "{name}");
    }
    for name in [
        "UTF-8",
        "UTF-2",
        "US-ASCII",
        "IBM850",
        "cp1252",
        "ISO-8859-1",
        "SEN_850200_B",
        "IBM",
        "cp",
        "é",
        "",
    ] {
        assert!(keeps_ascii(name), "{name}");
    }
    // Every known character set has the marks of the syntax where ASCII has them.
    for name in ["US-ASCII", "ISO-8859-7", "UTF-8", "SEN_850200_C", "JIS_C6220-1969-ro", "BS_4730"]
    {
        let marks = b"\x00\x1F<;>:=./*AZaz09-";
        let decoded = charset(name).unwrap().decode(marks).unwrap();
        assert_eq!(decoded.as_bytes(), marks, "{name}");
    }
}
