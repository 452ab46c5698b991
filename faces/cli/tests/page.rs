//! `urigram serve`: the files of the page, and the WebAssembly that it needs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;

use lzma_rust2::{LzmaOptions, LzmaWriter};
use urigram_page::{Pack, UNPACK, UNPACK_MARK};

use crate::program::{stderr, urigram};

fn page(arguments: &[&Path]) -> Output {
    urigram(&["serve"]).args(arguments).output().unwrap()
}

/// Returns a new folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a pack, compressed.
fn write(folder: &Path, pack: Pack, wasm: &[u8]) {
    std::fs::create_dir_all(folder).unwrap();
    let (options, size) = (LzmaOptions::with_preset(0), Some(wasm.len() as u64));
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, size).unwrap();
    writer.write_all(wasm).unwrap();
    std::fs::write(folder.join(pack.file()), writer.finish().unwrap()).unwrap();
}

/// Writes all packs, and what unpacks them.
pub fn packs(folder: &Path) {
    for pack in Pack::ALL {
        write(folder, pack, &[b"\0asm", pack.mark.as_bytes()].concat());
    }
    std::fs::write(folder.join(UNPACK), [b"\0asm", UNPACK_MARK.as_bytes()].concat()).unwrap();
}

#[test]
fn a_folder_has_every_file_of_the_page_and_the_answers() {
    let folder = folder("whole");
    let (wasm, out) = (folder.join("own"), folder.join("deep/page"));
    packs(&wasm);
    let arguments = ["--export".as_ref(), &*out, "--wasm".as_ref(), &wasm];
    for _ in 0..2 {
        let output = page(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let listed = String::from_utf8(output.stdout).unwrap();
        for path in urigram_page::assets::paths() {
            assert!(out.join(&*path).is_file(), "{path}");
            assert!(listed.contains(&out.join(&*path).display().to_string()), "{path}: {listed}");
        }
        for pack in Pack::ALL.map(Pack::file) {
            let read = |folder: &Path| std::fs::read(folder.join(&pack)).unwrap();
            assert_eq!(read(&out), read(&wasm));
        }
    }
    let index = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(index.contains("Content-Security-Policy") && index.contains("urigram-answers"));
}

#[test]
fn a_teachers_lessons_are_exported() {
    let folder = folder("lessons");
    let (wasm, out, own) = (folder.join("own"), folder.join("page"), folder.join("lessons"));
    packs(&wasm);
    std::fs::create_dir_all(&own).unwrap();
    let head = "```step\nview: #/string\nclaim: accepted rfc3986 'a:b'\n```";
    let lesson = format!("# Mine & others\n\nS.\n\n## One\n\n{head}\n\nMy words.\n");
    std::fs::write(own.join("my own & 50%.md"), &lesson).unwrap();
    let [export, from, lessons] = ["--export", "--wasm", "--lessons"].map(Path::new);
    let arguments = [export, &*out, from, &*wasm, lessons, &*own];
    let output = page(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let index = std::fs::read_to_string(out.join("index.html")).unwrap();
    let named = index.split("&quot;lesson?id=my own &amp; 50%&quot;:&quot;").nth(1).unwrap();
    let file = out.join(named.split("&quot;").next().unwrap());
    let answer = std::fs::read_to_string(file).unwrap();
    assert!(answer.contains("My words.") && answer.contains("Mine & others"), "{answer}");
    // A claim that is false is refused before anything is written.
    std::fs::write(own.join("b.md"), lesson.replace("a:b", "a b")).unwrap();
    std::fs::remove_dir_all(&out).unwrap();
    let output = page(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("b.md: step 1, line 9"), "{}", stderr(&output));
    assert!(!out.exists());
}

/// A release has the answers in it. Any other program says how they are built.
#[test]
fn a_command_has_the_answers_in_it_or_says_how_they_are_built() {
    let folder = folder("within");
    let out = folder.join("page");
    if urigram_page::assets::pack(UNPACK).is_none() {
        for output in [page(&["--export".as_ref(), &out]), page(&[])] {
            assert_eq!(output.status.code(), Some(2));
            for said in ["first.packed", ".ci/page", "--wasm"] {
                assert!(stderr(&output).contains(said), "{}", stderr(&output));
            }
        }
        assert!(!out.exists(), "nothing is written");
        return;
    }
    let output = page(&["--export".as_ref(), &out]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for pack in Pack::ALL {
        let packed = std::fs::read(out.join(pack.file())).unwrap();
        let wasm = urigram_page::unpacked(&packed).unwrap();
        assert!(wasm.starts_with(b"\0asm") && wasm.len() > 500_000, "{}", pack.name);
    }
    assert!(std::fs::read(out.join(UNPACK)).unwrap().starts_with(b"\0asm"));
}

#[test]
fn a_folder_without_the_answers_is_refused() {
    let folder = folder("without");
    let out = folder.join("page");
    let output = page(&["--export".as_ref(), &out, "--wasm".as_ref(), &folder]);
    assert_eq!(output.status.code(), Some(2));
    for said in ["first.packed", ".ci/page", "--wasm"] {
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    assert!(!out.exists(), "nothing is written");
}

#[test]
fn files_that_are_not_the_answers_are_refused() {
    let folder = folder("wrong");
    let (wasm, out) = (folder.join("own"), folder.join("page"));
    let refused = |why: &str| {
        let output = page(&["--export".as_ref(), &out, "--wasm".as_ref(), &wasm]);
        assert_eq!(output.status.code(), Some(2), "{why}");
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        assert!(!out.exists() || !out.join("index.html").exists());
    };
    refused("is not there");
    packs(&wasm);
    std::fs::write(wasm.join("history.packed"), b"\0asm").unwrap();
    refused("no WebAssembly compressed by LZMA");
    write(&wasm, Pack::HISTORY, b"#!/bin/sh");
    refused("no WebAssembly compressed by LZMA");
    write(&wasm, Pack::HISTORY, b"\0asm urigram answers 0.0.0 history\n");
    refused("not the pack `history` of urigram");
    write(&wasm, Pack::HISTORY, &[b"\0asm", Pack::FIRST.mark.as_bytes()].concat());
    refused("not the pack `history` of urigram");
    packs(&wasm);
    std::fs::write(wasm.join(UNPACK), b"\0asm").unwrap();
    refused("not the pack `unpack` of urigram");
    packs(&wasm);
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("mine.txt"), "mine").unwrap();
    refused("has other files");
}
