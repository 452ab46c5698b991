//! The answers of the page, its workers, and visits without a network.

use std::time::Instant;

use serde_json::{json, Value};
use urigram::Grammar;
use urigram_answers::questions::{ask, Params};

use crate::browser::{Browser, Programs};
use crate::served::Served;
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 5] = [
    ("what_a_browser_denies_is_reported", what_a_browser_denies_is_reported),
    ("every_answer_is_the_librarys", every_answer_is_the_librarys),
    ("a_worker_that_is_ended_is_started_again", a_worker_that_is_ended_is_started_again),
    ("a_second_visit_needs_no_network", a_second_visit_needs_no_network),
    ("answers_that_are_not_loaded_can_be_asked_again", answers_that_are_not_loaded),
];

/// Asks a question as the page does and returns the status and the answer.
async fn send(browser: &Browser, question: &str, query: &str) -> Value {
    let script = "const [question, query] = arguments[0]; window.reply = undefined; \
                  import(new URL('local.js', document.baseURI)) \
                    .then(({ send }) => send(question, query)) \
                    .then(({ status, answer }) => { window.reply = [status, answer]; })";
    browser.run_with(script, json!([question, query])).await;
    browser.until("return window.reply !== undefined").await;
    browser.run("return window.reply").await
}

fn every_answer_is_the_librarys(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "")).await;
        let mut asked = Vec::new();
        // Every third: a debug build takes its time for each document.
        for pair in Grammar::ALL.windows(2).step_by(3) {
            asked.push(("document", format!("grammar={}", pair[0])));
            asked.push(("steps", format!("grammar={}&input=a", pair[0])));
            asked.push(("compare", format!("a={}&b={}", pair[0], pair[1])));
            asked.push(("components", format!("a={}&b={}", pair[0], pair[1])));
        }
        for (name, query) in [
            ("string", "input=http://a/"),
            ("string", "input=urn:example:a&reading=printed"),
            ("string", "input=<>"),
            ("history", "of=path"),
            ("history", "of=URI"),
            ("drafts", "of=host&input=http://[::1]/"),
            ("grammars", ""),
            ("matrix", ""),
            ("suggestions", ""),
            ("diagram", "grammar=rfc3986&rule=IPv6address"),
            ("resolve", "base=http://a/b/c/d;p?q&reference=../../../g"),
            ("steps", "grammar=rfc2396&rule=hostname&by=copy&input=aa"),
            ("rules", "grammar=rfc2396"),
            ("string", "input=%FF%00\u{e9}"),
        ] {
            asked.push((name, query.to_owned()));
        }
        assert!(asked.len() > 30, "{}", asked.len());
        for (name, query) in asked {
            let params = Params::read(query.as_bytes()).unwrap();
            let expected = ask(name, &params).unwrap();
            let shown = send(browser, name, &query).await;
            assert_eq!(shown, json!([200, expected]), "{name}?{query}");
        }
        for (name, query, status) in [("hots", "", 404), ("string", "reading=hots", 400)] {
            assert_eq!(send(browser, name, query).await[0], status, "{name}?{query}");
        }
        let long = "a".repeat(5 << 20);
        assert_eq!(send(browser, "string", &long).await, json!([413, null]));
    });
}

/// Makes the five seconds of the page's worker ten milliseconds, or five seconds again. No rules in
/// 20,000 bytes are known to take five seconds on every machine.
pub const HURRY: &str = "window.hurried = arguments[0]; if (!window.wait) { \
      window.wait = window.setTimeout; window.setTimeout = (call, time, ...rest) => \
      window.wait(call, time === 5000 && window.hurried ? 10 : time, ...rest); }";

/// Returns rules that take longer: forty of them. Each is two of the next.
pub fn slow_rules() -> String {
    let first: Vec<String> = (0..40).map(|number| format!("r{number}")).collect();
    let rules: String =
        (0..40).map(|number| format!("r{number} = r{0} r{0}\n", number + 1)).collect();
    format!("a = {}\n{rules}r40 = \"x\"\n", first.join(" / "))
}

fn slow_question() -> String {
    let rules = slow_rules().replace(' ', "%20").replace('"', "%22").replace('\n', "%0A");
    format!("input=x&abnf={rules}")
}

/// Returns the parameters of rules that take exponential time to match.
fn rules_of_many_steps() -> String {
    let mut rules = String::new();
    for number in 0..40 {
        let next = number + 1;
        rules += &format!("r{number} = {{ r{next} ~ \"q\" | r{next} ~ \"p\" | r{next} }}\n");
    }
    rules += "r40 = { \"x\" }";
    let encoded: String = rules.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("input=xx&tree=1&peg={encoded}")
}

