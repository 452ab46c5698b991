//! A quiz for a class: its link and QR code, the codes that come back, and the proof.

use serde_json::{json, Value};

use crate::browser::{Browser, Programs};
use crate::links::opens_the_same;
use crate::views::{address, library, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 4] = [
    ("a_decoder_reads_the_qr_codes", a_decoder_reads_the_qr_codes),
    ("a_class_takes_a_quiz", a_class_takes_a_quiz),
    ("a_wrong_code_is_told", a_wrong_code_is_told),
    ("a_link_that_is_no_quiz_is_refused", a_link_that_is_no_quiz_is_refused),
];

/// Runs a script of a module's functions, which are in `made`, and returns what it returns.
async fn with_module(browser: &Browser, module: &str, script: &str, argument: Value) -> Value {
    let script = format!(
        "const [module, argument] = arguments[0]; window.made = undefined; \
         import(new URL(module, document.baseURI)).then(async (made) => {{ {script} }}) \
           .catch(String).then((value) => {{ window.made = value; }})"
    );
    browser.run_with(&script, json!([module, argument])).await;
    browser.until("return window.made !== undefined").await;
    browser.run("return window.made").await
}

/// Reads the QR code in rows of `0` and `1`, drawn with four pixels to a module and the quiet zone.
fn decoded(rows: &Value) -> Vec<u8> {
    let rows: Vec<&str> =
        rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let size = 4 * (rows.len() + 8);
    let mut pixels = vec![255; size * size];
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.bytes().enumerate().filter(|(_, module)| *module == b'1') {
            for line in 0..4 {
                let at = (4 * (y + 4) + line) * size + 4 * (x + 4);
                pixels[at..at + 4].fill(0);
            }
        }
    }
    let mut decoder = quircs::Quirc::default();
    let mut codes = decoder.identify(size, size, &pixels);
    let code = codes.next().expect("a code is found").expect("its corners are read");
    code.decode().expect("it is read").payload
}

fn a_decoder_reads_the_qr_codes(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/class?input=http%3A%2F%2Fa%2Fb%5Cc")).await;
        // Each version, full and with one byte more; any characters.
        let mut texts: Vec<String> = [
            14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560,
            624, 666, 711, 779, 857, 911, 996, 997,
        ]
        .iter()
        .flat_map(|&length| [length, length + 1])
        .filter(|&length| length <= 997)
        .map(|length| (0..length).map(|at| char::from(b'!' + (at * 7 % 90) as u8)).collect())
        .collect();
        texts.extend(["".to_owned(), "é漢\0".to_owned(), "http://a/".to_owned()]);
        let script = "const { modules } = made; return argument.map((text) => modules(text).map((row) => row.map(Number).join('')));";
        let codes = with_module(browser, "views/qr.js", script, json!(texts)).await;
        let mut sizes = Vec::new();
        for (text, rows) in texts.iter().zip(codes.as_array().unwrap()) {
            assert_eq!(decoded(rows), text.as_bytes(), "{} bytes", text.len());
            sizes.push(rows.as_array().unwrap().len());
        }
        sizes.sort_unstable();
        sizes.dedup();
        let all: Vec<usize> = (1..=25).map(|version| 17 + 4 * version).collect();
        assert_eq!(sizes, all, "every version is read");
        let script = "return [typeof made.modules('a'.repeat(argument)), typeof made.qr('a'.repeat(argument), '')]";
        let long = with_module(browser, "views/qr.js", script, json!(998)).await;
        assert_eq!(long, json!(["undefined", "undefined"]));
        // The page's code is its link, dark on light in both themes.
        let drawn = "const svg = document.querySelector('svg.qr'); const size = svg.viewBox.baseVal.width - 8; const rows = Array.from({ length: size }, () => new Array(size).fill(0)); for (const [, x, y] of svg.querySelector('path').getAttribute('d').matchAll(/M(\\d+) (\\d+)h/g)) rows[y - 4][x - 4] = 1; return [rows.map((row) => row.join('')), document.querySelector('[readonly]').value, ['rect', 'path'].map((part) => getComputedStyle(svg.querySelector(part)).fill)]";
        for theme in ["light", "dark"] {
            let view = format!("#/class?input=http%3A%2F%2Fa%2Fb%5Cc&theme={theme}");
            browser.open(&address(served, &view)).await;
            let told = browser.run(drawn).await;
            assert_eq!(decoded(&told[0]), told[1].as_str().unwrap().as_bytes());
            assert_eq!(told[2], json!(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]), "{theme}");
        }
    });
}

/// The codes for answers to a quiz, each a list of values.
async fn codes_of(browser: &Browser, input: &str, of: &[&str], answers: Value) -> Vec<String> {
    let script = "const [input, of, answers] = argument; const quiz = await made.quizOf({ input }, of); return answers.map((one) => made.codeOf(quiz, one));";
    let codes = with_module(browser, "views/code.js", script, json!([input, of, answers])).await;
    serde_json::from_value(codes.clone()).unwrap_or_else(|error| panic!("{error}: {codes}"))
}

