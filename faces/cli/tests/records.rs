//! Records of every format and compression, and files that are something else.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{fed, json, run, stderr, stdout};

/// A file of this test's own.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("records-{name}"));
    fs::write(&path, bytes).unwrap();
    path
}

fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records").join(name)
}

/// Text of several megabytes, so that files are read in several ranges.
fn many() -> Vec<u8> {
    let line = |n: u32| match n % 5 {
        0 => format!("a b {n}\r\n"),
        1 => "\n".to_owned(),
        _ => format!("http://example.org/{n}/{}\n", "x".repeat(n as usize % 200)),
    };
    let mut text: Vec<u8> = (0..30_000).flat_map(|n| line(n).into_bytes()).collect();
    text.extend_from_slice(b"\xFF\x00\x1B[31m\nlast b");
    text
}

#[test]
fn compressed_files_hold_the_same_lines() {
    let plain = fs::read(stored("lines.txt")).unwrap();
    let expected = fed(&["check", "-g", "rfc3986", "--format", "json"], &plain);
    assert_eq!(expected.status.code(), Some(1));
    for name in ["lines.gz", "lines.zst", "lines.xz", "lines.bz2"] {
        let path = stored(name);
        let arguments = ["check", "-g", "rfc3986", "--format", "json", path.to_str().unwrap()];
        let by_name = run(&arguments);
        assert!(by_name.stdout == expected.stdout, "{name}: {}", stderr(&by_name));
        let piped = fed(&arguments[..5], &fs::read(&path).unwrap());
        assert!(piped.stdout == expected.stdout, "{name} by a pipe: {}", stderr(&piped));
    }
}

/// For any cut, the command says that the data ends early, and every line before that is checked.
#[test]
fn truncated_compressed_files_are_errors() {
    for name in ["lines.gz", "lines.zst", "lines.xz", "lines.bz2"] {
        let bytes = fs::read(stored(name)).unwrap();
        let whole = fed(&["check", "-g", "rfc3986", "--only", "rejected"], &bytes);
        for cut in [bytes.len() - 1, bytes.len() * 4 / 5, bytes.len() / 3, 20] {
            let output = fed(&["check", "-g", "rfc3986", "--only", "rejected"], &bytes[..cut]);
            assert_eq!(output.status.code(), Some(2), "{name} {cut}: {}", stderr(&output));
            assert!(stderr(&output).contains("ends early"), "{name} {cut}: {}", stderr(&output));
            assert!(whole.stdout.starts_with(&output.stdout), "{name} {cut}");
        }
        let cut = fed(&["check", "-g", "rfc3986", "--only", "rejected"], &bytes[..bytes.len() - 9]);
        assert!(!cut.stdout.is_empty(), "{name}: the first member is whole");
        let mut broken = bytes.clone();
        let middle = bytes.len() / 4;
        broken[middle..middle + 30].fill(0x55);
        let output = fed(&["check", "-g", "rfc3986"], &broken);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr(&output));
    }
}

#[test]
fn accepted_and_rejected_lines_are_written_as_they_were_read() {
    let text = many();
    let path = file("many.txt", &text);
    let name = path.to_str().unwrap();
    let [accepted, rejected] = ["--accepted", "--rejected"].map(|which| {
        let by_name = run(&["check", "-g", "rfc3986", which, name]);
        let piped = fed(&["check", "-g", "rfc3986", which], &text);
        assert!(by_name.stdout == piped.stdout, "{which}");
        assert_eq!(by_name.status.code(), Some(1));
        by_name.stdout
    });
    assert_eq!(accepted.len() + rejected.len(), text.len());
    let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
        bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let is_rejected = |line: &Vec<u8>| line.contains(&b' ') || line.contains(&0);
    let (of_rejected, of_accepted): (Vec<_>, Vec<_>) =
        lines(&text).into_iter().partition(is_rejected);
    assert!(lines(&accepted) == of_accepted && lines(&rejected) == of_rejected);
    let count = |which| {
        let output = run(&["check", "-g", "rfc3986", "--count", which, name]);
        stdout(&output).trim().parse::<usize>().unwrap()
    };
    assert_eq!((count("--accepted"), count("--rejected")), (of_accepted.len(), of_rejected.len()));
}

