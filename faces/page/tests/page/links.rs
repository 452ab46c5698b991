//! Links: they open exactly what was seen, and Back returns to it.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, run, Test, VIEWS};

use crate::browser::Browser;

/// The tests, by name.
pub const TESTS: [(&str, Test); 6] = [
    ("a_link_opens_exactly_what_was_seen", a_link_opens_exactly_what_was_seen),
    ("a_link_keeps_what_was_changed", a_link_keeps_what_was_changed),
    ("a_link_to_the_empty_string_opens_it", a_link_to_the_empty_string_opens_it),
    ("no_byte_is_lost_on_the_way_to_a_resolution", no_byte_is_lost_on_the_way_to_a_resolution),
    ("a_burst_of_changes_ends_in_the_link", a_burst_of_changes_ends_in_the_link),
    ("back_leads_to_the_same_place", back_leads_to_the_same_place),
];

/// Returns everything that is seen: text, fields, and open rows.
const SEEN: &str = "return [document.querySelector('main').innerText, [...document.querySelectorAll('main input, main textarea, main select')].map((field) => [field.value, field.checked]), [...document.querySelectorAll('main details')].map((row) => row.open)]";

/// Checks that the copied link opens what is seen.
pub async fn opens_the_same(browser: &Browser, what: &str) {
    browser.run("document.querySelector('#share').click()").await;
    let (link, first) = (browser.run("return location.href").await, browser.run(SEEN).await);
    browser.open(link.as_str().expect("an address")).await;
    assert_eq!(browser.run(SEEN).await, first, "{what}: {link}");
}

fn a_link_opens_exactly_what_was_seen(programs: &Programs) {
    run(programs, async |browser, served| {
        for (name, view) in VIEWS {
            browser.open(&address(served, view)).await;
            browser.press("\u{E00C}").await;
            opens_the_same(browser, name).await;
        }
    });
}

fn a_link_keeps_what_was_changed(programs: &Programs) {
    let typed = |selector: &str, text: &str| {
        format!("const field = document.querySelector('{selector}'); field.value = '{text}'; field.dispatchEvent(new Event('input', {{ bubbles: true }})); field.dispatchEvent(new Event('change', {{ bubbles: true }}))")
    };
    let clicked = |selector: &str| format!("document.querySelector('{selector}').click()");
    let cases = [
        ("#/string?input=a", typed("textarea.string", "")),
        ("#/string?input=a%3Ab", typed(".start select", "rfc2141")),
        ("#/string?input=a%3Ab", clicked("input[value=printed]")),
        ("#/string?input=..%2Fg", typed(".base input", "")),
        ("#/string?input=..%2Fg", "document.querySelectorAll('.answers summary').forEach((row, index) => index < 3 && row.click())".to_owned()),
        ("#/string?step=rfc3986&input=a", typed("textarea.string", "")),
        ("#/string?step=rfc3986&input=a", clicked(".controls .check input")),
        ("#/documents?grammar=rfc3986", typed(".names input", "port")),
        ("#/documents?grammar=rfc3986", clicked(".examples ~ button, section:has(.examples) > button")),
        ("#/documents?of=path", clicked(".check input")),
        ("#/documents?of=path", clicked(".timeline-options input[type=checkbox]")),
        ("#/documents?of=path", typed(".timeline-options input[type=text]", "http://a/~b")),
        ("#/compare?a=rfc1738&b=rfc2396", typed(".pair input", "host")),
        ("#/compare?a=rfc2396&b=rfc3986", typed(".pair label:nth-of-type(3) select", "scheme")),
        ("#/hosts?input=a%3Ab", typed("textarea.string", "http://a/")),
        ("#/own?input=ab%3Ac", "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Keep as accepted').click()".to_owned()),
    ];
    run(programs, async |browser, served| {
        for (view, change) in cases {
            browser.open(&address(served, view)).await;
            let before = browser.run(SEEN).await;
            browser.run(&change).await;
            // Typing is answered after a moment.
            tokio::time::sleep(std::time::Duration::from_millis(350)).await;
            browser.settled().await;
            assert_ne!(browser.run(SEEN).await, before, "{view}: {change}");
            opens_the_same(browser, &change).await;
        }
    });
}

