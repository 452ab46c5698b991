//! Every option of every subcommand changes the answer or is refused: none is silently ignored.

mod rows;

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, TcpListener};
use std::process::Output;

use rows::{ROWS, TAKEN};

use crate::program::{feed, urigram};

/// Runs the command among the files of the transcripts.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    feed(urigram(arguments).current_dir(folder), input)
}

/// Options that change no answer: the number of threads, colours, and help in place of an answer.
const EXEMPT: [&str; 3] = ["threads", "color", "help"];

/// Returns the options of a subcommand, as its help lists them.
fn options(command: &str) -> BTreeSet<String> {
    let help = run(&["help", command], b"");
    let text = String::from_utf8(help.stdout).unwrap();
    // Descriptions are further right, and can also begin with an option.
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

/// Options that no row tries, and the reason.
const UNTRIED: [(&str, &str, &str); 7] = [
    ("generate", "import", "no file here lacks a name; a transcript uses it"),
    ("generate", "peg", "its rows begin with it"),
    ("prove", "certify", "its rows begin with it"),
    ("serve", "port", "a server would run"),
    ("serve", "embed-from", "a server would run; tests of the page frame it"),
    ("serve", "export", "its rows have it"),
    ("serve", "open", "a browser would open"),
];

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
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
