//! A server of the page's files on 127.0.0.1, for this machine only.
//!
//! It answers one request on each connection, and has nothing to answer but files.

mod origin;

pub use origin::Origin;

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::export::{File, POLICY};

/// The time after which a connection ends on which no whole request came, or nobody takes the
/// answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most bytes of a request. A browser sends the cookies of every program of this machine.
const LONGEST: usize = 256 << 10;

/// The headers of every answer, besides the policy.
const HEADERS: &str = "Connection: close\r\nX-Content-Type-Options: nosniff\r\n\
                       Referrer-Policy: no-referrer\r\nCache-Control: no-cache\r\n\
                       Cross-Origin-Resource-Policy: same-origin\r\n\
                       Cross-Origin-Opener-Policy: same-origin\r\n";

/// A server that is ready to answer.
pub struct Server {
    listener: TcpListener,
    site: Site,
}

/// The files, and the requests that have them.
struct Site {
    port: u16,
    policy: String,
    files: HashMap<String, File>,
}

impl Server {
    /// Prepares to answer on a listener of 127.0.0.1. Pages of `embedders` may show the page in a
    /// frame, and no others.
    ///
    /// # Errors
    /// The errors of the operating system.
    pub fn new(
        listener: TcpListener,
        files: Vec<File>,
        embedders: &[Origin],
    ) -> io::Result<Server> {
        let port = listener.local_addr()?.port();
        let files = files.into_iter().map(|file| (file.path.clone(), file)).collect();
        // An origin has no character that ends a header or a directive.
        let names: Vec<String> = embedders.iter().map(ToString::to_string).collect();
        let ancestors = if names.is_empty() { "'none'".to_owned() } else { names.join(" ") };
        let policy = format!("{POLICY}; frame-ancestors {ancestors}");
        Ok(Server { listener, site: Site { port, policy, files } })
    }

    /// Returns the page's address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.site.port)
    }

    /// Answers until the process ends.
    pub fn run(self) -> ! {
        let site = Arc::new(self.site);
        loop {
            let site = Arc::clone(&site);
            // A connection that fails is lost, and so is one for which there is no thread.
            let thread = self.listener.accept().and_then(|(stream, _)| {
                thread::Builder::new().spawn(move || site.serve(stream, PATIENCE))
            });
            if thread.is_err() {
                thread::sleep(Duration::from_millis(100));
            }
        }
    }
}

impl Site {
    /// Reads a request and answers it.
    fn serve(&self, mut stream: TcpStream, patience: Duration) -> io::Result<()> {
        let head = head(&mut stream, patience)?;
        stream.set_write_timeout(Some(patience))?;
        stream.write_all(&self.answer(&head))
    }

    /// Returns what is sent for a request.
    fn answer(&self, head: &str) -> Vec<u8> {
        let (status, media_type, body) = match self.file(head) {
            Ok(file) => ("200 OK", file.media_type(), &*file.bytes),
            Err((status, why)) => (status, "text/plain", why.as_bytes()),
        };
        let answer = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n{HEADERS}\
             Content-Security-Policy: {}\r\n\r\n",
            body.len(),
            self.policy
        );
        let body: &[u8] = if head.starts_with("HEAD ") { &[] } else { body };
        [answer.as_bytes(), body].concat()
    }

    /// Returns the file that a request asks for, or the status and the words of a refusal: requests
    /// that other sites send, and requests that name another host. A foreign page does so whose
    /// name was made to point here (DNS rebinding).
    fn file(&self, head: &str) -> Result<&File, (&'static str, &'static str)> {
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let path = target.split('?').next().unwrap_or_default();
        let headers: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(':')).collect();
        if !path.starts_with('/') || !self.is_ours(&headers) {
            return Err((
                "421 Misdirected Request",
                "this server answers only as 127.0.0.1 and localhost\n",
            ));
        }
        if is_foreign(method, path, &headers) {
            return Err(("403 Forbidden", "this server does not answer other sites\n"));
        }
        if !["GET", "HEAD"].contains(&method) {
            return Err(("405 Method Not Allowed", "this server has files, and takes nothing\n"));
        }
        let path = if path == "/" { "index.html" } else { &path[1..] };
        self.files.get(path).ok_or(("404 Not Found", "there is no such file\n"))
    }

    /// Returns true if the only `Host` header names this machine and this port.
    fn is_ours(&self, headers: &[(&str, &str)]) -> bool {
        let mut hosts = values(headers, "host");
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let (name, port) = host.split_once(':').unwrap_or((host, "80"));
        let is_named = name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost");
        is_named && port == self.port.to_string()
    }
}

/// Returns the values of a header.
fn values<'h>(headers: &[(&'h str, &'h str)], name: &str) -> impl Iterator<Item = &'h str> {
    let named = headers.iter().filter(move |(known, _)| known.eq_ignore_ascii_case(name));
    named.map(|(_, value)| value.trim())
}