fn a_link_to_the_empty_string_opens_it(programs: &Programs) {
    run(programs, async |browser, served| {
        let mut links = std::collections::BTreeSet::new();
        for view in [
            "#/compare?a=rfc1738&b=rfc2396",
            "#/compare?a=rfc2396&b=rfc3986",
            "#/compare?a=rfc1808&b=rfc3986",
            "#/documents?of=path",
            "#/documents?of=query",
            "#/documents?of=authority",
            "#/documents?grammar=rfc1808&all=1",
            "#/documents?grammar=rfc2396&all=1",
            "#/documents?grammar=rfc3986&all=1",
        ] {
            browser.open(&address(served, view)).await;
            let named = "return [...document.querySelectorAll('main a')].filter((one) => one.textContent === '(the empty string)').map((one) => one.getAttribute('href'))";
            let found = browser.run(named).await;
            links.extend(
                found.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()),
            );
        }
        assert!(links.iter().any(|link| link.starts_with("#/string?input")), "{links:?}");
        assert!(links.iter().any(|link| link.contains("step=")), "{links:?}");
        for link in &links {
            browser.open(&address(served, link)).await;
            let field = "return [document.querySelector('textarea.string').value, location.hash.includes('input=&') || location.hash.endsWith('input=')]";
            assert_eq!(browser.run(field).await, json!(["", true]), "{link}");
        }
    });
}

fn no_byte_is_lost_on_the_way_to_a_resolution(programs: &Programs) {
    run(programs, async |browser, served| {
        let fields =
            "return ['.base input', 'textarea.string'].map((one) => document.querySelector(one).value)";
        let alert = "return document.querySelector('main [role=alert]')?.textContent ?? ''";
        browser.open(&address(served, "#/string?base=http%3A%2F%2Fa%2F%FF&input=b%5Cn")).await;
        let held = json!(["http://a/\\xFF", "b\\\\n"]);
        assert_eq!(browser.run(fields).await, held);
        let shown = browser.run(alert).await.to_string();
        assert!(shown.contains("`base` is not UTF-8: byte 0xFF at offset 9"), "{shown}");
        opens_the_same(browser, "bytes").await;
        assert_eq!(browser.run(fields).await, held);
        // Text with a backslash stays text.
        browser.open(&address(served, "#/string?base=http%3A%2F%2Fa%2F&input=%5CxFF")).await;
        assert_eq!(browser.run(fields).await, json!(["http://a/", "\\xFF"]));
        assert_eq!(browser.run(alert).await, json!(""));
    });
}

fn a_burst_of_changes_ends_in_the_link(programs: &Programs) {
    run(programs, async |browser, served| {
        browser
            .open(&address(served, "#/string?step=rfc3986&input=http%3A%2F%2Fa%2Fb%3Fx%3Dy"))
            .await;
        let scrub = "const slider = document.querySelector('.controls input[type=range]'); for (let round = 0; round < 600; round += 1) { slider.value = round % 150; slider.dispatchEvent(new Event('input')); } slider.value = 77; slider.dispatchEvent(new Event('input'))";
        browser.run(scrub).await;
        browser.until("return location.hash.includes('at=77')").await;
        // Names that every object has are not views.
        for name in ["constructor", "toString", "__proto__"] {
            browser.open(&address(served, &format!("#/{name}"))).await;
            assert_eq!(
                browser.run("return document.querySelector('main').dataset.ready").await,
                json!("string")
            );
        }
    });
}

fn back_leads_to_the_same_place(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/documents?grammar=rfc3986&all=1")).await;
        browser.run("scrollTo(0, 2500)").await;
        browser.run("document.querySelector('.examples a[href^=\"#/s\"]').click()").await;
        browser.until("return document.querySelector('main').dataset.ready !== 'documents' && scrollY === 0").await;
        browser.run("history.back()").await;
        browser.until("return document.querySelector('main').dataset.ready === 'documents' && scrollY === 2500").await;
    });
}
