//! If print and document disagree, the message says so.

use urigram::{uri, urc};

fn main() {
    uri!(Url1993, Printed, "http://info.cern.ch/hypertext");
    uri!(Reading::Printed, Url1993, "http://a/b c");
    uri!(Printed, "a:[b]");
    urc!(Printed, "<Title.sv=R;>");
    urc!("<Title/sv=R;>");
}
