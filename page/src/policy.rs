//! The content security policy of the page: its own files and answers, and nothing else.

/// Returns the policy; `scripts` is added to the sources of scripts, `more` to the directives.
fn policy(scripts: &str, more: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'{more}"
    )
}

/// Returns the policy of the page that a server answers for. Pages of the origins in `names` may
/// show it in a frame.
#[cfg(feature = "serve")]
pub(crate) fn served(names: &[String]) -> String {
    let ancestors = if names.is_empty() { "'none'".to_owned() } else { names.join(" ") };
    policy("", &format!("; frame-ancestors {ancestors}"))
}

/// Returns the policy of the page without a server. Frames are up to the web server: a policy in
/// the page cannot speak of them.
pub(crate) fn exported() -> String {
    policy(" 'wasm-unsafe-eval'", "; worker-src 'self'")
}
