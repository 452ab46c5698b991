//! The page in a real browser: every view, both themes, large and small; the lesson; hostile
//! strings; no request leaves the machine.

use serde_json::{json, Value};
use urigram_answers::questions::{ask, Params};

use crate::browser::{Browser, Programs};
use crate::served::Served;

/// A test in a browser.
pub type Test = fn(&Programs);

/// The tests, by name.
pub const TESTS: [(&str, Test); 3] = [
    (
        "every_view_in_both_themes_can_be_seen_by_everyone",
        every_view_in_both_themes_can_be_seen_by_everyone,
    ),
    ("the_lesson_shows_what_it_says", the_lesson_shows_what_it_says),
    ("hostile_strings_are_only_text", hostile_strings_are_only_text),
];

/// Every view with something to see in it.
pub const VIEWS: [(&str, &str); 22] = [
    ("first", "#/string?to=url-1993"),
    ("string-accepted", "#/string?input=http%3A%2F%2Fuser%40example.org%3A8042%2Fover%2Fthere%3Fname%3Dferret%23nose"),
    ("string", "#/string?input=http%3A%2F%2Fa%2Fb%3Fx%3Dy"),
    ("citation", "#/string?input=%3CURN%3AIANA%3A0%3A%3Adrafts%3A1204%3BAuthor%3DTim%20Berners-Lee%3B%3E"),
    ("reference", "#/string?base=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq&input=..%2F..%2F..%2Fg&open=rfc3986"),
    ("step", "#/string?step=rfc2396&rule=hostname&by=copy&input=aa&at=12"),
    ("step-practice", "#/string?step=whatwg&rule=port&by=project&input=80"),
    ("documents", "#/documents?grammar=rfc2396&rule=hostname"),
    ("documents-practice", "#/documents?grammar=go-1.27"),
    ("history", "#/documents?of=path"),
    ("history-string", "#/documents?of=query&input=http%3A%2F%2Fa%2Fb%3Fx%3Dy"),
    ("history-drafts", "#/documents?of=host&drafts=1&input=http%3A%2F%2F%5B%3A%3A1%5D%2F"),
    ("compare", "#/compare?a=rfc1738&b=rfc2396&component=path"),
    ("compare-practice", "#/compare?a=whatwg&b=rfc3986"),
    ("compare-agrees", "#/compare?a=rfc3986&b=rfc3987&component=host"),
    ("hosts", "#/hosts?input=http%3A%5C%5Cgood.example%5C%40evil.example"),
    ("hosts-alike", "#/hosts?input=http%3A%2F%2F0x7f.1%2F"),
    ("own", "#/own?input=bc%3A1&abnf=a%20%3D%20b%20%22%3A%22%20c%20%3B%20two%0Ab%20%3D%20*ALPHA%20*%22c%22%0Ac%20%3D%201*DIGIT%20%2F%20%3Cany%3E"),
    ("own-peg", "#/own?input=abc&all=1&peg=a%20%3D%20%7B%20b%20%7C%20b%20~%20%22c%22%20%7D%0Ab%20%3D%20%7B%20%22ab%22%20%7D"),
    ("own-examples", "#/own?input=ab%3Ac&examples=%2Bab%3Ac%0A-1%3A%0A-x%3A"),
    ("stories", "#/stories?done=scheme"),
    ("exercise", "#/stories?exercise=scheme&text=scheme%20%3D%20ALPHA"),
];

/// Held by the only browser: several at a time would wait for each other longer than they run.
static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

pub fn run(programs: &Programs, test: impl AsyncFnOnce(&Browser, &Served)) {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime is built");
    runtime.block_on(async {
        let browser = Browser::start(programs).await;
        let served = Served::start(&mut crate::page());
        test(&browser, &served).await;
        nothing_went_wrong(&browser, &served).await;
        browser.close().await;
    });
}

/// Checks that the console is empty and that every request went to the server.
async fn nothing_went_wrong(browser: &Browser, served: &Served) {
    // The browser also logs what the server refuses on purpose.
    let said: Vec<String> =
        browser.log("browser").await.iter().map(|entry| entry["message"].to_string()).collect();
    let bad: Vec<&String> = said.iter().filter(|text| !text.contains("status of 4")).collect();
    assert!(bad.is_empty(), "the console says {bad:?}");
    let own = address(served, "");
    for entry in browser.log("performance").await {
        let message: serde_json::Value =
            serde_json::from_str(entry["message"].as_str().unwrap_or("{}")).unwrap();
        let message = &message["message"];
        if message["method"] == "Network.requestWillBeSent" {
            let url = message["params"]["request"]["url"].as_str().unwrap_or_default();
            assert!(url.starts_with(&own) || url.starts_with("data:"), "a request to {url}");
        }
    }
}

/// Returns the library's answer to a question, which the page shows.
pub fn library(question: &str, query: &str) -> Value {
    let params = Params::read(query.as_bytes()).expect("the query can be read");
    ask(question, &params).expect("the question is answered")
}

