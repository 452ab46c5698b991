//! Identifiers as strings. A citation is bytes; a format for people has it as a string if it is
//! valid UTF-8.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf, Urn, UrnBuf};
use crate::{Urc, UrcBuf};

macro_rules! as_string {
    ($borrowed:ident, $owned:ident, $what:literal) => {
        impl Serialize for $borrowed<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl Serialize for $owned {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        /// Borrows from the input, so it fails where a format must unescape the string.
        impl<'de: 'a, 'a> Deserialize<'de> for $borrowed<'a> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $borrowed::parse(<&str>::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }

        impl<'de> Deserialize<'de> for $owned {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $owned;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<$owned, E> {
                        $owned::parse(text).map_err(E::custom)
                    }

                    fn visit_string<E: Error>(self, text: String) -> Result<$owned, E> {
                        $owned::parse(text).map_err(E::custom)
                    }
                }
                deserializer.deserialize_string(Text)
            }
        }
    };
}

as_string!(Uri, UriBuf, "a URI");
as_string!(UriRef, UriRefBuf, "a URI or a relative reference");
as_string!(Iri, IriBuf, "an IRI");
as_string!(IriRef, IriRefBuf, "an IRI or a relative reference");
as_string!(Urn, UrnBuf, "a URN");

impl Serialize for Urc<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match core::str::from_utf8(self.as_bytes()) {
            Ok(text) if serializer.is_human_readable() => serializer.serialize_str(text),
            _ => serializer.serialize_bytes(self.as_bytes()),
        }
    }
}

impl Serialize for UrcBuf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_urc().serialize(serializer)
    }
}

/// Borrows from the input, so it fails where a format must unescape a string or has a list of
/// numbers for bytes.
impl<'de: 'a, 'a> Deserialize<'de> for Urc<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Urc::parse(<&[u8]>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for UrcBuf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl<'de> Visitor<'de> for Bytes {
            type Value = UrcBuf;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a citation (URC)")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<UrcBuf, E> {
                UrcBuf::parse(text).map_err(E::custom)
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<UrcBuf, E> {
                UrcBuf::parse(bytes).map_err(E::custom)
            }

            fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<UrcBuf, E> {
                UrcBuf::parse(bytes).map_err(E::custom)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<UrcBuf, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = list.next_element()? {
                    bytes.push(byte);
                }
                UrcBuf::parse(bytes).map_err(A::Error::custom)
            }
        }
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(Bytes)
        } else {
            deserializer.deserialize_byte_buf(Bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_strings_to_serde_and_are_checked() {
        let urn: UrnBuf = serde_json::from_str("\"urn:example:a\"").unwrap();
        assert_eq!(serde_json::to_string(&urn).unwrap(), "\"urn:example:a\"");
        assert!(serde_json::from_str::<UrnBuf>("\"http://a/\"").is_err());
        assert_eq!(serde_json::from_str::<Urn<'_>>("\"urn:example:a\"").unwrap(), urn.as_urn());
    }

    #[test]
    fn citations_are_strings_or_bytes_and_are_checked() {
        let ascii = UrcBuf::parse("<Title=a;>").unwrap();
        assert_eq!(serde_json::to_string(&ascii).unwrap(), "\"<Title=a;>\"");
        assert_eq!(serde_json::from_str::<UrcBuf>("\"<Title=\\u0061;>\"").unwrap(), ascii);
        assert_eq!(serde_json::from_str::<Urc<'_>>("\"<Title=a;>\"").unwrap(), ascii.as_urc());
        let octets = UrcBuf::parse(*b"<Title=\xE4;>").unwrap();
        let json = serde_json::to_string(&octets.as_urc()).unwrap();
        assert_eq!(json, "[60,84,105,116,108,101,61,228,59,62]");
        assert_eq!(serde_json::from_str::<UrcBuf>(&json).unwrap(), octets);
        for wrong in ["\"http://a/\"", "[60]", "[300]", "7", "\"\""] {
            assert!(serde_json::from_str::<UrcBuf>(wrong).is_err(), "{wrong}");
        }
    }

    /// A format for programs stores bytes, so `deserialize_bytes` is called.
    #[test]
    fn citations_are_bytes_in_formats_for_programs() {
        use serde::de::value::{BytesDeserializer, Error};
        let bytes = BytesDeserializer::<Error>::new(b"<Title=\xE4;>");
        let urc = UrcBuf::deserialize(bytes).unwrap();
        assert_eq!(urc.as_bytes(), b"<Title=\xE4;>");
        assert!(UrcBuf::deserialize(BytesDeserializer::<Error>::new(b"<\xFF")).is_err());
    }
}
