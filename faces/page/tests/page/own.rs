//! Rules of one's own: a string, its tree, remarks and examples.

use serde_json::json;

use crate::browser::Programs;
use crate::links::opens_the_same;
use crate::static_page::{slow_rules, HURRY};
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 5] = [
    ("own_examples_are_kept_in_the_link", own_examples_are_kept_in_the_link),
    ("own_rules_and_their_tree_are_linked", own_rules_and_their_tree_are_linked),
    ("own_rules_are_taken_from_files", own_rules_are_taken_from_files),
    ("own_rules_have_remarks", own_rules_have_remarks),
    ("own_rules_that_take_too_long_are_ended", own_rules_that_take_too_long_are_ended),
];

fn own_examples_are_kept_in_the_link(programs: &Programs) {
    run(programs, async |browser, served| {
        let abnf = "abnf=a%20%3D%201*%22x%22";
        browser.open(&address(served, &format!("#/own?input=xx&{abnf}"))).await;
        let keep = async |text: &str, words: &str| {
            let put = "const area = document.querySelector('textarea.string'); area.value = arguments[0][0]; area.dispatchEvent(new Event('input')); [...document.querySelectorAll('button')].find((one) => one.textContent === arguments[0][1]).click()";
            browser.run_with(put, json!([text, words])).await;
        };
        keep("xx", "Keep as accepted").await;
        keep("", "Keep as rejected").await;
        keep("xy", "Keep as accepted").await;
        let rows = "return [...document.querySelectorAll('.own-examples tbody tr')].map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))";
        browser
            .until("return !document.querySelector('.own-examples').textContent.includes('…')")
            .await;
        let shown = json!([
            ["xx", "accepted", "✓ accepted"],
            ["(the empty string)", "rejected", "✓ rejected"],
            ["xy", "accepted", "✗ rejected"],
        ]);
        assert_eq!(browser.run(rows).await, shown);
        // Typing is answered after a moment.
        tokio::time::sleep(std::time::Duration::from_millis(350)).await;
        browser.settled().await;
        opens_the_same(browser, "examples").await;
        assert_eq!(browser.run(rows).await, shown);
        // Other rules judge them again, and one that is removed is out of the link.
        browser.run_with(WRITE, json!("a = 1*( \"x\" / \"y\" )")).await;
        browser.until("return document.querySelectorAll('.own-examples .bad').length === 0 && document.querySelectorAll('.own-examples .good').length === 3").await;
        browser.run("document.querySelector('.own-examples td:last-child button').click()").await;
        browser.until("return !location.hash.includes('%2Bxx')").await;
    });
}

const WRITE: &str = "const area = document.querySelector('.own-rules textarea'); area.value = arguments[0]; area.dispatchEvent(new Event('input'))";

