//! Literals in the compiler: programs that compile and run, and the messages for those that do not.
//!
//! The messages (`ui/fail/*.stderr`) are reviewed like prose.
//! `TRYBUILD=overwrite cargo test -p urigram-check-literals --test literals` writes them anew; read
//! the difference before you commit it.

#[test]
fn literals() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
