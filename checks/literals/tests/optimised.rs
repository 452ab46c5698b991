//! Checks that the optimised code of a literal contains no call of a parser: a small crate,
//! compiled to assembly.
#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate that uses urigram under another name, without the standard library, in a later edition.
const SOURCE: &str = r#"
    #![no_std]

    use elsewhere::{uri, Uri};

    #[inline(never)]
    pub fn literal() -> Uri<'static> {
        uri!("http://a.example:8080/b?c#d")
    }

    #[inline(never)]
    pub fn literal_text() -> &'static str {
        uri!("http://a.example:8080/" env!("CARGO_PKG_NAME")).as_str()
    }

    #[inline(never)]
    pub fn parsed(text: &str) -> bool {
        Uri::parse(text).is_ok()
    }
"#;

/// Compiles a crate of its own with the workspace's lock file, and returns its assembly.
fn assembly() -> String {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("optimised");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    fs::create_dir_all(package.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"optimised\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         elsewhere = {{ package = \"urigram\", path = {root:?}, default-features = false, features = [\"macros\"] }}\n\
         [profile.release]\ndebug = 0\ncodegen-units = 1\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::write(package.join("src/lib.rs"), SOURCE).unwrap();
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    let target = package.join("target");
    let output = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["rustc", "--release", "--offline", "--quiet", "--target-dir"])
        .arg(&target)
        .args(["--", "--emit", "asm"])
        .current_dir(&package)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files =
        fs::read_dir(target.join("release/deps")).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("optimised-") && name.ends_with(".s")
    };
    let newest =
        files.filter(named).max_by_key(|path| path.metadata().unwrap().modified().unwrap());
    fs::read_to_string(newest.expect("an assembly file")).unwrap()
}

/// Returns the instructions of a function of the crate.
fn body<'a>(assembly: &'a str, function: &str) -> Vec<&'a str> {
    let mangled = format!("{}{function}", function.len());
    let is_label =
        |line: &&str| line.ends_with(':') && line.contains("optimised") && line.contains(&mangled);
    let mut lines = assembly.lines();
    lines.find(is_label).unwrap_or_else(|| panic!("no function `{function}`:\n{assembly}"));
    lines.take_while(|line| !line.contains(".cfi_endproc")).collect()
}

#[test]
fn a_literal_is_no_call_into_a_parser() {
    let assembly = assembly();
    let calls = |function: &str| {
        let call = |line: &&str| line.contains("urigram") || line.trim_start().starts_with("call");
        body(&assembly, function).into_iter().filter(call).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(calls("literal"), [""; 0]);
    assert_eq!(calls("literal_text"), [""; 0]);
    assert_ne!(calls("parsed"), [""; 0], "what parses does call, so that the test can tell");
}
