//! `urigram serve`: the teaching page.
//!
//! Everything that the page knows of syntax it is told by [`api`], which asks the modules of [`crate::report`]; the page
//! itself is the files of `cli/assets`.

mod ahead;
mod apart;
mod api;
mod assets;
mod guard;
mod params;

pub(crate) use ahead::is_ahead;
pub(crate) use api::Refusal;
pub(crate) use params::Params;

use std::future::Future;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{middleware, Router};
use clap::Args;

use crate::args::Globals;
use crate::exit::{Failure, Outcome};

/// The port that is tried first, for the year of the first document.
const PORT: u16 = 1993;

/// How long open answers may take once the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serve the teaching page on this machine: one string in all documents, the documents, their differences, step by step
///
/// The page is served on 127.0.0.1 only, and needs no network. Its address goes to stdout; Ctrl-C stops it.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The port; 0 for any that is free. Without it 1993, or any that is free where that one is taken
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Answer one question about a visitor's own rules, from stdin to stdout; the server calls itself so
    #[arg(long, hide = true, value_name = "QUESTION")]
    answer: Option<String>,
}

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    if let Some(question) = &arguments.answer {
        return apart::answer(question, out);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // Before the address is told: whoever reads it may stop the command at once.
    let stop = {
        let _inside = runtime.enter();
        stop_signal()?
    };
    let listener = bind(arguments.port)?;
    let address = listener.local_addr()?;
    let url = format!("http://{address}/");
    if globals.json() {
        crate::output::json_line(out, &serde_json::json!({ "url": url }))?;
    } else {
        writeln!(out, "{url}")?;
    }
    out.flush()?;
    std::thread::spawn(ahead::compute);
    if arguments.open {
        if let Err(error) = open::that_detached(&url) {
            crate::output::to_stderr(format_args!("cannot open a browser ({error}); the page is at {url}"));
        }
    }
    let served = runtime.block_on(serve(listener, stop));
    runtime.shutdown_timeout(FAREWELL);
    served?;
    Ok(Outcome::Done)
}

fn bind(port: Option<u16>) -> Result<TcpListener, Failure> {
    let on = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let bound = match port {
        Some(port) => on(port).map_err(|error| (port, error)),
        None => on(PORT).or_else(|_| on(0)).map_err(|error| (PORT, error)),
    };
    bound.map_err(|(port, error)| Failure::Usage(format!("cannot listen on port {port} of 127.0.0.1: {error}")))
}

async fn serve(listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (told, mut telling) = tokio::sync::watch::channel(false);
    let stopping = async move {
        stop.await;
        let _ = told.send(true);
    };
    let server = axum::serve(listener, router(port)).with_graceful_shutdown(stopping);
    // A browser keeps idle connections; they must not keep the command.
    let farewell = async move {
        let _ = telling.wait_for(|told| *told).await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        served = server => served,
        () = farewell => Ok(()),
    }
}

fn router(port: u16) -> Router {
    Router::new()
        .route("/api/{name}", get(api::by_query).post(api::by_body))
        .fallback(get(assets::file))
        .with_state(api::Workers::new())
        .layer(DefaultBodyLimit::max(params::LONGEST_BODY))
        .layer(middleware::from_fn(move |request, next| guard::guard(port, request, next)))
}

/// Listens for what tells the command to stop, from now on; the future ends when it is told.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{signal, SignalKind};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends when the command is told to stop.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
