//! Requests that are refused, and headers that limit what a browser does with an answer.

use axum::extract::Request;
use axum::http::{header, HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The content security policy: the page's own files and answers, and nothing else.
const POLICY: &str =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Refuses requests that other sites send, and requests that name another host: a foreign page does
/// so whose name was made to point here (DNS rebinding).
pub(super) async fn guard(port: u16, request: Request, next: Next) -> Response {
    let mut response = if !is_ours(request.headers(), request.uri().host(), port) {
        (StatusCode::MISDIRECTED_REQUEST, "this server answers only as 127.0.0.1 and localhost\n")
            .into_response()
    } else if is_foreign(request.headers()) {
        (StatusCode::FORBIDDEN, "this server does not answer other sites\n").into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
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

/// Returns true if a browser says that another site sends the request, except by a link that
/// someone follows.
fn is_foreign(headers: &HeaderMap) -> bool {
    let says = |name: &str, values: &[&str]| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| values.contains(&value))
    };
    says("sec-fetch-site", &["cross-site", "same-site"]) && !says("sec-fetch-mode", &["navigate"])
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
        let headers = |site: &'static str, mode: &'static str| {
            HeaderMap::from_iter([
                (HeaderName::from_static("sec-fetch-site"), HeaderValue::from_static(site)),
                (HeaderName::from_static("sec-fetch-mode"), HeaderValue::from_static(mode)),
            ])
        };
        assert!(
            is_foreign(&headers("cross-site", "cors"))
                && is_foreign(&headers("same-site", "no-cors"))
        );
        assert!(
            !is_foreign(&headers("cross-site", "navigate"))
                && !is_foreign(&headers("same-origin", "cors"))
        );
        assert!(!is_foreign(&headers("none", "navigate")) && !is_foreign(&HeaderMap::new()));
    }
}
