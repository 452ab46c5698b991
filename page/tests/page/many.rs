//! Many strings, as a class pastes them, and the files that it takes home.

use serde_json::{json, Value};

use crate::browser::Programs;
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 2] = [
    ("a_list_is_held_against_expectations", a_list_is_held_against_expectations),
    ("this_browser_reads_as_its_practice_says", this_browser_reads_as_its_practice_says),
];

/// Returns a script that gives the row of a reader: the signs, and which are not as expected.
fn row(reader: &str) -> String {
    format!(
        "const cells = [...document.querySelectorAll('[data-reader=\"{reader}\"] td')].slice(1); \
         return [cells.map((one) => one.firstChild.textContent).join(''), \
         cells.map((one) => one.matches('.unexpected') ? 'x' : '.').join('')]"
    )
}

fn a_list_is_held_against_expectations(programs: &Programs) {
    run(programs, async |browser, served| {
        let list = "%2B%20http%3A%2F%2Fa%2F~b%0A%0Ahttp%3A%2F%2Fa%2Fb%20c%0A-%20urn%3Aa%3Ab%0Ahttp%3A%2F%2Fa%2F%20";
        browser.open(&address(served, &format!("#/many?list={list}"))).await;
        assert_eq!(browser.run(&row("rfc1738")).await, json!(["✗✗✓✗", "x.x."]));
        assert_eq!(browser.run(&row("rfc3986")).await, json!(["✓✗✓✗", "..x."]));
        // The space at the end of the last one is removed before it is read.
        assert_eq!(browser.run(&row("whatwg")).await[0], json!("✓✓✓✓"));
        assert_eq!(browser.run(&row("browser")).await, json!(["✓✓✓✓", "..x."]));
        // Files: the texts are caught on their way to the visitor.
        let caught = "window.texts = []; const kept = URL.createObjectURL; \
                      URL.createObjectURL = (blob) => { \
                        blob.text().then((text) => window.texts.push([blob.type, text])); \
                        return kept.call(URL, blob); \
                      }; \
                      for (const button of document.querySelectorAll('.answer button')) \
                        button.click()";
        browser.run(caught).await;
        browser.until("return window.texts.length === 2").await;
        let texts = browser.run("return window.texts.sort()").await;
        assert_eq!(texts[1][0], "text/csv");
        let csv: Vec<&str> = texts[1][1].as_str().unwrap().split("\r\n").collect();
        assert!(csv[0].starts_with("string,escaped,expected,url-1993,"), "{}", csv[0]);
        assert!(csv[0].ends_with(",fast-uri-4,go-1.27,this browser"), "{}", csv[0]);
        assert!(csv[1].starts_with("http://a/~b,http://a/~b,accept,rejected at 9,"), "{}", csv[1]);
        assert_eq!(csv.len(), 6);
        let object: Value = serde_json::from_str(texts[0][1].as_str().unwrap()).unwrap();
        assert_eq!(object["strings"][2]["verdicts"]["rfc3986"], "accepted");
        assert_eq!(object["strings"][2]["expected"], false);
        assert_eq!(object["totals"]["rfc3986"]["unexpected"], 1);
        // Strings in rows show the same.
        browser.open(&address(served, &format!("#/many?list={list}&rows=strings"))).await;
        let signs = "return [...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td > :first-child')].map((one) => one.textContent).join('').at(-1)).join('')";
        assert_eq!(browser.run(signs).await, json!("✓✓✓✓"));
        // A cell that CSV has to quote, and a list of nothing.
        let quoted = "return import(new URL('save.js', document.baseURI)).then(({ csv }) => csv([['a,\"b\"', 1], ['c\\nd', '']]))";
        assert_eq!(browser.run(quoted).await, json!("\"a,\"\"b\"\"\",1\r\n\"c\nd\",\r\n"));
        browser.open(&address(served, "#/many?list=")).await;
        let words = browser.run("return document.querySelector('.answer').textContent").await;
        assert_eq!(words, json!("No strings."));
        // The rules accept NUL, and a condition beside them does not.
        browser.open(&address(served, "#/many?list=urn%3Aab%3A%2500")).await;
        assert_eq!(browser.run(&row("rfc2141")).await[0], json!("!"));
    });
}

fn this_browser_reads_as_its_practice_says(programs: &Programs) {
    run(programs, async |browser, served| {
        // Strings that readers of URLs are known to differ on. Hosts that only IDNA or the parser
        // of IPv4 addresses refuses are left out: nothing but a browser decides them. Chromium
        // accepts a space in a host, which the Standard forbids.
        let list = "http:a\nhttp:\\\\a\\b\nhttp://a:80/\nhttp://a:99999/\nhttp://a/b c\n//a/b\na:b\n:a\nhttp://[::1]/\nhttp://[::g]/\nhttp://1.2.3/\nfile:///C|/a\nhttps://u@h@i/\nhttp://\nws:/a\njavascript:1\nhttp://é/\nhttp://a%41/\n";
        let list: String = list.bytes().map(|byte| format!("%{byte:02X}")).collect();
        browser.open(&address(served, &format!("#/many?list={list}&rows=documents"))).await;
        let practice = browser.run(&row("whatwg")).await[0].as_str().unwrap().replace('!', "✗");
        let own = browser.run(&row("browser")).await;
        assert_eq!(own[0], json!(practice));
        assert!(practice.matches('✗').count() > 4 && practice.matches('✓').count() > 8);
    });
}
