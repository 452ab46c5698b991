//! The conformance suites together, as one program, which is linked once.

mod accepting;
mod components;
mod growth;
mod java_net_uri;
mod marked;
mod pages;
mod parsers;
mod short_inputs;
mod surface;
mod targets;
mod vectors;
mod w_method;
