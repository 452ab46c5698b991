//! A web server for the exported page: files and nothing else, below a path, as most hosts have it.
//! It compresses texts, as most hosts do.

use std::collections::HashMap;
use std::io::Write;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{header, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::Router;
use flate2::write::GzEncoder;
use flate2::Compression;
use urigram_page::{export, Pack, UNPACK};

/// The path of the folder on the server.
const ROOT: &str = "/class/uris/";

/// Serves the exported page on a free port and prints its address. `wasm` has the packs.
pub fn serve(wasm: &Path) {
    let read = |name: &str| std::fs::read(wasm.join(name)).expect("a pack is read");
    let packs = Pack::ALL.map(|pack| read(&pack.file()));
    let files: HashMap<String, Vec<u8>> = export::files(packs, read(UNPACK))
        .expect("the answers are there")
        .into_iter()
        .map(|file| (format!("{ROOT}{}", file.path), file.bytes.into_owned()))
        .collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime is built").block_on(async {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.expect("a port is free");
        println!("http://{}{ROOT}", listener.local_addr().expect("it has an address"));
        let router = Router::new().fallback(file).with_state(Arc::new(files));
        axum::serve(listener, router).await.expect("it serves");
    });
}

async fn file(State(files): State<Arc<HashMap<String, Vec<u8>>>>, uri: Uri) -> Response {
    let path = if uri.path() == ROOT { format!("{ROOT}index.html") } else { uri.path().to_owned() };
    let media_type = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    match files.get(&path) {
        Some(bytes) if path.ends_with(".packed") => {
            ([(header::CONTENT_TYPE, media_type)], bytes.clone()).into_response()
        }
        Some(bytes) => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(bytes).expect("memory takes all");
            let headers = [(header::CONTENT_TYPE, media_type), (header::CONTENT_ENCODING, "gzip")];
            (headers, encoder.finish().expect("memory takes all")).into_response()
        }
        None => (StatusCode::NOT_FOUND, "no such file").into_response(),
    }
}