/// Verdicts on records that end in NUL are lines. A NUL once stood between two blocks of them.
#[test]
fn verdicts_on_records_that_end_in_nul_are_lines() {
    let records = b"http://example.org/\0".repeat(60_000);
    for format in ["text", "json"] {
        let output = fed(&["check", "-g", "rfc3986", "-0", "--format", format], &records);
        assert!(output.stdout.len() > 1 << 20 && !output.stdout.contains(&0), "{format}");
    }
}

/// The line where the command stops does not depend on threads or on blocks.
#[test]
fn max_count_stops_at_a_line() {
    let text = many();
    let path = file("max-count.txt", &text);
    for count in [0, 1, 777, 12_345] {
        let most = count.to_string();
        let run = |threads| {
            let name = path.to_str().unwrap();
            let all =
                ["check", "-g", "rfc3986", "--rejected", "-m", &most, "--threads", threads, name];
            run(&all)
        };
        let (one, three) = (run("1"), run("3"));
        let lines = one.stdout.iter().filter(|&&byte| byte == b'\n').count();
        // Of 6,002 rejected lines, the last one is not ended.
        assert_eq!(lines, count.min(6001));
        assert!(
            one.stdout == three.stdout && one.stderr == three.stderr,
            "{most}: {}",
            stderr(&three)
        );
    }
}

#[test]
fn files_follow_each_other_and_do_not_run_together() {
    let [first, second] = [file("first", b"http://a/\nb"), file("second", b"c d\nhttp://e/")];
    let [first, second] = [first.to_str().unwrap(), second.to_str().unwrap()];
    let output = run(&["check", "-g", "rfc3986", "--accepted", first, second]);
    assert_eq!(output.stdout, b"http://a/\nb\nhttp://e/");
    let output = run(&["check", "-g", "rfc3986", first, second]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!("{second}:1: rejected at byte 1")), "{text}");
    let missing = run(&["check", "-g", "rfc3986", first, "missing", second]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stdout) == text, "the others are read");
    assert!(stderr(&missing).starts_with("error: missing: "));
    let output = run(&["check", "--format", "json", "-g", "rfc3986", first, second]);
    let third = stdout(&output).lines().nth(2).unwrap();
    assert!(third.starts_with(&format!("{{\"file\":{second:?},\"line\":1,")), "{third}");
}

#[test]
fn a_byte_order_mark_is_skipped_and_reported() {
    let text = b"\xEF\xBB\xBFhttp://a/\nb\n";
    for output in [
        fed(&["check", "-g", "rfc3986"], text),
        run(&["check", "-g", "rfc3986", file("mark", text).to_str().unwrap()]),
    ] {
        assert!(output.stdout.starts_with(b"1: accepted: http://a/\n2: accepted: b\n"));
        assert!(stderr(&output).contains("byte-order mark EF BB BF"), "{}", stderr(&output));
    }
    let as_text = fed(&["check", "-g", "rfc3986", "--text"], text);
    assert_eq!(as_text.status.code(), Some(1));
}

