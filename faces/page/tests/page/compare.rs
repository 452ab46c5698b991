//! Two readings of one string, and the drafts in a history.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 2] = [
    ("the_drafts_show_what_changed_a_verdict", the_drafts_show_what_changed_a_verdict),
    ("two_splits_are_drawn_over_each_other", two_splits_are_drawn_over_each_other),
];

fn the_drafts_show_what_changed_a_verdict(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/documents?of=host")).await;
        let rows = "return [...document.querySelectorAll('.lineage > li')].map((row) => row.dataset.revision ?? row.dataset.grammar)";
        let documents = browser.run(rows).await;
        assert!(documents.as_array().unwrap().iter().any(|one| one == "rfc2396"), "{documents}");
        browser
            .run("document.querySelector('.timeline-options input[type=checkbox]').click()")
            .await;
        browser.until("return document.querySelectorAll('.draft').length > 5").await;
        // In the order of time, the documents among them.
        let dates = "return [...document.querySelectorAll('.lineage .date')].map((one) => one.textContent.slice(0, 7))";
        let dates: Vec<String> = serde_json::from_value(browser.run(dates).await).unwrap();
        assert!(dates.is_sorted(), "{dates:?}");
        let put = "const field = document.querySelector('.timeline-options input[type=text]'); field.value = 'http://[::1]/'; field.dispatchEvent(new Event('input'))";
        browser.run(put).await;
        let found = "return document.querySelector('[data-revision=\"rfc2396bis@949d890\"]')?.textContent ?? ''";
        browser.until("return (document.querySelector('[data-revision=\"rfc2396bis@949d890\"]')?.textContent ?? '').includes('accepted from here on')").await;
        let found = browser.run(found).await.to_string();
        for said in ["because of host", "IPv6reference", "011-IPv6-literal"] {
            assert!(found.contains(said), "{said}: {found}");
        }
        let verdicts = "return ['rfc1738', 'rfc2396', 'rfc3986'].map((id) => document.querySelector(`[data-grammar=${id}] .verdict-mark`)?.textContent)";
        assert_eq!(browser.run(verdicts).await, json!(["✗ rejected", "✗ rejected", "✓ accepted"]));
    });
}

fn two_splits_are_drawn_over_each_other(programs: &Programs) {
    run(programs, async |browser, served| {
        let view = "#/compare?a=rfc3986&b=rfc2396&component=host";
        browser.open(&address(served, view)).await;
        let found = library("agree", "a=rfc3986&b=rfc2396&component=host");
        assert_eq!(found["result"], "differs");
        let input = found["witness"]["line"]["text"].clone();
        let drawn = "return document.querySelector('.over .chars').textContent";
        assert_eq!(browser.run(drawn).await, input);
        // The brackets of the first are above the characters, those of the second below.
        let order = "const top = (selector) => document.querySelector(selector).getBoundingClientRect().top; const own = top('.over .chars'); return [top('.over .above') < own, top('.over .labels:not(.above)') > own]";
        assert_eq!(browser.run(order).await, json!([true, true]));
        // Each row has the answer about its component.
        browser.until("return document.querySelectorAll('tbody .agreement').length === 10").await;
        let rows = "return [...document.querySelectorAll('.components tbody tr')].map((row) => [row.dataset.component, row.querySelector('.agreement').classList[1]])";
        for row in browser.run(rows).await.as_array().unwrap() {
            let component = row[0].as_str().unwrap();
            let query = format!("a=rfc3986&b=rfc2396&component={component}");
            assert_eq!(row[1], library("agree", &query)["result"], "{component}");
        }
        // A condition leaves fewer strings.
        let named = "#/compare?a=rfc2396&b=rfc3986&component=host&if=x%20%3D%20%22http%3A%2F%2F%22%20hostname";
        browser.open(&address(served, named)).await;
        let lead = "return document.querySelector('.agreement-now').textContent";
        let found = browser.run(lead).await.to_string();
        assert!(found.contains("agrees") && found.contains("proved"), "{found}");
        browser.open(&address(served, "#/compare?a=rfc2396&b=rfc3986&if=x%20%3D%20nowhere")).await;
        let alert = "return document.querySelector('main [role=alert]').textContent";
        assert!(browser.run(alert).await.to_string().contains("nowhere"));
    });
}
