//! The characters beyond US-ASCII that end an identifier between white space.
//!
//! Internationalized identifiers may contain them, and sentences put them next to identifiers
//! without a space: of `http://a.jp/道」も` the bracket is the sentence's. They are the white space,
//! the brackets and quotation marks (general categories Ps, Pe, Pi and Pf), the terminal
//! punctuation of Unicode 16, and the ellipsis. Unicode Technical Standard 58 ends links at the
//! same characters, except that it keeps punctuation in the middle of a word, as in
//! `http://a.jp/こ。次`: texts without spaces have whole sentences there.

/// Ranges of characters, in order.
#[rustfmt::skip]
const ENDS: [(char, char); 152] = [
    ('\u{85}', '\u{85}'), ('\u{A0}', '\u{A0}'), ('\u{AB}', '\u{AB}'), ('\u{BB}', '\u{BB}'),
    ('\u{37E}', '\u{37E}'), ('\u{387}', '\u{387}'), ('\u{589}', '\u{589}'), ('\u{5C3}', '\u{5C3}'),
    ('\u{60C}', '\u{60C}'), ('\u{61B}', '\u{61B}'), ('\u{61D}', '\u{61F}'), ('\u{6D4}', '\u{6D4}'),
    ('\u{700}', '\u{70A}'), ('\u{70C}', '\u{70C}'), ('\u{7F8}', '\u{7F9}'), ('\u{830}', '\u{835}'),
    ('\u{837}', '\u{83E}'), ('\u{85E}', '\u{85E}'), ('\u{964}', '\u{965}'), ('\u{E5A}', '\u{E5B}'),
    ('\u{F08}', '\u{F08}'), ('\u{F0D}', '\u{F12}'), ('\u{F3A}', '\u{F3D}'),
    ('\u{104A}', '\u{104B}'), ('\u{1361}', '\u{1368}'), ('\u{166E}', '\u{166E}'),
    ('\u{1680}', '\u{1680}'), ('\u{169B}', '\u{169C}'), ('\u{16EB}', '\u{16ED}'),
    ('\u{1735}', '\u{1736}'), ('\u{17D4}', '\u{17D6}'), ('\u{17DA}', '\u{17DA}'),
    ('\u{1802}', '\u{1805}'), ('\u{1808}', '\u{1809}'), ('\u{1944}', '\u{1945}'),
    ('\u{1AA8}', '\u{1AAB}'), ('\u{1B4E}', '\u{1B4F}'), ('\u{1B5A}', '\u{1B5B}'),
    ('\u{1B5D}', '\u{1B5F}'), ('\u{1B7D}', '\u{1B7F}'), ('\u{1C3B}', '\u{1C3F}'),
    ('\u{1C7E}', '\u{1C7F}'), ('\u{2000}', '\u{200A}'), ('\u{2018}', '\u{201F}'),
    ('\u{2024}', '\u{2024}'), ('\u{2026}', '\u{2026}'), ('\u{2028}', '\u{2029}'),
    ('\u{202F}', '\u{202F}'), ('\u{2039}', '\u{203A}'), ('\u{203C}', '\u{203D}'),
    ('\u{2045}', '\u{2049}'), ('\u{205F}', '\u{205F}'), ('\u{207D}', '\u{207E}'),
    ('\u{208D}', '\u{208E}'), ('\u{2308}', '\u{230B}'), ('\u{2329}', '\u{232A}'),
    ('\u{2768}', '\u{2775}'), ('\u{27C5}', '\u{27C6}'), ('\u{27E6}', '\u{27EF}'),
    ('\u{2983}', '\u{2998}'), ('\u{29D8}', '\u{29DB}'), ('\u{29FC}', '\u{29FD}'),
    ('\u{2CF9}', '\u{2CFB}'), ('\u{2E02}', '\u{2E05}'), ('\u{2E09}', '\u{2E0A}'),
    ('\u{2E0C}', '\u{2E0D}'), ('\u{2E1C}', '\u{2E1D}'), ('\u{2E20}', '\u{2E29}'),
    ('\u{2E2E}', '\u{2E2E}'), ('\u{2E3C}', '\u{2E3C}'), ('\u{2E41}', '\u{2E42}'),
    ('\u{2E4C}', '\u{2E4C}'), ('\u{2E4E}', '\u{2E4F}'), ('\u{2E53}', '\u{2E5C}'),
    ('\u{2E60}', '\u{2E63}'), ('\u{3000}', '\u{3002}'), ('\u{3008}', '\u{3011}'),
    ('\u{3014}', '\u{301B}'), ('\u{301D}', '\u{301F}'), ('\u{A4FE}', '\u{A4FF}'),
    ('\u{A60D}', '\u{A60F}'), ('\u{A6F3}', '\u{A6F7}'), ('\u{A876}', '\u{A877}'),
    ('\u{A8CE}', '\u{A8CF}'), ('\u{A92F}', '\u{A92F}'), ('\u{A9C7}', '\u{A9C9}'),
    ('\u{AA5D}', '\u{AA5F}'), ('\u{AADF}', '\u{AADF}'), ('\u{AAF0}', '\u{AAF1}'),
    ('\u{ABEB}', '\u{ABEB}'), ('\u{FD3E}', '\u{FD3F}'), ('\u{FE12}', '\u{FE12}'),
    ('\u{FE15}', '\u{FE18}'), ('\u{FE35}', '\u{FE44}'), ('\u{FE47}', '\u{FE48}'),
    ('\u{FE50}', '\u{FE52}'), ('\u{FE54}', '\u{FE57}'), ('\u{FE59}', '\u{FE5E}'),
    ('\u{FF01}', '\u{FF01}'), ('\u{FF08}', '\u{FF09}'), ('\u{FF0C}', '\u{FF0C}'),
    ('\u{FF0E}', '\u{FF0E}'), ('\u{FF1A}', '\u{FF1B}'), ('\u{FF1F}', '\u{FF1F}'),
    ('\u{FF3B}', '\u{FF3B}'), ('\u{FF3D}', '\u{FF3D}'), ('\u{FF5B}', '\u{FF5B}'),
    ('\u{FF5D}', '\u{FF5D}'), ('\u{FF5F}', '\u{FF64}'), ('\u{1039F}', '\u{1039F}'),
    ('\u{103D0}', '\u{103D0}'), ('\u{10857}', '\u{10857}'), ('\u{1091F}', '\u{1091F}'),
    ('\u{10A56}', '\u{10A57}'), ('\u{10AF0}', '\u{10AF5}'), ('\u{10B3A}', '\u{10B3F}'),
    ('\u{10B99}', '\u{10B9C}'), ('\u{10F55}', '\u{10F59}'), ('\u{10F86}', '\u{10F89}'),
    ('\u{11047}', '\u{1104D}'), ('\u{110BE}', '\u{110C1}'), ('\u{11141}', '\u{11143}'),
    ('\u{111C5}', '\u{111C6}'), ('\u{111CD}', '\u{111CD}'), ('\u{111DE}', '\u{111DF}'),
    ('\u{11238}', '\u{1123C}'), ('\u{112A9}', '\u{112A9}'), ('\u{113D4}', '\u{113D5}'),
    ('\u{1144B}', '\u{1144D}'), ('\u{1145A}', '\u{1145B}'), ('\u{115C2}', '\u{115C5}'),
    ('\u{115C9}', '\u{115D7}'), ('\u{11641}', '\u{11642}'), ('\u{1173C}', '\u{1173E}'),
    ('\u{11944}', '\u{11944}'), ('\u{11946}', '\u{11946}'), ('\u{11A42}', '\u{11A43}'),
    ('\u{11A9B}', '\u{11A9C}'), ('\u{11AA1}', '\u{11AA2}'), ('\u{11C41}', '\u{11C43}'),
    ('\u{11C71}', '\u{11C71}'), ('\u{11EF7}', '\u{11EF8}'), ('\u{11F43}', '\u{11F44}'),
    ('\u{12470}', '\u{12474}'), ('\u{16A6E}', '\u{16A6F}'), ('\u{16AF5}', '\u{16AF5}'),
    ('\u{16B37}', '\u{16B39}'), ('\u{16B44}', '\u{16B44}'), ('\u{16D6E}', '\u{16D6F}'),
    ('\u{16E97}', '\u{16E98}'), ('\u{1BC9F}', '\u{1BC9F}'), ('\u{1DA87}', '\u{1DA8A}'),
];

