//! A picture of each view, in three sizes and two themes, for the manuals and for whoever looks at
//! the page before it is changed.

use std::collections::BTreeSet;
use std::path::Path;

use crate::browser::Programs;
use crate::views::{address, run};

/// A view with something to see in it, by the name of its pictures.
const VIEWS: [(&str, &str); 19] = [
    ("front", "#/front?input=http%3A%2F%2Fa%2F~b"),
    ("string", "#/string?input=http%3A%2F%2Fa%2Fb%3Fx%3Dy"),
    ("programs", "#/string?input=http%3A%5C%5Cgood.example%5C%40evil.example&programs=1"),
    ("court", "#/court?input=http%3A%5C%5Cgood.example%5C%40evil.example"),
    ("draw", "#/draw?input=http%3A%2F%2Fa%2F~b&at=9&practices=1"),
    ("step", "#/step?grammar=rfc2396&rule=hostname&by=copy&input=aa&at=12"),
    (
        "resolve",
        "#/resolve?base=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq&reference=..%2F..%2F..%2Fg&open=rfc3986",
    ),
    (
        "many",
        "#/many?list=%2B%20http%3A%2F%2Fa%2F~b%0A-%20http%3A%2F%2Fa%2Fb%20c%0Ahttp%3A%2F%2Fa%2F%20",
    ),
    ("document", "#/document?grammar=rfc2396&rule=hostname"),
    ("compare", "#/compare?a=rfc1738&b=rfc2396&of=path"),
    ("history", "#/history?of=path"),
    ("film", "#/film?input=http%3A%2F%2F%5B%3A%3A1%5D%2F&at=rfc2396bis%40949d890&rule=host&n=3"),
    ("agree", "#/agree?a=rfc2396&b=rfc3986&component=host"),
    ("stories", "#/lessons?done=scheme"),
    ("story", "#/string?input=ftp%3A%2F%2Fa%3F%40b%2F&lesson=two-hosts.1"),
    ("quiz", "#/quiz?seed=5&n=2&answer=rfc3986&shown=1"),
    ("class", "#/class?input=http%3A%2F%2Fa%2Fb%3Fx%3Dy&of=url-1993,rfc1738,rfc3986&shown=1"),
    ("exercise", "#/exercise?id=scheme&text=scheme%20%3D%20ALPHA%20(&done=colon"),
    ("own", "#/string?input=a%3Ab&abnf=mine%20%3D%20ALPHA%20%22%3A%22%20DIGIT"),
];

/// Projector, laptop and phone.
const SIZES: [(u32, u32); 3] = [(1920, 1080), (1280, 720), (390, 844)];

const THEMES: [&str; 2] = ["light", "dark"];

fn name(view: &str, width: u32, theme: &str) -> String {
    format!("{view}-{width}-{theme}.webp")
}

/// Takes all pictures, into the folder that `URIGRAM_SCREENSHOTS` names.
pub fn take(programs: &Programs) {
    run(programs, async |browser, served| {
        for (width, height) in SIZES {
            browser.resize(width, height).await;
            for (view, link) in VIEWS {
                for theme in THEMES {
                    browser.open(&address(served, &format!("{link}&theme={theme}"))).await;
                    browser.settled().await;
                    // What is drawn later: frames of a story, rows of programs.
                    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
                    browser.shoot(&name(view, width, theme)).await;
                }
            }
        }
    });
}

/// The folder has a picture of each view in each size and theme, and no other file.
pub fn all_are_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
    let files = std::fs::read_dir(&folder).expect("the folder can be read");
    let found: BTreeSet<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let mut wanted = BTreeSet::new();
    for (view, _) in VIEWS {
        for (width, _) in SIZES {
            wanted.extend(THEMES.map(|theme| name(view, width, theme)));
        }
    }
    assert_eq!(found, wanted, "run .ci/screenshots");
    for file in &found {
        let bytes = std::fs::read(folder.join(file)).unwrap();
        assert!(bytes.starts_with(b"RIFF") && bytes[8..].starts_with(b"WEBP"), "{file}");
    }
}
