//! Package-URLs against the test files of their specification.

use purl::Purl;
use upstream::{assert_verdict, rows};

const COMPONENTS: [&str; 6] = ["type", "namespace", "name", "version", "qualifiers", "subpath"];

#[test]
fn each_verdict_and_component_is_the_one_of_the_file() {
    let mut seen = 0;
    for row in rows(include_str!("../purl.tsv")) {
        let (verdict, text, reason) = (row.column(0), row.column(1), row.column(2));
        let parsed = Purl::parse(text);
        assert_verdict(text, verdict, reason, parsed.is_ok());
        seen += 1;
        let Ok(value) = parsed else { continue };
        if verdict == "invalid" {
            continue;
        }
        let parts = |name: &str| {
            row.column(3).split(' ').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
        };
        for name in COMPONENTS {
            let found = value.place_of(name).map(|place| place.of(value.as_str()));
            assert_eq!(found, parts(name), "{name} of {text}");
        }
    }
    assert!(seen > 70, "rows are missing: {seen}");
}
