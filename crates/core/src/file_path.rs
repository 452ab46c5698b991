//! `file:` URIs of paths, and paths of `file:` URIs (RFC 8089), by the rules of either system on
//! any.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use urigram_grammars::{Component, Grammar};

use crate::percent::PercentEncoding;
use crate::{Uri, UriBuf};

/// The system whose rules a file path follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathStyle {
    /// Octets between slashes: `/a/b`.
    Unix,
    /// Text after a drive or a server: `C:\a\b`, `\\server\share\b`.
    Windows,
}

/// A reason why a path has no `file:` URI, or a URI no path.
///
/// ```
/// use urigram::errors::FilePathError;
/// use urigram::PathStyle;
///
/// assert_eq!(PathStyle::Unix.to_uri(b"a/b").unwrap_err(), FilePathError::Relative);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilePathError {
    /// The path is relative.
    Relative,
    /// The path has a segment `..`, which a URI would not keep: on a file system it may follow a
    /// link.
    DotSegment,
    /// The path is not Unicode, which the system demands.
    NotUnicode,
    /// The scheme of the URI is not `file`.
    Scheme,
    /// The URI names a host, and the system has no files of other hosts; or the authority is not
    /// the name of a server alone.
    Host,
    /// The URI has a query or a fragment, which a path would lose.
    Lost(Component),
    /// A segment of the URI encodes a character that a file name cannot hold, such as a separator.
    Character {
        /// The offset of the segment in the path, in bytes.
        offset: usize,
    },
}

impl fmt::Display for FilePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilePathError::Relative => f.write_str("the path is relative: give an absolute one"),
            FilePathError::DotSegment => {
                f.write_str("the path has a segment `..`: canonicalize it")
            }
            FilePathError::NotUnicode => f.write_str("the path is not Unicode"),
            FilePathError::Scheme => f.write_str("the scheme is not `file`"),
            FilePathError::Host => f.write_str("the host is not a server of files on this system"),
            FilePathError::Lost(component) => {
                write!(f, "a path has no {}: remove it first", component.name())
            }
            FilePathError::Character { offset } => {
                write!(f, "the segment at byte {offset} of the path is not a file name")
            }
        }
    }
}

impl core::error::Error for FilePathError {}

impl PathStyle {
    /// The rules of the system that the program is compiled for.
    pub const NATIVE: PathStyle = if cfg!(windows) { PathStyle::Windows } else { PathStyle::Unix };

    const fn is_separator(self, byte: u8) -> bool {
        byte == b'/' || (byte == b'\\' && matches!(self, PathStyle::Windows))
    }

    /// Returns the `file:` URI of an absolute path. Empty segments and `.` are left out; a slash at
    /// the end stays.
    ///
    /// ```
    /// use urigram::PathStyle;
    ///
    /// assert_eq!(PathStyle::Unix.to_uri(b"/tmp/50% off")?, "file:///tmp/50%25%20off");
    /// assert_eq!(PathStyle::Windows.to_uri(br"C:\a b\c")?, "file:///C:/a%20b/c");
    /// assert_eq!(PathStyle::Windows.to_uri(br"\\server\share\x")?, "file://server/share/x");
    /// # Ok::<(), urigram::errors::FilePathError>(())
    /// ```
    ///
    /// # Errors
    /// [`FilePathError`] for `a/b`, `/a/../b`, `C:a`, and a Windows path that is not UTF-8.
    pub fn to_uri(self, path: &[u8]) -> Result<UriBuf, FilePathError> {
        let mut text = String::from("file://");
        let rest = match self {
            PathStyle::Unix => path.strip_prefix(b"/").ok_or(FilePathError::Relative)?,
            PathStyle::Windows => windows_root(path, &mut text)?,
        };
        let (mut last_is_empty, mut has_segment) = (true, false);
        for segment in rest.split(|&byte| self.is_separator(byte)) {
            last_is_empty = false;
            match segment {
                b"" => last_is_empty = true,
                b"." => {}
                b".." => return Err(FilePathError::DotSegment),
                _ => {
                    has_segment = true;
                    text.push('/');
                    encode(Component::Path, segment, &mut text)?;
                }
            }
        }
        // The root has a slash, however it is written: `/` and `/.`.
        if last_is_empty || !has_segment {
            text.push('/');
        }
        UriBuf::parse(text).map_err(|_| FilePathError::Host)
    }

