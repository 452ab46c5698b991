#!/usr/bin/env bash
# Times trees of JSON by urigram, pest_derive, serde_json, winnow and chumsky, by turns and each in a
# program of its own. Prints nanoseconds for each byte, and ratios to pest_derive's.
set -euo pipefail
cd "$(dirname "$0")/trees"
turns=${1:-5}
cargo build --quiet --release
folder=${CARGO_TARGET_DIR:-target}/release
for _ in $(seq "$turns"); do
  for program in urigram pest serde_json winnow chumsky; do
    "$folder/$program"
  done
done | awk -F'\t' '
  {
    key = $1 "\t" $2; if (!(key in order)) { order[key] = ++count; keys[count] = key }
    if (!((key, $3) in least) || $4 < least[key, $3]) least[key, $3] = $4
  }
  END {
    print "| program | objects | strings | numbers |"
    print "| --- | ---: | ---: | ---: |"
    for (at = 1; at <= count; at++) {
      key = keys[at]; split(key, part, "\t")
      row = "| " part[1] ", " part[2]
      for (n = 1; n <= 3; n++) {
        set = n == 1 ? "objects" : n == 2 ? "strings" : "numbers"
        ratio = least[key, set] / least["pest_derive\ttree", set]
        row = row sprintf(" | %.2f ns, %.3f", least[key, set], ratio)
      }
      print row " |"
    }
  }'