pub fn address(served: &Served, rest: &str) -> String {
    format!("http://{}{}{rest}", served.host, served.root)
}

fn every_view_in_both_themes_can_be_seen_by_everyone(programs: &Programs) {
    run(programs, async |browser, served| {
        let audit = async |what: String| {
            assert_eq!(browser.run(include_str!("audit.js")).await, json!([]), "{what}");
        };
        for (name, view) in VIEWS {
            browser.resize(1280, 720).await;
            // Colours are the same at every width.
            for look in ["large=1&theme=light", "theme=dark", "theme=light"] {
                browser.open(&address(served, &format!("{view}&{look}"))).await;
                audit(format!("{name} {look}")).await;
            }
            for (width, height) in [(390, 844), (320, 640), (1920, 1080)] {
                browser.resize(width, height).await;
                // The view is drawn anew for this width, by a page that is loaded.
                browser.run("dispatchEvent(new Event('hashchange'))").await;
                browser.settled().await;
                assert_eq!(browser.run("return innerWidth").await, json!(width));
                audit(format!("{name} {width}")).await;
            }
        }
    });
}

// Long because a browser goes through the lesson once, in its order.
fn the_lesson_shows_what_it_says(programs: &Programs) {
    run(programs, async |browser, served| {
        // The links of the lesson.
        let lesson = include_str!("../../../../docs/page.md");
        let links: Vec<&str> = lesson
            .split("http://127.0.0.1:1993/")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
            .collect();
        assert!(links.len() > 5, "{links:?}");
        for link in links {
            browser.open(&address(served, link)).await;
            let view = link.trim_start_matches("#/").split('?').next();
            assert_eq!(
                browser.run("return document.querySelector('main').dataset.ready").await,
                json!(view),
                "{link}"
            );
            let alerts = "return document.querySelectorAll('main [role=alert]').length";
            assert_eq!(browser.run(alerts).await, json!(0), "{link}");
        }
        // Why `http://a/b?x=y` was not a URL in July 1993.
        browser.open(&address(served, "#/string?input=http%3A%2F%2Fa%2Fb%3Fx%3Dy")).await;
        let first = "const entry = document.querySelector('[data-grammar=\"url-1993\"]'); \
                     const text = (part) => entry.querySelector(part).textContent; \
                     return [entry.classList.contains('rejected'), text('.here'), text('.where')]";
        assert_eq!(browser.run(first).await, json!([true, "=", "in search, section BNF syntax"]));
        // No class of characters that `search` is made of has `=`.
        let ask = "import(new URL('dom.js', document.baseURI)).then(({ ask }) => ask('document', { grammar: 'url-1993' })).then((shown) => { window.rules = Object.fromEntries(shown.rules.map((one) => [one.rule, one.abnf])); })";
        browser.run(ask).await;
        browser.until("return window.rules !== undefined").await;
        let classes = "return ['xalpha', 'alpha', 'digit', 'safe', 'extra', 'escape'].map((name) => window.rules[name].split(' = ').slice(1).join().includes('='))";
        assert_eq!(browser.run(classes).await, json!([false, false, false, false, false, false]));
        let newest = "return document.querySelector('[data-grammar=rfc3986]').matches('.accepted.is-chosen')";
        assert_eq!(browser.run(newest).await, json!(true));
        // Why `aa` breaks a copied `hostname`: the first branch of `domainlabel` wins.
        browser
            .open(&address(served, "#/string?step=rfc2396&rule=hostname&by=copy&input=aa"))
            .await;
        let outcome = "return document.querySelector('.outcome').textContent";
        let shown = browser.run(outcome).await.to_string();
        assert!(
            shown.contains("✗ PEG✓ BNF") && shown.contains("and the PEG does not: aa"),
            "{shown}"
        );
        browser.press("f").await;
        let shown = browser
            .run("return document.querySelector('.happening').textContent")
            .await
            .to_string();
        assert!(shown.contains("fails before “a”"), "{shown}");
        // The lesson says what is seen.
        for said in ["Press `w`", "matched 1 of 2 characters", "`=` was in none of"] {
            assert!(lesson.contains(said), "{said}");
        }
        // The branch that won too early, and the branch that is not tried.
        let happening = "return document.querySelector('.happening').textContent";
        browser.press("\u{E011}w").await;
        let shown = browser.run(happening).await.to_string();
        assert!(
            shown
                .contains("branch 1 of 2 of domainlabel matches up to “a”. Branch 2 is not tried."),
            "{shown}"
        );
        assert!(shown.contains("It won too early"), "{shown}");
        let untried = "return document.querySelector('.frame .untried').textContent";
        assert_eq!(browser.run(untried).await, json!("alphanum ~ (alphanum | \"-\")* ~ alphanum"));
        browser.press("w").await;
        let shown = browser.run(happening).await.to_string();
        assert!(shown.contains("branch 1 of 2 of toplabel"), "{shown}");
        // The verdict on the whole input is the last step.
        browser.press("\u{E010}").await;
        let last = "const shown = document.querySelector('.happening'); return [shown.textContent, shown.className]";
        let rejected =
            "hostname matched 1 of 2 characters: rejected. A match must take the whole input.";
        assert_eq!(browser.run(last).await, json!([rejected, "happening failed"]));
        browser
            .open(&address(
                served,
                "#/string?step=rfc2396&rule=hostname&by=project&input=aa&at=9999",
            ))
            .await;
        let accepted = "hostname matched all of 2 characters: accepted.";
        assert_eq!(browser.run(last).await, json!([accepted, "happening matched"]));
        let keys = "return [...document.querySelectorAll('.controls button')].map((one) => one.textContent).includes('won too early')";
        assert_eq!(browser.run(keys).await, json!(false));
        // Which document let it in, and back to its rule.
        browser.open(&address(served, "#/documents?of=path")).await;
        let first = "const heads = [...document.querySelectorAll('.grid thead th')]; \
                     const at = heads.findIndex((head) => head.textContent === '~'); \
                     const rows = [...document.querySelectorAll('.grid tbody tr')]; \
                     const first = rows.find((row) => row.children[at].matches('.gained')); \
                     return first.dataset.grammar";
        assert_eq!(browser.run(first).await, json!("url-1997"));
        browser
            .run("document.querySelector('.lineage [data-grammar=rfc1808] figure a').click()")
            .await;
        browser
            .until("return document.querySelector('.rule h2')?.textContent.startsWith('path')")
            .await;
        browser.run("[...document.querySelectorAll('.rule .actions a')].find((link) => link.textContent.includes('history')).click()").await;
        browser
            .until("return document.querySelector('.view-history h1')?.textContent === 'path through the documents'")
            .await;
    });
}

