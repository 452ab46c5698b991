use alloc::boxed::Box;
use alloc::vec::Vec;

use super::machine::{Machine, Next};
use super::{Layout, LineCount, LineTable};
use crate::dfa::rows::Rows;

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
fn every_layout_finds_and_counts_alike() {
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

/// Returns rows that count a byte modulo a number; they accept the upper half of the counts.
fn counter(counted: u8, most: u16) -> Rows {
    let classes = core::array::from_fn(|byte| if byte == usize::from(counted) { 2 } else { 0 });
    let row = |count: u16| [count * 6, (count + 1) % most * 6, u16::from(count * 2 >= most)];
    let cells: Vec<u8> = (0..most).flat_map(row).flat_map(u16::to_le_bytes).collect();
    Rows { classes: Box::leak(Box::new(classes)), width: 6, cells: cells.leak() }
}

/// Each automaton reads the line alone. Some 2,000 places are numbered, more than the table of
/// numbers has room for at first.
#[test]
fn a_machine_reads_as_its_automata_do() {
    let automata = [counter(b'a', 31), counter(b'b', 29), counter(b'\r', 2)];
    let verdict = |ends: &[u16]| ends.iter().fold(0, |verdict, end| verdict * 2 + end);
    let machine = Machine::of(&automata, verdict);
    let mut random = 1u64;
    let mut text: Vec<u8> = (0..100_000)
        .map(|_| {
            // Of a linear congruential generator only the high bits are random.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            b"\naaaab\rbbb\rbacab"[(random >> 60) as usize]
        })
        .collect();
    text.extend(b"\r\n\ra\r\n\n\r\r\n");
    let (mut state, mut found) = (0, Vec::new());
    for &byte in &text {
        match machine.next[state * machine.width + usize::from(machine.columns[usize::from(byte)])]
        {
            Next::State(next) => state = next,
            Next::End(verdict) => {
                found.push(verdict);
                state = 0;
            }
        }
    }
    let alone = |line: &[u8], rows: &Rows| {
        rows.end(line.iter().fold(0, |row, &byte| rows.next(row, byte))) as u16
    };
    let judge = |line: &[u8]| verdict(&automata.each_ref().map(|rows| alone(line, rows)));
    let expected: Vec<u16> = lines(&text).into_iter().map(judge).collect();
    assert!(found == expected && found.len() > 500);
    assert!((0..8).all(|verdict| found.contains(&verdict)));
    assert_eq!((machine.states() > 1 << 10, machine.verdicts), (true, 8));
}
