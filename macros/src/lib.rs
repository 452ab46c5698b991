//! `uri!`, `uri_ref!`, `urn!`, `urc!`: literals that are checked while compiling.
