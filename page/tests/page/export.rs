//! Export: what is saved is what was answered and drawn.

use serde_json::{json, Value};

use crate::browser::{Browser, Programs};
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 1] =
    [("what_is_saved_is_what_was_shown", what_is_saved_is_what_was_shown)];

/// Keeps what is saved or copied in the page, in place of files and the clipboard.
const KEEP: &str = "window.saved = []; const made = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push([blob.type, text])); return made.call(URL, blob); }; HTMLAnchorElement.prototype.click = function () { window.named = this.download; }; navigator.clipboard.write = async ([item]) => { const blob = await item.getType('image/png'); const image = await createImageBitmap(blob); window.saved.push([blob.type, `${image.width} ${image.height}`]); };";

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
        let (kind, text) = saved(browser, "overview", "JSON").await;
        assert_eq!(kind, "application/json;charset=utf-8");
        let told: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(told["parameters"]["input"], "http://a,\"/b");
        let asked = library("overview", "input=http://a,%22/b");
        assert_eq!(told["answer"], asked);
        // A row for each document, quoted as RFC 4180 has it.
        let (_, text) = saved(browser, "overview", "CSV").await;
        let rows: Vec<&str> = text.split("\r\n").collect();
        let columns: Vec<&str> = rows[0].split(',').collect();
        assert_eq!(rows.len(), asked["documents"].as_array().unwrap().len() + 2);
        assert!(columns.contains(&"grammar") && columns.contains(&"error.offset"), "{columns:?}");
        assert!(rows.iter().any(|row| row.contains("\"\"")), "{text}");
        let (_, text) = saved(browser, "overview", "text").await;
        assert!(text.contains("grammar: rfc3986\n") && text.contains("escaped: http://a,\"/b\n"));
        assert_eq!(browser.run("return window.named").await, json!("urigram-string-overview.txt"));
        // A drawing is a file of its own, with the characters that were shown.
        for (view, wanted, says) in [
            ("#/string?input=http%3A%2F%2Fab%2Fc&tree=rfc3986", "tree rfc3986", "authority"),
            ("#/string?input=http%3A%2F%2Fab%2Fc", "string rfc3986", "http"),
            ("#/document?grammar=rfc3986&rule=port", "diagram", "DIGIT"),
        ] {
            browser.open(&address(served, view)).await;
            browser.run(KEEP).await;
            let list = "document.getElementById('export-open').click(); const all = [...document.querySelectorAll('#export th')].map((one) => one.textContent); document.querySelector('#export').close(); return all";
            let rows = browser.run(list).await;
            let mut names = rows.as_array().unwrap().iter().filter_map(Value::as_str);
            let row = names.find(|one| one.starts_with(wanted));
            let row = row.unwrap_or_else(|| panic!("{view}: {rows}"));
            let (kind, text) = saved(browser, row, "SVG").await;
            assert_eq!(kind, "image/svg+xml;charset=utf-8");
            let read = "const read = new DOMParser().parseFromString(arguments[0], 'image/svg+xml'); const words = [...read.querySelectorAll('text')].map((one) => one.textContent); return [read.documentElement.localName, read.querySelector('script, foreignObject, image') === null, words.some((one) => one.includes(arguments[1])) || words.join('')]";
            let drawn = browser.client.execute(read, vec![json!(text), json!(says)]).await.unwrap();
            assert_eq!(drawn, json!(["svg", true, true]), "{view}");
            let (kind, size) = saved(browser, row, "copy as image").await;
            assert_eq!(kind, "image/png");
            let sides = size.split(' ').map(|side| side.parse::<u32>().unwrap());
            assert!(sides.into_iter().all(|side| side > 20), "{size}");
        }
    });
}
