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

# Make the tables again, after a change of a grammar or of the generator.
tables:
    cargo run --release -p urigram-generate

# Make the packages below specs/ again.
specs:
    SPECS=overwrite cargo test -p urigram-generate --test all specs

# Write what the command prints now into the transcripts.
transcripts:
    TRANSCRIPTS=overwrite cargo test -p urigram-cli --test all transcripts

# Write the schemas of the objects that the command prints.
schemas:
    SCHEMAS=overwrite cargo test -p urigram-cli --test all schemas

# Write what the examples print now.
examples:
    EXAMPLES=overwrite cargo test -p urigram

# Write the compiler's messages about literals.
literals:
    TRYBUILD=overwrite cargo test -p urigram-check-literals --test literals

# Make what is generated of revisions/frames.
revisions:
    cargo run --release -p urigram-revisions --features make --bin make-revisions

# Make the documentation.
doc:
    cargo doc --no-deps --all-features

# Test the columns: the kernels and the Python package.
columns:
    .ci/columns

# Measure a task: just speed parse
speed task:
    cargo run --release --manifest-path checks/bench/Cargo.toml -- --task {{task}}
