//! The end of a command by Ctrl-C: the work so far is shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::SIGINT;
use signal_hook::flag;

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The time in which a command that was asked to end must show what it has. A command that waits
/// for more of a stream does not end by itself.
const GRACE: Duration = Duration::from_secs(10);

/// The time between two looks for Ctrl-C by the thread that ends the command after [`GRACE`].
const LOOK: Duration = Duration::from_millis(250);

/// Lets Ctrl-C end the command after the blocks that are being handled, instead of at once.
pub(super) fn listen() {
    ASKED.get_or_init(|| {
        let asked = Arc::new(AtomicBool::new(false));
        // The first action is for a second Ctrl-C, so it must come before the one that sets the
        // flag. Without actions Ctrl-C ends the command at once, as it does by default.
        let ends = flag::register_conditional_shutdown(SIGINT, STATUS.into(), Arc::clone(&asked));
        if ends.is_ok() && flag::register(SIGINT, Arc::clone(&asked)).is_ok() {
            let asked = Arc::clone(&asked);
            thread::spawn(move || {
                while !asked.load(Ordering::Relaxed) {
                    thread::sleep(LOOK);
                }
                thread::sleep(GRACE);
                std::process::exit(STATUS.into());
            });
        }
        asked
    });
}

/// Returns true if the command was asked to end.
pub(crate) fn is_asked() -> bool {
    ASKED.get().is_some_and(|asked| asked.load(Ordering::Relaxed))
}

/// The exit status of a command that Ctrl-C ended: that of a shell's.
pub(super) const STATUS: u8 = 130;
