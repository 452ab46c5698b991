//! Tables as they are shown.

use urigram_grammars::{Grammar, Reading};

#[test]
fn a_table_is_shown_without_its_cells() {
    let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
    assert_eq!(format!("{table:?}"), r#"Table { document: "rfc3986", rule: "URI-reference", .. }"#);
}
