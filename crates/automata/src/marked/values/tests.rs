use super::*;
use crate::marked::{Functional, Marked, Pattern};
use crate::{ByteSet, Random};

const ALL: [Step; 25] = [
    Step::LowerCase,
    Step::Decode,
    Step::DecodeUnreserved,
    Step::DecodeSegment,
    Step::Encode(b"!;/:@"),
    Step::Slashes,
    Step::Login,
    Step::UpperCaseEscapes,
    Step::BeforeNul,
    Step::Slash,
    Step::Rooted,
    Step::Escapes,
    Step::Domain,
    Step::Dots,
    Step::Brackets,
    Step::Tabs,
    Step::Number,
    Step::Controls,
    Step::Digits,
    Step::Ascii,
    Step::Letters,
    Step::Literal,
    Step::Address,
    Step::Localhost,
    Step::Unknown,
];

fn value(steps: &[Step]) -> Value {
    Value::new(steps).unwrap()
}

/// Each step as somebody would write it who has the whole text.
fn naive(step: Step, text: Vec<u8>) -> Option<Vec<u8>> {
    let decode = |decodes: &dyn Fn(u8) -> bool| {
        let (mut out, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let digits = text.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
            let is_hex = |two: &&str| two.bytes().all(|byte| byte.is_ascii_hexdigit());
            let octet = digits.filter(is_hex).and_then(|two| u8::from_str_radix(two, 16).ok());
            match octet.filter(|&octet| text[at] == b'%' && decodes(octet)) {
                Some(octet) => (out.push(octet), at += 3).1,
                // An escape that stays is read as a whole.
                None if text[at] == b'%' && octet.is_some() => {
                    out.extend(&text[at..at + 3]);
                    at += 3;
                }
                None => (out.push(text[at]), at += 1).1,
            }
        }
        out
    };
    let is_unreserved = |octet: u8| octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
    let is_escape = |at: usize| {
        let digits = text.get(at + 1..at + 3);
        digits.is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
    };
    Some(match step {
        Step::LowerCase => text.to_ascii_lowercase(),
        Step::Decode => decode(&|_| true),
        Step::DecodeUnreserved => decode(&is_unreserved),
        Step::DecodeSegment => decode(&|octet| octet != b'.' && is_unreserved(octet)),
        Step::Encode(more) => {
            let stays = |byte| is_unreserved(byte) || byte == b'%';
            let one = |&byte: &u8| match byte {
                byte if stays(byte) || more.contains(&byte) => vec![byte],
                byte => format!("%{byte:02X}").into_bytes(),
            };
            text.iter().flat_map(one).collect()
        }
        Step::UpperCaseEscapes => {
            let mut upper = text.clone();
            for at in (0..text.len()).filter(|&at| text[at] == b'%') {
                let digits = text[at + 1..].iter().take(2).take_while(|c| c.is_ascii_hexdigit());
                let end = at + 1 + digits.count();
                upper[at..end].make_ascii_uppercase();
            }
            upper
        }
        Step::Slashes => text.iter().map(|&c| if c == b'\\' { b'/' } else { c }).collect(),
        Step::Login => match text.iter().filter(|&&byte| byte == b':').count() {
            0 | 1 => text.strip_suffix(b":").unwrap_or(&text).to_vec(),
            _ => return None,
        },
        Step::BeforeNul => text.split(|&byte| byte == 0).next().unwrap_or_default().to_vec(),
        Step::Slash if text.is_empty() => b"/".to_vec(),
        Step::Slash => text,
        Step::Rooted if text.is_empty() || text[0] == b'/' => text,
        Step::Rooted => [b"/", &text[..]].concat(),
        Step::Escapes => {
            let mut percents = (0..text.len()).filter(|&at| text[at] == b'%');
            let is_right = percents.all(|at| is_escape(at) && text[at + 1] < b'8');
            return is_right.then_some(text);
        }
        Step::Domain => return (!text.iter().any(|byte| b"@\x7F".contains(byte))).then_some(text),
        Step::Dots => {
            let mut segments = text.split(|&byte| byte == b'/');
            let has_dots = segments.any(|segment| matches!(segment, b"." | b".."));
            let has_encoded = text.windows(3).any(|three| three.eq_ignore_ascii_case(b"%2E"));
            return (!has_dots && !has_encoded).then_some(text);
        }
        Step::Brackets => match text.strip_prefix(b"[") {
            Some(inner) => return inner.strip_suffix(b"]").map(<[u8]>::to_vec),
            None => text,
        },
        Step::Tabs => text.iter().copied().filter(|byte| !b"\t\n\r".contains(byte)).collect(),
        Step::Number => {
            let zeros = text.iter().take_while(|&&byte| byte == b'0').count();
            let kept = if zeros == text.len() { zeros.saturating_sub(1) } else { zeros };
            text[kept..].to_vec()
        }
        Step::Controls => {
            text.iter().map(|&c| if c.is_ascii_control() { b'_' } else { c }).collect()
        }
        Step::Digits => return text.iter().all(u8::is_ascii_digit).then_some(text),
        Step::Ascii | Step::Letters => return text.is_ascii().then_some(text),
        Step::Literal => return (!text.starts_with(b"[")).then_some(text),
        Step::Address => {
            let labels: Vec<&[u8]> = text.split(|&byte| byte == b'.').collect();
            let last = match &labels[..] {
                [.., before, b""] => before,
                [.., last] => last,
                [] => &b""[..],
            };
            let hex = last.strip_prefix(b"0x").or_else(|| last.strip_prefix(b"0X"));
            let is_hex = hex.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
            let is_number = !last.is_empty() && last.iter().all(u8::is_ascii_digit);
            return (!is_number && !is_hex).then_some(text);
        }
        Step::Localhost => return (text != b"localhost").then_some(text),
        Step::Unknown => return None,
    })
}

