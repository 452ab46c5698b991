//! One Markdown table.

use crate::clock::Timing;

/// Prints the section of a task.
pub fn task(title: &str, inputs: &[&str], timings: &[Timing]) {
    let mean = inputs.iter().map(|input| input.len()).sum::<usize>() as f64 / inputs.len().max(1) as f64;
    println!("| **{title}**: {} inputs, mean {mean:.0} bytes | ns | ratio | handled |", inputs.len());
    println!("| --- | ---: | ---: | ---: |");
    // What handles none of the inputs was not timed.
    for timing in timings.iter().filter(|timing| timing.handled > 0) {
        let Timing { name, handled, nanoseconds, ratio } = timing;
        println!("| {name} | {nanoseconds:.1} | {ratio:.2} | {handled} |");
    }
    println!();
}

/// The date and the machine.
pub fn machine() {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown processor");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{}, {cores} cores, {}\n", model.trim_start_matches(['\t', ':', ' ']), std::env::consts::ARCH);
}
