//! Phones, projectors and paper: what must be in view is in view.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 9] = [
    ("reasons_have_room_on_a_phone", reasons_have_room_on_a_phone),
    ("a_projector_shows_the_stepper_whole", a_projector_shows_the_stepper_whole),
    ("the_mark_of_a_long_string_is_in_view", the_mark_of_a_long_string_is_in_view),
    ("a_pair_that_is_chosen_is_shown_and_marked", a_pair_that_is_chosen_is_shown_and_marked),
    ("paper_keeps_the_marks", paper_keeps_the_marks),
    ("paper_has_no_button_to_press", paper_has_no_button_to_press),
    ("the_look_is_remembered", the_look_is_remembered),
    ("contents_lead_to_their_sections", contents_lead_to_their_sections),
    ("a_wide_screen_shows_grid_and_lineage", a_wide_screen_shows_grid_and_lineage),
];

fn reasons_have_room_on_a_phone(programs: &Programs) {
    run(programs, async |browser, served| {
        for (width, least) in [(390, 300), (320, 240)] {
            browser.resize(width, 844).await;
            for input in ["http%3A%2F%2Fa%2Fb%3Fx%3Dy", "http%3A%2F%2Fa%2F%7Eb", "mailto%3Aa%5B"] {
                browser.open(&address(served, &format!("#/string?input={input}"))).await;
                let widths = "return [...document.querySelectorAll('.entry .why, .entry .note')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().width)";
                let widths = browser.run(widths).await;
                let widths = widths.as_array().unwrap();
                assert!(widths.len() > 3, "{input}: {widths:?}");
                assert!(
                    widths.iter().all(|one| one.as_f64() >= Some(f64::from(least))),
                    "{width}: {widths:?}"
                );
            }
        }
    });
}

fn a_projector_shows_the_stepper_whole(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.resize(1280, 720).await;
        for view in ["step=rfc2396&rule=hostname&by=copy&input=aa", "step=rfc3986&input=http%3A%2F%2Fuser%40example.org%3A8042%2Fover%2Fthere%3Fname%3Dferret%23nose&at=200"] {
            browser.open(&address(served, &format!("#/string?{view}&large=1"))).await;
            let panes = "return [...document.querySelectorAll('.pane')].map((pane) => [pane.getBoundingClientRect().bottom <= innerHeight, pane.querySelector('.pane-body').clientHeight >= 120])";
            let inside = json!([true, true]);
            assert_eq!(browser.run(panes).await, json!([inside, inside]), "{view}");
            assert_eq!(browser.run("return document.documentElement.scrollHeight <= innerHeight").await, json!(true));
            let rows = "return new Set([...document.querySelectorAll('.controls > :not([hidden])')].map((one) => Math.round((one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 12))).size";
            assert_eq!(browser.run(rows).await, json!(1), "{view}: the controls are one row");
        }
        // Diagrams are as large as the type.
        let size = "const text = document.querySelector('svg.railroad text').getBoundingClientRect(); return text.height / parseFloat(getComputedStyle(document.documentElement).fontSize)";
        browser.open(&address(served, "#/documents?grammar=rfc2396&rule=hostname")).await;
        let normal = browser.run(size).await.as_f64().unwrap();
        browser.press("p").await;
        let large = browser.run(size).await.as_f64().unwrap();
        assert!((large / normal - 1.0).abs() < 0.1, "{normal} {large}");
    });
}

fn the_mark_of_a_long_string_is_in_view(programs: &Programs) {
    let long = format!("http%3A%2F%2Fa%2F{}%5E{}", "b".repeat(240), "c".repeat(60));
    run(programs, async |browser, served| {
        for (width, height, large) in [(1280, 720, "1"), (390, 844, "0"), (1920, 1080, "0")] {
            browser.resize(width, height).await;
            browser.open(&address(served, &format!("#/string?input={long}&large={large}"))).await;
            let marks = "return [...document.querySelectorAll('.entry.rejected .here')].map((mark) => { const box = mark.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; })";
            let marks = browser.run(marks).await;
            let marks = marks.as_array().unwrap();
            assert!(
                marks.len() > 10 && marks.iter().all(|is_seen| *is_seen == true),
                "{width}: {marks:?}"
            );
            browser
                .open(&address(
                    served,
                    &format!("#/string?step=rfc3986&input={long}&large={large}"),
                ))
                .await;
            browser.run("[...document.querySelectorAll('.controls button')].find((one) => one.textContent === 'furthest failure').click()").await;
            let mark = "const box = document.querySelector('.tape .here').getBoundingClientRect(); return [document.querySelector('.tape').scrollWidth > innerWidth, box.left >= 0 && box.right <= innerWidth]";
            assert_eq!(browser.run(mark).await, json!([true, true]), "{width}");
        }
    });
}