const PASTE: &str = "const area = document.querySelector('textarea.code'); area.value = arguments[0]; area.dispatchEvent(new Event('input'))";

const LINK: &str = "return document.querySelector('[readonly]').value";

fn a_class_takes_a_quiz(programs: &Programs) {
    run(programs, async |browser, served| {
        let of = ["url-1993", "rfc1738", "rfc3986"];
        for (input, query) in [
            ("http://a/b?x=y", "http%3A%2F%2Fa%2Fb%3Fx%3Dy"),
            ("a\\b", "a%5Cb"),
            ("http://a/~é", "http%3A%2F%2Fa%2F~%C3%A9"),
            ("urn:", "urn%3A"),
        ] {
            let view = format!("#/class?input={query}&of={}", of.join(","));
            browser.open(&address(served, &view)).await;
            let link = browser.run(LINK).await;
            let link = link.as_str().unwrap();
            assert!(link.starts_with(&address(served, "#/predict?")), "{link}");
            browser.open(link).await;
            let seen = "return [document.title, document.querySelectorAll('.marks').length, document.querySelectorAll('main [role=alert]').length]";
            assert_eq!(
                browser.run(seen).await,
                json!(["Where does each document stop? · urigram", of.len(), 0]),
                "{link}"
            );
            let text: String = browser
                .run("return [...document.querySelector('.marked').querySelectorAll('.mark-char')].map((one) => one.textContent).join('')")
                .await
                .as_str()
                .unwrap()
                .to_owned();
            assert_eq!(text, input);
            // With the keyboard alone: the first character, then the one after it.
            let code = "return document.querySelector('.answer-code').textContent";
            assert_eq!(browser.run(code).await, json!(""));
            browser.run("document.querySelector('.marks input').focus()").await;
            browser.press(" \u{E014}").await;
            let first = codes_of(browser, input, &of, json!([[2, 0, 0]])).await;
            assert_eq!(browser.run(code).await, json!(first[0]));
            browser.press("\u{E004} \u{E004}").await;
            browser.run("document.querySelectorAll('.marks')[2].querySelectorAll('.mark-word input')[1].click()").await;
            let length = input.chars().count();
            let second = codes_of(browser, input, &of, json!([[2, 1, length + 2]])).await;
            assert_eq!(browser.run(code).await, json!(second[0]));
            opens_the_same(browser, link).await;
            // Each document's place is the library's.
            let found = library("string", &format!("input={query}"));
            let truth: Vec<usize> = of
                .iter()
                .map(|id| {
                    let documents = found["documents"].as_array().unwrap();
                    let one = documents.iter().find(|one| one["grammar"] == *id).unwrap();
                    let caret = one["caret"].as_u64().map(|caret| caret as usize + 1);
                    caret.unwrap_or(length + 2)
                })
                .collect();
            let wrong: Vec<usize> =
                truth.iter().map(|&value| if value == 1 { 2 } else { 1 }).collect();
            let codes = codes_of(browser, input, &of, json!([truth, truth, wrong])).await;
            browser.open(&address(served, &view)).await;
            let lines = format!(
                "Ada: {}\n\n {}  \nBob {}\n",
                codes[0],
                codes[1].to_lowercase(),
                codes[2].replace('-', " ")
            );
            browser.run_with(PASTE, json!(lines)).await;
            let told = "return document.querySelector('.told').textContent";
            assert_eq!(browser.run(told).await, json!("3 answers are counted."), "{input}");
            assert_eq!(
                browser
                    .run("return document.querySelectorAll('.proof, .column.true').length")
                    .await,
                json!(0)
            );
            browser.run("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Show the proof').click()").await;
            let bars = "return [...document.querySelectorAll('.histogram')].map((one) => [one.dataset.grammar, [...one.querySelectorAll('.column')].findIndex((column) => column.matches('.true')) + 1, one.querySelector('.column.true .bar-count').textContent, [...one.querySelectorAll('.bar-count')].map((count) => Number(count.textContent)).reduce((a, b) => a + b), one.querySelector('.proof').textContent.includes('2 of 3 said so.')])";
            let wanted: Vec<Value> =
                of.iter().zip(&truth).map(|(id, truth)| json!([id, truth, "2", 3, true])).collect();
            assert_eq!(browser.run(bars).await, json!(wanted), "{input}");
            // The link has the codes, without the names.
            browser.run_with(PASTE, json!(codes.join("\n"))).await;
            assert_eq!(browser.run(bars).await, json!(wanted), "{input}");
            opens_the_same(browser, &view).await;
        }
        // Where the clipboard is denied, the link is selected.
        browser.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('denied')) } }); [...document.querySelectorAll('main button')].find((one) => one.textContent === 'Copy').click()").await;
        browser.until("return document.querySelector('.answer [role=status]').textContent.includes('does not let the page copy')").await;
        assert_eq!(browser.run("return getSelection().toString() || document.querySelector('[readonly]').value.slice(document.querySelector('[readonly]').selectionStart, document.querySelector('[readonly]').selectionEnd)").await, browser.run(LINK).await);
    });
}

