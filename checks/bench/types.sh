#!/usr/bin/env bash
# Times generated types and the crates that were written by hand for the same identifiers, by turns
# and each in a program of its own. Prints nanoseconds for each identifier, and the ratio.
set -euo pipefail
cd "$(dirname "$0")/types"
turns=${1:-5}
cargo build --quiet --release
folder=${CARGO_TARGET_DIR:-target}/release
for _ in $(seq "$turns"); do
  for program in urigram semver uuid jsonptr oxilangtag packageurl; do
    "$folder/$program"
  done
done | awk -F'\t' '
  {
    if (!($1 in seen)) { seen[$1] = 1; kinds[++count] = $1 }
    if ($2 != "urigram") peer[$1] = $2
    if (!(($1, $2) in least) || $3 < least[$1, $2]) least[$1, $2] = $3
  }
  END {
    print "| type | urigram | crate | | ratio |"
    print "| --- | ---: | --- | ---: | ---: |"
    for (at = 1; at <= count; at++) {
      kind = kinds[at]; own = least[kind, "urigram"]; other = least[kind, peer[kind]]
      printf "| %s | %.1f ns | %s | %.1f ns | %.2f |\n", kind, own, peer[kind], other, own / other
    }
  }'
