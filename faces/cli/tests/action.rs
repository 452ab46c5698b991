//! The action for GitHub's workflows: its script runs here as a workflow runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::program::{stderr, urigram};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the package is in the workspace")
}

fn action(name: &str) -> String {
    let path = root().join(".github/actions").join(name).join("action.yml");
    std::fs::read_to_string(path).expect("the action is there")
}

/// Returns the script of the last step: the lines that are indented below its `run: |`.
fn script(name: &str) -> String {
    let text = action(name);
    let (_, script) = text.rsplit_once("      run: |\n").expect("a step runs something");
    let lines = script.lines().map(|line| line.strip_prefix("        ").expect("one step"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Runs the last step of an action with some variables.
fn run(name: &str, variables: &[(&str, &Path)]) -> Output {
    let urigram = Path::new(env!("CARGO_BIN_EXE_urigram"));
    let mut path = vec![urigram.parent().expect("a program is in a folder").to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    // The flags that a workflow gives to a shell.
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", &script(name)]);
    bash.envs(variables.iter().copied());
    bash.env("PATH", std::env::join_paths(path).expect("paths without a separator"));
    bash.output().expect("bash starts")
}

/// Compares a package with its folder.
fn compare(folder: &Path, package: &Path) -> Output {
    run("generate", &[("FOLDER", folder), ("PACKAGE", package)])
}

#[test]
fn a_stale_file_is_marked() {
    let folder = root().join("specs/uuid");
    // Two runs of the tests at once would change each other's package.
    let name = format!("action-{}", std::process::id());
    let package = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&package);
    let made = urigram(&["generate", "-o"]).arg(&package).arg(&folder).output();
    assert!(made.expect("the command starts").status.success());

    let fresh = compare(&folder, &package);
    assert_eq!(fresh.status.code(), Some(0), "{}", stderr(&fresh));
    assert_eq!(String::from_utf8_lossy(&fresh.stdout), "");

    std::fs::write(package.join("src/definition.rs"), "// old\n").expect("a file can be written");
    let stale = compare(&folder, &package);
    let said = String::from_utf8_lossy(&stale.stdout).into_owned();
    assert_eq!(stale.status.code(), Some(1));
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("::error file=") && said.contains("src/definition.rs::"), "{said}");

    let missing = compare(&root().join("specs/nothing"), &package);
    assert_eq!((missing.status.code(), &*missing.stdout), (Some(2), &b""[..]));
    std::fs::remove_dir_all(&package).expect("the copy can be removed");
}

#[test]
fn a_draft_is_marked_where_its_rules_are_wrong() {
    let folder = std::env::temp_dir().join(format!("urigram-abnf-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let draft = folder.join("draft.txt");
    let check = |text: &str| {
        std::fs::write(&draft, text).expect("a file can be written");
        run("abnf", &[("FILES", &draft)])
    };
    let wrong =
        check("   octet = DIGIT / %x31-39 DIGIT\n   port = *( digit\n   number = octet [ port ]\n");
    let said = String::from_utf8_lossy(&wrong.stdout).into_owned();
    assert_eq!(wrong.status.code(), Some(1), "{said}");
    let marked = |level: &str, line: u32| {
        said.contains(&format!("::{level} file={},line={line}::", draft.display()))
    };
    assert!(marked("error", 2) && marked("warning", 1), "{said}");
    assert!(said.contains("[first-match]"), "{said}");
    let sound = check("   port = *DIGIT\n");
    assert_eq!((sound.status.code(), &*sound.stdout), (Some(0), &b""[..]));
    let missing = run("abnf", &[("FILES", &folder.join("nothing"))]);
    assert_eq!((missing.status.code(), &*missing.stdout), (Some(2), &b""[..]));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn the_command_is_installed_as_this_version() {
    let default = format!("default: {}\n", env!("CARGO_PKG_VERSION"));
    for name in ["generate", "abnf"] {
        assert!(action(name).contains(&default), "{name}: the version is not the command's");
    }
}