fn a_pair_that_is_chosen_is_shown_and_marked(programs: &Programs) {
    run(programs, async |browser, served| {
        for (width, height) in [(1280, 720), (390, 844)] {
            browser.resize(width, height).await;
            browser.open(&address(served, "#/compare?a=rfc1738&b=rfc2396&large=1")).await;
            let choose = "const cell = document.querySelector('.cell[title^=\"url-1997 and rfc3986\"]'); cell.scrollIntoView({ block: 'center' }); cell.click()";
            browser.run(choose).await;
            browser.until("return document.querySelector('.formula')?.textContent.includes('url-1997') ?? false").await;
            browser.settled().await;
            let relation = "const box = document.querySelector('.formula').getBoundingClientRect(); return [box.top >= 0, box.bottom <= innerHeight, document.activeElement.id]";
            assert_eq!(browser.run(relation).await, json!([true, true, "main"]), "{width}");
            let marked = "return [...document.querySelectorAll('.cell[aria-current]')].map((cell) => cell.title.split(':')[0])";
            assert_eq!(browser.run(marked).await, json!(["url-1997 and rfc3986"]));
        }
    });
}

fn paper_keeps_the_marks(programs: &Programs) {
    run(programs, async |browser, served| {
        for (view, mark) in [
            ("#/string?step=rfc2396&rule=hostname&by=copy&input=aa&at=5", ".frame .now"),
            ("#/string?input=http%3A%2F%2Fa%2Fb%3Fx%3Dy", ".chars .here"),
            ("#/documents?grammar=rfc3986&rule=host", "svg.railroad rect"),
            ("#/documents?of=path", ".grid td.yes"),
        ] {
            browser.open(&address(served, view)).await;
            browser.emulate_media("print").await;
            let script =
                "return getComputedStyle(document.querySelector(arguments[0])).printColorAdjust";
            assert_eq!(browser.run_with(script, json!(mark)).await, json!("exact"), "{view}");
            browser.emulate_media("").await;
        }
    });
}

/// A button on paper says something: a verdict, a part, a row. It is not an order.
fn paper_has_no_button_to_press(programs: &Programs) {
    run(programs, async |browser, served| {
        let mut kept = 0;
        for (name, view) in crate::views::VIEWS {
            browser.open(&address(served, view)).await;
            browser.emulate_media("print").await;
            let buttons = "return [...document.querySelectorAll('button')].filter((one) => one.checkVisibility()).map((one) => [one.matches('.year-cell, .bar, .cell, .part, .more-alike > button'), one.textContent])";
            for button in browser.run(buttons).await.as_array().unwrap() {
                assert_eq!(button[0], json!(true), "{name}: {button}");
                kept += 1;
            }
            browser.emulate_media("").await;
        }
        assert!(kept > 100, "{kept}");
    });
}

/// The look that is chosen is there on the next visit, and a link with another one goes first.
fn the_look_is_remembered(programs: &Programs) {
    run(programs, async |browser, served| {
        let look = "return [document.documentElement.dataset.theme ?? null, document.documentElement.classList.contains('large')]";
        let visit = async |rest: &str| {
            browser.goto("about:blank").await;
            browser.open(&address(served, rest)).await;
            browser.run(look).await
        };
        assert_eq!(visit("").await, json!([null, false]));
        browser.press("t").await;
        browser.press("t").await;
        browser.press("p").await;
        assert_eq!(browser.run(look).await, json!(["dark", true]));
        assert_eq!(visit("#/stories").await, json!(["dark", true]));
        assert_eq!(visit("#/stories?theme=light&large=0").await, json!(["light", false]));
        // A link changes nothing for later, and neither does what something else has written.
        assert_eq!(visit("#/stories").await, json!(["dark", true]));
        for text in ["", "null", "[", "{\"theme\":7,\"large\":\"yes\"}"] {
            browser
                .run_with("localStorage.setItem('urigram-look', arguments[0])", json!(text))
                .await;
            assert_eq!(visit("#/stories").await, json!([null, false]), "{text:?}");
        }
    });
}

fn contents_lead_to_their_sections(programs: &Programs) {
    run(programs, async |browser, served| {
        for (width, height) in [(1280, 720), (390, 844)] {
            browser.resize(width, height).await;
            browser.open(&address(served, "#/documents?grammar=rfc2396&large=1")).await;
            let names = "return [...document.querySelectorAll('.contents button')].map((one) => one.textContent)";
            let names = browser.run(names).await;
            let names = names.as_array().unwrap();
            assert_eq!((names.len(), &names[0]), (5, &json!("Rules")), "{names:?}");
            for name in &names[1..] {
                let follow = "[...document.querySelectorAll('.contents button')].find((one) => one.textContent === arguments[0]).click(); const heading = document.activeElement; const bar = document.querySelector('.contents').getBoundingClientRect(); const box = heading.getBoundingClientRect(); return [heading.textContent, box.top >= Math.max(0, bar.bottom) - 1 && box.bottom <= innerHeight]";
                let followed = browser.run_with(follow, name.clone()).await;
                assert_eq!(followed, json!([name, true]), "{width}");
            }
        }
    });
}

fn a_wide_screen_shows_grid_and_lineage(programs: &Programs) {
    run(programs, async |browser, served| {
        for (width, is_beside) in [(1920, true), (1280, false)] {
            browser.resize(width, 1080).await;
            browser.open(&address(served, "#/documents?of=path")).await;
            let beside = "const box = (selector) => document.querySelector(selector).getBoundingClientRect(); return box('.lineage').top < box('.grid').bottom && box('.lineage').left > box('.grid').right";
            assert_eq!(browser.run(beside).await, json!(is_beside), "{width}");
        }
    });
}
