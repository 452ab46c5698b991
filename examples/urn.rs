//! Reads the parts of a URN and compares two: `cargo run --example urn`.

use urigram::normalization::Objective;
use urigram::{SyntaxError, Urn};

fn main() -> Result<(), SyntaxError> {
    let urn = Urn::parse("urn:example:weather?+CCResolve:cc=uk?=op=map#somepart")?;
    println!("namespace    {}", urn.nid());
    println!("string       {}", urn.nss());
    println!("r-component  {:?}", urn.r_component());
    println!("q-component  {:?}", urn.q_component());
    println!("f-component  {:?}", urn.f_component());

    // Case of `urn` and of the namespace is ignored, and so are the components after the name.
    let (a, b) = (Urn::parse("urn:example:a123%2C456")?, Urn::parse("URN:Example:a123%2c456?=x")?);
    println!("equivalent   {}", a.is_equivalent_to(&b, Objective::Identity));
    Ok(())
}
