//! Runs every program in `examples` and compares its output with the file of its name in
//! `tests/first_steps`.
//!
//! `BLESS=1 cargo test --test first_steps` writes the files anew. Cargo builds the
//! programs for `cargo test`, but not for `cargo test --test first_steps` alone: build them first
//! by `cargo build --examples`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Returns the folder where cargo puts examples: `examples` next to the tests' `deps`.
fn built() -> PathBuf {
    let test = env::current_exe().expect("a test knows its own path");
    test.ancestors().nth(2).expect("a test is in target/PROFILE/deps").join("examples")
}

#[test]
fn the_output_of_examples_is_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut count, mut complaints) = (0, Vec::new());
    for entry in fs::read_dir(root.join("examples")).expect("the examples can be listed") {
        let path = entry.expect("the examples can be listed").path();
        // A folder is a document that an example loads.
        if path.is_dir() {
            continue;
        }
        let name = path.file_stem().expect("an example has a name").to_string_lossy().into_owned();
        let program = built().join(format!("{name}{}", env::consts::EXE_SUFFIX));
        let output = match Command::new(&program).output() {
            Ok(output) => output,
            Err(error) => {
                complaints
                    .push(format!("{}: {error}; run `cargo build --examples`", program.display()));
                continue;
            }
        };
        let printed = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !errors.is_empty() {
            complaints.push(format!("{name}: {}\n{errors}", output.status));
        }
        let expected = root.join("tests/first_steps").join(format!("{name}.txt"));
        if env::var_os("BLESS").is_some() {
            fs::write(&expected, &*printed).expect("a file can be written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != printed {
            complaints.push(format!(
                "{}: is not what the example prints:\n{printed}",
                expected.display()
            ));
        }
        count += 1;
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(count >= 10, "only {count} examples were run");
}