fn own_rules_and_their_tree_are_linked(programs: &Programs) {
    run(programs, async |browser, served| {
        let abnf = "abnf=a%20%3D%20b%20%22%3A%22%20b%20%3B%20two%0Ab%20%3D%201*%22x%22";
        browser.open(&address(served, &format!("#/own?input=x%3Axx&{abnf}"))).await;
        // The notation in colours says what the field says.
        let tokens = "return [...document.querySelectorAll('.paint span')].map((one) => [one.className, one.textContent])";
        let wanted = json!([
            ["t-defined", "a"],
            ["t-operator", "="],
            ["t-name", "b"],
            ["t-text", "\":\""],
            ["t-name", "b"],
            ["t-comment", "; two"],
            ["t-defined", "b"],
            ["t-operator", "="],
            ["t-repeat", "1*"],
            ["t-text", "\"x\""],
        ]);
        assert_eq!(browser.run(tokens).await, wanted);
        let same = "return [...document.querySelectorAll('.code-line')].map((one) => one.textContent).join('\\n') === document.querySelector('.own-rules textarea').value";
        assert_eq!(browser.run(same).await, json!(true));
        let bars = "return [...document.querySelectorAll('.bar')].map((one) => one.getAttribute('aria-label'))";
        assert_eq!(browser.run(bars).await, json!(["a: x:xx", "b: x", "b: xx"]));
        // From a bar to its rule and its characters, by the keyboard.
        let lit = "return [[...document.querySelectorAll('.code-line.lit')].map((one) => one.textContent), [...document.querySelectorAll('.cell-char')].map((one) => Number(one.matches('.lit'))).join(''), document.querySelectorAll('.bar.lit').length]";
        browser.run("document.querySelector('.bar').focus()").await;
        browser.press("\u{E015}\u{E015}").await;
        assert_eq!(browser.run(lit).await, json!([["b = 1*\"x\""], "0011", 1]));
        // And from a rule, where the caret is, to its bars.
        browser.run("const area = document.querySelector('.own-rules textarea'); area.focus(); area.setSelectionRange(area.value.length, area.value.length); area.dispatchEvent(new Event('keyup'))").await;
        assert_eq!(browser.run(lit).await, json!([["b = 1*\"x\""], "1011", 2]));
        browser.run("document.activeElement.blur()").await;
        opens_the_same(browser, "own").await;
        // An error is marked where it is, and a string where it stops.
        browser.run_with(WRITE, json!("a = b\nb = 1*digits")).await;
        browser
            .until("return document.querySelector('.paint .wrong')?.textContent === 'digits'")
            .await;
        browser.run_with(WRITE, json!("a = b \"!\"\nb = 1*\"x\"")).await;
        browser.until("return document.querySelector('.verdict.bad')?.textContent === 'a stops at character 2.' && document.querySelector('.paint .wrong') === null").await;
        let expected =
            "return [...document.querySelectorAll('.why code')].map((one) => one.textContent)";
        let expected = browser.run(expected).await.to_string();
        assert!(expected.contains("!") && expected.contains("x"), "{expected}");
        // Recursive rules are said to be nested, and have a tree.
        browser.run_with(WRITE, json!("list = \"x\" [ \":\" list \":\" ]")).await;
        browser.until("return document.querySelector('.verdict')?.textContent.startsWith('list') ?? false").await;
        let nested = "return [...document.querySelectorAll('.note')].some((one) => one.textContent.startsWith('list is recursive: '))";
        assert_eq!(browser.run(nested).await, json!(true));
    });
}

/// Puts files, each a name and a text, where a visitor chooses them.
const CHOOSE: &str = "const chosen = new DataTransfer(); for (const [name, text] of arguments[0]) chosen.items.add(new File([text], name)); const field = document.querySelector('input[type=file]'); field.files = chosen.files; field.dispatchEvent(new Event('change'))";

fn own_rules_are_taken_from_files(programs: &Programs) {
    run(programs, async |browser, served| {
        browser.open(&address(served, "#/own?input=x%3A1&rule=mine")).await;
        let verdict = async |said: &str| {
            let script = "return document.querySelector('.verdict')?.textContent === arguments[0]";
            let begun = std::time::Instant::now();
            while browser.run_with(script, json!(said)).await != json!(true) {
                assert!(begun.elapsed().as_secs() < 40, "never: {said}");
                tokio::time::sleep(std::time::Duration::from_millis(30)).await;
            }
        };
        let shown = "return [document.querySelector('.own-rules textarea').value, document.querySelector('.view-own select').value]";
        // A grammar in two files, and lines that end as RFCs have them.
        let own = json!([["a.abnf", "a = \"x\" b\r\n"], ["b.abnf", "b = \":\" DIGIT\r\n"]]);
        browser.run_with(CHOOSE, own).await;
        verdict("Accepted by a.").await;
        let both = "a = \"x\" b\n\nb = \":\" DIGIT\n";
        assert_eq!(browser.run(shown).await, json!([both, "abnf"]));
        browser.until("return document.querySelector('.margin').textContent.includes('Show 2 small notes')").await;
        opens_the_same(browser, "files").await;
        // Of a folder with both notations the ABNF, of a PEG alone the PEG.
        let folder = json!([["grammar.pest", "p = { \"x\" }"], ["grammar.abnf", "c = \"x\""]]);
        browser.run_with(CHOOSE, folder).await;
        verdict("c stops at character 2.").await;
        browser.run_with(CHOOSE, json!([["grammar.pest", "p = { \"x:1\" }"]])).await;
        verdict("Accepted by p.").await;
        assert_eq!(browser.run(shown).await, json!(["p = { \"x:1\" }", "peg"]));
    });
}

