//! Records the compiler's version for the head of the results.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let Ok(output) = Command::new(rustc).arg("--version").output() else { return };
    let version = String::from_utf8_lossy(&output.stdout);
    // `rustc 1.85.0 (…)`
    let short: Vec<&str> = version.split(' ').take(2).collect();
    println!("cargo::rustc-env=URIGRAM_BENCH_RUSTC={}", short.join(" "));
}
