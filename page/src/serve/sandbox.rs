//! Questions about rules that a visitor wrote, answered by a process of their own.
//!
//! What reads such rules was written for rules that people mean: some take exponential time to read. A thread cannot be
//! ended; a process can.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{json, Value};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::sync::Semaphore;

use super::api::{self, Refusal};
use super::params::Params;
use crate::exit::{Failure, Outcome};

/// How long the process may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether a question is about anything but the project's own rules.
pub(super) fn is_needed(query: &[u8]) -> bool {
    let names = |pair: &[u8]| pair.starts_with(b"peg=") || pair.starts_with(b"abnf=") || pair == b"by=copy";
    query.split(|&byte| byte == b'&').any(names)
}

/// Asks a process, which is ended when it takes too long.
pub(super) async fn ask(question: &str, query: Vec<u8>, workers: Arc<Semaphore>) -> Response {
    let permit = tokio::time::timeout(api::PATIENCE, workers.acquire_owned()).await;
    let Ok(Ok(_permit)) = permit else { return too_long(api::PATIENCE) };
    match tokio::time::timeout(PATIENCE, told(question, query)).await {
        Ok(Ok(told)) => told,
        Ok(Err(error)) => {
            api::answer(StatusCode::INTERNAL_SERVER_ERROR, &json!({ "error": format!("no answer: {error}") }))
        }
        Err(_) => too_long(PATIENCE),
    }
}

fn too_long(patience: Duration) -> Response {
    Refusal::Limit(format!("these rules take more than {} seconds", patience.as_secs())).into_response()
}

async fn told(question: &str, query: Vec<u8>) -> std::io::Result<Response> {
    let mut child = Command::new(program()?)
        .args(["serve", "--answer", question])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&query).await?;
    }
    let output = child.wait_with_output().await?;
    let told: Value = serde_json::from_slice(&output.stdout)?;
    Ok(match (told.get("answer"), told["error"].as_str(), told["undecided"].as_str()) {
        (Some(answer), ..) => api::answer(StatusCode::OK, answer),
        (None, Some(error), _) => Refusal::Usage(error.to_owned()).into_response(),
        (None, None, message) => Refusal::Limit(message.unwrap_or("nothing was said").to_owned()).into_response(),
    })
}

/// This program, also where its file was replaced by a newer one since it began.
fn program() -> std::io::Result<PathBuf> {
    let known = std::env::current_exe()?;
    let running = PathBuf::from("/proc/self/exe");
    Ok(if known.exists() || !running.exists() { known } else { running })
}

/// The other side: reads the parameters from stdin and writes the answer.
pub(super) fn answer(question: &str, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut query = Vec::new();
    std::io::stdin().read_to_end(&mut query)?;
    let Some(question) = api::question(question) else {
        return Err(Failure::Usage(format!("{question:?}: there is no such question")));
    };
    let told = match Params::read(&query).and_then(|params| question(&params)) {
        Ok(answer) => json!({ "answer": answer }),
        Err(Refusal::Usage(message)) => json!({ "error": message }),
        Err(Refusal::Limit(message)) => json!({ "undecided": message }),
    };
    crate::output::json_line(out, &told)?;
    Ok(Outcome::Done)
}