fn own_rules_have_remarks(programs: &Programs) {
    run(programs, async |browser, served| {
        let peg =
            "peg=a%20%3D%20%7B%20b%20%7C%20b%20~%20%22c%22%20%7D%0Ab%20%3D%20%7B%20%22ab%22%20%7D";
        browser.open(&address(served, &format!("#/own?input=ab&{peg}"))).await;
        let remarks = "return [...document.querySelectorAll('.remarks li')].map((one) => one.textContent.replace(/\\s+/g, ' '))";
        browser.until("return document.querySelector('.remarks') !== null").await;
        let shown = browser.run(remarks).await.to_string();
        assert!(
            shown.contains("line 1 a: the first match wins") && shown.contains("abc"),
            "{shown}"
        );
        let gutter =
            "return [...document.querySelectorAll('.gutter span')].map((one) => one.textContent)";
        assert_eq!(browser.run(gutter).await, json!(["▲ 1", "2"]));
        // The string that shows it.
        browser.run("[...document.querySelectorAll('.remarks button')].find((one) => one.textContent === 'Try it').click()").await;
        browser.until("return document.querySelector('.verdict')?.textContent === 'a stops at character 3.'").await;
        // In ABNF: a string with two readings.
        browser.run("const kind = document.querySelector('.view-own select'); kind.value = 'abnf'; kind.dispatchEvent(new Event('change'))").await;
        browser.run_with(WRITE, json!("a = b / c\nb = %s\"x\"\nc = *%s\"x\"\nd = d %s\"x\"")).await;
        browser.until("return [...document.querySelectorAll('.remarks li')].some((one) => one.textContent.includes('two places'))").await;
        let shown = browser.run(remarks).await.to_string();
        assert!(shown.contains("line 4 d: no string is derived from it"), "{shown}");
    });
}

fn own_rules_that_take_too_long_are_ended(programs: &Programs) {
    run(programs, async |browser, served| {
        let put = "const area = document.querySelector('textarea.string'); area.value = arguments[0]; area.dispatchEvent(new Event('input'))";
        browser.open(&address(served, "#/own?input=x&abnf=a%20%3D%20%22x%22")).await;
        browser.run_with(HURRY, json!(true)).await;
        let begun = std::time::Instant::now();
        browser.run_with(WRITE, json!(slow_rules())).await;
        browser.until("return document.querySelector('.answer [role=alert]')?.textContent.includes('more than 5 seconds') ?? false").await;
        assert!(begun.elapsed().as_secs() < 9, "{:?}", begun.elapsed());
        browser.run_with(HURRY, json!(false)).await;
        // The page goes on, and more than any rules are refused in words.
        browser.run_with(WRITE, json!("a = \"x\"")).await;
        browser.until("return document.querySelector('.verdict.good') !== null").await;
        for text in ["x".repeat(256 << 10), "\0é(".repeat(9_000)] {
            browser.run_with(WRITE, json!(text)).await;
            browser.until("return document.querySelector('.answer [role=alert]')?.textContent.includes('longer than 20000 bytes') ?? false").await;
            browser.run_with(WRITE, json!("a = \"x\"")).await;
            browser.until("return document.querySelector('.verdict.good') !== null").await;
        }
        // A long string is judged without a tree.
        browser.run_with(put, json!("x".repeat(256 << 10))).await;
        browser.until("return document.querySelector('.verdict.bad')?.textContent === 'a stops at character 2.'").await;
    });
}
