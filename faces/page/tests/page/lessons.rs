//! Lessons, exercises and trees: every step shows what it says, and a student gets through.

use serde_json::{json, Value};

use crate::browser::{Browser, Programs};
use crate::links::opens_the_same;
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 7] = [
    ("what_a_step_speaks_of_is_in_view", what_a_step_speaks_of_is_in_view),
    ("every_step_of_every_lesson_shows_what_it_says", every_step_shows_what_it_says),
    ("a_lesson_leads_on_and_back", a_lesson_leads_on_and_back),
    ("the_view_follows_the_text", the_view_follows_the_text),
    ("a_student_gets_through_three_exercises", a_student_gets_through_three_exercises),
    ("a_tree_folds_by_mouse_and_keyboard", a_tree_folds_by_mouse_and_keyboard),
    ("lessons_and_trees_can_be_seen_by_everyone", lessons_and_trees_can_be_seen_by_everyone),
];

/// Views with a lesson, an exercise or a tree.
pub const VIEWS: [&str; 5] = [
    "#/string?input=http%3A%2F%2Fa%2Fb%3Fx%3Dy&lesson=query.1",
    "#/string?step=rfc2396&rule=hostname&by=copy&input=aa&lesson=copied-bnf.1",
    "#/stories?exercise=scheme&text=scheme%20%3D%20ALPHA%20(&done=colon",
    "#/string?input=http%3A%2F%2Fa%2Fb%3Fx%3Dy&tree=rfc3986.2,rfc1738",
    "#/string?step=rfc3986&input=http%3A%2F%2Fa%2Fb&at=200&tree=1&more=1",
];

/// Returns the texts that a step shows and that are not in the view, as `selector => text`.
async fn absent(browser: &Browser, shown: &Value) -> Vec<Value> {
    let script = "return arguments[0].filter(([selector, text]) => ![...document.querySelectorAll('main ' + selector)].some((one) => one.textContent.includes(text)))";
    browser.run_with(script, shown.clone()).await.as_array().cloned().unwrap_or_default()
}

/// Returns the steps of all lessons: the lesson's id, the number of the step, and the step.
fn steps() -> Vec<(String, usize, Value)> {
    let mut all = Vec::new();
    for lesson in urigram_answers::lessons::all() {
        for (at, step) in lesson.steps.iter().enumerate() {
            let shown: Vec<_> = step.shown.iter().map(|one| [&*one.selector, &*one.text]).collect();
            let step = json!({ "view": step.view, "title": step.title, "shown": shown });
            all.push((lesson.id.clone(), at + 1, step));
        }
    }
    all
}

