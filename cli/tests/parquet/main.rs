//! Columns of Parquet files, in builds with the feature `parquet`.
#![cfg(feature = "parquet")]

mod written;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::Value;

/// The columns of the files: texts, a required number, a list, bytes, a text in a group.
const SCHEMA: &str = "message crawl {
    required int64 id;
    optional binary url (UTF8);
    repeated binary tag (UTF8);
    required binary raw;
    optional group page { optional binary base (UTF8); }
    optional binary size (DECIMAL(9, 2));
}";

fn urigram(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the command runs")
}

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A command that refuses its input does not read it.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("it ends")
    })
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn objects(output: &Output) -> Vec<Value> {
    let lines = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("an object")).collect()
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("parquet-{name}"))
}

/// Values with everything that lines and columns are made of.
fn urls(rows: usize) -> Vec<Option<String>> {
    let url = |row: usize| match row % 9 {
        0 => None,
        1 => Some(String::new()),
        2 => Some(format!("http://a/{row}\nb\tc")),
        3 => Some(format!("http://a_b/é/{row}")),
        4 => Some("\\N".to_owned()),
        5 => Some(format!("\"http://a\\{row}\",\r\n\0")),
        6 => Some(format!("http://[::1]/{row}?{}", "x".repeat(row % 300))),
        _ => Some(format!("http://example.org/{row}")),
    };
    (0..rows).map(url).collect()
}

/// Writes a file of groups of so many rows. The bytes of `raw` are the text of `url` with 0xFF in
/// front, the base of each row is `http://base/`.
fn write(name: &str, urls: &[Option<String>], group: usize, compression: Compression) -> PathBuf {
    let path = path(name);
    let schema = Arc::new(parse_message_type(SCHEMA).expect("a schema"));
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .set_data_page_row_count_limit(500)
        .set_write_batch_size(100)
        .set_key_value_metadata(Some(vec![
            KeyValue::new("origin".to_owned(), "a crawl".to_owned()),
            KeyValue::new("ARROW:schema".to_owned(), "of the columns before".to_owned()),
        ]))
        .build();
    let file = File::create(&path).expect("a file");
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties)).expect("it");
    for (index, urls) in urls.chunks(group).enumerate() {
        let mut rows = writer.next_row_group().expect("a group");
        let mut place = 0;
        while let Some(mut column) = rows.next_column().expect("a column") {
            let absent: Vec<i16> = vec![0; urls.len()];
            match column.untyped() {
                ColumnWriter::Int64ColumnWriter(column) => {
                    let ids: Vec<i64> =
                        (0..urls.len()).map(|at| (index * group + at) as i64).collect();
                    column.write_batch(&ids, None, None).expect("numbers");
                }
                ColumnWriter::ByteArrayColumnWriter(column) => {
                    let text = |text: &String| ByteArray::from(text.clone().into_bytes());
                    let raw = |url: &Option<String>| {
                        [b"\xFF", url.as_deref().unwrap_or_default().as_bytes()].concat().into()
                    };
                    let written = match place {
                        1 => {
                            let values: Vec<ByteArray> = urls.iter().flatten().map(text).collect();
                            let levels: Vec<i16> =
                                urls.iter().map(|url| i16::from(url.is_some())).collect();
                            column.write_batch(&values, Some(&levels), None)
                        }
                        2 => column.write_batch(&[], Some(&absent), Some(&absent)),
                        3 => {
                            let values: Vec<ByteArray> = urls.iter().map(raw).collect();
                            column.write_batch(&values, None, None)
                        }
                        4 => {
                            let base = text(&"http://base/".to_owned());
                            let levels = vec![2; urls.len()];
                            column.write_batch(&vec![base; urls.len()], Some(&levels), None)
                        }
                        _ => column.write_batch(&[], Some(&absent), None),
                    };
                    written.expect("values");
                }
                _ => panic!("the schema has no such column"),
            }
            column.close().expect("a whole column");
            place += 1;
        }
        rows.close().expect("a whole group");
    }
    writer.close().expect("a whole file");
    path
}

fn file(name: &str) -> (String, Vec<Option<String>>) {
    let urls = urls(40);
    let path = write(name, &urls, 17, Compression::UNCOMPRESSED);
    (path.to_str().expect("a name").to_owned(), urls)
}

