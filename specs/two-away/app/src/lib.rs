//! Literals of a package that this one does not depend on itself.

use between::{purl, Purl};

/// A constant, which the macro has checked.
pub const SERDE: Purl<'static> = purl!("pkg:cargo/serde@1.0.0");

/// Returns a literal in pieces, in a function.
pub fn name() -> &'static str {
    purl!(concat!("pkg:cargo/", "serde_json")).name()
}

/// ```compile_fail
/// between::purl!("pkg:Cargo/serde");
/// ```
#[allow(dead_code)]
struct RejectedByTheRules;

/// ```compile_fail
/// between::purl!("pkg:deb/curl?arch=i386&arch=amd64");
/// ```
#[allow(dead_code)]
struct RejectedByAConstraint;
