//! Questions over HTTP, answered without delaying each other.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::sandbox::Sandbox;
use crate::reply::{Question, Reply};
use urigram_answers::questions::Questions;

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, [(header::CONTENT_TYPE, "application/json")], self.body.to_string())
            .into_response()
    }
}

/// The time that a question about a visitor's rules waits for others.
const WAIT: Duration = Duration::from_secs(20);

/// Threads and processes that answer, as many at a time as there are processors.
#[derive(Clone)]
pub(super) struct Workers {
    free: Arc<Semaphore>,
    sandbox: Arc<Sandbox>,
}

impl Workers {
    pub(super) fn new(sandbox: Sandbox) -> Workers {
        let processors = std::thread::available_parallelism().map_or(2, NonZeroUsize::get);
        Workers { free: Arc::new(Semaphore::new(processors.max(2))), sandbox: Arc::new(sandbox) }
    }

    async fn ask(self, name: String, query: Vec<u8>) -> Reply {
        match Question::read(Questions::ALL, &name, &query) {
            Err(reply) => reply,
            Ok(question) if question.is_apart() => self.ask_process(question, &name, &query).await,
            Ok(question) => self.ask_thread(question).await,
        }
    }

    async fn ask_thread(self, question: Question) -> Reply {
        let (patience, too_long) = (patience(&question), question.too_long());
        let work = async move {
            let permit = self.free.acquire_owned().await;
            // The permit moves with the work, so that work that nobody waits for any more still
            // counts.
            let work = move || {
                let _permit = permit;
                question.reply()
            };
            tokio::task::spawn_blocking(work).await
        };
        match timeout(patience, work).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => Reply::lost(&error),
            Err(_) => too_long,
        }
    }

    async fn ask_process(self, question: Question, name: &str, query: &[u8]) -> Reply {
        let Ok(Ok(_permit)) = timeout(WAIT, self.free.acquire_owned()).await else {
            return question.too_long();
        };
        match timeout(patience(&question), self.sandbox.ask(name, query)).await {
            Ok(Ok(answer)) => answer.into(),
            Ok(Err(error)) => Reply::lost(&error),
            Err(_) => question.too_long(),
        }
    }
}

/// Returns the time that an answer may take. The limits of the answers end work that nobody waits
/// for.
fn patience(question: &Question) -> Duration {
    Duration::from_secs(question.patience())
}

pub(super) async fn by_query(
    State(workers): State<Workers>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Reply {
    workers.ask(name, query.unwrap_or_default().into_bytes()).await
}

pub(super) async fn by_body(
    State(workers): State<Workers>,
    Path(name): Path<String>,
    body: Bytes,
) -> Reply {
    workers.ask(name, body.to_vec()).await
}
