//! The facts of a document: what it states, and where, as data that the generator writes.
//!
//! ```text
//! document ─┬─ rule_names, erratum           its rules, as printed and repaired
//!           ├─ constraint, caution           what it says beyond its rules
//!           │      ├─ checks                 unique items, UTF-8, lengths
//!           │      └─ programs               checks of programs, as functions
//!           ├─ marking_row                   which places a component has
//!           └─ meaning ── base_rules         resolution and equivalence
//!                  └─ key_changes            changes of one scheme, as functions
//! ```
//!
//! Facts decide nothing. Tables, components and errors ask them; `section_ref` cites a section.

pub(crate) mod base_rules;
pub(crate) mod caution;
pub(crate) mod checks;
pub(crate) mod constraint;
pub(crate) mod document;
pub(crate) mod erratum;
pub(crate) mod key_changes;
pub(crate) mod marking_row;
pub(crate) mod meaning;
pub mod programs;
pub(crate) mod rule_names;
pub(crate) mod section_ref;

/// Reads a list that is never freed, as the texts in it.
#[cfg(feature = "facts")]
pub(crate) fn list<'de, T: serde::Deserialize<'de>, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<&'static [T], D::Error> {
    <alloc::vec::Vec<T> as serde::Deserialize>::deserialize(from).map(|all| &*all.leak())
}

/// Gives functions that read the one key of a variant.
#[cfg(feature = "facts")]
macro_rules! keys {
    ($($key:ident: $type:ty $(= $with:literal)?;)*) => {
        $(fn $key<'de: 'static, D: serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
            #[derive(serde::Deserialize)]
            struct Key {
                $(#[serde(borrow, deserialize_with = $with)])?
                $key: $type,
            }
            serde::Deserialize::deserialize(from).map(|key: Key| key.$key)
        })*
    };
}

#[cfg(feature = "facts")]
pub(crate) use keys;
