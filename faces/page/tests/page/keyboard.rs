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
const NAMES: [&str; 11] = [
    "string", "court", "step", "resolve", "document", "compare", "history", "film", "agree",
    "lessons", "own",
];

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
            ("2", "court"),
            ("3", "step"),
            ("4", "resolve"),
            ("5", "document"),
            ("6", "compare"),
            ("7", "history"),
            ("8", "film"),
            ("9", "agree"),
            ("0", "lessons"),
            (",", "agree"),
            (",", "film"),
            (".", "agree"),
            (".", "lessons"),
            (".", "own"),
            (".", "string"),
            (",", "own"),
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
        browser.press("3").await;
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
        ("string", ".start select"),
        ("string", ".start .chip"),
        ("string", "input[value=printed]"),
        ("document", "select"),
        ("document", "input[value=printed]"),
        ("compare", "select"),
        ("compare", ".grid-section select"),
        ("compare", ".grid-section input[type=checkbox]"),
        ("history", "select"),
        ("history", "input[value=printed]"),
        ("history", ".check input"),
        ("step", "select"),
        ("step", "label:nth-of-type(3) select"),
        ("step", "input[value=printed]"),
        ("step", ".controls button"),
        ("resolve", "input[value=printed]"),
        ("resolve", ".chip"),
        ("film", ".controls button"),
        ("film", ".film-rules button"),
        ("agree", "select"),
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
        // There are nine digits.
        for (index, name) in NAMES.iter().enumerate().take(9).skip(1) {
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
            browser.press("7").await;
            browser.press("?").await;
            assert_eq!(browser.run(is_large).await, json!(false));
            let now = "return [document.querySelector('main').dataset.ready, document.querySelector('#help').open]";
            assert_eq!(browser.run(now).await, json!(["front", false]));
        }
        browser.run(switch).await;
        browser.press("p").await;
        assert_eq!(browser.run(is_large).await, json!(true));
    });
}
