use alloc::vec::Vec;

use super::machine::{Machine, Next};
use super::{Layout, LineCount, LineTable};

/// Returns the lines of a buffer, found in the obvious way.
fn lines(buffer: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = buffer.split(|&byte| byte == b'\n').collect();
    // What follows the last line feed is a line without an end, if it is anything.
    let last = lines.pop().filter(|last| !last.is_empty());
    let ended = lines.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    ended.chain(last).collect()
}

/// A machine that counts the bytes of a line that are not ASCII, up to some number, and accepts any
/// number that three divides: few states and many.
#[test]
fn all_layouts() {
    let is_accepted = |bytes: usize| bytes.is_multiple_of(3);
    for (most, is_pairs) in
        [(2, true), (200, true), (8_000, true), (10_000, false), (20_000, false)]
    {
        let next = (0..=most).flat_map(|state| {
            [
                Next::State(state),
                Next::End(u16::from(is_accepted(state))),
                Next::State((state + 1).min(most)),
            ]
        });
        let columns =
            core::array::from_fn(|byte| if byte == 10 { 1 } else { byte as u8 / 128 * 2 });
        let machine = Machine { columns, width: 3, next: next.collect(), verdicts: 2 };
        let layout = Layout::of(&machine);
        assert_eq!(matches!(layout, Layout::Pairs(_)), is_pairs);
        let table = LineTable { layout };
        let buffer: Vec<u8> = (0..100_000usize)
            .map(|at| match at * at % 1009 {
                0..=1 => b'\n',
                odd if odd % 3 == 0 => 128 + (at % 100) as u8,
                _ => b'a',
            })
            .collect();
        let verdict =
            |line: &[u8]| is_accepted(line.iter().filter(|&&byte| byte > 127).count().min(most));
        let expected: Vec<_> =
            lines(&buffer).into_iter().map(|line| (line, verdict(line))).collect();
        let mut found = Vec::new();
        table.judge(&buffer, |line, accepts| found.push((line, accepts)));
        assert!(found == expected && found.len() > 100);
        let accepted = expected.iter().filter(|(_, accepts)| *accepts).count();
        assert_eq!(
            table.count(&buffer),
            LineCount { accepted, rejected: expected.len() - accepted }
        );
    }
}
