//! The generated types, the crates beside them, and the strings of each.

use urigram_engine::{Definition, Reading};

use crate::texts::{at_protocol, examples, package_urls, vectors};

/// A generated type.
pub struct Subject {
    pub name: &'static str,
    /// The states of the rule's automaton, which other rules may share.
    pub states: usize,
    /// The size of the package's file of tables, in which all its types are.
    pub bytes: usize,
    pub accepts: fn(&str) -> bool,
    /// The specification's own strings.
    pub texts: Vec<String>,
    /// The strings of the type's conformance vectors.
    pub vectors: Vec<String>,
    pub peers: Vec<Peer>,
}

/// A crate that somebody wrote by hand for the same identifiers.
pub struct Peer {
    pub name: &'static str,
    pub accepts: fn(&str) -> bool,
}

impl Peer {
    /// Returns the crate's verdict; `None` where it panics.
    pub fn verdict(&self, text: &str) -> Option<bool> {
        std::panic::catch_unwind(|| (self.accepts)(text)).ok()
    }
}

/// Returns the number of states of a rule's automaton, which other rules may share.
fn states(definition: &Definition, rule: &str) -> usize {
    let tables = definition.tables(Reading::Corrected).all;
    let table = tables.iter().find(|table| table.rule() == rule);
    table.unwrap_or_else(|| panic!("no table of `{rule}`")).states()
}

/// Reads the files of a specification's folder.
macro_rules! folder {
    ($folder:literal, $rule:expr) => {
        examples(include_str!(concat!("../../", $folder, "/examples.toml")), $rule)
    };
}

/// Reads the conformance vectors of a type.
macro_rules! vectors_of {
    ($file:literal) => {
        vectors(include_str!(concat!("../../", $file, ".tsv")))
    };
}

/// Returns the size of a package's file of tables.
macro_rules! bytes_of {
    ($file:literal) => {
        include_bytes!(concat!("../../", $file, ".tables")).len()
    };
}

/// Returns every type that a crate exists for.
pub fn all() -> Vec<Subject> {
    let mut all = vec![
        Subject {
            name: "Purl",
            states: states(&package_url::DEFINITION, "PURL"),
            bytes: bytes_of!("purl/crate/src/purl"),
            accepts: |text| package_url::Purl::parse(text).is_ok(),
            texts: [folder!("purl", None), package_urls()].concat(),
            vectors: vectors_of!("purl/crate/tests/purl"),
            peers: vec![
                Peer {
                    name: "packageurl 0.7",
                    accepts: |text| text.parse::<packageurl::PackageUrl<'_>>().is_ok(),
                },
                Peer {
                    name: "purl 0.1",
                    accepts: |text| text.parse::<purl::GenericPurl<String>>().is_ok(),
                },
            ],
        },
        Subject {
            name: "DidUrl",
            states: states(&did::DEFINITION, "did-url"),
            bytes: bytes_of!("did/crate/src/did"),
            accepts: |text| did::DidUrl::parse(text).is_ok(),
            texts: [folder!("did", None), folder!("did", Some("did-url")), at_protocol("did")]
                .concat(),
            vectors: vectors_of!("did/crate/tests/did_url"),
            peers: vec![Peer {
                name: "did_url_parser 0.3",
                accepts: |text| did_url_parser::DID::parse(text).is_ok(),
            }],
        },
        Subject {
            name: "UriTemplate",
            states: states(&uri_template::DEFINITION, "URI-Template"),
            bytes: bytes_of!("uri-template/crate/src/uri_template"),
            accepts: |text| uri_template::UriTemplate::parse(text).is_ok(),
            texts: folder!("uri-template", None),
            vectors: vectors_of!("uri-template/crate/tests/uri_template"),
            peers: vec![Peer {
                name: "iri-string 0.7",
                accepts: |text| iri_string::template::UriTemplateStr::new(text).is_ok(),
            }],
        },
        Subject {
            name: "JsonPointer",
            states: states(&json_pointer::DEFINITION, "json-pointer"),
            bytes: bytes_of!("json-pointer/crate/src/json_pointer"),
            accepts: |text| json_pointer::JsonPointer::parse(text).is_ok(),
            texts: folder!("json-pointer", None),
            vectors: vectors_of!("json-pointer/crate/tests/json_pointer"),
            peers: vec![Peer {
                name: "jsonptr 0.8",
                accepts: |text| jsonptr::Pointer::parse(text).is_ok(),
            }],
        },
    ];
    all.extend(at());
    all
}

/// Returns the types of the AT Protocol.
fn at() -> [Subject; 5] {
    let subject = |name, (rule, kind), accepts, vectors, theirs| Subject {
        name,
        states: states(&at_uri::DEFINITION, rule),
        bytes: bytes_of!("at-uri/crate/src/at_uri"),
        accepts,
        texts: [at_protocol(kind), folder!("at-uri", Some(rule))].concat(),
        vectors,
        peers: vec![Peer { name: "jacquard-common 0.12", accepts: theirs }],
    };
    [
        subject(
            "AtUri",
            ("at-uri", "at-uri"),
            |text| at_uri::AtUri::parse(text).is_ok(),
            vectors_of!("at-uri/crate/tests/at_uri"),
            |text| jacquard_common::types::aturi::AtUri::new(text).is_ok(),
        ),
        subject(
            "Handle",
            ("handle", "handle"),
            |text| at_uri::Handle::parse(text).is_ok(),
            vectors_of!("at-uri/crate/tests/handle"),
            |text| jacquard_common::types::handle::Handle::new(text).is_ok(),
        ),
        subject(
            "Did",
            ("did", "did"),
            |text| at_uri::Did::parse(text).is_ok(),
            vectors_of!("at-uri/crate/tests/did"),
            |text| jacquard_common::types::did::Did::new(text).is_ok(),
        ),
        subject(
            "Nsid",
            ("nsid", "nsid"),
            |text| at_uri::Nsid::parse(text).is_ok(),
            vectors_of!("at-uri/crate/tests/nsid"),
            |text| jacquard_common::types::nsid::Nsid::new(text).is_ok(),
        ),
        subject(
            "RecordKey",
            ("rkey", "record-key"),
            |text| at_uri::RecordKey::parse(text).is_ok(),
            vectors_of!("at-uri/crate/tests/record_key"),
            |text| jacquard_common::types::recordkey::Rkey::new(text).is_ok(),
        ),
    ]
}
