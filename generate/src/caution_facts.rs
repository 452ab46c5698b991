//! Rows of advice, as a document's folder has them.

use serde::Deserialize;

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Caution {
    pub id: String,
    pub section: String,
    pub says: Option<String>,
    pub message: String,
    pub finds: Finds,
    pub example: String,
    /// The id of the equivalence that `finds = "equivalence"` is about.
    pub equivalence: Option<String>,
    #[serde(default)]
    pub octets: Vec<u8>,
    #[serde(default)]
    pub names: Vec<String>,
}

#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Finds {
    Equivalence,
    Octets,
    NotUtf8,
    UnusualPort,
    ReservedPort,
    LargePort,
    RareIpv4,
    Userinfo,
    Password,
    MisleadingUserinfo,
    Abbreviated,
    FieldName,
}
