use std::io::{Read, Write};
use std::process::{Command, Stdio};

use super::super::super::magic::Compression;
use super::super::decoded;

/// Runs xz; `None` if it is not installed. Returns if it succeeds, and its output.
fn xz(arguments: &[&str], input: &[u8]) -> Option<(bool, Vec<u8>)> {
    let mut command = Command::new("xz");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            // It may refuse the rest.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output()
    });
    output.ok().map(|output| (output.status.success(), output.stdout))
}

/// Returns the content before an error, and the error.
fn content(data: &[u8]) -> (Vec<u8>, Option<String>) {
    let mut content = Vec::new();
    let error = decoded(Compression::Xz, data).read_to_end(&mut content).err();
    (content, error.map(|error| error.to_string()))
}

struct Random(u32);

impl Random {
    fn next(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize
    }
}

/// Lines, a part that cannot be compressed, and one that is compressed to nearly nothing.
fn text(random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    for line in 0..1000 {
        let (site, page) = (random.next() % 32, random.next() % 4096);
        text.extend(format!("http://example.org/{site}/{line}?{page}\n").bytes());
    }
    text.extend((0..70_000).map(|_| random.next() as u8));
    text.extend(b"http://a/\n".repeat(5000));
    text.extend_from_within(..30_000);
    text
}

const WAYS: &[&[&str]] = &[
    &[],
    &["-0"],
    &["-9e"],
    &["--check=none"],
    &["--check=crc32"],
    &["--check=sha256"],
    &["--block-size=50000"],
    &["-T2", "--block-size=70000"],
    &["--lzma2=preset=6,dict=4096"],
    &["--lzma2=preset=6,lc=0,lp=4,pb=0"],
    &["--lzma2=preset=1,lc=4,lp=0,pb=4,dict=65536"],
];

#[test]
fn every_way_to_compress_is_read() {
    let mut random = Random(1);
    let text = text(&mut random);
    for way in WAYS {
        for text in [&text[..], b"", b"a", &text[..5000], &text[40_000..]] {
            let Some((_, data)) = xz(&[way, &["-c"][..]].concat(), text) else {
                return eprintln!("xz is not installed: nothing is tested");
            };
            assert!(content(&data) == (text.to_vec(), None), "{way:?}: {:?}", content(&data).1);
            let both = [&data[..], &[0; 8], &data].concat();
            assert!(content(&both) == (text.repeat(2), None), "{way:?}");
            assert_eq!(content(&[&data[..], &[0; 7], &data].concat()).0, text, "{way:?}");
        }
    }
}

/// No byte that xz decodes before an error is missing, wherever data is cut or changed.
#[test]
fn nothing_before_the_damage_is_lost() {
    let mut random = Random(2);
    let text = text(&mut random);
    let mut kinds = [0; 2];
    for way in WAYS {
        let Some((_, data)) = xz(&[way, &["-c"][..]].concat(), &text) else {
            return eprintln!("xz is not installed: nothing is tested");
        };
        for round in 0..9 {
            let at = match round {
                0..4 => data.len() - 1 - random.next() % 60,
                4 => random.next() % 40,
                _ => random.next() % data.len(),
            };
            let mut damaged = data.clone();
            match round % 3 {
                0 => damaged.truncate(at),
                1 => damaged[at] ^= 1 << (random.next() % 8),
                _ => damaged[at..].iter_mut().take(8).for_each(|byte| *byte ^= 0x5A),
            }
            let (is_right, expected) = xz(&["-dc"], &damaged).unwrap();
            let (found, error) = content(&damaged);
            assert_eq!(error.is_none(), is_right, "{way:?} at {at}: {error:?}");
            assert!(
                found.starts_with(&expected),
                "{way:?} at {at}: {} of {} bytes, {error:?}",
                found.iter().zip(&expected).take_while(|(a, b)| a == b).count(),
                expected.len()
            );
            kinds[usize::from(found.len() > expected.len())] += 1;
        }
    }
    assert!(kinds[0] > kinds[1], "{kinds:?}");
}

#[test]
fn other_filters_and_large_windows_are_told() {
    for (way, message) in
        [("--x86 --lzma2", "filter for programs"), ("--lzma2=dict=256MiB", "256 MiB of memory")]
    {
        let ways: Vec<&str> = way.split(' ').chain(["-c"]).collect();
        let Some((_, data)) = xz(&ways, b"http://a/\n") else { return };
        let (content, error) = content(&data);
        assert!(content.is_empty() && error.as_ref().unwrap().contains(message), "{error:?}");
    }
}
