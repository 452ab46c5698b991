//! The components of each input.

use std::sync::Arc;

use arrow_array::{ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field, Fields};
use urigram::parts::Span;
use urigram::practices::Stripped;
use urigram::Component;

use super::Check;
use crate::column::Column;
use crate::output::{Out, RunError};
use crate::value::Value;

/// Returns the name of a component as a column: `r_component`, which SQL takes without quotes.
pub const fn field_name(component: Component) -> &'static str {
    match component {
        Component::RComponent => "r_component",
        Component::QComponent => "q_component",
        other => other.name(),
    }
}

pub(crate) fn split_fields(values: &DataType) -> Fields {
    let field = |component| Field::new(field_name(component), values.clone(), true);
    Component::ALL.map(field).into_iter().collect()
}

/// Returns a component: null where it is absent, and where the input is rejected.
pub(crate) fn component<C: Column>(
    column: &C,
    component: Component,
    by: Check,
) -> Result<ArrayRef, RunError> {
    let mut out = C::Out::with_room(column, column.size());
    for row in 0..column.len() {
        let Some(value) = column.known(row) else {
            out.push_null();
            continue;
        };
        let verdict = by.verdict(value.bytes());
        let found = verdict.components().ok().flatten().and_then(|all| all.span(component));
        push::<C>(&mut out, column, row, verdict.stripped(), found)?;
    }
    Ok(out.finish())
}

/// Writes a part of what a grammar reads of a value; a null where there isn't one.
fn push<C: Column>(
    out: &mut C::Out,
    column: &C,
    row: usize,
    stripped: &Stripped<'_>,
    span: Option<Span>,
) -> Result<(), RunError> {
    let Some(span) = span else {
        out.push_null();
        return Ok(());
    };
    if stripped.borrowed().is_some() {
        return out.push_part(column, row, column.get(row), stripped.span(span));
    }
    match C::Value::of_bytes(&stripped.left()[span.start as usize..span.end as usize]) {
        Some(part) => out.push(part),
        None => {
            out.push_null();
            Ok(())
        }
    }
}

/// Returns all components: a null struct where the input is rejected, null fields where a component
/// is absent.
pub(crate) fn split<C: Column>(column: &C, by: Check) -> Result<ArrayRef, RunError> {
    let rows = column.len();
    let mut outs = Component::ALL.map(|one| {
        // Some components are rare, and the path is most of an identifier.
        let share = usize::from(matches!(one, Component::Path)) * column.size() / 2;
        (one, C::Out::with_room(column, share))
    });
    let mut nulls = NullBufferBuilder::new(rows);
    for row in 0..rows {
        let verdict = column.known(row).map(|value| by.verdict(value.bytes()));
        let split = verdict.as_ref().and_then(|verdict| verdict.components().ok().flatten());
        nulls.append(split.is_some());
        for (component, out) in &mut outs {
            match &verdict {
                Some(verdict) => {
                    let found = split.as_ref().and_then(|split| split.span(*component));
                    push::<C>(out, column, row, verdict.stripped(), found)?;
                }
                None => out.push_null(),
            }
        }
    }
    let columns: Vec<ArrayRef> = outs.into_iter().map(|(_, out)| out.finish()).collect();
    let fields = split_fields(column.data_type());
    Ok(Arc::new(StructArray::try_new(fields, columns, nulls.finish())?))
}
