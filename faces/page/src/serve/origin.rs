//! Origins of other sites, as a policy names them.

use std::fmt;
use std::str::FromStr;

use urigram::Uri;

/// An origin: a scheme, a host and perhaps a port, such as `https://school.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Origin, String> {
        let uri = Uri::parse(text).map_err(|error| error.to_string())?;
        let host = uri.host().map_or("", |host| host);
        // The characters that a source of a content security policy can have.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        let port = uri.port().map_or("", |port| port);
        let is_port = port.is_empty() || port.parse::<u16>().is_ok();
        let wrong = if !["http", "https"].contains(&uri.scheme()) {
            "the scheme of an origin is http or https"
        } else if host.is_empty() || !host.chars().all(is_plain) {
            "its host is a name or an IPv4 address"
        } else if !is_port {
            "its port is a number below 65536"
        } else if text != origin(uri.scheme(), host, port) {
            "nothing follows its host and port"
        } else {
            return Ok(Origin(text.to_owned()));
        };
        Err(format!("{wrong}, as in https://school.example"))
    }
}

fn origin(scheme: &str, host: &str, port: &str) -> String {
    let colon = if port.is_empty() { "" } else { ":" };
    format!("{scheme}://{host}{colon}{port}")
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        for text in ["https://school.example", "http://127.0.0.1:8080", "https://a:443"] {
            assert_eq!(
                text.parse::<Origin>().map(|origin| origin.to_string()).as_deref(),
                Ok(text)
            );
        }
        for (text, why) in [
            ("school.example", "there is no scheme"),
            ("*", "not allowed in a scheme"),
            ("ftp://a", "http or https"),
            ("https://", "its host"),
            ("https://*.example", "its host"),
            ("https://a;script-src", "its host"),
            ("https://[::1]", "its host"),
            ("https://a:70000", "its port"),
            ("https://a/", "nothing follows"),
            ("https://u@a", "nothing follows"),
            ("https://a?q", "nothing follows"),
            ("https://a:", "nothing follows"),
            ("https:a", "its host"),
        ] {
            let error = text.parse::<Origin>().expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
