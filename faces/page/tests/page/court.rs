//! One string before all readers.

use serde_json::{json, Value};

use crate::browser::Programs;
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 3] = [
    ("readers_are_shown_with_their_hosts", readers_are_shown_with_their_hosts),
    ("the_shortest_difference_is_shown", the_shortest_difference_is_shown),
    ("this_browser_reads_as_its_practice_says", this_browser_reads_as_its_practice_says),
];

/// Returns what a reader is said to find.
const SAYS: &str = "return document.querySelector(`[data-reader=\"${arguments[0]}\"] td:last-child`)?.textContent ?? null";
/// Returns the characters that are framed as a reader's host.
const FRAMED: &str = "return [...document.querySelectorAll(`[data-reader=\"${arguments[0]}\"] .c-host`)].map((one) => one.textContent).join('')";

fn readers_are_shown_with_their_hosts(programs: &Programs) {
    run(programs, async |browser, served| {
        let says = async |reader: &str| browser.run_with(SAYS, json!(reader)).await;
        let framed = async |reader: &str| browser.run_with(FRAMED, json!(reader)).await;
        let lead =
            async || browser.run("return document.querySelector('.court .lead').textContent").await;
        browser.open(&address(served, "#/court?input=http%3A%2F%2Fgood_host%2F")).await;
        // Every reader of the answer has a row, and this browser.
        let told = library("court", "input=http://good_host/");
        for reader in told["readers"].as_array().unwrap() {
            let reader = reader["grammar"].as_str().unwrap();
            assert_ne!(says(reader).await, Value::Null, "{reader}");
        }
        assert_eq!(says("rfc3986").await, json!("the host good_host"));
        assert_eq!(framed("rfc3986").await, json!("good_host"));
        assert_eq!(says("java-net-uri").await, json!("no host"));
        assert_eq!(
            (says("browser").await, framed("browser").await),
            (json!("the host good_host"), json!("good_host"))
        );
        let said = lead().await;
        assert!(said.as_str().unwrap().starts_with("They differ: "), "{said}");
        // A program that refuses what its rules accept finds no host.
        browser.open(&address(served, "#/court?input=http%3A%2F%2Fa.1%2F")).await;
        assert!(says("whatwg").await.as_str().unwrap().contains("refuses the host"));
        assert_eq!(says("browser").await, json!("new URL() throws"));
        // The host that a browser writes back is not always a part of the string, and is that of
        // the URL Standard.
        browser.open(&address(served, "#/court?input=http%3A%2F%2F0x7f.1%2F")).await;
        for reader in ["whatwg", "browser"] {
            assert_eq!(
                (says(reader).await, framed(reader).await),
                (json!("the host 0x7f.1, serialized 127.0.0.1"), json!("0x7f.1")),
                "{reader}"
            );
        }
        assert_eq!(says("rfc3986").await, json!("the host 0x7f.1"));
        // A document is no program, and a script has no host.
        browser.open(&address(served, "#/court?input=http%3A%2Fevil.example")).await;
        let said = says("rfc3986").await;
        assert!(said.as_str().unwrap().starts_with("no host; its prose forbids it: "), "{said}");
        browser.open(&address(served, "#/court?input=javascript%3Aalert(1)")).await;
        for reader in ["whatwg", "browser"] {
            assert_eq!(says(reader).await, json!("no host"), "{reader}");
        }
        // Another string, by a button: browsers take a backslash for a slash.
        browser.run("document.querySelector('.ask button.mono').click()").await;
        browser.until("return location.hash.includes('evil') && document.querySelector('[data-reader=whatwg]').textContent.includes('good.example')").await;
        assert_eq!(framed("browser").await, json!("good.example"));
        browser.open(&address(served, "#/court?input=a%20b&escaped=1")).await;
        let said = lead().await;
        assert!(said.as_str().unwrap().ends_with("all find no host."), "{said}");
    });
}

fn the_shortest_difference_is_shown(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/court?input=a&a=rfc3986&b=java-net-uri")).await;
        let done = "return Boolean(document.querySelector('.shortest .witness'))";
        browser.until(done).await;
        let found = library("agree", "a=rfc3986&b=java-net-uri&component=host");
        let shown =
            browser.run("return document.querySelector('.shortest .witness').textContent").await;
        assert_eq!(shown, found["witness"]["input"]);
        // Only strings that begin with a text, in which case counts.
        browser
            .open(&address(
                served,
                "#/court?input=a&a=rfc3986&b=java-net-uri&under=http%3A%2F%2Fgood.example",
            ))
            .await;
        browser.until(done).await;
        let shown =
            browser.run("return document.querySelector('.shortest .witness').textContent").await;
        assert!(shown.as_str().unwrap().starts_with("http://good.example"), "{shown}");
        browser
            .open(&address(served, "#/court?input=a&a=rfc3986&b=java-net-uri&under=urn%3Aa"))
            .await;
        browser.until("return /^(agrees|vacuous)/.test(document.querySelector('.shortest .lead')?.textContent ?? '')").await;
    });
}

fn this_browser_reads_as_its_practice_says(programs: &Programs) {
    run(programs, async |browser, _| {
        // Strings that readers of URLs are known to differ on. Hosts that only IDNA or the parser
        // of IPv4 addresses refuses are left out: nothing but a browser decides them. Chromium
        // accepts a space in a host, which the Standard forbids.
        let texts = [
            "http:a",
            "http:\\\\a\\b",
            "http://a:80/",
            "http://a:99999/",
            "http://a/b c",
            "//a/b",
            "a:b",
            ":a",
            "http://[::1]/",
            "http://[::g]/",
            "http://1.2.3/",
            "file:///C|/a",
            "https://u@h@i/",
            "http://",
            "ws:/a",
            "javascript:1",
            "http://é/",
            "http://a%41/",
        ];
        let practice = texts.map(|text| {
            let input: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
            let told = library("court", &format!("input={input}"));
            let readers = told["readers"].as_array().unwrap();
            let whatwg = readers.iter().find(|reader| reader["grammar"] == "whatwg").unwrap();
            whatwg["accepted"].as_bool().unwrap()
        });
        let own = "return arguments[0].map((text) => URL.canParse(text))";
        assert_eq!(browser.run_with(own, json!(texts)).await, json!(practice), "{texts:?}");
        let accepted = practice.iter().filter(|is_accepted| **is_accepted).count();
        assert!(accepted > 8 && texts.len() - accepted > 4, "{practice:?}");
    });
}
