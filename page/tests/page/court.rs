//! One string before all readers.

use serde_json::{json, Value};

use crate::browser::Programs;
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 3] = [
    ("a_shorter_string_is_found_by_hand", a_shorter_string_is_found_by_hand),
    ("readers_are_shown_with_their_hosts", readers_are_shown_with_their_hosts),
    ("the_shortest_difference_is_shown", the_shortest_difference_is_shown),
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
        assert!(says("whatwg").await.as_str().unwrap().contains("the program refuses it"));
        assert_eq!(says("browser").await, json!("new URL() throws"));
        // What this browser makes of a host is not always a part of the string.
        browser.open(&address(served, "#/court?input=http%3A%2F%2F0x7f.1%2F")).await;
        assert_eq!(
            (says("browser").await, framed("browser").await),
            (json!("the host 127.0.0.1"), json!(""))
        );
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

/// The game: a long string is given, a shorter one is judged, and the shortest is shown.
fn a_shorter_string_is_found_by_hand(programs: &Programs) {
    run(programs, async |browser, served| {
        let pair = "#/court?input=a&a=rfc3986&b=java-net-uri";
        browser.open(&address(served, pair)).await;
        browser.until("return Boolean(document.querySelector('.shortest .witness'))").await;
        browser.run("document.querySelector('.play').click()").await;
        browser.until("return Boolean(document.querySelector('.given'))").await;
        // The string that is given is one, and the shortest is not shown.
        let given = browser.run("return document.querySelector('.given').textContent").await;
        assert!(given.as_str().unwrap().len() > 20, "{given}");
        let hidden = "return document.querySelector('.shortest .witness') === null";
        assert_eq!(browser.run(hidden).await, json!(true));
        let write = "const field = document.querySelector('.tried'); field.value = arguments[0]; field.dispatchEvent(new Event('input', { bubbles: true }))";
        for (tried, said, best) in [
            (
                given.as_str().unwrap(),
                "They differ",
                format!("has {} ", given.as_str().unwrap().len()),
            ),
            ("http://a/", "Both find a", "the shortest has 3".to_owned()),
            ("//a b", "rejects it", "the shortest has 3".to_owned()),
            ("//a_b", "They differ: RFC 3986 finds a_b", "has 5 ".to_owned()),
            ("//_", "They differ", "That is the shortest".to_owned()),
            ("//a", "Both find a", "has 3 ".to_owned()),
        ] {
            browser.run_with(write, json!(tried)).await;
            let judged = format!("return document.querySelector('.judged-try').textContent.includes({}) && document.querySelector('.score').textContent.includes({})", json!(said), json!(best));
            browser.until(&judged).await;
        }
        crate::links::opens_the_same(browser, "a game").await;
        browser.run_with(write, json!("//_")).await;
        browser.until("return Boolean(document.querySelector('.score .good'))").await;
        browser.run("document.querySelector('.reveal').click()").await;
        browser.until("return Boolean(document.querySelector('.shortest .witness'))").await;
        let shown = "return [document.querySelector('.shortest .witness').textContent, document.querySelector('.best').textContent]";
        let found = library("agree", "a=rfc3986&b=java-net-uri&component=host");
        let found = &found["witness"]["input"];
        assert_eq!(
            browser.run(shown).await,
            json!([found, "Your best: //_, 3 characters. The shortest:"])
        );
        // Strings must begin with what the visitor asks for, where there is such a thing.
        let under = format!("{pair}&play=1&under=http%3A%2F%2Fgood.example*&tried=%2F%2F_");
        browser.open(&address(served, &under)).await;
        browser.until("return document.querySelector('.judged-try')?.textContent === 'It does not begin with http://good.example.'").await;
        // Where both agree, there is nothing to find.
        browser.open(&address(served, "#/court?input=a&a=rfc3986&b=rfc3986&play=1")).await;
        browser.until("return document.querySelector('.shortest .lead')?.textContent.startsWith('agrees') ?? false").await;
    });
}
