//! axe, a checker of web pages for everyone who uses them otherwise, on every view.

use std::path::{Path, PathBuf};

use serde_json::{json, Value};

use crate::browser::{Browser, Programs};
use crate::lessons;
use crate::views::{address, run, VIEWS};

/// The widths of a small phone, a phone, a projector and a large screen.
const WIDTHS: [u32; 4] = [320, 390, 1280, 1920];

/// Returns the file of axe that `URIGRAM_AXE` names, seen from the root of the project.
///
/// # Panics
/// If that file does not exist.
pub fn file() -> Option<PathBuf> {
    let named = std::env::var_os("URIGRAM_AXE").filter(|named| !named.is_empty())?;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(named);
    assert!(file.is_file(), "URIGRAM_AXE: {} does not exist", file.display());
    Some(file)
}

/// Opens every view in both themes and all widths, and fails if axe finds anything.
pub fn axe_finds_nothing(programs: &Programs, axe: &Path) {
    let axe = std::fs::read_to_string(axe).expect("axe is read");
    run(programs, async |browser, served| {
        let views = VIEWS.iter().map(|(_, view)| *view).chain(lessons::VIEWS);
        let mut found = Vec::new();
        for view in views {
            for theme in ["light", "dark"] {
                browser.resize(WIDTHS[0], 800).await;
                browser.open(&address(served, &format!("{view}&theme={theme}"))).await;
                browser.run(&axe).await;
                for width in WIDTHS {
                    browser.resize(width, 800).await;
                    for finding in findings(browser).await {
                        found.push(format!("{view} {theme} {width}: {finding}"));
                    }
                }
            }
        }
        // A page on which there is something to find.
        browser.run("document.querySelector('main').append(document.createElement('img'))").await;
        assert!(findings(browser).await.iter().any(|one| one["id"] == "image-alt"));
        assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
    });
}

/// Returns the rules that the page breaks, each with the elements.
async fn findings(browser: &Browser) -> Vec<Value> {
    let script = "window.found = undefined; axe.run().then(({ violations }) => { \
        const start = (one) => one.html.slice(0, 160); \
        window.found = violations.map(({ id, nodes }) => ({ id, \
          nodes: nodes.slice(0, 3).map(start), why: nodes[0].failureSummary.slice(0, 300) })); \
      })";
    browser.run(script).await;
    browser.until("return window.found !== undefined").await;
    let found = browser.run("return window.found").await;
    assert_ne!(found, json!(null));
    found.as_array().cloned().unwrap_or_default()
}
