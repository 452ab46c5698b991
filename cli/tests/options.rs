//! Every option of every subcommand changes the answer or is refused: none is silently ignored.

use std::collections::BTreeSet;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_urigram"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A command that refuses its options reads nothing.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

/// Options that change no answer: the number of threads, colours, and help in place of an answer.
const EXEMPT: [&str; 3] = ["threads", "color", "help"];

/// Returns the options of a subcommand, as its help lists them.
fn options(command: &str) -> BTreeSet<String> {
    let help = run(&["help", command], b"");
    let text = String::from_utf8(help.stdout).unwrap();
    // Descriptions are further right, and can begin with an option, too.
    let entries = text.lines().filter(|line| !line.starts_with("        "));
    let lines = entries.map(str::trim_start).filter(|line| line.starts_with('-'));
    let long = lines.filter_map(|line| line.split_whitespace().find_map(|w| w.strip_prefix("--")));
    let names = long.map(|name| name.trim_end_matches(',').to_owned());
    names.filter(|name| !name.is_empty() && !EXEMPT.contains(&name.as_str())).collect()
}

fn subcommands() -> Vec<String> {
    let help = String::from_utf8(run(&["--help"], b"").stdout).unwrap();
    let lines = help.lines().take_while(|line| !line.starts_with("Common options:"));
    let lines = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// A command line, its standard input, and options that change its answer, each with its values.
type Row = (&'static [&'static str], &'static str, &'static [&'static [&'static str]]);

const LINES: &str = "http://u@a:80/./b?\n\nmailto:a@b\na b\nurn:isbn:1\n\"q\\x41\"\0x\n";

/// Options about records, where `check` and its like read lines.
const RECORDS: &[&[&str]] = &[
    &["--null"],
    &["--column", "1", "--in", "csv"],
    &["--delimiter", ";"],
    &["--in", "cdx"],
    &["--header"],
];

const GRAMMAR: &[&str] = &["--grammar", "rfc1738"];
const READING: &[&str] = &["--reading", "printed"];
const RULE: &[&str] = &["--rule", "host"];
const JSON: &[&str] = &["--format", "json"];

