#!/usr/bin/env bash
# Processor seconds and memory of the bulk subcommands on one file of lines, beside `wc -l`,
# `rg -c`, Python's urllib and trurl where they are installed. All numbers are of one run on one
# machine.
#
#   checks/bench/bulk.sh [MEGABYTES [THREADS]]    1000 by default, and a thread for each processor;
#                                                 URIGRAM names the binary, by default the release
#                                                 build
set -euo pipefail
cd "$(dirname "$0")/../.."

megabytes=${1:-1000} threads=${2:-$(nproc)}
urigram=${URIGRAM:-target/release/urigram}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [ ! -x "$urigram" ]; then
  cargo build --quiet --release -p urigram-cli
fi

# A megabyte of random identifiers and near misses, repeated: enough to be more than branch
# prediction can learn.
"$urigram" sample -g rfc3986 --rule URI --max-len 160 -n 4000 --seed 1 --format text >"$folder/some"
awk 'BEGIN { srand(1986) }
  { host = sprintf("www%d.example%d.%s", rand() * 9, rand() * 999, rand() < 0.5 ? "org" : "com")
    print "http://" host "/" int(rand() * 1e6) "/some/path/to/page" int(rand() * 99) ".html?id=" int(rand() * 1e9)
    if (rand() < 0.3) print "HTTPS://" toupper(host) ":443/%7Euser/./a/../" int(rand() * 1e6) "#part"
    if (rand() < 0.1) print "not an identifier " NR
    if (NR % 20 == 0) print $0 }' "$folder/some" "$folder/some" "$folder/some" >"$folder/block"
size=$(wc -c <"$folder/block")
for ((written = 0; written < megabytes * 1000000; written += size)); do
  cat "$folder/block"
done >"$folder/lines"
awk '{ printf "Some words of prose before <a href=\"%s\">it</a>, and more words after it, as in a page.\n", $0 }' \
  "$folder/block" >"$folder/page"
page=$(wc -c <"$folder/page")
for ((written = 0; written < megabytes * 1000000; written += page)); do
  cat "$folder/page"
done >"$folder/text"

printf '%s, %d processors; %s of lines, %s of text\n\n' "$("$urigram" -V)" "$(nproc)" \
  "$(numfmt --to=si --round=nearest "$(wc -c <"$folder/lines")")" "$(numfmt --to=si --round=nearest "$(wc -c <"$folder/text")")"
printf '| command | processor seconds | wall seconds | memory, MB |\n| --- | ---: | ---: | ---: |\n'

measure() {
  local name=$1 status=0
  shift
  command -v "$1" >/dev/null || { printf '| %s | not installed | | |\n' "$name" && return; }
  python3 - "$@" >"$folder/measure" <<'PYTHON' || status=$?
import os, resource, subprocess, sys, time
begin = time.monotonic()
with open(os.devnull, "wb") as null:
    done = subprocess.run(sys.argv[1:], stdout=null, stderr=null)
wall = time.monotonic() - begin
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{used.ru_utime + used.ru_stime:.2f} | {wall:.2f} | {used.ru_maxrss / 1024:.0f}")
sys.exit(0 if done.returncode in (0, 1) else 1)
PYTHON
  if [ "$status" -ne 0 ]; then echo "failed: $*" >&2 && exit 1; fi
  printf '| %s | %s |\n' "$name" "$(cat "$folder/measure")"
  printf '%s\t%s\n' "$name" "$(cut -d' ' -f1 "$folder/measure")" >>"$folder/seconds"
}

# Prints how many times the processor seconds of one row another one takes.
ratio() {
  awk -F'\t' -v a="$1" -v b="$2" '{ seconds[$1] = $2 }
    END { if (a in seconds && seconds[b] > 0)
      printf "| %s | %s | %.2f |\n", a, b, seconds[a] / seconds[b] }' "$folder/seconds"
}

lines=$folder/lines
threads=(--threads "$threads")
measure 'split --get host' "$urigram" split "${threads[@]}" --get host "$lines"
measure 'split --get host -g rfc3986' "$urigram" split "${threads[@]}" --get host -g rfc3986 "$lines"
measure 'normalize --lines -g rfc3986' "$urigram" normalize "${threads[@]}" --lines -g rfc3986 "$lines"
measure 'resolve --lines -g rfc3986' "$urigram" resolve "${threads[@]}" --lines -g rfc3986 --base http://a/b/ "$lines"
measure 'diff rfc2396 rfc3986' "$urigram" diff "${threads[@]}" rfc2396 rfc3986 "$lines"
measure 'check --accepted -g rfc3986' "$urigram" check "${threads[@]}" --accepted -g rfc3986 "$lines"
measure 'check --quiet -g rfc3986' "$urigram" check "${threads[@]}" --quiet -g rfc3986 "$lines"
measure 'check --causes -g rfc3986' "$urigram" check "${threads[@]}" --causes -g rfc3986 "$lines"
measure 'surt --lines' "$urigram" surt "${threads[@]}" --lines "$lines"
measure 'extract (text)' "$urigram" extract "${threads[@]}" "$folder/text"
measure 'wc -l' wc -l "$lines"
measure "rg -c '^http://[^ ]*\$'" rg -c '^http://[^ ]*$' "$lines"
head -c 50000000 "$lines" >"$folder/fewer"
cat >"$folder/urllib.py" <<'PYTHON'
import sys
from urllib.parse import urlsplit
with open(sys.argv[1], encoding="utf-8", errors="surrogateescape") as lines:
    for line in lines:
        try:
            print(urlsplit(line.rstrip("\n")).hostname)
        except ValueError:
            print()
PYTHON
measure "Python's urllib, the host (50 MB)" python3 "$folder/urllib.py" "$folder/fewer"
measure 'split --get host (the same 50 MB)' "$urigram" split "${threads[@]}" --get host "$folder/fewer"
measure "trurl --get '{host}' (50 MB)" trurl --accept-space --url-file "$folder/fewer" --get '{host}'

printf '\n| command | beside | ratio of processor seconds |\n| --- | --- | ---: |\n'
for command in 'split --get host -g rfc3986' 'normalize --lines -g rfc3986' \
  'check --accepted -g rfc3986'; do
  ratio "$command" 'wc -l'
  ratio "$command" "rg -c '^http://[^ ]*\$'"
done
ratio 'split --get host (the same 50 MB)' "Python's urllib, the host (50 MB)"
ratio 'split --get host (the same 50 MB)' "trurl --get '{host}' (50 MB)"
