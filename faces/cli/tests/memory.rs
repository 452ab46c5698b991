//! The memory of the bulk commands, which does not grow with what they read.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const MIB: usize = 1024 * 1024;

/// Returns the most memory that a process has used until now, in bytes; `None` if it has ended.
fn peak(process: u32) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<usize>().ok()? * 1024)
}

/// Runs the command on a text of about `size` bytes and returns its peak: in a file if there is a
/// path, and otherwise on standard input.
fn run(arguments: &[&str], size: usize, path: Option<&Path>) -> usize {
    let line = b"http://example.org/a/b/c?d=e#f\nno identifier at all\n";
    let text = line.repeat(size / line.len());
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Some(path) = path {
        fs::write(path, &text).unwrap();
        command.arg(path);
    }
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let (process, ended) = (child.id(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut most = 0;
            while !ended.load(Ordering::Relaxed) {
                most = peak(process).unwrap_or(most);
                std::thread::sleep(Duration::from_millis(2));
            }
            most
        });
        if path.is_none() {
            stdin.write_all(&text).unwrap();
        }
        drop(stdin);
        let status = child.wait().unwrap();
        ended.store(true, Ordering::Relaxed);
        assert!(status.code().is_some_and(|code| code < 2), "{arguments:?}: {status}");
        watch.join().unwrap()
    })
}

#[test]
fn memory_does_not_grow_with_the_file() {
    for arguments in
        [&["check", "-q", "-g", "rfc3986"][..], &["diff", "rfc2396", "rfc3986", "--each"]]
    {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory");
        for path in [None, Some(&*path)] {
            let (small, large) = (run(arguments, 4 * MIB, path), run(arguments, 36 * MIB, path));
            // With the text in memory, the difference would be 32 MiB.
            assert!(small > 0 && large < small + 16 * MIB, "{arguments:?}: {small} and {large}");
        }
        fs::remove_file(path).unwrap();
    }
}