const ROWS: &[Row] = &[
    (&["grammars"], "", &[GRAMMAR, JSON, READING]),
    (&["grammars", "rfc1738", "--source", "abnf"], "", &[READING, RULE, JSON]),
    (&["grammars", "rfc1738"], "", &[&["--source", "abnf"], READING, RULE]),
    (
        &["parse", "http://a:80/b"],
        "",
        &[
            &["--full"],
            &["--no-tree"],
            &["--select", "oldest"],
            GRAMMAR,
            RULE,
            JSON,
            &["--lines"],
            READING,
            &["--null"],
            &["--column", "1"],
            &["--in", "csv"],
            &["--delimiter", ";"],
            &["--header"],
            &["--text"],
        ],
    ),
    (&["parse", "--format", "json", "http://a/"], "", &[&["--full"], &["--no-tree"]]),
    (&["parse", "-g", "urn-2012", "urn:urn:a"], "", &[&["--strict"]]),
    (&["parse", "a\\x41"], "", &[&["--escaped"]]),
    (
        &["check"],
        LINES,
        &[
            &["--quiet"],
            &["--only", "rejected"],
            &["--accepted"],
            &["--rejected"],
            &["--count"],
            &["--max-count", "1"],
            &["--causes"],
            &["--escaped"],
            GRAMMAR,
            RULE,
            JSON,
        ],
    ),
    (&["check"], LINES, RECORDS),
    (&["check"], LINES, &[&["--append", "error"]]),
    (&["check"], "\u{FEFF}a\n", &[&["--text"]]),
    (&["check", "-g", "url-1993"], "http://a/x-y\n", &[READING]),
    (&["check", "-g", "urn-2012"], "urn:urn:a\n", &[&["--strict"]]),
    (&["check", "-g", "rfc2396", "-g", "rfc3986"], "http://a_b/\n", &[&["--agree"]]),
    (
        &["split"],
        LINES,
        &[&["--get", "host"], &["--select", "oldest"], &["--no-errors"], GRAMMAR, RULE, JSON],
    ),
    (&["split", "--format", "json"], LINES, &[&["--no-errors"], &["--get", "host"]]),
    (&["split"], LINES, RECORDS),
    (&["split"], LINES, &[&["--append", "host"], &["--as", "csv"]]),
    (&["split"], "\u{FEFF}a\n", &[&["--text"]]),
    (&["split", "-g", "url-1993"], "http://a/x-y\n", &[READING]),
    (&["compare", "rfc2396", "rfc3986"], "", &[GRAMMAR, RULE, JSON, &["--matrix"]]),
    (&["split", "-g", "urn-2012"], "urn:urn:a\n", &[&["--strict"]]),
    (&["compare", "rfc1738", "rfc3986"], "", &[READING]),
    (
        &["compare", "rfc2396", "rfc3986", "--component", "all"],
        "",
        &[&["--under", "a = \"a:\" *VCHAR"], &["--matrix"], GRAMMAR, JSON, RULE],
    ),
    (&["compare", "rfc1738", "rfc3986"], "", &[&["--component", "host"], &["--under", "host"]]),
    (&["compare", "rfc1738", "rfc3986", "--component", "all"], "", &[READING]),
    (
        &["diff", "rfc1738", "rfc3986", "--component", "path"],
        "http://a_b/\nmailto:a?b\n",
        &[
            &["--component", "all"],
            GRAMMAR,
            RULE,
            JSON,
            &["--each"],
            &["--base", "http://a/"],
            &["--component", "nss"],
        ],
    ),
    (&["diff", "rfc1738", "rfc3986", "--component", "all"], "mailto:a?b,c\na\n", RECORDS),
    (&["diff", "rfc1738", "rfc3986", "--component", "all"], "\u{FEFF}mailto:a?b\n", &[&["--text"]]),
    (
        &["generate", "../../../examples/rfc8089/printed.abnf", "--peg"],
        "",
        &[GRAMMAR, READING, RULE, JSON, &["--check"], &["--out", "a"]],
    ),
    (
        &["abnf", "-"],
        "  a = 1#b\n  b = \"x\"\n  OWS = *SP\n",
        &[&["--check"], &["--list", "sender"], GRAMMAR, READING, RULE, JSON],
    ),
    (&["abnf", "-", "--check"], "  a = 1*b\n", &[&["--sarif"]]),
    (
        &["prove", "rfc2141"],
        "",
        &[&["--pest", "missing"], &["--abnf", "missing"], GRAMMAR, READING, RULE, JSON],
    ),
    (
        &[
            "prove",
            "../../../grammars/rfc2141/printed.abnf",
            "../../../grammars/rfc2141/printed.pest",
        ],
        "",
        &[READING, JSON, &["--rule", "NSS"]],
    ),
    (
        &["prove", "rfc2141", "--reading", "printed", "--certify", "-"],
        "",
        &[&["--out", "prove.md/a"], GRAMMAR, RULE, JSON],
    ),
    (&["prove", "rfc2141", "--rule", "NSS", "--certify", "-"], "", &[READING]),
    (
        &["sample", "rfc3986", "--seed", "1"],
        "",
        &[&["--number", "2"], &["--max-len", "9"], &["--near"], GRAMMAR, RULE, JSON],
    ),
    (&["sample", "rfc1738", "--seed", "1"], "", &[READING]),
    (&["sample", "rfc3986", "--seed", "1"], "", &[&["--seed", "2"]]),
    (
        &["resolve", "http://a/b", "../c"],
        "",
        &[
            &["--lines"],
            &["--base", "http://x/"],
            &["--all"],
            &["--steps"],
            &["--relativize"],
            &["--excess-parents", "removed"],
            GRAMMAR,
            RULE,
            JSON,
            &["--null"],
            &["--column", "1"],
            &["--in", "csv"],
            &["--delimiter", ";"],
            &["--header"],
            &["--text"],
        ],
    ),
    (&["resolve", "http://a/b", "http:c"], "", &[&["--backward-compatible"]]),
    (&["resolve", "-g", "rfc1630", "http://a/b/c", "x-y"], "", &[READING]),
    (&["resolve", "--lines", "--base", "http://a/"], "a,d\n\nb\0c\n", RECORDS),
    (
        &["normalize", "HTTP://a:80/./%7eb"],
        "",
        &[
            &["--lines"],
            &["--steps"],
            &["--up-to", "case"],
            &["--to-uri"],
            &["--to-iri"],
            &["--idna"],
            &["--retrieval"],
            &["--append", "key"],
            GRAMMAR,
            RULE,
            JSON,
            &["--null"],
            &["--column", "1"],
            &["--in", "csv"],
            &["--delimiter", ";"],
            &["--header"],
            &["--text"],
        ],
    ),
    (&["normalize", "-g", "rfc8141", "urn:ab:c#d"], "", &[&["--key"]]),
    (&["normalize", "--format", "json", "http://a:80/"], "", &[&["--key"], &["--up-to", "case"]]),
    (&["normalize", "--to-uri", "http://a:80/"], "", &[&["--key"], &["--up-to", "case"]]),
    (&["normalize", "-g", "url-1993", "HTTP://a.b/c#d"], "", &[READING]),
    (
        &["equivalent", "http://a/%7Eb", "http://A/~b#c"],
        "",
        &[
            &["--lines"],
            &["--group"],
            &["--retrieval"],
            GRAMMAR,
            RULE,
            JSON,
            &["--null"],
            &["--column", "1"],
            &["--in", "csv"],
            &["--delimiter", ";"],
            &["--header"],
            &["--text"],
        ],
    ),
    (&["equivalent", "http://a/%7Eb", "http://A/~b"], "", &[&["--up-to", "case"]]),
    (&["equivalent", "-g", "url-1993", "http://a.b/hyper", "http://a.b/hyper"], "", &[READING]),
    (
        &["surt", "http://www.a.org/"],
        "",
        &[
            &["--lines"],
            &["--with-scheme"],
            &["--trailing-comma"],
            &["--keep-www"],
            &["--append", "surt"],
            GRAMMAR,
            READING,
            RULE,
            JSON,
            &["--null"],
            &["--column", "1"],
            &["--in", "csv"],
            &["--delimiter", ";"],
            &["--header"],
            &["--text"],
        ],
    ),
    (
        &["extract"],
        "see <http://a/b-\n c> x:y http://c/|d &amp; http://e/?a&amp;b http://h/~i\n",
        &[
            &["--ranges"],
            &["--line-number"],
            &["--byte-offset"],
            &["--scheme", "x"],
            &["--drop-hyphens"],
            &["--whole"],
            &["--null"],
            &["--recursive"],
            &["--in", "html"],
            GRAMMAR,
            RULE,
            JSON,
        ],
    ),
    (&["extract"], "\u{FEFF}http://a/\n", &[&["--text"]]),
    (&["extract"], "http://a/\u{E9}\n", &[&["--ascii"]]),
    (&["extract"], "http://a/\thttp://b/\n", &[&["--column", "2"]]),
    (
        &["extract", "--format", "json"],
        "http://a/\n",
        &[&["--ranges"], &["--line-number"], &["--byte-offset"]],
    ),
    (&["extract", "-g", "url-1993"], "<http://a.b/hyper>\n", &[READING]),
    (
        &["history", "--rule", "host"],
        "",
        &[
            &["--string", "a"],
            &["--lines"],
            &["--drafts"],
            &["--escaped"],
            GRAMMAR,
            JSON,
            &["--null"],
            &["--column", "1"],
            &["--in", "csv"],
            &["--delimiter", ";"],
            &["--header"],
            &["--text"],
            READING,
        ],
    ),
    (&["history", "a"], "", &[RULE]),
    (&["history", "--lines"], "a\n", &[GRAMMAR, RULE, JSON]),
    (&["history", "--drafts", "a\\x20"], "", &[&["--escaped"], GRAMMAR, READING, RULE, JSON]),
    (&["history", "--drafts", "--rule", "port"], "", &[&["--escaped"], JSON]),
    (
        &["diff", "rfc1738", "rfc3986"],
        "mailto:a?b\nhttp://a/~b\n\n\"x\0\n",
        &[
            &["--base", "http://a/"],
            &["--each"],
            &["--component", "host"],
            &["--examples", "0"],
            GRAMMAR,
            RULE,
            JSON,
        ],
    ),
    (&["diff", "rfc1738", "rfc3986"], "mailto:a?b\n", &[&["--fail-on", "lost"]]),
    (&["diff", "rfc1738", "rfc3986", "--each"], "mailto:a?b\n", &[&["--examples", "1"]]),
    (&["diff", "rfc1738", "rfc3986"], "mailto:a?b\n,\n", RECORDS),
    (&["diff", "rfc1738", "rfc3986"], "\u{FEFF}mailto:a?b\n", &[&["--text"]]),
    (&["diff", "url-1993", "rfc3986"], "http://a.b/c#d\nwais://a/b\n", &[READING]),
    (&["generate", "../../../specs/json-pointer"], "", &[&["--out", "missing/a", "--check"]]),
    (
        &[
            "generate",
            "../../../specs/json-pointer",
            "--out",
            "../../../target/tmp/options-package",
        ],
        "",
        &[&["--check"], GRAMMAR, READING, RULE, JSON],
    ),
    (
        &["serve", "--port", TAKEN],
        "",
        &[GRAMMAR, READING, RULE, JSON, &["--lessons", "no-such-folder"]],
    ),
    (
        &["serve", "--export", "../../../target/tmp/options-page"],
        "",
        &[
            GRAMMAR,
            READING,
            RULE,
            JSON,
            &["--wasm", "no-such-folder"],
            &["--lessons", "no-such-folder"],
        ],
    ),
    (&["completions", "bash"], "", &[GRAMMAR, READING, RULE, JSON]),
    (&["man", "../../../target/tmp/options-man"], "", &[GRAMMAR, READING, RULE, JSON]),
];

