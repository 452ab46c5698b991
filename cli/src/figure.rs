//! An input on one line with its components marked and named beneath.

use std::collections::BTreeMap;
use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::bytes::clipped;
use crate::commands::parse::Component;
use crate::output::{DIM, NAME};

/// Columns left of the input, which labels may use.
const MARGIN: usize = 2;

/// Components that are marked before a figure would only confuse.
const MOST: usize = 30;

/// Draws the input on one line of at most `width` columns: long stretches lose their middle. Components that hold
/// others are marked below them. Nothing is drawn where there are too many components, or none that is not empty.
pub(crate) fn write(out: &mut dyn Write, input: &[u8], components: &[Component], width: usize) -> io::Result<()> {
    let marked: Vec<&Component> = components.iter().filter(|component| component.start < component.end).collect();
    if marked.is_empty() || marked.len() > MOST {
        return Ok(());
    }
    let line = Line::new(input, &marked, width.saturating_sub(MARGIN));
    writeln!(out, "{:MARGIN$}{}", "", line.text)?;
    let levels = levels(&marked);
    for level in 0..=levels.iter().copied().max().unwrap_or(0) {
        let row = marked.iter().zip(&levels).filter(|(_, of)| **of == level);
        let spans: Vec<(usize, usize, &str)> =
            row.map(|(part, _)| (line.columns[&part.start], line.columns[&part.end], part.name)).collect();
        let (marks, labels) = draw(&spans);
        writeln!(out, "{DIM}{marks}{DIM:#}")?;
        for label in labels {
            writeln!(out, "{NAME}{label}{NAME:#}")?;
        }
    }
    Ok(())
}

/// The input as shown, and the column of each place where a component begins or ends.
struct Line {
    text: String,
    columns: BTreeMap<usize, usize>,
}

impl Line {
    fn new(input: &[u8], components: &[&Component], room: usize) -> Line {
        let mut breaks: Vec<usize> = components.iter().flat_map(|part| [part.start, part.end]).collect();
        breaks.extend([0, input.len()]);
        breaks.sort_unstable();
        breaks.dedup();
        let stretches: Vec<&[u8]> = breaks.windows(2).map(|ends| &input[ends[0]..ends[1]]).collect();
        // The escapes of a byte take at most four columns.
        let mut rooms: Vec<usize> = stretches.iter().map(|bytes| clipped(bytes, room.max(1)).width()).collect();
        while rooms.iter().sum::<usize>() > room {
            let longest = rooms.iter().copied().max().unwrap_or(0);
            if longest <= 3 {
                break;
            }
            let excess = rooms.iter().sum::<usize>() - room;
            let next = rooms.iter().copied().filter(|&other| other < longest).max().unwrap_or(3).max(3);
            let count = rooms.iter().filter(|&&other| other == longest).count();
            // Down to the next longest, but no further than needed.
            let to = next.max(longest.saturating_sub(excess.div_ceil(count)));
            rooms.iter_mut().filter(|other| **other == longest).for_each(|other| *other = to);
        }
        let mut line = Line { text: String::new(), columns: BTreeMap::from([(0, MARGIN)]) };
        for ((bytes, room), end) in stretches.iter().zip(rooms).zip(&breaks[1..]) {
            line.text.push_str(&clipped(bytes, room));
            line.columns.insert(*end, MARGIN + line.text.width());
        }
        line
    }
}

/// For each component how many lie inside each other within it.
fn levels(components: &[&Component]) -> Vec<usize> {
    let mut levels = vec![0; components.len()];
    // Outer components come first, so whatever lies inside has its level when it is asked for.
    for outer in (0..components.len()).rev() {
        let inside = (outer + 1..components.len()).filter(|&inner| {
            components[inner].start < components[outer].end && components[inner].end <= components[outer].end
        });
        levels[outer] = inside.map(|inner| levels[inner] + 1).max().unwrap_or(0);
    }
    levels
}

/// The markers of spans that do not overlap, from left to right, and lines of labels beneath.
fn draw(spans: &[(usize, usize, &str)]) -> (String, Vec<String>) {
    let mut marks: Vec<char> = Vec::new();
    let mut anchors: Vec<usize> = Vec::new();
    for &(start, end, _) in spans {
        let anchor = start + (end - start).saturating_sub(1) / 2;
        anchors.push(anchor);
        for column in start..end.max(start + 1) {
            let mark = match column {
                _ if column == anchor => '┬',
                _ if column == start => '└',
                _ if column + 1 == end => '┘',
                _ => '─',
            };
            put(&mut marks, column, mark);
        }
    }
    let mut lines: Vec<Vec<char>> = Vec::new();
    // From the right: labels extend to the right at worst, so that the stems of those to the left pass.
    for (index, &(_, _, name)) in spans.iter().enumerate().rev() {
        place(&mut lines, anchors[index], name, &anchors[..index]);
    }
    (marks.into_iter().collect(), lines.into_iter().map(|line| line.into_iter().collect()).collect())
}

/// Puts a label on the first line where it fits under its anchor, hung on a stem from the lines above; it leaves the
/// anchors to its left free.
fn place(lines: &mut Vec<Vec<char>>, anchor: usize, name: &str, left: &[usize]) {
    let long = name.chars().count();
    let centred = anchor.saturating_sub(long / 2);
    let mut starts: Vec<usize> = ((anchor + 1).saturating_sub(long)..=anchor).collect();
    starts.sort_by_key(|start| start.abs_diff(centred));
    let around = |start: usize| start.saturating_sub(1)..=start + long;
    starts.retain(|&start| !left.iter().any(|other| around(start).contains(other)) || start == anchor);
    let fits =
        |line: &[char], start: usize| around(start).all(|column| line.get(column).is_none_or(|&cell| cell == ' '));
    let mut depth = 0;
    let start = loop {
        let line = lines.get(depth).map_or(&[][..], Vec::as_slice);
        match starts.iter().find(|&&start| fits(line, start)) {
            Some(&start) => break start,
            None => depth += 1,
        }
    };
    if depth == lines.len() {
        lines.push(Vec::new());
    }
    lines[..depth].iter_mut().for_each(|line| put(line, anchor, '│'));
    name.chars().enumerate().for_each(|(index, c)| put(&mut lines[depth], start + index, c));
}

fn put(row: &mut Vec<char>, column: usize, c: char) {
    if row.len() <= column {
        row.resize(column + 1, ' ');
    }
    row[column] = c;
}
