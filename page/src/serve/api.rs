//! Questions over HTTP, answered without delaying each other.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{json, Value};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::sandbox::{self, Sandbox};
use crate::answers::{ask, is_question, Params};
use crate::refusal::Refusal;

/// The time that an answer may take. A longer one is given up; its own limits end the work.
const PATIENCE: Duration = Duration::from_secs(20);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Refusal::Usage(message) => {
                answer(StatusCode::BAD_REQUEST, &json!({ "error": message }))
            }
            Refusal::Limit(message) => {
                answer(StatusCode::UNPROCESSABLE_ENTITY, &json!({ "undecided": message }))
            }
        }
    }
}

fn answer(status: StatusCode, value: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

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

    async fn ask(self, name: String, query: Vec<u8>) -> Response {
        if !is_question(&name) {
            let error = json!({ "error": "there is no such question" });
            return answer(StatusCode::NOT_FOUND, &error);
        }
        match Params::read(&query) {
            Err(refusal) => refusal.into_response(),
            Ok(params) if params.has_rules() => self.ask_process(&name, &query).await,
            Ok(params) => self.ask_thread(name, params).await,
        }
    }

    async fn ask_thread(self, name: String, params: Params) -> Response {
        let work = async move {
            let permit = self.free.acquire_owned().await;
            // The permit moves with the work, so that work that nobody waits for any more still
            // counts.
            let work = move || {
                let _permit = permit;
                ask(&name, &params)
            };
            tokio::task::spawn_blocking(work).await
        };
        match timeout(PATIENCE, work).await {
            Ok(Ok(Ok(value))) => answer(StatusCode::OK, &value),
            Ok(Ok(Err(refusal))) => refusal.into_response(),
            Ok(Err(error)) => lost(&error),
            Err(_) => {
                let message = format!("no answer within {} seconds", PATIENCE.as_secs());
                answer(StatusCode::SERVICE_UNAVAILABLE, &json!({ "undecided": message }))
            }
        }
    }

    async fn ask_process(self, name: &str, query: &[u8]) -> Response {
        let Ok(Ok(_permit)) = timeout(PATIENCE, self.free.acquire_owned()).await else {
            return too_long(PATIENCE);
        };
        match timeout(sandbox::PATIENCE, self.sandbox.ask(name, query)).await {
            Ok(Ok(Ok(value))) => answer(StatusCode::OK, &value),
            Ok(Ok(Err(refusal))) => refusal.into_response(),
            Ok(Err(error)) => lost(&error),
            Err(_) => too_long(sandbox::PATIENCE),
        }
    }
}

fn lost(error: &dyn std::error::Error) -> Response {
    let error = json!({ "error": format!("the answer was lost: {error}") });
    answer(StatusCode::INTERNAL_SERVER_ERROR, &error)
}

fn too_long(patience: Duration) -> Response {
    let seconds = patience.as_secs();
    Refusal::Limit(format!("these rules take more than {seconds} seconds")).into_response()
}

pub(super) async fn by_query(
    State(workers): State<Workers>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    workers.ask(name, query.unwrap_or_default().into_bytes()).await
}

pub(super) async fn by_body(
    State(workers): State<Workers>,
    Path(name): Path<String>,
    body: Bytes,
) -> Response {
    workers.ask(name, body.to_vec()).await
}
