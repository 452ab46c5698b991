#!/usr/bin/env bash
# Compiles 1,000 literals of a mean of 77 bytes: by rfc3986, by url-1993 and by a generated package
# (specs/purl), and beside them 1,000 constants of a plain structure. Prints the seconds that
# processors worked, above a crate without any.
#
#   checks/bench/literals.sh [RUNS]
#
# Dependencies are built before. What disturbs a build only adds to it, so the least of the runs is
# printed, too.
set -euo pipefail
runs=${1:-3}
urigram=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CARGO_TARGET_DIR RUSTFLAGS RUSTC_WRAPPER
export CARGO_INCREMENTAL=0
TIMEFORMAT='%U %S'
names=(empty plain rfc3986 url-1993 generated)
patch="[patch.crates-io]
urigram-engine = { path = \"$urigram/engine\" }
urigram-literals = { path = \"$urigram/literals\" }"

write() { # NAME LINE: `%d` is the number of the literal, `%s` its text without the scheme
  mkdir -p "$work/$1/src"
  printf '[package]\nname = "%s"\nedition = "2021"\n\n[dependencies]\nurigram = { path = "%s" }\npurl = { path = "%s", features = ["macros"] }\n\n%s\n' \
    "$1" "$urigram" "$urigram/specs/purl/crate" "$patch" >"$work/$1/Cargo.toml"
  {
    echo 'pub struct Plain { pub text: &'\''static str, pub spans: [u32; 8], pub grammar: u8 }'
    if [ -n "$2" ]; then
      for ((at = 1000; at < 2000; at++)); do
        printf -v text '%0*d' $((at % 41)) 0
        printf "$2\n" "$at" "example-$at.org/some/path/segments-${text//0/x}/of/a/document"
      done
    fi
  } >"$work/$1/src/lib.rs"
}

printf '[workspace]\nresolver = "2"\nmembers = ["%s"]\n%s\n' "$(IFS=,; sed 's/,/", "/g' <<<"${names[*]}")" "$patch" >"$work/Cargo.toml"
write empty ''
write plain 'pub const C%d: Plain = Plain { text: "http://%s", spans: [4, 7, 0, 0, 9, 9, 9, 9], grammar: 1 };'
write rfc3986 'pub const C%d: urigram::Uri<'\''static> = urigram::uri!("http://%s");'
write url-1993 'pub const C%d: urigram::Uri<'\''static> = urigram::uri!(Url1993, "http://%s");'
write generated 'pub const C%d: purl::Purl<'\''static> = purl::purl!("pkg:generic/%s");'
for name in "${names[@]}"; do sed -i '/^\[patch/,$d' "$work/$name/Cargo.toml"; done
cd "$work"
awk -F'"' '/uri!/ { sum += length($2); count++ } END { printf "%d literals, mean %.1f bytes\n", count, sum / count }' rfc3986/src/lib.rs
cargo build --quiet

build() { # NAME: seconds of processors
  touch "$1/src/lib.rs"
  { time cargo build --quiet --offline -p "$1"; } 2>&1 | tail -n 1 | awk '{ print $1 + $2 }'
}

printf '%8s' ''
printf ' %10s' "${names[@]:1}"
printf '\n'
: >times
for ((run = 1; run <= runs; run++)); do
  for name in "${names[@]}"; do build "$name"; done | paste -sd ' ' | tee -a times |
    awk -v run="$run" '{ printf "%8s", run; for (i = 2; i <= NF; i++) printf " %10.2f", $i - $1; print "" }'
done
awk 'NR == 1 { for (i = 1; i <= NF; i++) least[i] = $i }
     { for (i = 1; i <= NF; i++) if ($i < least[i]) least[i] = $i }
     END { printf "%8s", "least"; for (i = 2; i <= NF; i++) printf " %10.2f", least[i] - least[1]; print "" }' times