fn a_wrong_code_is_told(programs: &Programs) {
    run(programs, async |browser, served| {
        let of = ["rfc1738", "rfc3986"];
        browser.open(&address(served, "#/class?input=a%3Ab&of=rfc1738,rfc3986")).await;
        // Every wrong symbol, every two neighbours exchanged, every symbol left out or doubled.
        let script = include_str!("codes.js");
        let told = with_module(browser, "views/code.js", script, json!(of)).await;
        assert_eq!(told, json!([[], true]));
        // Each line that is no code of this quiz is told, and the others count.
        let good = codes_of(browser, "a:b", &of, json!([[3, 5]])).await.remove(0);
        let other = codes_of(browser, "a:c", &of, json!([[3, 5]])).await.remove(0);
        let swapped = codes_of(browser, "a:b", &["rfc1738", "rfc2396"], json!([[3, 5]])).await;
        let mut typo = good.clone().into_bytes();
        typo[5] = if typo[5] == b'7' { b'8' } else { b'7' };
        let lines = [
            good.clone(),
            other,
            swapped[0].clone(),
            String::from_utf8(typo).unwrap(),
            good[..good.len() - 1].to_owned(),
            "<b>!".to_owned(),
            "x".repeat(5_000),
            good,
        ];
        browser.run_with(PASTE, json!(lines.join("\n"))).await;
        let told = "return [document.querySelector('.told p').textContent, [...document.querySelectorAll('.refused li')].map((one) => one.textContent)]";
        let length = lines[0].replace('-', "").len();
        assert_eq!(
            browser.run(told).await,
            json!([
                "2 answers are counted, and 6 lines are refused.",
                [
                    "Line 2: This is a code of another quiz.",
                    "Line 3: This is a code of another quiz.",
                    "Line 4: A symbol is wrong: the check at the end does not fit.",
                    format!(
                        "Line 5: A code of this quiz has {length} symbols, and this one has {}.",
                        length - 1
                    ),
                    "Line 6: \"<\" is in no code.",
                    "Line 7: The line is longer than 200 characters.",
                ]
            ])
        );
        // More lines than a class has, and a megabyte.
        for much in ["a\n".repeat(100_000), "\u{0}".repeat(1 << 20)] {
            browser.run_with(PASTE, json!(much)).await;
            let told = "return document.querySelector('.told').textContent";
            let told = browser.run(told).await.to_string();
            assert!(told.contains("Only the first 500 lines are read."), "{told}");
        }
    });
}

fn a_link_that_is_no_quiz_is_refused(programs: &Programs) {
    run(programs, async |browser, served| {
        let long = "a".repeat(121);
        let huge = "%F0%9F%98%80".repeat(2_000);
        for (view, words) in [
            ("#/predict".to_owned(), "no string to ask about"),
            ("#/predict?input=a&of=".to_owned(), "1 to 10 documents, and this one about 0"),
            (
                "#/predict?input=a&of=rfc3986,%3Cb%3E".to_owned(),
                "about \"<b>\", which is no document",
            ),
            (
                format!("#/predict?input={long}&of=rfc3986"),
                "at most 120 characters, and this one has 121",
            ),
            (format!("#/predict?input={huge}&of=rfc3986"), "at most 120 characters"),
            ("#/predict?input=a%5Cq&escaped=1&of=rfc3986".to_owned(), "escape"),
            (format!("#/class?input={long}"), "at most 120 characters"),
            ("#/class?input=".to_owned(), "an empty one has no character to mark"),
        ] {
            browser.open(&address(served, &view)).await;
            let told = "return document.querySelector('main [role=alert]')?.textContent ?? ''";
            let told = browser.run(told).await.to_string().replace("\\\"", "\"");
            assert!(told.contains(words), "{view}: {told}");
            let left = "return document.querySelectorAll('.marks, .answer-code, svg.qr').length";
            assert_eq!(browser.run(left).await, json!(0), "{view}");
        }
        // All documents are more than a class is asked about.
        let all: Vec<String> = library("grammars", "")["grammars"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["grammar"].as_str().unwrap().to_owned())
            .collect();
        let view = format!("#/predict?input=a&of={}", all.join(","));
        browser.open(&address(served, &view)).await;
        let alert = "return document.querySelector('main [role=alert]').textContent";
        let told = browser.run(alert).await.to_string();
        assert!(told.contains("1 to 10 documents"), "{told}");
        // A code that was changed in the link marks nothing.
        browser.open(&address(served, "#/predict?input=a%3Ab&of=rfc3986&code=0000-0000")).await;
        let marks = "return [document.querySelectorAll('.marks').length, document.querySelectorAll('.marks :checked').length]";
        assert_eq!(browser.run(marks).await, json!([1, 0]));
        // Changes of the link that follow each other closely are written as one, a little later.
        browser.until("return !location.hash.includes('code=')").await;
    });
}
