//! The goals people come with: the table of docs/page.md, from the first page, on four screens.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 1] =
    [("each_goal_is_a_click_from_the_first_page", each_goal_is_a_click_from_the_first_page)];

/// The sizes of a phone, a tablet, a projector and a laptop.
const SCREENS: [(u32, u32); 4] = [(390, 844), (768, 1024), (1280, 720), (1440, 900)];

/// Returns the cells of the rows of the table.
fn goals() -> Vec<Vec<&'static str>> {
    let page = include_str!("../../../../docs/page.md");
    let table = page.split("| question | view |").nth(1).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()
    })
    .collect()
}

fn each_goal_is_a_click_from_the_first_page(programs: &Programs) {
    let goals = goals();
    assert_eq!(goals.len(), 8, "{goals:?}");
    run(programs, async |browser, served| {
        let mut wrong = Vec::new();
        for (width, height) in SCREENS {
            browser.resize(width, height).await;
            for goal in &goals {
                let [question, view, clicks, line] = goal[..] else { panic!("{goal:?}") };
                browser.open(&address(served, "")).await;
                let named = "return [...document.querySelectorAll('.goals a')].map((one) => one.textContent)";
                let questions: Vec<&str> = goals.iter().map(|goal| goal[0]).collect();
                assert_eq!(browser.run(named).await, json!(questions));
                if clicks == "1" {
                    let click = "[...document.querySelectorAll('.goals a')].find((one) => one.textContent === arguments[0]).click()";
                    browser.run_with(click, json!(question)).await;
                }
                // Some element with this text is on the screen, covered by nothing.
                let seen = "const [view, line] = arguments[0]; const main = document.querySelector('main'); return main.dataset.ready === view && main.getAttribute('aria-busy') === 'false' && [...main.querySelectorAll('*')].some((one) => { if (!one.textContent.replace(/\\s+/g, ' ').includes(line) || !one.checkVisibility()) return false; const box = one.getBoundingClientRect(); const top = document.elementFromPoint(box.left + 2, box.top + Math.min(box.height, 20) / 2); return box.top >= 0 && box.bottom <= innerHeight && (one.contains(top) || top?.contains(one)); })";
                let wanted = json!([view.to_lowercase().replace("my rules", "own"), line]);
                let mut is_seen = false;
                for _ in 0..60 {
                    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                    is_seen = browser.run_with(seen, wanted.clone()).await == json!(true);
                    if is_seen {
                        break;
                    }
                }
                if !is_seen {
                    wrong.push(format!("{question} at {width} × {height}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}
