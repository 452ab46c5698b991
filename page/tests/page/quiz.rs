//! The quiz, as a class uses it.

use serde_json::json;

use crate::browser::Programs;
use crate::views::{address, run, Test};

/// The tests, by name.
pub const TESTS: [(&str, Test); 1] = [("a_wrong_guess_is_explained", a_wrong_guess_is_explained)];

fn a_wrong_guess_is_explained(programs: &Programs) {
    run(programs, async |browser, served| {
        // A question about a string that some documents accept, answered with nothing.
        browser.open(&address(served, "#/quiz?seed=5&n=1")).await;
        let question = "return document.querySelector('h1').textContent";
        let reveal = "[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Reveal')";
        // A double click reveals, and no more.
        browser.run(&format!("const button = {reveal}; button.focus(); button.dispatchEvent(new MouseEvent('click', {{ detail: 1, bubbles: true }})); \
                              const next = document.activeElement; next.dispatchEvent(new \
                              MouseEvent('click', {{ detail: 2, bubbles: true }}))")).await;
        browser.until("return Boolean(document.querySelector('.result .verdict'))").await;
        assert_eq!(browser.run(question).await, json!("Question 1"));
        assert_eq!(
            browser
                .run(&format!("return [{reveal}.disabled, document.activeElement.textContent]"))
                .await,
            json!([true, "Next"])
        );
        // Each wrong guess is explained: here, each document that accepts.
        let told = "const wrong = [...document.querySelectorAll('.guess.wrong')].map((one) => one.dataset.grammar); \
                    const explained = [...document.querySelectorAll('.result li')].map((one) => \
                    one.dataset.grammar); \
                    const words = [...document.querySelectorAll('.result li')].every((one) => \
                    one.textContent.includes('accepts it: ')); \
                    return [wrong.length > 0, wrong.join() === explained.join(), words]";
        assert_eq!(browser.run(told).await, json!([true, true, true]));
        // One colour for what accepts and one for what rejects, whatever was guessed.
        let colours = "const all = [...document.querySelectorAll('.truth')]; \
                       const of = (word) => new Set(all.filter((one) => \
                       one.textContent.includes(word)).map((one) => \
                       getComputedStyle(one).color)); \
                       return [of('accepts').size, of('rejects').size, [...of('accepts')][0] !== \
                       [...of('rejects')][0]]";
        assert_eq!(browser.run(colours).await, json!([1, 1, true]));
        assert_eq!(
            browser
                .run("return document.querySelector('main').textContent.includes('false')")
                .await,
            json!(false)
        );
        // Enter goes on.
        browser.press("\u{E007}").await;
        browser.until("return document.querySelector('h1').textContent === 'Question 2'").await;
    });
}
