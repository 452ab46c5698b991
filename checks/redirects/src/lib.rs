//! An allow-list as the policy of a client, for the first URL, for the targets of redirects and for
//! the addresses that names have. docs/allow-lists.md shows it.

use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;

use reqwest::blocking::{Client, Response};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use urigram::agreement::{AllowList, Vetted};
use urigram::Uri;

/// Returns a client that follows a redirect only to a URL of the list, and connects only to
/// addresses that the list admits.
///
/// # Errors
/// The errors of the client's builder.
pub fn client(allow: &Arc<AllowList>) -> reqwest::Result<Client> {
    let list = Arc::clone(allow);
    let redirects = Policy::custom(move |attempt| match list.check(attempt.url().as_str()) {
        Ok(_) if attempt.previous().len() < 5 => attempt.follow(),
        Ok(_) => attempt.error("too many redirects"),
        Err(denied) => attempt.error(denied.to_string()),
    });
    let resolver = Arc::new(Resolver(Arc::clone(allow)));
    Client::builder().redirect(redirects).dns_resolver(resolver).no_proxy().build()
}

/// Sends a request to a URL that has been checked. Nothing else can be passed.
///
/// # Errors
/// The errors of the client, among them a redirect that the list denies.
pub fn get(client: &Client, url: &Vetted<Uri<'_>>) -> reqwest::Result<Response> {
    client.get(url.as_str()).send()
}

/// A resolver that leaves out addresses which the list does not admit. The client connects to these
/// very addresses, so that a name which changes its address in between gains nothing.
struct Resolver(Arc<AllowList>);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allow = Arc::clone(&self.0);
        Box::pin(async move {
            // A program with many requests asks in a thread of its own.
            let found = (name.as_str(), 0).to_socket_addrs()?;
            let admitted: Vec<SocketAddr> =
                found.filter(|address| allow.admits_address(address.ip())).collect();
            if admitted.is_empty() {
                return Err(format!("no address of {} is admitted", name.as_str()).into());
            }
            Ok(Box::new(admitted.into_iter()) as Addrs)
        })
    }
}
