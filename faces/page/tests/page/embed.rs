//! Views in a frame of another site's page.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};

use serde_json::json;

use crate::browser::Programs;
use crate::served::Served;
use crate::views::{address, run, Test, VIEWS};

/// The tests, by name.
pub const TESTS: [(&str, Test); 3] = [
    ("an_embedded_view_has_no_frame_of_its_own", an_embedded_view_has_no_frame_of_its_own),
    ("a_page_of_another_site_shows_a_view", a_page_of_another_site_shows_a_view),
    ("a_view_is_served_as_it_is_exported", a_view_is_served_as_it_is_exported),
];

const VIEW: &str = "?embed#/string?input=http%3A%2F%2Fa%2Fb%3Fx%3Dy";

fn an_embedded_view_has_no_frame_of_its_own(programs: &Programs) {
    run(programs, async |browser, served| {
        let shown = "return ['.top', '.skip', '.whole', '.timeline'].map((one) => document.querySelector(one)?.checkVisibility() ?? false)";
        browser.open(&address(served, VIEW)).await;
        assert_eq!(browser.run(shown).await, json!([false, false, true, true]));
        assert_eq!(browser.run(include_str!("audit.js")).await, json!([]));
        // The link opens the same in the whole page, also after something was typed.
        browser.run("const field = document.querySelector('textarea.string'); field.value = 'a:b'; field.dispatchEvent(new Event('input', { bubbles: true }))").await;
        browser.until("return location.hash.includes('a%3Ab')").await;
        let whole = "const link = document.querySelector('.whole'); link.dispatchEvent(new Event('pointerdown')); return link.href";
        let whole = browser.run(whole).await;
        let whole = whole.as_str().unwrap();
        assert!(whole.contains("input=a%3Ab") && !whole.contains("embed"), "{whole}");
        browser.open(whole).await;
        assert_eq!(browser.run(shown).await, json!([true, true, false, true]));
    });
}

/// Answers each request on a listener with a page that shows an address in a frame.
fn frame(listener: TcpListener, address: String) {
    std::thread::spawn(move || {
        let page = format!("<!doctype html><title>a class</title><iframe src=\"{address}\">");
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n";
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.read(&mut [0; 4096]);
            let _ = write!(stream, "{head}Content-Length: {}\r\n\r\n{page}", page.len());
        }
    });
}

/// Only pages of the origins that `urigram serve` was given show a view; by default none does.
fn a_page_of_another_site_shows_a_view(programs: &Programs) {
    run(programs, async |browser, _| {
        let listen = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let [allowed, other] = [listen(), listen()];
        let origin = |listener: &TcpListener| format!("http://{}", listener.local_addr().unwrap());
        let sites = [(origin(&allowed), true), (origin(&other), false)];
        let mut command = crate::server();
        command.arg(&sites[0].0);
        let own = Served::start(&mut command);
        frame(allowed, address(&own, VIEW));
        frame(other, address(&own, VIEW));
        for (site, is_shown) in sites {
            browser.client.goto(&site).await.unwrap();
            browser.client.enter_frame(0).await.unwrap();
            if is_shown {
                browser
                    .until("return document.querySelectorAll('.entry.rejected .here').length > 0")
                    .await;
            } else {
                browser.until("return location.protocol === 'chrome-error:'").await;
            }
            browser.client.clone().enter_parent_frame().await.unwrap();
        }
        // The frames were of other origins, and a refused one is in the log.
        browser.log("browser").await;
        browser.log("performance").await;
    });
}

/// The server's policy allows what every view needs, and its answers are the same.
fn a_view_is_served_as_it_is_exported(programs: &Programs) {
    run(programs, async |browser, served| {
        let own = Served::start(&mut crate::server());
        let refused = own.get("/");
        assert!(refused.head.contains("frame-ancestors 'none'"), "{}", refused.head);
        for (_, view) in VIEWS.iter().step_by(3) {
            let mut seen = Vec::new();
            for page in [served, &own] {
                browser.open(&address(page, view)).await;
                seen.push(browser.run("return document.querySelector('main').innerText").await);
            }
            assert_eq!(seen[0], seen[1], "{view}");
        }
        assert_eq!(browser.log("browser").await, Vec::<serde_json::Value>::new());
        // The requests also went to a server of this test.
        browser.log("performance").await;
    });
}
