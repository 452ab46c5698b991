//! The page's files: in the program, or read from the disk each time in debug builds.

use axum::http::{header, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets/page"]
struct Assets;

/// The file that a path names; `/` is the page.
pub(super) async fn file(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match (kind(path), Assets::get(path)) {
        (Some(kind), Some(file)) => ([(header::CONTENT_TYPE, kind)], file.data).into_response(),
        _ => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}

fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}
