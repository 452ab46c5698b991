//! AT URIs, DIDs, handles, NSIDs and record keys against the files of the AT Protocol.

use upstream::{assert_verdict, rows};

const ROWS: &str = include_str!("../at-protocol.tsv");

#[test]
fn each_verdict_is_the_one_of_the_file() {
    let mut seen = 0;
    for row in rows(ROWS) {
        let (text, reason) = (row.column(2), row.column(3));
        let is_did = at_uri::Did::parse(text).is_ok();
        let accepted = match row.column(0) {
            "at-identifier" => is_did || at_uri::Handle::parse(text).is_ok(),
            "at-uri" => at_uri::AtUri::parse(text).is_ok(),
            "did" => is_did,
            "handle" => at_uri::Handle::parse(text).is_ok(),
            "nsid" => at_uri::Nsid::parse(text).is_ok(),
            "record-key" => at_uri::RecordKey::parse(text).is_ok(),
            other => panic!("`{other}` is not a type"),
        };
        assert_verdict(text, row.column(1), reason, accepted);
        seen += 1;
    }
    assert!(seen > 340, "rows are missing: {seen}");
}

/// DIDs of the AT Protocol are narrower than those of DID Core, which sets no limit of length, lets
/// digits into the names of methods, and as ABNF of RFC 5234 ignores the case of `did:`.
#[test]
fn did_core_accepts_more() {
    let is_wider = |text: &str| {
        let more = [text.starts_with("DID:"), text.contains(":m123:"), text.len() > 2_048];
        more.contains(&true)
    };
    let mut wider = 0;
    for row in rows(ROWS).filter(|row| row.column(0) == "did") {
        let text = row.column(2);
        let [core, narrow] = [did::Did::parse(text).is_ok(), at_uri::Did::parse(text).is_ok()];
        assert_eq!(core, narrow || is_wider(text), "{text}");
        wider += usize::from(core && !narrow);
    }
    assert_eq!(wider, 3);
}

/// A DID has at most 2,048 characters, alone and as the authority of an AT URI.
#[test]
fn a_did_ends_at_its_limit() {
    for (length, is_valid) in [(2_047, true), (2_048, true), (2_049, false)] {
        let did = format!("did:plc:{}", "v".repeat(length - "did:plc:".len()));
        assert_eq!(at_uri::Did::parse(&did).is_ok(), is_valid, "{length}");
        assert_eq!(at_uri::AtUri::parse(&format!("at://{did}")).is_ok(), is_valid, "{length}");
        assert!(did::Did::parse(&did).is_ok(), "{length}");
    }
}