/// Returns true if a browser says that another site sends the request, except `GET /` by a link
/// that someone follows.
fn is_foreign(method: &str, path: &str, headers: &[(&str, &str)]) -> bool {
    let says = |name: &str, said: &[&str]| values(headers, name).any(|value| said.contains(&value));
    let is_link = method == "GET" && path == "/" && says("sec-fetch-mode", &["navigate"]);
    says("sec-fetch-site", &["cross-site", "same-site"]) && !is_link
}

/// Reads the head of a request, without the empty line at its end.
///
/// # Errors
/// Errors of reading, and one for a head that is too long, or has not come in time: a client that
/// sends a byte now and then would keep its thread forever.
fn head(stream: &mut TcpStream, patience: Duration) -> io::Result<String> {
    let end = Instant::now() + patience;
    let (mut head, mut block) = (Vec::new(), [0; 4096]);
    while head.len() < LONGEST {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        stream.set_read_timeout(Some(left))?;
        let count = stream.read(&mut block)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let known = head.len().saturating_sub(3);
        head.extend_from_slice(&block[..count]);
        if let Some(at) = head[known..].windows(4).position(|four| four == b"\r\n\r\n") {
            head.truncate(known + at);
            return Ok(String::from_utf8_lossy(&head).into_owned());
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        let files = ["index.html", "app.js"].map(|path| {
            let bytes = b"the page".as_slice().into();
            (path.to_owned(), File { path: path.to_owned(), bytes })
        });
        Site { port: 1993, policy: POLICY.to_owned(), files: files.into() }
    }

    /// Returns the status of the answer to a request.
    fn status(method: &str, target: &str, headers: &[&str]) -> String {
        let head = format!("{method} {target} HTTP/1.1\r\n{}", headers.join("\r\n"));
        let answer = String::from_utf8(site().answer(&head)).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    }

    #[test]
    fn only_this_machine_and_port_are_answered() {
        let to = |host: &str| status("GET", "/", &[&format!("Host: {host}")]);
        for host in ["127.0.0.1:1993", "localhost:1993", "LocalHost:1993"] {
            assert_eq!(to(host), "200", "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "localhost",
            "localhost:80",
            "evil.example:1993",
            "127.0.0.1.evil.example:1993",
            "localhost:1993.evil.example",
            "127.0.0.1:19930",
            "127.0.0.1:",
            "[::1]:1993",
            "0.0.0.0:1993",
        ] {
            assert_eq!(to(host), "421", "{host}");
        }
        assert_eq!(status("GET", "/", &[]), "421");
        let (ours, other) = ("Host: localhost:1993", "Host: evil.example");
        assert_eq!(status("GET", "/", &[ours, other]), "421");
        assert_eq!(status("GET", "/", &[ours, ours]), "421");
        assert_eq!(status("GET", "http://evil.example/", &[ours]), "421");
        assert!(Site { port: 80, ..site() }.is_ours(&[("host", "localhost")]));
    }

    #[test]
    fn other_sites_may_link_here_and_no_more() {
        let to = |method: &str, path: &str, site: &str, mode: &str| {
            let said = [format!("Sec-Fetch-Site: {site}"), format!("sec-fetch-mode: {mode}")];
            status(method, path, &["Host: localhost:1993", &said[0], &said[1]])
        };
        assert_eq!(to("GET", "/", "cross-site", "cors"), "403");
        assert_eq!(to("GET", "/", "same-site", "no-cors"), "403");
        assert_eq!(to("GET", "/", "cross-site", "navigate"), "200");
        assert_eq!(to("GET", "/?embed", "cross-site", "navigate"), "200");
        // A form of another site sends nothing, and a frame shows no other file.
        assert_eq!(to("POST", "/", "cross-site", "navigate"), "403");
        assert_eq!(to("GET", "/app.js", "cross-site", "navigate"), "403");
        assert_eq!(to("GET", "/app.js", "same-origin", "cors"), "200");
        assert_eq!(to("GET", "/app.js", "none", "navigate"), "200");
        assert_eq!(to("POST", "/", "same-origin", "cors"), "405");
        assert_eq!(to("HEAD", "/app.js", "same-origin", "cors"), "200");
    }

    /// Sends pieces, one every 50 ms, and returns what came back before the connection ended.
    fn send(pieces: &[&[u8]]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| {
                let (served, _) = listener.accept().unwrap();
                site().serve(served, Duration::from_millis(600))
            });
            for piece in pieces {
                // A server that ended the connection takes no more.
                if stream.write_all(piece).is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(50));
            }
            let mut response = Vec::new();
            match stream.read_to_end(&mut response) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => panic!("it stays open"),
                _ => String::from_utf8(response).unwrap(),
            }
        })
    }

    #[test]
    fn a_connection_without_a_request_ends_however_slowly_it_sends() {
        assert_eq!(send(&[&b"G"[..]; 40]), "");
        assert_eq!(send(&[]), "");
        assert_eq!(send(&[&[b'a'; LONGEST]]), "");
        let pieces: [&[u8]; 3] = [b"GET / HT", b"TP/1.1\r\nHost: localhost:1993\r", b"\n\r\n"];
        let response = send(&pieces);
        assert!(
            response.starts_with("HTTP/1.1 200 OK\r\n") && response.ends_with("\r\n\r\nthe page")
        );
    }
}
