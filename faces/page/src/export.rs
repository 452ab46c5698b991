//! The page as a folder of files, which any web server can serve: those of the assets, answers that
//! are the same for every visitor, and the rest of the answers as WebAssembly.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher};

use serde_json::json;

use crate::{assets, Pack, UNPACK};
use urigram_answers::questions::kept;
use urigram_answers::Refusal;

/// The service worker, which keeps the page for visits without a network.
const OFFLINE: &str = "offline.js";

const PAGE: &str = "index.html";

/// The content security policy of the page: its own files and answers, and nothing else. Frames are
/// up to the web server: a policy in the page cannot cover them.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'none'";

/// The line of the page after which the export adds its own: before anything is loaded.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// The script that every view needs, with all that it imports. Without a list of them the browser
/// finds out about each one only when another one is there.
const FIRST: &str = "app.js";

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path in the folder, such as `views/string.js`.
    pub path: String,
    /// The content.
    pub bytes: Cow<'static, [u8]>,
}

impl File {
    /// Returns the media type, by the end of the path.
    pub fn media_type(&self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("json") => "application/json",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        }
    }
}

/// Returns the files of the folder, in order of their paths. `packs` are the WebAssembly of
/// [`Pack::ALL`], compressed by LZMA; `unpack` is the WebAssembly that unpacks them.
///
/// # Errors
/// The refusal of a question whose answer is kept as a file.
pub fn files(
    packs: impl IntoIterator<Item = Vec<u8>>,
    unpack: Vec<u8>,
) -> Result<Vec<File>, Refusal> {
    let mut files: Vec<File> = assets::paths()
        .filter_map(|path| {
            let bytes = assets::asset(&path)?;
            Some(File { path: path.into_owned(), bytes })
        })
        .collect();
    let mut answers = serde_json::Map::new();
    for (question, answer) in kept()? {
        // An id of a lesson can have any characters, so that a number takes its place.
        let name = question.split('?').next().unwrap_or_default();
        let path = format!("answers/{name}-{}.json", answers.len());
        files.push(File { path: path.clone(), bytes: answer.to_string().into_bytes().into() });
        answers.insert(question, path.into());
    }
    let packs = Pack::ALL.into_iter().zip(packs);
    files.extend(packs.map(|(pack, bytes)| File { path: pack.file(), bytes: bytes.into() }));
    files.push(File { path: UNPACK.to_owned(), bytes: unpack.into() });
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let head = head(&serde_json::Value::Object(answers), &imported(&files, FIRST));
    change(&mut files, PAGE, |page| page.replacen(HEAD, &format!("{HEAD}{head}"), 1));
    let constants = constants(&files);
    change(&mut files, OFFLINE, |script| constants + script);
    Ok(files)
}

/// Returns the paths of a script and of those that it imports, by others or itself.
fn imported(files: &[File], script: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut pending = vec![script.to_owned()];
    while let Some(path) = pending.pop() {
        let Some(file) = files.iter().find(|file| file.path == path) else { continue };
        let text = String::from_utf8_lossy(&file.bytes);
        let lines = text.lines().filter(|line| line.starts_with("import "));
        let names = lines.filter_map(|line| line.strip_suffix("\";")?.split("from \"").nth(1));
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        pending.extend(names.filter_map(|name| match name.strip_prefix("./") {
            Some(beside) if folder.is_empty() => Some(beside.to_owned()),
            Some(beside) => Some(format!("{folder}/{beside}")),
            None => name.strip_prefix("../").map(str::to_owned),
        }));
        pending.retain(|path| !found.contains(path));
        found.insert(path);
    }
    found
}

/// Changes the text of one file.
fn change(files: &mut [File], path: &str, change: impl FnOnce(&str) -> String) {
    if let Some(file) = files.iter_mut().find(|file| file.path == path) {
        file.bytes = change(&String::from_utf8_lossy(&file.bytes)).into_bytes().into();
    }
}

