#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urigram_fuzz::peers(data));
