//! `urigram serve`: the page has the command's answers, on this machine only.

use std::process::Command;

use serde_json::Value;
use urigram_answers::questions::{ask, Params};

use crate::page::{folder, packs};
use crate::program::{json, run, status, stderr, urigram};
use crate::served::Served;

/// Serves a page whose packs have nothing in them.
fn serve(name: &str) -> Served {
    Served::start(&mut command(name, "0"))
}

fn command(name: &str, port: &str) -> Command {
    let wasm = folder(name);
    packs(&wasm);
    let mut command = urigram(&["serve", "--port", port, "--wasm"]);
    command.arg(wasm);
    command
}

/// Returns the page's answer to a question.
fn page(question: &str, query: &str) -> Value {
    ask(question, &Params::read(query.as_bytes()).unwrap()).unwrap()
}

#[test]
fn the_page_tells_what_the_command_tells() {
    let command = |arguments: &[&str]| json(&run(arguments));
    let string = page("string", "input=http://a/b%3Fx%3Dy");
    let documents = string["documents"].as_array().unwrap();
    assert_eq!(documents.len(), urigram::Grammar::ALL.len());
    for own in documents {
        let grammar = own["grammar"].as_str().unwrap();
        let parsed =
            &command(&["parse", "-g", grammar, "--no-tree", "--format", "json", "http://a/b?x=y"])
                [0];
        for (key, value) in own.as_object().unwrap() {
            assert!(
                parsed.get(key) == Some(value) || ["marks", "caret"].contains(&&**key),
                "{grammar} {key}: {value}"
            );
        }
    }
    // The page lists the documents; the command lists practices, drafts and the documents of
    // schemes as well.
    let mut documents = command(&["grammars", "--format", "json"]);
    documents.retain(|one| !["practice", "draft"].contains(&one["status"].as_str().unwrap()));
    let schemes = urigram::Grammar::SCHEMES;
    documents.retain(|one| schemes.iter().all(|scheme| one["grammar"] != scheme.as_str()));
    assert_eq!(page("grammars", "")["grammars"].as_array().unwrap(), &documents);
    let compared = page("compare", "a=rfc2396&b=rfc3986&rule_a=host&rule_b=host");
    assert_eq!(
        compared,
        command(&["compare", "rfc2396", "rfc3986", "--rule", "host", "--format", "json"])[0]
    );
    assert_eq!(
        page("matrix", "")["pairs"].as_array().unwrap(),
        &command(&["compare", "--matrix", "--format", "json"])
    );
}

#[test]
fn the_history_of_a_rule_is_what_the_command_tells() {
    for (of, name) in [("net_loc", "authority"), ("PATH", "path"), ("xpalphas", "segment")] {
        let mut page = page("history", &format!("of={of}"));
        assert_eq!(page["name"], name);
        let shared = page.as_object_mut().unwrap().remove("shared").unwrap();
        assert!(
            shared.as_array().unwrap().iter().any(|one| one["name"] == "authority"),
            "{shared}"
        );
        let printed = &json(&run(&["history", of, "--format", "json"]))[0];
        for (key, value) in printed.as_object().unwrap() {
            assert_eq!(&page[key], value, "{of} {key}");
        }
    }
}

/// Checks that another address of the loopback network is not answered. A listener on all addresses
/// would answer there.
#[test]
#[cfg(target_os = "linux")]
fn it_listens_on_this_machine_only() {
    let served = serve("alone");
    let (host, port) = served.host.rsplit_once(':').unwrap();
    assert_eq!(host, "127.0.0.1");
    assert!(std::net::TcpStream::connect(&served.host).is_ok());
    let refused = std::net::TcpStream::connect(format!("127.0.0.2:{port}")).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::ConnectionRefused);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = command("taken", &port).output().unwrap();
    assert_eq!(status(&output), Some(2));
    assert!(stderr(&output).contains(&port));
}
