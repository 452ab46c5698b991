//! Inputs that a command must survive: empty, NUL, not UTF-8, huge, unreadable; closed pipes.

use std::ffi::OsStr;
use std::io::Read;
use std::process::{Output, Stdio};

use crate::program::{fed, feed, finish, json, run, status, stderr, stdout, urigram};

const MIB: usize = 1024 * 1024;

#[test]
fn standard_input_loses_one_line_end() {
    for (input, offset) in
        [("a", None), ("a\n", None), ("a\r\n", None), ("a\n\n", Some(1)), ("", None), ("\n", None)]
    {
        let output = fed(&["parse", "-", "-g", "rfc3986", "--format", "json"], input.as_bytes());
        let found = &json(&output)[0]["error"]["offset"];
        assert_eq!(found.as_u64(), offset, "{input:?}");
    }
}

/// A hundred thousand parameters took minutes: each was found by counting from the first.
#[test]
fn a_history_of_many_parts_takes_linear_time() {
    let start = std::time::Instant::now();
    let input = ["http://a/", &";".repeat(100_000)].concat();
    let output = fed(&["history", "-s", "-"], input.as_bytes());
    assert_eq!(status(&output), Some(0));
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn bytes_that_are_not_utf8_are_reported() {
    let output = fed(&["parse", "-", "--format", "json", "-g", "rfc3986"], b"a/\xFF");
    assert_eq!(status(&output), Some(1));
    let report = &json(&output)[0];
    assert_eq!((&report["input"], &report["input_hex"]), (&"a/\u{FFFD}".into(), &"612fff".into()));
    assert_eq!(report["error"]["offset"], 2);

    let output = fed(&["check", "-g", "rfc3986", "--text"], b"a/\xFF\n\0\n\\");
    assert_eq!(status(&output), Some(1));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert!(lines[0].contains("byte 2") && lines[0].ends_with("a/\\xFF (not UTF-8)"), "{lines:?}");
    assert!(lines[1].ends_with(": \\x00") && lines[2].ends_with(": \\\\"), "{lines:?}");
}

#[cfg(unix)]
#[test]
fn arguments_are_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let arguments = [OsStr::new("parse"), OsStr::new("-grfc3986"), OsStr::from_bytes(b"\xC3")];
    let output = run(&arguments);
    assert_eq!(status(&output), Some(1));
    assert!(stdout(&output).contains("the non-UTF-8 byte C3"), "{output:?}");
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn huge_inputs_are_judged() {
    let segments = [b"http://a".to_vec(), b"/b".repeat(MIB)].concat();
    let percents = [b"http://a/".to_vec(), vec![b'%'; MIB]].concat();
    let colons = [b"a:".to_vec(), vec![b':'; MIB]].concat();
    for (input, expected) in [(&segments, 0), (&percents, 1), (&colons, 0)] {
        for arguments in [&["parse", "-"][..], &["parse", "-", "-g", "rfc3986", "--format", "json"]]
        {
            let output = fed(arguments, input);
            assert_eq!(status(&output), Some(expected), "{:?}", stderr(&output));
            // A component is whole where no terminal is, and the drawings are cut.
            let text = arguments.len() == 2;
            assert!(
                !text || output.stdout.len() < input.len() + 20_000,
                "text repeats a huge input: {} bytes",
                output.stdout.len()
            );
        }
    }
    let longest = [b"a:".to_vec(), vec![b'b'; 16 * MIB - 2]].concat();
    for command in ["parse", "check"] {
        let output = fed(&[command, "-", "-g", "rfc3986"], &longest);
        assert_eq!(status(&output), Some(0), "{:?}", stderr(&output));
    }
}

#[test]
fn inputs_beyond_the_limit_are_not_decided() {
    let input = vec![b'a'; 16 * MIB + 1];
    let output = fed(&["parse", "-", "-g", "rfc3986"], &input);
    assert_eq!((status(&output), stdout(&output)), (Some(3), ""));
    assert!(stderr(&output).contains("longer than 16777216 bytes"));

    let output =
        fed(&["check", "-g", "rfc3986", "--format", "json"], &[input, b"\nb".to_vec()].concat());
    assert_eq!(status(&output), Some(3));
    let lines = json(&output);
    assert!(lines[0]["error"]["message"].is_string() && lines[0]["accepted"].is_null());
    let accepted =
        serde_json::json!({"line": 2, "input": "b", "accepted": true, "accepted_by": ["rfc3986"]});
    assert_eq!(lines[1], accepted);
    assert_eq!(lines[2]["totals"]["undecided"], 1);
}

#[test]
fn long_inputs_without_a_tree_have_their_components() {
    let input = [b"http://a".to_vec(), b"/b".repeat(MIB), b"?q#f".to_vec()].concat();
    let output = fed(&["parse", "-", "-g", "rfc3986", "--format", "json"], &input);
    let report = &json(&output)[0];
    assert_eq!(report["accepted"], true);
    assert!(report.get("tree").is_none() && report["no_tree"].is_string());
    let end = 8 + 2 * MIB;
    for (name, start, end) in
        [("path", 8, end), ("query", end + 1, end + 2), ("fragment", end + 3, end + 4)]
    {
        let part = &report["components"][name];
        assert_eq!(
            (part["start"].as_u64(), part["end"].as_u64()),
            (Some(start as u64), Some(end as u64)),
            "{name}"
        );
    }
}

#[test]
fn wrong_escapes_are_named() {
    for wrong in ["\\", "\\x4", "\\u{D800}", "a\\q"] {
        let output = run(&["parse", "-e", wrong]);
        assert_eq!((status(&output), stdout(&output)), (Some(2), ""), "{wrong}");
        assert!(stderr(&output).contains("an escape is"), "{wrong}");
    }
}

#[test]
fn unreadable_files_are_named() {
    for file in ["/nonexistent/file", "."] {
        let output = run(&["check", file]);
        assert_eq!((status(&output), stdout(&output)), (Some(2), ""), "{file}");
        assert!(stderr(&output).starts_with(&format!("error: {file}: ")));
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child =
        urigram(&["sample", "-n", "1000000", "--max-len", "10", "--seed", "1"]).spawn().unwrap();
    let mut few = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut few).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((status(&output), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn no_colour_where_nobody_looks() {
    let output = run(&["parse", "http://a/"]);
    assert!(!output.stdout.contains(&0x1B));
    let output = run(&["parse", "--color", "always", "http://a/"]);
    assert!(output.stdout.contains(&0x1B));
    let output = run(&["check", "--color", "always", "--format", "json", "/dev/null"]);
    assert!(!output.stdout.contains(&0x1B));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in
        [&["grammars"][..], &["parse", "a"], &["compare", "rfc2396", "rfc3986", "--rule", "port"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = urigram(arguments).stdout(full).output().unwrap();
        assert_eq!(status(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).starts_with("error: cannot write the answer: "));
    }
}

/// Runs the command with an input, and reads none of its answer.
fn unread(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = urigram(arguments).stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    finish(child, input)
}

#[test]
fn many_lines_without_a_reader_end_quietly() {
    let input = "http://a/b c\n".repeat(200_000);
    let output = unread(&["check", "-g", "rfc3986"], input.as_bytes());
    assert_eq!((status(&output), output.stderr), (Some(0), Vec::new()));
}

// A full standard error was a panic: status 101.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_leaves_the_exit_status() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for (arguments, expected) in [
        (&["parse", "-g", "none", "a"][..], 2),
        (&["parse", "-g", "rfc3986", "a b"], 1),
        (&["resolve", "-g", "rfc3986", "a", "b"], 1),
        (&["resolve", "-g", "rfc3986", "http://a/%", "b"], 1),
        (&["sample", "-g", "rfc3986", "-n", "1"], 0),
        (&["prove", "rfc2141"], 0),
        (&["extract", "missing.txt"], 2),
        (&["no-such-command"], 2),
    ] {
        let output = urigram(arguments).stderr(full()).output().unwrap();
        assert_eq!(status(&output), Some(expected), "{arguments:?}");
    }
    // The totals are part of the answer.
    let output = feed(urigram(&["check", "-g", "rfc3986"]).stderr(full()), b"http://a/\n");
    assert_eq!(status(&output), Some(2));
}

/// The subcommands that write an answer for each line.
const BULK: [&[&str]; 9] = [
    &["split"],
    &["normalize", "--lines"],
    &["resolve", "--lines", "--base", "http://a/"],
    &["equivalent", "--lines", "--column", "1", "--column", "1", "--in", "tsv"],
    &["surt", "--lines"],
    &["check", "-g", "rfc3986", "--accepted"],
    &["check", "-g", "rfc3986", "--format", "json"],
    &["diff", "rfc2396", "rfc3986", "--each"],
    &["extract"],
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_every_line() {
    for count in [1, 20_000] {
        let input = "http://a/./b ?\n//[/http://c/./d\nhttp://e/./f\n".repeat(count);
        for arguments in BULK {
            let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
            let output = feed(urigram(arguments).stdout(full), input.as_bytes());
            let message = stderr(&output);
            assert_eq!(status(&output), Some(2), "{arguments:?} {count}");
            assert!(
                message.contains("error: cannot write the answer: "),
                "{arguments:?} {message}"
            );
        }
    }
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_line_without_a_reader_ends_quietly() {
    let input = "http://a/./b\n".repeat(200_000);
    for arguments in BULK {
        let output = unread(arguments, input.as_bytes());
        assert_eq!((status(&output), output.stderr), (Some(0), Vec::new()), "{arguments:?}");
    }
}

/// A line beyond the limit is passed over in constant memory, and said to be undecided.
#[test]
fn lines_beyond_the_limit_have_an_answer_of_their_own() {
    let input = [&vec![b'a'; 40 * MIB][..], b"\nhttp://b/\n"].concat();
    for arguments in BULK.iter().filter(|arguments| arguments[0] != "extract") {
        let is_json = arguments.contains(&"--format");
        let json_too: &[&str] = if is_json { &[] } else { &["--format", "json"] };
        let arguments = [*arguments, json_too].concat();
        let output = fed(&arguments, &input);
        assert_eq!(status(&output), Some(3), "{arguments:?}");
        assert!(output.stdout.len() < 2000, "{arguments:?}");
        let limits = json(&output).into_iter().filter(|line| {
            let message = line["error"]["message"].as_str().unwrap_or_default();
            message == "the line has 41943040 bytes, more than 16777216"
        });
        // Of diff, only the totals tell.
        let is_counted = arguments[0] == "diff";
        assert_eq!(limits.count(), usize::from(!is_counted), "{arguments:?}");
    }
}

/// A column beside it has no value, and the record is undecided as well.
#[test]
fn columns_beside_a_line_beyond_the_limit_are_undecided() {
    let input = [&vec![b'a'; 40 * MIB][..], b"\nhttp://b/\n"].concat();
    // Any text has a key.
    for (arguments, rejected) in [
        (&["split", "--append", "host"][..], 1),
        (&["normalize", "--lines", "--append", "normalized"], 1),
        (&["surt", "--lines", "--append", "surt"], 0),
    ] {
        let output = fed(arguments, &input);
        let message = stderr(&output);
        assert_eq!(status(&output), Some(3), "{arguments:?}: {message}");
        let said = "1: the line has 41943040 bytes, more than 16777216; its text is left out\n";
        assert!(message.ends_with(said), "{arguments:?}: {message}");
        // A line that is read and rejected has another status.
        assert_eq!(status(&fed(arguments, b"http://b c/\n")), Some(rejected), "{arguments:?}");
    }
}

/// Checks that no line is cut where the output is not a terminal.
#[test]
fn nothing_is_cut_without_a_terminal() {
    let long = format!("http://a/{}", "b".repeat(100_000));
    for arguments in [
        &["check", "-g", "rfc3986"][..],
        &["split", "--get", "path"],
        &["normalize", "--lines"],
        &["surt", "--lines"],
        &["diff", "rfc1738", "rfc1808", "--each"],
    ] {
        let input =
            if arguments[0] == "diff" { format!("{long}~\n{long}#c\n") } else { long.clone() };
        let output = fed(arguments, input.as_bytes());
        assert!(stdout(&output).contains(&"b".repeat(100_000)), "{arguments:?}");
    }
}
