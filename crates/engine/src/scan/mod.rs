//! The scanner: components of an identifier by arithmetic on bitmaps.
//!
//! A table takes a step for each byte, and each step waits for the one before it: some four cycles
//! a byte. The scanner looks at 64 bytes at once. Vector instructions make masks of 64 bits, one
//! bit for each byte, and a few instructions on a mask find a delimiter or show that every byte is
//! legal. [`bitmap`] is the algorithm; everything else serves it.
//!
//! # One input above its masks
//!
//! Byte 0 is at the left, so *left* is *lower* here.
//!
//! ```text
//! input     http://a.org:80/x%2F?k=v#top
//! names     1111   11111 11 1 11 1 1 111    letters, digits, `.` and `-`
//! plain     11111111111111111 111111 111    legal bytes except `%`
//! question                      1           begins the query
//! odd                        1      1       not plain
//!
//! slashes        11        1                end the authority
//! colons        1       1                   begin a port
//! digits                 11   1             and a port is digits
//!
//! percent                    1
//! demanded                    11            percent << 1 | percent << 2
//! hex              1     11   11            must hold where demanded
//! hash                              1       begins the fragment
//! ```
//!
//! Every input needs `names`, `plain` and `question`; `odd` is the negation of `plain`:
//!
//! * `names`. The lowest zero is the end of the scheme, 4, if the byte there is `:`. Two slashes
//!   follow, so an authority begins at 7, and the lowest zero from there on is the end of its first
//!   name, 12. If the byte there is `/`, `?`, `#` or the end, the authority is that name, as it is
//!   in four of five inputs. Only the first 32 bits are made until a name goes on beyond them.
//! * `question`. The lowest one from the path on begins the query.
//! * `odd`. If it is zero, every byte is legal, there is no escape and no fragment, and the input
//!   is done.
//!
//! The second group is made only if the name ends at another byte, as `:` here: [`authority`] finds
//! userinfo, host and port by it, and [`literal`] an IPv6 address. The third group is made only if
//! a byte is odd: each odd byte must be the `%` of an escape or the first `#`, and each bit
//! demanded by a `%` must be a hexadecimal digit.
//!
//! # From file to file
//!
//! ```text
//! spec (sets)   the facts about the rule
//!   │
//! engine        chooses a backend: avx2, sse2, neon or portable
//!   │
//! bitmap        scheme, path, query ── block: masks of 64 bytes, by the backend ── bits
//!   ├─ authority, literal, nid      what follows the scheme
//! finish        the components, or what is handed over to the table
//! ```
//!
//! # Inputs of another length
//!
//! No load reads beyond the input. [`block`] has the details:
//!
//! | bytes | blocks |
//! | ---: | --- |
//! | 0 to 31 | one half of a block, from two overlapping words and shifts |
//! | 32 to 127 | the first 64 bytes and the last 64, which may overlap |
//! | 128 and more | each 64 bytes in turn, and the last 64 |
//!
//! Three things are carried from block to block: the first `?`, the first `#`, and which of the
//! next two bytes an escape demands to be digits. A `%` at bit 63 demands bits 0 and 1 of the next
//! block, a `%` at bit 62 bit 0. Where the next block overlaps the one before it, its old bits are
//! masked out and the demanded bits are moved up by as many.
//!
//! # Facts and proofs
//!
//! All this is right only for a language that delimiters split, with bytes that are legal
//! everywhere. A [`ScanSpec`] says which bytes those are, and an [`AfterScheme`] what may follow
//! one scheme, several or none: whether `//` begins an authority, which hosts it has, whether `?`
//! begins a query. `crates/generate/src/tables/fast` derives these facts from a rule's automaton.
//! It writes the language that the scanner accepts with them as ABNF (`model.rs`), and keeps them
//! only if automata decide that the rule accepts all of it and that every rule which splitting asks
//! agrees. Each rule of the model names the function here that it describes, and each such function
//! names the rule. Change both or none.
//!
//! # What is handed over
//!
//! The scanner accepts, or returns a [`Handover`]: an offset, the state of the table there, and
//! what remains to be done. The table then goes on from that offset, and so verdict, offset and
//! expectation are always those of the minimal automaton. The state is known because the generator
//! looked at every string of a [`Region`] (the path after an authority, for example) and found the
//! automaton in one state after all of them. Where it is not known, the table begins at
//! the beginning.
//!
//! The scanner rejects by itself only at a byte that is not legal, in a [`KnownState`] from which
//! the generator has seen that only legal bytes and delimiters lead on ([`Remaining::Nothing`]).
//! That offset is exact: all bytes before it are checked, and the byte cannot follow them. A broken
//! escape is always handed over at its `%`, because the automaton may accept `%` and one digit
//! before it rejects.
//!
//! Some parts are not just legal bytes: the `search` of url-1993 has no `++`. The scanner then
//! leaves the part after `?` or `#` to the table, in the state that the delimiter always leads to
//! ([`AfterDelimiter::Table`]). The components are known by then ([`Remaining::Verdict`]).
//!
//! # Backends
//!
//! A `Backend` loads bytes and makes masks; nothing else depends on the
//! processor. AVX2 and NEON find the members of a set by two look-ups of nibbles. SSE2 and portable
//! code have no such instruction: they find most members by five comparisons, and the algorithm
//! looks up the few bytes that they miss. AVX2 is chosen at run time where the processor has it,
//! the others by the target. AVX-512 was 9 % faster than AVX2 and is gone: an engine must be 20 %
//! faster than the next one. A debug build leaves every input to the table, which is faster where
//! nothing is optimized; the features `engines` and `lines` compile what they need.
//!
//! `unsafe` is in `avx2.rs`, `sse2.rs` and `neon.rs` only. `grammars/tests/engines.rs` compares
//! every engine with the table on all short inputs, lengths and alignments, and
//! `within_the_input.rs` under AddressSanitizer.

mod sets;
mod spec;

// A user's debug build has the facts and nothing else of this folder: compiling the scanner takes a
// sixth of the engine's time, and it is not faster than the table where nothing is optimized.
#[cfg(any(test, feature = "engines", feature = "lines", not(debug_assertions)))]
mod machine;
#[cfg(not(any(test, feature = "engines", feature = "lines", not(debug_assertions))))]
#[path = "no_machine.rs"]
mod machine;

pub use machine::*;
pub use sets::Set;
pub use spec::{
    AfterDelimiter, AfterScheme, Following, Host, KnownState, NamedScheme, NamedSchemes, Net, Nid,
    Opaque, Pieces, ScanSpec, Userinfo,
};
pub(crate) use spec::{Handover, Remaining};
