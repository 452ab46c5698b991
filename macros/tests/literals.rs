//! What the compiler makes of literals: what compiles and runs, and what it says of what does not.
//!
//! The messages (`ui/fail/*.stderr`) are reviewed like prose. `TRYBUILD=overwrite cargo test -p urigram-macros --test
//! literals` writes them anew; read the difference before it is committed.

#[test]
fn literals() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
