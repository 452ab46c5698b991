# What people do here, one command each. `just` lists them. Each recipe is a line that can be typed
# without `just` as well.

# List the commands.
default:
    @just --list

# Run the command: just run parse 'http://a/'
run *arguments:
    cargo run -- {{arguments}}

# Test what a change may break, as README.md says; `just ci` runs what takes minutes, too.
test:
    cargo test

# Run the tests whose names have a word: just one resolution
one name:
    cargo test --test all -- {{name}}

# Test one package: just package urigram-core
package name:
    cargo test -p {{name}} --all-features

# Check what takes a minute: formatting, lints, prose, rooms.
before-push:
    cargo fmt --all --check
    cargo clippy --all-targets --all-features
    cargo test --test prose
    cargo test --test all -- rooms module_cycles

# Decide whether a change is accepted.
ci:
    .ci/run

# Write what is derived and committed, except docs/programs.md. Read the difference first.
bless:
    BLESS=1 cargo test --lib --bins --tests --examples -- --include-ignored fresh
    BLESS=1 cargo test -p urigram-check-literals --test literals
    cargo run --release -p urigram-revisions --features make --bin make-revisions

# Tell which of it is not fresh.
stale:
    cargo test --lib --bins --tests --examples --no-fail-fast -- --include-ignored fresh
    cargo test -p urigram-check-literals --test literals

# Make the documentation.
doc:
    cargo doc --no-deps --all-features

# Test the columns: the kernels and the Python package.
columns:
    .ci/columns

# Measure a task: just speed parse
speed task:
    cargo run --release --manifest-path checks/bench/Cargo.toml -- --task {{task}}
