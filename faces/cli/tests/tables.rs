//! Values on their way out of the command: raw, in tables, beside the records they belong to.

use crate::program::{fed, status, stderr, stdout};

fn text(arguments: &[&str], input: &str) -> String {
    stdout(&fed(arguments, input.as_bytes())).to_owned()
}

/// Bytes that look like chance, with those that mean something in some notation among them.
fn values() -> Vec<Vec<u8>> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let special = b"\t\n\r\\\",;N tnr{}'";
    let mut value = || {
        (0..next(12))
            .map(|_| match next(3) {
                0 => special[next(special.len() as u64) as usize],
                // NUL ends the records of this test.
                1 => 1 + next(255) as u8,
                _ => b'a' + next(26) as u8,
            })
            .collect()
    };
    (0..3000).map(|_| value()).collect()
}

/// A value of one column is written without escapes, and a table gives every value back.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_value_comes_back_byte_by_byte() {
    let values = values();
    let records: Vec<u8> = values.iter().flat_map(|value| [value, &b"\0"[..]].concat()).collect();
    let raw = fed(&["split", "-0", "--get", "input"], &records);
    assert_eq!(raw.stdout, records);
    for columns in ["input,line", "line,input", "input,input,input"] {
        for (written, read) in [("tsv", "tsv"), ("csv", "csv")] {
            let table = fed(&["split", "-0", "--get", columns, "--as", written], &records);
            let place = 1 + columns.split(',').position(|name| name == "input").unwrap();
            let place = place.to_string();
            let mut arguments = vec!["split", "--in", read, "--column", &place];
            if written == "csv" {
                arguments.push("--header");
            }
            arguments.extend(["--format", "json"]);
            let back = fed(&arguments, &table.stdout);
            let lines: Vec<&[u8]> = back.stdout.split(|&byte| byte == b'\n').collect();
            assert_eq!(lines.len(), values.len() + 1, "{columns} as {written}");
            for (line, value) in lines.iter().zip(&values) {
                let json: serde_json::Value = serde_json::from_slice(line).unwrap();
                let found = match json.get("input_hex") {
                    Some(hex) => {
                        let hex = hex.as_str().unwrap();
                        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
                        (0..hex.len()).step_by(2).map(byte).collect()
                    }
                    None => json["input"].as_str().unwrap().as_bytes().to_vec(),
                };
                assert_eq!(found, *value, "{columns} as {written}: {}", value.escape_ascii());
            }
        }
    }
}

#[test]
fn one_value_a_record_is_raw() {
    let lines = ["split", "--get", "host", "-g", "rfc3987"];
    assert_eq!(text(&lines, "http://i\u{2764}\u{FE0F}.ws/\nmailto:a\n"), "i❤️.ws\n\\N\n");
    let surt = fed(&["surt", "--lines"], b"http://a/x\\y\x1B[1m\xC3\xA9\n").stdout;
    assert_eq!(surt, b"a)/x\\y%1b[1m%c3%a9\n", "{}", surt.escape_ascii());
    let reference = ["resolve", "--lines", "--base", "http://a/b/c", "--relativize"];
    assert_eq!(text(&reference, "http://a/x\nhttp://a/b/d\n"), "/x\nd\n");
    // A value with its record's end in it would be two records.
    let csv = "u\n\"a\nb\"\n";
    let columns = ["split", "--column", "u", "--get", "input"];
    let refused = fed(&columns, csv.as_bytes());
    assert_eq!(refused.stdout, b"\\N\n");
    assert!(stderr(&refused).contains("--null"), "{refused:?}");
    assert_eq!(text(&[&columns[..], &["--null"]].concat(), csv), "a\nb\0");
}

