//! The page without a mouse: keys, the skip link, and the focus after each change.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 4] = [
    ("the_keyboard_is_enough", the_keyboard_is_enough),
    ("the_skip_link_stays_in_the_view", the_skip_link_stays_in_the_view),
    ("a_control_that_is_used_keeps_the_focus", a_control_that_is_used_keeps_the_focus),
    ("single_keys_have_a_switch", single_keys_have_a_switch),
];

/// The names of the views, in the order of their keys.
const NAMES: [&str; 6] = ["string", "documents", "compare", "hosts", "own", "stories"];

fn the_keyboard_is_enough(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "")).await;
        // No field has the focus, so that the keys work at once.
        let field = "return document.activeElement.matches('textarea.string')";
        assert_eq!(browser.run(field).await, json!(false));
        browser.press("/").await;
        assert_eq!(browser.run(field).await, json!(true));
        browser.run("document.activeElement.select()").await;
        browser.press("urn:a:b").await;
        browser.until("return location.hash.includes('urn%3Aa%3Ab') && Boolean(document.querySelector('[data-at=rfc2141].accepted'))").await;
        browser.press("\u{E00C}").await; // Escape leaves the field
        for (key, view) in [
            ("2", "documents"),
            ("3", "compare"),
            ("4", "hosts"),
            ("5", "own"),
            ("6", "stories"),
            (",", "own"),
            (".", "stories"),
            (".", "string"),
            (",", "stories"),
            ("1", "string"),
        ] {
            browser.press("\u{E00C}").await;
            browser.press(key).await;
            browser.until(&format!("return document.querySelector('main').dataset.ready === '{view}' && Boolean(document.querySelector('.view-{view}'))")).await;
        }
        assert_eq!(
            browser.run("return document.querySelector('textarea.string').value").await,
            json!("urn:a:b")
        );
        browser.press("\u{E00C}").await;
        browser.press("p").await;
        assert_eq!(
            browser.run("return document.documentElement.classList.contains('large')").await,
            json!(true)
        );
        browser.press("p").await;
        browser.press("t").await;
        assert_eq!(
            browser.run("return document.documentElement.dataset.theme").await,
            json!("light")
        );
        browser.press("?").await;
        assert_eq!(browser.run("return document.querySelector('#help').open").await, json!(true));
        browser.press("\u{E00C}").await;
        browser.until("return !document.querySelector('#help').open").await;
        browser
            .open(&address(served, "#/string?step=rfc2396&rule=hostname&by=copy&input=aa"))
            .await;
        browser
            .until("return Boolean(document.querySelector('.view-step .counter')?.textContent)")
            .await;
        let counter = "return document.querySelector('.counter').textContent";
        let before = browser.run(counter).await;
        browser.press("\u{E014}").await; // right
        assert_ne!(browser.run(counter).await, before);
        browser.press("\u{E012}").await; // left
        assert_eq!(browser.run(counter).await, before);
    });
}

fn the_skip_link_stays_in_the_view(programs: &Programs) {
    run(programs, async |browser, served| {
        for name in NAMES {
            browser.open(&address(served, &format!("#/{name}"))).await;
            browser.press("\u{E004}").await; // Tab
            assert_eq!(browser.run("return document.activeElement.className").await, json!("skip"));
            browser.press("\u{E007}").await; // Enter
            browser.settled().await;
            // The view writes its state into the link in its own time.
            let now = "return [document.activeElement.id, location.hash.split('?')[0], document.querySelector('main').dataset.ready]";
            assert_eq!(browser.run(now).await, json!(["main", format!("#/{name}"), name]));
        }
    });
}

fn a_control_that_is_used_keeps_the_focus(programs: &Programs) {
    let controls = [
        ("string?input=a%3Ab", ".start select"),
        ("string?input=a%3Ab", ".start .chip"),
        ("string?input=a%3Ab", "input[value=printed]"),
        ("string?input=a%3Ab", ".one-character button"),
        ("documents?grammar=rfc3986", "select"),
        ("documents?grammar=rfc3986", "input[value=printed]"),
        ("documents?of=path", "select"),
        ("documents?of=path", "input[value=printed]"),
        ("documents?of=path", ".check input"),
        ("documents?of=path", ".timeline-options input"),
        ("compare?a=rfc2396&b=rfc3986", "select"),
        ("compare?a=rfc2396&b=rfc3986", "label:nth-of-type(3) select"),
        ("string?step=rfc2396&input=a", "select"),
        ("string?step=rfc2396&input=a", "label:nth-of-type(3) select"),
        ("string?step=rfc2396&input=a", "input[value=printed]"),
        ("string?step=rfc2396&input=a", ".controls button"),
        ("hosts?input=a%3Ab", ".chip"),
    ];
    run(programs, async |browser, served| {
        for (name, selector) in controls {
            browser.open(&address(served, &format!("#/{name}"))).await;
            let used = "const control = document.querySelector(`main ${arguments[0]}`); \
                        control.closest('details')?.setAttribute('open', ''); control.focus(); \
                        if (control.tagName !== 'SELECT') control.click(); \
                        else { control.selectedIndex = (control.selectedIndex + 1) % Math.min(2, \
                        control.options.length); control.dispatchEvent(new Event('change', { \
                        bubbles: true })); } \
                        return [control.tagName, control.type, control.value]";
            let used = browser.run_with(used, json!(selector)).await;
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            browser.settled().await;
            let focused = "const control = document.activeElement; return [control.tagName, control.type, control.value]";
            assert_eq!(browser.run(focused).await, used, "{name} {selector}");
        }
        // A key that opens a view leads into it.
        for (index, name) in NAMES.iter().enumerate().skip(1) {
            browser.open(&address(served, "#/string")).await;
            browser.press(&(index + 1).to_string()).await;
            browser
                .until(&format!("return document.querySelector('main').dataset.ready === '{name}'"))
                .await;
            assert_eq!(
                browser.run("return document.activeElement.id").await,
                json!("main"),
                "{name}"
            );
        }
    });
}

fn single_keys_have_a_switch(programs: &Programs) {
    run(programs, async |browser, served| {
        let is_large = "return document.documentElement.classList.contains('large')";
        let typed = "return document.querySelector('textarea.string').value";
        browser.open(&address(served, "")).await;
        let text = browser.run(typed).await;
        browser.press("p").await;
        browser.press("t").await;
        assert_eq!(browser.run(is_large).await, json!(true));
        assert_eq!(
            browser.run("return document.documentElement.dataset.theme").await,
            json!("light")
        );
        assert_eq!(browser.run(typed).await, text);
        browser.press("p").await;
        let switch = "document.querySelector('#keys').click(); document.querySelector('#help input[type=checkbox]').click(); document.querySelector('#help').close()";
        browser.run(switch).await;
        for reloaded in [false, true] {
            if reloaded {
                browser.open(&address(served, "")).await;
            }
            browser.press("p").await;
            browser.press("2").await;
            browser.press("?").await;
            assert_eq!(browser.run(is_large).await, json!(false));
            let now = "return [document.querySelector('main').dataset.ready, document.querySelector('#help').open]";
            assert_eq!(browser.run(now).await, json!(["string", false]));
        }
        browser.run(switch).await;
        browser.press("p").await;
        assert_eq!(browser.run(is_large).await, json!(true));
    });
}
