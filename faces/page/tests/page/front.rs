//! The first page, and a string in all documents and programs.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 6] = [
    ("programs_stand_below_the_documents", programs_stand_below_the_documents),
    ("no_two_documents_say_the_same", no_two_documents_say_the_same),
    ("a_page_that_is_a_file_says_what_to_do", a_page_that_is_a_file_says_what_to_do),
    ("the_first_page_says_since_when", the_first_page_says_since_when),
    ("the_first_page_leads_everywhere", the_first_page_leads_everywhere),
    ("equal_rows_are_one_until_asked_for", equal_rows_are_one_until_asked_for),
];

fn the_first_page_says_since_when(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "")).await;
        let said = "return document.querySelector('.verdict')?.textContent ?? ''";
        assert_eq!(
            browser.run(said).await,
            json!("Legal since url-1997 (1997), and in every document after it. Documents about names do not count here.")
        );
        let heading = "return document.querySelector('h1').textContent";
        assert_eq!(browser.run(heading).await, json!("When did this become a legal URL?"));
        // A cell for each document, with the library's verdict.
        for input in ["http://a/~b", "urn:a:b", "http://[::1]/", "a b", ""] {
            let query = input.replace(' ', "%20");
            browser.open(&address(served, &format!("#/front?input={query}"))).await;
            let answer = library("string", &format!("input={query}"));
            let documents = answer["documents"].as_array().unwrap();
            let cells = "return [...document.querySelectorAll('.year-cell')].map((cell) => [cell.dataset.at, cell.classList.contains('accepted')])";
            let wanted: Vec<_> =
                documents.iter().map(|one| json!([one["grammar"], one["accepted"]])).collect();
            assert_eq!(browser.run(cells).await, json!(wanted), "{input:?}");
            let none = documents.iter().all(|one| one["accepted"] == json!(false));
            let told = browser.run(said).await;
            assert_eq!(told.as_str().unwrap().starts_with("No document"), none, "{told}");
        }
    });
}

fn the_first_page_leads_everywhere(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/front?input=urn%3Aa%3Ab")).await;
        let links = "return [...document.querySelectorAll('.groups a')].map((link) => link.getAttribute('href'))";
        let links = browser.run(links).await;
        let links: Vec<&str> =
            links.as_array().unwrap().iter().map(|link| link.as_str().unwrap()).collect();
        assert!(links.len() > 12, "{links:?}");
        for link in links {
            browser.open(&address(served, link)).await;
            let view = link.trim_start_matches("#/").split('?').next().unwrap();
            let here = "return [document.querySelector('main').dataset.ready, document.querySelectorAll('main [role=alert]').length]";
            assert_eq!(browser.run(here).await, json!([view, 0]), "{link}");
        }
        // The string goes along, and the rows of one document are brought into view.
        browser.open(&address(served, "#/front?input=urn%3Aa%3Ab")).await;
        browser.run("document.querySelector('.year-cell[data-at=rfc8141]').click()").await;
        browser.until("return document.querySelector('main').dataset.ready === 'string'").await;
        let seen = "const row = document.querySelector('.entry[data-grammar=rfc8141]')?.getBoundingClientRect(); return row !== undefined && row.top >= 0 && row.bottom <= innerHeight && row.height > 0";
        browser.until(seen).await;
        let field = "return document.querySelector('textarea.string').value";
        assert_eq!(browser.run(field).await, json!("urn:a:b"));
        // A story begins in its first step, and the title is the step's.
        browser.open(&address(served, "")).await;
        browser.run("document.querySelector('.stories a').click()").await;
        browser.until("return !document.querySelector('#lesson').hidden && document.querySelector('#lesson [aria-current=step] h3') !== null").await;
        let title =
            "return document.title.startsWith(document.querySelector('#lesson [aria-current=step] h3').textContent)";
        assert_eq!(browser.run(title).await, json!(true));
    });
}