/// Returns true if a character ends every word.
fn is_end(c: char) -> bool {
    let at = ENDS.partition_point(|(_, last)| *last < c);
    ENDS.get(at).is_some_and(|(first, _)| *first <= c)
}

/// Returns true if a text begins with a character beyond US-ASCII that ends every word.
pub(super) fn begins_with_end(text: &[u8]) -> bool {
    let length = match text.first() {
        Some(0xC2..=0xDF) => 2,
        Some(0xE0..=0xEF) => 3,
        Some(0xF0..=0xF4) => 4,
        _ => return false,
    };
    let first = text.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
    first.and_then(|first| first.chars().next()).is_some_and(is_end)
}

#[cfg(test)]
mod tests {
    use super::{begins_with_end, is_end, ENDS};

    #[test]
    fn ranges_are_in_order_and_apart() {
        assert!(ENDS.iter().all(|(first, last)| first <= last && !first.is_ascii()));
        assert!(ENDS.windows(2).all(|two| u32::from(two[0].1) + 1 < u32::from(two[1].0)));
        // The standard library also knows white space.
        let white = ('\u{80}'..=char::MAX).filter(|c| c.is_whitespace());
        assert!({ white }.all(is_end));
    }

    #[test]
    fn marks_of_several_scripts_end_words() {
        for mark in "。、！？「」『』（）【】，；：؟،؛۔«»„“”‘’‹›… \u{3000}।။"
            .chars()
            .filter(|c| !c.is_ascii())
        {
            assert!(begins_with_end(mark.to_string().as_bytes()), "{mark}");
        }
        for letter in ["é", "道", "こ", "ー", "ا", "·", "–", "\u{200D}", "a", "", "\u{1F600}"]
        {
            assert!(!begins_with_end(letter.as_bytes()), "{letter}");
        }
        assert!(!begins_with_end(b"\xE3\x80") && !begins_with_end(b"\x93"));
    }
}
