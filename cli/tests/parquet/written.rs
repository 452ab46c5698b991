//! Parquet files that the command writes.

use std::fs;

use parquet::basic::{Compression, ZstdLevel};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use super::{fed, path, stderr, urigram, urls, write};

/// Returns the columns of a file that the command wrote, each with its values by row.
fn columns(bytes: Vec<u8>) -> Vec<(String, Vec<Option<Vec<u8>>>)> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a Parquet file");
    let mut found: Vec<(String, Vec<Option<Vec<u8>>>)> = Vec::new();
    for row in reader.get_row_iter(None).expect("rows") {
        for (at, (name, field)) in row.expect("a row").get_column_iter().enumerate() {
            if found.len() <= at {
                found.push((name.clone(), Vec::new()));
            }
            found[at].1.push(match field {
                Field::Null => None,
                Field::Str(text) => Some(text.clone().into_bytes()),
                Field::Bytes(bytes) => Some(bytes.data().to_vec()),
                other => Some(other.to_string().into_bytes()),
            });
        }
    }
    found
}

/// Returns what a file says of itself, by name.
fn facts(bytes: &[u8]) -> Vec<(String, Option<String>)> {
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    let reader = SerializedFileReader::new(bytes).expect("a Parquet file");
    let facts = reader.metadata().file_metadata().key_value_metadata().cloned();
    facts.unwrap_or_default().into_iter().map(|fact| (fact.key, fact.value)).collect()
}

/// Returns the column of that name.
fn column<'a>(all: &'a [(String, Vec<Option<Vec<u8>>>)], name: &str) -> &'a [Option<Vec<u8>>] {
    &all.iter().find(|(known, _)| known == name).expect("the column").1
}

#[test]
fn split_writes_a_file_of_texts() {
    let lines = "http://a/b?c\nnot a URI\n\nurn:isbn:1\n".repeat(50_000);
    let arguments = ["split", "--as", "parquet", "--get", "scheme,host,query,error"];
    let output = fed(&arguments, lines.as_bytes());
    let all = columns(output.stdout);
    let names: Vec<&str> = all.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["scheme", "host", "query", "error"]);
    let text = |text: &str| Some(text.as_bytes().to_vec());
    // More than one group of rows.
    assert_eq!(column(&all, "host").len(), 200_000);
    for row in [0, 4, 199_996] {
        assert_eq!(column(&all, "scheme")[row], text("http"));
        assert_eq!(column(&all, "host")[row..row + 4], [text("a"), None, None, None]);
        assert_eq!(column(&all, "query")[row], text("c"));
        assert_eq!(column(&all, "error")[row], text(""));
        assert!(column(&all, "error")[row + 1].as_ref().is_some_and(|error| !error.is_empty()));
    }
    // A file without rows has its columns.
    let empty = path("empty.parquet");
    fs::write(&empty, fed(&arguments, b"").stdout).expect("it is written");
    let count = urigram(&["check", "--count", "--column", "host", empty.to_str().expect("a path")]);
    assert_eq!(String::from_utf8_lossy(&count.stdout), "0\n", "{}", stderr(&count));
}

#[test]
fn bytes_that_are_no_text_are_null_and_told() {
    let arguments = ["split", "--as", "parquet", "--get", "input", "--no-errors"];
    let output = fed(&arguments, b"http://a/\n\xFF\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("not UTF-8"), "{}", stderr(&output));
    assert_eq!(columns(output.stdout)[0].1, [Some(b"http://a/".to_vec()), None]);
}

/// Columns are added to a file whose own columns, texts and others, stay as they are.
#[test]
fn added_columns_follow_copies_of_those_of_the_file() {
    let urls = urls(2_500);
    for (name, compression) in [
        ("copy-plain", Compression::UNCOMPRESSED),
        ("copy-zstd", Compression::ZSTD(ZstdLevel::default())),
    ] {
        let file = write(name, &urls, 700, compression);
        let before = columns(fs::read(&file).expect("the file"));
        let file = file.to_str().expect("a path");
        for (command, added) in [
            (&["split", "--append", "host,port"][..], &["host", "port"][..]),
            (&["check", "--append", "accepted"], &["accepted"]),
            (&["surt", "--lines", "--append", "surt"], &["surt"]),
            (&["normalize", "--lines", "--append", "normalized"], &["normalized"]),
        ] {
            let output = urigram(&[command, &["--column", "url", file]].concat());
            // What the file says of itself stays, but for the schema that lacks the new columns.
            assert_eq!(facts(&output.stdout), [("origin".to_owned(), Some("a crawl".to_owned()))]);
            let after = columns(output.stdout);
            assert_eq!(after[..before.len()], before, "{command:?}");
            let names: Vec<&str> = after[before.len()..].iter().map(|(name, _)| &**name).collect();
            assert_eq!(names, added);
            // The answers are those of lines.
            let lines =
                urigram(&[&command[..command.len() - 2], &["--column", "url", file]].concat());
            if command[0] == "surt" {
                let lines: Vec<&[u8]> = lines.stdout.split(|&byte| byte == b'\n').collect();
                let surt = column(&after, "surt");
                for (row, surt) in surt.iter().enumerate().filter(|(_, surt)| surt.is_some()) {
                    assert_eq!(surt.as_deref(), Some(lines[row]), "{row}");
                }
            }
            if command[0] == "split" {
                let host = column(&after, "host");
                assert!(host.iter().any(Option::is_some) && host.iter().any(Option::is_none));
            }
        }
    }
}

#[test]
fn several_files_become_one_if_their_columns_are_the_same() {
    let urls = urls(300);
    let [a, b] = ["one", "two"].map(|name| write(name, &urls, 100, Compression::SNAPPY));
    let [a, b] = [&a, &b].map(|file| file.to_str().expect("a path"));
    let output = urigram(&["split", "--column", "url", "--append", "host", a, b]);
    assert_eq!(column(&columns(output.stdout), "host").len(), 600);
    let other = path("other.parquet");
    let split = fed(&["split", "--as", "parquet", "--get", "scheme,input"], b"http://a/\n");
    fs::write(&other, split.stdout).expect("it is written");
    let other = other.to_str().expect("a path");
    let output = urigram(&["split", "--column", "2", "--append", "host", a, other]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("differ"), "{}", stderr(&output));
}

#[test]
fn rows_are_not_left_out_of_a_copy() {
    let file = write("kept", &urls(10), 100, Compression::SNAPPY);
    let file = file.to_str().expect("a path");
    for filter in [&["--accepted"][..], &["--rejected"], &["--max-count", "1"]] {
        let arguments =
            [&["check", "--column", "url", "--append", "accepted"][..], filter, &[file]];
        let output = urigram(&arguments.concat());
        assert_eq!(output.status.code(), Some(2), "{filter:?}");
        assert!(output.stdout.is_empty() && stderr(&output).contains("keeps its rows"));
    }
    let output = urigram(&["split", "--column", "url", "--append", "host=url", file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("`url` is there already"), "{}", stderr(&output));
}
