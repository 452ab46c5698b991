//! The time that the page waits for each answer, over HTTP on one kept connection, as a Markdown
//! table: 50 ms is the most for ordinary strings. `cargo bench -p urigram-page`; with `--profile
//! dev`, the debug build.
//!
//! *Cold* is the first answer of a server that has just started, while it computes likely answers.
//! *Warm* is the first answer once these are computed. *Again* is the median of many.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use urigram_page::serve::{answer, Sandbox, Server};

/// Questions that views ask.
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

/// The number of answers whose median is shown.
const TIMES: usize = 31;

/// The number of servers whose first answers are measured; the median is shown.
const SERVERS: usize = 3;

const SERVE: &str = "--serve-page";
const ANSWER: &str = "--answer-question";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some(SERVE) => return serve(),
        Some(ANSWER) => {
            let (mut input, mut out) = (std::io::stdin(), std::io::stdout());
            return answer(&arguments[2], &mut input, &mut out).expect("it is written");
        }
        // `cargo test` runs a benchmark with this argument.
        _ if arguments.iter().any(|argument| argument == "--test") => return,
        _ => {}
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
        let query =
            query.replace("%26", "&").replace("%3F", "?").replace("%3D", "=").replace("%23", "#");
        let query = query.replace("%3C", "<").replace("%3E", ">").replace("%20", " ");
        println!(
            "| {name} `{query}` | {cold:.1} | {first:.1} | {again:.1} | {} |",
            length.div_ceil(1024)
        );
    }
}

/// Serves the page on a free port and prints its address.
fn serve() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let server = Server::new(listener, Sandbox::new([ANSWER])).expect("a server is made");
    println!("{}", server.url().expect("it has an address"));
    server.run().expect("it serves");
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
        let mut command = Command::new(std::env::current_exe().expect("this program has a file"));
        let mut child =
            command.arg(SERVE).stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout is piped"))
            .read_line(&mut line)
            .expect("a line is read");
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let stream = TcpStream::connect(&host).expect("the server listens");
        stream.set_nodelay(true).expect("an option is set");
        Kept { child, host, reader: BufReader::new(stream) }
    }

    /// Starts a server and waits until it has computed likely answers.
    fn warm() -> Kept {
        let mut kept = Kept::start();
        while !kept.ask("/ready").1.contains("true") {
            std::thread::sleep(Duration::from_millis(50));
        }
        kept
    }

    /// Returns the time that an answer takes, and its length in bytes.
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
