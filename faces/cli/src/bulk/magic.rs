//! The kind of data that a file holds, by its first bytes.

use memchr::memchr;

/// The number of first bytes that decide.
pub(super) const HEAD: usize = 8192;

/// The length of the longest beginning that shows a compression or an encoding. It never has a line
/// feed, so a short line decides as well.
pub(super) const LONGEST: usize = 10;

/// A compression that is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Zstd,
    Xz,
    Bzip2,
}

impl Compression {
    pub(super) fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Xz => "xz",
            Compression::Bzip2 => "bzip2",
        }
    }
}

/// The kind of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Data {
    /// Text, after a byte-order mark of so many bytes.
    Text(usize),
    Compressed(Compression),
    /// Text in UTF-16, which has a byte-order mark.
    Utf16,
    /// Data with a NUL, which no line of text has, or an archive.
    Binary,
}

/// Returns the kind of data that begins with these bytes. Records may end in NUL.
pub(super) fn of(head: &[u8], has_nul: bool) -> Data {
    match head {
        [0x1F, 0x8B, 8, ..] => Data::Compressed(Compression::Gzip),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Data::Compressed(Compression::Zstd),
        // A skippable frame may precede those with data.
        [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Data::Compressed(Compression::Zstd),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Data::Compressed(Compression::Xz),
        // A line may begin with these letters; in compressed data a block or the end of a stream
        // follows.
        [b'B', b'Z', b'h', _, block @ ..]
            if block.starts_with(b"1AY&SY") || block.starts_with(b"\x17rE8P\x90") =>
        {
            Data::Compressed(Compression::Bzip2)
        }
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Data::Utf16,
        // The members of an archive, such as a package of Debian, follow headers of text.
        _ if head.starts_with(b"!<arch>\n") => Data::Binary,
        _ if !has_nul && memchr(0, head).is_some() => Data::Binary,
        [0xEF, 0xBB, 0xBF, ..] => Data::Text(3),
        _ => Data::Text(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_text() {
        for text in [
            &b""[..],
            b"http://a/",
            b"BZh9 is a line\n",
            b"BZh9\n",
            b"PK\x03\x04",
            b"a\xFFb\n\xC3\x28\n",
        ] {
            assert_eq!(of(text, false), Data::Text(0), "{}", text.escape_ascii());
        }
        assert_eq!(of(b"\xEF\xBB\xBFhttp://a/", false), Data::Text(3));
        assert_eq!(of(&b"http://a/\r\n".repeat(700), false), Data::Text(0));
        for records in [&b"\0"[..], b"a\0b\0"] {
            assert_eq!(of(records, true), Data::Text(0), "{}", records.escape_ascii());
        }
    }

    #[test]
    fn wide_encodings_and_binary_data_are_seen() {
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let units = std::iter::once(0xFEFF).chain("http://a/b\n".encode_utf16());
            let text: Vec<u8> = units.flat_map(order).collect();
            assert_eq!(of(&text, false), Data::Utf16);
            assert_eq!(of(&text[2..], false), Data::Binary);
        }
        assert_eq!(of(b"a\n\0", false), Data::Binary);
        let package =
            b"!<arch>\ndebian-binary   1342943816  0     0     100644  4         `\n2.0\n";
        assert_eq!(of(package, false), Data::Binary);
        assert_eq!(of(&package[..8], true), Data::Binary);
    }
}
