//! How long the page waits for each answer, over HTTP on one kept connection, as a Markdown table: 50 ms is the most for
//! ordinary strings. `cargo bench -p urigram-cli --bench serve`; with `--profile dev`, the debug build.
//!
//! Cold is the first answer of a server that has just begun: nothing is known yet, and other answers are being computed
//! ahead. Warm is the first answer once these are there. Again is the middle of many.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a view asks, and of what.
const QUESTIONS: &[(&str, &str)] = &[
    ("string", "input=http://a/b%3Fx%3Dy"),
    ("string", "input=http://user@www.example.org:8042/over/there/index.html%3Fname=ferret%26other=x%23nose"),
    ("string", "input=urn:example:a123,z456"),
    ("string", "input=%3CURN:IANA:0::drafts:1204;Author=Tim%20Berners-Lee;%3E"),
    ("suggestions", ""),
    ("document", "grammar=rfc3986"),
    ("diagram", "grammar=rfc3986&rule=IPv6address"),
    ("compare", "a=rfc2396&b=rfc3986"),
    ("components", "a=rfc2396&b=rfc3986"),
    ("history", "of=path"),
    ("history", "of=URI"),
    ("matrix", ""),
    ("steps", "grammar=rfc3986&input=http://a/b%3Fx%3Dy"),
    ("steps", "grammar=rfc2396&rule=hostname&by=copy&input=aa"),
    ("resolve", "base=http://a/b/c/d;p%3Fq&reference=../../../g"),
    ("quiz", "seed=7&n=2"),
];

/// Answers of which the middle one is told.
const TIMES: usize = 31;

/// How often a server begins anew for the first answers; the middle one is told.
const SERVERS: usize = 3;

fn main() {
    // What `cargo test` runs a benchmark with.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    println!("| question ({build} build) | cold, ms | warm, ms | again, ms | KiB |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let warm: Vec<Kept> = (0..SERVERS).map(|_| Kept::warm()).collect();
    let mut warm = warm;
    for (name, query) in QUESTIONS {
        let path = format!("/api/{name}?{query}");
        let cold = middle((0..SERVERS).map(|_| Kept::start().get(&path).0).collect());
        let first = middle(warm.iter_mut().map(|kept| kept.get(&path).0).collect());
        let again = middle((0..TIMES).map(|_| warm[0].get(&path).0).collect());
        let (_, length) = warm[0].get(&path);
        let [cold, first, again] = [cold, first, again].map(|time| time.as_secs_f64() * 1e3);
        let query = query.replace("%26", "&").replace("%3F", "?").replace("%3D", "=").replace("%23", "#");
        let query = query.replace("%3C", "<").replace("%3E", ">").replace("%20", " ");
        println!("| {name} `{query}` | {cold:.1} | {first:.1} | {again:.1} | {} |", length.div_ceil(1024));
    }
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

struct Kept {
    child: Child,
    host: String,
    reader: BufReader<TcpStream>,
}

impl Kept {
    fn start() -> Kept {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
        let mut child =
            command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().expect("the command starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout is piped")).read_line(&mut line).expect("a line is read");
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let stream = TcpStream::connect(&host).expect("the server listens");
        stream.set_nodelay(true).expect("an option is set");
        Kept { child, host, reader: BufReader::new(stream) }
    }

    /// One that has computed ahead what it does: it says so.
    fn warm() -> Kept {
        let mut kept = Kept::start();
        while !kept.ask("/api/grammars").1.contains("\"ahead\":true") {
            std::thread::sleep(Duration::from_millis(50));
        }
        kept
    }

    /// How long an answer takes, and how many bytes it has.
    fn get(&mut self, path: &str) -> (Duration, usize) {
        let (time, body) = self.ask(path);
        (time, body.len())
    }

    fn ask(&mut self, path: &str) -> (Duration, String) {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        let begun = Instant::now();
        self.reader.get_mut().write_all(request.as_bytes()).expect("it is sent");
        let (mut length, mut line) = (0, String::new());
        let mut status = String::new();
        loop {
            line.clear();
            self.reader.read_line(&mut line).expect("a line is read");
            if status.is_empty() {
                status.clone_from(&line);
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            if line == "\r\n" {
                break;
            }
        }
        assert!(status.contains(" 200 "), "{path}: {status}");
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).expect("the body is read");
        (begun.elapsed(), String::from_utf8(body).expect("JSON is UTF-8"))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
