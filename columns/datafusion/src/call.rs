//! A function of the table as a scalar function of DataFusion.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow::array::{new_null_array, Array, ArrayRef, AsArray, StringArray, UInt64Array};
use arrow::compute::{cast, interleave, take};
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion_common::{internal_err, plan_err, DataFusionError, Result, ScalarValue};
use datafusion_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};
use urigram_arrow::{Function, Plan, RunError};

use crate::arguments::{self, Given, Planned};

/// A function of the table.
#[derive(Debug)]
pub(crate) struct Call {
    function: &'static Function,
    name: String,
    signature: Signature,
}

impl PartialEq for Call {
    fn eq(&self, other: &Call) -> bool {
        self.name == other.name
    }
}

impl Eq for Call {}

impl Hash for Call {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Call {
    pub(crate) fn of(function: &'static Function) -> Call {
        let prefix = if function.is_sparks() { "" } else { "uri_" };
        let name = format!("{prefix}{}", function.name);
        Call { function, name, signature: Signature::user_defined(Volatility::Immutable) }
    }

    fn answer(&self, args: &[ColumnarValue], rows: usize) -> Result<ArrayRef> {
        let Some((url, others)) = args.split_first() else {
            return plan_err!("{}: the column is missing", self.name);
        };
        let url = url.to_array(rows)?;
        let given = |argument: &ColumnarValue| match argument {
            ColumnarValue::Scalar(value) => Given::of(value),
            ColumnarValue::Array(_) => Given::Column,
        };
        let given: Vec<Given> = others.iter().map(given).collect();
        match arguments::plan(self.function, &given)? {
            Planned::Null => Ok(new_null_array(&self.data_type(&url)?, rows)),
            Planned::ByRow => self.answer_by_row(&url, others),
            Planned::Plan(plan) if plan.columns() == 2 => {
                // The base is the first argument.
                let Some(base) = others.first() else {
                    return internal_err!("{}: a base is a column", self.name);
                };
                run(&plan, &[url, base.to_array(rows)?])
            }
            Planned::Plan(plan) => run(&plan, &[url]),
        }
    }

    /// Answers where arguments are columns of texts. Rows with the same arguments are answered
    /// together, so that each different call is planned once in a batch.
    fn answer_by_row(&self, url: &ArrayRef, arguments: &[ColumnarValue]) -> Result<ArrayRef> {
        let texts = |argument: &ColumnarValue| {
            cast(&argument.to_array(url.len())?, &DataType::Utf8).map_err(DataFusionError::from)
        };
        let columns = arguments.iter().map(texts).collect::<Result<Vec<ArrayRef>>>()?;
        let columns: Vec<&StringArray> = columns.iter().map(|one| one.as_string()).collect();
        let mut rows_of: HashMap<Vec<&str>, Vec<u64>> = HashMap::new();
        for row in 0..url.len() {
            let texts = columns.iter().map(|one| one.is_valid(row).then(|| one.value(row)));
            // A null among the arguments gives a null.
            if let Some(texts) = texts.collect::<Option<Vec<&str>>>() {
                rows_of.entry(texts).or_default().push(row as u64);
            }
        }
        let nulls = new_null_array(&self.data_type(url)?, 1);
        let mut answers = vec![nulls];
        let mut picks = vec![(0, 0); url.len()];
        for (texts, rows) in rows_of {
            let given: Vec<Given> =
                texts.into_iter().map(|text| Given::Text(text.to_owned())).collect();
            let Planned::Plan(plan) = arguments::plan(self.function, &given)? else {
                return internal_err!("{}: texts are planned", self.name);
            };
            for (at, row) in rows.iter().enumerate() {
                picks[*row as usize] = (answers.len(), at);
            }
            let urls = take(url, &UInt64Array::from(rows), None)?;
            answers.push(run(&plan, &[urls])?);
        }
        let answers: Vec<&dyn Array> = answers.iter().map(|answer| &**answer).collect();
        Ok(interleave(&answers, &picks)?)
    }

    fn data_type(&self, url: &ArrayRef) -> Result<DataType> {
        arguments::checked(self.function, url.data_type())
    }
}

fn run(plan: &Plan, columns: &[ArrayRef]) -> Result<ArrayRef> {
    plan.run(columns).map_err(|error| match error {
        RunError::Arrow(error) => error.into(),
        error => DataFusionError::Execution(format!("{}: {error}", plan.function().name)),
    })
}

impl ScalarUDFImpl for Call {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        arguments::types(self.function, given)
    }

    fn return_type(&self, given: &[DataType]) -> Result<DataType> {
        match given {
            [column, ..] => arguments::checked(self.function, column),
            [] => plan_err!("{}: the column is missing", self.name),
        }
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let types: Vec<DataType> =
            args.arg_fields.iter().map(|field| field.data_type().clone()).collect();
        let given = |value: &Option<&ScalarValue>| value.map_or(Given::Column, Given::of);
        let given: Vec<Given> = args.scalar_arguments.iter().skip(1).map(given).collect();
        arguments::check(self.function, &given)?;
        Ok(Arc::new(Field::new(&self.name, self.return_type(&types)?, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant = args.args.iter().all(|one| matches!(one, ColumnarValue::Scalar(_)));
        let rows = if is_constant { 1 } else { args.number_rows };
        let answer = self.answer(&args.args, rows)?;
        if is_constant {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&answer, 0)?));
        }
        Ok(ColumnarValue::Array(answer))
    }
}