/// Every value arrives with every byte, under the number of its row, whatever the compression, the
/// groups and the pages are.
#[test]
fn values_are_read_as_they_were_written() {
    let urls = urls(5_000);
    for (name, compression) in [
        ("plain", Compression::UNCOMPRESSED),
        ("snappy", Compression::SNAPPY),
        ("gzip", Compression::GZIP(GzipLevel::default())),
        ("brotli", Compression::BROTLI(BrotliLevel::default())),
        ("lz4", Compression::LZ4),
        ("lz4-raw", Compression::LZ4_RAW),
        ("zstd", Compression::ZSTD(ZstdLevel::default())),
    ] {
        let path = write(name, &urls, 1_999, compression);
        let name = path.to_str().expect("a name");
        let output = urigram(&["split", "--format", "json", "--column", "url", name]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let rows = objects(&output);
        assert_eq!(rows.len(), urls.len(), "{name}");
        for (at, (row, url)) in rows.iter().zip(&urls).enumerate() {
            assert_eq!(row["line"], at + 1, "{name}");
            match url {
                Some(url) => assert_eq!(row["input"], **url, "{name}"),
                None => assert_eq!(row["error"]["message"], "the column `url` is null", "{name}"),
            }
        }
    }
}

/// The verdicts are those on the same values between NULs. A null is no identifier.
#[test]
fn check_counts_what_it_counts_in_lines() {
    let urls: Vec<_> = urls(20_000)
        .into_iter()
        .filter(|url| !matches!(url, Some(url) if url.contains('\0')))
        .collect();
    let path = write("check", &urls, 7_000, Compression::SNAPPY);
    let name = path.to_str().expect("a name");
    let lines: Vec<u8> =
        urls.iter().flatten().flat_map(|url| [url.as_bytes(), b"\0"].concat()).collect();
    let check = ["check", "--format", "json", "-g", "rfc3986", "-g", "rfc3987"];
    let by_lines = objects(&fed(&[&check[..], &["-0"]].concat(), &lines));
    let output = urigram(&[&check[..], &["--column", "url", name]].concat());
    assert_eq!(output.status.code(), Some(1));
    let by_rows = objects(&output);
    let nulls = urls.iter().filter(|url| url.is_none()).count();
    assert_eq!(by_rows.len(), by_lines.len() + nulls);
    let verdicts = |objects: &[Value]| -> Vec<(Value, Value)> {
        let shown = objects.iter().filter(|one| !one["input"].is_null());
        shown.map(|one| (one["input"].clone(), one["accepted_by"].clone())).collect()
    };
    assert!(verdicts(&by_rows) == verdicts(&by_lines));
    let totals = |objects: &[Value]| objects.last().expect("totals")["totals"].clone();
    let (rows, lines) = (totals(&by_rows), totals(&by_lines));
    assert_eq!(rows["grammars"], lines["grammars"]);
    assert_eq!(rows["lines"].as_u64(), Some(urls.len() as u64));
    let counted = |threads| {
        urigram(&[
            "check",
            "-g",
            "rfc3986",
            "--count",
            "--threads",
            threads,
            "--column",
            "url",
            name,
        ])
    };
    assert_eq!(counted("1").stdout, counted("3").stdout);
}

/// Lines that are written are the values, escaped; both kinds together are all rows, and they are
/// read again with `--escaped`.
#[test]
fn accepted_and_rejected_rows_are_written_as_escaped_lines() {
    let (name, urls) = file("written");
    let written = |which| {
        let output = urigram(&["check", "-g", "rfc3986", which, "--column", "url", &name]);
        String::from_utf8(output.stdout).expect("text")
    };
    let (accepted, rejected) = (written("--accepted"), written("--rejected"));
    assert_eq!(accepted.lines().count() + rejected.lines().count(), urls.len());
    assert!(accepted.contains("\nhttp://example.org/7\n") && rejected.starts_with("\\N\n"));
    assert!(rejected.contains("\nhttp://a/2\\nb\\tc\n") && rejected.contains("\n\\\\N\n"));
    let again = fed(&["check", "-g", "rfc3986", "--escaped", "--count"], accepted.as_bytes());
    assert_eq!(again.stdout, format!("{}\n", accepted.lines().count()).into_bytes());
}

#[test]
fn bytes_that_are_no_text_are_bytes() {
    let (name, _) = file("raw");
    let output = urigram(&["check", "--format", "json", "-g", "rfc3986", "--column", "raw", &name]);
    let rows = objects(&output);
    assert_eq!(rows.len(), 41);
    assert!(rows[..40].iter().all(|row| row["accepted"] == false && row["error"]["offset"] == 0));
    let text = urigram(&["check", "-g", "rfc3986", "--column", "raw", &name]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("\\xFFhttp://example.org/7"));
}

#[test]
fn columns_are_named_by_place_and_by_path() {
    let (name, urls) = file("places");
    let split = |column| urigram(&["split", "--get", "input", "--column", column, &name]).stdout;
    assert_eq!(split("2"), split("url"));
    assert!(split("page.base").starts_with(b"http://base/\t\nhttp://base/\t\n"));
    let resolve = urigram(&[
        "resolve",
        "--lines",
        "--column",
        "page.base",
        "--column",
        "url",
        "-g",
        "rfc3986",
        &name,
    ]);
    let lines = String::from_utf8_lossy(&resolve.stdout).into_owned();
    assert_eq!(lines.lines().count(), urls.len(), "{}", stderr(&resolve));
    assert_eq!(lines.lines().nth(1), Some("http://base/"));
}

#[test]
fn migrate_and_extract_read_rows() {
    let (name, urls) = file("migrate");
    let output =
        urigram(&["migrate", "rfc2396", "rfc3986", "--format", "json", "--column", "url", &name]);
    let totals = objects(&output).pop().expect("totals")["totals"].clone();
    assert_eq!(totals["lines"], urls.len(), "{totals}");
    let output = urigram(&["extract", "--format", "json", "--column", "url", &name]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let found = objects(&output);
    // An identifier ends with its value, and its offsets are those in the value.
    let row = found.iter().find(|one| one["line"] == 8).expect("the eighth row");
    assert_eq!((&row["text"], &row["start"]), (&Value::from("http://example.org/7"), &0.into()));
    let row = found.iter().find(|one| one["line"] == 3).expect("the third row");
    assert_eq!((&row["text"], &row["end"]), (&Value::from("http://a/2"), &10.into()));
    let nulls = urls.iter().filter(|url| url.is_none()).count();
    let note =
        format!("note: {nulls} records without a text; the first is 1: the column `url` is null");
    assert!(stderr(&output).contains(&note), "{}", stderr(&output));
}

#[test]
fn several_files_follow_each_other() {
    let (first, _) = file("first");
    let (second, _) = file("second");
    let output =
        urigram(&["check", "-g", "rfc3986", "--column", "url", &first, "missing", &second]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(&format!("{first}:8: accepted: http://example.org/7")), "{text}");
    assert!(
        text.contains(&format!("{second}:1: no identifier: the column `url` is null")),
        "{text}"
    );
}

#[test]
fn wrong_columns_and_options_are_refused() {
    let (name, _) = file("refused");
    for (arguments, message) in [
        (&[][..], "a Parquet file needs --column NAME; it has: id, url, tag, raw, page.base, size"),
        (&["--column", "link"], "no column `link`; the file has: id, url, tag"),
        (&["--column", "7"], "no column 7; the file has: id"),
        (&["--column", "id"], "the column `id` holds INT64: give a column of texts"),
        (&["--column", "tag"], "the column `tag` is a list: give a column of texts"),
        (&["--column", "size"], "the column `size` holds "),
        (&["--column", "url", "--in", "csv"], "it is a Parquet file: leave out --in"),
        (&["--column", "url", "--header"], "it is a Parquet file: leave out --header"),
    ] {
        let output = urigram(&[&["check", "-g", "rfc3986"], arguments, &[&name]].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
    let bytes = fs::read(&name).expect("the file");
    let piped = fed(&["check", "-g", "rfc3986", "--column", "url"], &bytes);
    assert_eq!(piped.status.code(), Some(2));
    assert!(stderr(&piped).contains("it is a Parquet file in a stream"), "{}", stderr(&piped));
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
    command.args(["check", "-g", "rfc3986", "--count", "--column", "url"]);
    let redirected = command.stdin(File::open(&name).expect("the file")).output().expect("it runs");
    assert_eq!(redirected.status.code(), Some(1), "a redirected file can be read from its end");
}

/// Whatever is cut off or changed, the command ends with a status of its own.
#[test]
fn broken_files_are_errors() {
    let path = write("broken", &urls(900), 300, Compression::SNAPPY);
    let bytes = fs::read(&path).expect("the file");
    let check = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let name = path.to_str().expect("a name");
        let output = urigram(&["check", "-g", "rfc3986", "--quiet", "--column", "url", name]);
        let status = output.status.code().expect("no signal ended it");
        assert!([0, 1, 2].contains(&status), "{status}: {}", stderr(&output));
        (status, stderr(&output))
    };
    assert_eq!(check(&bytes).0, 1);
    for cut in [4, 11, 12, bytes.len() / 2, bytes.len() - 9, bytes.len() - 1] {
        let (status, message) = check(&bytes[..cut]);
        assert_eq!(status, 2);
        assert!(message.contains("the Parquet file is broken"), "{cut}: {message}");
    }
    let mut refused = 0;
    let mut state = 1_u64;
    for _ in 0..300 {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut changed = bytes.clone();
        // Half of the changes are in the last bytes, which hold the facts of the file.
        let from = if state & 1 == 0 { 4 } else { bytes.len() - 900 };
        let at = from + (state >> 20) as usize % (bytes.len() - from);
        changed[at] ^= 1 << (state >> 61);
        refused += usize::from(check(&changed).0 == 2);
    }
    assert!(refused > 30, "only {refused} changes were noticed");
}
