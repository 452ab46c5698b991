//! Sizes and times of the page. Each test prints what it measured.

use std::collections::BTreeMap;

use serde_json::{json, Value};

use crate::browser::{Browser, Programs};
use crate::served::Served;
use crate::views::{address, run, Test, VIEWS};

/// The tests, by name.
pub const TESTS: [(&str, Test); 4] = [
    ("a_view_loads_little", a_view_loads_little),
    ("the_first_view_is_there_soon", the_first_view_is_there_soon),
    ("answers_are_quick", answers_are_quick),
    ("a_keystroke_is_answered_at_once", a_keystroke_is_answered_at_once),
];

/// The most that a first visit loads for its view, in bytes.
const MOST: u64 = 900_000;
/// The most for the view that the page begins with.
const MOST_FIRST: u64 = 350_000;

/// A view of each pack, and the view that loads most beside its pack.
const LOADED: [&str; 11] = [
    "",
    "#/string?input=..%2Fg",
    "#/string?step=rfc2396&rule=hostname&by=copy&input=aa",
    "#/documents",
    "#/documents?of=path",
    "#/documents?of=host&drafts=1&input=http%3A%2F%2F%5B%3A%3A1%5D%2F",
    "#/compare?a=rfc1738&b=rfc2396",
    "#/hosts",
    "#/own",
    "#/stories",
    "#/stories?exercise=colon",
];

fn a_view_loads_little(programs: &Programs) {
    run(programs, async |browser, _| {
        for view in LOADED {
            // An origin of its own: nothing is kept from the view before.
            let own = Served::start(&mut crate::page());
            browser.open(&address(&own, view)).await;
            let loaded = "return ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind)).map((one) => [one.name.split('/').pop(), one.encodedBodySize])";
            let loaded = browser.run(loaded).await;
            let loaded: Vec<(String, u64)> = serde_json::from_value(loaded).unwrap();
            let total: u64 = loaded.iter().map(|(_, size)| size).sum();
            println!("{:>9} bytes in {:>2} files: {view:?}", total, loaded.len());
            assert!(loaded.iter().any(|(name, _)| name.contains("app.js")), "{loaded:?}");
            assert!(total <= if view.is_empty() { MOST_FIRST } else { MOST }, "{view}: {loaded:?}");
            let packs = loaded.iter().filter(|(name, _)| name.ends_with(".packed"));
            assert!(packs.count() <= 1, "{view}: {loaded:?}");
            // The requests went to a server of this test.
            browser.log("performance").await;
        }
    });
}

/// The milliseconds within which the first view is there: its answer is drawn, and can be asked
/// again. The quickest of three counts, because a machine can compile something at the same time.
const SOON: f64 = 1_200.0;

fn the_first_view_is_there_soon(programs: &Programs) {
    run(programs, async |browser, _| {
        browser.devtools("Network.enable", json!({})).await;
        let seen = "new MutationObserver((_, self) => { if (document.querySelector('.answer .verdict')) { window.seen = performance.now(); self.disconnect(); } }).observe(document, { childList: true, subtree: true })";
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": seen })).await;
        // 10 Mbit/s, and the round trip of a connection at home.
        let slow = json!({ "offline": false, "latency": 20, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000 });
        browser.devtools("Network.emulateNetworkConditions", slow).await;
        let mut times = Vec::new();
        for _ in 0..3 {
            let own = Served::start(&mut crate::page());
            browser.open(&address(&own, "")).await;
            let seen = browser.run("return window.seen").await;
            times.push(seen.as_f64().unwrap_or(f64::INFINITY));
            browser.log("performance").await;
        }
        println!("first view at 10 Mbit/s: {times:.0?} ms");
        assert!(times.iter().any(|&time| time <= SOON), "{times:?}");
    });
}

/// The milliseconds that an answer may take when it is asked for again.
const QUICK: f64 = 50.0;

