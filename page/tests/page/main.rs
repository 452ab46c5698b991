//! The page as browsers ask for it: answers over HTTP, and views in a real browser.
//!
//! This target has a harness of its own. It reports the tests that need a browser as ignored where
//! there is none, and says how to run them. `URIGRAM_BROWSER=required` makes that a failure, and
//! `URIGRAM_BROWSER=none` hides a browser that is there.
//!
//! The server that the tests ask is this program again, as is the process in which a server answers
//! questions about a visitor's rules.

mod browser;
mod film;
mod keyboard;
mod links;
mod quiz;
mod requests;
mod served;
mod sizes;
mod views;

use std::net::{Ipv4Addr, TcpListener};
use std::panic::{catch_unwind, UnwindSafe};
use std::process::{Command, ExitCode};

use browser::Programs;
use libtest_mimic::{Arguments, Failed, Trial};
use urigram_page::serve::{answer, Sandbox, Server};

const SERVE: &str = "--serve-page";
const ANSWER: &str = "--answer-question";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some(SERVE) => serve(),
        Some(ANSWER) => {
            let question = arguments.get(2).expect("a question is named");
            answer(question, &mut std::io::stdin(), &mut std::io::stdout()).expect("it is written");
        }
        _ => return test(),
    }
    ExitCode::SUCCESS
}

/// Serves the page on a free port and prints its address.
fn serve() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let server = Server::new(listener, Sandbox::new([ANSWER])).expect("a server is made");
    println!("{}", server.url().expect("it has an address"));
    server.run().expect("it serves");
}

/// Returns the command that serves the page.
///
/// # Panics
/// If this program has no file.
pub fn server() -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program has a file"));
    command.arg(SERVE);
    command
}

/// Returns a test that fails if it panics.
fn trial(name: &str, test: impl FnOnce() + Send + UnwindSafe + 'static) -> Trial {
    // The panic's message is printed when it happens.
    Trial::test(name, || catch_unwind(test).map_err(|_| Failed::without_message()))
}

fn test() -> ExitCode {
    let arguments = Arguments::from_args();
    let (is_required, programs) = match std::env::var("URIGRAM_BROWSER").as_deref() {
        Ok("required") => (true, Programs::find()),
        Ok("none") => (false, Err("none looked for")),
        Ok("") | Err(_) => (false, Programs::find()),
        Ok(other) => panic!("URIGRAM_BROWSER is `required`, `none` or not set, not `{other}`"),
    };
    let mut trials: Vec<Trial> = requests::TESTS.map(|(name, test)| trial(name, test)).into();
    let in_browser: [&[(&str, views::Test)]; 6] =
        [&views::TESTS, &links::TESTS, &keyboard::TESTS, &sizes::TESTS, &quiz::TESTS, &film::TESTS];
    let in_browser = in_browser.concat();
    let count = in_browser.len();
    trials.extend(in_browser.into_iter().map(|(name, test)| match &programs {
        Ok(programs) => {
            let programs = programs.clone();
            trial(name, move || test(&programs))
        }
        Err(missing) => {
            let missing = *missing;
            let refused = move || Err(Failed::from(format!("{missing} in PATH")));
            Trial::test(name, refused).with_ignored_flag(!is_required)
        }
    }));
    let is_list = arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    if let (Err(missing), false, false) = (programs, is_required, is_list) {
        println!(
            "note: {count} tests need a browser and were skipped: {missing} in PATH.\n      \
             To run them, install chromium and chromedriver (Debian: chromium-driver), then\n      \
             URIGRAM_BROWSER=required cargo test -p urigram-page --test page\n"
        );
    }
    conclusion.exit_code()
}
