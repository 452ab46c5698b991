//! Answers on whether an input is accepted, and by what grammars.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field, Fields};
use urigram::agreement::{self, AllowList, Refusal};
use urigram::documents::Table;
use urigram::selection::Selector;
use urigram::{Grammar, Reading, Verdict};

use crate::column::Column;
use crate::output::{RunError, Words};
use crate::value::Value;

/// A rule of a grammar that checks inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    pub(crate) grammar: Grammar,
    pub(crate) reading: Reading,
    pub(crate) table: &'static Table,
}

impl Check {
    /// A check by the start rule.
    pub(crate) fn start(grammar: Grammar, reading: Reading) -> Check {
        Check { grammar, reading, table: grammar.tables(reading).start() }
    }

    pub(crate) fn verdict<'v>(&self, value: &'v [u8]) -> Verdict<'v> {
        self.grammar.verdict(self.reading, self.table, value)
    }
}

pub(crate) fn accepts<C: Column>(column: &C, by: Check) -> ArrayRef {
    let mut out = BooleanBuilder::with_capacity(column.len());
    for row in 0..column.len() {
        out.append_option(column.known(row).map(|value| by.verdict(value.bytes()).is_accepted()));
    }
    Arc::new(out.finish())
}

/// Returns the ids of the grammars that accept, in order of date.
pub(crate) fn accepting<C: Column>(column: &C, reading: Reading) -> Result<ArrayRef, RunError> {
    let longest: usize = Grammar::ALL.iter().map(|grammar| grammar.as_str().len()).sum();
    let mut out = ListBuilder::with_capacity(StringBuilder::new(), column.len());
    for row in 0..column.len() {
        let Some(value) = column.known(row) else {
            out.append(false);
            continue;
        };
        if out.values().values_slice().len() > i32::MAX as usize - longest {
            return Err(RunError::TooLarge);
        }
        for grammar in urigram::selection::accepting(value.bytes(), reading).iter() {
            out.values().append_value(grammar.as_str());
        }
        out.append(true);
    }
    Ok(Arc::new(out.finish()))
}

pub(crate) fn error_fields() -> Fields {
    let words = |name| Field::new(name, DataType::Utf8, true);
    let offset = Field::new("offset", DataType::Int64, true);
    Fields::from(vec![offset, words("rule"), words("section"), words("message")])
}

/// Returns the errors: null where the input is accepted.
pub(crate) fn error<C: Column>(column: &C, by: Check) -> Result<ArrayRef, RunError> {
    let rows = column.len();
    let mut offsets = Int64Builder::with_capacity(rows);
    let mut words = [Words::new(rows, 0), Words::new(rows, 0), Words::new(rows, 0)];
    let mut nulls = NullBufferBuilder::new(rows);
    let mut message = String::new();
    for row in 0..rows {
        // A value that is too long is an error and not unknown: the table says so.
        let value = (!column.is_null(row)).then(|| column.get(row));
        let found = value.and_then(|value| by.verdict(value.bytes()).check().err());
        nulls.append(found.is_some());
        let Some(found) = found else {
            offsets.append_null();
            words.iter_mut().for_each(Words::add_null);
            continue;
        };
        offsets.append_option(found.offset().map(|offset| offset as i64));
        message.clear();
        // Writing to a text does not fail.
        let _ = write!(message, "{found}");
        let (rule, section) = found.rule().unzip();
        let section = section.or_else(|| Some(found.constraint()?.section()));
        for (words, text) in words.iter_mut().zip([rule, section, Some(&message)]) {
            match text {
                Some(text) => words.add(text)?,
                None => words.add_null(),
            }
        }
    }
    let [rules, sections, messages] = words.map(Words::done);
    let columns: Vec<ArrayRef> = vec![Arc::new(offsets.finish()), rules, sections, messages];
    Ok(Arc::new(StructArray::try_new(error_fields(), columns, nulls.finish())?))
}

/// Returns the id of the first candidate that accepts.
pub(crate) fn select<C: Column>(column: &C, selector: &Selector) -> Result<ArrayRef, RunError> {
    let mut out = Words::new(column.len(), 8 * column.len());
    for row in 0..column.len() {
        let selected = column.known(row).and_then(|value| {
            let accepts = |&&grammar: &&Grammar| {
                Check::start(grammar, Reading::default()).verdict(value.bytes()).is_accepted()
            };
            selector.candidates(value.bytes()).iter().find(accepts)
        });
        match selected {
            Some(grammar) => out.add(grammar.as_str())?,
            None => out.add_null(),
        }
    }
    Ok(out.done())
}

/// Returns whether every reader takes a text to a host of the list. Bytes that are not text are not
/// vetted.
pub(crate) fn vetted<C: Column>(column: &C, list: &AllowList) -> ArrayRef {
    let mut out = BooleanBuilder::with_capacity(column.len());
    for row in 0..column.len() {
        let is_vetted = |text| list.check(text).is_ok();
        out.append_option(column.known(row).map(|value| value.text().is_some_and(is_vetted)));
    }
    Arc::new(out.finish())
}

/// Returns the reason why a text is not vetted.
pub(crate) fn denied<C: Column>(column: &C, list: &AllowList) -> Result<ArrayRef, RunError> {
    let mut out = Words::new(column.len(), 32 * column.len());
    for row in 0..column.len() {
        let reason = column.known(row).and_then(|value| match value.text() {
            Some(text) => list.check(text).err().map(|denied| denied.to_string()),
            None => Some("the bytes are not UTF-8".to_owned()),
        });
        match reason {
            Some(reason) => out.add(&reason)?,
            None => out.add_null(),
        }
    }
    Ok(out.done())
}

/// Returns whether all grammars that accept find the same components: null where none accepts.
pub(crate) fn agrees<C: Column>(column: &C, grammars: &[Grammar]) -> ArrayRef {
    let mut out = BooleanBuilder::with_capacity(column.len());
    for row in 0..column.len() {
        let checked = column.known(row).and_then(Value::text);
        out.append_option(checked.and_then(|text| match agreement::check(text, grammars) {
            Ok(_) => Some(true),
            Err(Refusal::Conflict(_)) => Some(false),
            Err(_) => None,
        }));
    }
    Arc::new(out.finish())
}
