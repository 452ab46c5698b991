//! Completions, manual pages, and the version.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{finish, run, stderr, stdout};

/// The subcommands as the help lists them.
fn subcommands() -> Vec<String> {
    let help = run(&["--help"]);
    let lines = stdout(&help).lines();
    // A description that goes on in the next line is indented further.
    let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let commands = lines.take_while(|line| !line.starts_with("Common options:")).filter(is_command);
    commands.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn completions_know_every_subcommand_and_option() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert!(script.status.success() && script.stderr.is_empty());
        for command in subcommands() {
            assert!(stdout(&script).contains(&command), "{shell}: {command}");
        }
        assert!(stdout(&script).contains("max-count"), "{shell}");
    }
    let script = run(&["completions", "bash"]).stdout;
    let Ok(bash) = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() else { return };
    assert!(finish(bash, &script).status.success());
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man/1");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(run(&["man", folder.to_str().unwrap()]).status.success());
    let commands = subcommands();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        let page = std::fs::read_to_string(folder.join(format!("urigram-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    let page = std::fs::read_to_string(folder.join("urigram-check.1")).unwrap();
    assert!(page.contains("max\\-count"));
    let nowhere = run(&["man", "/dev/null/x"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(stderr(&nowhere).starts_with("error: /dev/null/x: "));
}

#[test]
fn the_version_tells_grammars_and_engine() {
    let version = run(&["--version"]);
    let lines: Vec<&str> = stdout(&version).lines().collect();
    assert_eq!(lines[0], format!("urigram {}", env!("CARGO_PKG_VERSION")));
    let count = urigram::Grammar::ALL.len();
    assert!(lines[1].starts_with(&format!("{count} grammars of 1993 to ")), "{lines:?}");
    let engine = lines[1].rsplit(' ').next().unwrap();
    assert!(["AVX2", "SSE2", "NEON", "portable", "table"].contains(&engine), "{engine}");
    assert_eq!(stdout(&run(&["-V"])).lines().count(), 1);
}