fn a_worker_that_is_ended_is_started_again(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "")).await;
        // Rules that take exponential time, and rules that are nested deeper than any stack.
        let deep = format!("input=x&peg=a%3D%7B{}%22x%22", "(".repeat(200_000));
        let works = "input=x&peg=a%20%3D%20%7B%20%22x%22%20%7D";
        for rules in [slow_question(), deep] {
            let begun = Instant::now();
            let ask = "window.slow = undefined; import(new URL('local.js', document.baseURI)).then(({ send }) => send('own', arguments[0])).then((shown) => { window.slow = shown; })";
            browser.run_with(HURRY, json!(true)).await;
            browser.run_with(ask, json!(rules)).await;
            // Nobody else waits for it.
            assert_eq!(send(browser, "string", "input=a").await[0], 200);
            assert!(begun.elapsed().as_secs() < 4, "{:?}", begun.elapsed());
            browser.until("return window.slow !== undefined").await;
            browser.run_with(HURRY, json!(false)).await;
            let shown = browser.run("return window.slow").await;
            assert_eq!(shown["status"], 422, "{shown}");
            assert!(begun.elapsed().as_secs() < 15, "{:?}: {shown}", begun.elapsed());
            assert_eq!(send(browser, "own", works).await[0], 200, "after {shown}");
        }
        // A recursive reader of these rules visits the last one 3^40 times. They end at a limit of
        // nodes, or with their worker.
        let shown = send(browser, "own", &rules_of_many_steps()).await.to_string();
        let ended = ["400000 nodes, the limit", "more than 5 seconds"];
        assert!(ended.iter().any(|why| shown.contains(why)), "{shown}");
        // What nobody waits for any more is ended at once.
        let abort = "const stop = new AbortController(); window.said = undefined; \
                     import(new URL('local.js', document.baseURI)) \
                       .then(({ send }) => send('own', arguments[0], stop.signal)) \
                       .catch((error) => { window.said = error.name; }); \
                     setTimeout(() => stop.abort(), 10)";
        let begun = Instant::now();
        browser.run_with(abort, json!(slow_question())).await;
        browser.until("return window.said === 'AbortError'").await;
        assert_eq!(send(browser, "own", works).await[0], 200);
        assert!(begun.elapsed().as_secs() < 4, "{:?}", begun.elapsed());
    });
}

fn a_second_visit_needs_no_network(programs: &Programs) {
    run(programs, async |browser, _| {
        let own = Served::start(&mut crate::page());
        let links = ["", "?embed", "index.html"];
        let links = links.map(|path| address(&own, &format!("{path}#/string?input=a%3Ab")));
        browser.open(&links[0]).await;
        // On http nothing is kept: another program can have this address tomorrow.
        let registered = "window.kept = undefined; navigator.serviceWorker.getRegistrations().then((all) => { window.kept = all.length; })";
        browser.run(registered).await;
        browser.until("return window.kept === 0").await;
        browser
            .run("import(new URL('local.js', document.baseURI)).then(({ keep }) => keep())")
            .await;
        let kept = "navigator.serviceWorker.ready.then(({ active }) => { window.kept = active.state; active.addEventListener('statechange', () => { window.kept = active.state; }); })";
        browser.run(kept).await;
        browser.until("return window.kept === 'activated'").await;
        drop(own);
        for link in links {
            browser.open(&link).await;
            let accepted = "return document.querySelectorAll('.entry.accepted').length > 5";
            assert_eq!(browser.run(accepted).await, json!(true), "{link}");
        }
        // A view that was not seen before, and rules of one's own in a new worker.
        browser.run("location.hash = '#/string?step=rfc2396&rule=hostname&by=copy&input=aa'").await;
        browser.until("return document.querySelector('.outcome')?.textContent.includes('and the PEG does not: aa') ?? false").await;
        // The requests went to a server of this test.
        browser.log("performance").await;
    });
}

fn answers_that_are_not_loaded(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.devtools("Network.enable", json!({})).await;
        browser.devtools("Network.setBlockedURLs", json!({ "urls": ["*.packed*"] })).await;
        browser.open(&address(served, "#/string?input=a%3Ab")).await;
        let alert = "return document.querySelector('main [role=alert]')?.textContent ?? ''";
        let shown = browser.run(alert).await.to_string();
        assert!(shown.contains("The answers cannot be loaded"), "{shown}");
        browser.devtools("Network.setBlockedURLs", json!({ "urls": [] })).await;
        browser.log("browser").await;
        browser.run("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Try again').click()").await;
        browser.until("return document.querySelectorAll('.entry.accepted').length > 5").await;
        assert_eq!(browser.run(alert).await, json!(""));
    });
}

/// Without workers there are no answers, which is said; without storage and clipboard all else
/// works.
fn what_a_browser_denies_is_reported(programs: &Programs) {
    run(programs, async |browser, served| {
        let deny = "window.Worker = class { constructor() { throw new Error('denied'); } }; \
              const denied = { get() { throw new Error('denied'); } }; \
              Object.defineProperty(window, 'localStorage', denied); \
              Object.defineProperty(navigator, 'clipboard', { value: undefined })";
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": deny })).await;
        browser.open(&address(served, "#/string?input=a")).await;
        let shown = "return document.querySelector('main [role=alert]')?.textContent ?? ''";
        let expected = "The answers cannot be loaded: denied";
        assert_eq!(browser.run(shown).await, json!(expected));
        // Asked again, it says so again, and nobody waits.
        browser.run("document.querySelector('main button:last-child').click()").await;
        browser.settled().await;
        assert_eq!(browser.run(shown).await, json!(expected));
        browser.open(&address(served, "#/stories")).await;
        let links = "return document.querySelectorAll('.lessons a').length";
        assert_eq!(browser.run(links).await, json!(10));
        browser.press("t").await;
        assert_eq!(
            browser.run("return document.documentElement.dataset.theme").await,
            json!("light")
        );
        browser.press("y").await;
        let said = "return document.querySelector('#status').textContent";
        browser.until(&format!("{said} === 'The link is in the address bar.'")).await;
    });
}
