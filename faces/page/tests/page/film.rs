//! The film of the syntax, and two splits drawn over each other.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 3] = [
    ("the_film_shows_what_changed_a_verdict", the_film_shows_what_changed_a_verdict),
    ("the_film_plays_until_it_is_stopped", the_film_plays_until_it_is_stopped),
    ("two_splits_are_drawn_over_each_other", two_splits_are_drawn_over_each_other),
];

/// Returns the frame that is shown. The link follows a moment later.
const PLACE: &str = "return document.querySelector('.controls [type=range]').getAttribute('aria-valuetext').split(', ')[1]";

fn the_film_shows_what_changed_a_verdict(programs: &Programs) {
    run(programs, async |browser, served| {
        let first = "#/film?input=http%3A%2F%2F%5B%3A%3A1%5D%2F&at=rfc2396bis%40e49022a";
        browser.open(&address(served, first)).await;
        let text = async |selector: &str| {
            let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
            let text = browser.run_with(script, json!(selector)).await;
            text.as_str().unwrap().to_owned()
        };
        assert!(text(".verdict-now").await.starts_with("✗ rejected"));
        browser.press("v").await;
        browser.until("return location.hash.includes('949d890')").await;
        let told = text(".verdict-now").await;
        assert!(told.starts_with("✓ accepted from here on, because of host"), "{told}");
        assert!(text("section[aria-label=Change] h2").await.starts_with("host allows other"));
        assert!(text(".definition-after pre").await.contains("IPv6reference"));
        assert!(!text(".definition-before pre").await.contains("IPv6reference"));
        assert!(text(".changed .good").await.starts_with("admitted["));
        assert!(text(".film-now blockquote").await.contains("011-IPv6-literal"));
        assert!(text(".film-now section .note").await.starts_with("issue 011-IPv6-literal"));
        // A rule that came, and its next change.
        browser
            .run("[...document.querySelectorAll('.film-rules button')].find((one) => one.textContent.includes('IPv6address')).click()")
            .await;
        assert_eq!(text("section[aria-label=Change] h2").await, "IPv6address new");
        browser
            .run("[...document.querySelectorAll('.film-now .actions button')].at(-1).click()")
            .await;
        assert!(text("section[aria-label=Change] h2").await.starts_with("IPv6address"));
        assert_ne!(browser.run(PLACE).await, json!("rfc2396bis@949d890"));
        // The verdict before.
        browser.press("V").await;
        assert_eq!(browser.run(PLACE).await, json!("rfc2396bis@949d890"));
        browser.press("\u{E012}").await; // left
        assert!(text(".verdict-now").await.starts_with("✗ rejected"));
        // A frame that does not exist is named.
        browser.open(&address(served, "#/film?input=a&at=rfc2396bis%40nowhere")).await;
        assert!(text("main [role=alert]").await.contains("no frame rfc2396bis@nowhere"));
    });
}

fn the_film_plays_until_it_is_stopped(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/film?input=a&at=url%40259c197")).await;
        browser.press("a").await;
        browser.until("return !location.hash.includes('259c197')").await;
        browser.press("a").await;
        let stopped = browser.run(PLACE).await;
        tokio::time::sleep(std::time::Duration::from_millis(1_800)).await;
        assert_eq!(browser.run(PLACE).await, stopped);
        // It ends at the end, and begins again from there.
        browser.press("\u{E010}").await; // End
        let last = browser.run(PLACE).await;
        browser.press("a").await;
        browser.until("return location.hash.includes('relative-url')").await;
        browser.press("\u{E010}").await;
        let button = "return document.querySelector('.controls .main').textContent";
        assert_eq!(browser.run(button).await, json!("▶ play"));
        assert_eq!(browser.run(PLACE).await, last);
    });
}

fn two_splits_are_drawn_over_each_other(programs: &Programs) {
    run(programs, async |browser, served| {
        let view = "#/agree?a=rfc3986&b=rfc2396&component=host";
        browser.open(&address(served, view)).await;
        let told = library("agree", "a=rfc3986&b=rfc2396&component=host");
        assert_eq!(told["result"], "differs");
        let input = told["witness"]["line"]["text"].clone();
        let drawn = "return document.querySelector('.over .chars').textContent";
        assert_eq!(browser.run(drawn).await, input);
        // The brackets of the first are above the characters, those of the second below.
        let order = "const top = (selector) => document.querySelector(selector).getBoundingClientRect().top; const own = top('.over .chars'); return [top('.over .above') < own, top('.over .labels:not(.above)') > own]";
        assert_eq!(browser.run(order).await, json!([true, true]));
        // Each row has the answer about its component.
        browser.until("return document.querySelectorAll('tbody .agreement').length === 10").await;
        let rows = "return [...document.querySelectorAll('tbody tr')].map((row) => [row.dataset.component, row.querySelector('.agreement').classList[1]])";
        for row in browser.run(rows).await.as_array().unwrap() {
            let component = row[0].as_str().unwrap();
            let query = format!("a=rfc3986&b=rfc2396&component={component}");
            assert_eq!(row[1], library("agree", &query)["result"], "{component}");
        }
        // A condition leaves fewer strings.
        let named = "#/agree?a=rfc2396&b=rfc3986&component=host&if=x%20%3D%20%22http%3A%2F%2F%22%20hostname";
        browser.open(&address(served, named)).await;
        let lead = "return document.querySelector('.lead').textContent";
        let told = browser.run(lead).await.to_string();
        assert!(told.contains("host: proved"), "{told}");
        browser.open(&address(served, "#/agree?a=rfc2396&b=rfc3986&if=x%20%3D%20nowhere")).await;
        let alert = "return document.querySelector('main [role=alert]').textContent";
        assert!(browser.run(alert).await.to_string().contains("nowhere"));
    });
}
