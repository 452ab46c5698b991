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
    /// A Parquet file.
    Parquet,
    /// Something else: what it is, and what to do.
    Other(&'static str, &'static str),
}

/// The byte-order mark of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

const NO_TEXT: &str = "it is binary; --text reads it as lines anyway";
const CONVERT: &str = "convert it first: iconv -f UTF-16 -t UTF-8";

/// Beginnings of files that hold no lines, by what to do about them.
const OTHERS: &[(&str, &[Magic])] = &[
    (
        "unpack it first",
        &[
            (b"PK\x03\x04", "a ZIP archive"),
            (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
            (b"Rar!\x1A\x07", "a RAR archive"),
        ],
    ),
    (
        "decompress it first",
        &[
            (b"\x04\x22\x4D\x18", "lz4"),
            (b"\x1F\x9D", "compress (.Z)"),
            (b"LZIP", "lzip"),
            (b"\x5D\0\0", "LZMA"),
            (b"\xFF\x06\0\0sNaPpY", "snappy"),
        ],
    ),
    (
        "write the column as lines first",
        &[
            (b"ARROW1\0\0", "an Arrow file"),
            (b"Obj\x01", "an Avro file"),
            (b"SQLite format 3\0", "an SQLite database"),
        ],
    ),
    ("make text of it first, then use extract", &[(b"%PDF-", "a PDF file")]),
    (
        NO_TEXT,
        &[
            (b"\x89PNG\r\n\x1A\n", "a PNG image"),
            (b"\xFF\xD8\xFF", "a JPEG image"),
            (b"GIF8", "a GIF image"),
            (b"\x7FELF", "an ELF program"),
            (b"\0asm", "a WebAssembly module"),
        ],
    ),
    (
        "convert it first: iconv -f UTF-32 -t UTF-8",
        &[(b"\xFF\xFE\0\0", "UTF-32"), (b"\0\0\xFE\xFF", "UTF-32")],
    ),
];

/// The first bytes of some kind of data, and its name.
type Magic = (&'static [u8], &'static str);

/// The bytes of a tar archive at offset 257.
const TAR: &[u8] = b"ustar";

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
    if head.starts_with(b"PAR1") {
        return Data::Parquet;
    }
    for (todo, magics) in OTHERS {
        if let Some((_, what)) = magics.iter().find(|(magic, _)| head.starts_with(magic)) {
            return Data::Other(what, todo);
        }
    }
    if head.get(257..).is_some_and(|rest| rest.starts_with(TAR)) {
        return Data::Other("a tar archive", "unpack it first");
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

/// Returns true if these bytes begin with a line of printable US-ASCII, of which nothing follows
/// that would make it another kind of data: no magic number has a line feed after such characters.
pub(super) fn is_line(head: &[u8]) -> bool {
    let end = head.iter().position(|&byte| byte == b'\n');
    end.is_some_and(|end| {
        let line = crate::input::without_line_end(&head[..=end]);
        !line.is_empty() && line.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t'))
    })
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

    /// No beginning of other data is taken for a line.
    #[test]
    fn short_lines_decide_without_more_bytes() {
        for line in [&b"a\n"[..], b"a:b\r\nc", b"x\ty\n"] {
            assert!(is_line(line), "{}", line.escape_ascii());
        }
        for other in [&b""[..], b"a", b"\n", b"\x1F\x8B\x08\n", b"\xEF\xBB\xBFa\n", b"h\0\n\0"] {
            assert!(!is_line(other), "{}", other.escape_ascii());
        }
        let magics = OTHERS.iter().flat_map(|(_, magics)| magics.iter().map(|(magic, _)| *magic));
        assert!(magics.clone().count() > 15);
        for magic in magics {
            assert!(!is_line(magic), "{}", magic.escape_ascii());
        }
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