/// Returns the lines that the page begins with: its policy, the files of the answers, and the
/// scripts that a first visit loads at once.
fn head(kept: &serde_json::Value, scripts: &BTreeSet<String>) -> String {
    let packs =
        Pack::ALL.map(|pack| json!([pack.file(), pack.questions.names().collect::<Vec<_>>()]));
    let files = json!({ "kept": kept, "packs": packs });
    let files = files.to_string().replace('&', "&amp;").replace('"', "&quot;");
    let scripts: String = scripts
        .iter()
        .map(|path| format!("  <link rel=\"modulepreload\" href=\"{path}\">\n"))
        .collect();
    // Every view begins with the list of documents.
    let listed = kept["grammars?"].as_str().unwrap_or_default();
    format!(
        "  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n  \
         <meta name=\"urigram-answers\" content=\"{files}\">\n  \
         <link rel=\"preload\" href=\"{listed}\" as=\"fetch\" crossorigin>\n{scripts}"
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

    /// Returns the files of a folder whose first pack is `first`.
    fn folder(first: &str) -> Vec<File> {
        let packs = Pack::ALL.map(|pack| if pack.name == "first" { first } else { pack.name });
        files(packs.map(|pack| pack.as_bytes().to_vec()), b"\0asm".to_vec()).unwrap()
    }

    #[test]
    fn every_asset_is_in_the_folder_and_only_two_differ() {
        let files = folder("first");
        let mut differing = Vec::new();
        for path in assets::paths() {
            let own = files.iter().find(|file| file.path == path).unwrap();
            if own.bytes != assets::asset(&path).unwrap() {
                differing.push(path.into_owned());
            }
        }
        differing.sort();
        assert_eq!(differing, [PAGE, OFFLINE]);
        let answers = files.iter().filter(|file| file.path.starts_with("answers/")).count();
        assert_eq!(answers, kept().unwrap().len());
        assert_eq!(files.len(), assets::paths().count() + Pack::ALL.len() + 1 + answers);
    }

    #[test]
    fn the_page_names_its_answers_before_it_loads_a_script() {
        let page = text(&folder("first"), PAGE);
        let script = page.find("<script").unwrap();
        for said in ["'wasm-unsafe-eval'", "urigram-answers", "first.packed", "lesson?id=tilde"] {
            assert!(page.find(said).is_some_and(|at| at < script), "{said}: {page}");
        }
        // A path from the root would not work in a folder below it.
        for quote in ["href=\"/", "src=\"/", "'/", "content=\"/", "&quot;/"] {
            assert!(!page.contains(quote), "{quote}");
        }
    }

    #[test]
    fn the_page_lists_the_scripts_of_every_view_and_no_others() {
        let files = folder("first");
        let page = text(&files, PAGE);
        let listed: Vec<&str> = page
            .split("modulepreload\" href=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert!(page.contains("href=\"answers/grammars-0.json\" as=\"fetch\""), "{page}");
        for path in [FIRST, "dom.js", "local.js", "lesson.js", "export.js"] {
            assert!(listed.contains(&path), "{path}: {listed:?}");
        }
        assert!(!listed.contains(&"views/string.js"), "{listed:?}");
        for path in listed {
            assert!(files.iter().any(|file| file.path == path), "{path}");
        }
    }

    #[test]
    fn a_changed_file_is_a_new_version() {
        let version = |first: &str| {
            let script = text(&folder(first), OFFLINE);
            script.lines().next().unwrap().to_owned()
        };
        assert_eq!(version("a"), version("a"));
        assert_ne!(version("a"), version("b"));
        let script = text(&folder("a"), OFFLINE);
        let list = script.lines().nth(1).unwrap();
        for path in ["views/string.js", "unpack.wasm", "first.packed", "answers/grammars-0.json"] {
            assert!(list.contains(&format!("\"{path}\"")), "{path}: {list}");
        }
        assert!(!list.contains(OFFLINE), "a cached service worker is never replaced");
    }
}
