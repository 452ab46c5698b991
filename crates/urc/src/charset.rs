//! The character sets of the note: US-ASCII, 7-bit ISO 646, 8-bit ISO 8859, ISO-2022-JP, and UTF-2.

use std::fmt;

/// A coded character set where the marks of URC syntax keep their ASCII octets.
#[derive(Clone, Copy)]
pub(crate) enum Charset {
    /// ASCII; octets above 7F are errors.
    UsAscii,
    Iso646(National),
    /// A part of ISO 8859: its characters of A0 to FF, with U+FFFD for an octet without one.
    Iso8859(&'static str),
    /// The character set of Japanese mail (RFC 1468).
    #[cfg(feature = "charsets")]
    Iso2022Jp,
    /// UTF-8, which the note calls UTF-2.
    Utf8,
}

/// A national version of ISO 646: the octets that differ from ASCII, with their characters.
type National = &'static [(u8, char)];

/// The names of the known national versions in the IANA registry, and the versions, by RFC 1345.
#[rustfmt::skip]
static NATIONAL: [(&[&str], National); 6] = [
    (
        &["SEN_850200_B", "iso-ir-10", "FI", "ISO646-FI", "ISO646-SE", "se"],
        &[
            (b'$', '¤'), (b'[', 'Ä'), (b'\\', 'Ö'), (b']', 'Å'), (b'{', 'ä'), (b'|', 'ö'),
            (b'}', 'å'), (b'~', '‾'),
        ],
    ),
    (
        &["SEN_850200_C", "iso-ir-11", "ISO646-SE2", "se2"],
        &[
            (b'$', '¤'), (b'@', 'É'), (b'[', 'Ä'), (b'\\', 'Ö'), (b']', 'Å'), (b'^', 'Ü'),
            (b'`', 'é'), (b'{', 'ä'), (b'|', 'ö'), (b'}', 'å'), (b'~', 'ü'),
        ],
    ),
    (
        &["NS_4551-1", "iso-ir-60", "ISO646-NO", "no"],
        &[
            (b'[', 'Æ'), (b'\\', 'Ø'), (b']', 'Å'), (b'{', 'æ'), (b'|', 'ø'), (b'}', 'å'),
            (b'~', '‾'),
        ],
    ),
    (
        &["DIN_66003", "iso-ir-21", "de", "ISO646-DE"],
        &[
            (b'@', '§'), (b'[', 'Ä'), (b'\\', 'Ö'), (b']', 'Ü'), (b'{', 'ä'), (b'|', 'ö'),
            (b'}', 'ü'), (b'~', 'ß'),
        ],
    ),
    (
        &["BS_4730", "iso-ir-4", "ISO646-GB", "gb", "uk"],
        &[
            (b'#', '£'), (b'~', '‾'),
        ],
    ),
    (
        &["JIS_C6220-1969-ro", "iso-ir-14", "jp", "ISO646-JP"],
        &[
            (b'\\', '¥'), (b'~', '‾'),
        ],
    ),
];

/// The beginnings of the names, in the IANA registry, of character sets whose code units have 16 or
/// 32 bits, and of EBCDIC.
#[rustfmt::skip]
static WIDE: &[&str] = &[
    "UTF-16", "UTF-32", "csUTF16", "csUTF32", "ISO-10646-UCS", "ISO-10646-Unicode", "ISO-10646-J",
    "UNICODE-1-1", "UCS-2", "UCS-4", "csUnicode", "csUCS4", "EBCDIC", "csEBCDIC",
];

/// The numbers of the code pages of EBCDIC in the IANA registry.
#[rustfmt::skip]
static EBCDIC: &[u16] = &[
    37, 38, 273, 274, 275, 277, 278, 280, 281, 284, 285, 290, 297, 420, 423, 424, 500, 870, 871,
    880, 905, 918, 924, 1026, 1047, 1140, 1141, 1142, 1143, 1144, 1145, 1146, 1147, 1148, 1149,
];

/// Returns the characters of the octets A0 to FF in a part of ISO 8859. They are those of the
/// mapping tables 8859-1.TXT to 8859-16.TXT of the Unicode Consortium; there is no part 12.
fn upper_half(number: u8) -> Option<&'static str> {
    include_str!("iso_8859.tsv").lines().find_map(|line| {
        let (part, characters) = line.split_once('\t')?;
        (part.parse() == Ok(number)).then_some(characters)
    })
}

