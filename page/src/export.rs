//! The page as a folder of files, which any web server can serve: the same files as those that
//! `serve` answers with, and the answers as WebAssembly.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};

use crate::{assets, policy};

/// The name of the WebAssembly in the folder, compressed by gzip. A name that ends in `.gz` would
/// make some servers say that the transfer is compressed, and browsers unpack it twice.
pub const ANSWERS: &str = "answers.packed";

/// The service worker, which keeps the page for visits without a network.
const OFFLINE: &str = "offline.js";

const PAGE: &str = "index.html";

/// The line of the page after which the export adds its own: before anything is loaded.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path in the folder, such as `views/string.js`.
    pub path: String,
    /// The content.
    pub bytes: Cow<'static, [u8]>,
}

/// Returns the files of the folder, in order of their paths. `answers` is the WebAssembly,
/// compressed by gzip.
pub fn files(answers: Vec<u8>) -> Vec<File> {
    let mut files: Vec<File> = assets::paths()
        .filter_map(|path| {
            let bytes = assets::asset(&path)?.bytes;
            Some(File { path: path.into_owned(), bytes })
        })
        .collect();
    files.push(File { path: ANSWERS.to_owned(), bytes: answers.into() });
    files.sort_by(|a, b| a.path.cmp(&b.path));
    change(&mut files, PAGE, |page| page.replacen(HEAD, &format!("{HEAD}{}", head()), 1));
    let constants = constants(&files);
    change(&mut files, OFFLINE, |script| constants + script);
    files
}

/// Changes the text of one file.
fn change(files: &mut [File], path: &str, change: impl FnOnce(&str) -> String) {
    if let Some(file) = files.iter_mut().find(|file| file.path == path) {
        file.bytes = change(&String::from_utf8_lossy(&file.bytes)).into_bytes().into();
    }
}

/// Returns the lines that make the page one without a server.
fn head() -> String {
    format!(
        "  <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n  \
         <meta name=\"urigram-answers\" content=\"{ANSWERS}\">\n  \
         <link rel=\"preload\" href=\"{ANSWERS}\" as=\"fetch\" crossorigin>\n",
        policy::exported()
    )
}

/// Returns the constants of the service worker: a version that changes with any file, and the paths
/// of all files except its own.
fn constants(files: &[File]) -> String {
    // It only has to differ from that of the folder's last export.
    let mut hasher = DefaultHasher::new();
    for file in files {
        for part in [file.path.as_bytes(), &file.bytes] {
            hasher.write_usize(part.len());
            hasher.write(part);
        }
    }
    let paths: Vec<&str> =
        files.iter().map(|file| &*file.path).filter(|path| *path != OFFLINE).collect();
    let paths = serde_json::json!(paths);
    format!("const VERSION = \"{:016x}\";\nconst FILES = {paths};\n\n", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(files: &[File], path: &str) -> String {
        let file = files.iter().find(|file| file.path == path).unwrap();
        String::from_utf8(file.bytes.to_vec()).unwrap()
    }

    #[test]
    fn every_asset_is_in_the_folder_and_only_two_differ() {
        let files = files(b"answers".to_vec());
        let mut differing = Vec::new();
        for path in assets::paths() {
            let own = files.iter().find(|file| file.path == path).unwrap();
            if own.bytes != assets::asset(&path).unwrap().bytes {
                differing.push(path.into_owned());
            }
        }
        differing.sort();
        assert_eq!(differing, [PAGE, OFFLINE]);
        assert_eq!(files.len(), assets::paths().count() + 1);
    }

    #[test]
    fn the_page_names_its_answers_before_it_loads_a_script() {
        let page = text(&files(Vec::new()), PAGE);
        let script = page.find("<script").unwrap();
        for said in ["'wasm-unsafe-eval'", "urigram-answers", "rel=\"preload\""] {
            assert!(page.find(said).is_some_and(|at| at < script), "{said}: {page}");
        }
        // A path from the root would not work in a folder below it.
        for quote in ["href=\"/", "src=\"/", "'/", "content=\"/"] {
            assert!(!page.contains(quote), "{quote}");
        }
    }

    #[test]
    fn a_changed_file_is_a_new_version() {
        let version = |answers: &[u8]| {
            let script = text(&files(answers.to_vec()), OFFLINE);
            script.lines().next().unwrap().to_owned()
        };
        assert_eq!(version(b"a"), version(b"a"));
        assert_ne!(version(b"a"), version(b"b"));
        let script = text(&files(Vec::new()), OFFLINE);
        let list = script.lines().nth(1).unwrap();
        assert!(list.contains("\"views/string.js\"") && list.contains(ANSWERS), "{list}");
        assert!(!list.contains(OFFLINE), "a cached service worker is never replaced");
    }
}
