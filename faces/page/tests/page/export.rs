//! Export: what is saved is what was answered.

use serde_json::{json, Value};

use crate::browser::{Browser, Programs};
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 1] =
    [("what_is_saved_is_what_was_shown", what_is_saved_is_what_was_shown)];

/// Keeps what is saved in the page, in place of files.
const KEEP: &str = "window.saved = []; const made = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push([blob.type, text])); return made.call(URL, blob); }; HTMLAnchorElement.prototype.click = function () { window.named = this.download; };";

/// Presses a button of the dialog in the row of that name, and returns what was saved last.
async fn saved(browser: &Browser, row: &str, button: &str) -> (String, String) {
    browser.run("window.saved = []").await;
    browser.press("e").await;
    let press = "const rows = [...document.querySelectorAll('#export tr')].filter((one) => one.querySelector('th').textContent === arguments[0][0]); rows.flatMap((row) => [...row.querySelectorAll('button')]).find((one) => one.textContent === arguments[0][1]).click()";
    browser.run_with(press, json!([row, button])).await;
    browser
        .until("return window.saved.length === 1 && !document.querySelector('#export').open")
        .await;
    let found = browser.run("return window.saved[0]").await;
    serde_json::from_value(found).expect("a type and a text")
}

fn what_is_saved_is_what_was_shown(programs: &Programs) {
    run(programs, async |browser, served| {
        browser
            .open(&address(served, "#/string?input=http%3A%2F%2Fa%2C%22%2Fb&tree=rfc3986"))
            .await;
        browser.run(KEEP).await;
        let (kind, text) = saved(browser, "string", "JSON").await;
        assert_eq!(kind, "application/json;charset=utf-8");
        let exported: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(exported["parameters"]["input"], "http://a,\"/b");
        let asked = library("string", "input=http://a,%22/b");
        assert_eq!(exported["answer"], asked);
        // A row for each document, quoted as RFC 4180 has it.
        let (_, text) = saved(browser, "string", "CSV").await;
        let rows: Vec<&str> = text.split("\r\n").collect();
        let columns: Vec<&str> = rows[0].split(',').collect();
        assert_eq!(rows.len(), asked["documents"].as_array().unwrap().len() + 2);
        assert!(columns.contains(&"grammar") && columns.contains(&"error.offset"), "{columns:?}");
        assert!(rows.iter().any(|row| row.contains("\"\"")), "{text}");
        let (_, text) = saved(browser, "string", "text").await;
        assert!(text.contains("grammar: rfc3986\n") && text.contains("escaped: http://a,\"/b\n"));
        assert_eq!(browser.run("return window.named").await, json!("urigram-string-string.txt"));
    });
}
