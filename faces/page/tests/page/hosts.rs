//! One string before all readers.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 2] = [
    ("readers_are_shown_with_their_hosts", readers_are_shown_with_their_hosts),
    ("this_browser_reads_as_its_practice_says", this_browser_reads_as_its_practice_says),
];

/// Returns the words of the host with which a reader stands; of a refusal its reason.
const SAYS: &str = "return document.querySelector(`.host-group:has([data-reader=\"${arguments[0]}\"]) .finds, .refuses:has([data-reader=\"${arguments[0]}\"]) .why`)?.textContent ?? null";
/// Returns the characters that are framed as a reader's host.
const FRAMED: &str = "return [...document.querySelectorAll(`.host-group:has([data-reader=\"${arguments[0]}\"]) .c-host`)].map((one) => one.textContent).join('')";

fn readers_are_shown_with_their_hosts(programs: &Programs) {
    run(programs, async |browser, served| {
        let says = async |reader: &str| {
            let said = browser.run_with(SAYS, json!(reader)).await;
            said.as_str().map(|said| said.split(' ').skip(2).collect::<Vec<_>>().join(" "))
        };
        let why = async |reader: &str| browser.run_with(SAYS, json!(reader)).await.to_string();
        let framed = async |reader: &str| browser.run_with(FRAMED, json!(reader)).await;
        browser.open(&address(served, "#/hosts?input=http%3A%2F%2Fgood_host%2F")).await;
        // Every reader of the answer has a place, and this browser; a host has one, and the one
        // that most readers find is first.
        let found = library("hosts", "input=http://good_host/");
        for reader in found["readers"].as_array().unwrap() {
            let reader = reader["grammar"].as_str().unwrap();
            assert!(says(reader).await.is_some(), "{reader}");
        }
        let sizes = "return [...document.querySelectorAll('.host-group')].map((group) => group.querySelectorAll('[data-reader]').length)";
        let sizes: Vec<u64> = serde_json::from_value(browser.run(sizes).await).unwrap();
        assert!(sizes.len() > 1 && sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
        let host = Some("the host good_host".to_owned());
        assert_eq!(
            (says("rfc3986").await, framed("rfc3986").await),
            (host.clone(), json!("good_host"))
        );
        assert_eq!(says("java-net-uri").await.as_deref(), Some("no host"));
        assert_eq!((says("browser").await, framed("browser").await), (host, json!("good_host")));
        // A program that refuses what its rules accept finds no host.
        browser.open(&address(served, "#/hosts?input=http%3A%2F%2Fa.1%2F")).await;
        assert!(why("whatwg").await.contains("refuses the host"));
        assert_eq!(why("browser").await, "\"new URL() throws\"");
        // The host that a browser writes back is not always a part of the string, and is that of
        // the URL Standard.
        browser.open(&address(served, "#/hosts?input=http%3A%2F%2F0x7f.1%2F")).await;
        for reader in ["whatwg", "browser"] {
            let said = says(reader).await;
            assert_eq!(
                said.as_deref(),
                Some("the host 0x7f.1 written back as 127.0.0.1"),
                "{reader}"
            );
            assert_eq!(framed(reader).await, json!("0x7f.1"), "{reader}");
        }
        assert_eq!(says("rfc3986").await.as_deref(), Some("the host 0x7f.1"));
        // A document is not a program, and a script has no host.
        browser.open(&address(served, "#/hosts?input=http%3A%2Fevil.example")).await;
        assert_eq!(says("rfc3986").await.as_deref(), Some("no host"));
        let prose = "return document.querySelector('.host-group:has([data-reader=rfc3986]) .note').textContent";
        let prose = browser.run(prose).await.to_string();
        assert!(prose.contains("The prose of RFC 3986 forbids it: "), "{prose}");
        browser.open(&address(served, "#/hosts?input=javascript%3Aalert(1)")).await;
        for reader in ["whatwg", "browser"] {
            assert_eq!(says(reader).await.as_deref(), Some("no host"), "{reader}");
        }
        // A reference has a base, and its target a host.
        browser
            .open(&address(
                served,
                "#/hosts?input=%2F%5Cevil.example&base=https%3A%2F%2Fgood.example%2F",
            ))
            .await;
        for (reader, host) in [
            ("whatwg", "evil.example"),
            ("browser", "evil.example"),
            ("python-3.14", "good.example"),
        ] {
            assert_eq!(says(reader).await, Some(format!("the host {host}")), "{reader}");
            assert!(framed(reader).await.as_str().unwrap().starts_with(host), "{reader}");
        }
        // Another string, by a button: browsers take a backslash for a slash.
        browser.run("document.querySelector('.ask .chip').click()").await;
        browser.until("return location.hash.includes('evil') && document.querySelector('.host-group:has([data-reader=whatwg]) .finds').textContent.includes('good.example')").await;
        assert_eq!(framed("browser").await, json!("good.example"));
    });
}

fn this_browser_reads_as_its_practice_says(programs: &Programs) {
    run(programs, async |browser, _| {
        // Strings that readers of URLs are known to differ on. Hosts that only IDNA or the parser
        // of IPv4 addresses refuses are left out: only a browser decides them. Chromium accepts a
        // space in a host, which the Standard forbids.
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
            let found = library("hosts", &format!("input={input}"));
            let readers = found["readers"].as_array().unwrap();
            let whatwg = readers.iter().find(|reader| reader["grammar"] == "whatwg").unwrap();
            whatwg["accepted"].as_bool().unwrap()
        });
        let own = "return arguments[0].map((text) => URL.canParse(text))";
        assert_eq!(browser.run_with(own, json!(texts)).await, json!(practice), "{texts:?}");
        let accepted = practice.iter().filter(|is_accepted| **is_accepted).count();
        assert!(accepted > 8 && texts.len() - accepted > 4, "{practice:?}");
    });
}
