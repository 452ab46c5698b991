//! The page's files: part of the program, or read from the disk each time in debug builds.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// The packs, which are there in a release; elsewhere `.ci/page` builds them into `target`.
#[derive(RustEmbed)]
#[folder = "packs"]
#[allow_missing = true]
struct Packs;

/// Returns the file at a path such as `views/string.js`; `None` if the page has no such file.
pub fn asset(path: &str) -> Option<Cow<'static, [u8]>> {
    Assets::get(path).map(|file| file.data)
}

/// Returns a file of the page's answers as WebAssembly, such as `first.packed`; `None` if the
/// program was built without them.
pub fn pack(name: &str) -> Option<Cow<'static, [u8]>> {
    Packs::get(name).map(|file| file.data)
}

/// Returns the paths of all files; `index.html` is the page.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Assets::iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_a_file_of_the_page_alone() {
        assert!(paths().any(|path| path == "index.html"));
        assert!(paths().all(|path| asset(&path).is_some_and(|bytes| !bytes.is_empty())));
        assert!(asset("../../Cargo.toml").is_none() && asset("views").is_none());
    }
}
