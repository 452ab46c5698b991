//! Values: parsing, building, changing, converting, and errors.

mod bad_input;
mod building;
mod bytes;
mod changes;
mod conversions;
mod extract;
mod file_paths;
mod forgeries;
mod secrets;
mod subsets;
mod suggestions;
mod types;
mod urc;
mod urn;
mod wrong_uris;
