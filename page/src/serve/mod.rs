//! A server of the page on 127.0.0.1, for this machine only.
//!
//! [`Server`] listens, `guard` refuses requests of other sites, `api` passes questions to
//! [`urigram_answers::questions`], and `sandbox` answers questions about a visitor's own rules in a
//! process of their own.

mod api;
mod guard;
mod origin;
mod patience;
mod sandbox;
mod warmup;

pub use origin::Origin;
pub use sandbox::{answer, Sandbox};

use std::future::Future;
use std::io;
use std::net::TcpListener;
use std::pin::Pin;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::{header, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{middleware, Router};
use tokio::runtime::{Builder, Runtime};
use urigram_answers::questions::LONGEST_BODY;

use crate::assets;
use guard::Guard;
use patience::PatientListener;

/// The time that open answers may take after the server has been asked to stop.
const FAREWELL: Duration = Duration::from_secs(2);

/// The time after which a connection ends on which nothing was answered. It is longer than any
/// answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that is ready to answer.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    stop: Pin<Box<dyn Future<Output = ()> + Send>>,
    sandbox: Sandbox,
    embedders: Vec<Origin>,
}

impl Server {
    /// Prepares to answer on a listener of 127.0.0.1. From now on an interrupt (Ctrl-C) or a
    /// termination signal stops [`Server::run`] instead of the process.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn new(listener: TcpListener, sandbox: Sandbox) -> io::Result<Server> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let stop = {
            let _inside = runtime.enter();
            Box::pin(stop_signal()?)
        };
        Ok(Server { runtime, listener, stop, sandbox, embedders: Vec::new() })
    }

    /// Allows pages of these origins to show the page in a frame. By default no page may.
    #[must_use]
    pub fn embedded_from(self, embedders: impl IntoIterator<Item = Origin>) -> Server {
        Server { embedders: embedders.into_iter().collect(), ..self }
    }

    /// Returns the page's address.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn url(&self) -> io::Result<String> {
        Ok(format!("http://{}/", self.listener.local_addr()?))
    }

    /// Answers until a signal stops it. Meanwhile a thread asks what a class is likely to ask, so
    /// that these answers are there when the class asks.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn run(self) -> io::Result<()> {
        let Server { runtime, listener, stop, sandbox, embedders } = self;
        std::thread::spawn(warmup::run);
        let served = runtime.block_on(serve(listener, stop, sandbox, &embedders));
        runtime.shutdown_timeout(FAREWELL);
        served
    }
}

async fn serve(
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
    sandbox: Sandbox,
    embedders: &[Origin],
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let guard = Guard::new(listener.local_addr()?.port(), embedders);
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (stopped, mut stopping) = tokio::sync::watch::channel(false);
    let shutdown = async move {
        stop.await;
        let _ = stopped.send(true);
    };
    let listener = PatientListener::new(listener, PATIENCE);
    let server = axum::serve(listener, router(guard, sandbox)).with_graceful_shutdown(shutdown);
    // A browser keeps idle connections open; they must not keep the process.
    let farewell = async move {
        let _ = stopping.wait_for(|stopped| *stopped).await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        served = server => served,
        () = farewell => Ok(()),
    }
}

fn router(guard: Guard, sandbox: Sandbox) -> Router {
    Router::new()
        .route("/api/{name}", get(api::by_query).post(api::by_body))
        .route("/ready", get(warmup::ready))
        .fallback(get(file))
        .with_state(api::Workers::new(sandbox))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn(move |request, next| guard::guard(guard.clone(), request, next)))
}

/// Answers with the page's file at a path; `/` is the page.
async fn file(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match assets::asset(path) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.media_type)], asset.bytes).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}

/// Returns a future that ends at the first interrupt or termination signal from now on.
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

/// Returns a future that ends at the first Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
