//! Compressed files that are damaged somewhere, held against the programs that made them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs a program with an input; `None` if it is not installed.
fn fed(program: &str, arguments: &[&str], input: &[u8]) -> Option<Output> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A program may refuse the rest.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().ok()
    })
}

/// Returns the lines of compressed data, and the message of its end.
fn lines(data: &[u8]) -> (Vec<u8>, String, Option<i32>) {
    let output =
        fed(env!("CARGO_BIN_EXE_urigram"), &["split", "--get", "input", "--no-errors"], data);
    let Output { status, stdout, stderr } = output.unwrap();
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

/// Every whole line that a format's own program still decodes comes out, and then the error with
/// its place.
#[test]
fn everything_before_the_damage_comes_out() {
    let text = text();
    for name in ["gzip", "bzip2", "xz", "zstd"] {
        let program = name;
        let Some(whole) = fed(program, &["-c"], &text).map(|output| output.stdout) else {
            eprintln!("{program} is not installed: its format is not tested");
            continue;
        };
        assert_eq!(lines(&whole), (text.clone(), String::new(), Some(0)), "{name}");
        let mut found = 0;
        for eighth in 1..8 {
            let at = whole.len() * eighth / 8;
            let mut damaged = whole.clone();
            damaged[at..at + 8].iter_mut().for_each(|byte| *byte ^= 0x5A);
            for data in [&damaged[..], &whole[..at]] {
                let Output { stdout: mut expected, status, .. } =
                    fed(program, &["-dc"], data).unwrap();
                if status.success() {
                    // The program does not notice it.
                    continue;
                }
                // Lines are written whole.
                let end = expected.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
                expected.truncate(end);
                let (out, message, code) = lines(data);
                assert_eq!(code, Some(2), "{name} at {at}: {message}");
                assert!(message.contains(name) && message.contains(" of content"), "{message}");
                assert!(
                    out.starts_with(&expected),
                    "{name} at {at}: {} of {} bytes",
                    out.iter().zip(&expected).take_while(|(a, b)| a == b).count(),
                    expected.len()
                );
                found += usize::from(!expected.is_empty());
            }
        }
        assert!(found > 3, "{name}: {found}");
    }
}

/// Members follow each other, and what follows them is told.
#[test]
fn members_of_gzip_follow_each_other() {
    let Some(one) = fed("gzip", &["-c"], b"http://a/\n").map(|output| output.stdout) else {
        return;
    };
    let two = fed("gzip", &["-c", "-n"], b"http://b/\n").unwrap().stdout;
    let both = b"http://a/\nhttp://b/\n".to_vec();
    assert_eq!(lines(&[&one[..], &two].concat()), (both.clone(), String::new(), Some(0)));
    assert_eq!(lines(&[&one[..], &two, &[0; 512]].concat()).2, Some(0), "padding");
    for rest in [&b"rest"[..], b"\x1F\x8B\x08", b"\0\0x"] {
        let (out, message, code) = lines(&[&one[..], &two, rest].concat());
        assert_eq!((out, code), (both.clone(), Some(2)), "{message}");
        assert!(message.contains("after 20 bytes of content"), "{message}");
    }
    // A name, a comment, another field and a checksum of the header (RFC 1952, 2.3).
    let mut full = [&one[..3], &[0x1E], &one[4..10], b"\x02\0ab", b"name\0comment\0\0\0"].concat();
    let name = one[10..].iter().position(|&byte| byte == 0).filter(|_| one[3] & 8 != 0);
    full.extend_from_slice(&one[name.map_or(10, |name| 10 + name + 1)..]);
    assert_eq!(lines(&full), (b"http://a/\n".to_vec(), String::new(), Some(0)));
    let mut wrong = one.clone();
    let at = wrong.len() - 6;
    wrong[at] ^= 1;
    assert!(lines(&wrong).1.contains("checksum"), "{:?}", lines(&wrong));
}
