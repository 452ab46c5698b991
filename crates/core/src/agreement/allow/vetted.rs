//! A text that the list has let through.

use alloc::boxed::Box;
use core::net::IpAddr;

use crate::{Uri, UriBuf};

/// A value that [`AllowList::check`](super::AllowList::check) has let through. Nothing else makes
/// one, and nothing changes one, so that a function which takes a `Vetted<Uri>` needs no check.
///
/// Pass on the text as it is, [`Vetted::as_str`]: another spelling has not been checked.
///
/// ```compile_fail
/// use urigram::agreement::Vetted;
/// use urigram::Uri;
///
/// let uri = Uri::parse("http://evil.example/").unwrap();
/// let forged = Vetted { value: uri, lower: None, address: None, port: None };
/// ```
///
/// ```compile_fail
/// use urigram::agreement::Vetted;
/// use urigram::UriBuf;
///
/// fn change(vetted: &mut Vetted<UriBuf>) {
///     vetted.get().set_host("evil.example").unwrap();
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Vetted<T> {
    value: T,
    /// A name in lower case, where it has capitals.
    lower: Option<Box<str>>,
    address: Option<IpAddr>,
    port: Option<u16>,
}

impl<T> Vetted<T> {
    pub(super) fn new(
        value: T,
        lower: Option<Box<str>>,
        address: Option<IpAddr>,
        port: Option<u16>,
    ) -> Vetted<T> {
        Vetted { value, lower, address, port }
    }

    /// Returns the value.
    pub fn get(&self) -> &T {
        &self.value
    }

    /// Returns the value, which is vetted no more.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Returns the address that the host is; `None` for a name.
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Returns the port that the text names, or the default port of its scheme.
    pub fn port(&self) -> Option<u16> {
        self.port
    }
}

macro_rules! texts {
    ($value:ty $(, $life:lifetime)?) => {
        impl $(<$life>)? Vetted<$value> {
            /// Returns the text, as it was checked.
            pub fn as_str(&self) -> &str {
                self.value.as_str()
            }

            /// Returns the host: a name in lower case, or an address as written, an IPv6 address
            /// in brackets.
            pub fn host(&self) -> &str {
                // A vetted text has a host.
                self.lower.as_deref().or_else(|| self.value.host()).unwrap_or_default()
            }
        }
    };
}

texts!(Uri<'a>, 'a);
texts!(UriBuf);

impl Vetted<Uri<'_>> {
    /// Copies the text.
    pub fn to_owned(&self) -> Vetted<UriBuf> {
        let Vetted { value, lower, address, port } = self;
        Vetted { value: value.to_owned(), lower: lower.clone(), address: *address, port: *port }
    }
}
