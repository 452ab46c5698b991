//! Whole commands: input, output, status. `TRYCMD=overwrite cargo test -p urigram-cli --test transcripts` writes them anew.
//!
//! More documents come, so whatever lists all grammars stands with `[..]` or names its grammars.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/transcripts/*.md");
}
