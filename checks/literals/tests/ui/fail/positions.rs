//! Literals are refused while compiling in every position, executed or not.

use urigram::{uri, Uri};

const CONSTANT: Uri<'static> = uri!("http://constant example/");
static STATIC: Uri<'static> = uri!("http://static example/");

#[allow(dead_code)]
fn never_called() -> Uri<'static> {
    uri!("http://never called/")
}

#[allow(dead_code)]
fn never_instantiated<T>() -> Uri<'static> {
    uri!("http://never instantiated/")
}

#[allow(dead_code)]
trait Service {
    const BASE: Uri<'static> = uri!("http://trait constant/");
}

macro_rules! api {
    ($path:literal) => {
        uri!("http://api.example/" $path)
    };
}

fn main() {
    let _ = [0; uri!("http://array length/").as_str().len()];
    if false {
        drop(uri!("http://dead branch/"));
    }
    let _ = || uri!("http://a closure/");
    api!("a path");
}
