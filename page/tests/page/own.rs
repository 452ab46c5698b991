//! Rules of one's own beside a document's: in String and in Compare.

use serde_json::json;

use crate::browser::Programs;
use crate::links::opens_the_same;
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 2] = [
    ("own_rules_judge_a_string", own_rules_judge_a_string),
    ("own_rules_are_compared_with_a_document", own_rules_are_compared_with_a_document),
];

fn own_rules_judge_a_string(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/string?input=a%3Ab")).await;
        let entry = "const entry = document.querySelector('.entry.own'); return entry && [entry.className, entry.querySelector('.here')?.textContent ?? null]";
        assert_eq!(browser.run(entry).await, json!(null));
        browser.run("[...document.querySelectorAll('.ask button')].find((one) => one.textContent === 'Rules of my own').click()").await;
        browser.until("return Boolean(document.querySelector('.entry.own.accepted'))").await;
        let write = "const area = document.querySelector('.own-rules textarea'); area.value = arguments[0]; area.dispatchEvent(new Event('input'))";
        browser.run_with(write, json!("mine = ALPHA \":\" DIGIT")).await;
        browser.until("return Boolean(document.querySelector('.entry.own.rejected'))").await;
        browser.settled().await;
        assert_eq!(browser.run(entry).await, json!(["entry own rejected", "b"]));
        // A link opens what is seen.
        opens_the_same(browser, "own rules").await;
        // An error has its line, and the documents stay.
        browser.run_with(write, json!("mine = ALPHA\n / digits")).await;
        browser.until("return document.querySelector('.own-rules .fault-message button')?.textContent === 'line 2, column 4'").await;
        assert_eq!(
            browser
                .run("return document.querySelectorAll('.entry[data-grammar]').length > 10")
                .await,
            json!(true)
        );
        browser.run("[...document.querySelectorAll('.own-rules button')].find((one) => one.textContent === 'Remove them').click()").await;
        browser.until("return !document.querySelector('.entry.own, .own-rules') && !location.hash.includes('abnf')").await;
    });
}

fn own_rules_are_compared_with_a_document(programs: &Programs) {
    run(programs, async |browser, served| {
        let relation = "return [document.querySelector('.formula')?.textContent, [...document.querySelectorAll('.witnesses td')].map((one) => one.textContent)]";
        let abnf = "abnf=mine%20%3D%20%22http%3A%2F%2F%22%201*ALPHA";
        browser.open(&address(served, &format!("#/compare?a=own&b=rfc3986&{abnf}"))).await;
        let told =
            json!(["ownmine⊂rfc3986URI-reference", ["nothing", "(the empty string)", "http://a"]]);
        assert_eq!(browser.run(relation).await, told);
        browser.open(&address(served, &format!("#/compare?a=rfc3986&b=own&{abnf}"))).await;
        let told =
            json!(["rfc3986URI-reference⊃ownmine", ["(the empty string)", "nothing", "http://a"]]);
        assert_eq!(browser.run(relation).await, told);
        // The choice brings the editor, and takes it away.
        browser.open(&address(served, "#/compare?a=rfc2396&b=rfc3986")).await;
        let choose = "const select = document.querySelector('.pair select'); select.value = arguments[0]; select.dispatchEvent(new Event('change'))";
        browser.run_with(choose, json!("own")).await;
        browser.until("return document.querySelector('.formula')?.textContent.startsWith('ownmine') && Boolean(document.querySelector('.own-rules'))").await;
        browser.run_with(choose, json!("rfc1738")).await;
        browser.until("return document.querySelector('.formula')?.textContent.startsWith('rfc1738') && !document.querySelector('.own-rules')").await;
    });
}
