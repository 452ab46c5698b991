//! Every backend's masks against the bytes that they are made of.

use super::backend::{Backend, HALF};
use super::bits::{from, BLOCK};
use super::block::Block;
use super::{portable::Portable, Set};
use crate::ByteSet;

/// Returns the bytes of a path by RFC 3986, without `%`; all engines but one miss `!`, `$` and `~`
/// among the usual ones.
fn path() -> Set {
    let is_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(byte);
    Set::new((0..128).filter(is_path).collect())
}

/// Sets that have nothing that [`Set::usual`] looks for, one such thing, and all of them.
fn sets() -> [Set; 5] {
    let of = |bytes: &[u8]| Set::new(bytes.iter().copied().collect());
    [
        of(b"!"),
        of(b"0%a"),
        Set::new(ByteSet::from_words([u64::MAX, u64::MAX, 0, 0])),
        Set::NAME,
        path(),
    ]
}

/// Returns the bits of the bytes for which `is` holds.
fn slow(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    bytes.iter().enumerate().fold(0, |mask, (at, &byte)| mask | u64::from(is(byte)) << at)
}

fn check_block<B: Backend, const SHORT: bool>(block: Block<B, SHORT>, bytes: &[u8]) {
    let shown = bytes.escape_ascii();
    for byte in *b"?/#%:@.-" {
        assert_eq!(block.equal(byte), slow(bytes, |other| other == byte), "{shown}");
    }
    let names = slow(bytes, |byte| Set::NAME.bytes.contains(byte));
    assert_eq!(block.names(), names, "{shown}");
    assert_eq!(block.names_of_low_half(), names & !from(HALF), "{shown}");
    assert_eq!(block.digits(), slow(bytes, |byte| byte.is_ascii_digit()), "{shown}");
    assert_eq!(block.hex_digits(), slow(bytes, |byte| byte.is_ascii_hexdigit()), "{shown}");
    for set in sets() {
        let (within, classes) = (!from(bytes.len()), block.classes(&set));
        let members = slow(bytes, |byte| set.bytes.contains(byte));
        assert_eq!(classes.question, slow(bytes, |byte| byte == b'?'), "{shown}");
        assert_eq!(classes.plain & !members & within, 0, "{shown}");
        assert!(!B::IS_EXACT || classes.plain & within == members, "{shown}");
        let usual = slow(bytes, |byte| {
            set.bytes.contains(byte) && (byte.is_ascii_alphanumeric() || b"=_".contains(&byte))
        });
        assert_eq!(usual & !classes.plain, 0, "{shown}");
        assert_eq!(block.outside(&set, bytes, within), within & !members, "{shown}");
    }
}

/// Every byte at every place of blocks of every length.
fn check<B: Backend>(backend: B) {
    let bytes: Vec<u8> = (0..=255).cycle().take(256 + 2 * BLOCK).collect();
    // Miri is slow: some of the places and lengths are enough to see that loads stay within the
    // input.
    let step = if cfg!(miri) { 61 } else { 1 };
    for (start, len) in
        (0..256).step_by(step).flat_map(|start| (0..=BLOCK).map(move |len| (start, len)))
    {
        let input = bytes[start..start + len].to_vec();
        if len < HALF {
            check_block(Block::<B, true>::head(backend, &input), &input);
            continue;
        }
        check_block(Block::<B, false>::head(backend, &input), &input);
        check_block(Block::<B, false>::tail(backend, &input).0, &input);
        let (tail, base) = Block::<B, false>::tail(backend, &bytes[start..start + BLOCK + len]);
        assert_eq!(base, len);
        check_block(tail, &bytes[start + len..][..BLOCK]);
        check_block(Block::<B, false>::at(backend, &bytes, start), &bytes[start..start + BLOCK]);
    }
}

#[test]
fn portable_masks_are_right() {
    check(Portable);
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[test]
fn sse2_masks_are_right() {
    check(super::sse2::Sse2);
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[test]
fn avx2_masks_are_right() {
    if let Some(avx2) = super::avx2::Avx2::detect() {
        check(avx2);
    }
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
#[test]
fn neon_masks_are_right() {
    check(super::neon::Neon);
}
