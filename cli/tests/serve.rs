//! `urigram serve`: the page receives the command's answers, and the server stops in good order.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::served::Served;

fn serve() -> Served {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
    command.args(["serve", "--port", "0"]);
    Served::start(command)
}

#[test]
fn it_tells_the_page_what_the_command_tells() {
    let served = serve();
    let command = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_urigram")).args(arguments).output().unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect::<Vec<serde_json::Value>>()
    };
    let page = served.get("/api/string?input=http://a/b%3Fx%3Dy").json();
    let documents = page["documents"].as_array().unwrap();
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
    let listed = served.get("/api/grammars").json();
    // The page lists the documents; the command lists practices, drafts and the documents of
    // schemes as well.
    let mut documents = command(&["grammars", "--format", "json"]);
    documents.retain(|one| !["practice", "draft"].contains(&one["status"].as_str().unwrap()));
    let schemes = urigram::Grammar::SCHEMES;
    documents.retain(|one| schemes.iter().all(|scheme| one["grammar"] != scheme.as_str()));
    assert_eq!(listed["grammars"].as_array().unwrap(), &documents);
    let compared = served.get("/api/compare?a=rfc2396&b=rfc3986&rule_a=host&rule_b=host").json();
    assert_eq!(
        compared,
        command(&["compare", "rfc2396", "rfc3986", "--rule", "host", "--format", "json"])[0]
    );
    let pairs = served.get("/api/matrix").json();
    assert_eq!(
        pairs["pairs"].as_array().unwrap(),
        &command(&["compare", "--all", "--format", "json"])
    );
}

#[test]
fn the_history_of_a_rule_is_what_the_command_tells() {
    let served = serve();
    for (of, name) in [("net_loc", "authority"), ("PATH", "path"), ("xpalphas", "segment")] {
        let mut page = served.get(&format!("/api/history?of={of}")).json();
        assert_eq!(page["name"], name);
        let shared = page.as_object_mut().unwrap().remove("shared").unwrap();
        assert!(
            shared.as_array().unwrap().iter().any(|one| one["name"] == "authority"),
            "{shared}"
        );
        let told = Command::new(env!("CARGO_BIN_EXE_urigram"))
            .args(["history", of, "--format", "json"])
            .output()
            .unwrap();
        let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
        for (key, value) in told.as_object().unwrap() {
            assert_eq!(&page[key], value, "{of} {key}");
        }
    }
}

#[test]
#[cfg(unix)]
fn it_stops_when_it_is_told_to() {
    let served = serve();
    let _idle = std::net::TcpStream::connect(&served.host).unwrap();
    let begun = Instant::now();
    assert!(Command::new("kill").arg(served.id().to_string()).status().unwrap().success());
    assert_eq!(served.wait(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}

/// Checks that another address of the loopback network is not answered. A listener on all addresses
/// would answer there.
#[test]
#[cfg(target_os = "linux")]
fn it_listens_on_this_machine_only() {
    let served = serve();
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
    let output = Command::new(env!("CARGO_BIN_EXE_urigram"))
        .args(["serve", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains(&port));
}

#[test]
fn rules_of_a_visitor_are_answered_by_the_command() {
    let served = serve();
    let steps = served
        .get("/api/steps?by=own&rule=a&input=aa&abnf=a%3D%22a%22&peg=a%3D%7B%22a%22%7D")
        .json();
    assert_eq!(
        (&steps["peg"]["accepted"], &steps["bnf"]["accepted"]),
        (&false.into(), &false.into())
    );
    assert_eq!(steps["difference"]["only_bnf"], "A");
    let refused = served.get("/api/copy?abnf=a%3Db&rule=c");
    assert_eq!((refused.status, refused.body.contains("no rule")), (400, true), "{refused:?}");
}