fn answers_are_quick(programs: &Programs) {
    run(programs, async |browser, served| {
        let lessons = urigram_answers::lessons::all();
        let views = lessons.iter().flat_map(|lesson| lesson.steps.iter().map(|step| &*step.view));
        let views: Vec<&str> =
            views.chain(VIEWS.map(|(_, view)| view)).chain(crate::lessons::VIEWS).collect();
        let mut slowest: BTreeMap<String, (f64, f64, String)> = BTreeMap::new();
        for view in views {
            browser.open(&address(served, view)).await;
            for (question, parameters, first, again) in times(browser).await {
                let known = slowest.entry(question).or_default();
                if again >= known.1 {
                    *known = (first, again, parameters);
                }
            }
        }
        let mut slow = Vec::new();
        for (question, (first, again, parameters)) in &slowest {
            println!("{again:>7.1} ms, before {first:>7.1} ms: {question} {parameters}");
            if *again > QUICK {
                slow.push(question);
            }
        }
        assert!(slowest.len() > 10, "{slowest:?}");
        assert!(slow.is_empty(), "{slow:?}");
    });
}

/// Asks again what the view that is shown has asked. Returns the question, its parameters, and the
/// milliseconds of the first and of the quickest of more answers: others may use the processor.
async fn times(browser: &Browser) -> Vec<(String, String, f64, f64)> {
    let script = "window.times = undefined; (async () => { \
          const at = (name) => import(new URL(name, document.baseURI)); \
          const { send } = await at('local.js'); \
          const { query } = await at('dom.js'); \
          const { answers } = await at('answers.js'); \
          const all = []; \
          for (const { question, parameters } of [...answers()]) { \
            const times = []; \
            for (let n = 0; n < 6; n += 1) { \
              const begun = performance.now(); \
              await send(question, query(parameters)); \
              times.push(performance.now() - begun); \
            } \
            all.push([question, query(parameters), times[0], Math.min(...times.slice(1))]); \
          } \
          return all; \
        })().then((all) => { window.times = all; })";
    browser.run(script).await;
    browser.until("return window.times !== undefined").await;
    let times: Value = browser.run("return window.times").await;
    serde_json::from_value(times).unwrap()
}

/// From a keystroke in a string of 1 KiB until its answer is drawn; the quickest of nine, since
/// others may use the processor.
fn a_keystroke_is_answered_at_once(programs: &Programs) {
    run(programs, async |browser, served| {
        let long = format!("http://a/{}", "b".repeat(1024 - 9 - 9));
        for view in ["string", "hosts"] {
            browser.open(&address(served, &format!("#/{view}?input={long}"))).await;
            browser.settled().await;
            let script = "window.times = undefined; (async () => { \
                  const area = document.querySelector('textarea.string'); \
                  const drawn = () => new Promise((resolve) => { \
                    const seen = new MutationObserver(() => { seen.disconnect(); resolve(); }); \
                    seen.observe(document.querySelector('.answer'), { childList: true }); \
                  }); \
                  const all = []; \
                  for (let n = 0; n < 9; n += 1) { \
                    const begun = performance.now(); \
                    area.value += 'c'; \
                    const done = drawn(); \
                    area.dispatchEvent(new Event('input', { bubbles: true })); \
                    await done; \
                    all.push(performance.now() - begun); \
                    await new Promise((resolve) => setTimeout(resolve, 200)); \
                  } \
                  return all; \
                })().then((all) => { window.times = all; })";
            browser.run(script).await;
            browser.until("return window.times !== undefined").await;
            let times = browser.run("return window.times").await;
            let times: Vec<f64> = serde_json::from_value(times).unwrap();
            let best = times.iter().copied().fold(f64::INFINITY, f64::min);
            println!("a keystroke in {view}: {best:.0} ms, of {times:.0?}");
            assert!(best <= QUICK, "{view}: {times:?}");
        }
    });
}