#[test]
fn data_that_is_no_text_is_named() {
    let wide: Vec<u8> = "http://a/b\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let gzipped = fs::read(stored("lines.gz")).unwrap();
    let marked = [b"\xFF\xFE", &wide[..]].concat();
    for (bytes, saw) in
        [(&marked[..], "UTF-16: convert it first"), (&wide, "binary"), (b"PK\x03\x04\0", "binary")]
    {
        let output = fed(&["check", "-g", "rfc3986"], bytes);
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]));
        let message = stderr(&output);
        assert!(message.starts_with("error: -: it is ") && message.contains(saw), "{message}");
        assert_ne!(
            fed(&["check", "-g", "rfc3986", "--text"], bytes).status.code(),
            Some(2),
            "{saw}"
        );
    }
    assert_eq!(fed(&["check", "-g", "rfc3986", "-a"], &gzipped).status.code(), Some(1));
    // Records may end in NUL, and what is further behind is not looked at.
    assert_eq!(fed(&["check", "-g", "rfc3986", "-0"], b"a\0b\0").status.code(), Some(0));
    for (lines, status) in [(800, 2), (900, 1)] {
        let path = file("nul", &[&b"http://a/\n".repeat(lines)[..], b"\0\n"].concat());
        let output = run(&["check", "-g", "rfc3986", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(status), "{lines}: {}", stderr(&output));
    }
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn columns_of_every_format() {
    let accepted = |arguments: &[&str], input: &str| {
        let all = [&["check", "-g", "rfc3986", "--format", "json"], arguments].concat();
        let output = fed(&all, input.as_bytes());
        let lines = json(&output).into_iter().filter(|line| line.get("totals").is_none());
        let lines: Vec<_> = lines.collect();
        assert!(!lines.is_empty(), "{arguments:?}: {}", stderr(&output));
        lines
            .iter()
            .map(|line| format!("{}:{}", line["line"], line["input"].as_str().unwrap_or("-")))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let csv = "id,url\n1,\"http://a/?x,\"\"y\"\"\"\n2,\"two\nlines\"\n3,c\n";
    assert_eq!(accepted(&["--column", "url"], csv), "2:http://a/?x,\"y\" 3:two\nlines 5:c");
    assert_eq!(
        accepted(&["--column", "2", "--header"], csv),
        "2:http://a/?x,\"y\" 3:two\nlines 5:c"
    );
    assert_eq!(accepted(&["--in", "csv", "--column", "1"], "a\nb,c\n"), "1:a 2:b");
    assert_eq!(accepted(&["--column", "3"], "a\tb\tc\nd\te\n"), "1:c 2:-");
    let objects = "{\"url\":\"http:\\/\\/a\"}\n{\"u\":1}\nnone\n{\"url\":3}\n";
    assert_eq!(accepted(&["--column", "url"], objects), "1:http://a 2:- 3:- 4:-");
    assert_eq!(accepted(&["-0"], "a\nb\0c\0"), "1:a\nb 2:c");
    let many: String = (0..60_000).map(|n| format!("{n},\"http://a/{n}\n\"\n")).collect();
    let all = accepted(&["--in", "csv", "--column", "2"], &many);
    assert_eq!(all.split(' ').count(), 60_000);
    assert!(all.ends_with("119999:http://a/59999\n"));
}

#[test]
fn a_broken_quote_ends_a_file_at_its_line() {
    for (csv, line) in [
        ("a\n\"b\nc\n", 2),
        ("a\n\"b\"c\nd\n", 2),
        ("\"http://a,x\n\"http://b\",y\n", 1),
        (&("a\n".repeat(400_000) + "\"b\nc"), 400_001),
    ] {
        let output =
            fed(&["check", "-g", "rfc3986", "--in", "csv", "--column", "1"], csv.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let message = format!("error: -: line {line}: a quote is not closed, or text follows it");
        assert!(stderr(&output).contains(&message), "{}", stderr(&output));
        let lines = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(lines, line - 1, "every record before it is checked");
    }
    for (csv, line, hosts) in [
        ("url\n\"a\"b\n", 2, ""),
        ("url,n\nhttp://a/,1\nhttp://b/,2\n\"c\"d,3\nhttp://e/,4\n", 4, "http://a/\nhttp://b/\n"),
        ("\"url\"n\nhttp://a/\n", 1, ""),
    ] {
        let line_of = ["check", "-g", "rfc3986", "--in", "csv", "--column", "url", "--accepted"];
        let output = fed(&line_of, csv.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let message = format!("error: -: line {line}: a quote is not closed, or text follows it");
        assert!(stderr(&output).contains(&message), "{}", stderr(&output));
        let accepted = String::from_utf8(output.stdout).unwrap();
        let urls = accepted.lines().skip(1).map(|row| row.split(',').next().unwrap());
        assert_eq!(urls.map(|url| format!("{url}\n")).collect::<String>(), hosts, "{csv:?}");
    }
    let endless = [&b"\""[..], &vec![b'a'; 17 << 20]].concat();
    let output = fed(&["check", "-g", "rfc3986", "--in", "csv", "--column", "1"], &endless);
    assert!(
        stderr(&output).contains("line 1: a record is longer than 16 MiB"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn options_that_say_nothing_are_refused() {
    for (arguments, message) in [
        (&["check", "--column", "1", "--column", "2"][..], "one column to read, not 2"),
        (&["check", "--in", "csv"], "give --column"),
        (&["check", "--header"], "--header needs --column"),
        (&["check", "--column", "0"], "counted from 1"),
        (&["check", "--count", "--format", "json"], "--count is about text"),
        (&["check", "--in", "jsonl", "--column", "1"], "give --column a name"),
    ] {
        let output = fed(arguments, b"a\n");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    let output = fed(&["check", "--column", "link"], b"id,url\n1,a\n");
    assert!(
        stderr(&output).contains("no column `link`; read as CSV, the first record has: id, url")
    );
    let output = run(&["check", "http://a/b"]);
    assert!(stderr(&output).contains("files are read here: -s STRING gives a string instead"));
}

/// An operand is an identifier or a file by the subcommand alone. Where it could be meant
/// otherwise, a note says so.
#[test]
fn a_file_name_that_is_an_identifier_is_told_apart() {
    let path = file("names.txt", b"http://a/\n");
    let name = path.to_str().unwrap();
    for command in ["parse", "normalize"] {
        let output = run(&[command, name]);
        let note = format!("note: this is the identifier `{name}`; for the lines of the file: ");
        assert!(stderr(&output).contains(&note), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(0));
    }
    let quiet = run(&["normalize", "http://a/names.txt"]);
    assert_eq!(stderr(&quiet), "");
}

/// A zstd frame with a window of two megabytes and blocks of stored bytes.
fn frame(blocks: &[&[u8]]) -> Vec<u8> {
    let mut frame = b"\x28\xB5\x2F\xFD\x00\x58".to_vec();
    for (index, block) in blocks.iter().enumerate() {
        let is_last = u32::from(index + 1 == blocks.len());
        frame.extend_from_slice(&((block.len() as u32) << 3 | is_last).to_le_bytes()[..3]);
        frame.extend_from_slice(block);
    }
    frame
}

/// A decoder keeps a window of content for later blocks. The lines in it are not lost.
#[test]
fn a_zstd_frame_that_ends_early_gives_the_blocks_before() {
    let block = b"http://a/b\n".repeat(1000);
    let whole = frame(&[&block, &block, &block]);
    let count = |bytes: &[u8]| {
        let output = fed(&["check", "-g", "rfc3986", "--count"], bytes);
        (String::from_utf8_lossy(&output.stdout).trim().to_owned(), output.status.code())
    };
    assert_eq!(count(&whole), ("3000".to_owned(), Some(0)));
    let cut = &whole[..whole.len() - 5000];
    assert_eq!(count(cut), ("2000".to_owned(), Some(2)));
    let output = fed(&["check", "-g", "rfc3986", "--count"], cut);
    assert!(stderr(&output).contains("the data ends early, after 22000 bytes"), "{output:?}");
}

#[test]
fn a_text_that_breaks_off_gives_no_cut_identifier() {
    let block = b"see http://a/b and http://c/d";
    let whole = frame(&[block, block]);
    let output = fed(&["extract"], &whole[..whole.len() - block.len()]);
    assert_eq!((&*output.stdout, output.status.code()), (&b"http://a/b\n"[..], Some(2)));
    assert_eq!(fed(&["extract"], &frame(&[block])).stdout, b"http://a/b\nhttp://c/d\n");
}

#[test]
fn a_name_of_a_table_is_told_where_no_column_is_named() {
    let csv = file("table.csv", b"1,http://c/\n");
    let name = csv.to_str().unwrap();
    let output = run(&["split", "--get", "input", name]);
    assert_eq!(output.stdout, b"1,http://c/\n");
    assert!(stderr(&output).contains("each line is read as an identifier"), "{output:?}");
    let output = run(&["split", "--get", "input", "--in", "lines", name]);
    assert_eq!(stderr(&output), "1 line rejected\n");
}

/// Pairs in a file without a format in its name are tab-separated.
#[test]
fn two_identifiers_a_line_are_columns_of_tsv() {
    let pairs = ["equivalent", "--lines", "-g", "rfc3986"];
    assert_eq!(fed(&pairs, b"http://a/,HTTP://a/,\thttp://a/,http://a/,\n").stdout, b"different\n");
    assert_eq!(fed(&pairs, b"http://a/,http://a/\n").stdout, b"\\N\n");
}

/// Two folders that lead into each other would be read without end.
#[cfg(unix)]
#[test]
fn a_link_to_a_folder_is_followed_only_where_it_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("records-linked");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("real")).unwrap();
    fs::write(folder.join("real/text"), "see http://a/b\n").unwrap();
    std::os::unix::fs::symlink(folder.join("real"), folder.join("link")).unwrap();
    for path in [folder.clone(), folder.join("real"), folder.join("link")] {
        let output = run(&["extract".as_ref(), "-r".as_ref(), path.as_os_str()]);
        assert_eq!(stdout(&output), "http://a/b\n");
    }
}

#[test]
fn standard_input_is_read_once() {
    for arguments in [
        &["check", "-", "-"][..],
        &["equivalent", "-", "-"],
        &["resolve", "-", "-"],
        &["resolve", "--base", "-", "-"],
        &["resolve", "--base", "-", "--lines"],
        &["normalize", "--lines", "-", "-"],
        &["diff", "rfc2396", "rfc3986", "-", "-", "--component", "all"],
    ] {
        let output = fed(arguments, b"http://a/\n");
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{arguments:?}");
        assert!(stderr(&output).starts_with("error: standard input is read once"), "{arguments:?}");
    }
}

/// The examples of a difference name their file, and come from the first files.
#[test]
fn examples_name_their_files() {
    let [first, second] =
        [file("diff-1", b"http://a/b\nmailto:a?1\n"), file("diff-2", b"mailto:a?2\nmailto:a?3\n")];
    let names = [&first, &second].map(|path| path.to_str().unwrap());
    let arguments = ["diff", "rfc1738", "rfc3986", "--examples", "2", names[0], names[1]];
    let output = run(&arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    let places: Vec<&str> =
        text.lines().filter(|line| line.contains(": mailto")).map(str::trim).collect();
    let expected = [format!("{}:2: mailto:a?1", names[0]), format!("{}:1: mailto:a?2", names[1])];
    assert_eq!(places, expected);
    let output = run(&[&arguments[..], &["--format", "json"]].concat());
    let cause = &json(&output)[0];
    assert_eq!(cause["examples"][1]["file"], *names[1]);
    assert_eq!(cause["examples"][1]["line"], 1);
    assert_eq!(cause["examples"][1]["after"]["components"]["query"], "2");
}

/// `diff --component` reads columns and compressed files as the other commands do.
#[test]
fn diff_by_components_reads_records() {
    let arguments = ["diff", "rfc1738", "rfc3986", "--component", "all", "--format", "json"];
    let csv = [&arguments[..], &["--column", "u"]].concat();
    let output = fed(&csv, b"n,u\n1,mailto:a?b\n2,http://a/\n");
    let line = &json(&output)[0];
    assert_eq!((line["line"].as_u64(), &line["input"]), (Some(2), &"mailto:a?b".into()));
    assert_eq!(output.status.code(), Some(1));
    let compressed = fed(&arguments, &frame(&[b"x\nmailto:a?b\n"]));
    assert!(String::from_utf8_lossy(&compressed.stdout).starts_with("{\"line\":2,"));
}
