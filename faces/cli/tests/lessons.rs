//! `urigram serve --lessons`: a teacher's own lessons.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::page;
use crate::program::urigram;
use crate::served::Served;

/// Returns the example of the manual.
fn manual() -> String {
    let manual = include_str!("../../../docs/lessons.md");
    let begun = manual.split("````markdown\n").nth(1).expect("the manual has an example");
    begun.split("````").next().unwrap_or_default().to_owned()
}

/// Returns a new folder with one file.
fn folder(name: &str, file: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("urigram-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(file), text).unwrap();
    folder
}

fn command(folder: &Path) -> Command {
    let mut command = urigram(&["serve", "--port", "0", "--lessons"]);
    command.arg(folder);
    command
}

#[test]
fn lessons_of_a_folder_are_listed_behind_the_others() {
    let folder = folder("lessons", "fragment.md", &manual());
    std::fs::write(folder.join("notes.txt"), "no lesson").unwrap();
    let wasm = page::folder("listed");
    page::packs(&wasm);
    let mut command = command(&folder);
    let served = Served::start(command.arg("--wasm").arg(wasm));
    // The page names the file of each answer.
    let index = served.get("/").body.replace("&quot;", "\"");
    let answer = |question: &str| {
        let named = index.split(&format!("\"{question}\":\"")).nth(1).expect("it is kept");
        served.get(&format!("/{}", named.split('"').next().unwrap())).json()
    };
    let listed = answer("lessons?");
    let ids: Vec<&str> = listed["lessons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.last(), Some(&"fragment"));
    assert_eq!(ids.len(), 11);
    let lesson = answer("lesson?id=fragment");
    assert_eq!(lesson["steps"][0]["title"], "With and without");
    assert_eq!(lesson["steps"][0]["view"], "#/string?input=http%3A%2F%2Fa%2Fb%23c");
}

#[test]
fn bad_lessons_are_refused_with_file_and_line() {
    let right = manual();
    for (name, text, says) in [
        (
            "a.md",
            right.replace("at 10", "at 9"),
            "a.md: step 1, line 10: the offset of the error is 10, not 9",
        ),
        ("a.md", right.replace("view: ", "look: "), "line 8: a.md: `look` is not a key"),
        ("a.md", right.replace("> Ask", "<b>Ask</b>"), "HTML"),
        ("query.md", right.clone(), "already"),
        ("a.txt", right.clone(), "no lesson"),
    ] {
        let folder = folder("bad-lessons", name, &text);
        let output = command(&folder).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        let words: Vec<&str> = says.split(": ").collect();
        assert!(words.iter().all(|word| message.contains(word)), "{message} does not say {says}");
    }
    let output = command(Path::new("/nothing/here")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
