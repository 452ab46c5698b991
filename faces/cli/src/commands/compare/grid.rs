//! A table with a sign for every pair of grammars.

use std::io::{self, Write};

use anstyle::Style;

use crate::style::{DIM, NAME};
use crate::table::columns;

/// A row: the name of a side, and a remark behind its signs.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) remark: Option<String>,
}

/// Writes the table. `sign` gives the sign for the pair of a row and a column.
pub(super) fn write(
    out: &mut dyn Write,
    rows: Vec<Row>,
    sign: impl Fn(usize, usize) -> char,
) -> io::Result<()> {
    let (plain, count) = (Style::new(), rows.len());
    // Columns are headed by numbers, because ids would not fit into 80 columns.
    let number = |at: usize| (DIM, format!("{:>2}", at + 1));
    let head = [(plain, String::new()), (plain, String::new())];
    let mut table: Vec<Vec<_>> = vec![head.into_iter().chain((0..count).map(number)).collect()];
    for (a, Row { name, remark }) in rows.into_iter().enumerate() {
        let cell = |b: usize| if a == b { '·' } else { sign(a, b) };
        let cells = (0..count).map(|b| (plain, format!("{:>2}", cell(b))));
        let remark = remark.map(|remark| (DIM, remark));
        table.push([number(a), (NAME, name)].into_iter().chain(cells).chain(remark).collect());
    }
    columns(out, 0, &table)
}
