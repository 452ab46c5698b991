#!/usr/bin/env bash
# Compiles two crates from nothing, by turns: one with a `uri!` literal of urigram, one that parses the same text with
# fluent-uri; prints the seconds that passed and the seconds that processors worked, and at the end the ratios.
#
#   checks/bench/cold-build.sh [RUNS]
#
# Twice over: with urigram as a path dependency, which cargo compiles incrementally, and as users have it, from a
# registry or a repository, which cargo does not. Needs fluent-uri in cargo's cache or a network. Wall times mean
# something on an idle machine only; processor seconds are steadier.
set -euo pipefail
runs=${1:-3}
urigram=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CARGO_TARGET_DIR CARGO_INCREMENTAL RUSTFLAGS RUSTC_WRAPPER
TIMEFORMAT='%R %U %S'

write() { # NAME DEPENDENCY SOURCE
  mkdir -p "$work/$1/src"
  printf '[package]\nname = "%s"\nedition = "2021"\n\n[dependencies]\n%s\n\n[workspace]\n' "$1" "$2" >"$work/$1/Cargo.toml"
  printf '%s\n' "$3" >"$work/$1/src/main.rs"
}

write ours "urigram = { path = \"$urigram\" }" \
  'const A: urigram::Uri<'\''static> = urigram::uri!("http://a/b"); fn main() { println!("{A}") }'
write theirs 'fluent-uri = "0.4"' \
  'fn main() { println!("{:?}", fluent_uri::Uri::parse("http://a/b")) }'
for name in ours theirs; do
  cargo fetch --quiet --manifest-path "$work/$name/Cargo.toml"
done

build() { # NAME INCREMENTAL: seconds, and seconds of processors
  rm -rf "$work/$1/target"
  { time CARGO_INCREMENTAL=$2 cargo build --quiet --offline --manifest-path "$work/$1/Cargo.toml"; } 2>&1 |
    tail -n 1 | awk '{ print $1, $2 + $3 }'
}

for kind in 'path dependency:1' 'from a registry:0'; do
  printf '%s\n%8s %18s %18s\n' "${kind%:*}" '' 'urigram (wall, CPU)' 'fluent-uri'
  : >"$work/times"
  for ((run = 1; run <= runs; run++)); do
    ours=$(build ours "${kind#*:}")
    theirs=$(build theirs "${kind#*:}")
    printf '%s %s\n' "$ours" "$theirs" >>"$work/times"
    awk -v run="$run" '{ printf "%8s %10.2f %8.2f %10.2f %8.2f\n", run, $1, $2, $3, $4 }' <<<"$ours $theirs"
  done
  # The least of each: what disturbs a build only ever adds to it.
  awk 'NR == 1 { for (i = 1; i <= 4; i++) least[i] = $i }
       { for (i = 1; i <= 4; i++) if ($i < least[i]) least[i] = $i }
       END { printf "%8s %10.2f %8.2f %10.2f %8.2f   ratio %.2f wall, %.2f CPU\n\n", "least",
             least[1], least[2], least[3], least[4], least[1] / least[3], least[2] / least[4] }' "$work/times"
done
