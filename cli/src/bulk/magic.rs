//! The kind of data that a file holds, by its first bytes.

/// The number of first bytes that decide.
pub(super) const HEAD: usize = 8192;

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
    /// Something else: what it is, and what to do.
    Other(&'static str, &'static str),
}

/// The byte-order mark of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

const DECOMPRESS: &str = "decompress it first";
const NO_TEXT: &str = "it holds no lines; --text reads it all the same";
const CONVERT: &str = "convert it first: iconv -f UTF-16 -t UTF-8";

/// Beginnings of files that hold no lines, with their offsets.
const OTHERS: &[(usize, &[u8], &str, &str)] = &[
    (0, b"PK\x03\x04", "a ZIP archive", "unpack it first"),
    (0, b"7z\xBC\xAF\x27\x1C", "a 7z archive", "unpack it first"),
    (0, b"Rar!\x1A\x07", "a RAR archive", "unpack it first"),
    (257, b"ustar", "a tar archive", "unpack it first"),
    (0, b"\x04\x22\x4D\x18", "lz4", DECOMPRESS),
    (0, b"\x1F\x9D", "compress (.Z)", DECOMPRESS),
    (0, b"LZIP", "lzip", DECOMPRESS),
    (0, b"\x5D\0\0", "LZMA", DECOMPRESS),
    (0, b"\xFF\x06\0\0sNaPpY", "snappy", DECOMPRESS),
    (0, b"PAR1", "a Parquet file", "write the column as lines first"),
    (0, b"ARROW1\0\0", "an Arrow file", "write the column as lines first"),
    (0, b"Obj\x01", "an Avro file", "write the column as lines first"),
    (0, b"SQLite format 3\0", "an SQLite database", "write the column as lines first"),
    (0, b"%PDF-", "a PDF file", "make text of it first, then use extract"),
    (0, b"\x89PNG\r\n\x1A\n", "a PNG image", NO_TEXT),
    (0, b"\xFF\xD8\xFF", "a JPEG image", NO_TEXT),
    (0, b"GIF8", "a GIF image", NO_TEXT),
    (0, b"\x7FELF", "an ELF program", NO_TEXT),
    (0, b"\0asm", "a WebAssembly module", NO_TEXT),
    (0, b"\xFF\xFE\0\0", "UTF-32", "convert it first: iconv -f UTF-32 -t UTF-8"),
    (0, b"\0\0\xFE\xFF", "UTF-32", "convert it first: iconv -f UTF-32 -t UTF-8"),
];

/// Returns the kind of data that begins with these bytes.
pub(super) fn of(head: &[u8]) -> Data {
    let compressions = [
        (&b"\x1F\x8B\x08"[..], Compression::Gzip),
        (b"\x28\xB5\x2F\xFD", Compression::Zstd),
        (b"\xFD7zXZ\0", Compression::Xz),
    ];
    if let Some((_, compression)) = compressions.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Data::Compressed(*compression);
    }
    // A line may begin with these letters; in compressed data a block or the end of a stream
    // follows.
    let is_block = |rest: &[u8]| rest.starts_with(b"1AY&SY") || rest.starts_with(b"\x17rE8P\x90");
    if head.starts_with(b"BZh") && head.get(4..).is_some_and(is_block) {
        return Data::Compressed(Compression::Bzip2);
    }
    // A skippable frame may precede those with data.
    if head.len() >= 4 && (0x50..=0x5F).contains(&head[0]) && head[1..].starts_with(b"\x2A\x4D\x18")
    {
        return Data::Compressed(Compression::Zstd);
    }
    let other = OTHERS
        .iter()
        .find(|(at, magic, ..)| head.get(*at..).is_some_and(|rest| rest.starts_with(magic)));
    if let Some((_, _, what, todo)) = other {
        return Data::Other(what, todo);
    }
    if head.starts_with(MARK) {
        return Data::Text(MARK.len());
    }
    match utf16(head) {
        Some(what) => Data::Other(what, CONVERT),
        None if is_binary(head) => Data::Other("binary data", NO_TEXT),
        None => Data::Text(0),
    }
}

/// Returns the byte order of UTF-16: by its mark if the text has no line feed next to it, or by the
/// zeros in every other byte.
fn utf16(head: &[u8]) -> Option<&'static str> {
    let pairs = || head.chunks_exact(2).take(512);
    let zeros = |place: usize| pairs().filter(|pair| pair[place] == 0).count();
    let (first, second, all) = (zeros(0), zeros(1), pairs().count());
    let mostly =
        |zeros: usize, others: usize| all >= 8 && zeros * 4 >= all * 3 && others * 16 < all;
    let marked = |mark: &[u8], zeros: usize| head.starts_with(mark) && zeros * 2 >= all && all >= 2;
    if marked(b"\xFF\xFE", second) || mostly(second, first) {
        Some("UTF-16, little endian")
    } else if marked(b"\xFE\xFF", first) || mostly(first, second) {
        Some("UTF-16, big endian")
    } else {
        None
    }
}

/// Returns true if more than a fifth of many bytes are control characters other than white space.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=31 | 127);
    head.len() >= 64 && head.iter().filter(is_control).count() * 5 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_text() {
        for text in [
            &b""[..],
            b"http://a/",
            b"\0",
            b"a\0b\0",
            b"\xFF\xFE\0\\",
            b"BZh9 is a line\n",
            b"BZh9\n",
            b"PK",
            b"a\xFFb\n\xC3\x28\n",
        ] {
            assert_eq!(of(text), Data::Text(0), "{}", text.escape_ascii());
        }
        assert_eq!(of(b"\xEF\xBB\xBFhttp://a/"), Data::Text(3));
        assert_eq!(of(&b"http://a/\r\n".repeat(700)), Data::Text(0));
    }

    #[test]
    fn wide_encodings_and_binary_data_are_seen() {
        let wide = |order: fn(u16) -> [u8; 2], mark: bool| {
            let units = mark.then_some(0xFEFF).into_iter().chain("http://a/b\n".encode_utf16());
            units.flat_map(order).collect::<Vec<u8>>()
        };
        for mark in [true, false] {
            for order in [u16::to_le_bytes, u16::to_be_bytes] {
                let found = of(&wide(order, mark));
                assert!(
                    matches!(found, Data::Other(what, _) if what.starts_with("UTF-16")),
                    "{found:?}"
                );
            }
        }
        let noise: Vec<u8> =
            (0..2000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8 & 0x3F).collect();
        assert_eq!(of(&noise), Data::Other("binary data", NO_TEXT));
    }
}
