//! Escapes, decoded as long as there are any.

/// Returns the bytes with all escapes decoded, also those that decoding makes: `%2541` is `A`.
///
/// A byte that was decoded is looked at again only together with the two before it, so that the
/// time is linear.
pub(super) fn decoded(bytes: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        out.push(byte);
        // A decoded byte may be the last one of another escape. Each round is shorter by two bytes.
        while let [.., b'%', high, low] = out[..] {
            let (Some(high), Some(low)) = (digit(high), digit(low)) else { break };
            out.truncate(out.len() - 3);
            out.push(high << 4 | low);
        }
    }
    out
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Adds bytes, with space, control characters, `%`, `#` and bytes beyond US-ASCII escaped.
pub(super) fn encoded(bytes: &[u8], out: &mut Vec<u8>) {
    for &byte in bytes {
        if byte <= b' ' || byte >= 0x7F || b"%#".contains(&byte) {
            let digit = |digit: u8| b"0123456789ABCDEF"[usize::from(digit)];
            out.extend([b'%', digit(byte >> 4), digit(byte & 15)]);
        } else {
            out.push(byte);
        }
    }
}