    /// Returns the path of a `file:` URI: octets, which are UTF-8 under Windows.
    ///
    /// ```
    /// use urigram::{uri, PathStyle};
    ///
    /// assert_eq!(PathStyle::Unix.to_path(&uri!("file:///tmp/50%25%20off"))?, b"/tmp/50% off");
    /// assert_eq!(PathStyle::Windows.to_path(&uri!("file:///C:/a%20b/c"))?, br"C:\a b\c");
    /// let share = uri!("file://server/share/x");
    /// assert_eq!(PathStyle::Windows.to_path(&share)?, br"\\server\share\x");
    /// # Ok::<(), urigram::errors::FilePathError>(())
    /// ```
    ///
    /// # Errors
    /// [`FilePathError`] for another scheme, for a host (under Unix, other than `localhost`), for a
    /// query or a fragment, and for a segment such as `a%2Fb` that is not a file name.
    pub fn to_path(self, uri: &Uri<'_>) -> Result<Vec<u8>, FilePathError> {
        if !uri.scheme().eq_ignore_ascii_case("file") {
            return Err(FilePathError::Scheme);
        }
        for (component, text) in
            [(Component::Query, uri.query()), (Component::Fragment, uri.fragment())]
        {
            if text.is_some() {
                return Err(FilePathError::Lost(component));
            }
        }
        let path = uri.path();
        let rest = path.strip_prefix('/').ok_or(FilePathError::Relative)?;
        let host = uri.host().unwrap_or_default();
        let has_more = uri.userinfo().or(uri.port()).is_some();
        if has_more || uri.authority().is_some_and(|authority| authority != host) {
            return Err(FilePathError::Host);
        }
        let is_named = !host.is_empty() && !host.eq_ignore_ascii_case("localhost");
        let server = Some(host).filter(|_| is_named);
        let mut out = Vec::with_capacity(path.len() + 2);
        match (self, server) {
            (PathStyle::Unix, None) => out.push(b'/'),
            (PathStyle::Unix, Some(_)) => return Err(FilePathError::Host),
            (PathStyle::Windows, Some(server)) => {
                let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
                // A server of dots, as in `\\.\x`, is the beginning of a device.
                if !server.bytes().all(is_plain) || server.bytes().all(|byte| byte == b'.') {
                    return Err(FilePathError::Host);
                }
                out.extend(br"\\");
                out.extend(server.bytes());
                out.push(b'\\');
            }
            (PathStyle::Windows, None) => {}
        }
        let begins = out.len();
        let mut offset = 1;
        for (index, segment) in rest.split('/').enumerate() {
            if index > 0 {
                out.push(if self == PathStyle::Unix { b'/' } else { b'\\' });
            }
            let refused = FilePathError::Character { offset };
            let decoded = PercentEncoding::of(Grammar::Rfc3986).decode(segment);
            let decoded = decoded.map_err(|_| refused)?.into_bytes();
            let is_drive = begins == 0 && index == 0;
            if !self.is_name(&decoded, is_drive) {
                return Err(refused);
            }
            out.extend_from_slice(&decoded);
            // An older spelling, `file:///C|/x`.
            if is_drive && self == PathStyle::Windows && out.ends_with(b"|") {
                out.pop();
                out.push(b':');
            }
            offset += segment.len() + 1;
        }
        if self == PathStyle::Windows {
            let is_rooted =
                begins > 0 || (has_drive(&out) && matches!(out.get(2), None | Some(b'\\')));
            if !is_rooted {
                return Err(FilePathError::Relative);
            }
            if out.len() == 2 {
                out.push(b'\\');
            }
        }
        Ok(out)
    }

