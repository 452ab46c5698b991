//! Identifiers as strings.

use alloc::string::String;
use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf, Urn, UrnBuf};

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
