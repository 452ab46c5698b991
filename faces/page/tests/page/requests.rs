//! Requests to `urigram serve`: who is answered, and with what.

use crate::served::Served;

/// The tests, by name.
pub const TESTS: [(&str, fn()); 2] = [
    (
        "only_this_machine_is_answered_and_under_a_strict_policy",
        only_this_machine_is_answered_and_under_a_strict_policy,
    ),
    ("files_are_the_pages_and_no_others", files_are_the_pages_and_no_others),
];

fn only_this_machine_is_answered_and_under_a_strict_policy() {
    let served = Served::start(&mut crate::server());
    let request = |headers: &str| {
        served.raw(format!("GET / HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").as_bytes())
    };
    let port = served.host.rsplit(':').next().unwrap();
    assert_eq!(request(&format!("Host: {}\r\n", served.host)).status, 200);
    assert_eq!(request(&format!("Host: localhost:{port}\r\n")).status, 200);
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1.evil.example:{port}"),
        "127.0.0.1:1",
    ] {
        assert_eq!(request(&format!("Host: {host}\r\n")).status, 421, "{host}");
    }
    assert_eq!(request("").status, 421);
    let foreign = request(&format!(
        "Host: {}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n",
        served.host
    ));
    assert_eq!(foreign.status, 403);
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    assert_eq!(request(&format!("Host: {}\r\n{link}", served.host)).status, 200);
    let script = format!("GET /app.js HTTP/1.1\r\nHost: {}\r\n{link}\r\n", served.host);
    assert_eq!(served.raw(script.as_bytes()).status, 403);
    for path in ["/", "/app.js", "/unpack.wasm", "/nothing", "/api/grammars"] {
        let head = served.get(path).head;
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{path}: {head}"
        );
        assert!(
            head.contains("x-content-type-options: nosniff") && !head.contains("access-control-"),
            "{path}"
        );
    }
}

fn files_are_the_pages_and_no_others() {
    let served = Served::start(&mut crate::server());
    assert!(served.get("/").body.contains("<main id=\"main\""));
    assert!(served.get("/?embed").body.contains("<main id=\"main\""));
    assert!(served.get("/views/string.js").head.contains("content-type: text/javascript"));
    assert!(served.get("/unpack.wasm").head.contains("content-type: application/wasm"));
    assert!(served.get("/answers/grammars-0.json").json()["grammars"].is_array());
    for path in [
        "/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/views",
        "/views/",
        "/Cargo.toml",
        "/api/grammars",
    ] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
}
