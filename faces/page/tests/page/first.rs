//! The first page: a string in all documents.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 5] = [
    ("no_two_documents_say_the_same", no_two_documents_say_the_same),
    ("a_page_that_is_a_file_says_what_to_do", a_page_that_is_a_file_says_what_to_do),
    ("the_first_page_says_since_when", the_first_page_says_since_when),
    ("one_character_is_moved_and_changed", one_character_is_moved_and_changed),
    ("equal_rows_are_one_until_asked_for", equal_rows_are_one_until_asked_for),
];

fn the_first_page_says_since_when(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "")).await;
        let said = "return document.querySelector('.answer .verdict')?.textContent ?? ''";
        assert_eq!(browser.run(said).await, json!("Legal since RFC 1738 (1994), and in every document after it. URN documents are not included. Unless you name a document, urigram reads it by RFC 3986 (2005)."));
        let heading = "return document.querySelector('h1').textContent";
        assert_eq!(browser.run(heading).await, json!("When did this become a legal URL?"));
        // A cell for each document, with the library's verdict.
        for input in ["http://a/~b", "urn:a:b", "http://[::1]/", "a b", ""] {
            let query = input.replace(' ', "%20");
            browser.open(&address(served, &format!("#/string?input={query}"))).await;
            let answer = library("string", &format!("input={query}"));
            let documents = answer["documents"].as_array().unwrap();
            let cells = "return [...document.querySelectorAll('.year-cell')].map((cell) => [cell.dataset.at, cell.classList.contains('accepted')])";
            let wanted: Vec<_> =
                documents.iter().map(|one| json!([one["grammar"], one["accepted"]])).collect();
            assert_eq!(browser.run(cells).await, json!(wanted), "{input:?}");
            let none = documents.iter().all(|one| one["accepted"] == json!(false));
            let shown = browser.run(said).await;
            assert_eq!(shown.as_str().unwrap().starts_with("No document"), none, "{shown}");
        }
    });
}

fn equal_rows_are_one_until_asked_for(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/string?input=http%3A%2F%2Fa%2F~b")).await;
        let count = "return [document.querySelectorAll('.entry').length, [...document.querySelectorAll('.entry')].filter((row) => row.checkVisibility()).length]";
        let before = browser.run(count).await;
        assert_eq!(before[0], json!(15));
        assert!(before[1].as_u64() < Some(12), "{before}");
        let more =
            "return [...document.querySelectorAll('.more-alike')].map((one) => one.textContent)";
        let shown = browser.run(more).await;
        assert!(shown[0].as_str().unwrap().starts_with("3 more stop at the same byte: RFC 1630"));
        // The strip opens what hides a row, and a part stands out in all rows.
        browser.run("document.querySelector('.year-cell[data-at=rfc1808]').click()").await;
        browser
            .until(
                "return document.querySelector('.entry[data-grammar=rfc1808]').checkVisibility()",
            )
            .await;
        browser.run("document.querySelector('.legend .c-path').click()").await;
        browser.until("return document.querySelectorAll('.chars .c-path.lit').length > 5 && document.querySelectorAll('.chars .c-host.lit').length === 0").await;
        assert_eq!(browser.run("return location.hash.includes('part=path')").await, json!(true));
    });
}

/// The sentence on the first page, for all pairs of documents.
fn no_two_documents_say_the_same(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "")).await;
        let answer = library("matrix", "");
        let pairs = answer["pairs"].as_array().unwrap();
        assert_eq!(pairs.len(), 15 * 14 / 2);
        for pair in pairs {
            assert_ne!(pair["relation"], "equal", "{pair}");
        }
    });
}

fn a_page_that_is_a_file_says_what_to_do(programs: &Programs) {
    run(programs, async |browser, _served| {
        let page = concat!("file://", env!("CARGO_MANIFEST_DIR"), "/assets/index.html");
        browser.goto(page).await;
        let shown = "return document.querySelector('main [role=alert]')?.textContent ?? ''";
        let shown = browser.run(shown).await;
        assert!(shown.as_str().unwrap().contains("python3 -m http.server"), "{shown}");
        // The browser complains that a file may not load a module, and the page reports that.
        browser.log("browser").await;
        browser.log("performance").await;
    });
}

/// The character at the caret goes to another place, or becomes another one.
fn one_character_is_moved_and_changed(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/string?input=http%3A%2F%2Fa%2F~b")).await;
        let press = "document.querySelector('.fold').open = true; const area = document.querySelector('textarea.string'); area.setSelectionRange(arguments[0], arguments[0]); [...document.querySelectorAll('.one-character button')].find((one) => one.textContent === 'move ▶').click()";
        let field = "return document.querySelector('textarea.string').value";
        browser.run_with(press, json!(9)).await;
        assert_eq!(browser.run(field).await, json!("http://a/b~"));
        browser.until("return location.hash.includes('b~')").await;
        // It is still the one at the caret.
        browser.run("const others = document.querySelector('.one-character select'); others.value = '?'; others.dispatchEvent(new Event('change'))").await;
        assert_eq!(browser.run(field).await, json!("http://a/b?"));
        // The last one has no place behind it.
        browser.run_with(press, json!(10)).await;
        assert_eq!(browser.run(field).await, json!("http://a/b?"));
    });
}
