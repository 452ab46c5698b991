//! Literals inside other macros, with every kind of argument that these pass on.

use urigram::{uri, uri_ref, Uri};

macro_rules! literal {
    ($text:literal) => {
        uri!($text)
    };
}

macro_rules! tokens {
    ($($text:tt)*) => {
        uri!("http://api.example/" $($text)*)
    };
}

macro_rules! expression {
    ($text:expr) => {
        uri!("http://api.example/" $text)
    };
}

macro_rules! by {
    ($grammar:ident, $text:literal) => {
        uri!($grammar, $text)
    };
}

macro_rules! by_path {
    ($grammar:path, $text:literal) => {
        uri!($grammar, $text)
    };
}

macro_rules! table {
    ($($name:ident = $path:literal;)*) => {
        $(const $name: Uri<'static> = uri!("https://api.example/v1/" $path);)*
        const ALL: &[Uri<'static>] = &[$($name),*];
    };
}

table! {
    USERS = "users";
    ROOMS = "rooms?open=1";
}

mod renamed {
    pub use urigram as elsewhere;
}

fn main() {
    assert_eq!(literal!("http://a/b").path(), "/b");
    assert_eq!(tokens!("v" "1").path(), "/v1");
    assert_eq!(expression!("v1").path(), "/v1");
    assert_eq!(expression!(concat!("v", 1)).path(), "/v1");
    assert_eq!(by!(Uri2003, "http://a/").grammar(), urigram::Grammar::Uri2003);
    assert_eq!(by_path!(urigram::Grammar::Uri2003, "http://a/").grammar(), urigram::Grammar::Uri2003);
    assert_eq!((USERS.path(), ROOMS.query(), ALL.len()), ("/v1/users", Some("open=1"), 2));
    assert_eq!(renamed::elsewhere::uri!("http://a/").scheme(), "http");
    assert_eq!(format!("{}", uri_ref!("a")), "a");
}
