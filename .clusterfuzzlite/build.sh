#!/bin/bash -eu
# Builds every fuzzer for ClusterFuzzLite, with its seeds and the dictionary.
fuzz=checks/fuzz
cargo fuzz build -O --fuzz-dir "$fuzz"
python3 "$fuzz/seeds.py" "$WORK/seeds"
for source in "$fuzz"/fuzz_targets/*.rs; do
  target=$(basename "$source" .rs)
  cp "$fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  zip -q -j -r "$OUT/${target}_seed_corpus.zip" "$WORK/seeds/$target" "$fuzz/corpus/$target"
  cp "$WORK/seeds/words.dict" "$OUT/$target.dict"
done
