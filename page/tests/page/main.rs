//! The page as browsers ask for it: answers over HTTP, and views in a real browser.
//!
//! This target has a harness of its own. It reports the tests that need a browser as ignored where
//! there is none, and says how to run them. `URIGRAM_BROWSER=required` makes that a failure, and
//! `URIGRAM_BROWSER=none` hides a browser that is there.
//!
//! The server that the tests ask is this program again, as is the process in which a server answers
//! questions about a visitor's rules, and the web server of the exported page.
//!
//! The tests in a browser run twice: on the page that a server answers for, and on the page as a
//! folder. The second needs the answers as WebAssembly, which `.ci/page` builds; where they are not
//! built, those tests are reported as ignored. `URIGRAM_WASM=FOLDER` names the folder. One of them
//! needs axe, whose file `URIGRAM_AXE` names.

mod axe;
mod browser;
mod classroom;
mod court;
mod embed;
mod export;
mod film;
mod folder;
mod front;
mod keyboard;
mod lessons;
mod links;
mod many;
mod measures;
mod own;
mod quiz;
mod requests;
mod served;
mod shots;
mod sizes;
mod static_page;
mod views;

use std::env;
use std::net::{Ipv4Addr, TcpListener};
use std::panic::{catch_unwind, UnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use browser::{Page, Programs};
use libtest_mimic::{Arguments, Failed, Trial};
use urigram_page::serve::{answer, Origin, Sandbox, Server};

const SERVE: &str = "--serve-page";
const SERVE_FOLDER: &str = "--serve-folder";
const ANSWER: &str = "--answer-question";

/// The folder that `.ci/page` writes, seen from this package.
const WASM: &str = "../target/urigram-answers";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some(SERVE) => serve(&arguments[2..]),
        Some(SERVE_FOLDER) => folder::serve(Path::new(&arguments[2])),
        Some(ANSWER) => {
            let question = arguments.get(2).expect("a question is named");
            answer(question, &mut std::io::stdin(), &mut std::io::stdout()).expect("it is written");
        }
        _ => return test(),
    }
    ExitCode::SUCCESS
}

/// Serves the page on a free port and prints its address. Pages of `embedders` may show it.
fn serve(embedders: &[String]) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let embedders = embedders.iter().map(|text| text.parse::<Origin>().expect("an origin"));
    let server = Server::new(listener, Sandbox::new([ANSWER])).expect("a server is made");
    let server = server.embedded_from(embedders);
    println!("{}", server.url().expect("it has an address"));
    server.run().expect("it serves");
}

/// Returns the command that serves the page.
///
/// # Panics
/// If this program has no file.
pub fn server() -> Command {
    let mut command = Command::new(env::current_exe().expect("this program has a file"));
    command.arg(SERVE);
    command
}

/// Returns the command that serves a page, in either way.
///
/// # Panics
/// If this program has no file.
pub fn page(page: &Page) -> Command {
    let mut command = server();
    if let Page::Exported(wasm) = page {
        command = Command::new(env::current_exe().expect("this program has a file"));
        command.arg(SERVE_FOLDER).arg(wasm);
    }
    command
}

/// Returns the answers as WebAssembly, if they are built.
///
/// # Panics
/// If `URIGRAM_WASM` names a folder that does not exist.
fn wasm() -> Option<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(named) = env::var_os("URIGRAM_WASM").filter(|named| !named.is_empty()) else {
        return Some(package.join(WASM)).filter(|folder| folder.is_dir());
    };
    let folder = package.join("..").join(named);
    assert!(folder.is_dir(), "URIGRAM_WASM: {} does not exist", folder.display());
    Some(folder)
}

/// Returns a test that fails if it panics.
fn trial(name: &str, test: impl FnOnce() + Send + UnwindSafe + 'static) -> Trial {
    // The panic's message is printed when it happens.
    Trial::test(name, || catch_unwind(test).map_err(|_| Failed::without_message()))
}

/// Returns a test that fails because something is missing; ignored, if it may be.
fn refused(name: &str, missing: &str, is_ignored: bool) -> Trial {
    let reason = missing.to_owned();
    Trial::test(name, || Err(Failed::from(reason))).with_ignored_flag(is_ignored)
}

fn test() -> ExitCode {
    let arguments = Arguments::from_args();
    let (is_required, programs) = match env::var("URIGRAM_BROWSER").as_deref() {
        Ok("required") => (true, Programs::find()),
        Ok("none") => (false, Err("none looked for")),
        Ok("") | Err(_) => (false, Programs::find()),
        Ok(other) => panic!("URIGRAM_BROWSER is `required`, `none` or not set, not `{other}`"),
    };
    let mut trials: Vec<Trial> = requests::TESTS.map(|(name, test)| trial(name, test)).into();
    let both: [&[(&str, views::Test)]; 14] = [
        &views::TESTS,
        &links::TESTS,
        &keyboard::TESTS,
        &sizes::TESTS,
        &quiz::TESTS,
        &lessons::TESTS,
        &export::TESTS,
        &film::TESTS,
        &court::TESTS,
        &front::TESTS,
        &embed::TESTS,
        &many::TESTS,
        &own::TESTS,
        &classroom::TESTS,
    ];
    let served = [&both[..], &[&links::OF_A_SERVER]].concat().concat();
    let wasm = wasm();
    let exported = [&both[..], &[&static_page::TESTS, &measures::TESTS]].concat().concat();
    let (count, count_exported) = (served.len(), exported.len());
    trials.extend(served.into_iter().map(|(name, test)| match &programs {
        Ok(programs) => {
            let programs = programs.clone();
            trial(name, move || test(&programs))
        }
        Err(missing) => refused(name, missing, !is_required),
    }));
    trials.extend(exported.into_iter().map(|(name, test)| {
        let name = format!("exported::{name}");
        match (&programs, &wasm) {
            (Ok(programs), Some(wasm)) => {
                let page = Page::Exported(wasm.clone());
                let programs = programs.on(page);
                trial(&name, move || test(&programs))
            }
            (Ok(_), None) => refused(&name, "no WebAssembly", true),
            (Err(missing), _) => refused(&name, missing, !is_required || wasm.is_none()),
        }
    }));
    trials.push(trial("every_view_has_its_pictures", shots::all_are_there));
    if env::var_os("URIGRAM_SCREENSHOTS").is_some() {
        let programs = programs.clone();
        trials.push(trial("pictures", move || shots::take(&programs.expect("there is a browser"))));
    }
    let axe = axe::file();
    trials.push(match (&programs, &wasm, axe) {
        (Ok(programs), Some(wasm), Some(axe)) => {
            let programs = programs.on(Page::Exported(wasm.clone()));
            trial("exported::axe_finds_nothing", move || axe::axe_finds_nothing(&programs, &axe))
        }
        _ => refused("exported::axe_finds_nothing", "URIGRAM_AXE names no file of axe", true),
    });
    let is_list = arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    if let (Err(missing), false, false) = (&programs, is_required, is_list) {
        println!(
            "note: {count} tests need a browser and were skipped: {missing}.\n      \
             To run them, install chromium and chromedriver (Debian: chromium-driver), then\n      \
             URIGRAM_BROWSER=required cargo test -p urigram-page --test page\n"
        );
    }
    if let (Ok(_), None, false) = (&programs, &wasm, is_list) {
        println!(
            "note: {count_exported} tests need the answers as WebAssembly and were skipped.\n      \
             To run them: .ci/page && cargo test -p urigram-page --test page\n"
        );
    }
    conclusion.exit_code()
}
