//! How long the page waits for an answer, over HTTP on one kept connection: 50 ms is the most for ordinary strings.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

const LONG: &str = "http://user@www.example.org:8042/over/there/index.html%3Fname=ferret%26other=x%23nose";

#[divan::bench(args = ["http://a/b%3Fx%3Dy", LONG, "urn:example:a123,z456", "%3CTitle=a;%3E", "a%20b"])]
fn string(bencher: divan::Bencher<'_, '_>, input: &str) {
    bench(bencher, &format!("/api/string?input={input}"));
}

#[divan::bench(args = ["grammar=rfc3986", "grammar=rfc1738", "grammar=rfc2396&rule=hostname&by=copy"])]
fn steps(bencher: divan::Bencher<'_, '_>, of: &str) {
    bench(bencher, &format!("/api/steps?input={LONG}&{of}"));
}

#[divan::bench(args = ["document?grammar=rfc3986", "diagram?grammar=rfc3986&rule=IPv6address", "quiz?seed=7&n=2", "suggestions", "matrix", "compare?a=rfc2396&b=rfc3986", "components?a=rfc2396&b=rfc3986", "characters?of=path", "resolve?base=http://a/b/c/d;p%3Fq&reference=../../../g"])]
fn others(bencher: divan::Bencher<'_, '_>, question: &str) {
    bench(bencher, &format!("/api/{question}"));
}

fn bench(bencher: divan::Bencher<'_, '_>, path: &str) {
    let mut kept = Kept::start();
    kept.get(path); // what is computed once for all
    bencher.bench_local(|| kept.get(path));
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

    /// The length of the answer's body.
    fn get(&mut self, path: &str) -> usize {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        self.reader.get_mut().write_all(request.as_bytes()).expect("it is sent");
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            self.reader.read_line(&mut line).expect("a line is read");
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).expect("the body is read");
        length
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() {
    divan::main();
}