/// Records keep every byte beside the columns that are added to them.
#[test]
fn added_columns_follow_the_record() {
    let split = |arguments: &[&str], input: &str| {
        text(&[&["split", "--append", "host,port=p"], arguments].concat(), input)
    };
    // Quotes, spaces and line ends stay as they are.
    assert_eq!(
        split(&["--column", "url"], "id, url,\"url\"\r\n\"7\", x,\"a:80 \"\"\"\r\n8,,mailto:b"),
        "id, url,\"url\",host,p\r\n\"7\", x,\"a:80 \"\"\",,\r\n8,,mailto:b,,\n"
    );
    assert_eq!(
        split(&["--column", "url"], "id,url\n7,\"http://a:/\"\n8,http://b\n"),
        "id,url,host,p\n7,\"http://a:/\",a,\"\"\n8,http://b,b,\n"
    );
    assert_eq!(
        split(&["--column", "2", "--delimiter", ";"], "7;http://a:80/;\"x;y\"\n"),
        "7;http://a:80/;\"x;y\";a;80\n"
    );
    assert_eq!(
        split(&["--column", "b"], "a\tb\n\\N\thttp://c\n"),
        "a\tb\thost\tp\n\\N\thttp://c\tc\t\\N\n"
    );
    assert_eq!(split(&[], "http://a:1/\na\\b\n"), "http://a:1/\ta\t1\na\\\\b\t\\N\t\\N\n");
    assert_eq!(split(&["-0"], "http://a:1/\0"), "http://a:1/\ta\t1\0");
    assert_eq!(
        split(&["--column", "a.url"], "{\"a\": {\"url\":\"http://b:1/\"} } \n{\"a\":1}\n{}\n[\n"),
        "{\"a\": {\"url\":\"http://b:1/\"} ,\"host\":\"b\",\"p\":\"1\"} \n{\"a\":1}\n{}\n[\n"
    );
    let others = |arguments: &[&str], input: &str| text(arguments, input);
    assert_eq!(
        others(
            &[
                "check",
                "-g",
                "rfc3986",
                "--append",
                "accepted,error",
                "--rejected",
                "--column",
                "u"
            ],
            "u,v\nhttp://a,1\na b,2\n"
        ),
        "u,v,accepted,error\na b,2,false,\"a space is not allowed in a path (byte 1, rule \
         `URI-reference`, rfc3986 section 4.1)\"\n"
    );
    assert_eq!(
        others(
            &["normalize", "--lines", "--append", "normalized,key", "--column", "2"],
            "x,HTTP://A/%7eb#c\n"
        ),
        "x,HTTP://A/%7eb#c,http://a/~b#c,http://a/~b#c\n"
    );
    assert_eq!(
        others(
            &["surt", "--lines", "--append", "surt", "--column", "u"],
            "{\"u\":\"http://www.b.c/\"}\n"
        ),
        "{\"u\":\"http://www.b.c/\",\"surt\":\"c,b)/\"}\n"
    );
}

/// A filter keeps the header, so that the next command finds its column.
#[test]
fn filters_keep_headers() {
    for (input, rest) in [
        ("url\nhttp://a/b\na b\n", "a\n"),
        ("id,url\n1,http://a/b\n2,a b\n", "a\n"),
        ("id\turl\n1\thttp://a/b\n2\ta b\n", "a\n"),
        ("{\"url\":\"http://a/b\"}\n{\"url\":\"a b\"}\n", "a\n"),
        ("id,url\n", ""),
    ] {
        let accepted = ["check", "-g", "rfc3986", "--accepted", "--column", "url"];
        let kept = text(&accepted, input);
        assert_eq!(
            kept,
            input
                .replace("2,a b\n", "")
                .replace("2\ta b\n", "")
                .replace("a b\n", "")
                .replace("{\"url\":\"a b\"}\n", "")
        );
        let hosts = ["split", "--column", "url", "--get", "host"];
        assert_eq!(text(&hosts, &kept), rest, "{kept}");
    }
}

#[test]
fn tables_that_cannot_be_written_are_refused() {
    for (arguments, input, message) in [
        (&["split", "--append", "host", "--column", "u"][..], "u,host\n", "--append host=NAME"),
        (&["split", "--append", "hots"], "", "did you mean `host`?"),
        (&["split", "--append", "host,host"], "", "named twice"),
        (&["split", "--append", "host", "--format", "json"], "", "--append"),
        (&["split", "--append", "host", "--column", "u"], "{\"u\":\"a:\",\"host\":1}\n", ""),
        (&["check", "--append", "error", "--quiet"], "", "--quiet"),
        (&["check", "--delimiter", "ab"], "", "one character"),
        (&["check", "--delimiter", "\""], "", "another meaning"),
        (&["check", "--delimiter", ";", "--in", "tsv"], "", "about CSV"),
        (&["surt", "--append", "surt", "http://a/"], "", "--lines"),
    ] {
        let output = fed(arguments, input.as_bytes());
        assert_ne!(status(&output), Some(0), "{arguments:?}");
        let error = stderr(&output);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    // No escape is guessed.
    let wrong = fed(&["check", "--in", "tsv", "--column", "1"], b"http://a/\\x\n");
    assert!(String::from_utf8_lossy(&wrong.stdout).contains("no escape of TSV"), "{wrong:?}");
}
