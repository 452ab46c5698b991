//! Requests that are refused, and headers that limit what a browser does with an answer.

use axum::extract::Request;
use axum::http::{header, HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Origin;
use crate::policy;

const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The port of this server and its content security policy.
#[derive(Clone)]
pub(super) struct Guard {
    port: u16,
    policy: Option<HeaderValue>,
}

impl Guard {
    /// A guard of a page that pages of `embedders` may show in a frame.
    pub(super) fn new(port: u16, embedders: &[Origin]) -> Guard {
        // An origin has no character that a header refuses.
        let names: Vec<String> = embedders.iter().map(ToString::to_string).collect();
        Guard { port, policy: HeaderValue::try_from(policy::served(&names)).ok() }
    }
}

/// Refuses requests that other sites send, and requests that name another host: a foreign page does
/// so whose name was made to point here (DNS rebinding).
pub(super) async fn guard(guard: Guard, request: Request, next: Next) -> Response {
    let mut response = if !is_ours(request.headers(), request.uri().host(), guard.port) {
        (StatusCode::MISDIRECTED_REQUEST, "this server answers only as 127.0.0.1 and localhost\n")
            .into_response()
    } else if is_foreign(&request) {
        (StatusCode::FORBIDDEN, "this server does not answer other sites\n").into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if let Some(policy) = guard.policy {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Returns true if the only `Host` header names this machine and this port. A request target that
/// names a host must name this machine too.
fn is_ours(headers: &HeaderMap, target: Option<&str>, port: u16) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let names = ["127.0.0.1", "localhost"];
    let named = host.to_str().is_ok_and(|host| {
        names.iter().any(|name| {
            let rest = host
                .get(..name.len())
                .filter(|start| start.eq_ignore_ascii_case(name))
                .map(|_| &host[name.len()..]);
            rest.is_some_and(|rest| {
                rest.strip_prefix(':')
                    .map_or(port == 80 && rest.is_empty(), |own| own == port.to_string())
            })
        })
    });
    named && target.is_none_or(|target| names.contains(&target))
}

/// Returns true if a browser says that another site sends the request, except `GET /` by a link
/// that someone follows.
fn is_foreign(request: &Request) -> bool {
    let says = |name: &str, values: &[&str]| {
        let value = request.headers().get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| values.contains(&value))
    };
    let is_link = says("sec-fetch-mode", &["navigate"])
        && request.method() == Method::GET
        && request.uri().path() == "/";
    says("sec-fetch-site", &["cross-site", "same-site"]) && !is_link
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(host: &str) -> bool {
        is_ours(
            &HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]),
            None,
            1993,
        )
    }

    #[test]
    fn only_this_machine_and_port_are_answered() {
        for host in ["127.0.0.1:1993", "localhost:1993", "LocalHost:1993"] {
            assert!(ours(host), "{host}");
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
            assert!(!ours(host), "{host}");
        }
        assert!(!is_ours(&HeaderMap::new(), None, 1993));
        let mut two =
            HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost:1993"))]);
        assert!(!is_ours(&two, Some("evil.example"), 1993));
        two.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert!(!is_ours(&two, None, 1993));
    }

    #[test]
    fn other_sites_may_link_here_and_no_more() {
        let is_foreign = |method: &str, path: &str, site: &str, mode: &str| {
            let request = Request::builder().method(method).uri(path);
            let request = request.header("sec-fetch-site", site).header("sec-fetch-mode", mode);
            is_foreign(&request.body(axum::body::Body::empty()).unwrap())
        };
        assert!(is_foreign("GET", "/", "cross-site", "cors"));
        assert!(is_foreign("GET", "/", "same-site", "no-cors"));
        assert!(!is_foreign("GET", "/", "cross-site", "navigate"));
        // A form or a frame of another site asks no question.
        assert!(is_foreign("POST", "/", "cross-site", "navigate"));
        assert!(is_foreign("GET", "/api/grammars", "cross-site", "navigate"));
        assert!(is_foreign("GET", "/app.js", "cross-site", "navigate"));
        assert!(!is_foreign("GET", "/api/grammars", "same-origin", "cors"));
        assert!(!is_foreign("GET", "/api/grammars", "none", "navigate"));
        assert!(!super::is_foreign(&Request::new(axum::body::Body::empty())));
    }
}
