//! The page's files: part of the program, or read from the disk each time in debug builds.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

#[derive(RustEmbed)]
#[folder = "packs"]
struct Packs;

/// A file of the page.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The media type that the server sends.
    pub media_type: &'static str,
    /// The content.
    pub bytes: Cow<'static, [u8]>,
}

/// Returns the file at a path such as `views/string.js`; `None` if the page has none there.
pub fn asset(path: &str) -> Option<Asset> {
    let media_type = media_type(path)?;
    Assets::get(path).map(|file| Asset { media_type, bytes: file.data })
}

/// Returns a file of the page's answers as WebAssembly, such as `first.packed`.
pub fn pack(name: &str) -> Option<Cow<'static, [u8]>> {
    Packs::get(name).map(|file| file.data)
}

/// Returns the paths of all files; `index.html` is the page.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Assets::iter().filter(|path| media_type(path).is_some())
}

fn media_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_has_a_media_type() {
        assert!(paths().any(|path| path == "index.html"));
        assert_eq!(paths().count(), Assets::iter().count());
        assert!(paths().all(|path| asset(&path).is_some_and(|asset| !asset.bytes.is_empty())));
        assert!(asset("../Cargo.toml").is_none() && asset("views").is_none());
    }
}
