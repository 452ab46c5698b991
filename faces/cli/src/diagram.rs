//! A diagram of an input: one line, with its components marked and named beneath.

use std::collections::BTreeMap;
use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;
use urigram_answers::escape::clipped;
use urigram_answers::parse::Component;

use crate::style::{DIM, NAME};

/// The columns left of the input, which labels may use.
const MARGIN: usize = 2;

/// The most components in a diagram.
const MOST: usize = 30;

/// Draws the input on one line of at most `width` columns; long components lose their middle.
/// Components that contain others are marked below them. Nothing is drawn if there are too many
/// components, or if all are empty.
pub(crate) fn write(
    out: &mut dyn Write,
    input: &[u8],
    components: &[Component],
    width: usize,
) -> io::Result<()> {
    let marked: Vec<&Component> =
        components.iter().filter(|component| component.start < component.end).collect();
    if marked.is_empty() || marked.len() > MOST {
        return Ok(());
    }
    let line = Line::new(input, &marked, width.saturating_sub(MARGIN));
    writeln!(out, "{:MARGIN$}{}", "", line.text)?;
    let levels = levels(&marked);
    for level in 0..=levels.iter().copied().max().unwrap_or(0) {
        let row = marked.iter().zip(&levels).filter(|(_, of)| **of == level);
        let spans: Vec<(usize, usize, &str)> = row
            .map(|(part, _)| (line.columns[&part.start], line.columns[&part.end], part.name))
            .collect();
        let (marks, labels) = draw(&spans);
        writeln!(out, "{DIM}{marks}{DIM:#}")?;
        for label in labels {
            writeln!(out, "{NAME}{label}{NAME:#}")?;
        }
    }
    Ok(())
}

/// The input as shown, and the column of each offset where a component begins or ends.
struct Line {
    text: String,
    columns: BTreeMap<usize, usize>,
}

impl Line {
    fn new(input: &[u8], components: &[&Component], room: usize) -> Line {
        let mut breaks: Vec<usize> =
            components.iter().flat_map(|part| [part.start, part.end]).collect();
        breaks.extend([0, input.len()]);
        breaks.sort_unstable();
        breaks.dedup();
        let stretches: Vec<&[u8]> =
            breaks.windows(2).map(|ends| &input[ends[0]..ends[1]]).collect();
        // An escaped byte takes at most four columns.
        let mut rooms: Vec<usize> =
            stretches.iter().map(|bytes| clipped(bytes, room.max(1)).width()).collect();
        while rooms.iter().sum::<usize>() > room {
            let longest = rooms.iter().copied().max().unwrap_or(0);
            if longest <= 3 {
                break;
            }
            let excess = rooms.iter().sum::<usize>() - room;
            let next =
                rooms.iter().copied().filter(|&other| other < longest).max().unwrap_or(3).max(3);
            let count = rooms.iter().filter(|&&other| other == longest).count();
            // Shorten to the next longest, but no more than needed.
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

/// Returns for each component the number of levels of components inside it.
fn levels(components: &[&Component]) -> Vec<usize> {
    let mut levels = vec![0; components.len()];
    // Outer components come first, so from the end all inner levels are known.
    for outer in (0..components.len()).rev() {
        let inside = (outer + 1..components.len()).filter(|&inner| {
            components[inner].start < components[outer].end
                && components[inner].end <= components[outer].end
        });
        levels[outer] = inside.map(|inner| levels[inner] + 1).max().unwrap_or(0);
    }
    levels
}

/// Draws the markers of spans that do not overlap, from left to right, and lines of labels beneath.
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
    // From the right: a label extends at most to the right, so that stems further left pass.
    for (index, &(_, _, name)) in spans.iter().enumerate().rev() {
        place(&mut lines, anchors[index], name, &anchors[..index]);
    }
    (
        marks.into_iter().collect(),
        lines.into_iter().map(|line| line.into_iter().collect()).collect(),
    )
}

/// Puts a label on the first line where it fits under its anchor, with a stem through the lines
/// above. The anchors to its left stay free.
fn place(lines: &mut Vec<Vec<char>>, anchor: usize, name: &str, left: &[usize]) {
    let long = name.chars().count();
    let centred = anchor.saturating_sub(long / 2);
    let mut starts: Vec<usize> = ((anchor + 1).saturating_sub(long)..=anchor).collect();
    starts.sort_by_key(|start| start.abs_diff(centred));
    let around = |start: usize| start.saturating_sub(1)..=start + long;
    starts.retain(|&start| {
        !left.iter().any(|other| around(start).contains(other)) || start == anchor
    });
    let fits = |line: &[char], start: usize| {
        around(start).all(|column| line.get(column).is_none_or(|&cell| cell == ' '))
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(input: &[u8], parts: &[(&'static str, usize, usize)], width: usize) -> String {
        let component = |&(name, start, end)| Component {
            name,
            rule: None,
            start,
            end,
            left: start..end,
            is_part: false,
        };
        let components: Vec<Component> = parts.iter().map(component).collect();
        let mut out = anstream::StripStream::new(Vec::new());
        write(&mut out, input, &components, width).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    #[test]
    fn every_label_hangs_under_its_marker() {
        let names = ["a", "fragment", "bc", "authority", "path", "query", "userinfo"];
        // Neighbours of all widths from 1 to 9, in an order that a seed shuffles.
        let mut seed = 7usize;
        for _ in 0..500 {
            let mut spans: Vec<(usize, usize, &str)> = Vec::new();
            let mut column = 2;
            for name in names {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let (gap, long) = ((seed >> 33) % 3, 1 + (seed >> 40) % 9);
                spans.push((column + gap, column + gap + long, name));
                column += gap + long;
            }
            let (marks, lines) = draw(&spans);
            let rows: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
            for (start, end, name) in spans {
                let cell = |row: &Vec<char>, column: usize| row.get(column).copied().unwrap_or(' ');
                let anchor = start + (end - start - 1) / 2;
                assert_eq!(marks.chars().nth(anchor), Some('┬'), "{marks}");
                let depth = rows.iter().position(|row| cell(row, anchor) != '│').unwrap();
                let row: String = rows[depth].iter().collect();
                let label = row.split([' ', '│']).find(|label| *label == name);
                assert!(
                    label.is_some() && cell(&rows[depth], anchor) != ' ',
                    "{name}\n{marks}\n{}",
                    lines.join("\n")
                );
            }
        }
    }

    #[test]
    fn outer_components_are_below_inner_ones() {
        let parts = [("authority", 2, 8), ("host", 2, 5), ("port", 6, 8)];
        let drawn = shown(b"//a.b:80", &parts, 80);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines, ["  //a.b:80", "    └┬┘ ┬┘", "  host port", "    └─┬──┘", "  authority"]);
    }

    #[test]
    fn long_inputs_stay_in_the_width() {
        let input = [vec![b'a'; 1000], vec![0xFF; 1000], "ü".repeat(500).into_bytes()].concat();
        for width in [40, 60, 80, 200] {
            let drawn = shown(
                &input,
                &[("path", 0, 1000), ("query", 1000, 2000), ("fragment", 2000, 3000)],
                width,
            );
            let first = drawn.lines().next().unwrap();
            assert!(first.width() <= width && first.width() > width / 2, "{width}: {drawn}");
        }
    }

    #[test]
    fn nothing_is_drawn_of_nothing_or_too_much() {
        assert_eq!(shown(b"", &[("path", 0, 0)], 80), "");
        assert_eq!(shown(&[b'a'; 100], &[("value", 0, 1); 31], 80), "");
    }
}