#[test]
fn steps_are_those_of_whole_texts() {
    let mut random = Random::seeded(7);
    let alphabet = b"%%%4142cCxX00.[]a_~//@\0\x07\x7F\xC3:\\;eE";
    for _ in 0..60_000 {
        let steps: Vec<Step> =
            (0..=random.below(3)).map(|_| ALL[random.below(ALL.len())]).collect();
        let length = random.below(9);
        let text: Vec<u8> = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        let expected = steps.iter().try_fold(text.clone(), |text, &step| naive(step, text));
        assert_eq!(
            value(&steps).of(&text),
            expected,
            "{steps:?} {:?}",
            text.escape_ascii().to_string()
        );
    }
}

/// A host of up to four of some characters, as `//host`.
fn side(characters: &[u8], most: u32) -> Functional {
    let set: ByteSet = characters.iter().copied().collect();
    let one = || Pattern::OneOf(set);
    let host =
        (0..most).fold(Pattern::text(""), |rest, _| Pattern::sequence([one(), rest]).optional());
    let pattern = Pattern::sequence([Pattern::text("//"), Pattern::capture(0, host)]);
    let limits = Limits::default();
    Marked::new(&pattern, 0, limits).unwrap().functional(limits).unwrap()
}

#[test]
fn names_and_addresses() {
    let value = value(&[Step::Decode, Step::LowerCase, Step::Address, Step::Localhost]);
    for known in ["a.1a", "1.a", "localhost.a", "a.0xg", "xlocalhost", "localhos", "a.."] {
        assert!(value.of(known.as_bytes()).is_some(), "{known}");
    }
    for unknown in ["LOCALHOST", "%6cocalhost", "1", "a.1.", "0x", "a.0XfF", "127.0.0.1", "09"] {
        assert_eq!(value.of(unknown.as_bytes()), None, "{unknown}");
    }
}

#[test]
fn a_search_finds_what_going_through_all_strings_finds() {
    let characters = b"%41aA[]0./\0";
    let side = side(characters, 4);
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..4 {
        let to = texts.len();
        for at in from..to {
            let longer = characters.iter().map(|&byte| [&texts[at][..], &[byte]].concat());
            texts.extend(longer.collect::<Vec<_>>());
        }
        from = to;
    }
    let mut random = Random::seeded(8);
    for _ in 0..300 {
        let [a, b] = [(); 2].map(|()| {
            let steps = (0..random.below(3)).map(|_| ALL[random.below(ALL.len())]);
            value(&steps.collect::<Vec<_>>())
        });
        let found = agree_on_values((&side, &a), (&side, &b), Limits::default()).unwrap();
        let values = texts.iter().map(|text| (text, a.of(text), b.of(text)));
        let differs = values.clone().find(|(_, a, b)| a.is_some() && b.is_some() && a != b);
        let unknown = values.clone().find(|(_, a, b)| a.is_none() || b.is_none());
        let length = |input: &Vec<u8>| input.len() - 2;
        assert_eq!(
            found.differs.as_ref().map(length),
            differs.map(|(text, ..)| text.len()),
            "{a:?} {b:?}"
        );
        if let Some(input) = &found.differs {
            assert_ne!(a.of(&input[2..]), b.of(&input[2..]));
        } else {
            assert_eq!(
                found.unknown.map(|input| length(&input)),
                unknown.map(|(text, ..)| text.len())
            );
        }
        // The texts of a value.
        let texts_of = a.texts(&crate::Dfa::of_string(b"a"), Limits::default()).unwrap();
        for text in &texts {
            assert_eq!(texts_of.accepts(text), a.of(text).as_deref() == Some(b"a"), "{a:?}");
        }
    }
}
