//! Every URI grammar since 1993 as a native extension of DuckDB.
//!
//! [`calls`] has each function with each number of arguments, and answers for arrays of Arrow.
//! [`boundary`] is called by DuckDB: it registers the calls, makes arrays of DuckDB's vectors and
//! writes answers back.

mod boundary;
mod calls;
