//! The server of the teaching page.

use std::ffi::OsString;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};

use urigram_page::serve::{answer, Sandbox, Server};

use super::Arguments;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;

/// The port that is tried first, for the year of the first document.
const PORT: u16 = 1993;

/// Serves the page until a signal ends it.
pub(super) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if let Some(question) = &arguments.answer {
        answer(question, &mut io::stdin(), out)?;
        return Ok(Outcome::Done);
    }
    // From here on a signal stops the server in good order: whoever reads the address may send one
    // at once.
    let own = globals.paths().flat_map(|path| ["-g".into(), path.into()]);
    let again = ["serve".into()].into_iter().chain(own).chain(["--answer".into()]);
    let sandbox = Sandbox::new(again.collect::<Vec<OsString>>());
    let server = Server::new(bind(arguments.port)?, sandbox)?
        .embedded_from(arguments.embed_from.iter().cloned());
    let url = server.url()?;
    writeln!(out, "{url}")?;
    out.flush()?;
    if arguments.open
        && let Err(error) = open::that_detached(&url)
    {
        crate::message::to_stderr(format_args!(
            "cannot open a browser ({error}); the page is at {url}"
        ));
    }
    server.run()?;
    Ok(Outcome::Done)
}

fn bind(port: Option<u16>) -> Result<TcpListener, Failure> {
    let on = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let bound = match port {
        Some(port) => on(port).map_err(|error| (port, error)),
        None => on(PORT).or_else(|_| on(0)).map_err(|error| (PORT, error)),
    };
    bound.map_err(|(port, error)| {
        Failure::Usage(format!("cannot listen on port {port} of 127.0.0.1: {error}"))
    })
}
