//! The client against a server on the loopback that redirects.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

use urigram::agreement::{AllowList, Why};
use urigram::Grammar;
use urigram_redirects::{client, get};

/// Serves: `/to?LOCATION` redirects there, any other path is a page.
fn serve() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let request = lines.next().unwrap().unwrap();
            while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
            let target = request.split(' ').nth(1).unwrap();
            let answer = match target.strip_prefix("/to?") {
                Some(location) => {
                    let location = location.replace("%5B", "[").replace("%5D", "]");
                    format!("302 Found\r\nlocation: {location}")
                }
                None => "200 OK".to_owned(),
            };
            let end = "content-length: 0\r\nconnection: close\r\n\r\n";
            write!(stream, "HTTP/1.1 {answer}\r\n{end}").unwrap();
        }
    });
    address
}

fn list(address: SocketAddr) -> AllowList {
    let readers = [Grammar::Rfc3986, Grammar::Whatwg];
    let allow = AllowList::new(&readers).scheme("http").unwrap().port(address.port());
    allow.host("127.0.0.1").unwrap().private()
}

/// Returns everything that an error says.
fn said(error: &dyn Error) -> String {
    let source = error.source().map_or(String::new(), said);
    format!("{error}: {source}")
}

#[test]
fn redirects_are_followed_within_the_list() {
    let address = serve();
    let allow = Arc::new(list(address));
    let client = client(&allow).unwrap();
    let port = address.port();
    for (location, result) in [
        ("/page".to_owned(), None),
        (format!("http://127.0.0.1:{port}/page"), None),
        // The client writes the target in its own form, which is then checked.
        (format!("http://0x7f.1:{port}/page"), None),
        (format!("http://localhost:{port}/page"), Some("the host by RFC 3986: not on the list")),
        (format!("http://[::1]:{port}/page"), Some("the host by RFC 3986: not on the list")),
        (format!("http://a@127.0.0.1:{port}/"), Some("a userinfo is not allowed")),
        ("http://127.0.0.1:1/".to_owned(), Some("the port by RFC 3986: not on the list")),
        ("//evil.example/".to_owned(), Some("the host by RFC 3986: not on the list")),
        ("https://127.0.0.1/".to_owned(), Some("the scheme by RFC 3986: not on the list")),
    ] {
        let escaped = location.replace('[', "%5B").replace(']', "%5D");
        let text = format!("http://{address}/to?{escaped}");
        let vetted = allow.check(&text).unwrap();
        match (get(&client, &vetted), result) {
            (Ok(response), None) => assert_eq!(response.url().path(), "/page", "{location}"),
            (Err(error), Some(reason)) => {
                let said = said(&error);
                assert!(error.is_redirect() && said.contains(reason), "{location}: {said}");
            }
            (found, _) => panic!("{location}: {found:?}"),
        }
    }
}

#[test]
fn a_name_with_a_private_address_is_not_connected_to() {
    let address = serve();
    let allow = AllowList::new(&[Grammar::Whatwg]).scheme("http").unwrap().any_host();
    let allow = Arc::new(allow.port(address.port()));
    let text = format!("http://localhost:{}/", address.port());
    assert_eq!(*allow.check(&text).unwrap_err().why(), Why::Private);
    // As if a public name had this address.
    let plain = client(&allow).unwrap();
    let error = plain.get(text).send().unwrap_err();
    assert!(said(&error).contains("no address of localhost is admitted"), "{}", said(&error));
}

/// The page shows the code.
#[test]
fn the_page_has_this_client() {
    let page = include_str!("../../../docs/allow-lists.md");
    let code = include_str!("../src/lib.rs");
    let start = code.find("    let list = Arc::clone(allow);").unwrap();
    let end = code[start..].find("    let resolver").unwrap() + start;
    for line in code[start..end].lines() {
        assert!(page.contains(line.trim_start()), "{line}");
    }
}
