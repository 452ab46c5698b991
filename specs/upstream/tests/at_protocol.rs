//! AT URIs, DIDs, handles, NSIDs and record keys against the files of the AT Protocol.

use upstream::{assert_verdict, rows};

#[test]
fn each_verdict_is_the_one_of_the_file() {
    let mut seen = 0;
    for row in rows(include_str!("../at-protocol.tsv")) {
        let (text, reason) = (row.column(2), row.column(3));
        let accepted = match row.column(0) {
            "at-uri" => at_uri::AtUri::parse(text).is_ok(),
            "did" => at_uri::Did::parse(text).is_ok(),
            "handle" => at_uri::Handle::parse(text).is_ok(),
            "nsid" => at_uri::Nsid::parse(text).is_ok(),
            "record-key" => at_uri::RecordKey::parse(text).is_ok(),
            other => panic!("`{other}` is no type"),
        };
        assert_verdict(text, row.column(1), reason, accepted);
        seen += 1;
    }
    assert!(seen > 200, "rows are missing: {seen}");
}