/// Stands for a port that another program has, so that no server runs.
const TAKEN: &str = "(taken)";

/// Options that no row tries, and the reason.
const UNTRIED: [(&str, &str, &str); 7] = [
    ("generate", "peg", "its rows begin with it"),
    ("prove", "certify", "its rows begin with it"),
    ("serve", "port", "a server would run"),
    ("serve", "embed-from", "a server would run; tests of the page frame it"),
    ("serve", "export", "its rows have it"),
    ("serve", "open", "a browser would open"),
    ("generate", "edits", "no file here needs more than one edit; tests of the generator use it"),
];

#[test]
fn no_option_is_ignored() {
    let mut tried = BTreeSet::new();
    let mut ignored = Vec::new();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let run = |arguments: &[&str], input: &[u8]| {
        let mut arguments = arguments.to_vec();
        arguments.iter_mut().filter(|word| **word == TAKEN).for_each(|word| *word = &port);
        run(&arguments, input)
    };
    for (base, input, options) in ROWS {
        let usual = run(base, input.as_bytes());
        for option in *options {
            let with = run(&[*base, *option].concat(), input.as_bytes());
            if with == usual {
                ignored.push(format!("{} {}", base.join(" "), option.join(" ")));
            }
            if with.status.code() == Some(2) && usual.status.code() != Some(2) {
                let message = String::from_utf8_lossy(&with.stderr).into_owned();
                assert!(message.starts_with("error: "), "{base:?} {option:?} {message}");
            }
            let names = option.iter().filter_map(|word| word.strip_prefix("--"));
            tried.extend(names.map(|name| (base[0].to_owned(), name.to_owned())));
        }
    }
    assert!(ignored.is_empty(), "these options change nothing:\n{}", ignored.join("\n"));
    let mut all = BTreeSet::new();
    for command in subcommands() {
        all.extend(options(&command).into_iter().map(|option| (command.clone(), option)));
    }
    assert!(all.len() > 170, "{}", all.len());
    for (command, option, _) in UNTRIED {
        assert!(tried.insert((command.to_owned(), option.to_owned())), "{command} {option}");
    }
    let missing: Vec<_> = all.difference(&tried).collect();
    assert!(missing.is_empty(), "no row tries {missing:?}");
}
