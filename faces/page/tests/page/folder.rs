//! A web server for the exported page: files and nothing else, below a path, as most hosts have it.
//! It compresses texts, as most hosts do.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;

use flate2::write::GzEncoder;
use flate2::Compression;
use urigram_page::export::File;

/// The path of the folder on the server.
const ROOT: &str = "/class/uris/";

/// Serves the page on a free port and prints its address.
pub fn serve(files: Vec<File>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    println!("http://{}{ROOT}", listener.local_addr().expect("it has an address"));
    let answers = files.into_iter().map(|file| (format!("{ROOT}{}", file.path), answer(&file)));
    let answers: Arc<HashMap<String, Vec<u8>>> = Arc::new(answers.collect());
    for stream in listener.incoming().flatten() {
        let answers = Arc::clone(&answers);
        std::thread::spawn(move || send(&stream, &answers));
    }
}

/// Answers the requests of a connection, one after the other.
fn send(mut stream: &TcpStream, answers: &HashMap<String, Vec<u8>>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(line) = lines.next() {
        let line = line?;
        let path = line.split([' ', '?']).nth(1).unwrap_or_default();
        let path = if path == ROOT { format!("{ROOT}index.html") } else { path.to_owned() };
        for line in lines.by_ref() {
            if line?.is_empty() {
                break;
            }
        }
        let none = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
        stream.write_all(answers.get(&path).map_or(none, |answer| answer))?;
    }
    Ok(())
}

/// Returns the answer that has a file.
fn answer(file: &File) -> Vec<u8> {
    let (mut encoding, mut body) = ("", file.bytes.to_vec());
    if !file.path.ends_with(".packed") {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&body).expect("memory takes all");
        (encoding, body) = ("Content-Encoding: gzip\r\n", encoder.finish().expect("it takes all"));
    }
    let (media_type, length) = (file.media_type(), body.len());
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\n{encoding}Content-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), &body].concat()
}
