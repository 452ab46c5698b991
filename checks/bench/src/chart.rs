//! A drawing of growth with logarithmic axes, on which linear cost is a line of slope one.

use crate::linear::{size, Growth};
use std::fmt::Write;

const WIDTH: f64 = 890.0;
const HEIGHT: f64 = 460.0;
/// The margin of the plot for the numbers on its left and below, and the names on its right.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 600.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 420.0;
/// The distance of the names of two lines.
const LINE: f64 = 15.0;

/// A style that is readable on light and dark pages. The picture follows the reader's preference.
const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#24292f}.grid{stroke:#d0d7de}.slope{stroke:#8c959f;\
    stroke-dasharray:3 4}.slope-name{fill:#57606a;font-size:11px}path{fill:none;stroke-width:2}\
    .lead{stroke-width:1;opacity:.6}\
    @media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#30363d}.slope{stroke:#6e7681}.slope-name{fill:#9198a1}}";

/// Seconds at the bottom and the top, as powers of ten.
const DECADES: (i32, i32) = (-8, 1);

fn x(bytes: f64) -> f64 {
    LEFT + (bytes.log2() - 10.0) / 14.0 * (RIGHT - LEFT)
}

fn y(seconds: f64) -> f64 {
    let (low, high) = (f64::from(DECADES.0), f64::from(DECADES.1));
    BOTTOM - (seconds.log10() - low) / (high - low) * (BOTTOM - TOP)
}

/// Returns a drawing of all growths.
pub fn svg(growths: &[Growth]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" \
         aria-label=\"Time for one input against its length, both logarithmic: parallel straight lines\">\n\
         <style>{STYLE}</style>\n"
    );
    // Writing to a string does not fail.
    let _ = grid(&mut out).and_then(|()| lines(&mut out, growths));
    out + "</svg>\n"
}

fn grid(out: &mut String) -> std::fmt::Result {
    for step in 0..8 {
        let bytes = 1usize << (10 + 2 * step);
        let at = x(bytes as f64);
        writeln!(
            out,
            "<line class=\"grid\" x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{BOTTOM}\"/>"
        )?;
        writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            BOTTOM + 18.0,
            size(bytes)
        )?;
    }
    for power in DECADES.0..=DECADES.1 {
        let at = y(10f64.powi(power));
        let name = match power {
            0.. => format!("{} s", 10i32.pow(power as u32)),
            -3..=-1 => format!("{} ms", 10i32.pow((power + 3) as u32)),
            -6..=-4 => format!("{} µs", 10i32.pow((power + 6) as u32)),
            _ => format!("{} ns", 10i32.pow((power + 9) as u32)),
        };
        writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\"/>"
        )?;
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            LEFT - 6.0,
            at + 4.0
        )?;
    }
    for (rate, name) in [(1e10, "10 GB/s"), (1e9, "1 GB/s"), (1e8, "100 MB/s"), (1e7, "10 MB/s")] {
        let (from, to) = (1024.0f64.max(rate * 10f64.powi(DECADES.0)), f64::from(16 << 20));
        let [x1, y1, x2, y2] = [x(from), y(from / rate), x(to), y(to / rate)];
        writeln!(
            out,
            "<line class=\"slope\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        )?;
        writeln!(
            out,
            "<text class=\"slope-name\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            x1 + 4.0,
            y1 - 5.0
        )?;
    }
    Ok(())
}

fn lines(out: &mut String, growths: &[Growth]) -> std::fmt::Result {
    let end = |growth: &Growth| {
        growth
            .points
            .last()
            .map_or((x(1024.0), y(1.0)), |&(bytes, took)| (x(bytes as f64), y(took)))
    };
    let mut order: Vec<usize> = (0..growths.len()).collect();
    order.sort_by(|&a, &b| end(&growths[a]).1.total_cmp(&end(&growths[b]).1));
    // From the top, each name is as near to its line as the one above allows; then names below the
    // edge move up.
    let mut places: Vec<f64> = Vec::new();
    for &index in &order {
        let above = places.last().map_or(TOP + LINE, |place| place + LINE);
        places.push(end(&growths[index]).1.max(above));
    }
    let mut below = BOTTOM + LINE;
    for place in places.iter_mut().rev() {
        *place = place.min(below - LINE);
        below = *place;
    }
    for (rank, (&index, place)) in order.iter().zip(&places).enumerate() {
        let growth = &growths[index];
        // Neighbours in hues that are far apart.
        let colour = format!("hsl({} 65% 50%)", rank * 138 % 360);
        let mut path = String::new();
        for (step, &(bytes, took)) in growth.points.iter().enumerate() {
            write!(
                path,
                "{}{:.1} {:.1}",
                if step == 0 { "M" } else { "L" },
                x(bytes as f64),
                y(took)
            )?;
        }
        writeln!(out, "<path d=\"{path}\" stroke=\"{colour}\"/>")?;
        let (from_x, from_y) = end(growth);
        let at = RIGHT + 34.0;
        writeln!(out, "<path class=\"lead\" d=\"M{from_x:.1} {from_y:.1}L{at} {place:.1}\" stroke=\"{colour}\"/>")?;
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            at + 5.0,
            place + 4.0,
            growth.name
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{svg, x, y};
    use crate::linear::Growth;

    #[test]
    fn every_path_is_drawn_where_it_belongs() {
        let points = vec![(1 << 10, 1e-6), (1 << 24, 1e-2)];
        let drawing = svg(&[
            Growth { name: "a path", points: points.clone() },
            Growth { name: "another", points },
        ]);
        let path = format!("M{:.1} {:.1}L{:.1} {:.1}", x(1024.0), y(1e-6), x(16777216.0), y(1e-2));
        assert_eq!(drawing.matches(&path).count(), 2);
        assert!(drawing.contains(">a path</text>") && drawing.contains(">another</text>"));
        assert!(!drawing.contains("NaN") && drawing.ends_with("</svg>\n"));
    }
}
