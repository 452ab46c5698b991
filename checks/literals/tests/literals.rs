//! Literals in the compiler: programs that compile and run, and the messages for those that do not.
//!
//! The messages (`ui/fail/*.stderr`) are reviewed like prose.
//! `BLESS=1 cargo test -p urigram-check-literals --test literals` writes them anew; read the
//! difference before you commit it.

use std::process::Command;

#[test]
fn messages_are_fresh() {
    // trybuild has a switch of its own, which a program cannot set for itself.
    if std::env::var_os("BLESS").is_some() && std::env::var_os("TRYBUILD").is_none() {
        let itself = std::env::current_exe().expect("a test knows its own path");
        let status = Command::new(itself).env("TRYBUILD", "overwrite").status();
        return assert!(status.expect("a test can run itself").success());
    }
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
