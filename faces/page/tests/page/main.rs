//! The page as browsers ask for it: files over HTTP, and views in a real browser.
//!
//! This target has a harness of its own. It reports the tests that need a browser as ignored where
//! there isn't one, and says how to run them. `URIGRAM_BROWSER=required` makes that a failure, and
//! `URIGRAM_BROWSER=none` hides a browser that is there.
//!
//! The server that the tests ask is this program again, and so is the web server of the exported
//! page, on which the views are tested.
//!
//! The tests in a browser need the answers as WebAssembly, which `.ci/page` builds.
//! `URIGRAM_WASM=FOLDER` names the folder. One of them needs axe, whose file `URIGRAM_AXE` names.

mod axe;
mod browser;
mod compare;
mod embed;
mod export;
mod first;
mod folder;
mod goals;
mod hosts;
mod keyboard;
mod lessons;
mod links;
mod measures;
mod own;
mod requests;
mod served;
mod sizes;
mod static_page;
mod views;

use std::env;
use std::net::{Ipv4Addr, TcpListener};
use std::panic::{catch_unwind, UnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use browser::Programs;
use libtest_mimic::{Arguments, Failed, Trial};
use urigram_page::export::File;
use urigram_page::serve::{Origin, Server};
use urigram_page::{Pack, UNPACK};

const SERVE: &str = "--serve-page";
const SERVE_FOLDER: &str = "--serve-folder";

/// The folder that `.ci/page` writes, seen from this package.
const WASM: &str = "../../target/urigram-answers";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some(SERVE) => serve(&arguments[2..]),
        Some(SERVE_FOLDER) => folder::serve(files()),
        _ => return test(),
    }
    ExitCode::SUCCESS
}

/// Returns the files of the page. Where the packs are not built, there is nothing in them.
fn files() -> Vec<File> {
    let wasm = wasm();
    let read = |name: &str| match &wasm {
        Some(folder) => std::fs::read(folder.join(name)).expect("a pack is read"),
        None => Vec::new(),
    };
    let packs = Pack::ALL.map(|pack| read(&pack.file()));
    urigram_page::export::files(packs, read(UNPACK)).expect("the answers are there")
}

/// Serves the page on a free port and prints its address. Pages of `embedders` may show it.
fn serve(embedders: &[String]) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let embedders = embedders.iter().map(|text| text.parse::<Origin>().expect("an origin"));
    let embedders: Vec<Origin> = embedders.collect();
    let server = Server::new(listener, files(), &embedders).expect("a server is made");
    println!("{}", server.url());
    server.run();
}

/// Returns the command that serves the page as `urigram serve` does.
///
/// # Panics
/// If this program has no file.
pub fn server() -> Command {
    this(SERVE)
}

/// Returns the command that serves the exported page.
///
/// # Panics
/// If this program has no file.
pub fn page() -> Command {
    this(SERVE_FOLDER)
}

fn this(mode: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program has a file"));
    command.arg(mode);
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
    let folder = package.join("../..").join(named);
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
    let in_browser: [&[(&str, views::Test)]; 14] = [
        &views::TESTS,
        &links::TESTS,
        &keyboard::TESTS,
        &sizes::TESTS,
        &lessons::TESTS,
        &export::TESTS,
        &compare::TESTS,
        &hosts::TESTS,
        &first::TESTS,
        &goals::TESTS,
        &embed::TESTS,
        &own::TESTS,
        &static_page::TESTS,
        &measures::TESTS,
    ];
    let in_browser = in_browser.concat();
    let count = in_browser.len();
    let ready = programs.and_then(|programs| match wasm() {
        Some(_) => Ok(programs),
        None => Err("no answers as WebAssembly: .ci/page builds them"),
    });
    trials.extend(in_browser.into_iter().map(|(name, test)| match &ready {
        Ok(programs) => {
            let programs = programs.clone();
            trial(name, move || test(&programs))
        }
        Err(missing) => refused(name, missing, !is_required),
    }));
    trials.push(match (&ready, axe::file()) {
        (Ok(programs), Some(axe)) => {
            let programs = programs.clone();
            trial("axe_finds_nothing", move || axe::axe_finds_nothing(&programs, &axe))
        }
        _ => refused("axe_finds_nothing", "URIGRAM_AXE names no file of axe", true),
    });
    let is_list = arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    if let (Err(missing), false, false) = (&ready, is_required, is_list) {
        println!(
            "note: {count} tests need a browser and were skipped: {missing}.\n      \
             To run them, install chromium and chromedriver (Debian: chromium-driver), then\n      \
             .ci/page && URIGRAM_BROWSER=required cargo test -p urigram-page --test page\n"
        );
    }
    conclusion.exit_code()
}
