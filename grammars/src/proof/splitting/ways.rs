//! The ways of splitting that a shape has for a group of schemes.

use urigram_automata::ByteSet;
use urigram_engine::Schemes;

use super::bytes;
use crate::Shape;

/// The ways of splitting that a group of schemes has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ways {
    pub(super) fragment: bool,
    pub(super) query: bool,
    pub(super) authority: bool,
    pub(super) host: bool,
    pub(super) userinfo: bool,
    pub(super) hostless: bool,
    pub(super) slashes: bool,
    pub(super) backslash: bool,
    pub(super) drives: bool,
}

impl Ways {
    /// Returns the ways of a scheme in lower case; the empty string means no scheme.
    pub(super) fn of(shape: &Shape, scheme: &str) -> Ways {
        let has = |schemes: &Schemes| match schemes {
            Schemes::All => true,
            Schemes::None => false,
            Schemes::Only(names) | Schemes::Exactly(names) => names.contains(&scheme),
        };
        Ways {
            fragment: has(&shape.fragment),
            query: has(&shape.query),
            authority: has(&shape.authority),
            host: has(&shape.host),
            userinfo: has(&shape.userinfo),
            hostless: has(&shape.hostless),
            slashes: has(&shape.slashes),
            backslash: has(&shape.backslash),
            drives: has(&shape.drives),
        }
    }

    /// Returns the bytes of a part that ends before any of these and before a fragment.
    pub(super) fn outside(self, ends: &[u8]) -> ByteSet {
        let fragment: &[u8] = if self.fragment { b"#" } else { b"" };
        bytes(&[ends, fragment].concat()).complement()
    }
}

/// Returns all schemes for which a shape has ways of its own.
pub(super) fn named(shape: &Shape) -> [&Schemes; 9] {
    let Shape { fragment, query, authority, host, userinfo, hostless, .. } = shape;
    let Shape { slashes, backslash, drives, .. } = shape;
    [fragment, query, authority, host, userinfo, hostless, slashes, backslash, drives]
}
