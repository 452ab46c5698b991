//! Texts of documents, as files that may be compressed: Debian has the RFCs so.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};

use crate::bulk::content;
use crate::exit::Failure;
use crate::input::LONGEST;

/// Reads a file, at most [`LONGEST`] bytes of it when it is unpacked; `-` is standard input.
///
/// # Errors
/// [`Failure::Usage`] for what cannot be read or unpacked, [`Failure::Limit`] above the limit.
pub(crate) fn bytes(file: &OsStr) -> Result<Vec<u8>, Failure> {
    let name = file.to_string_lossy();
    let unreadable = |error: io::Error| Failure::Usage(format!("{name}: {error}"));
    let data: Box<dyn Read + Send> = if file == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(unreadable)?)
    };
    let mut bytes = Vec::new();
    let content = content(data).map_err(unreadable)?;
    content.take(LONGEST as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > LONGEST {
        return Err(Failure::Limit(format!("{name}: longer than {LONGEST} bytes")));
    }
    Ok(bytes)
}

/// Like [`bytes`], for a file of text.
///
/// # Errors
/// The errors of [`bytes`], and [`Failure::Usage`] for what is not UTF-8.
pub(crate) fn text(file: &OsStr) -> Result<String, Failure> {
    String::from_utf8(bytes(file)?).map_err(|error| {
        Failure::Usage(format!("{}: {}", file.to_string_lossy(), error.utf8_error()))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;
    use flate2::Compression;

    use super::*;

    /// Returns the path of a new file with this content.
    fn file(name: &str, content: &[u8]) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("urigram-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        path
    }

    #[test]
    fn a_compressed_text_is_its_content() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all("a = \"é\"\n".as_bytes()).unwrap();
        let packed = encoder.finish().unwrap();
        let whole = file("whole", &packed);
        assert_eq!(text(whole.as_os_str()).unwrap(), "a = \"é\"\n");
        let plain = file("plain", b"a");
        assert_eq!(bytes(plain.as_os_str()).unwrap(), b"a");
        let cut = file("cut", &packed[..packed.len() - 6]);
        let error = format!("{:?}", bytes(cut.as_os_str()).unwrap_err());
        assert!(error.contains("the data ends early"), "{error}");
        // What is unpacked is limited, however small the file.
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&vec![b'a'; LONGEST + 1]).unwrap();
        let bomb = file("bomb", &encoder.finish().unwrap());
        assert!(matches!(bytes(bomb.as_os_str()), Err(Failure::Limit(_))));
        for path in [whole, plain, cut, bomb] {
            std::fs::remove_file(path).unwrap();
        }
    }
}
