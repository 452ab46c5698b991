#!/usr/bin/env bash
# Compiles four crates from nothing, by turns: one that parses with urigram without its macros, one
# with a `uri!` literal, one that parses with a generated package (specs/purl), and one that parses
# with fluent-uri. Prints the seconds that passed and the seconds that processors worked; at the end
# the least of each, and the ratios to fluent-uri.
#
#   checks/bench/cold-build.sh [RUNS]
#
# Twice over: with urigram as a path dependency, which cargo compiles incrementally, and as users
# have it, from a registry or a repository, which cargo does not. Needs fluent-uri in cargo's cache
# or a network. Wall times mean something on an idle machine only; processor seconds are steadier.
set -euo pipefail
runs=${1:-3}
urigram=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CARGO_TARGET_DIR CARGO_INCREMENTAL RUSTFLAGS RUSTC_WRAPPER
TIMEFORMAT='%R %U %S'
names=(plain macros generated fluent-uri)

write() { # NAME DEPENDENCY SOURCE
  mkdir -p "$work/$1/src"
  printf '[package]\nname = "app"\nedition = "2021"\n\n[dependencies]\n%s\n\n[workspace]\n' "$2" >"$work/$1/Cargo.toml"
  printf '%s\n' "$3" >"$work/$1/src/main.rs"
  cargo fetch --quiet --manifest-path "$work/$1/Cargo.toml"
}

write plain "urigram = { path = \"$urigram\", default-features = false, features = [\"std\"] }" \
  'fn main() { println!("{:?}", urigram::Uri::parse("http://a/b")) }'
write macros "urigram = { path = \"$urigram\" }" \
  'const A: urigram::Uri<'\''static> = urigram::uri!("http://a/b"); fn main() { println!("{A}") }'
write generated "purl = { path = \"$urigram/specs/purl/crate\" }

[patch.crates-io]
urigram-engine = { path = \"$urigram/engine\" }
urigram-literals = { path = \"$urigram/literals\" }" \
  'fn main() { println!("{:?}", purl::Purl::parse("pkg:cargo/serde@1.0.0")) }'
write fluent-uri 'fluent-uri = "0.4"' \
  'fn main() { println!("{:?}", fluent_uri::Uri::parse("http://a/b")) }'

build() { # NAME INCREMENTAL: seconds, and seconds of processors
  rm -rf "$work/$1/target"
  { time CARGO_INCREMENTAL=$2 cargo build --quiet --offline --manifest-path "$work/$1/Cargo.toml"; } 2>&1 |
    tail -n 1 | awk '{ print $1, $2 + $3 }'
}

for kind in 'path dependency:1' 'from a registry:0'; do
  printf '%s (wall, CPU)\n%8s' "${kind%:*}" ''
  printf ' %15s' "${names[@]}"
  printf '\n'
  : >"$work/times"
  for ((run = 1; run <= runs; run++)); do
    for name in "${names[@]}"; do build "$name" "${kind#*:}"; done | paste -sd ' ' | tee -a "$work/times" |
      awk -v run="$run" '{ printf "%8s", run; for (i = 1; i < NF; i += 2) printf "  %6.2f %7.2f", $i, $(i + 1); print "" }'
  done
  # The least of each: what disturbs a build only ever adds to it.
  awk 'NR == 1 { for (i = 1; i <= NF; i++) least[i] = $i }
       { for (i = 1; i <= NF; i++) if ($i < least[i]) least[i] = $i }
       END { printf "%8s", "least"; for (i = 1; i < NF; i += 2) printf "  %6.2f %7.2f", least[i], least[i + 1]
             printf "\n%8s", "ratio"
             for (i = 1; i < NF; i += 2) printf "  %6.2f %7.2f", least[i] / least[NF - 1], least[i + 1] / least[NF]
             print "\n" }' "$work/times"
done
