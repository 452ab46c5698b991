/// A kind of identifier that a document allows and advises against.
///
/// ```
/// use urigram::Grammar;
///
/// let cautions = Grammar::Rfc3986.document().commentary().cautions;
/// let caution = cautions.iter().find(|caution| caution.id == "password").unwrap();
/// assert_eq!(caution.section, "7.5");
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(Clone, Copy, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct Caution {
    /// The id, unique in the document.
    pub id: &'static str,
    /// The section that advises against it.
    pub section: &'static str,
    /// The advice.
    pub message: &'static str,
    /// The property that is looked for.
    pub finds: Finds,
    /// An identifier with the property.
    pub example: &'static str,
}

/// A property of an identifier that a [`Caution`] is about.
///
/// ```
/// use urigram::documents::Finds;
/// use urigram::Grammar;
///
/// let cautions = Grammar::Rfc3986.document().commentary().cautions;
/// assert!(cautions.iter().any(|caution| caution.finds == Finds::Password));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename_all(deserialize = "kebab-case")))]
pub enum Finds {
    /// The equivalence with this id changes the identifier: its form is not the preferred one.
    #[cfg_attr(feature = "facts", serde(deserialize_with = "equivalence"))]
    Equivalence(&'static str),
    /// Percent-encodings of these octets.
    #[cfg_attr(feature = "facts", serde(deserialize_with = "octets"))]
    Octets(&'static [u8]),
    /// Percent-encodings that are not those of UTF-8.
    NotUtf8,
    /// A port that is not the scheme's default, and is at least 1024.
    UnusualPort,
    /// A port that is not the scheme's default, and is below 1024: another service's.
    ReservedPort,
    /// A port above 65535, which no port of TCP, UDP or SCTP is.
    LargePort,
    /// A host that programs read as an IPv4 address although the document does not: `0x7f.1`.
    RareIpv4,
    /// A userinfo that is not empty.
    Userinfo,
    /// A userinfo with a password.
    Password,
    /// A userinfo that reads like a host.
    MisleadingUserinfo,
    /// A relative reference that reads like an identifier without its scheme: `www.w3.org/`.
    Abbreviated,
    /// A field of a citation with another name than these. A name that ends in a hyphen stands for
    /// all that begin with it.
    #[cfg_attr(feature = "facts", serde(deserialize_with = "names"))]
    FieldName(&'static [&'static str]),
}

#[cfg(feature = "facts")]
super::keys! {
    equivalence: &'static str;
    octets: &'static [u8] = "super::list";
    names: &'static [&'static str] = "super::list";
}