    /// Returns true if a file or folder can have this name; the first of a Windows path is a drive.
    fn is_name(self, name: &[u8], is_drive: bool) -> bool {
        let has = |test: fn(u8) -> bool| name.iter().any(|&byte| test(byte));
        if name == b".." || name == b"." || has(|byte| byte == b'/' || byte == 0) {
            return false;
        }
        match self {
            PathStyle::Unix => true,
            PathStyle::Windows if is_drive => {
                matches!(name, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
            }
            PathStyle::Windows => {
                core::str::from_utf8(name).is_ok()
                    && !has(|byte| byte < 32 || b"\\:*?\"<>|".contains(&byte))
            }
        }
    }
}

/// Returns the path after its drive or server, which is written as the beginning of the URI.
fn windows_root<'p>(path: &'p [u8], out: &mut String) -> Result<&'p [u8], FilePathError> {
    if core::str::from_utf8(path).is_err() {
        return Err(FilePathError::NotUnicode);
    }
    // Paths that programs are given by the system may be verbatim: `\\?\C:\x`, `\\?\UNC\server\x`.
    let (path, is_server) = match path.strip_prefix(br"\\?\") {
        Some(rest) => match rest.strip_prefix(br"UNC\") {
            Some(server) => (server, true),
            None => (rest, false),
        },
        None => match path {
            [first, second, rest @ ..]
                if PathStyle::Windows.is_separator(*first)
                    && PathStyle::Windows.is_separator(*second) =>
            {
                (rest, true)
            }
            _ => (path, false),
        },
    };
    if is_server {
        let end = path.iter().position(|&byte| PathStyle::Windows.is_separator(byte));
        let (server, rest) = path.split_at(end.ok_or(FilePathError::Relative)?);
        if server.is_empty() || server == b"." || server == b"?" {
            return Err(FilePathError::Host);
        }
        encode(Component::Host, server, out)?;
        return Ok(&rest[1..]);
    }
    match path {
        [letter, b':', separator, rest @ ..]
            if letter.is_ascii_alphabetic() && PathStyle::Windows.is_separator(*separator) =>
        {
            out.push('/');
            out.push(char::from(*letter));
            out.push(':');
            Ok(rest)
        }
        _ => Err(FilePathError::Relative),
    }
}

fn has_drive(path: &[u8]) -> bool {
    matches!(path, [letter, b':', ..] if letter.is_ascii_alphabetic())
}

fn encode(component: Component, data: &[u8], out: &mut String) -> Result<(), FilePathError> {
    let coding = PercentEncoding::of(Grammar::Rfc3986);
    coding.encode_into(component, data, out).map_err(|_| FilePathError::Host)
}

#[cfg(feature = "std")]
mod native {
    use std::path::{Path, PathBuf};
    use std::vec::Vec;

    use super::{FilePathError, PathStyle};
    use crate::{Uri, UriBuf};

    impl UriBuf {
        /// Returns the `file:` URI of an absolute path, by the rules of the system that the program
        /// runs on; [`PathStyle`] has those of either.
        ///
        /// # Errors
        /// [`FilePathError`] for the paths that [`PathStyle::to_uri`] refuses.
        pub fn from_file_path(path: impl AsRef<Path>) -> Result<UriBuf, FilePathError> {
            PathStyle::NATIVE.to_uri(octets(path.as_ref())?)
        }
    }

    impl Uri<'_> {
        /// Returns the path of a `file:` URI, by the rules of the system that the program runs on;
        /// [`PathStyle`] has those of either.
        ///
        /// # Errors
        /// [`FilePathError`] for the identifiers that [`PathStyle::to_path`] refuses.
        pub fn to_file_path(&self) -> Result<PathBuf, FilePathError> {
            path(PathStyle::NATIVE.to_path(self)?)
        }
    }

    #[cfg(unix)]
    fn octets(path: &Path) -> Result<&[u8], FilePathError> {
        use std::os::unix::ffi::OsStrExt;
        Ok(path.as_os_str().as_bytes())
    }

    #[cfg(not(unix))]
    fn octets(path: &Path) -> Result<&[u8], FilePathError> {
        path.to_str().map(str::as_bytes).ok_or(FilePathError::NotUnicode)
    }

    #[cfg(unix)]
    fn path(octets: Vec<u8>) -> Result<PathBuf, FilePathError> {
        use std::os::unix::ffi::OsStringExt;
        Ok(std::ffi::OsString::from_vec(octets).into())
    }

    #[cfg(not(unix))]
    fn path(octets: Vec<u8>) -> Result<PathBuf, FilePathError> {
        std::string::String::from_utf8(octets)
            .map(PathBuf::from)
            .map_err(|_| FilePathError::NotUnicode)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    /// The system's own rules are those of its style, with paths in place of octets.
    #[test]
    fn paths_of_this_system_go_to_identifiers_and_back() {
        let (root, prefix) =
            if cfg!(windows) { ("C:\\", "file:///C:/") } else { ("/", "file:///") };
        for (name, written) in [("", ""), ("a", "a"), ("a b%", "a%20b%25"), ("\u{e9}", "%C3%A9")] {
            let path = std::path::PathBuf::from(std::format!("{root}{name}"));
            let uri = UriBuf::from_file_path(&path).unwrap();
            assert_eq!(uri.as_str(), std::format!("{prefix}{written}"));
            assert_eq!(uri.as_uri().to_file_path().as_deref(), Ok(&*path));
            assert_eq!(uri.as_uri().to_file_path(), Ok(path));
        }
        assert_eq!(UriBuf::from_file_path("a"), Err(FilePathError::Relative));
    }
}
