//! `urigram page`: the folder, and the WebAssembly that it needs.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::write::GzEncoder;
use flate2::Compression;

fn page(arguments: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
    command.arg("page").args(arguments).output().unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns a new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes compressed bytes.
fn packed(path: &Path, bytes: &[u8]) {
    let mut encoder = GzEncoder::new(File::create(path).unwrap(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap();
}

#[test]
fn a_folder_has_every_file_of_the_page_and_the_answers() {
    let folder = folder("whole");
    let (wasm, out) = (folder.join("own.wasm.gz"), folder.join("deep/page"));
    packed(&wasm, &[b"\0asm", urigram_page::MARK.as_bytes()].concat());
    let arguments = ["--export".as_ref(), &*out, "--wasm".as_ref(), &wasm];
    for _ in 0..2 {
        let told = page(&arguments);
        assert_eq!(told.status.code(), Some(0), "{}", err(&told));
        let listed = String::from_utf8(told.stdout).unwrap();
        for path in urigram_page::assets::paths() {
            assert!(out.join(&*path).is_file(), "{path}");
            assert!(listed.contains(&out.join(&*path).display().to_string()), "{path}: {listed}");
        }
        let answers = out.join(urigram_page::export::ANSWERS);
        assert_eq!(std::fs::read(answers).unwrap(), std::fs::read(&wasm).unwrap());
    }
    let index = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(index.contains("Content-Security-Policy") && index.contains("urigram-answers"));
}

#[test]
fn a_command_without_the_answers_says_how_to_get_them() {
    let folder = folder("without");
    let out = folder.join("page");
    let told = page(&["--export".as_ref(), &out]);
    assert_eq!(told.status.code(), Some(2));
    for said in ["urigram-answers.wasm.gz", "release archive", ".ci/page", "--wasm"] {
        assert!(err(&told).contains(said), "{}", err(&told));
    }
    assert!(!out.exists(), "nothing is written");
}

#[test]
fn files_that_are_not_the_answers_are_refused() {
    let folder = folder("wrong");
    let (wasm, out) = (folder.join("own.wasm.gz"), folder.join("page"));
    let refused = |why: &str| {
        let told = page(&["--export".as_ref(), &out, "--wasm".as_ref(), &wasm]);
        assert_eq!(told.status.code(), Some(2), "{why}");
        assert!(err(&told).contains(why), "{}", err(&told));
        assert!(!out.exists() || !out.join("index.html").exists());
    };
    refused("No such file");
    std::fs::write(&wasm, b"\0asm").unwrap();
    refused("no WebAssembly compressed by gzip");
    packed(&wasm, b"#!/bin/sh");
    refused("no WebAssembly compressed by gzip");
    packed(&wasm, b"\0asm urigram answers 0.0.0\n");
    refused("not the answers of urigram");
    packed(&wasm, &[b"\0asm", urigram_page::MARK.as_bytes()].concat());
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("mine.txt"), "mine").unwrap();
    refused("has other files");
}