fn hostile_strings_are_only_text(programs: &Programs) {
    run(programs, async |browser, served| {
        let markup =
            "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
        let encoded: String = markup.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for view in [
            format!("#/string?input={encoded}"),
            format!("#/string?input={encoded}&base={encoded}&to={encoded}"),
            format!("#/string?step=rfc3986&input={encoded}"),
            format!("#/string?step={encoded}&input={encoded}&rule={encoded}"),
            format!("#/documents?grammar={encoded}"),
            format!("#/documents?grammar=rfc3986&rule={encoded}"),
            format!("#/documents?of={encoded}&reading={encoded}"),
            format!("#/documents?of=host&drafts=1&input={encoded}&to={encoded}"),
            format!("#/compare?a=rfc3986&b=rfc2396&rule_a={encoded}"),
            format!("#/compare?a={encoded}&b=rfc3986"),
            format!("#/compare?a=rfc2396&b=rfc3986&component={encoded}&if={encoded}"),
            format!("#/hosts?input={encoded}"),
            format!("#/own?input={encoded}&abnf={encoded}&rule={encoded}&examples=%2B{encoded}"),
            format!("#/own?input={encoded}&peg={encoded}"),
            format!("#/stories?exercise={encoded}&text={encoded}"),
            format!("#/{encoded}?theme={encoded}&large={encoded}"),
        ] {
            browser.open(&address(served, &view)).await;
            let inside =
                "return [document.querySelectorAll('main img, main script').length, document.title.includes('owned')]";
            assert_eq!(browser.run(inside).await, json!([0, false]), "{view}");
        }
        // NUL, and bytes that are not UTF-8.
        browser.open(&address(served, "#/string?input=%3C%FF%00a%3E")).await;
        let field = "return [document.querySelector('textarea').value, document.querySelector('.check input').checked, document.querySelector('.chars').textContent]";
        assert_eq!(browser.run(field).await, json!(["<\\xFF\\x00a>", true, "<\u{FFFD}␀a>"]));
        browser.open(&address(served, "#/string?input=a%00b")).await;
        assert_eq!(browser.run(field).await, json!(["a\\x00b", true, "a␀b"]));
        // 1 MiB, and more than is taken.
        let put = "const area = document.querySelector('textarea.string'); area.value = 'http://a/' + 'b'.repeat(arguments[0]); area.dispatchEvent(new Event('input'))";
        browser.open(&address(served, "#/string?input=x")).await;
        browser.run_with(put, json!(1_048_576 - 9)).await;
        browser
            .until(
                "return document.querySelector('.verdict').textContent.includes('1,048,576 bytes')",
            )
            .await;
        assert!(
            browser.run("return document.querySelectorAll('main *').length").await.as_u64()
                < Some(3_000)
        );
        browser.run_with(put, json!(1_048_576)).await;
        browser
            .until(
                "return document.querySelector('main [role=alert]')?.textContent.includes('longer than 1048576 bytes')",
            )
            .await;
    });
}