fn equal_rows_are_one_until_asked_for(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/string?input=http%3A%2F%2Fa%2F~b")).await;
        let count = "return [document.querySelectorAll('.entry').length, [...document.querySelectorAll('.entry')].filter((row) => row.checkVisibility()).length]";
        let before = browser.run(count).await;
        assert_eq!(before[0], json!(15));
        assert!(before[1].as_u64() < Some(12), "{before}");
        let more =
            "return [...document.querySelectorAll('.more-alike')].map((one) => one.textContent)";
        let told = browser.run(more).await;
        assert!(told[0].as_str().unwrap().starts_with("3 more stop at the same place: RFC 1630"));
        // The strip opens what hides a row, and a part stands out in all rows.
        browser.run("document.querySelector('.year-cell[data-at=rfc1808]').click()").await;
        browser
            .until(
                "return document.querySelector('.entry[data-grammar=rfc1808]').checkVisibility()",
            )
            .await;
        browser.run("document.querySelector('.legend .c-path').click()").await;
        browser.until("return document.querySelectorAll('.chars .c-path.lit').length > 5 && document.querySelectorAll('.chars .c-host.lit').length === 0").await;
        assert_eq!(browser.run("return location.hash.includes('part=path')").await, json!(true));
    });
}

/// Each program has a cell with its verdict, and on request a row with what it finds.
fn programs_stand_below_the_documents(programs: &Programs) {
    run(programs, async |browser, served| {
        for input in ["http:%5C%5Cgood.example%5C@evil.example", "http://a.1/", ""] {
            browser.open(&address(served, &format!("#/string?input={input}"))).await;
            browser.until("return document.querySelector('.show-programs') !== null").await;
            let court = library("court", &format!("input={input}"));
            let readers = court["readers"].as_array().unwrap();
            let practices: Vec<_> = readers.iter().filter(|one| one["practice"] == true).collect();
            let cells = "return Object.fromEntries([...document.querySelectorAll('section .years[aria-label*=programs] .year-cell')].map((cell) => [cell.dataset.at, cell.classList.contains('accepted')]))";
            let cells = browser.run(cells).await;
            assert_eq!(cells.as_object().unwrap().len(), practices.len());
            for one in &practices {
                assert_eq!(cells[one["grammar"].as_str().unwrap()], one["accepted"], "{one}");
            }
            // Nothing more is loaded before somebody asks.
            assert_eq!(
                browser.run("return document.querySelectorAll('.programs .entry').length").await,
                json!(0)
            );
            browser.run("document.querySelector('.show-programs').click()").await;
            browser.until("return document.querySelector('.programs .entry') !== null").await;
            browser.settled().await;
            let rows = "return Object.fromEntries([...document.querySelectorAll('.programs .entry')].map((row) => [row.dataset.grammar, [...row.querySelectorAll('.chars .c-host')].map((one) => one.textContent).join('')]))";
            let rows = browser.run(rows).await;
            assert_eq!(rows.as_object().unwrap().len(), practices.len());
            for one in &practices {
                let chars: Vec<char> = court["line"]["text"].as_str().unwrap().chars().collect();
                let marks = one["marks"].as_array().unwrap();
                let host =
                    marks.iter().find(|mark| mark["name"] == "host" && one["accepted"] == true);
                let host: String = host.map_or(String::new(), |mark| {
                    let at = |key: &str| usize::try_from(mark[key].as_u64().unwrap()).unwrap();
                    chars[at("from")..at("to")].iter().collect()
                });
                assert_eq!(rows[one["grammar"].as_str().unwrap()], host, "{one}");
            }
            // A part that is pressed in the legend stands out in the programs' rows, too.
            if input == "http://a.1/" {
                browser.run("document.querySelector('.legend .c-path').click()").await;
                browser.until("return document.querySelectorAll('.programs .chars .c-path.lit').length > 5").await;
            }
            crate::links::opens_the_same(browser, "programs").await;
        }
    });
}

/// The sentence on the first page, for all pairs of documents.
fn no_two_documents_say_the_same(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "")).await;
        let lead = "return document.querySelector('.lead').textContent";
        let said = browser.run(lead).await;
        assert!(said.as_str().unwrap().contains("15 documents"), "{said}");
        let answer = library("matrix", "");
        let pairs = answer["pairs"].as_array().unwrap();
        assert_eq!(pairs.len(), 15 * 14 / 2);
        for pair in pairs {
            assert_ne!(pair["relation"], "equal", "{pair}");
        }
    });
}

fn a_page_that_is_a_file_says_what_to_do(programs: &Programs) {
    run(programs, async |browser, _served| {
        let page = concat!("file://", env!("CARGO_MANIFEST_DIR"), "/assets/index.html");
        browser.goto(page).await;
        let told = "return document.querySelector('main [role=alert]')?.textContent ?? ''";
        let told = browser.run(told).await;
        assert!(told.as_str().unwrap().contains("python3 -m http.server"), "{told}");
        // The browser complains that a file may not load a module: that is what is told.
        browser.log("browser").await;
        browser.log("performance").await;
    });
}
