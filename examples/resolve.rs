//! Resolves references against a base: `cargo run --example resolve`.

use std::error::Error;

use urigram::{Grammar, Resolver, Uri, UriRef};

fn main() -> Result<(), Box<dyn Error>> {
    let base = Uri::parse("http://a/b/c/d;p?q")?;
    for reference in ["g", "../g", "?y", "#s", "//g", "g:h"] {
        println!("{reference:<5} {}", base.resolve(UriRef::parse(reference)?)?);
    }

    // Each document has its own algorithm, with numbered steps.
    let (target, steps) = Resolver::new(Grammar::Rfc1808).resolve_with_steps(base.as_str(), "../g");
    println!("rfc1808: {}", target?);
    for step in steps {
        println!("  {}: {}", step.label, step.value);
    }
    Ok(())
}
