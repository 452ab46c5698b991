//! Every URI grammar since 1993 over columns of Apache Arrow.
//!
//! A [`Function`] is a row of [`FUNCTIONS`]: its name, its parameters and its result. Planning
//! checks the arguments once and makes a [`Plan`], which answers for columns.
//!
//! ```
//! use std::sync::Arc;
//! use arrow_array::{cast::AsArray, ArrayRef, StringArray};
//! use urigram_arrow::{Argument, Function};
//!
//! let urls: ArrayRef = Arc::new(StringArray::from(vec![Some("http://a_b/"), None, Some("a b")]));
//! let host = Function::named("host")?;
//! let plan = host.plan(&[("grammar", Argument::Text("rfc3986"))])?;
//! let hosts = plan.run(&[urls])?;
//! let hosts: Vec<Option<&str>> = hosts.as_string::<i32>().iter().collect();
//! assert_eq!(hosts, [Some("a_b"), None, None]);
//! // An unknown grammar is an error before any column is read.
//! let unknown = host.plan(&[("grammar", Argument::Text("rfc3968"))]).unwrap_err();
//! let message = "host: grammar = `rfc3968`: no such grammar; did you mean `rfc3986`?";
//! assert_eq!(unknown.to_string(), message);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules of every function
//!
//! * A column holds text or bytes: Utf8, LargeUtf8, Utf8View, Binary, LargeBinary or BinaryView, or
//!   a dictionary of them. Each value of a dictionary is read once. A column of the type Null is a
//!   column of text. Any other type is refused by name while planning.
//! * Results that are texts have the type of the column, without its dictionary. Texts of fixed
//!   words (ids, messages) are Utf8.
//! * A null gives a null. An empty text is a text: RFC 3986 accepts it, as an empty reference.
//! * An input that the grammar rejects gives a null, except that `accepts` gives false, `error` its
//!   error, `accepting` an empty list, `changes` what changed, and `surt` a form in any case.
//! * `browser` reads a text as browsers do. What a browser's parser refuses is a null.
//! * Bytes that are not UTF-8 are read as bytes by `accepts`, `accepting`, `split`, the components,
//!   `error`, `select` and `surt`. They have no normal form, key or target, and nothing is agreed.
//! * A value of 4 GiB or more gives a null, and `error` says so.
//! * Results of a batch that need more than 2 GiB are an error: [`RunError::TooLarge`].
#![forbid(unsafe_code)]

mod arguments;
mod browser;
mod column;
mod function;
mod kernels;
mod kinds;
mod output;
mod plan;
mod value;

pub use arguments::{Argument, PlanError};
pub use browser::Browsed;
pub use function::{Function, Parameter, FUNCTIONS};
pub use kernels::{decoded, field_name, host_type_name, Names};
pub use kinds::{Returns, Takes};
pub use output::RunError;
pub use plan::Plan;
