#!/usr/bin/env bash
# Times trees of JSON by urigram, pest_derive, serde_json, winnow and chumsky, of JSONPath by
# urigram and serde_json_path, of TOML by urigram, pest_derive and toml, and of URIs by urigram and
# pest_derive, by turns and each in a program of its own. Prints nanoseconds for each byte, and
# ratios to the times of pest_derive and of serde_json_path.
set -euo pipefail
cd "$(dirname "$0")/trees"
turns=${1:-5}
cargo build --quiet --release
folder=${CARGO_TARGET_DIR:-target}/release
for _ in $(seq "$turns"); do
  for program in urigram pest serde_json winnow chumsky jsonpath serde_json_path \
    toml_urigram toml_pest toml uri_urigram uri_pest; do
    "$folder/$program"
  done
done | awk -F'\t' '
  $3 == "selectors" {
    if (!($1 in path)) { path[$1] = $4; paths[++programs] = $1 }
    if ($4 < path[$1]) path[$1] = $4
    next
  }
  $3 == "document" {
    if (!($1 in toml)) { toml[$1] = $4; tomls[++documents] = $1 }
    if ($4 < toml[$1]) toml[$1] = $4
    next
  }
  $3 == "uris" {
    key = $1 ", " $2
    if (!(key in uri)) { uri[key] = $4; uris[++tasks] = key }
    if ($4 < uri[key]) uri[key] = $4
    next
  }
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
    print "\n| program | selectors |\n| --- | ---: |"
    for (at = 1; at <= programs; at++) {
      name = paths[at]
      printf "| %s | %.2f ns, %.3f |\n", name, path[name], path[name] / path["serde_json_path"]
    }
    print "\n| program | TOML |\n| --- | ---: |"
    for (at = 1; at <= documents; at++) {
      name = tomls[at]
      printf "| %s | %.2f ns, %.3f |\n", name, toml[name], toml[name] / toml["pest_derive"]
    }
    print "\n| program | URIs |\n| --- | ---: |"
    for (at = 1; at <= tasks; at++) {
      key = uris[at]
      printf "| %s | %.2f ns, %.3f |\n", key, uri[key], uri[key] / uri["pest_derive, tree"]
    }
  }'
