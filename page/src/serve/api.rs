//! What the page can ask, and how a question is answered without holding up the others.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{json, Value};
use tokio::sync::Semaphore;

use super::apart;
use super::params::Params;
use crate::exit::Failure;
use crate::report;

/// How long an answer may take. What takes longer is given up; its own limits end the work.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

type Answer = fn(&Params) -> Result<Value, Refusal>;

/// Every question by its name in `/api/NAME`.
const QUESTIONS: &[(&str, Answer)] = &[
    ("grammars", report::grammars::list),
    ("string", report::string::answer),
    ("suggestions", report::suggestions::answer),
    ("document", report::document::answer),
    ("diagram", report::diagram::answer),
    ("compare", report::pair::answer),
    ("components", report::pair::components),
    ("matrix", report::matrix::answer),
    ("history", report::history::answer),
    ("steps", report::stepping::answer),
    ("copy", report::stepping::copy),
    ("resolve", report::resolving::answer),
    ("quiz", report::quiz::answer),
];

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It names something that does not exist, or cannot be read.
    Usage(String),
    /// A limit was hit and nothing is decided.
    Limit(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Usage(message) | Refusal::Limit(message) => f.write_str(message),
        }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        match failure {
            Failure::Usage(message) => Refusal::Usage(message),
            Failure::Limit(message) => Refusal::Limit(message),
            Failure::Write(error) => Refusal::Limit(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal::Limit(error.to_string())
    }
}

impl From<urigram::proof::ProofError> for Refusal {
    fn from(error: urigram::proof::ProofError) -> Refusal {
        match error {
            urigram::proof::ProofError::UnknownRule(error) => Refusal::Usage(error.to_string()),
            error => Refusal::Limit(error.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Refusal::Usage(message) => answer(StatusCode::BAD_REQUEST, &json!({ "error": message })),
            Refusal::Limit(message) => answer(StatusCode::UNPROCESSABLE_ENTITY, &json!({ "undecided": message })),
        }
    }
}

/// What answers a question of this name.
pub(super) fn question(name: &str) -> Option<Answer> {
    QUESTIONS.iter().find(|(known, _)| *known == name).map(|(_, question)| *question)
}

fn unknown() -> Response {
    answer(StatusCode::NOT_FOUND, &json!({ "error": "there is no such question" }))
}

pub(super) fn answer(status: StatusCode, value: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

/// Threads that answer, as many at a time as there are processors.
#[derive(Clone)]
pub(super) struct Workers(Arc<Semaphore>);

impl Workers {
    pub(super) fn new() -> Workers {
        Workers(Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, NonZeroUsize::get).max(2))))
    }

    async fn ask(self, name: String, query: Vec<u8>) -> Response {
        let Some(question) = question(&name) else { return unknown() };
        if apart::is_needed(&query) {
            return apart::ask(&name, query, self.0).await;
        }
        let work = async move {
            let permit = self.0.acquire_owned().await;
            // The permit goes with the work, so that work that nobody waits for any more still counts.
            let asked = move || {
                let _permit = permit;
                Params::read(&query).and_then(|params| question(&params))
            };
            tokio::task::spawn_blocking(asked).await
        };
        match tokio::time::timeout(PATIENCE, work).await {
            Ok(Ok(Ok(value))) => answer(StatusCode::OK, &value),
            Ok(Ok(Err(refusal))) => refusal.into_response(),
            Ok(Err(_)) => answer(StatusCode::INTERNAL_SERVER_ERROR, &json!({ "error": "the answer was lost" })),
            Err(_) => {
                let message = format!("no answer within {} seconds", PATIENCE.as_secs());
                answer(StatusCode::SERVICE_UNAVAILABLE, &json!({ "undecided": message }))
            }
        }
    }
}

pub(super) async fn by_query(
    State(workers): State<Workers>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    workers.ask(name, query.unwrap_or_default().into_bytes()).await
}

pub(super) async fn by_body(State(workers): State<Workers>, Path(name): Path<String>, body: Bytes) -> Response {
    workers.ask(name, body.to_vec()).await
}
