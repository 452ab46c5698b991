//! A macro sees names, not values.

use urigram::{uri, urc, urn};

const BASE: &str = "http://a.example/";

mod settings {
    pub const HOME: &str = "http://a.example/";
}

fn main() {
    let local = "http://a.example/";
    uri!(BASE);
    uri!(settings::HOME);
    uri!(local);
    uri!(BASE, "path");
    uri!(concat!(BASE, "path"));
    uri!("http://a.example/" local);
    urn!(BASE);
    urc!(BASE);
}
