#!/bin/sh
# Prints, as Markdown, what `urigram generate --peg` makes of the documents' printed rules and of other people's.
set -eu
cd "$(dirname "$0")/.."
set --
for folder in url-1993 rfc1630 urc-1993 rfc1738 rfc1808 rfc2141 rfc2396 rfc2732 uri-2003 url-1997 \
    rfc3986 rfc3987 rfc6874 urn-2012 rfc8141; do
    facts=grammars/$folder/document.toml
    base=$(sed -n 's/^base = "\(.*\)"/\1/p' "$facts")
    start=$(sed -n '/^\[start\]/,/^\[[^s]/s/^default = "\(.*\)"/\1/p' "$facts" | head -n 1)
    files=${base:+grammars/$base/printed.abnf+}grammars/$folder/printed.abnf
    octets=
    grep -q '^encoding = "octets"' "$facts" && octets=octets:
    set -- "$@" "$octets$folder:$start:$files"
done
generic=@grammars/rfc3986/printed.abnf
for pair in purl:PURL did-core:did-url json-pointer:json-pointer acct:acctURI geo:geo-URI mailto:mailtoURI \
    tag:tagURI uuid:UUID uri-template:URI-Template file:file-URI; do
    name=${pair%%:*}
    set -- "$@" "$name:${pair#*:}:docs/synthesis/$name.abnf+$generic"
done
cargo run --release -q -p urigram-automata --example synthesize -- "$@"
