//! Compressed files that are damaged somewhere, held against the programs that made them.

use std::process::{Command, Output, Stdio};

use crate::program::{fed, finish};

/// Runs a program with an input; `None` if it is not installed.
fn piped(program: &str, arguments: &[&str], input: &[u8]) -> Option<Output> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Some(finish(command.spawn().ok()?, input))
}

/// Returns the lines of compressed data, and the message of its end.
fn lines(data: &[u8]) -> (Vec<u8>, String, Option<i32>) {
    let Output { status, stdout, stderr } = fed(&["split", "--get", "input"], data);
    (stdout, String::from_utf8_lossy(&stderr).into_owned(), status.code())
}

/// Text of two megabytes that compresses to a tenth, more than the window of every format keeps.
fn text() -> Vec<u8> {
    let mut state = 1_u32;
    let mut line = |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        format!("http://example.org/{}/page-{n}?q={}\n", state >> 27, state >> 20)
    };
    (0..40_000).flat_map(|n| line(n).into_bytes()).collect()
}

/// The programs, each with the KiB of content that its decoder makes at once and gives up if that
/// fails: of xz, those of a chunk of 64 KiB.
const PROGRAMS: [(&str, usize); 4] = [("gzip", 300), ("bzip2", 300), ("xz", 700), ("zstd", 1)];

/// Whole lines before the damage come out, and then the error with its place.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn lines_before_the_damage_come_out() {
    let text = text();
    for (name, at_once) in PROGRAMS {
        let Some(whole) = piped(name, &["-c"], &text).map(|output| output.stdout) else {
            eprintln!("{name} is not installed: its format is not tested");
            continue;
        };
        assert_eq!(lines(&whole), (text.clone(), String::new(), Some(0)), "{name}");
        let two = lines(&[&whole[..], &whole].concat());
        assert_eq!(two, (text.repeat(2), String::new(), Some(0)), "{name}");
        let mut found = 0;
        for eighth in 1..8 {
            let at = whole.len() * eighth / 8;
            let mut damaged = whole.clone();
            damaged[at..at + 8].iter_mut().for_each(|byte| *byte ^= 0x5A);
            for data in [&damaged[..], &whole[..at]] {
                let Output { stdout: expected, status, .. } = piped(name, &["-dc"], data).unwrap();
                if status.success() {
                    // The program does not notice it.
                    continue;
                }
                let (out, message, code) = lines(data);
                assert_eq!(code, Some(2), "{name} at {at}: {message}");
                if out.is_empty() && message.contains("it is binary") {
                    // The damage is in the first block of bzip2. All of it is garbage.
                    continue;
                }
                assert!(message.contains(name) && message.contains(" of content"), "{message}");
                assert!(out.is_empty() || out.ends_with(b"\n"), "{name} at {at}");
                let same = out.iter().zip(&expected).take_while(|(a, b)| a == b).count();
                assert!(
                    same == out.len().min(expected.len()) && same + at_once * 1024 > expected.len(),
                    "{name} at {at}: {same} of {} and {} bytes",
                    out.len(),
                    expected.len()
                );
                found += usize::from(same > 0);
            }
        }
        assert!(found > 3, "{name}: {found}");
    }
}

/// A header cannot make the command take any memory.
#[test]
fn a_large_window_is_refused() {
    let arguments = ["-c", "--lzma2=preset=0,dict=128MiB"];
    let Some(data) = piped("xz", &arguments, b"http://a/\n").map(|output| output.stdout) else {
        return;
    };
    let (out, message, code) = lines(&data);
    assert_eq!((out, code), (Vec::new(), Some(2)));
    assert!(message.contains("xz: ") && message.contains("memory"), "{message}");
}

/// Members follow each other, and what follows them is reported.
#[test]
fn members_of_gzip_follow_each_other() {
    let Some(one) = piped("gzip", &["-c"], b"http://a/\n").map(|output| output.stdout) else {
        return;
    };
    let two = piped("gzip", &["-c", "-n"], b"http://b/\n").unwrap().stdout;
    let both = b"http://a/\nhttp://b/\n".to_vec();
    assert_eq!(lines(&[&one[..], &two].concat()), (both.clone(), String::new(), Some(0)));
    for rest in [&b"rest"[..], b"\x1F\x8B\x08", b"\0\0x"] {
        let (out, message, code) = lines(&[&one[..], &two, rest].concat());
        assert_eq!((out, code), (both.clone(), Some(2)), "{message}");
        assert!(message.contains("after 20 bytes of content"), "{message}");
    }
    // A name, a comment, another field and a checksum of the header (RFC 1952, 2.3).
    let mut full = [&one[..3], &[0x1E], &one[4..10], b"\x02\0ab", b"name\0comment\0"].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&full);
    full.extend_from_slice(&sum.sum().to_le_bytes()[..2]);
    let name = one[10..].iter().position(|&byte| byte == 0).filter(|_| one[3] & 8 != 0);
    full.extend_from_slice(&one[name.map_or(10, |name| 10 + name + 1)..]);
    assert_eq!(lines(&full), (b"http://a/\n".to_vec(), String::new(), Some(0)));
    let mut wrong = one.clone();
    let at = wrong.len() - 6;
    wrong[at] ^= 1;
    assert!(lines(&wrong).1.contains("checksum"), "{:?}", lines(&wrong));
}
