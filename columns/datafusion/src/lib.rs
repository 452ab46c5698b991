//! Every URI grammar since 1993 as scalar functions of Apache DataFusion, and Spark's `parse_url`.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! use datafusion::prelude::SessionContext;
//!
//! let mut context = SessionContext::new();
//! urigram_datafusion::register(&mut context)?;
//! let query = "select uri_host('http://a_b/x', 'rfc3986'), parse_url('http://a_b/x', 'HOST')";
//! let row = context.sql(query).await?.collect().await?;
//! // java.net.URI, which Spark asks, takes no underscore in the host of a server.
//! assert!(!row[0].column(0).is_null(0) && row[0].column(1).is_null(0));
//! # Ok::<(), datafusion::error::DataFusionError>(()) }).unwrap();
//! ```
//!
//! The functions are those of [`urigram_arrow::FUNCTIONS`]: names, arguments and answers are the
//! same in every engine. In SQL the names begin with `uri_`, except those that Spark defines.
//!
//! * The first argument is the column. Arguments with a default may be left out.
//! * A literal argument is checked while the query is planned. Any other has to have one value in
//!   all rows, and is checked with the first batch.
//! * The base of `uri_resolve`, and the part and the key of `parse_url`, may be columns.
//! * A null argument of `parse_url` gives a null, as in Spark.
#![forbid(unsafe_code)]

mod arguments;
mod call;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::registry::FunctionRegistry;
use datafusion_expr::ScalarUDF;
use urigram_arrow::FUNCTIONS;

use crate::call::Call;

/// Returns every function, for engines with a registry of their own.
pub fn functions() -> impl Iterator<Item = ScalarUDF> {
    FUNCTIONS.iter().map(|function| ScalarUDF::from(Call::of(function)))
}

/// Registers every function in a session.
///
/// # Errors
/// The error of a registry that takes no functions.
pub fn register(registry: &mut dyn FunctionRegistry) -> Result<()> {
    functions().try_for_each(|function| registry.register_udf(Arc::new(function)).map(drop))
}