/// Returns false if a character set of this name is known to represent characters of URC syntax by
/// other octets than those of ASCII, so that the note does not allow it: those of 16 or 32 bits,
/// and EBCDIC.
///
/// ```
/// use urigram::urc::keeps_ascii;
///
/// assert!(keeps_ascii("ISO-2022-JP") && keeps_ascii("UTF-8"));
/// assert!(!keeps_ascii("utf-16be") && !keeps_ascii("IBM037"));
/// ```
pub fn keeps_ascii(name: &str) -> bool {
    let begins = |prefix: &str| {
        name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    let of_ibm = ["IBM", "CP", "csIBM", "CCSID"].into_iter().filter(|prefix| begins(prefix));
    let mut numbers = of_ibm.filter_map(|prefix| name[prefix.len()..].parse().ok());
    !WIDE.iter().any(|prefix| begins(prefix))
        && !numbers.any(|number: u16| EBCDIC.contains(&number))
}

impl Charset {
    /// Returns the character set of this name; `None` is US-ASCII. Case is ignored, as in MIME.
    pub(crate) fn by_name(name: Option<&str>) -> Option<Charset> {
        let Some(name) = name else { return Some(Charset::UsAscii) };
        let is = |known: &&str| name.eq_ignore_ascii_case(known);
        if ["US-ASCII", "ASCII", "ISO646-US", "ANSI_X3.4-1968", "iso-ir-6"].iter().any(is) {
            return Some(Charset::UsAscii);
        }
        if ["UTF-8", "UTF-2", "UTF-FSS", "UTF8"].iter().any(is) {
            return Some(Charset::Utf8);
        }
        #[cfg(feature = "charsets")]
        if is(&"ISO-2022-JP") {
            return Some(Charset::Iso2022Jp);
        }
        if name.get(..9).is_some_and(|start| {
            ["ISO-8859-", "ISO_8859-"].iter().any(|known| start.eq_ignore_ascii_case(known))
        }) {
            return upper_half(name[9..].parse().ok()?).map(Charset::Iso8859);
        }
        let national = NATIONAL.iter().find(|(names, _)| names.iter().any(is));
        national.map(|(_, differences)| Charset::Iso646(differences))
    }

    /// Decodes octets. Time is linear in the octets.
    ///
    /// # Errors
    /// [`CharsetError`] at the first octet without a character: `80` in US-ASCII, `FF` in UTF-8,
    /// `A5` in ISO-8859-3.
    pub(crate) fn decode(self, octets: &[u8]) -> Result<String, CharsetError> {
        let by = |character: &dyn Fn(u8) -> Option<char>| {
            let mut text = String::with_capacity(octets.len());
            for (offset, &octet) in octets.iter().enumerate() {
                text.push(character(octet).ok_or(CharsetError { offset })?);
            }
            Ok(text)
        };
        let ascii = |octet: u8| octet.is_ascii().then_some(octet as char);
        match self {
            Charset::UsAscii => by(&ascii),
            Charset::Iso646(differences) => by(&|octet| {
                let other = differences.iter().find(|(place, _)| *place == octet);
                other.map(|&(_, character)| character).or_else(|| ascii(octet))
            }),
            Charset::Iso8859(upper) => by(&|octet| match octet.checked_sub(0xA0) {
                None => Some(octet as char),
                Some(at) => upper.chars().nth(at.into()).filter(|&c| c != '\u{FFFD}'),
            }),
            #[cfg(feature = "charsets")]
            Charset::Iso2022Jp => iso_2022_jp(octets),
            Charset::Utf8 => match std::str::from_utf8(octets) {
                Ok(text) => Ok(text.into()),
                Err(error) => Err(CharsetError { offset: error.valid_up_to() }),
            },
        }
    }
}

#[cfg(feature = "charsets")]
fn iso_2022_jp(octets: &[u8]) -> Result<String, CharsetError> {
    let mut decoder = encoding_rs::ISO_2022_JP.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(3 * octets.len() + 16);
    match decoder.decode_to_string_without_replacement(octets, &mut text, true) {
        (encoding_rs::DecoderResult::InputEmpty, _) => Ok(text),
        (_, read) => Err(CharsetError { offset: read.saturating_sub(1) }),
    }
}

/// An octet without a character in its set.
///
/// ```
/// use urigram::urc::{elements, Kind, ValueError};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title=ab\xE4;>")?;
/// let Kind::Urd(title) = elements(urc).next().unwrap().kind else { panic!() };
/// let Err(ValueError::Charset(error)) = title.value.text(None) else { panic!() };
/// assert_eq!(error.offset, 2);
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CharsetError {
    /// The offset in the octets that were decoded.
    pub offset: usize,
}

impl fmt::Display for CharsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "octet {} is not a character of its character set", self.offset)
    }
}

impl std::error::Error for CharsetError {}