fn every_step_shows_what_it_says(programs: &Programs) {
    run(programs, async |browser, served| {
        let steps = steps();
        assert!(steps.len() >= 20, "{}", steps.len());
        let mut wrong = Vec::new();
        for (id, number, step) in &steps {
            let view = step["view"].as_str().unwrap();
            browser.open(&address(served, &format!("{view}&lesson={id}.{number}"))).await;
            let name = view.trim_start_matches("#/").split('?').next();
            let ready = "return [document.querySelector('main').dataset.ready, document.querySelector('#lesson [aria-current=step] h3').textContent, document.querySelectorAll('main [role=alert]').length]";
            assert_eq!(browser.run(ready).await, json!([name, step["title"], 0]), "{view}");
            let absent = absent(browser, &step["shown"]).await;
            if !absent.is_empty() {
                wrong.push(format!("{id}, step {number}: {absent:?} is not in {view}"));
            }
            let links = "return [...document.querySelectorAll('#lesson [aria-current=step] .words a')].map((one) => one.getAttribute('href'))";
            for link in browser.run(links).await.as_array().unwrap() {
                assert!(link.as_str().unwrap().starts_with("#/"), "{link}");
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // Without its view no step shows what it says.
        browser.open(&address(served, "#/stories")).await;
        for (id, number, step) in &steps {
            assert!(!absent(browser, &step["shown"]).await.is_empty(), "{id}, step {number}");
        }
    });
}

/// A script that answers if the type is large enough; every part that the step is about is framed;
/// each framed part is seen, in the frame of its view; the step's words begin on the screen,
/// covered by nothing; and nothing that is framed is dimmed, while something else is.
const SEEN: &str =
    "const now = document.querySelector('#lesson [aria-current=step]'); const size = \
      parseFloat(getComputedStyle(now.querySelector('.words')).fontSize); const view = \
      document.querySelector('main').getBoundingClientRect(); const [begin, end] = \
      [Math.max(0, view.top), Math.min(innerHeight, view.bottom)]; const framed = \
      [...document.querySelectorAll('.framed')]; const seen = framed.map((one) => \
      one.getBoundingClientRect()).filter((box) => box.top >= begin - 1 && (box.bottom <= end \
      + 1 || box.height > end - begin)); const parts = new Set(arguments[0].map(([selector, \
      text]) => [...document.querySelectorAll('main ' + selector)].find((one) => \
      one.textContent.includes(text))).map((one) => one?.closest('.framed'))); const lines = \
      [now.querySelector('h3'), now.querySelector('.words > *')].map((one) => \
      one.getBoundingClientRect()); const open = lines.every((box) => [3, Math.min(box.height, \
      24) - 3].every((down) => document.elementFromPoint(box.left + 3, box.top + \
      down)?.closest('.story-step') === now)); const dimmed = document.querySelector('main \
      .dimmed') !== null && framed.every((one) => one.closest('.dimmed') === null); return \
      [size >= 16, parts.size > 0 && !parts.has(null) && !parts.has(undefined), seen.length \
      === framed.length, open, dimmed]";

/// A step's words and all that they are about are on one screen: projector, laptop and phone.
fn what_a_step_speaks_of_is_in_view(programs: &Programs) {
    run(programs, async |browser, served| {
        let mut wrong = Vec::new();
        for (width, height) in [(1440, 900), (1280, 720), (390, 844)] {
            browser.resize(width, height).await;
            for (id, number, step) in steps() {
                let view = step["view"].as_str().unwrap();
                browser.open(&address(served, &format!("{view}&lesson={id}.{number}"))).await;
                browser.settled().await;
                // The page scrolls to what is framed, which a busy machine shows later.
                let (all, mut found) = (json!([true, true, true, true, true]), json!(null));
                for _ in 0..20 {
                    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
                    found = browser.run_with(SEEN, step["shown"].clone()).await;
                    if found == all {
                        break;
                    }
                }
                if found != all {
                    wrong.push(format!("{id}.{number} at {width}: {found}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        browser.resize(1280, 720).await;
    });
}

fn a_lesson_leads_on_and_back(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/stories")).await;
        let at = "return [document.querySelector('#lesson [aria-current=step] h3')?.textContent ?? '', new URLSearchParams(location.hash.split('?')[1]).get('lesson')]";
        browser.run("document.querySelector('.lessons a').click()").await;
        browser.until("return document.querySelector('#lesson h3') !== null").await;
        browser.settled().await;
        assert_eq!(browser.run(at).await, json!(["Not a URL in 1993", "query.1"]));
        // A link inside the view stays in the lesson, and so does what is typed.
        browser.run("document.querySelector('[data-grammar=url-1993] .where a').click()").await;
        browser.until("return document.querySelector('main').dataset.ready === 'documents'").await;
        assert_eq!(browser.run(at).await, json!(["Not a URL in 1993", "query.1"]));
        browser.press("N").await;
        browser
            .until(
                "return document.querySelector('#lesson [aria-current=step] h3').textContent === 'The rule that stops'",
            )
            .await;
        browser.settled().await;
        opens_the_same(browser, "a step").await;
        assert_eq!(browser.run(at).await, json!(["The rule that stops", "query.2"]));
        browser.press("B").await;
        browser
            .until(
                "return document.querySelector('#lesson [aria-current=step] h3').textContent === 'Not a URL in 1993'",
            )
            .await;
        browser.settled().await;
        browser.run("[...document.querySelectorAll('.ways a')].find((one) => one.textContent === 'Leave').click()").await;
        browser.until("return document.querySelector('#lesson').hidden").await;
        // An unknown lesson is reported, and the view is there.
        browser.open(&address(served, "#/string?input=a&lesson=nothing.1")).await;
        let shown = "return document.querySelector('#lesson').textContent.includes('no such lesson') && document.querySelector('.timeline') !== null";
        browser.until(shown).await;
    });
}

/// A story is one text: a reader who scrolls it sees the view of the current step, and Back leads
/// out of the story.
fn the_view_follows_the_text(programs: &Programs) {
    run(programs, async |browser, served| {
        let lesson = urigram_answers::lessons::all();
        let lesson = lesson.iter().find(|one| one.id == "two-hosts").unwrap();
        for (width, height) in [(1280, 720), (390, 844)] {
            browser.resize(width, height).await;
            browser.open(&address(served, "#/stories")).await;
            let begin = "[...document.querySelectorAll('.lessons a')].find((one) => one.href.includes('two-hosts')).click()";
            browser.run(begin).await;
            browser.until("return document.querySelectorAll('.story-step').length > 0").await;
            let texts = browser.run("return document.querySelectorAll('.story-step').length").await;
            assert_eq!(texts, json!(lesson.steps.len()));
            for (at, step) in
                lesson.steps.iter().enumerate().chain(lesson.steps.iter().enumerate().rev())
            {
                // The words come to the place where they are read.
                let read = "const [view, head] = [document.querySelector('main').getBoundingClientRect(), document.querySelector('.story-head').getBoundingClientRect()]; const line = view.left > 0 ? head.bottom : view.bottom; scrollBy(0, document.querySelectorAll('.story-step')[arguments[0]].getBoundingClientRect().top - line - 2)";
                browser.run_with(read, json!(at)).await;
                let number = at + 1;
                let there = format!("return location.hash.includes('lesson=two-hosts.{number}') && document.querySelector('[aria-current=step]').dataset.step === '{number}' && document.title.startsWith({:?})", step.title);
                browser.until(&there).await;
                browser.settled().await;
                let view = step.view.trim_start_matches("#/").split('?').next();
                let ready = "return document.querySelector('main').dataset.ready";
                assert_eq!(browser.run(ready).await, json!(view), "{width}: {number}");
                let shown =
                    browser.run("return document.querySelector('#status').textContent").await;
                let shown = shown.as_str().unwrap();
                assert!(shown.starts_with(&format!("Step {number} of ")), "{width}: {shown}");
            }
            browser.run("history.back()").await;
            browser.until("return document.querySelector('main').dataset.ready === 'stories' && document.querySelector('#lesson').hidden").await;
        }
        browser.resize(1280, 720).await;
    });
}

/// Writes rules into the editor and waits for the verdict.
async fn write(browser: &Browser, rules: &str) {
    let put = "const area = document.querySelector('textarea.code'); area.value = arguments[0]; area.dispatchEvent(new Event('input', { bubbles: true })); document.querySelector('.judged').replaceChildren()";
    browser.run_with(put, json!(rules)).await;
    browser.until("return document.querySelector('.judged').textContent !== ''").await;
    browser.settled().await;
}

fn a_student_gets_through_three_exercises(programs: &Programs) {
    let judged = "return [...document.querySelectorAll('.judged .verdict, .judged .counterexample')].map((one) => one.textContent)";
    let proved = "Proved: your rule accepts the strings of the document and no others.";
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/stories?exercise=scheme")).await;
        write(browser, "scheme = 1*( ALPHA / DIGIT / \"+\" / \"-\" / \".\" )").await;
        assert_eq!(browser.run(judged).await, json!(["Not yet.", "0"]));
        let hint = "return document.querySelector('.hint').textContent";
        assert!(browser.run(hint).await.to_string().contains("begins with"));
        // A mark at the line of an error.
        write(browser, "scheme = ALPHA\n  *( ALPHA").await;
        let mark = "return [document.querySelector('.gutter .fault').textContent, document.querySelector('textarea.code').getAttribute('aria-invalid')]";
        assert_eq!(browser.run(mark).await, json!(["✗ 2", "true"]));
        browser.run("document.querySelector('.fault-message button').click()").await;
        let place = "const area = document.querySelector('textarea.code'); return [document.activeElement === area, area.value.slice(0, area.selectionStart).split('\\n').length]";
        assert_eq!(browser.run(place).await, json!([true, 2]));
        write(browser, "scheme = ALPHA *( ALPHA / DIGIT / \"+\" / \"-\" / \".\" )").await;
        assert_eq!(browser.run(judged).await, json!([proved]));
        opens_the_same(browser, "a solved exercise").await;
        for (id, wrong, shortest, right) in [
            (
                "xpalphas",
                "xpalphas = *xpalpha",
                json!(["Not yet.", "(the empty string)"]),
                "xpalphas = 1*xpalpha",
            ),
            (
                "dec-octet",
                "dec_octet = { ASCII_DIGIT | ASCII_DIGIT{2} }",
                json!(["Not yet.", "10"]),
                "dec_octet = { \"25\" ~ '0'..'5' | \"2\" ~ '0'..'4' ~ ASCII_DIGIT | \"1\" ~ ASCII_DIGIT{2} | '1'..'9' ~ ASCII_DIGIT | ASCII_DIGIT }",
            ),
        ] {
            browser.open(&address(served, &format!("#/stories?exercise={id}&done=scheme"))).await;
            write(browser, wrong).await;
            assert_eq!(browser.run(judged).await, shortest, "{id}");
            write(browser, right).await;
            assert_eq!(browser.run(judged).await, json!([proved]), "{id}");
            let progress = "return document.querySelector('main .ways').textContent.includes('2 of 10 solved') && location.hash.includes('done=scheme%2C')";
            browser.until(progress).await;
        }
        browser.open(&address(served, "#/stories?exercise=scheme&done=scheme,colon")).await;
        browser
            .run("document.querySelector('main .ways a[href^=\"#/stories?done\"]').click()")
            .await;
        browser.until("return document.querySelectorAll('.exercises .good').length === 2").await;
    });
}

fn a_tree_folds_by_mouse_and_keyboard(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/string?input=http%3A%2F%2Fab%2Fc%3Fx%3Dy")).await;
        browser.run("document.querySelector('[data-grammar=rfc3986] .show-tree').click()").await;
        browser.until("return document.querySelector('.tree') !== null").await;
        let bars = "return [...document.querySelectorAll('.tree .bar')].map((one) => one.title)";
        let all = browser.run(bars).await;
        assert_eq!(all[0], "URI-reference");
        // A bar is above its characters, and wide enough for its name.
        let places = "const box = (one) => one.getBoundingClientRect(); const host = box(document.querySelector('.bar[title=host]')); const chars = [...document.querySelectorAll('.cell-char')]; const a = box(chars[7]); return [a.left >= host.left - 2, a.right <= host.right + 2, host.bottom <= a.top, [...document.querySelectorAll('.bar')].every((one) => one.scrollWidth <= one.clientWidth + 1)]";
        assert_eq!(browser.run(places).await, json!([true, true, true, true]));
        // By mouse: `hier-part` is folded and opened.
        let click = "document.querySelector('.bar[title=hier-part]').click()";
        browser.run(click).await;
        let folded = browser.run(bars).await;
        assert!(folded.as_array().unwrap().len() < all.as_array().unwrap().len(), "{folded}");
        let state =
            "return document.querySelector('.bar[title=hier-part]').getAttribute('aria-expanded')";
        assert_eq!(browser.run(state).await, json!("false"));
        opens_the_same(browser, "a folded tree").await;
        assert_eq!(browser.run(bars).await, folded);
        browser.run(click).await;
        assert_eq!(browser.run(bars).await, all);
        // By keyboard: left folds, then goes to the rule outside; right opens, then goes inside.
        let now = "return document.activeElement.title";
        browser.press("\u{E012}").await;
        assert_eq!(browser.run(state).await, json!("false"));
        browser.press("\u{E012}").await;
        assert_eq!(browser.run(now).await, json!("URI"));
        browser.press("\u{E014}").await;
        assert_eq!(browser.run(now).await, json!("scheme"));
        // In Step, the tree is that of the rules that match so far; what failed is not in it.
        browser
            .open(&address(
                served,
                "#/string?step=rfc2396&rule=hostname&by=copy&input=aa&at=9999&tree=1",
            ))
            .await;
        let rules = browser.run(bars).await;
        assert_eq!(rules[0], "hostname");
        assert!(rules.as_array().unwrap().iter().any(|rule| rule == "toplabel"), "{rules}");
        assert!(rules.as_array().unwrap().iter().all(|rule| rule != "domainlabel"), "{rules}");
    });
}

fn lessons_and_trees_can_be_seen_by_everyone(programs: &Programs) {
    run(programs, async |browser, served| {
        for (width, height, more) in [
            (1280, 720, "large=1&theme=light"),
            (390, 844, "theme=dark"),
            (320, 640, "theme=light"),
            (1920, 1080, "theme=dark"),
        ] {
            browser.resize(width, height).await;
            for view in VIEWS {
                browser.open(&address(served, &format!("{view}&{more}"))).await;
                let complaints = browser.run(include_str!("audit.js")).await;
                assert_eq!(complaints, json!([]), "{view} {width}");
            }
        }
        for view in VIEWS {
            browser.open(&address(served, view)).await;
            opens_the_same(browser, view).await;
        }
        // The tape with a tree, and both panes, are seen at once on a projector.
        browser.resize(1280, 720).await;
        browser.open(&address(served, &format!("{}&large=1", VIEWS[4]))).await;
        let seen = "return [...document.querySelectorAll('.tape, .pane')].every((one) => one.getBoundingClientRect().bottom <= innerHeight)";
        assert_eq!(browser.run(seen).await, json!(true));
    });
}
