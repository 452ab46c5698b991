#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urigram_conform::targets::functions(data));
